# SPDX-License-Identifier: Apache-2.0
dnnlet_plugin(sve2
  RANK 40
  ARCHITECTURE "^(aarch64|arm64)$"
  HIGHWAY_TARGET HWY_SVE2
  FUSED
  NEEDS neon neon_fma sve sve2 sve2_aes)
