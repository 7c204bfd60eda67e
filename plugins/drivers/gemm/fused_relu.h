// SPDX-License-Identifier: Apache-2.0
// The post-op that tiles apply themselves.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_FUSED_RELU_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_FUSED_RELU_H

#include "core/kernel/attributes.h"

namespace dnnlet::drivers {

struct fused_relu {
  bool on;
  float alpha;
};

// True if there is nothing but, at most, a ReLU to be done.
inline bool takes_fused_relu(const attributes &attr, fused_relu &relu) noexcept {
  relu = {false, 0};
  if (kinds_in(attr) & ~unsigned(uses_post_ops)) return false;
  const auto &ops = attr.post_ops.entries;
  if (ops.empty()) return true;
  if (ops.count > 1 || ops[0].kind != dnnl_eltwise || ops[0].eltwise.alg != dnnl_eltwise_relu)
    return false;
  relu = {true, ops[0].eltwise.alpha};
  return true;
}

}  // namespace dnnlet::drivers

#endif
