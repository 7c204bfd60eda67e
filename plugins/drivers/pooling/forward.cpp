// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/pooling/forward.h"

#include "plugins/drivers/rows/row_post_ops.h"

namespace dnnlet::drivers::pooling {

bool is_pooled_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_s8 ||
         type == dnnl_u8;
}

float least_number(data_type type) noexcept {
  switch (type) {
    case dnnl_bf16: return -0x1.fep127f;
    case dnnl_f16: return -65504.0f;
    case dnnl_s8: return -128;
    case dnnl_u8: return 0;
    default: return -0x1.fffffep127f;
  }
}

refusal check_forward(const plan_request &request, activation &src, activation &dst) noexcept {
  const auto &op = request.problem<pooling_op>();
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "a tensor is empty";
  if (!is_pooled_type(op.src.data_type) || !is_pooled_type(op.dst.data_type))
    return "a type is not pooled as f32";
  if (kinds_in(*request.attr) & ~unsigned(uses_post_ops)) return "an attribute is not taken";
  if (const refusal reason = check_row_post_ops(*request.attr, op.dst)) return reason;
  if (!find_pooled_layout(op.src, src) || !find_pooled_layout(op.dst, dst))
    return "a layout is not one of activations";
  if (!geometry(op).is_moderate()) return "the window is too large";
  return lies_alike(op.workspace, dst) ? accepted : "the workspace is not laid out as dst";
}

forward_tensors::forward_tensors(const run_context &of, const row_backend &with) noexcept
    : context(of),
      op(of.problem<pooling_op>()),
      rows(with),
      src_size(dim_t(type_size(op.src.data_type))),
      dst_size(dim_t(type_size(op.dst.data_type))),
      index_size(dim_t(type_size(op.workspace.data_type))),
      is_max(op.head.alg == dnnl_pooling_max),
      counts_padding(op.head.alg == dnnl_pooling_avg_include_padding),
      has_post_ops(!of.attr->post_ops.entries.empty()),
      initial(is_max ? least_number(op.dst.data_type) : 0) {
  src = of.data<const char>(DNNL_ARG_SRC) + op.src.offset0 * src_size;
  dst = of.data<char>(DNNL_ARG_DST) + op.dst.offset0 * dst_size;
  index = is_zero(op.workspace) ? nullptr : of.data<char>(DNNL_ARG_WORKSPACE);
}

void forward_tensors::finish(float *values, dim_t n, dim_t offset, const dim_t (&at)[5],
                             int dim) const noexcept {
  if (has_post_ops) {
    const int ndims = op.dst.ndims, missing = 5 - ndims;
    dim_t element[max_ndims] = {at[0], at[1]};
    for (int i = 2; i < ndims; ++i) element[i] = at[i + missing];
    apply_row_post_ops(rows, context, op.dst, values, size_t(n), element,
                       dim == 1 ? 1 : dim - missing, 0, context.attr->post_ops.entries.count);
  }
  if (!dst_is_f32()) rows.store(op.dst.data_type, dst, size_t(offset), values, size_t(n));
}

}  // namespace dnnlet::drivers::pooling
