# SPDX-License-Identifier: Apache-2.0
# Beside avx512, but for products of integers, which are those of avx512_vnni.
dnnlet_plugin(avx512_bf16
  RANK 40
  ARCHITECTURE "^(x86_64|AMD64)$"
  HIGHWAY_TARGET HWY_AVX3_ZEN4
  ISA dnnl_cpu_isa_avx512_core_bf16
  FUSED
  HALF avx2
  NEEDS sse3 ssse3 sse4_1 sse4_2 pclmul aes avx avx2 lzcnt bmi bmi2 fma f16c
    avx512f avx512vl avx512dq avx512bw avx512cd
    avx512vnni vpclmulqdq avx512vbmi avx512vbmi2 vaes avx512vpopcntdq avx512bitalg gfni
    avx512bf16
  BESIDE avx512_vnni
  KERNELS
    gemm/gemm_parts gemm/sum_lanes gemm/read_pixels gemm/write_pixels gemm/finish_rows
    gemm/tile_bf16_pairs gemm/tile_bf16_groups gemm/multiply_bf16 gemm/lane_dots
    convolution/convolution_forward convolution/convolution_backward_data
    convolution/convolution_backward_weights
    deconvolution/deconvolution_forward deconvolution/deconvolution_backward_data
    deconvolution/deconvolution_backward_weights
    inner_product/inner_product_forward inner_product/inner_product_backward_data
    inner_product/inner_product_backward_weights
    matmul/matmul matmul/expand_row rnn/row_products rnn/rnn_forward rnn/rnn_backward ukernel/brgemm
    support/convert rows/bf16_rows rows/row_parts normalization/apply
    normalization/apply_gradients normalization/parts
    batch_normalization/batch_normalization_forward
    batch_normalization/batch_normalization_backward
    group_normalization/group_normalization_forward
    group_normalization/group_normalization_backward
    layer_normalization/forward_rows layer_normalization/layer_normalization_forward
    layer_normalization/backward_rows layer_normalization/layer_normalization_backward
    softmax/forward_lines softmax/forward_planes softmax/softmax_forward softmax/softmax_backward
    prelu/prelu_forward prelu/prelu_backward eltwise/eltwise_forward eltwise/eltwise_backward
    eltwise/bf16_gradients
    reorder/functions reorder/pairs reorder/quantize reorder/reorder
    rows/direct_rows rows/weighted_rows rows/row_formula binary/binary sum/sum
    resampling/weighted_lines resampling/resampling_forward resampling/resampling_backward
  PRIMITIVES reorder eltwise convolution deconvolution inner_product matmul batch_normalization
    layer_normalization group_normalization softmax prelu binary sum resampling rnn ukernel)
