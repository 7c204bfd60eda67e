// SPDX-License-Identifier: Apache-2.0
// Softmax by lines: what it needs of a plugin, and what calls that. A line is what is summed up
// together, all elements along the axis.
#ifndef DNNLET_PLUGINS_DRIVERS_SOFTMAX_SOFTMAX_H
#define DNNLET_PLUGINS_DRIVERS_SOFTMAX_SOFTMAX_H

#include "core/kernel/kernel.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/reductions.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// A tensor as lines see it: from its number `first` on.
struct softmax_tensor {
  data_type type;
  void *data;
  size_t first;
  size_t step;        // from line to line, or, of lines side by side, from element to element
  size_t block;       // elements of a line that follow each other; not of lines side by side
  size_t block_step;  // from block to block
};

constexpr bool has_gradients_in_blocks = sizeof(void *) == 8;  // small machines go without

constexpr size_t max_softmax_lines = 256;  // that are worked on together

// Lines of n elements, of any type that has f32 values, which follow each other, in blocks perhaps;
// or that lie side by side: element c of line i is number first + c * step + i.
struct softmax_lines {
  dnnl_alg_kind_t alg;  // of softmax_op
  size_t lines, n;
  softmax_tensor src, dst;  // dst may be src
  float *buffer;            // lines * softmax_row(n), or, for lines side by side, n *
                            // softmax_columns
  bool pads = false;        // zeros are written up to the end of the last block
};

// A row of f32 that a line is worked on in, with room behind it.
inline dim_t softmax_row(dim_t n) noexcept {
  return round_up<dim_t>(n, reduction_lanes);
}
// Lines side by side are taken so many at a time at most.
constexpr dim_t softmax_columns = 4 * reduction_lanes;

// Lines to rows of f32, and back: any type, in blocks perhaps.
using softmax_gather = void (*)(const softmax_tensor &, size_t lines, size_t n, float *rows,
                                size_t row_step) noexcept;
using softmax_scatter = void (*)(const softmax_tensor &, size_t lines, size_t n, const float *rows,
                                 size_t row_step) noexcept;

struct softmax_forward_backend {
  const row_backend &rows;
  void (*lines)(const softmax_lines &) noexcept;
  // From f32, bf16, f16, s8 and u8 to these.
  void (*planes)(const softmax_lines &) noexcept;
  softmax_scatter scatter;
  // y = y * factor
  void (*multiply)(float *y, size_t n, float factor) noexcept;
  // y = y / divisor
  void (*divide)(float *y, size_t n, float divisor) noexcept;
  // Blocks of f32 that are multiples of it may be padded by `lines`; 0: none.
  size_t least_block;
};

// Gradients of lines: all tensors are of the type of dst; diff_src may be diff_dst.
struct softmax_gradient {
  dnnl_alg_kind_t alg;
  size_t lines, n;
  softmax_tensor dst, diff_dst, diff_src;
  size_t padded_n = 0;  // zeros are written from n up to it: of blocks only
};

struct softmax_backward_backend {
  const row_backend &rows;
  // Without blocks, or in blocks of a multiple of `least_block`, a power of two; of f32, and where
  // is_softmax_gradient_type().
  void (*lines)(const softmax_gradient &) noexcept;
  void (*planes)(const softmax_gradient &) noexcept;
  softmax_gather gather;
  softmax_scatter scatter;
  size_t least_block;  // 0: blocks are not taken
};

// Types of all tensors that need not become f32 first: small machines go without those of
// logarithms, where exponentials are most of the work.
constexpr bool has_short_logarithms = sizeof(void *) == 8;
inline bool is_softmax_gradient_type(dnnl_alg_kind_t alg, data_type type) noexcept {
  const bool is_short = type == dnnl_bf16 || type == dnnl_f16;
  return type == dnnl_f32 || (is_short && (has_short_logarithms || alg != dnnl_softmax_log));
}

// Lines whose elements follow each other, in blocks perhaps.
refusal plan_softmax_lines_forward(plan_request &request);
void run_softmax_lines_forward(const run_context &context) noexcept;
refusal plan_softmax_lines_backward(plan_request &request);
void run_softmax_lines_backward(const run_context &context) noexcept;
// Lines side by side.
refusal plan_softmax_planes_forward(plan_request &request);
void run_softmax_planes_forward(const run_context &context) noexcept;
refusal plan_softmax_planes_backward(plan_request &request);
void run_softmax_planes_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
