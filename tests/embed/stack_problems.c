/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/embed/stack.h"

#include <stddef.h>

#define CHECK(call) \
  do { \
    const dnnl_status_t status_ = (call); \
    if (status_ != dnnl_success) return status_; \
  } while (0)

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

enum { batch = 2, channels = 24, side = 7, smaller = side - 2 };

static const dnnl_dim_t ones[2] = {1, 1}, zeros[2] = {0, 0}, threes[2] = {3, 3};

static dnnl_status_t tensor(dnnl_memory_desc_t *md, dnnl_dim_t space, dnnl_data_type_t type,
                            dnnl_format_tag_t tag) {
  const dnnl_dim_t dims[4] = {batch, channels, space, space};
  return dnnl_memory_desc_create_with_tag(md, 4, dims, type, tag);
}

/* Attributes: post-ops and, where asked for, scales and zero points. */
enum {
  with_sum = 1,
  with_eltwise = 2,
  with_binary = 4,
  with_prelu = 8,
  with_depthwise = 16,
  with_scales = 32,
  with_zero_points = 64,
  with_dropout = 128
};

static dnnl_status_t append(dnnl_post_ops_t ops, int what) {
  const dnnl_dim_t dims[4] = {1, channels, 1, 1};
  dnnl_memory_desc_t operand;
  if (what & with_sum) CHECK(dnnl_post_ops_append_sum(ops, 1, 0, dnnl_data_type_undef));
  if (what & with_eltwise) CHECK(dnnl_post_ops_append_eltwise(ops, dnnl_eltwise_gelu_erf, 0, 0));
  if (what & with_prelu) CHECK(dnnl_post_ops_append_prelu(ops, 2));
  if (what & with_binary) {
    CHECK(dnnl_memory_desc_create_with_tag(&operand, 4, dims, dnnl_f32, dnnl_nchw));
    CHECK(dnnl_post_ops_append_binary(ops, dnnl_binary_mul, operand));
    CHECK(dnnl_memory_desc_destroy(operand));
  }
  if (what & with_depthwise)
    CHECK(dnnl_post_ops_append_dw(ops, dnnl_f32, dnnl_f32, dnnl_f32, 3, 1, 1));
  return dnnl_success;
}

static dnnl_status_t attributes(dnnl_primitive_attr_t *attr, int what, int weights_mask) {
  dnnl_post_ops_t ops;
  dnnl_memory_desc_t mask;
  CHECK(dnnl_primitive_attr_create(attr));
  CHECK(dnnl_post_ops_create(&ops));
  CHECK(append(ops, what));
  CHECK(dnnl_primitive_attr_set_post_ops(*attr, ops));
  CHECK(dnnl_post_ops_destroy(ops));
  if (what & with_scales) {
    CHECK(dnnl_primitive_attr_set_scales_mask(*attr, DNNL_ARG_SRC, 0));
    CHECK(dnnl_primitive_attr_set_scales_mask(*attr, DNNL_ARG_DST, weights_mask ? 0 : 2));
    if (weights_mask)
      CHECK(dnnl_primitive_attr_set_scales_mask(*attr, DNNL_ARG_WEIGHTS, weights_mask));
  }
  if (what & with_zero_points) {
    CHECK(dnnl_primitive_attr_set_zero_points_mask(*attr, DNNL_ARG_SRC, 0));
    CHECK(dnnl_primitive_attr_set_zero_points_mask(*attr, DNNL_ARG_DST, 2));
  }
  if (what & with_dropout) {
    CHECK(tensor(&mask, side, dnnl_u8, dnnl_nhwc));
    CHECK(dnnl_primitive_attr_set_dropout(*attr, mask));
    CHECK(dnnl_memory_desc_destroy(mask));
  }
  return dnnl_success;
}

static const struct {
  dnnl_data_type_t src, dst;
  dnnl_format_tag_t src_tag, dst_tag;
  int what;
} reorders[] = {
    {dnnl_f32, dnnl_f32, dnnl_nchw, dnnl_nhwc, 0},
    {dnnl_f32, dnnl_f32, dnnl_nchw, dnnl_nChw16c, 0},
    {dnnl_f32, dnnl_f32, dnnl_nhwc, dnnl_nChw8c, 0},
    {dnnl_s8, dnnl_s8, dnnl_nchw, dnnl_nhwc, 0},
    {dnnl_s4, dnnl_s4, dnnl_nchw, dnnl_nhwc, 0},
    {dnnl_f32, dnnl_bf16, dnnl_nchw, dnnl_nhwc, 0},
    {dnnl_f32, dnnl_s8, dnnl_nchw, dnnl_nhwc, with_sum | with_scales},
    {dnnl_u8, dnnl_s8, dnnl_nhwc, dnnl_nChw16c, with_sum | with_scales | with_zero_points},
    {dnnl_u4, dnnl_f32, dnnl_nchw, dnnl_nhwc, 0},
    {dnnl_f64, dnnl_f32, dnnl_nchw, dnnl_nhwc, 0},
};

static dnnl_status_t describe_reorder(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  dnnl_memory_desc_t src, dst;
  dnnl_primitive_attr_t attr;
  CHECK(tensor(&src, side, reorders[index].src, reorders[index].src_tag));
  CHECK(tensor(&dst, side, reorders[index].dst, reorders[index].dst_tag));
  CHECK(attributes(&attr, reorders[index].what, 0));
  CHECK(dnnl_reorder_primitive_desc_create(pd, src, engine, dst, engine, attr));
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(dst));
  return dnnl_primitive_attr_destroy(attr);
}

static const struct {
  dnnl_alg_kind_t alg;
  dnnl_data_type_t type;
  int what, backward;
} eltwises[] = {
    {dnnl_eltwise_relu, dnnl_f32, 0, 0},
    {dnnl_eltwise_relu, dnnl_bf16, 0, 0},
    {dnnl_eltwise_gelu_erf, dnnl_f32, with_binary, 0},
    {dnnl_eltwise_pow, dnnl_s8, with_binary | with_dropout, 0},
    {dnnl_eltwise_mish, dnnl_f32, 0, 1},
    {dnnl_eltwise_gelu_tanh, dnnl_bf16, 0, 1},
};

static dnnl_status_t describe_eltwise(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  const dnnl_alg_kind_t alg = eltwises[index].alg;
  dnnl_memory_desc_t md;
  dnnl_primitive_attr_t attr;
  CHECK(tensor(&md, side, eltwises[index].type, dnnl_nhwc));
  CHECK(attributes(&attr, eltwises[index].what, 0));
  if (eltwises[index].backward)
    CHECK(
        dnnl_eltwise_backward_primitive_desc_create(pd, engine, alg, md, md, md, 1, 0, NULL, attr));
  else
    CHECK(dnnl_eltwise_forward_primitive_desc_create(pd, engine, dnnl_forward_training, alg, md, md,
                                                     1, 2, attr));
  CHECK(dnnl_memory_desc_destroy(md));
  return dnnl_primitive_attr_destroy(attr);
}

enum pass { forward, backward_data, backward_weights };

typedef struct {
  enum pass pass;
  dnnl_data_type_t src, weights, dst;
  dnnl_format_tag_t tag; /* of src and dst */
  int kernel, depthwise, what;
} convolution;

static const convolution convolutions[] = {
    {forward, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_format_tag_any, 3, 0, 0},
    {forward, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nchw, 3, 0, with_eltwise},
    {forward, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nchw, 1, 0, with_sum | with_eltwise | with_binary},
    {forward, dnnl_bf16, dnnl_bf16, dnnl_f32, dnnl_format_tag_any, 3, 0, with_prelu},
    {forward, dnnl_f16, dnnl_f16, dnnl_f16, dnnl_format_tag_any, 3, 0,
     with_sum | with_eltwise | with_prelu | with_binary},
    {forward, dnnl_f8_e4m3, dnnl_f8_e5m2, dnnl_f32, dnnl_nhwc, 3, 0, with_eltwise},
    {forward, dnnl_u8, dnnl_s8, dnnl_s8, dnnl_format_tag_any, 3, 0,
     with_sum | with_eltwise | with_binary | with_scales | with_zero_points},
    {forward, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nhwc, 3, 1, with_eltwise},
    {forward, dnnl_s8, dnnl_s8, dnnl_s8, dnnl_nhwc, 3, 1,
     with_scales | with_zero_points | with_sum},
    {backward_data, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_format_tag_any, 3, 0, 0},
    {backward_data, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nchw, 1, 0, 0},
    {backward_data, dnnl_bf16, dnnl_bf16, dnnl_bf16, dnnl_nchw, 3, 0, 0},
    {backward_data, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nhwc, 3, 1, 0},
    {backward_weights, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_format_tag_any, 3, 0, 0},
    {backward_weights, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nchw, 1, 0, 0},
    {backward_weights, dnnl_bf16, dnnl_bf16, dnnl_bf16, dnnl_nchw, 3, 0, 0},
    {backward_weights, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nhwc, 3, 1, 0},
};

static dnnl_status_t describe_one(const convolution *c, dnnl_engine_t engine,
                                  dnnl_primitive_desc_t *pd) {
  const int depthwise = c->depthwise, kernel = c->kernel;
  const dnnl_dim_t dense[4] = {channels, channels, kernel, kernel};
  const dnnl_dim_t grouped[5] = {channels, 1, 1, kernel, kernel}, bias_dims[1] = {channels};
  dnnl_memory_desc_t src, weights, bias, dst;
  dnnl_primitive_attr_t attr;
  CHECK(tensor(&src, side, c->src, c->tag));
  CHECK(tensor(&dst, kernel == 3 ? smaller : side, c->dst, c->tag));
  CHECK(dnnl_memory_desc_create_with_tag(&weights, 4 + depthwise, depthwise ? grouped : dense,
                                         c->weights, dnnl_format_tag_any));
  CHECK(dnnl_memory_desc_create_with_tag(&bias, 1, bias_dims, dnnl_f32, dnnl_a));
  CHECK(attributes(&attr, c->what, depthwise ? 3 : 1));
  switch (c->pass) {
    case forward:
      CHECK(dnnl_convolution_forward_primitive_desc_create(
          pd, engine, dnnl_forward_training, dnnl_convolution_direct, src, weights, bias, dst, ones,
          NULL, zeros, NULL, attr));
      break;
    case backward_data:
      CHECK(dnnl_convolution_backward_data_primitive_desc_create(
          pd, engine, dnnl_convolution_direct, src, weights, dst, ones, NULL, zeros, NULL, NULL,
          attr));
      break;
    case backward_weights:
      CHECK(dnnl_convolution_backward_weights_primitive_desc_create(
          pd, engine, dnnl_convolution_direct, src, weights, bias, dst, ones, NULL, zeros, NULL,
          NULL, attr));
  }
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(weights));
  CHECK(dnnl_memory_desc_destroy(bias));
  CHECK(dnnl_memory_desc_destroy(dst));
  return dnnl_primitive_attr_destroy(attr);
}

static dnnl_status_t describe_convolution(int index, dnnl_engine_t engine,
                                          dnnl_primitive_desc_t *pd) {
  return describe_one(&convolutions[index], engine, pd);
}

static dnnl_status_t describe_fused(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  static const dnnl_data_type_t types[][2] = {
      {dnnl_f32, dnnl_f32}, {dnnl_bf16, dnnl_bf16}, {dnnl_u8, dnnl_s8}};
  const convolution c = {forward,
                         types[index][0],
                         types[index][1],
                         dnnl_f32,
                         dnnl_nhwc,
                         1,
                         0,
                         with_eltwise | with_depthwise};
  return describe_one(&c, engine, pd);
}

static const struct {
  enum pass pass;
  dnnl_data_type_t src, weights, dst;
  dnnl_format_tag_t tag;
  int what;
} deconvolutions[] = {
    {forward, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nhwc, with_eltwise | with_binary},
    {forward, dnnl_bf16, dnnl_bf16, dnnl_bf16, dnnl_nchw, with_sum},
    {forward, dnnl_u8, dnnl_s8, dnnl_s8, dnnl_nhwc, with_eltwise | with_zero_points},
    {backward_data, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nchw, 0},
    {backward_weights, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nhwc, 0},
    {backward_weights, dnnl_bf16, dnnl_bf16, dnnl_bf16, dnnl_nchw, 0},
};

static dnnl_status_t describe_deconvolution(int index, dnnl_engine_t engine,
                                            dnnl_primitive_desc_t *pd) {
  const dnnl_dim_t dims[4] = {channels, channels, 3, 3}, count[1] = {channels};
  const dnnl_alg_kind_t alg = dnnl_deconvolution_direct;
  const dnnl_format_tag_t tag = deconvolutions[index].tag;
  dnnl_memory_desc_t src, weights, bias, dst;
  dnnl_primitive_attr_t attr;
  CHECK(tensor(&src, smaller, deconvolutions[index].src, tag));
  CHECK(dnnl_memory_desc_create_with_tag(&weights, 4, dims, deconvolutions[index].weights,
                                         dnnl_oihw));
  CHECK(dnnl_memory_desc_create_with_tag(&bias, 1, count, dnnl_f32, dnnl_a));
  CHECK(tensor(&dst, side, deconvolutions[index].dst, tag));
  CHECK(attributes(&attr, deconvolutions[index].what, 0));
  switch (deconvolutions[index].pass) {
    case forward:
      CHECK(dnnl_deconvolution_forward_primitive_desc_create(pd, engine, dnnl_forward_training, alg,
                                                             src, weights, bias, dst, ones, NULL,
                                                             zeros, NULL, attr));
      break;
    case backward_data:
      CHECK(dnnl_deconvolution_backward_data_primitive_desc_create(
          pd, engine, alg, src, weights, dst, ones, NULL, zeros, NULL, NULL, attr));
      break;
    case backward_weights:
      CHECK(dnnl_deconvolution_backward_weights_primitive_desc_create(
          pd, engine, alg, src, weights, bias, dst, ones, NULL, zeros, NULL, NULL, attr));
  }
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(weights));
  CHECK(dnnl_memory_desc_destroy(bias));
  CHECK(dnnl_memory_desc_destroy(dst));
  return dnnl_primitive_attr_destroy(attr);
}

static const struct {
  enum pass pass;
  dnnl_data_type_t src, weights, dst;
  dnnl_format_tag_t tag, weights_tag;
  int what;
} inner_products[] = {
    {forward, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nhwc, dnnl_format_tag_any, with_eltwise},
    {forward, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nhwc, dnnl_oihw, with_sum},
    {forward, dnnl_bf16, dnnl_bf16, dnnl_bf16, dnnl_nchw, dnnl_format_tag_any, with_eltwise},
    {forward, dnnl_u8, dnnl_s8, dnnl_s8, dnnl_nchw, dnnl_OIhw16i16o, with_eltwise},
    {backward_data, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nhwc, dnnl_oihw, 0},
    {backward_weights, dnnl_f32, dnnl_f32, dnnl_f32, dnnl_nhwc, dnnl_oihw, 0},
    {backward_weights, dnnl_bf16, dnnl_bf16, dnnl_bf16, dnnl_nchw, dnnl_hwio, 0},
};

static dnnl_status_t describe_inner_product(int index, dnnl_engine_t engine,
                                            dnnl_primitive_desc_t *pd) {
  const dnnl_dim_t dims[4] = {channels, channels, side, side}, count[1] = {channels};
  const dnnl_dim_t rows[2] = {batch, channels};
  dnnl_memory_desc_t src, weights, bias, dst;
  dnnl_primitive_attr_t attr;
  CHECK(tensor(&src, side, inner_products[index].src, inner_products[index].tag));
  CHECK(dnnl_memory_desc_create_with_tag(&weights, 4, dims, inner_products[index].weights,
                                         inner_products[index].weights_tag));
  CHECK(dnnl_memory_desc_create_with_tag(&bias, 1, count, dnnl_f32, dnnl_a));
  CHECK(dnnl_memory_desc_create_with_tag(&dst, 2, rows, inner_products[index].dst, dnnl_ab));
  CHECK(attributes(&attr, inner_products[index].what, 0));
  switch (inner_products[index].pass) {
    case forward:
      CHECK(dnnl_inner_product_forward_primitive_desc_create(pd, engine, dnnl_forward_training, src,
                                                             weights, bias, dst, attr));
      break;
    case backward_data:
      CHECK(dnnl_inner_product_backward_data_primitive_desc_create(pd, engine, src, weights, dst,
                                                                   NULL, attr));
      break;
    case backward_weights:
      CHECK(dnnl_inner_product_backward_weights_primitive_desc_create(pd, engine, src, weights,
                                                                      bias, dst, NULL, attr));
  }
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(weights));
  CHECK(dnnl_memory_desc_destroy(bias));
  CHECK(dnnl_memory_desc_destroy(dst));
  return dnnl_primitive_attr_destroy(attr);
}

static const struct {
  dnnl_alg_kind_t alg;
  dnnl_data_type_t type;
  dnnl_format_tag_t tag;
  int kernel, what, backward;
} poolings[] = {
    {dnnl_pooling_max, dnnl_f32, dnnl_nhwc, 3, 0, 0},
    {dnnl_pooling_max, dnnl_f32, dnnl_nchw, 3, with_eltwise | with_binary, 0},
    {dnnl_pooling_avg_exclude_padding, dnnl_bf16, dnnl_nhwc, 3, with_eltwise | with_binary, 0},
    {dnnl_pooling_avg_include_padding, dnnl_u8, dnnl_nchw, side, with_eltwise, 0},
    {dnnl_pooling_avg_include_padding, dnnl_s32, dnnl_nhwc, 3, 0, 0},
    {dnnl_pooling_max, dnnl_f32, dnnl_nhwc, 3, 0, 1},
    {dnnl_pooling_max, dnnl_f32, dnnl_nchw, 3, 0, 1},
    {dnnl_pooling_avg_exclude_padding, dnnl_f32, dnnl_nchw, 3, 0, 1},
    {dnnl_pooling_avg_include_padding, dnnl_bf16, dnnl_nhwc, 3, 0, 1},
};

static dnnl_status_t describe_pooling(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  const dnnl_alg_kind_t alg = poolings[index].alg;
  const int kernel = poolings[index].kernel;
  const dnnl_dim_t whole[2] = {side, side};
  dnnl_memory_desc_t src, dst;
  dnnl_primitive_attr_t attr;
  CHECK(tensor(&src, side, poolings[index].type, poolings[index].tag));
  CHECK(tensor(&dst, side - kernel + 1, poolings[index].type, poolings[index].tag));
  CHECK(attributes(&attr, poolings[index].what, 0));
  if (poolings[index].backward)
    CHECK(dnnl_pooling_backward_primitive_desc_create(pd, engine, alg, src, dst, ones, threes, NULL,
                                                      zeros, NULL, NULL, attr));
  else
    CHECK(dnnl_pooling_forward_primitive_desc_create(
        pd, engine, alg == dnnl_pooling_max ? dnnl_forward_training : dnnl_forward_inference, alg,
        src, dst, ones, kernel == 3 ? threes : whole, NULL, zeros, NULL, attr));
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(dst));
  return dnnl_primitive_attr_destroy(attr);
}

static const struct {
  dnnl_alg_kind_t alg;
  dnnl_data_type_t type;
  dnnl_format_tag_t tag;
  float beta;
  int backward;
} lrns[] = {
    {dnnl_lrn_across_channels, dnnl_f32, dnnl_nchw, 0.75f, 0},
    {dnnl_lrn_across_channels, dnnl_f32, dnnl_nhwc, 0.6f, 0},
    {dnnl_lrn_within_channel, dnnl_bf16, dnnl_nchw, 0.75f, 0},
    {dnnl_lrn_across_channels, dnnl_f32, dnnl_nchw, 0.75f, 1},
    {dnnl_lrn_across_channels, dnnl_bf16, dnnl_nhwc, 0.6f, 1},
    {dnnl_lrn_within_channel, dnnl_f32, dnnl_nchw, 0.6f, 1},
};

static dnnl_status_t describe_lrn(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  const dnnl_alg_kind_t alg = lrns[index].alg;
  const float beta = lrns[index].beta;
  dnnl_memory_desc_t md;
  CHECK(tensor(&md, side, lrns[index].type, lrns[index].tag));
  if (lrns[index].backward)
    CHECK(dnnl_lrn_backward_primitive_desc_create(pd, engine, alg, md, md, md, 5, 1, beta, 1, NULL,
                                                  NULL));
  else
    CHECK(dnnl_lrn_forward_primitive_desc_create(pd, engine, dnnl_forward_training, alg, md, md, 5,
                                                 1, beta, 1, NULL));
  return dnnl_memory_desc_destroy(md);
}

static const struct {
  dnnl_primitive_kind_t kind;
  dnnl_data_type_t type;
  dnnl_format_tag_t tag;
  int backward;
} normalizations[] = {
    {dnnl_batch_normalization, dnnl_f32, dnnl_nchw, 0},
    {dnnl_batch_normalization, dnnl_bf16, dnnl_nhwc, 0},
    {dnnl_batch_normalization, dnnl_bf16, dnnl_nchw, 1},
    {dnnl_batch_normalization, dnnl_f32, dnnl_nhwc, 1},
    {dnnl_layer_normalization, dnnl_f32, dnnl_nchw, 0},
    {dnnl_layer_normalization, dnnl_bf16, dnnl_nchw, 1},
    {dnnl_group_normalization, dnnl_bf16, dnnl_nchw, 0},
    {dnnl_group_normalization, dnnl_f32, dnnl_nhwc, 0},
    {dnnl_group_normalization, dnnl_f32, dnnl_nchw, 1},
    {dnnl_group_normalization, dnnl_bf16, dnnl_nhwc, 1},
};

static dnnl_status_t describe_normalization(int index, dnnl_engine_t engine,
                                            dnnl_primitive_desc_t *pd) {
  const dnnl_primitive_kind_t kind = normalizations[index].kind;
  const int backward = normalizations[index].backward;
  const unsigned flags = dnnl_use_scale | dnnl_use_shift;
  dnnl_memory_desc_t md;
  CHECK(tensor(&md, side, normalizations[index].type, normalizations[index].tag));
  if (kind == dnnl_batch_normalization)
    CHECK(backward ? dnnl_batch_normalization_backward_primitive_desc_create(
                         pd, engine, dnnl_backward, md, md, md, 1e-3f, flags, NULL, NULL)
                   : dnnl_batch_normalization_forward_primitive_desc_create(
                         pd, engine, dnnl_forward_training, md, md, 1e-3f, flags, NULL));
  else if (kind == dnnl_layer_normalization)
    CHECK(backward ? dnnl_layer_normalization_backward_primitive_desc_create(
                         pd, engine, dnnl_backward, md, md, md, NULL, 1e-3f, flags, NULL, NULL)
                   : dnnl_layer_normalization_forward_primitive_desc_create(
                         pd, engine, dnnl_forward_training, md, md, NULL, 1e-3f, flags, NULL));
  else
    CHECK(backward ? dnnl_group_normalization_backward_primitive_desc_create(
                         pd, engine, dnnl_backward, md, md, md, 1, 1e-3f, flags, NULL, NULL)
                   : dnnl_group_normalization_forward_primitive_desc_create(
                         pd, engine, dnnl_forward_training, md, md, 1, 1e-3f, flags, NULL));
  return dnnl_memory_desc_destroy(md);
}

static const struct {
  dnnl_alg_kind_t alg;
  dnnl_data_type_t type, other;
  dnnl_format_tag_t tag, other_tag;
  int by_channel, what;
} binaries[] = {
    {dnnl_binary_add, dnnl_f32, dnnl_f32, dnnl_nchw, dnnl_nchw, 0, 0},
    {dnnl_binary_mul, dnnl_bf16, dnnl_bf16, dnnl_nhwc, dnnl_nhwc, 1, 0},
    {dnnl_binary_div, dnnl_f32, dnnl_s8, dnnl_nchw, dnnl_nhwc, 0, 0},
    {dnnl_binary_max, dnnl_u8, dnnl_u8, dnnl_nhwc, dnnl_nhwc, 1, with_sum | with_binary},
    {dnnl_binary_select, dnnl_f32, dnnl_f32, dnnl_nchw, dnnl_nhwc, 0, with_eltwise},
};

static dnnl_status_t describe_binary(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  const dnnl_dim_t dims[4] = {1, channels, 1, 1};
  const int selects = binaries[index].alg == dnnl_binary_select;
  dnnl_memory_desc_t src0, src1, src2 = NULL;
  dnnl_primitive_attr_t attr;
  CHECK(tensor(&src0, side, binaries[index].type, binaries[index].tag));
  if (binaries[index].by_channel)
    CHECK(dnnl_memory_desc_create_with_tag(&src1, 4, dims, binaries[index].other,
                                           binaries[index].other_tag));
  else
    CHECK(tensor(&src1, side, binaries[index].other, binaries[index].other_tag));
  if (selects) CHECK(tensor(&src2, side, dnnl_s8, dnnl_nchw));
  CHECK(attributes(&attr, binaries[index].what, 0));
  CHECK(dnnl_binary_primitive_desc_create_v2(pd, engine, binaries[index].alg, src0, src1, src2,
                                             src0, attr));
  CHECK(dnnl_memory_desc_destroy(src0));
  CHECK(dnnl_memory_desc_destroy(src1));
  if (selects) CHECK(dnnl_memory_desc_destroy(src2));
  return dnnl_primitive_attr_destroy(attr);
}

/* Two sources. */
static const struct {
  dnnl_data_type_t src, dst;
  dnnl_format_tag_t tags[3];
} sums[] = {
    {dnnl_f32, dnnl_f32, {dnnl_nchw, dnnl_nchw, dnnl_nchw}},
    {dnnl_s8, dnnl_bf16, {dnnl_nchw, dnnl_nchw, dnnl_nchw}},
    {dnnl_bf16, dnnl_f32, {dnnl_nchw, dnnl_nhwc, dnnl_nChw16c}},
};
static const float sum_scales[2] = {1, 2};

static dnnl_status_t describe_sum(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  dnnl_memory_desc_t src[2], dst;
  CHECK(tensor(&src[0], side, sums[index].src, sums[index].tags[0]));
  CHECK(tensor(&src[1], side, sums[index].src, sums[index].tags[1]));
  CHECK(tensor(&dst, side, sums[index].dst, sums[index].tags[2]));
  CHECK(dnnl_sum_primitive_desc_create(pd, engine, dst, 2, sum_scales,
                                       (const const_dnnl_memory_desc_t *)src, NULL));
  CHECK(dnnl_memory_desc_destroy(src[0]));
  CHECK(dnnl_memory_desc_destroy(src[1]));
  return dnnl_memory_desc_destroy(dst);
}

static dnnl_status_t describe_concat(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  const dnnl_dim_t dims[4] = {2 * batch, channels, side, side};
  const dnnl_format_tag_t tag = index == 0 ? dnnl_nchw : dnnl_nhwc;
  dnnl_memory_desc_t src[2], dst;
  CHECK(tensor(&src[0], side, dnnl_f32, tag));
  CHECK(tensor(&src[1], side, dnnl_f32, index < 2 ? tag : dnnl_nchw));
  CHECK(dnnl_memory_desc_create_with_tag(&dst, 4, dims, index < 3 ? dnnl_f32 : dnnl_s8, tag));
  CHECK(dnnl_concat_primitive_desc_create(pd, engine, dst, 2, 0,
                                          (const const_dnnl_memory_desc_t *)src, NULL));
  CHECK(dnnl_memory_desc_destroy(src[0]));
  CHECK(dnnl_memory_desc_destroy(src[1]));
  return dnnl_memory_desc_destroy(dst);
}

static dnnl_status_t describe_shuffle(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  static const dnnl_format_tag_t tags[] = {dnnl_nchw, dnnl_nhwc, dnnl_nChw8c};
  dnnl_memory_desc_t md;
  CHECK(tensor(&md, side, dnnl_f32, tags[index % 3]));
  if (index < 3)
    CHECK(dnnl_shuffle_forward_primitive_desc_create(pd, engine, dnnl_forward_training, md, md, 1,
                                                     4, NULL));
  else
    CHECK(dnnl_shuffle_backward_primitive_desc_create(pd, engine, md, md, 1, 4, NULL, NULL));
  return dnnl_memory_desc_destroy(md);
}

static const struct {
  dnnl_alg_kind_t alg;
  dnnl_data_type_t type;
  dnnl_format_tag_t tag;
  int what, backward;
} resamplings[] = {
    {dnnl_resampling_linear, dnnl_f32, dnnl_nhwc, with_eltwise | with_binary, 0},
    {dnnl_resampling_linear, dnnl_bf16, dnnl_nchw, with_eltwise | with_binary, 0},
    {dnnl_resampling_nearest, dnnl_s8, dnnl_nhwc, 0, 0},
    {dnnl_resampling_linear, dnnl_bf16, dnnl_nhwc, 0, 1},
    {dnnl_resampling_nearest, dnnl_f32, dnnl_nchw, 0, 1},
};

static dnnl_status_t describe_resampling(int index, dnnl_engine_t engine,
                                         dnnl_primitive_desc_t *pd) {
  const dnnl_alg_kind_t alg = resamplings[index].alg;
  dnnl_memory_desc_t src, dst;
  dnnl_primitive_attr_t attr;
  CHECK(tensor(&src, smaller, resamplings[index].type, resamplings[index].tag));
  CHECK(tensor(&dst, side, resamplings[index].type, resamplings[index].tag));
  CHECK(attributes(&attr, resamplings[index].what, 0));
  if (resamplings[index].backward)
    CHECK(dnnl_resampling_backward_primitive_desc_create(pd, engine, alg, NULL, src, dst, NULL,
                                                         attr));
  else
    CHECK(dnnl_resampling_forward_primitive_desc_create(pd, engine, dnnl_forward_training, alg,
                                                        NULL, src, dst, attr));
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(dst));
  return dnnl_primitive_attr_destroy(attr);
}

/* Products of rows x 40 by 40 x 33, channels times. */
static const struct {
  dnnl_data_type_t src, weights, dst;
  dnnl_format_tag_t tag; /* of weights */
  dnnl_dim_t rows;
  int what, weights_mask, has_groups, has_zero_point;
} matmuls[] = {
    {dnnl_f32, dnnl_f32, dnnl_f32, dnnl_format_tag_any, 9, 0, 0, 0, 0},
    {dnnl_f32, dnnl_f32, dnnl_f32, dnnl_abdc, 1, with_eltwise, 0, 0, 0},
    {dnnl_f32, dnnl_f32, dnnl_f32, dnnl_abcd, 9, with_sum | with_eltwise | with_binary, 8, 0, 0},
    {dnnl_bf16, dnnl_bf16, dnnl_bf16, dnnl_format_tag_any, 9, with_prelu, 0, 0, 0},
    {dnnl_f16, dnnl_f16, dnnl_f32, dnnl_abcd, 9, 0, 0, 0, 0},
    {dnnl_u8, dnnl_s8, dnnl_f32, dnnl_format_tag_any, 9, with_eltwise | with_binary, 8, 0, 1},
    {dnnl_s8, dnnl_s8, dnnl_s8, dnnl_abdc, 1, with_sum, 0, 0, 1},
    {dnnl_f32, dnnl_s8, dnnl_f32, dnnl_abcd, 9, 0, 12, 1, 1},
    {dnnl_bf16, dnnl_u8, dnnl_f32, dnnl_abdc, 1, with_eltwise, 12, 1, 0},
    {dnnl_f32, dnnl_f32, dnnl_f32, dnnl_abcd, 9, with_dropout, 0, 0, 0},
};

static dnnl_status_t matmul_attributes(int index, dnnl_primitive_attr_t *attr) {
  const dnnl_dim_t groups[2] = {40, 1};
  const int mask = matmuls[index].weights_mask;
  const dnnl_dim_t dims[4] = {1, channels, matmuls[index].rows, 33};
  dnnl_memory_desc_t dropped;
  CHECK(attributes(attr, matmuls[index].what & ~with_dropout, 0));
  if (matmuls[index].has_groups) {
    CHECK(dnnl_primitive_attr_set_fpmath_mode_v2(*attr, dnnl_fpmath_mode_any, 1));
    CHECK(dnnl_primitive_attr_set_scales(*attr, DNNL_ARG_WEIGHTS, mask, 2, groups, dnnl_f32));
  } else if (mask) {
    CHECK(dnnl_primitive_attr_set_scales_mask(*attr, DNNL_ARG_WEIGHTS, mask));
  }
  if (matmuls[index].has_zero_point)
    CHECK(dnnl_primitive_attr_set_zero_points_mask(*attr, DNNL_ARG_WEIGHTS, 0));
  if (!(matmuls[index].what & with_dropout)) return dnnl_success;
  CHECK(dnnl_memory_desc_create_with_tag(&dropped, 4, dims, dnnl_u8, dnnl_abcd));
  CHECK(dnnl_primitive_attr_set_dropout(*attr, dropped));
  return dnnl_memory_desc_destroy(dropped);
}

static dnnl_status_t describe_matmul(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  const dnnl_dim_t rows = matmuls[index].rows;
  const dnnl_dim_t src_dims[4] = {1, channels, rows, 40}, weights_dims[4] = {1, channels, 40, 33},
                   bias_dims[4] = {1, 1, 1, 33}, dst_dims[4] = {1, channels, rows, 33};
  dnnl_memory_desc_t src, weights, bias, dst;
  dnnl_primitive_attr_t attr;
  CHECK(dnnl_memory_desc_create_with_tag(&src, 4, src_dims, matmuls[index].src, dnnl_abcd));
  CHECK(dnnl_memory_desc_create_with_tag(&weights, 4, weights_dims, matmuls[index].weights,
                                         matmuls[index].tag));
  CHECK(dnnl_memory_desc_create_with_tag(&bias, 4, bias_dims, dnnl_f32, dnnl_abcd));
  CHECK(dnnl_memory_desc_create_with_tag(&dst, 4, dst_dims, matmuls[index].dst, dnnl_abcd));
  CHECK(matmul_attributes(index, &attr));
  CHECK(dnnl_matmul_primitive_desc_create(pd, engine, src, weights, bias, dst, attr));
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(weights));
  CHECK(dnnl_memory_desc_destroy(bias));
  CHECK(dnnl_memory_desc_destroy(dst));
  return dnnl_primitive_attr_destroy(attr);
}

/* Large enough for whole tiles, panels and tails. */
static dnnl_status_t call_blas(int index) {
  enum { m = 37, n = 70, k = 90, row = 96 };
  static const int32_t offset = 0;
  const char a = index & 1 ? 'T' : 'N', b = index & 2 ? 'T' : 'N';
  if (index == 12) /* columns of A that are pages apart: as much stack as there may be */
    return dnnl_sgemm('T', 'N', 200, 256, 60, 1, (const float *)stack_input, 1024,
                      (const float *)stack_input, 256, 0, (float *)stack_output, 256);
  if (index < 4)
    return dnnl_sgemm(a, b, m, n, k, 1, (const float *)stack_input, row, (const float *)stack_input,
                      row, 0, (float *)stack_output, row);
  return index < 8 ? dnnl_gemm_u8s8s32(a, b, 'F', m, n, k, 1, stack_input, row, 3,
                                       (const int8_t *)stack_input, row, 5, 0.5f,
                                       (int32_t *)stack_output, row, &offset)
                   : dnnl_gemm_s8s8s32(a, b, 'F', m, n, k, 1, (const int8_t *)stack_input, row, 3,
                                       (const int8_t *)stack_input, row, 5, 0,
                                       (int32_t *)stack_output, row, &offset);
}

/* Where nothing is read in place: odd numbers of K, columns that fill no vector. */
static dnnl_status_t call_brgemm(int index) {
  enum { m = 9, n = 37, k = 21, batch = 2 };
  static const dnnl_data_type_t types[][3] = {{dnnl_f32, dnnl_f32, dnnl_f32},
                                              {dnnl_bf16, dnnl_bf16, dnnl_f32},
                                              {dnnl_f16, dnnl_f16, dnnl_f32},
                                              {dnnl_s8, dnnl_s8, dnnl_s32}};
  static const dnnl_dim_t offsets[2 * batch] = {0, 0, 64, 64};
  static unsigned char scratchpad[32768];
  const dnnl_data_type_t *t = types[index / 2];
  dnnl_brgemm_t brgemm;
  size_t size;
  dnnl_ukernel_attr_params_t params;
  CHECK(dnnl_brgemm_create(&brgemm, m, n, k, batch, k, n, n, t[0], t[1], t[2]));
  if (index % 2) CHECK(dnnl_brgemm_set_post_ops(brgemm, n, dnnl_s8, NULL));
  CHECK(dnnl_brgemm_finalize(brgemm));
  CHECK(dnnl_brgemm_get_scratchpad_size(brgemm, &size));
  if (size > sizeof(scratchpad)) return dnnl_out_of_memory;
  CHECK(dnnl_ukernel_attr_params_create(&params));
  if (index % 2)
    CHECK(dnnl_brgemm_execute_postops(brgemm, stack_input, stack_input, offsets, stack_input,
                                      stack_output, scratchpad, params));
  else
    CHECK(dnnl_brgemm_execute(brgemm, stack_input, stack_input, offsets, stack_output, scratchpad));
  CHECK(dnnl_ukernel_attr_params_destroy(params));
  return dnnl_brgemm_destroy(brgemm);
}

/* Along channels, innermost or not. */
static const struct {
  dnnl_alg_kind_t alg;
  dnnl_data_type_t type;
  dnnl_format_tag_t tag;
  int backward;
} softmaxes[] = {
    {dnnl_softmax_accurate, dnnl_f32, dnnl_nhwc, 0},
    {dnnl_softmax_log, dnnl_bf16, dnnl_nchw, 0},
    {dnnl_softmax_accurate, dnnl_s8, dnnl_nchw, 0},
    {dnnl_softmax_accurate, dnnl_f32, dnnl_nchw, 1},
    {dnnl_softmax_log, dnnl_bf16, dnnl_nhwc, 1},
};

static dnnl_status_t describe_softmax(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  const dnnl_alg_kind_t alg = softmaxes[index].alg;
  dnnl_memory_desc_t md;
  CHECK(tensor(&md, side, softmaxes[index].type, softmaxes[index].tag));
  CHECK(softmaxes[index].backward ? dnnl_softmax_backward_primitive_desc_create(
                                        pd, engine, alg, md, md, md, 1, NULL, NULL)
                                  : dnnl_softmax_forward_primitive_desc_create(
                                        pd, engine, dnnl_forward_inference, alg, md, md, 1, NULL));
  return dnnl_memory_desc_destroy(md);
}

/* Of pixels, of channels, and of all. */
static const struct {
  dnnl_alg_kind_t alg;
  dnnl_data_type_t type;
  dnnl_format_tag_t tag;
  dnnl_dim_t channels, side;
  int what;
} reductions[] = {
    {dnnl_reduction_mean, dnnl_f32, dnnl_nchw, channels, 1, 0},
    {dnnl_reduction_max, dnnl_bf16, dnnl_nhwc, channels, 1, with_eltwise | with_binary},
    {dnnl_reduction_norm_lp_sum, dnnl_f32, dnnl_nchw, 1, side, 0},
    {dnnl_reduction_sum, dnnl_s8, dnnl_nchw, 1, 1, with_eltwise},
};

static dnnl_status_t describe_reduction(int index, dnnl_engine_t engine,
                                        dnnl_primitive_desc_t *pd) {
  const dnnl_dim_t to = reductions[index].side;
  const dnnl_dim_t dims[4] = {batch, reductions[index].channels, to, to};
  dnnl_memory_desc_t src, dst;
  dnnl_primitive_attr_t attr;
  CHECK(tensor(&src, side, reductions[index].type, reductions[index].tag));
  CHECK(dnnl_memory_desc_create_with_tag(&dst, 4, dims, dnnl_f32, reductions[index].tag));
  CHECK(attributes(&attr, reductions[index].what, 0));
  CHECK(dnnl_reduction_primitive_desc_create(pd, engine, reductions[index].alg, src, dst, 3, 1e-3f,
                                             attr));
  CHECK(dnnl_primitive_attr_destroy(attr));
  CHECK(dnnl_memory_desc_destroy(src));
  return dnnl_memory_desc_destroy(dst);
}

/* Weights by channel, or for each element. */
static const struct {
  dnnl_data_type_t type;
  dnnl_format_tag_t tag;
  dnnl_dim_t side;
  int backward;
} prelus[] = {
    {dnnl_f32, dnnl_nchw, 1, 0}, {dnnl_bf16, dnnl_nhwc, 1, 0}, {dnnl_s8, dnnl_nchw, side, 0},
    {dnnl_f32, dnnl_nchw, 1, 1}, {dnnl_bf16, dnnl_nhwc, 1, 1}, {dnnl_f32, dnnl_nhwc, side, 1},
};

static dnnl_status_t describe_prelu(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  const dnnl_dim_t extent = prelus[index].side, dims[4] = {1, channels, extent, extent};
  dnnl_memory_desc_t md, weights;
  CHECK(tensor(&md, side, prelus[index].type, prelus[index].tag));
  CHECK(dnnl_memory_desc_create_with_tag(&weights, 4, dims, dnnl_f32, prelus[index].tag));
  CHECK(prelus[index].backward ? dnnl_prelu_backward_primitive_desc_create(
                                     pd, engine, md, weights, md, weights, md, NULL, NULL)
                               : dnnl_prelu_forward_primitive_desc_create(
                                     pd, engine, dnnl_forward_inference, md, weights, md, NULL));
  CHECK(dnnl_memory_desc_destroy(weights));
  return dnnl_memory_desc_destroy(md);
}

const stack_family stack_families[stack_family_count] = {
    {"reorder", COUNT(reorders), describe_reorder, NULL},
    {"eltwise", COUNT(eltwises), describe_eltwise, NULL},
    {"convolution", COUNT(convolutions), describe_convolution, NULL},
    {"convolution with a depthwise post-op", 3, describe_fused, NULL},
    {"deconvolution", COUNT(deconvolutions), describe_deconvolution, NULL},
    {"inner product", COUNT(inner_products), describe_inner_product, NULL},
    {"matmul", COUNT(matmuls), describe_matmul, NULL},
    {"pooling", COUNT(poolings), describe_pooling, NULL},
    {"LRN", COUNT(lrns), describe_lrn, NULL},
    {"batch, layer, group normalization", COUNT(normalizations), describe_normalization, NULL},
    {"softmax", COUNT(softmaxes), describe_softmax, NULL},
    {"reduction", COUNT(reductions), describe_reduction, NULL},
    {"PReLU", COUNT(prelus), describe_prelu, NULL},
    {"binary", COUNT(binaries), describe_binary, NULL},
    {"sum", COUNT(sums), describe_sum, NULL},
    {"concat", 4, describe_concat, NULL},
    {"shuffle", 6, describe_shuffle, NULL},
    {"resampling", COUNT(resamplings), describe_resampling, NULL},
    {"recurrent networks", stack_rnn_count, stack_describe_rnn, NULL},
    {"BLAS functions", 13, NULL, call_blas},
    {"micro-kernels", 8, NULL, call_brgemm},
};
