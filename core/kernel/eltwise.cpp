// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/eltwise.h"

namespace dnnlet {

bool uses_dst_for_backward(dnnl_alg_kind_t alg) noexcept {
  return dnnl_eltwise_relu_use_dst_for_bwd <= alg && alg <= dnnl_eltwise_clip_v2_use_dst_for_bwd;
}

status check_eltwise(const char *what, dnnl_alg_kind_t alg, float alpha, float beta) noexcept {
  const bool known = dnnl_eltwise_relu <= alg && alg <= dnnl_eltwise_hardswish;
  if (!known && !uses_dst_for_backward(alg))
    return invalid(what, ": algorithm ", int(alg), " is not an eltwise one");
  const bool clips = alg == dnnl_eltwise_clip || alg == dnnl_eltwise_clip_v2 ||
                     alg == dnnl_eltwise_clip_v2_use_dst_for_bwd;
  if (clips && !(alpha <= beta)) return invalid(what, ": clip's alpha is above its beta");
  const bool inverts =
      alg == dnnl_eltwise_relu_use_dst_for_bwd || alg == dnnl_eltwise_elu_use_dst_for_bwd;
  if (inverts && !(alpha >= 0))
    return invalid(what, ": with a negative alpha the gradient cannot be told from dst");
  return dnnl_success;
}

bool keeps_zero(dnnl_alg_kind_t alg, float alpha, float beta) noexcept {
  switch (alg) {
    case dnnl_eltwise_relu:
    case dnnl_eltwise_relu_use_dst_for_bwd:
    case dnnl_eltwise_tanh:
    case dnnl_eltwise_tanh_use_dst_for_bwd:
    case dnnl_eltwise_elu:
    case dnnl_eltwise_elu_use_dst_for_bwd:
    case dnnl_eltwise_square:
    case dnnl_eltwise_abs:
    case dnnl_eltwise_sqrt:
    case dnnl_eltwise_sqrt_use_dst_for_bwd:
    case dnnl_eltwise_gelu_tanh:
    case dnnl_eltwise_gelu_erf:
    case dnnl_eltwise_swish:
    case dnnl_eltwise_mish:
    case dnnl_eltwise_round:
    case dnnl_eltwise_hardswish: return true;
    case dnnl_eltwise_linear: return beta == 0;
    case dnnl_eltwise_clip:
    case dnnl_eltwise_clip_v2:
    case dnnl_eltwise_clip_v2_use_dst_for_bwd: return alpha <= 0 && 0 <= beta;
    default: return false;
  }
}

}  // namespace dnnlet
