# SPDX-License-Identifier: Apache-2.0
dnnlet_plugin(neon_bf16
  RANK 25
  ARCHITECTURE "^(aarch64|arm64)$"
  HIGHWAY_TARGET HWY_NEON_BF16
  FUSED
  NEEDS neon neon_fma arm_aes neon_fp16_arith neon_dot neon_bf16
  PRIMITIVES convolution deconvolution inner_product matmul rnn blas ukernel)
