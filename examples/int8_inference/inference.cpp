// SPDX-License-Identifier: Apache-2.0
#include "examples/int8_inference/inference.h"

#include <math.h>
#include <string.h>

namespace cnn {

namespace {

constexpr dnnl_dim_t one[] = {1, 1}, none[] = {0, 0};
constexpr int per_channel = 1 << 0;  // a mask: a scale for each index of dimension 0, OC

// Attributes of a convolution. Of the numbers themselves, which are arguments of the execution, it
// says only that they are there.
dnnl_status_t describe_attributes(owned_attributes &attr, bool with_relu, bool is_int8,
                                  bool has_int8_dst) {
  CNN_TRY(dnnl_primitive_attr_create(attr.receive()));
  CNN_TRY(dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user));
  if (with_relu) {
    owned_post_ops post_ops;
    CNN_TRY(dnnl_post_ops_create(post_ops.receive()));
    CNN_TRY(dnnl_post_ops_append_eltwise(post_ops, dnnl_eltwise_relu, 0, 0));
    CNN_TRY(dnnl_primitive_attr_set_post_ops(attr, post_ops));
  }
  if (!is_int8) return dnnl_success;
  CNN_TRY(dnnl_primitive_attr_set_scales_mask(attr, DNNL_ARG_SRC, 0));
  CNN_TRY(dnnl_primitive_attr_set_scales_mask(attr, DNNL_ARG_WEIGHTS, per_channel));
  CNN_TRY(dnnl_primitive_attr_set_zero_points_mask(attr, DNNL_ARG_SRC, 0));
  if (!has_int8_dst) return dnnl_success;
  CNN_TRY(dnnl_primitive_attr_set_scales_mask(attr, DNNL_ARG_DST, 0));
  return dnnl_primitive_attr_set_zero_points_mask(attr, DNNL_ARG_DST, 0);
}

dnnl_status_t describe_convolution(owned_primitive_desc &result, dnnl_engine_t engine,
                                   const layer &l, const dnnl_data_type_t (&types)[3],
                                   const_dnnl_primitive_attr_t attr) {
  const int size = l.spec.size;
  const dnnl_dim_t padding[] = {l.spec.padding, l.spec.padding};
  const dnnl_format_tag_t any = dnnl_format_tag_any;
  owned_memory_desc src, weights, bias, dst;
  CNN_TRY(describe(src, {l.in.batch, l.in.channels, l.in.side, l.in.side}, types[0], any));
  CNN_TRY(describe(weights, {l.out.channels, l.in.channels, size, size}, types[1], any));
  CNN_TRY(describe(bias, {l.out.channels}, dnnl_f32, dnnl_x));
  CNN_TRY(describe(dst, {l.out.batch, l.out.channels, l.out.side, l.out.side}, types[2], any));
  return dnnl_convolution_forward_primitive_desc_create(
      result.receive(), engine, dnnl_forward_inference, dnnl_convolution_direct, src, weights, bias,
      dst, one, none, padding, padding, attr);
}

// The scale with which the largest weight of each channel becomes 127 or -127.
void find_scales(const float *weights, size_t count, float *scales, int channels) {
  const size_t per = count / size_t(channels);
  for (int c = 0; c < channels; ++c, weights += per) {
    float largest = 0;
    for (size_t i = 0; i < per; ++i) largest = fmaxf(largest, fabsf(weights[i]));
    scales[c] = largest > 0 ? largest / 127 : 1;
  }
}

}  // namespace

void ranges::widen(const network &net) {
  for (int i = 0; i < net.layer_count(); ++i) {
    const layer &l = net.layer_at(i);
    if (l.spec.kind != layer_kind::relu) continue;
    const float *data = data_of(l.dst);
    const size_t count = count_of(l.dst);
    for (size_t k = 0; k < count; ++k) largest[i] = fmaxf(largest[i], data[k]);
  }
}

dnnl_status_t inference::create(dnnl_engine_t engine, dnnl_stream_t stream, const network &trained,
                                const ranges &seen, dnnl_data_type_t type) {
  type_ = type;
  batch_ = trained.batch();
  CNN_TRY(graph_.open(engine, stream, type));
  tensor data;
  CNN_TRY(add_pictures(trained.layer_at(0), &data));
  for (int i = 0; i < trained.layer_count(); ++i) {
    const layer &l = trained.layer_at(i);
    if (l.spec.kind == layer_kind::convolution) {
      const bool with_relu =
          i + 1 < trained.layer_count() && trained.layer_at(i + 1).spec.kind == layer_kind::relu;
      CNN_TRY(add_convolution(l, with_relu, with_relu ? seen.largest[i + 1] : 0, &data));
      classes_ = l.out.channels;
    } else if (l.spec.kind == layer_kind::max_pooling) {
      CNN_TRY(add_pooling(l, &data));
    } else if (l.spec.kind != layer_kind::relu) {
      return dnnl_unimplemented;
    }
  }
  owned_memory_desc rows;
  CNN_TRY(describe(rows, {batch_, classes_, 1, 1}, dnnl_f32, dnnl_nchw));
  CNN_TRY(graph_.in_layout(steps_, trained.layer_count() - 1, rows, data.memory, &logits_));
  return graph_.add_scratchpad(steps_);
}

// Bytes from 0 to 255 are numbers from 0 to 1. Where the first layer takes no bytes, a reorder
// makes such numbers of them.
dnnl_status_t inference::add_pictures(const layer &first, tensor *result) {
  owned_memory_desc bytes, numbers;
  const shape &in = first.in;
  CNN_TRY(describe(bytes, {in.batch, in.channels, in.side, in.side}, dnnl_u8, dnnl_nchw));
  CNN_TRY(graph_.add_tensor(bytes, &pictures_));
  *result = {pictures_, dnnl_u8, 1.0f / 255, 0};
  if (is_int8()) return dnnl_success;

  CNN_TRY(describe(numbers, {in.batch, in.channels, in.side, in.side}, type_, dnnl_nchw));
  owned_attributes attr;
  CNN_TRY(dnnl_primitive_attr_create(attr.receive()));
  CNN_TRY(dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user));
  CNN_TRY(dnnl_primitive_attr_set_scales_mask(attr, DNNL_ARG_SRC, 0));
  owned_primitive_desc reorder;
  CNN_TRY(dnnl_reorder_primitive_desc_create(reorder.receive(), bytes, graph_.engine(), numbers,
                                             graph_.engine(), attr));
  dnnl_memory_t scale;
  CNN_TRY(add_number(dnnl_f32, &result->scale, &scale));
  CNN_TRY(graph_.add_tensor(numbers, &result->memory));
  result->type = type_;
  return graph_.add_step(steps_, "reorder", 0, reorder,
                         {{DNNL_ARG_SRC, pictures_},
                          {DNNL_ARG_DST, result->memory},
                          {DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC, scale}});
}

// `largest`: the end of the range of the result, which begins at 0. The last layer, which has no
// ReLU, makes f32 numbers, whatever its source is.
dnnl_status_t inference::add_convolution(const layer &l, bool with_relu, float largest,
                                         tensor *data) {
  tensor dst = {nullptr, with_relu ? type_ : dnnl_f32, largest > 0 ? largest / 255 : 1,
                type_ == dnnl_s8 ? -128 : 0};
  const bool has_int8_dst = is_int8() && with_relu;
  owned_attributes attr;
  owned_primitive_desc desc;
  CNN_TRY(describe_attributes(attr, with_relu, is_int8(), has_int8_dst));
  CNN_TRY(describe_convolution(desc, graph_.engine(), l,
                               {data->type, is_int8() ? dnnl_s8 : type_, dst.type}, attr));

  dnnl_memory_t src, weights, weights_scales = nullptr;
  CNN_TRY(graph_.in_layout(steps_, l.index,
                           dnnl_primitive_desc_query_md(desc, dnnl_query_src_md, 0), data->memory,
                           &src));
  CNN_TRY(graph_.add_tensor(dnnl_primitive_desc_query_md(desc, dnnl_query_dst_md, 0), &dst.memory));
  CNN_TRY(convert_weights(l, dnnl_primitive_desc_query_md(desc, dnnl_query_weights_md, 0), &weights,
                          &weights_scales));
  dnnl_memory_t bias;
  CNN_TRY(graph_.add_tensor(desc_of(l.bias), &bias));
  CNN_TRY(graph_.copy(l.bias, bias));

  dnnl_memory_t src_scale = nullptr, src_zero = nullptr, dst_scale = nullptr, dst_zero = nullptr;
  if (is_int8()) {
    CNN_TRY(add_number(dnnl_f32, &data->scale, &src_scale));
    CNN_TRY(add_number(dnnl_s32, &data->zero_point, &src_zero));
  }
  if (has_int8_dst) {
    CNN_TRY(add_number(dnnl_f32, &dst.scale, &dst_scale));
    CNN_TRY(add_number(dnnl_s32, &dst.zero_point, &dst_zero));
  }
  *data = dst;
  return graph_.add_step(steps_, "convolution", l.index, desc,
                         {{DNNL_ARG_SRC, src},
                          {DNNL_ARG_WEIGHTS, weights},
                          {DNNL_ARG_BIAS, bias},
                          {DNNL_ARG_DST, dst.memory},
                          {DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC, src_scale},
                          {DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS, weights_scales},
                          {DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST, dst_scale},
                          {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC, src_zero},
                          {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_DST, dst_zero}});
}

// Reorders f32 weights to the layout and type that are wanted; to s8 with a scale per channel.
dnnl_status_t inference::convert_weights(const layer &l, const_dnnl_memory_desc_t wanted,
                                         dnnl_memory_t *weights, dnnl_memory_t *scales) {
  CNN_TRY(graph_.add_tensor(wanted, weights));
  weights_bytes_ += dnnl_memory_desc_get_size(wanted);
  if (!is_int8()) return graph_.copy(l.weights, *weights);

  owned_memory_desc desc;
  owned_memory plain;
  CNN_TRY(describe(desc, {l.out.channels, l.in.channels, l.spec.size, l.spec.size}, dnnl_f32,
                   dnnl_oihw));
  CNN_TRY(dnnl_memory_create(plain.receive(), desc, graph_.engine(), DNNL_MEMORY_ALLOCATE));
  CNN_TRY(graph_.copy(l.weights, plain));
  CNN_TRY(describe(desc, {l.out.channels}, dnnl_f32, dnnl_x));
  CNN_TRY(graph_.add_tensor(desc, scales));
  find_scales(data_of(plain), count_of(plain), data_of(*scales), l.out.channels);

  owned_attributes attr;
  CNN_TRY(dnnl_primitive_attr_create(attr.receive()));
  CNN_TRY(dnnl_primitive_attr_set_scales_mask(attr, DNNL_ARG_DST, per_channel));
  owned_primitive_desc reorder_desc;
  owned_primitive reorder;
  CNN_TRY(dnnl_reorder_primitive_desc_create(reorder_desc.receive(), desc_of(plain),
                                             graph_.engine(), wanted, graph_.engine(), attr));
  CNN_TRY(dnnl_primitive_create(reorder.receive(), reorder_desc));
  const dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, plain},
                                  {DNNL_ARG_DST, *weights},
                                  {DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST, *scales}};
  CNN_TRY(dnnl_primitive_execute(reorder, graph_.stream(), 3, args));
  return dnnl_stream_wait(graph_.stream());
}

// The largest number has the largest stored number: scale and zero point stay as they are.
dnnl_status_t inference::add_pooling(const layer &l, tensor *data) {
  const dnnl_dim_t window[] = {l.spec.size, l.spec.size};
  owned_memory_desc dst;
  CNN_TRY(describe(dst, {l.out.batch, l.out.channels, l.out.side, l.out.side}, data->type,
                   dnnl_format_tag_any));
  owned_primitive_desc desc;
  CNN_TRY(dnnl_pooling_forward_primitive_desc_create(
      desc.receive(), graph_.engine(), dnnl_forward_inference, dnnl_pooling_max,
      desc_of(data->memory), dst, window, window, none, none, none, graph_.attr()));
  const dnnl_memory_t src = data->memory;
  CNN_TRY(
      graph_.add_tensor(dnnl_primitive_desc_query_md(desc, dnnl_query_dst_md, 0), &data->memory));
  return graph_.add_step(steps_, "pooling", l.index, desc,
                         {{DNNL_ARG_SRC, src}, {DNNL_ARG_DST, data->memory}});
}

dnnl_status_t inference::add_number(dnnl_data_type_t type, const void *value, dnnl_memory_t *made) {
  owned_memory_desc desc;
  CNN_TRY(describe(desc, {1}, type, dnnl_x));
  CNN_TRY(graph_.add_tensor(desc, made));
  memcpy(data_of(*made), value, 4);
  return dnnl_success;
}

int inference::answer(int picture) const {
  const float *row = logits() + picture * classes_;
  int best = 0;
  for (int c = 1; c < classes_; ++c)
    if (row[c] > row[best]) best = c;
  return best;
}

}  // namespace cnn
