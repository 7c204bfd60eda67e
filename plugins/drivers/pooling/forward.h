// SPDX-License-Identifier: Apache-2.0
// What the forward kernels of pooling share: which problems they take, and how results leave.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_FORWARD_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_FORWARD_H

#include "plugins/drivers/pooling/layout.h"
#include "plugins/drivers/pooling/pooling_backend.h"

namespace dnnlet::drivers::pooling {

// Types whose values f32 holds, so that they are pooled as f32.
bool is_pooled_type(data_type type) noexcept;
// Where a maximum begins: the least number of the type of dst. It is what a window without any
// number above it gives: one wholly in the padding, or full of NaN or -infinity.
float least_number(data_type type) noexcept;

// Types, attributes and layouts that all kernels need; describes the latter.
refusal check_forward(const plan_request &request, activation &src, activation &dst) noexcept;

// The tensors of one execution.
struct forward_tensors {
  const run_context &context;
  const pooling_op &op;
  const row_backend &rows;
  const char *src;                       // at offset 0 of the layouts
  char *dst, *index;                     // no index: null
  dim_t src_size, dst_size, index_size;  // of an element
  bool is_max, counts_padding, has_post_ops;
  float initial;  // of folds

  forward_tensors(const run_context &context, const row_backend &rows) noexcept;
  bool dst_is_f32() const noexcept { return op.dst.data_type == dnnl_f32; }
  // values[0..n) are results on their way to dst, at `offset`, element `at` (n, c, d, h, w), and
  // beyond along the dimension `dim` (1 channels, 4 width): applies the post-ops, and stores them,
  // unless they are there.
  void finish(float *values, dim_t n, dim_t offset, const dim_t (&index)[5],
              int dim) const noexcept;
};

}  // namespace dnnlet::drivers::pooling

#endif
