# SPDX-License-Identifier: Apache-2.0
# CPUs that calculate in f16: Armv8.2, from Cortex-A55 and A75 on. For products whose accumulation
# mode is `any`, which ask for it; hence before all others.
dnnlet_plugin(neon_fp16
  RANK 45
  ARCHITECTURE "^(aarch64|arm64)$"
  HIGHWAY_TARGET HWY_NEON_WITHOUT_AES
  FUSED
  NEEDS neon neon_fma neon_fp16_arith
  BESIDE neon
  KERNELS
    gemm/gemm_parts gemm/sum_lanes gemm/tile_f16 gemm/multiply_f16
    convolution/convolution_forward inner_product/inner_product_forward matmul/matmul
  PRIMITIVES convolution inner_product matmul)
