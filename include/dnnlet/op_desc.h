// SPDX-License-Identifier: Apache-2.0
// Operation descriptors: the first of the three levels at which a computation is described.
//
//     operation descriptor   what is computed: shapes, algorithm, propagation kind, parameters
//     primitive descriptor   the same with attributes and an engine: a kernel and its layouts
//     primitive              what can be executed
//
// oneDNN v3 makes primitive descriptors in one call. These are the calls of oneDNN v2, by their
// names and with their arguments in order, but that tensors are described by the handles of v3. An
// operation descriptor can be kept, and made into any number of primitive descriptors, with other
// attributes or for other engines:
//
//     dnnl_eltwise_desc_t relu;
//     dnnl_eltwise_forward_desc_init(&relu, dnnl_forward_inference, dnnl_eltwise_relu, md, 0, 0);
//     dnnl_primitive_desc_create(&pd, &relu, NULL, engine, NULL);
//
// It is plain data of the caller's, and holds copies of all that it is told: nothing is allocated,
// nothing needs to be destroyed, it may be copied, and the descriptors of tensors may go. What it
// means is checked when a primitive descriptor is made of it, by the same code as in the calls of
// v3. Reorder, concat and sum have none, as in oneDNN v2.
//
// Calls end in desc_init. They return dnnl_success, or dnnl_invalid_arguments if the descriptor
// that they fill, or an array that must be given (strides, kernel, padding_l), is null. `dilates`
// may be null: dense windows; so may be `padding_r`: as padding_l. The members of the descriptors
// have the names of the arguments. They are there to be read, not to be written.
#ifndef DNNLET_OP_DESC_H
#define DNNLET_OP_DESC_H

#include "oneapi/dnnl/dnnl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- what all have in common

/// A copy of what describes a tensor; zeros where there is none.
typedef union {
  unsigned char bytes[240];
  int64_t alignment;
} dnnlet_tensor_desc_t;

struct dnnlet_creation;
/// How every operation descriptor begins.
typedef struct {
  dnnl_primitive_kind_t primitive_kind;
  dnnl_prop_kind_t prop_kind;  ///< dnnl_prop_kind_undef where the primitive has none
  dnnl_alg_kind_t alg_kind;    ///< dnnl_alg_kind_undef where the primitive has none
  unsigned mark;               ///< that it was initialised
  dnnl_status_t (*create)(const struct dnnlet_creation *creation);
} dnnlet_operation_t;

/// Any operation descriptor.
typedef void *dnnl_op_desc_t;
typedef const void *const_dnnl_op_desc_t;

/// Makes a primitive descriptor of an operation descriptor, as the create call of the operation
/// does, with the first kernel that takes it; dnnl_primitive_desc_next_impl() goes on from there.
/// @param primitive_desc receives the primitive descriptor, to be destroyed by the caller
/// @param op_desc a descriptor that one of the calls below has initialised
/// @param attr attributes; null for none
/// @param engine where it is to be computed
/// @param hint_forward_primitive_desc of backward operations: that of the forward pass; may be null
/// @returns what the create call of the operation returns; dnnl_invalid_arguments if op_desc is
///     null or was not initialised
DNNL_API dnnl_status_t
dnnl_primitive_desc_create(dnnl_primitive_desc_t *primitive_desc, const_dnnl_op_desc_t op_desc,
                           const_dnnl_primitive_attr_t attr, dnnl_engine_t engine,
                           const_dnnl_primitive_desc_t hint_forward_primitive_desc);

/// Goes through all kernels that take an operation, best first.
typedef struct dnnl_primitive_desc_iterator *dnnl_primitive_desc_iterator_t;
typedef const struct dnnl_primitive_desc_iterator *const_dnnl_primitive_desc_iterator_t;

/// Begins at the first kernel. Arguments and results as above.
DNNL_API dnnl_status_t dnnl_primitive_desc_iterator_create(
    dnnl_primitive_desc_iterator_t *iterator, const_dnnl_op_desc_t op_desc,
    const_dnnl_primitive_attr_t attr, dnnl_engine_t engine,
    const_dnnl_primitive_desc_t hint_forward_primitive_desc);
/// Goes on to the next kernel.
/// @returns dnnl_success; dnnl_last_impl_reached (4, dnnl_iterator_ends of v2) if there is none
DNNL_API dnnl_status_t dnnl_primitive_desc_iterator_next(dnnl_primitive_desc_iterator_t iterator);
/// The primitive descriptor with the current kernel, for the caller to destroy; null beyond the
/// last kernel, or where memory is exhausted.
DNNL_API dnnl_primitive_desc_t
dnnl_primitive_desc_iterator_fetch(const_dnnl_primitive_desc_iterator_t iterator);
/// Null is allowed.
DNNL_API dnnl_status_t
dnnl_primitive_desc_iterator_destroy(dnnl_primitive_desc_iterator_t iterator);

/// Convolution.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, weights_desc, bias_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc, diff_weights_desc, diff_bias_desc;
  dnnl_dims_t strides, dilates, padding_l, padding_r;
} dnnl_convolution_desc_t;

DNNL_API dnnl_status_t dnnl_dilated_convolution_forward_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t dilates, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_dilated_convolution_backward_data_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t dilates,
    const dnnl_dims_t padding_l, const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_dilated_convolution_backward_weights_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t dilates,
    const dnnl_dims_t padding_l, const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_convolution_forward_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_convolution_backward_data_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_convolution_backward_weights_desc_init(
    dnnl_convolution_desc_t *conv_desc, dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r);

/// Deconvolution.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, weights_desc, bias_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc, diff_weights_desc, diff_bias_desc;
  dnnl_dims_t strides, dilates, padding_l, padding_r;
} dnnl_deconvolution_desc_t;

DNNL_API dnnl_status_t dnnl_dilated_deconvolution_forward_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t dilates, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_dilated_deconvolution_backward_data_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t dilates,
    const dnnl_dims_t padding_l, const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_dilated_deconvolution_backward_weights_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t diff_weights_desc,
    const_dnnl_memory_desc_t diff_bias_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t dilates, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_deconvolution_forward_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_deconvolution_backward_data_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_deconvolution_backward_weights_desc_init(
    dnnl_deconvolution_desc_t *deconv_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t diff_weights_desc,
    const_dnnl_memory_desc_t diff_bias_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r);

/// Inner product.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, weights_desc, bias_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc, diff_weights_desc, diff_bias_desc;
} dnnl_inner_product_desc_t;

DNNL_API dnnl_status_t dnnl_inner_product_forward_desc_init(dnnl_inner_product_desc_t *ip_desc,
                                                            dnnl_prop_kind_t prop_kind,
                                                            const_dnnl_memory_desc_t src_desc,
                                                            const_dnnl_memory_desc_t weights_desc,
                                                            const_dnnl_memory_desc_t bias_desc,
                                                            const_dnnl_memory_desc_t dst_desc);
DNNL_API dnnl_status_t dnnl_inner_product_backward_data_desc_init(
    dnnl_inner_product_desc_t *ip_desc, const_dnnl_memory_desc_t diff_src_desc,
    const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t diff_dst_desc);
DNNL_API dnnl_status_t dnnl_inner_product_backward_weights_desc_init(
    dnnl_inner_product_desc_t *ip_desc, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_desc);

/// Matrix product. `bias_desc` may be null.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, weights_desc, bias_desc, dst_desc;
} dnnl_matmul_desc_t;

DNNL_API dnnl_status_t dnnl_matmul_desc_init(dnnl_matmul_desc_t *matmul_desc,
                                             const_dnnl_memory_desc_t src_desc,
                                             const_dnnl_memory_desc_t weights_desc,
                                             const_dnnl_memory_desc_t bias_desc,
                                             const_dnnl_memory_desc_t dst_desc);

/// Pooling. Without `dilation`, windows are dense.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc;
  dnnl_dims_t strides, kernel, dilation, padding_l, padding_r;
} dnnl_pooling_desc_t;
typedef dnnl_pooling_desc_t dnnl_pooling_v2_desc_t;

DNNL_API dnnl_status_t dnnl_pooling_v2_forward_desc_init(
    dnnl_pooling_desc_t *pool_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, const dnnl_dims_t strides,
    const dnnl_dims_t kernel, const dnnl_dims_t dilation, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_pooling_v2_backward_desc_init(
    dnnl_pooling_desc_t *pool_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t kernel, const dnnl_dims_t dilation,
    const dnnl_dims_t padding_l, const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_pooling_forward_desc_init(
    dnnl_pooling_desc_t *pool_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, const dnnl_dims_t strides,
    const dnnl_dims_t kernel, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r);
DNNL_API dnnl_status_t dnnl_pooling_backward_desc_init(
    dnnl_pooling_desc_t *pool_desc, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dims_t strides, const dnnl_dims_t kernel, const dnnl_dims_t padding_l,
    const dnnl_dims_t padding_r);

/// Local response normalization.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc;
  dnnl_dim_t local_size;
  float alpha;
  float beta;
  float k;
} dnnl_lrn_desc_t;
typedef dnnl_lrn_desc_t dnnl_lrn_v2_desc_t;

DNNL_API dnnl_status_t dnnl_lrn_v2_forward_desc_init(
    dnnl_lrn_desc_t *lrn_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, dnnl_dim_t local_size,
    float alpha, float beta, float k);
DNNL_API dnnl_status_t dnnl_lrn_v2_backward_desc_init(
    dnnl_lrn_desc_t *lrn_desc, dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t diff_src_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const_dnnl_memory_desc_t src_desc,
    dnnl_dim_t local_size, float alpha, float beta, float k);
DNNL_API dnnl_status_t dnnl_lrn_forward_desc_init(
    dnnl_lrn_desc_t *lrn_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t data_desc, dnnl_dim_t local_size, float alpha, float beta, float k);
DNNL_API dnnl_status_t dnnl_lrn_backward_desc_init(
    dnnl_lrn_desc_t *lrn_desc, dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t diff_data_desc,
    const_dnnl_memory_desc_t data_desc, dnnl_dim_t local_size, float alpha, float beta, float k);

/// Batch normalization.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc;
  float epsilon;
  unsigned flags;
} dnnl_batch_normalization_desc_t;
typedef dnnl_batch_normalization_desc_t dnnl_batch_normalization_v2_desc_t;

DNNL_API dnnl_status_t dnnl_batch_normalization_v2_forward_desc_init(
    dnnl_batch_normalization_desc_t *bnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, float epsilon,
    unsigned flags);
DNNL_API dnnl_status_t dnnl_batch_normalization_v2_backward_desc_init(
    dnnl_batch_normalization_desc_t *bnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, float epsilon, unsigned flags);
DNNL_API dnnl_status_t dnnl_batch_normalization_forward_desc_init(
    dnnl_batch_normalization_desc_t *bnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t data_desc, float epsilon, unsigned flags);
DNNL_API dnnl_status_t dnnl_batch_normalization_backward_desc_init(
    dnnl_batch_normalization_desc_t *bnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_data_desc, const_dnnl_memory_desc_t data_desc, float epsilon,
    unsigned flags);

/// Layer normalization. `stat_desc` may be null. v3: scale and shift have the given types, else
/// f32.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc, stat_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc;
  dnnl_data_type_t scale_shift_data_type;
  float epsilon;
  unsigned flags;
  dnnl_data_type_t diff_scale_shift_data_type;
} dnnl_layer_normalization_desc_t;
typedef dnnl_layer_normalization_desc_t dnnl_layer_normalization_v2_desc_t;

DNNL_API dnnl_status_t dnnl_layer_normalization_v3_forward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_memory_desc_t stat_desc, dnnl_data_type_t scale_shift_data_type, float epsilon,
    unsigned flags);
DNNL_API dnnl_status_t dnnl_layer_normalization_v3_backward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t stat_desc,
    dnnl_data_type_t diff_scale_shift_data_type, dnnl_data_type_t scale_shift_data_type,
    float epsilon, unsigned flags);
DNNL_API dnnl_status_t dnnl_layer_normalization_forward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t data_desc, const_dnnl_memory_desc_t stat_desc, float epsilon,
    unsigned flags);
DNNL_API dnnl_status_t dnnl_layer_normalization_v2_forward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_memory_desc_t stat_desc, float epsilon, unsigned flags);
DNNL_API dnnl_status_t dnnl_layer_normalization_backward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_data_desc, const_dnnl_memory_desc_t data_desc,
    const_dnnl_memory_desc_t stat_desc, float epsilon, unsigned flags);
DNNL_API dnnl_status_t dnnl_layer_normalization_v2_backward_desc_init(
    dnnl_layer_normalization_desc_t *lnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t stat_desc, float epsilon,
    unsigned flags);

/// Group normalization, which oneDNN v2 does not have.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc;
  dnnl_dim_t groups;
  float epsilon;
  unsigned flags;
} dnnl_group_normalization_desc_t;

DNNL_API dnnl_status_t dnnl_group_normalization_forward_desc_init(
    dnnl_group_normalization_desc_t *gnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, dnnl_dim_t groups,
    float epsilon, unsigned flags);
DNNL_API dnnl_status_t dnnl_group_normalization_backward_desc_init(
    dnnl_group_normalization_desc_t *gnrm_desc, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, dnnl_dim_t groups, float epsilon, unsigned flags);

/// Elementwise functions. `data_desc` is src and dst, `diff_data_desc` their gradients.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc, data_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc;
  float alpha;
  float beta;
} dnnl_eltwise_desc_t;
typedef dnnl_eltwise_desc_t dnnl_eltwise_v2_desc_t;

DNNL_API dnnl_status_t dnnl_eltwise_v2_forward_desc_init(
    dnnl_eltwise_desc_t *eltwise_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, float alpha, float beta);
DNNL_API dnnl_status_t dnnl_eltwise_v2_backward_desc_init(dnnl_eltwise_desc_t *eltwise_desc,
                                                          dnnl_alg_kind_t alg_kind,
                                                          const_dnnl_memory_desc_t diff_src_desc,
                                                          const_dnnl_memory_desc_t diff_dst_desc,
                                                          const_dnnl_memory_desc_t data_desc,
                                                          float alpha, float beta);
DNNL_API dnnl_status_t dnnl_eltwise_forward_desc_init(dnnl_eltwise_desc_t *eltwise_desc,
                                                      dnnl_prop_kind_t prop_kind,
                                                      dnnl_alg_kind_t alg_kind,
                                                      const_dnnl_memory_desc_t data_desc,
                                                      float alpha, float beta);
DNNL_API dnnl_status_t dnnl_eltwise_backward_desc_init(dnnl_eltwise_desc_t *eltwise_desc,
                                                       dnnl_alg_kind_t alg_kind,
                                                       const_dnnl_memory_desc_t diff_data_desc,
                                                       const_dnnl_memory_desc_t data_desc,
                                                       float alpha, float beta);

/// Softmax, and its logarithm.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc;
  int softmax_axis;
} dnnl_softmax_desc_t;
typedef dnnl_softmax_desc_t dnnl_softmax_v2_desc_t;
typedef dnnl_softmax_desc_t dnnl_logsoftmax_desc_t;

DNNL_API dnnl_status_t dnnl_softmax_v2_forward_desc_init(
    dnnl_softmax_desc_t *softmax_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, int softmax_axis);
DNNL_API dnnl_status_t dnnl_softmax_v2_backward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                                          dnnl_alg_kind_t alg_kind,
                                                          const_dnnl_memory_desc_t diff_src_desc,
                                                          const_dnnl_memory_desc_t diff_dst_desc,
                                                          const_dnnl_memory_desc_t dst_desc,
                                                          int softmax_axis);
DNNL_API dnnl_status_t dnnl_softmax_forward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                                      dnnl_prop_kind_t prop_kind,
                                                      const_dnnl_memory_desc_t data_desc,
                                                      int softmax_axis);
DNNL_API dnnl_status_t dnnl_softmax_backward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                                       const_dnnl_memory_desc_t diff_data_desc,
                                                       const_dnnl_memory_desc_t data_desc,
                                                       int softmax_axis);
DNNL_API dnnl_status_t dnnl_logsoftmax_forward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                                         dnnl_prop_kind_t prop_kind,
                                                         const_dnnl_memory_desc_t data_desc,
                                                         int logsoftmax_axis);
DNNL_API dnnl_status_t dnnl_logsoftmax_backward_desc_init(dnnl_softmax_desc_t *softmax_desc,
                                                          const_dnnl_memory_desc_t diff_data_desc,
                                                          const_dnnl_memory_desc_t data_desc,
                                                          int logsoftmax_axis);

/// Reduction.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc;
  float p;
  float eps;
} dnnl_reduction_desc_t;

DNNL_API dnnl_status_t dnnl_reduction_desc_init(dnnl_reduction_desc_t *desc,
                                                dnnl_alg_kind_t alg_kind,
                                                const_dnnl_memory_desc_t src_desc,
                                                const_dnnl_memory_desc_t dst_desc, float p,
                                                float eps);

/// PReLU.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, weights_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_weights_desc, diff_dst_desc;
} dnnl_prelu_desc_t;
typedef dnnl_prelu_desc_t dnnl_prelu_v2_desc_t;

DNNL_API dnnl_status_t dnnl_prelu_v2_forward_desc_init(dnnl_prelu_desc_t *prelu_desc,
                                                       dnnl_prop_kind_t prop_kind,
                                                       const_dnnl_memory_desc_t src_desc,
                                                       const_dnnl_memory_desc_t weights_desc,
                                                       const_dnnl_memory_desc_t dst_desc);
DNNL_API dnnl_status_t dnnl_prelu_v2_backward_desc_init(dnnl_prelu_desc_t *prelu_desc,
                                                        const_dnnl_memory_desc_t src_desc,
                                                        const_dnnl_memory_desc_t weights_desc,
                                                        const_dnnl_memory_desc_t diff_src_desc,
                                                        const_dnnl_memory_desc_t diff_weights_desc,
                                                        const_dnnl_memory_desc_t diff_dst_desc);
DNNL_API dnnl_status_t dnnl_prelu_forward_desc_init(dnnl_prelu_desc_t *prelu_desc,
                                                    dnnl_prop_kind_t prop_kind,
                                                    const_dnnl_memory_desc_t data_desc,
                                                    const_dnnl_memory_desc_t weights_desc);
DNNL_API dnnl_status_t dnnl_prelu_backward_desc_init(dnnl_prelu_desc_t *prelu_desc,
                                                     const_dnnl_memory_desc_t data_desc,
                                                     const_dnnl_memory_desc_t weights_desc,
                                                     const_dnnl_memory_desc_t diff_data_desc,
                                                     const_dnnl_memory_desc_t diff_weights_desc);

/// Binary functions. v2: with a third tensor, the condition of a selection.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src0_desc, src1_desc, src2_desc, dst_desc;
} dnnl_binary_desc_t;
typedef dnnl_binary_desc_t dnnl_binary_v2_desc_t;

DNNL_API dnnl_status_t dnnl_binary_v2_desc_init(dnnl_binary_desc_t *binary_desc,
                                                dnnl_alg_kind_t alg_kind,
                                                const_dnnl_memory_desc_t src0_desc,
                                                const_dnnl_memory_desc_t src1_desc,
                                                const_dnnl_memory_desc_t src2_desc,
                                                const_dnnl_memory_desc_t dst_desc);
DNNL_API dnnl_status_t dnnl_binary_desc_init(dnnl_binary_desc_t *binary_desc,
                                             dnnl_alg_kind_t alg_kind,
                                             const_dnnl_memory_desc_t src0_desc,
                                             const_dnnl_memory_desc_t src1_desc,
                                             const_dnnl_memory_desc_t dst_desc);

/// Shuffle.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc;
  int axis;
  dnnl_dim_t group_size;
} dnnl_shuffle_desc_t;
typedef dnnl_shuffle_desc_t dnnl_shuffle_v2_desc_t;

DNNL_API dnnl_status_t dnnl_shuffle_v2_forward_desc_init(dnnl_shuffle_desc_t *shuffle_desc,
                                                         dnnl_prop_kind_t prop_kind,
                                                         const_dnnl_memory_desc_t src_desc,
                                                         const_dnnl_memory_desc_t dst_desc,
                                                         int axis, dnnl_dim_t group_size);
DNNL_API dnnl_status_t dnnl_shuffle_v2_backward_desc_init(dnnl_shuffle_desc_t *shuffle_desc,
                                                          const_dnnl_memory_desc_t diff_src_desc,
                                                          const_dnnl_memory_desc_t diff_dst_desc,
                                                          int axis, dnnl_dim_t group_size);
DNNL_API dnnl_status_t dnnl_shuffle_forward_desc_init(dnnl_shuffle_desc_t *shuffle_desc,
                                                      dnnl_prop_kind_t prop_kind,
                                                      const_dnnl_memory_desc_t data_desc, int axis,
                                                      dnnl_dim_t group_size);
DNNL_API dnnl_status_t dnnl_shuffle_backward_desc_init(dnnl_shuffle_desc_t *shuffle_desc,
                                                       const_dnnl_memory_desc_t diff_data_desc,
                                                       int axis, dnnl_dim_t group_size);

/// Resampling. `factors`, one for each spatial dimension, or dst may be null.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_desc, dst_desc;
  dnnlet_tensor_desc_t diff_src_desc, diff_dst_desc;
  float factors[DNNL_MAX_NDIMS];
  int has_factors;  ///< else they follow from the shapes
} dnnl_resampling_desc_t;

DNNL_API dnnl_status_t dnnl_resampling_forward_desc_init(
    dnnl_resampling_desc_t *resampling_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t alg_kind,
    const float *factors, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc);
DNNL_API dnnl_status_t dnnl_resampling_backward_desc_init(dnnl_resampling_desc_t *resampling_desc,
                                                          dnnl_alg_kind_t alg_kind,
                                                          const float *factors,
                                                          const_dnnl_memory_desc_t diff_src_desc,
                                                          const_dnnl_memory_desc_t diff_dst_desc);

/// Recurrent networks: the cells of all kinds. What may be left out is NULL, or a zero descriptor:
/// bias, peephole, projection, src_iter (with src_iter_c), dst_iter (with dst_iter_c); in backward
/// calls each of them with its gradient. The calls copy descriptors, and look at them only when a
/// primitive descriptor is made; dnnl.h says what is legal. Of LSTM, _v2 adds the peepholes, _v3
/// the projection.
typedef struct {
  dnnlet_operation_t operation;
  dnnlet_tensor_desc_t src_layer_desc, src_iter_desc, weights_layer_desc, weights_iter_desc,
      bias_desc, dst_layer_desc, dst_iter_desc, src_iter_c_desc, weights_peephole_desc,
      weights_projection_desc, dst_iter_c_desc, attention_desc;
  dnnlet_tensor_desc_t diff_src_layer_desc, diff_src_iter_desc, diff_weights_layer_desc,
      diff_weights_iter_desc, diff_bias_desc, diff_dst_layer_desc, diff_dst_iter_desc,
      diff_src_iter_c_desc, diff_weights_peephole_desc, diff_weights_projection_desc,
      diff_dst_iter_c_desc, diff_attention_desc;
  dnnl_alg_kind_t activation;
  dnnl_rnn_direction_t direction;
  unsigned flags;
  float alpha;
  float beta;
} dnnl_rnn_desc_t;

DNNL_API dnnl_status_t dnnl_vanilla_rnn_forward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t activation,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc, unsigned flags,
    float alpha, float beta);
DNNL_API dnnl_status_t dnnl_vanilla_rnn_backward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_alg_kind_t activation,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned flags, float alpha, float beta);
DNNL_API dnnl_status_t dnnl_lstm_forward_desc_init_v3(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t weights_projection_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, unsigned flags);
DNNL_API dnnl_status_t dnnl_lstm_backward_desc_init_v3(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t weights_projection_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_src_iter_c_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc,
    const_dnnl_memory_desc_t diff_weights_peephole_desc,
    const_dnnl_memory_desc_t diff_weights_projection_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    const_dnnl_memory_desc_t diff_dst_iter_c_desc, unsigned flags);
DNNL_API dnnl_status_t dnnl_lstm_forward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, unsigned flags);
DNNL_API dnnl_status_t dnnl_lstm_forward_desc_init_v2(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t dst_iter_c_desc,
    unsigned flags);
DNNL_API dnnl_status_t dnnl_lstm_backward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_src_iter_c_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    const_dnnl_memory_desc_t diff_dst_iter_c_desc, unsigned flags);
DNNL_API dnnl_status_t dnnl_lstm_backward_desc_init_v2(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t src_iter_c_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t dst_iter_c_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_src_iter_c_desc, const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc,
    const_dnnl_memory_desc_t diff_weights_peephole_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    const_dnnl_memory_desc_t diff_dst_iter_c_desc, unsigned flags);
DNNL_API dnnl_status_t dnnl_gru_forward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, unsigned flags);
DNNL_API dnnl_status_t dnnl_gru_backward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned flags);
DNNL_API dnnl_status_t dnnl_lbr_gru_forward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, unsigned flags);
DNNL_API dnnl_status_t dnnl_lbr_gru_backward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned flags);
DNNL_API dnnl_status_t dnnl_augru_forward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t attention_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    unsigned flags);
DNNL_API dnnl_status_t dnnl_augru_backward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t attention_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_attention_desc, const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned flags);
DNNL_API dnnl_status_t dnnl_lbr_augru_forward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t attention_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    unsigned flags);
DNNL_API dnnl_status_t dnnl_lbr_augru_backward_desc_init(
    dnnl_rnn_desc_t *rnn_desc, dnnl_prop_kind_t prop_kind, dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t attention_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_attention_desc, const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned flags);

#ifdef __cplusplus
}
#endif

#endif
