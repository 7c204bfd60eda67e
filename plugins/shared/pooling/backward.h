// SPDX-License-Identifier: Apache-2.0
// What the backward kernels of pooling share.
#ifndef DNNLET_PLUGINS_SHARED_POOLING_BACKWARD_H
#define DNNLET_PLUGINS_SHARED_POOLING_BACKWARD_H

#include "plugins/shared/pooling/backend.h"
#include "plugins/shared/pooling/layout.h"

namespace dnnlet::shared::pooling {

// Types, attributes and layouts that all kernels need; describes the layouts of diff_src and
// diff_dst. The workspace of maxima lies as diff_dst does.
refusal check_backward(const plan_request &request, activation &src, activation &dst) noexcept;

// The tensors of one execution.
struct backward_tensors {
  const run_context &context;
  const pooling_op &op;
  const row_backend &rows;
  char *src;  // diff_src, at offset 0 of its layout
  const char *dst, *index;
  dim_t src_size, dst_size, index_size;  // of an element
  bool is_max, counts_padding;

  backward_tensors(const run_context &context, const row_backend &rows) noexcept;
  bool src_is_f32() const noexcept { return op.src.data_type == dnnl_f32; }
  bool dst_is_f32() const noexcept { return op.dst.data_type == dnnl_f32; }
};

}  // namespace dnnlet::shared::pooling

#endif
