# SPDX-License-Identifier: Apache-2.0
dnnlet_plugin(avx2
  RANK 20
  ARCHITECTURE "^(x86_64|AMD64)$"
  HIGHWAY_TARGET HWY_AVX2
  ISA dnnl_cpu_isa_avx2
  FUSED
  NEEDS sse3 ssse3 sse4_1 sse4_2 pclmul aes avx avx2 lzcnt bmi bmi2 fma f16c)
