// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "plugins/reference/normalization.h"

namespace dnnlet::reference {

namespace {

// With r = 1 / sqrt(variance + epsilon), g = diff_dst * scale, and means over the elements that
// share a mean and a variance:
//   diff_src = r * (g - mean of g - (src - mean) * r^2 * mean of g * (src - mean))
//   diff_scale = sum of diff_dst * (src - mean) * r, diff_shift = sum of diff_dst
// Global statistics do not depend on src: then diff_src = r * g. A mean that takes no part is 0,
// and so is the mean of g.
class backward_pass {
 public:
  explicit backward_pass(const run_context &context) noexcept
      : context_(context),
        op_(context.problem<normalization_op>()),
        src_(tensor_of(context, DNNL_ARG_SRC, op_.src)),
        diff_dst_(tensor_of(context, DNNL_ARG_DIFF_DST, op_.diff_dst)),
        diff_src_(tensor_of(context, DNNL_ARG_DIFF_SRC, op_.diff_src)),
        diff_src_1_(tensor_of(context, DNNL_ARG_DIFF_SRC_1, op_.diff_src_1)),
        mean_(tensor_of(context, DNNL_ARG_MEAN, op_.stats)),
        variance_(tensor_of(context, DNNL_ARG_VARIANCE, op_.stats)),
        scale_(tensor_of(context, DNNL_ARG_SCALE, op_.weights)),
        mask_md_(op_.has_relu() ? relu_mask(op_) : zero_md),
        mask_(tensor_of(context, DNNL_ARG_WORKSPACE, mask_md_)) {}

  // Of scale and shift first: diff_src may take the place of diff_dst.
  void run() const noexcept {
    if (op_.diff_scale || op_.diff_shift) find_weights();
    for_each_index(context_, op_.stats.ndims, op_.stats.dims, [&](const dim_t *at) {
      const box elements = sharers_of(op_, at);
      const place p = place_of(at);
      double sum = 0, products = 0;
      if (!op_.has(dnnl_use_global_stats)) {
        elements.for_each([&](const dim_t *index) {
          sum += scaled(index);
          products += scaled(index) * (src_.get(index) - p.mean);
        });
      }
      const double n = double(elements.count());
      elements.for_each([&](const dim_t *index) {
        const double x = (src_.get(index) - p.mean) * p.r * p.r;
        const double d = p.r * (scaled(index) - sum / n - x * products / n);
        if (diff_src_1_) diff_src_1_.set(index, gradient(index));
        diff_src_.set(index, d);
      });
    });
  }

 private:
  struct place {
    double mean, r;
  };
  place place_of(const dim_t *at) const noexcept {
    return {op_.mean_in ? mean_.get(at) : 0,
            1 / std::sqrt(variance_.get(at) + double(op_.epsilon))};
  }
  double gradient(const dim_t *index) const noexcept {
    return mask_ && mask_.get(index) == 0 ? 0 : diff_dst_.get(index);
  }
  double scaled(const dim_t *index) const noexcept {
    return gradient(index) * (op_.scale ? scale_.get(index + scaled_dim(op_)) : 1);
  }

  void find_weights() const noexcept {
    const tensor diff_scale = tensor_of(context_, DNNL_ARG_DIFF_SCALE, op_.weights);
    const tensor diff_shift = tensor_of(context_, DNNL_ARG_DIFF_SHIFT, op_.weights);
    for_each_index(context_, 1, op_.weights.dims, [&](const dim_t *c) {
      double scale = 0, shift = 0;
      scaled_by(op_, *c).for_each([&](const dim_t *index) {
        dim_t at[max_ndims];
        find_statistics(op_, index, at);
        const place p = place_of(at);
        scale += gradient(index) * (src_.get(index) - p.mean) * p.r;
        shift += gradient(index);
      });
      if (op_.diff_scale) diff_scale.set(c, scale);
      if (op_.diff_shift) diff_shift.set(c, shift);
    });
  }

  const run_context &context_;
  const normalization_op &op_;
  const tensor src_, diff_dst_, diff_src_, diff_src_1_, mean_, variance_, scale_;
  const memory_desc mask_md_;
  const tensor mask_;
};

}  // namespace

refusal plan_normalization_backward(plan_request &) {
  return accepted;
}

void run_normalization_backward(const run_context &context) {
  backward_pass(context).run();
}

}  // namespace dnnlet::reference
