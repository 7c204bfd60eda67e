# SPDX-License-Identifier: Apache-2.0
# CPUs with SVE that multiply matrices of bytes, which then SVE does too: Neoverse V1, N2, V2,
# Cortex-A510, A715, X2.
dnnlet_plugin(sve_i8mm
  RANK 42
  ARCHITECTURE "^(aarch64|arm64)$"
  HIGHWAY_TARGET HWY_SVE
  FUSED
  NEEDS neon neon_fma sve sve_power_of_two neon_i8mm
  BESIDE sve
  KERNELS
    gemm/gemm_parts gemm/sum_lanes gemm/read_pixels gemm/write_pixels gemm/finish_rows
    gemm/tile_int8 gemm/few_rows_int8 gemm/multiply_int8
    convolution/convolution_forward deconvolution/deconvolution_forward
    inner_product/inner_product_forward matmul/matmul rnn/row_products rnn/rnn_forward blas/gemm_int8 ukernel/brgemm
  PRIMITIVES convolution deconvolution inner_product matmul rnn blas ukernel)
