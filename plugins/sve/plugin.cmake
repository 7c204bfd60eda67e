# SPDX-License-Identifier: Apache-2.0
dnnlet_plugin(sve
  RANK 30
  ARCHITECTURE "^(aarch64|arm64)$"
  HIGHWAY_TARGET HWY_SVE
  FUSED
  NEEDS neon neon_fma sve sve_power_of_two)
