# SPDX-License-Identifier: Apache-2.0
# CPUs that multiply matrices of bytes: Armv8.6, from Cortex-A510, A715 and X2 on.
dnnlet_plugin(neon_i8mm
  RANK 26
  ARCHITECTURE "^(aarch64|arm64)$"
  HIGHWAY_TARGET HWY_NEON_WITHOUT_AES
  FUSED
  NEEDS neon neon_fma neon_dot neon_i8mm
  BESIDE neon
  KERNELS
    gemm/gemm_parts gemm/sum_lanes gemm/read_pixels gemm/write_pixels gemm/finish_rows
    gemm/tile_int8 gemm/few_rows_int8 gemm/multiply_int8
    convolution/convolution_forward deconvolution/deconvolution_forward
    inner_product/inner_product_forward matmul/matmul rnn/row_products rnn/rnn_forward blas/gemm_int8 ukernel/brgemm
  PRIMITIVES convolution deconvolution inner_product matmul rnn blas ukernel)
