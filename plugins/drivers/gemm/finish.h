// SPDX-License-Identifier: Apache-2.0
// What becomes of the sums of a convolution on their way to dst, row of pixels by row of pixels:
//
//     y = sum * src scale * weights scale[c] + bias[c]; the post-ops; y / dst scale + dst zero
//     point
//
// rounded to dst's type. Where that is nothing but a bias and a ReLU, tiles do it themselves.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_FINISH_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_FINISH_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/backend.h"
#include "plugins/drivers/gemm/fused_relu.h"

namespace dnnlet::drivers {

struct output_plan {
  data_type type;      // of dst
  bool from_integers;  // sums are s32
  bool tile_has_bias;
  fused_relu relu;    // what a tile does of the post-ops
  int first_post_op;  // the rest
  bool has_scales, has_dst_values;
  bool is_needed;    // else tiles may write dst themselves
  size_t values_at;  // in the scratchpad: bias, scales, 1 / dst scale, dst zero point, by channel
  dim_t values;      // of each of them
};

// `dst` is what the convolution writes: diff_src in the backward pass by data. `most_columns` is
// how far beyond a channel values may be read.
refusal plan_output(plan_request &request, const gemm_backend &backend, const memory_desc &dst,
                    bool from_integers, dim_t most_columns, output_plan &plan) noexcept;

class output_stage {
 public:
  output_stage(const run_context &context, const gemm_backend &backend, const convolution_op &op,
               const memory_desc &dst, const output_plan &plan) noexcept;

  // f32 by channel, or null.
  const float *bias() const noexcept { return bias_; }

  // A row of sums, `run.pixels` of them and `step` apart, of the pixels from (n, d, h, w) on, every
  // w_step-th; beyond the end of a row of dst follows the next. `out` is where channel 0 of the
  // first pixel lies.
  struct place {
    dim_t n, d, h, w, w_step;
  };
  void finish(const pixel_run &run, void *rows, dim_t step, const place &at,
              void *out) const noexcept;

 private:
  bool finish_at_once(const pixel_run &run, const void *rows, dim_t step, void *out) const noexcept;
  void apply_post_op(int i, const pixel_run &run, float *rows, dim_t step,
                     const place &at) const noexcept;

  const run_context &context_;
  const gemm_backend &backend_;
  const memory_desc &dst_;
  const output_plan &plan_;
  const pixel_writer write_;
  const float *bias_ = nullptr, *scales_ = nullptr;
  const float *dst_scales_ = nullptr, *dst_offsets_ = nullptr;
  // Where sums are integers and the post-ops nothing but, at most, a ReLU.
  pixel_finisher finisher_ = nullptr;
  float floor_;
};

}  // namespace dnnlet::drivers

#endif
