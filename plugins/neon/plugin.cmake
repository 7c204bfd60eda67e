# SPDX-License-Identifier: Apache-2.0
# On 32-bit Arm the toolchain file must allow NEON with fused multiply-add (-mfpu=neon-vfpv4).
dnnlet_plugin(neon
  RANK 20
  ARCHITECTURE "^(aarch64|arm64|armv7-a|armv7l)$"
  HIGHWAY_TARGET HWY_NEON_WITHOUT_AES
  FUSED
  NEEDS neon neon_fma)
