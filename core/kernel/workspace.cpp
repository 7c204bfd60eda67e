// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/workspace.h"

namespace dnnlet {

memory_desc open_workspace() noexcept {
  memory_desc md = zero_md;
  md.ndims = 1;
  md.data_type = dnnl_u8;
  md.format_kind = dnnl_format_kind_any;
  return md;
}

refusal take_workspace(const op_header &op, memory_desc &workspace, size_t bytes) noexcept {
  if (is_any(workspace)) {
    const dim_t size = dim_t(bytes);
    workspace = zero_md;
    if (bytes > size_t(PTRDIFF_MAX)) return "the workspace is larger than any memory";
    if (bytes > 0) init_by_strides(workspace, 1, &size, dnnl_u8, nullptr);
    return accepted;
  }
  if (is_zero(workspace) && is_forward(op.prop)) return accepted;
  const size_t given = is_zero(workspace) ? 0 : size_of(workspace);
  return given == bytes ? accepted : "the workspace of the forward pass has another size";
}

}  // namespace dnnlet
