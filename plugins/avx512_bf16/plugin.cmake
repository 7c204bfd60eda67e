# SPDX-License-Identifier: Apache-2.0
dnnlet_plugin(avx512_bf16
  RANK 40
  ARCHITECTURE "^(x86_64|AMD64)$"
  HIGHWAY_TARGET HWY_AVX3_ZEN4
  BESIDE avx512
  ISA dnnl_cpu_isa_avx512_core_bf16
  FUSED
  NEEDS sse3 ssse3 sse4_1 sse4_2 pclmul aes avx avx2 lzcnt bmi bmi2 fma f16c
    avx512f avx512vl avx512dq avx512bw avx512cd
    avx512vnni vpclmulqdq avx512vbmi avx512vbmi2 vaes avx512vpopcntdq avx512bitalg gfni
    avx512bf16
  PRIMITIVES convolution deconvolution inner_product matmul rnn blas ukernel)
