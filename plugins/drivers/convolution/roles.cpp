// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/roles.h"

namespace dnnlet::drivers {

namespace {

constexpr int channels = 1;  // dimension of src and dst
constexpr uint16_t all_but_channels = uint16_t(((1u << max_ndims) - 1) & ~(1u << channels));

}  // namespace

gemm_tensors forward_roles(const convolution_op &op) noexcept {
  const bool has_groups = op.weights.ndims > op.src.ndims;
  return {{&op.src, DNNL_ARG_SRC, 0, 0},
          {&op.weights, DNNL_ARG_WEIGHTS, 0, uint16_t(has_groups ? 3 : 1)},
          {&op.dst, DNNL_ARG_DST, all_but_channels, 1 << channels},
          &op.bias,
          DNNL_ARG_BIAS,
          channels};
}

gemm_tensors backward_data_roles(const convolution_op &op) noexcept {
  return {{&op.dst, DNNL_ARG_DIFF_DST, 0, 0},
          {&op.weights, DNNL_ARG_WEIGHTS, 0, 0},
          {&op.src, DNNL_ARG_DIFF_SRC, 0, 0},
          &zero_md,
          DNNL_ARG_BIAS,
          channels};
}

gemm_tensors backward_weights_roles(const convolution_op &op) noexcept {
  return {{&op.src, DNNL_ARG_SRC, 0, 0},
          {&op.weights, DNNL_ARG_DIFF_WEIGHTS, 0, 0},
          {&op.dst, DNNL_ARG_DIFF_DST, 0, 0},
          &op.bias,
          DNNL_ARG_DIFF_BIAS,
          channels};
}

}  // namespace dnnlet::drivers
