# SPDX-License-Identifier: Apache-2.0
# On 32-bit Arm the toolchain file must allow NEON with fused multiply-add (-mfpu=neon-vfpv4).
# Its vectors have no division and no square root, which are done lane by lane there. They convert
# f16 as IEEE says, but gcc has no half format unless it is told which; without, Highway emulates
# the conversion, and takes infinity for 65536.
set(options_of_32_bits "")
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  set(options_of_32_bits -DDNNLET_EXACT_DIVISION)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND options_of_32_bits -mfp16-format=ieee)
  endif()
endif()
dnnlet_plugin(neon
  RANK 20
  ARCHITECTURE "^(aarch64|arm64|armv7-a|armv7l)$"
  HIGHWAY_TARGET HWY_NEON_WITHOUT_AES
  FUSED
  NEEDS neon neon_fma
  OPTIONS ${options_of_32_bits})
