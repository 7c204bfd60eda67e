# SPDX-License-Identifier: Apache-2.0
# CPUs with AVX-512 that multiply bytes in fours, but not pairs of bf16: Cascade Lake, Ice Lake, Tiger
# Lake, Rocket Lake.
dnnlet_plugin(avx512_vnni
  RANK 35
  ARCHITECTURE "^(x86_64|AMD64)$"
  HIGHWAY_TARGET HWY_AVX3
  ISA dnnl_cpu_isa_avx512_core_vnni
  FUSED
  NEEDS sse3 ssse3 sse4_1 sse4_2 pclmul aes avx avx2 lzcnt bmi bmi2 fma f16c
    avx512f avx512vl avx512dq avx512bw avx512cd avx512vnni
  BESIDE avx512
  KERNELS
    gemm/gemm_parts gemm/sum_lanes gemm/read_pixels gemm/write_pixels gemm/finish_rows
    gemm/tile_int8 gemm/tile_int8_groups gemm/few_rows_int8 gemm/multiply_int8
    convolution/convolution_forward deconvolution/deconvolution_forward
    inner_product/inner_product_forward matmul/matmul rnn/row_products rnn/rnn_forward blas/gemm_int8 ukernel/brgemm
  PRIMITIVES convolution deconvolution inner_product matmul rnn blas ukernel)
