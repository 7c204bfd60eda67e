// SPDX-License-Identifier: Apache-2.0
// The post-op that tiles, or windows, apply themselves.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_FUSED_RELU_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_FUSED_RELU_H

#include <cfloat>
#include <cmath>

#include "core/kernel/attributes.h"
#include "core/support/built_types.h"
#include "core/support/data_type.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

// Whether tiles do more than a ReLU. Builds for f32 alone are to be small.
constexpr bool tiles_finish = has_large_caches && has_types_beside_f32;

// y = y > 0 ? y : alpha * y + beta, which is -0, or +0 where no zero is to have a sign; where it
// clips, y = min(max(y, 0), beta), of NaN 0; where it gates, y = y * min(max(alpha * y + beta, 0),
// 1).
struct fused_relu {
  bool on, clips, gates;
  float alpha, beta;
};
inline float apply(const fused_relu &relu, float x) noexcept {
  if (!tiles_finish) return x > 0 ? x : relu.alpha * x;
  if (relu.gates) {
    const float z = std::fma(relu.alpha, x, relu.beta), gate = 0 > z ? 0 : z;
    return x * (1 < gate ? 1 : gate);
  }
  if (!relu.clips) return x > 0 ? x : relu.alpha * x + relu.beta;
  return x > 0 ? x < relu.beta ? x : relu.beta : 0;
}

// A ReLU of a slope that leaves zeros as they are, which tiles then need not tell from other
// numbers; or, if they can do more, what networks have instead: ReLU6 and the like, hard swish.
// Else it is not on.
enum class fused_kinds { relu, clips, gates };
inline fused_relu as_fused_relu(const post_op &op, fused_kinds kinds) noexcept {
  if (op.kind != dnnl_eltwise) return {};
  const auto &[alg, alpha, beta] = op.eltwise;
  if (alg == dnnl_eltwise_relu && alpha >= 0 && alpha <= FLT_MAX)
    return {true, false, false, alpha, -0.0f};
  const bool clips = alg == dnnl_eltwise_clip || alg == dnnl_eltwise_clip_v2;
  if (kinds >= fused_kinds::clips && clips && alpha == 0 && beta >= 0)
    return {true, true, false, 0, beta};
  if (kinds == fused_kinds::gates && alg == dnnl_eltwise_hardswish && std::isfinite(alpha) &&
      std::isfinite(beta))
    return {true, false, true, alpha, beta};
  return {};
}

constexpr fused_kinds kinds_of_tiles = tiles_finish ? fused_kinds::gates : fused_kinds::relu;
constexpr fused_kinds kinds_of_windows = tiles_finish ? fused_kinds::gates : fused_kinds::clips;

// True if there is nothing but, at most, what tiles do to be done.
inline bool takes_fused_relu(const attributes &attr, fused_relu &relu) noexcept {
  relu = {};
  if (kinds_in(attr) & ~unsigned(uses_post_ops)) return false;
  const auto &ops = attr.post_ops.entries;
  if (ops.empty()) return true;
  if (ops.count == 1) relu = as_fused_relu(ops[0], kinds_of_tiles);
  return relu.on;
}

}  // namespace dnnlet::drivers

#endif
