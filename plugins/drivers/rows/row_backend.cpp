// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

int eltwise_index(dnnl_alg_kind_t alg) noexcept {
  switch (alg) {
    case dnnl_eltwise_relu_use_dst_for_bwd: alg = dnnl_eltwise_relu; break;
    case dnnl_eltwise_tanh_use_dst_for_bwd: alg = dnnl_eltwise_tanh; break;
    case dnnl_eltwise_elu_use_dst_for_bwd: alg = dnnl_eltwise_elu; break;
    case dnnl_eltwise_sqrt_use_dst_for_bwd: alg = dnnl_eltwise_sqrt; break;
    case dnnl_eltwise_logistic_use_dst_for_bwd: alg = dnnl_eltwise_logistic; break;
    case dnnl_eltwise_exp_use_dst_for_bwd: alg = dnnl_eltwise_exp; break;
    case dnnl_eltwise_clip_v2_use_dst_for_bwd: alg = dnnl_eltwise_clip_v2; break;
    default: break;
  }
  const int index = int(alg) - int(dnnl_eltwise_relu);
  return 0 <= index && index < eltwise_count ? index : -1;
}

bool has_eltwise_row(dnnl_alg_kind_t alg, float beta) noexcept {
  const bool is_finite = beta - beta == 0;
  return eltwise_index(alg) >= 0 && (alg != dnnl_eltwise_pow || is_finite);
}

}  // namespace dnnlet::drivers
