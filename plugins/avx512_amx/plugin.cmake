# SPDX-License-Identifier: Apache-2.0
# CPUs with a unit that multiplies matrices of bf16 and of bytes: Sapphire Rapids and later.
dnnlet_plugin(avx512_amx
  RANK 50
  ARCHITECTURE "^(x86_64|AMD64)$"
  HIGHWAY_TARGET HWY_AVX3_ZEN4
  ISA dnnl_cpu_isa_avx512_core_amx
  FUSED
  NEEDS sse3 ssse3 sse4_1 sse4_2 pclmul aes avx avx2 lzcnt bmi bmi2 fma f16c
    avx512f avx512vl avx512dq avx512bw avx512cd
    avx512vnni vpclmulqdq avx512vbmi avx512vbmi2 vaes avx512vpopcntdq avx512bitalg gfni
    avx512bf16 amx
  INSTRUCTION tilerelease
  BESIDE avx512_bf16
  KERNELS
    gemm/gemm_parts gemm/tile_int8 gemm/multiply_int8 gemm/tile_bf16_pairs gemm/multiply_bf16
    convolution/convolution_forward convolution/convolution_backward_data
    convolution/convolution_backward_weights
    deconvolution/deconvolution_forward deconvolution/deconvolution_backward_data
    inner_product/inner_product_forward inner_product/inner_product_backward_data
    inner_product/inner_product_backward_weights
    matmul/matmul rnn/row_products rnn/rnn_forward rnn/rnn_backward blas/gemm_int8 ukernel/brgemm
  PRIMITIVES convolution deconvolution inner_product matmul rnn blas ukernel)
