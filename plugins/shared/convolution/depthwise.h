// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution: as many groups as channels, in and out. Each channel is a lane, so that
// the GEMM's tiles multiply lane by lane.
#ifndef DNNLET_PLUGINS_SHARED_CONVOLUTION_DEPTHWISE_H
#define DNNLET_PLUGINS_SHARED_CONVOLUTION_DEPTHWISE_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/shared/convolution/sweep.h"

namespace dnnlet::shared {

refusal plan_depthwise_forward(plan_request &request);
void run_depthwise_forward(const run_context &context);
refusal plan_depthwise_backward_data(plan_request &request);
void run_depthwise_backward_data(const run_context &context);
refusal plan_depthwise_backward_weights(plan_request &request);
void run_depthwise_backward_weights(const run_context &context);

// Weights as these kernels read them: [kd][kh][kw][channel].
bool set_channels_innermost(memory_desc &weights) noexcept;
bool has_channels_innermost(const memory_desc &weights) noexcept;
// Calls body(offset in [kd][kh][kw][channel], offset in weights) for each of the weights.
template <class Body>
void for_each_weight(const convolution_op &op, const Body &body) noexcept;

// What the three passes check alike; lays out channels last what is `any`.
refusal check_depthwise(convolution_op &op, const attributes &attr, unsigned kinds) noexcept;

// A sweep (see sweep.h) whose panels do not count: out[..][c] = bias[c] + sum over taps t of
// in[..][c] * weights[t][c].
struct depthwise_sweep {
  sweep_axis d, h, w;
  dim_t n, channels;
  activation in, out;
  bool relu;
  float relu_alpha;
};
struct depthwise_cut {
  dim_t columns;  // channels of a task
  dim_t tile_h;   // rows of outputs of a task
  bool reads_in_place, writes_in_place;
  size_t input_at, rows_at, bytes;  // of a worker's scratch, after the taps
};
depthwise_cut cut(const depthwise_sweep &s, dim_t lanes) noexcept;
void run_depthwise_sweep(const run_context &context, const depthwise_sweep &s,
                         const depthwise_cut &c, dim_t lanes, const float *in, const float *weights,
                         const float *bias, float *out, char *scratch) noexcept;

}  // namespace dnnlet::shared

#endif
