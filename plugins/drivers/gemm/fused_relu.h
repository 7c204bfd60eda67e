// SPDX-License-Identifier: Apache-2.0
// The post-op that tiles apply themselves.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_FUSED_RELU_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_FUSED_RELU_H

#include <cfloat>

#include "core/kernel/attributes.h"

namespace dnnlet::drivers {

// y = y > 0 ? y : alpha * y; where it clips, y = min(max(y, 0), most), of NaN 0.
struct fused_relu {
  bool on, clips;
  float alpha, most;
};

// Of a slope that leaves zeros as they are, which tiles then need not tell from other numbers.
inline bool is_fused_relu(const post_op &op) noexcept {
  return op.kind == dnnl_eltwise && op.eltwise.alg == dnnl_eltwise_relu && op.eltwise.alpha >= 0 &&
         op.eltwise.alpha <= FLT_MAX;
}

// What networks have instead: ReLU6 and the like.
inline bool is_fused_clip(const post_op &op) noexcept {
  const bool clips = op.eltwise.alg == dnnl_eltwise_clip || op.eltwise.alg == dnnl_eltwise_clip_v2;
  return op.kind == dnnl_eltwise && clips && op.eltwise.alpha == 0 && op.eltwise.beta >= 0;
}

// True if there is nothing but, at most, a ReLU to be done.
inline bool takes_fused_relu(const attributes &attr, fused_relu &relu) noexcept {
  relu = {};
  if (kinds_in(attr) & ~unsigned(uses_post_ops)) return false;
  const auto &ops = attr.post_ops.entries;
  if (ops.empty()) return true;
  if (ops.count > 1 || !is_fused_relu(ops[0])) return false;
  relu = {true, false, ops[0].eltwise.alpha, 0};
  return true;
}

}  // namespace dnnlet::drivers

#endif
