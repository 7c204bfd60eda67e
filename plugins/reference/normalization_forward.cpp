// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "plugins/reference/normalization.h"
#include "plugins/reference/post_ops.h"
#include "plugins/reference/quantization.h"

namespace dnnlet::reference {

namespace {

struct moments {
  double mean, variance;
};

// In two passes; 0 where there are no elements.
moments moments_of(const normalization_op &op, const tensor &src, const box &elements) noexcept {
  const double n = double(elements.count());
  moments m = {0, 0};
  if (n == 0) return m;
  if (!op.has(dnnl_rms_norm))
    elements.for_each([&](const dim_t *index) { m.mean += src.get(index) / n; });
  elements.for_each([&](const dim_t *index) {
    const double x = src.get(index) - m.mean;
    m.variance += x * x / n;
  });
  return m;
}

class forward_pass {
 public:
  explicit forward_pass(const run_context &context) noexcept
      : context_(context),
        op_(context.problem<normalization_op>()),
        src_(tensor_of(context, DNNL_ARG_SRC, op_.src)),
        dst_(tensor_of(context, DNNL_ARG_DST, op_.dst)),
        src_1_(tensor_of(context, DNNL_ARG_SRC_1, op_.src_1)),
        mean_(tensor_of(context, DNNL_ARG_MEAN, op_.stats)),
        variance_(tensor_of(context, DNNL_ARG_VARIANCE, op_.stats)),
        scale_(tensor_of(context, DNNL_ARG_SCALE, op_.weights)),
        shift_(tensor_of(context, DNNL_ARG_SHIFT, op_.weights)),
        mask_md_(op_.has_relu() ? relu_mask(op_) : zero_md),
        mask_(tensor_of(context, DNNL_ARG_WORKSPACE, mask_md_)),
        post_ops_(context, op_.dst) {}

  void run() const noexcept {
    for_each_index(context_, op_.stats.ndims, op_.stats.dims, [&](const dim_t *at) {
      const box elements = sharers_of(op_, at);
      const moments m = op_.stats_in ? moments{op_.mean_in ? mean_.get(at) : 0, variance_.get(at)}
                                     : moments_of(op_, src_, elements);
      if (op_.mean_out) mean_.set(at, m.mean);
      if (op_.stats_out) variance_.set(at, m.variance);
      elements.for_each([&](const dim_t *index) { normalize(m, index); });
    });
  }

 private:
  void normalize(const moments &m, const dim_t *index) const noexcept {
    const dim_t *c = index + scaled_dim(op_);
    double y = (src_.get(index) - m.mean) / std::sqrt(m.variance + double(op_.epsilon));
    if (op_.scale) y *= scale_.get(c);
    if (op_.shift) y += shift_.get(c);
    if (src_1_) y += src_1_.get(index);
    if (op_.has_relu()) {
      if (mask_) mask_.set(index, y > 0);
      y = y > 0 ? y : 0;
    }
    y *= src_scale_.at(index);
    y = post_ops_.apply(y, dst_, index);
    dst_.set(index, y / dst_scale_.at(index));
  }

  const run_context &context_;
  const normalization_op &op_;
  const tensor src_, dst_, src_1_, mean_, variance_, scale_, shift_;
  const memory_desc mask_md_;
  const tensor mask_;
  const post_op_chain post_ops_;
  const quantization_values src_scale_ = scales_of(context_, DNNL_ARG_SRC, op_.src);
  const quantization_values dst_scale_ = scales_of(context_, DNNL_ARG_DST, op_.dst);
};

}  // namespace

refusal plan_normalization_forward(plan_request &) {
  return accepted;
}

void run_normalization_forward(const run_context &context) {
  forward_pass(context).run();
}

}  // namespace dnnlet::reference
