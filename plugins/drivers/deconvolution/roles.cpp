// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/deconvolution/roles.h"

namespace dnnlet::drivers {

namespace {

constexpr int channels = 1;  // dimension of src and dst
constexpr uint16_t all_but_channels = uint16_t(((1u << max_ndims) - 1) & ~(1u << channels));

}  // namespace

// Scales of weights are by the deconvolution's dimensions.
gemm_tensors deconvolution_forward_roles(const deconvolution_op &op,
                                         const convolution_op &c) noexcept {
  const bool has_groups = op.weights.ndims > op.src.ndims;
  return {{&c.dst, DNNL_ARG_SRC, 0, 0},
          {&op.weights, DNNL_ARG_WEIGHTS, 0, uint16_t(has_groups ? 3 : 1)},
          {&c.src, DNNL_ARG_DST, all_but_channels, 1 << channels},
          &c.bias,
          DNNL_ARG_BIAS,
          channels};
}

gemm_tensors deconvolution_backward_data_roles(const convolution_op &c) noexcept {
  return {{&c.src, DNNL_ARG_DIFF_DST, 0, 0},
          {&c.weights, DNNL_ARG_WEIGHTS, 0, 0},
          {&c.dst, DNNL_ARG_DIFF_SRC, 0, 0},
          &zero_md,
          DNNL_ARG_BIAS,
          channels};
}

gemm_tensors deconvolution_backward_weights_roles(const convolution_op &c) noexcept {
  return {{&c.src, DNNL_ARG_DIFF_DST, 0, 0},
          {&c.weights, DNNL_ARG_DIFF_WEIGHTS, 0, 0},
          {&c.dst, DNNL_ARG_SRC, 0, 0},
          &zero_md,
          DNNL_ARG_DIFF_BIAS,
          channels};
}

}  // namespace dnnlet::drivers
