# SPDX-License-Identifier: Apache-2.0
# On 32-bit Arm the toolchain file must allow NEON with fused multiply-add (-mfpu=neon-vfpv4).
# Its vectors have no division and no square root, which are done lane by lane there.
set(exact_division "")
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  set(exact_division -DDNNLET_EXACT_DIVISION)
endif()
dnnlet_plugin(neon
  RANK 20
  ARCHITECTURE "^(aarch64|arm64|armv7-a|armv7l)$"
  HIGHWAY_TARGET HWY_NEON_WITHOUT_AES
  FUSED
  NEEDS neon neon_fma
  OPTIONS ${exact_division})
