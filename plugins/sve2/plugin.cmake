# SPDX-License-Identifier: Apache-2.0
# What is limited by memory gains nothing over plugin sve.
dnnlet_plugin(sve2
  RANK 40
  ARCHITECTURE "^(aarch64|arm64)$"
  HIGHWAY_TARGET HWY_SVE2
  FUSED
  NEEDS neon neon_fma sve sve_power_of_two sve2 sve2_aes
  PRIMITIVES convolution deconvolution)
