# SPDX-License-Identifier: Apache-2.0
dnnlet_plugin(avx512
  RANK 30
  ARCHITECTURE "^(x86_64|AMD64)$"
  HIGHWAY_TARGET HWY_AVX3
  ISA dnnl_cpu_isa_avx512_core
  FUSED
  HALF avx2
  NEEDS sse3 ssse3 sse4_1 sse4_2 pclmul aes avx avx2 lzcnt bmi bmi2 fma f16c
    avx512f avx512vl avx512dq avx512bw avx512cd)
