// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/layer.h"

#include <math.h>

namespace cnn {

namespace {

constexpr dnnl_dim_t one[] = {1, 1}, none[] = {0, 0};
constexpr float lrn_alpha = 1e-2f, lrn_beta = 0.75f, lrn_k = 1;

// Every layout but the bias's is left to the library: `any`.
dnnl_status_t describe_pictures(owned_memory_desc &result, const graph &g, shape s) {
  return describe(result, {s.batch, s.channels, s.side, s.side}, g.type(), dnnl_format_tag_any);
}

dnnl_status_t describe_weights(owned_memory_desc &result, const layer &l, dnnl_data_type_t type,
                               dnnl_format_tag_t tag) {
  return describe(result, {l.out.channels, l.in.channels, l.spec.size, l.spec.size}, type, tag);
}

const_dnnl_memory_desc_t query(const_dnnl_primitive_desc_t desc, dnnl_query_t what, int index = 0) {
  return dnnl_primitive_desc_query_md(desc, what, index);
}

// Draws weights with which signals keep their size from layer to layer (He et al., 2015). They are
// drawn in the order of {OC, IC, KH, KW} and then copied to the layout that they shall have, so
// that a seed gives the same network everywhere.
dnnl_status_t draw_weights(graph &g, const layer &l, random &numbers) {
  owned_memory_desc desc;
  owned_memory drawn;
  CNN_TRY(describe_weights(desc, l, dnnl_f32, dnnl_oihw));
  CNN_TRY(dnnl_memory_create(drawn.receive(), desc, g.engine(), DNNL_MEMORY_ALLOCATE));
  const int inputs = l.in.channels * l.spec.size * l.spec.size;
  const float deviation = sqrtf(2.0f / float(inputs));
  float *weights = data_of(drawn);
  const size_t count = count_of(drawn);
  for (size_t i = 0; i < count; ++i) weights[i] = deviation * numbers.normal();
  return g.copy(drawn, l.weights);
}

struct convolution_descs {
  owned_memory_desc src, weights, bias, dst;
};

dnnl_status_t describe_convolution(convolution_descs &d, const graph &g, const layer &l,
                                   dnnl_data_type_t weights_type) {
  CNN_TRY(describe_pictures(d.src, g, l.in));
  CNN_TRY(describe_weights(d.weights, l, weights_type, dnnl_format_tag_any));
  CNN_TRY(describe(d.bias, {l.out.channels}, dnnl_f32, dnnl_x));
  return describe_pictures(d.dst, g, l.out);
}

// With bf16, which has 8 bits of precision, most steps of training would be too small to change a
// weight at all. So training changes f32 weights, and the forward pass begins with rounding them.
dnnl_status_t add_weights(graph &g, step_list &list, layer &l, random &numbers) {
  const_dnnl_memory_desc_t wanted = query(l.forward, dnnl_query_weights_md);
  owned_memory_desc plain;
  CNN_TRY(describe_weights(plain, l, dnnl_f32, dnnl_oihw));
  CNN_TRY(g.add_tensor(g.type() == dnnl_f32 ? wanted : plain, &l.weights));
  CNN_TRY(draw_weights(g, l, numbers));
  return g.in_layout(list, l.index, wanted, l.weights, &l.forward_weights);
}

dnnl_status_t add_convolution(graph &g, step_list &list, layer &l, random &numbers) {
  l.out = {l.in.batch, l.spec.channels, l.in.side + 2 * l.spec.padding - l.spec.size + 1};
  const dnnl_dim_t padding[] = {l.spec.padding, l.spec.padding};
  convolution_descs d;
  CNN_TRY(describe_convolution(d, g, l, g.type()));
  CNN_TRY(dnnl_convolution_forward_primitive_desc_create(
      l.forward.receive(), g.engine(), dnnl_forward_training, dnnl_convolution_direct, d.src,
      d.weights, d.bias, d.dst, one, none, padding, padding, g.attr()));

  CNN_TRY(add_weights(g, list, l, numbers));
  CNN_TRY(g.add_tensor(query(l.forward, dnnl_query_weights_md, 1), &l.bias));
  CNN_TRY(g.add_tensor(query(l.forward, dnnl_query_dst_md), &l.dst));
  CNN_TRY(g.in_layout(list, l.index, query(l.forward, dnnl_query_src_md), l.src, &l.src));
  return g.add_step(list, "forward", l.index, l.forward,
                    {{DNNL_ARG_SRC, l.src},
                     {DNNL_ARG_WEIGHTS, l.forward_weights},
                     {DNNL_ARG_BIAS, l.bias},
                     {DNNL_ARG_DST, l.dst}});
}

dnnl_status_t add_convolution_backward_weights(graph &g, step_list &list, layer &l,
                                               dnnl_memory_t gradient) {
  convolution_descs d;
  CNN_TRY(describe_convolution(d, g, l, dnnl_f32));  // the gradient is f32
  const dnnl_dim_t padding[] = {l.spec.padding, l.spec.padding};
  owned_primitive_desc desc;
  CNN_TRY(dnnl_convolution_backward_weights_primitive_desc_create(
      desc.receive(), g.engine(), dnnl_convolution_direct, d.src, d.weights, d.bias, d.dst, one,
      none, padding, padding, l.forward, g.attr()));

  dnnl_memory_t src, diff_weights;
  CNN_TRY(g.in_layout(list, l.index, query(desc, dnnl_query_src_md), l.src, &src));
  CNN_TRY(g.in_layout(list, l.index, query(desc, dnnl_query_diff_dst_md), gradient, &gradient));
  CNN_TRY(g.add_tensor(query(desc, dnnl_query_diff_weights_md), &diff_weights));
  CNN_TRY(g.add_tensor(query(desc, dnnl_query_diff_weights_md, 1), &l.bias_gradient));
  CNN_TRY(g.add_step(list, "backward weights", l.index, desc,
                     {{DNNL_ARG_SRC, src},
                      {DNNL_ARG_DIFF_DST, gradient},
                      {DNNL_ARG_DIFF_WEIGHTS, diff_weights},
                      {DNNL_ARG_DIFF_BIAS, l.bias_gradient}}));
  return g.in_layout(list, l.index, desc_of(l.weights), diff_weights, &l.weights_gradient);
}

dnnl_status_t add_convolution_backward_data(graph &g, step_list &list, layer &l,
                                            dnnl_memory_t *gradient) {
  convolution_descs d;
  CNN_TRY(describe_convolution(d, g, l, g.type()));
  const dnnl_dim_t padding[] = {l.spec.padding, l.spec.padding};
  owned_primitive_desc desc;
  CNN_TRY(dnnl_convolution_backward_data_primitive_desc_create(
      desc.receive(), g.engine(), dnnl_convolution_direct, d.src, d.weights, d.dst, one, none,
      padding, padding, l.forward, g.attr()));

  dnnl_memory_t weights, diff_dst;
  CNN_TRY(
      g.in_layout(list, l.index, query(desc, dnnl_query_weights_md), l.forward_weights, &weights));
  CNN_TRY(g.in_layout(list, l.index, query(desc, dnnl_query_diff_dst_md), *gradient, &diff_dst));
  CNN_TRY(g.add_tensor(query(desc, dnnl_query_diff_src_md), gradient));
  return g.add_step(
      list, "backward data", l.index, desc,
      {{DNNL_ARG_DIFF_DST, diff_dst}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DIFF_SRC, *gradient}});
}

dnnl_status_t add_convolution_backward(graph &g, step_list &list, layer &l,
                                       dnnl_memory_t *gradient) {
  CNN_TRY(add_convolution_backward_weights(g, list, l, *gradient));
  return l.index == 0 ? dnnl_success : add_convolution_backward_data(g, list, l, gradient);
}

// In place: the backward pass needs to know only where the result is positive.
dnnl_status_t add_relu(graph &g, step_list &list, layer &l) {
  l.out = l.in;
  l.dst = l.src;
  CNN_TRY(dnnl_eltwise_forward_primitive_desc_create(
      l.forward.receive(), g.engine(), dnnl_forward_training, dnnl_eltwise_relu_use_dst_for_bwd,
      desc_of(l.src), desc_of(l.dst), 0, 0, g.attr()));
  return g.add_step(list, "forward", l.index, l.forward,
                    {{DNNL_ARG_SRC, l.src}, {DNNL_ARG_DST, l.dst}});
}

dnnl_status_t add_relu_backward(graph &g, step_list &list, layer &l, dnnl_memory_t *gradient) {
  const_dnnl_memory_desc_t data = desc_of(l.dst);
  owned_primitive_desc desc;
  CNN_TRY(dnnl_eltwise_backward_primitive_desc_create(desc.receive(), g.engine(),
                                                      dnnl_eltwise_relu_use_dst_for_bwd, data, data,
                                                      data, 0, 0, l.forward, g.attr()));
  CNN_TRY(g.in_layout(list, l.index, data, *gradient, gradient));
  return g.add_step(
      list, "backward data", l.index, desc,
      {{DNNL_ARG_DST, l.dst}, {DNNL_ARG_DIFF_DST, *gradient}, {DNNL_ARG_DIFF_SRC, *gradient}});
}

// The tensors that LRN and pooling write: the result, and the workspace if there is one.
dnnl_status_t add_results(graph &g, layer &l) {
  CNN_TRY(g.add_tensor(query(l.forward, dnnl_query_dst_md), &l.dst));
  const_dnnl_memory_desc_t workspace = query(l.forward, dnnl_query_workspace_md);
  if (dnnl_memory_desc_get_size(workspace) == 0) return dnnl_success;
  return g.add_tensor(workspace, &l.workspace);
}

dnnl_status_t add_lrn(graph &g, step_list &list, layer &l) {
  l.out = l.in;
  const_dnnl_memory_desc_t data = desc_of(l.src);
  CNN_TRY(dnnl_lrn_forward_primitive_desc_create(
      l.forward.receive(), g.engine(), dnnl_forward_training, dnnl_lrn_across_channels, data, data,
      l.spec.size, lrn_alpha, lrn_beta, lrn_k, g.attr()));
  CNN_TRY(add_results(g, l));
  return g.add_step(
      list, "forward", l.index, l.forward,
      {{DNNL_ARG_SRC, l.src}, {DNNL_ARG_DST, l.dst}, {DNNL_ARG_WORKSPACE, l.workspace}});
}

dnnl_status_t add_lrn_backward(graph &g, step_list &list, layer &l, dnnl_memory_t *gradient) {
  const_dnnl_memory_desc_t data = desc_of(l.src);
  owned_primitive_desc desc;
  CNN_TRY(dnnl_lrn_backward_primitive_desc_create(
      desc.receive(), g.engine(), dnnl_lrn_across_channels, data, data, data, l.spec.size,
      lrn_alpha, lrn_beta, lrn_k, l.forward, g.attr()));
  dnnl_memory_t diff_dst;
  CNN_TRY(g.in_layout(list, l.index, data, *gradient, &diff_dst));
  CNN_TRY(g.add_tensor(data, gradient));
  return g.add_step(list, "backward data", l.index, desc,
                    {{DNNL_ARG_SRC, l.src},
                     {DNNL_ARG_DIFF_DST, diff_dst},
                     {DNNL_ARG_WORKSPACE, l.workspace},
                     {DNNL_ARG_DIFF_SRC, *gradient}});
}

dnnl_status_t add_pooling(graph &g, step_list &list, layer &l) {
  l.out = {l.in.batch, l.in.channels, l.in.side / l.spec.size};
  const dnnl_dim_t window[] = {l.spec.size, l.spec.size};
  owned_memory_desc dst;
  CNN_TRY(describe_pictures(dst, g, l.out));
  CNN_TRY(dnnl_pooling_forward_primitive_desc_create(
      l.forward.receive(), g.engine(), dnnl_forward_training, dnnl_pooling_max, desc_of(l.src), dst,
      window, window, none, none, none, g.attr()));
  CNN_TRY(add_results(g, l));
  return g.add_step(
      list, "forward", l.index, l.forward,
      {{DNNL_ARG_SRC, l.src}, {DNNL_ARG_DST, l.dst}, {DNNL_ARG_WORKSPACE, l.workspace}});
}

dnnl_status_t add_pooling_backward(graph &g, step_list &list, layer &l, dnnl_memory_t *gradient) {
  const dnnl_dim_t window[] = {l.spec.size, l.spec.size};
  owned_primitive_desc desc;
  CNN_TRY(dnnl_pooling_backward_primitive_desc_create(
      desc.receive(), g.engine(), dnnl_pooling_max, desc_of(l.src), desc_of(l.dst), window, window,
      none, none, none, l.forward, g.attr()));
  dnnl_memory_t diff_dst;
  CNN_TRY(g.in_layout(list, l.index, query(desc, dnnl_query_diff_dst_md), *gradient, &diff_dst));
  CNN_TRY(g.add_tensor(query(desc, dnnl_query_diff_src_md), gradient));
  return g.add_step(list, "backward data", l.index, desc,
                    {{DNNL_ARG_DIFF_DST, diff_dst},
                     {DNNL_ARG_WORKSPACE, l.workspace},
                     {DNNL_ARG_DIFF_SRC, *gradient}});
}

}  // namespace

int layer::parameter_count() const {
  if (spec.kind != layer_kind::convolution) return 0;
  return out.channels * (in.channels * spec.size * spec.size + 1);
}

dnnl_status_t add_forward(graph &g, step_list &list, layer &l, random &numbers) {
  switch (l.spec.kind) {
    case layer_kind::convolution: return add_convolution(g, list, l, numbers);
    case layer_kind::relu: return add_relu(g, list, l);
    case layer_kind::lrn: return add_lrn(g, list, l);
    case layer_kind::max_pooling: return add_pooling(g, list, l);
  }
  return dnnl_invalid_arguments;
}

dnnl_status_t add_backward(graph &g, step_list &list, layer &l, dnnl_memory_t *gradient) {
  switch (l.spec.kind) {
    case layer_kind::convolution: return add_convolution_backward(g, list, l, gradient);
    case layer_kind::relu: return add_relu_backward(g, list, l, gradient);
    case layer_kind::lrn: return add_lrn_backward(g, list, l, gradient);
    case layer_kind::max_pooling: return add_pooling_backward(g, list, l, gradient);
  }
  return dnnl_invalid_arguments;
}

}  // namespace cnn
