// SPDX-License-Identifier: Apache-2.0
// What the drivers of softmax note when they plan, and what they have in common.
#ifndef DNNLET_PLUGINS_DRIVERS_SOFTMAX_PLAN_H
#define DNNLET_PLUGINS_DRIVERS_SOFTMAX_PLAN_H

#include "core/kernel/softmax.h"
#include "plugins/drivers/rows/loops.h"
#include "plugins/drivers/softmax/softmax.h"

namespace dnnlet::drivers::softmax {

// The tensors of loops: forward src, dst; backward dst, diff_dst, diff_src.
struct plan {
  row_loops loops;  // those over lines; then, of lines, over blocks and elements; or over elements
                    // of lines that lie side by side, and over these
  int outer;        // how many are over lines
  bool by_index;
  bool is_direct;  // gradients are computed where they are
  bool pads;       // the zeros behind a line are written with its last vector
  dim_t per_item;  // lines, or lines side by side, that a worker takes at a time
  size_t array;    // bytes of each array of a worker
  size_t scratch;  // bytes of a worker
};

// Finds the loops; those of the axis, which may be padded if `pads`, are marked.
refusal find(const plan_request &request, bool pads, plan &p) noexcept;
// Whether a gradient has tensors of one type, which is_softmax_gradient_type().
bool has_one_type(const softmax_op &op) noexcept;
// Whether results go through post-ops or scales.
bool is_finished(const attributes &attr) noexcept;

// A tensor of an execution.
struct operand {
  data_type type;
  char *data;  // at offset 0 of the layout
};
inline operand operand_of(const run_context &context, int arg, const memory_desc &md) noexcept {
  return {md.data_type, first_byte(context, arg, md)};
}

// Takes rows of results to dst: scales and post-ops.
class finisher {
 public:
  finisher(const run_context &context, const softmax_forward_backend &backend) noexcept;
  // n results for dst at `index`, along `axis`.
  void apply(float *y, size_t n, const dim_t *index, int axis) const noexcept;

 private:
  const run_context &context_;
  const softmax_forward_backend &backend_;
  const softmax_op &op_;
  float src_scale_, dst_scale_;
};

}  // namespace dnnlet::drivers::softmax

#endif
