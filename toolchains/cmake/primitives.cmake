# SPDX-License-Identifier: Apache-2.0
# The primitives, a row each, and the rooms of plugins/drivers and plugins/kernels that they share.
# rooms.cmake explains the fields, and says what follows of them.

dnnlet_room(support)
dnnlet_room(rows NEEDS support)
dnnlet_room(fold NEEDS support)
dnnlet_room(normalization NEEDS rows)
dnnlet_room(gemm NEEDS rows reorder)  # packs by reorder's loops

dnnlet_primitive(reorder OPERATIONS reorder NEEDS support)
dnnlet_primitive(eltwise OPERATIONS eltwise_forward eltwise_backward NEEDS rows)
dnnlet_primitive(convolution
  OPERATIONS convolution_forward convolution_backward_data convolution_backward_weights NEEDS gemm)
dnnlet_primitive(deconvolution
  OPERATIONS deconvolution_forward deconvolution_backward_data deconvolution_backward_weights
  NEEDS convolution)
dnnlet_primitive(inner_product
  OPERATIONS inner_product_forward inner_product_backward_data inner_product_backward_weights
  NEEDS gemm)
dnnlet_primitive(matmul OPERATIONS matmul NEEDS gemm)
dnnlet_primitive(pooling OPERATIONS pooling_forward pooling_backward NEEDS fold rows)
dnnlet_primitive(lrn OPERATIONS lrn_forward lrn_backward NEEDS fold rows)
dnnlet_primitive(batch_normalization
  OPERATIONS batch_normalization_forward batch_normalization_backward NEEDS normalization)
dnnlet_primitive(layer_normalization
  OPERATIONS layer_normalization_forward layer_normalization_backward NEEDS normalization)
dnnlet_primitive(group_normalization
  OPERATIONS group_normalization_forward group_normalization_backward NEEDS normalization)
dnnlet_primitive(softmax OPERATIONS softmax_forward softmax_backward NEEDS rows)
dnnlet_primitive(reduction OPERATIONS reduction NEEDS rows)
dnnlet_primitive(prelu OPERATIONS prelu_forward prelu_backward NEEDS rows)
dnnlet_primitive(binary OPERATIONS binary NEEDS rows)
dnnlet_primitive(sum OPERATIONS sum NEEDS rows)
dnnlet_primitive(concat OPERATIONS concat NEEDS reorder rows)
dnnlet_primitive(shuffle OPERATIONS shuffle_forward shuffle_backward NEEDS reorder)
dnnlet_primitive(resampling OPERATIONS resampling_forward resampling_backward NEEDS rows)
dnnlet_primitive(rnn OPERATIONS rnn_forward rnn_backward NEEDS gemm)
dnnlet_primitive(blas OPERATIONS sgemm gemm_int8 NEEDS gemm TESTED_AS gemm)
dnnlet_primitive(ukernel OPERATIONS brgemm transform NEEDS gemm)
