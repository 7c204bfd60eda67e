// SPDX-License-Identifier: Apache-2.0
#include "examples/transformer_block/layers.h"

#include <cmath>

namespace transformer {

using dnnl::algorithm;
using dnnl::prop_kind;

namespace {

void append(graph &g, bool is_backward, const dnnl::primitive &p,
            const std::unordered_map<int, memory> &args) {
  is_backward ? g.backward(p, args) : g.forward(p, args);
}

memory::dim rows_of(const memory &m) {
  return m.get_desc().get_dims()[0];
}
memory::dim columns_of(const memory &m) {
  return m.get_desc().get_dims()[1];
}

// A matrix by its columns.
memory transposed(const graph &g, const memory &m) {
  const memory::dim columns = columns_of(m);
  return g.view(m, {columns, rows_of(m)}, {1, columns});
}

}  // namespace

void multiply(graph &g, bool is_backward, const memory &a, const memory &b, const memory &c,
              float factor, const memory &bias) {
  dnnl::post_ops ops;
  if (factor != 1) ops.append_eltwise(algorithm::eltwise_linear, factor, 0);
  dnnl::primitive_attr attr;
  attr.set_post_ops(ops);
  const memory::desc none;
  const dnnl::matmul::primitive_desc pd(g.engine(), a.get_desc(), b.get_desc(),
                                        bias ? bias.get_desc() : none, c.get_desc(), attr);
  std::unordered_map<int, memory> args = {
      {DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}};
  if (bias) args[DNNL_ARG_BIAS] = bias;
  append(g, is_backward, dnnl::matmul(pd), args);
}

memory add(graph &g, bool is_backward, const memory &a, const memory &b) {
  const memory sum = g.tensor(a.get_desc().get_dims());
  const dnnl::binary::primitive_desc pd(g.engine(), algorithm::binary_add, a.get_desc(),
                                        b.get_desc(), sum.get_desc());
  append(g, is_backward, dnnl::binary(pd),
         {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}, {DNNL_ARG_DST, sum}});
  return sum;
}

memory linear::forward(graph &g, const std::string &name, const memory &x, memory::dim columns) {
  const float range = std::sqrt(3.f / float(columns_of(x)));
  x_ = x;
  weights_ = &g.add_parameter(name + ".weights", {columns_of(x), columns}, range);
  bias_ = &g.add_parameter(name + ".bias", {1, columns}, 0.01f);
  const memory y = g.tensor({rows_of(x), columns});
  multiply(g, false, x, weights_->value, y, 1, bias_->value);
  return y;
}

memory linear::backward(graph &g, const memory &diff_y, bool wants_diff_x) {
  multiply(g, true, transposed(g, x_), diff_y, weights_->gradient);
  const dnnl::reduction::primitive_desc sum(g.engine(), algorithm::reduction_sum, diff_y.get_desc(),
                                            bias_->gradient.get_desc(), 0, 0);
  g.backward(dnnl::reduction(sum), {{DNNL_ARG_SRC, diff_y}, {DNNL_ARG_DST, bias_->gradient}});
  if (!wants_diff_x) return {};
  const memory diff_x = g.tensor(x_.get_desc().get_dims());
  multiply(g, true, diff_y, transposed(g, weights_->value), diff_x);
  return diff_x;
}

namespace {

constexpr float epsilon = 1e-5f;
constexpr auto scale_and_shift =
    dnnl::normalization_flags::use_scale | dnnl::normalization_flags::use_shift;

}  // namespace

memory norm::forward(graph &g, const std::string &name, const memory &x) {
  const memory::dim columns = columns_of(x);
  x_ = x;
  scale_ = &g.add_parameter(name + ".scale", {columns}, 0);
  shift_ = &g.add_parameter(name + ".shift", {columns}, 0.01f);
  const memory y = g.tensor(x.get_desc().get_dims());
  pd_ = {g.engine(),     prop_kind::forward_training, x.get_desc(), y.get_desc(), epsilon,
         scale_and_shift};
  mean_ = memory(pd_.mean_desc(), g.engine());
  variance_ = memory(pd_.variance_desc(), g.engine());
  g.forward(dnnl::layer_normalization_forward(pd_), {{DNNL_ARG_SRC, x},
                                                     {DNNL_ARG_SCALE, scale_->value},
                                                     {DNNL_ARG_SHIFT, shift_->value},
                                                     {DNNL_ARG_MEAN, mean_},
                                                     {DNNL_ARG_VARIANCE, variance_},
                                                     {DNNL_ARG_DST, y}});
  return y;
}

memory norm::backward(graph &g, const memory &diff_y) {
  const memory diff_x = g.tensor(x_.get_desc().get_dims());
  const dnnl::layer_normalization_backward::primitive_desc pd(
      g.engine(), prop_kind::backward, diff_x.get_desc(), diff_y.get_desc(), x_.get_desc(), epsilon,
      scale_and_shift, pd_);
  g.backward(dnnl::layer_normalization_backward(pd), {{DNNL_ARG_SRC, x_},
                                                      {DNNL_ARG_DIFF_DST, diff_y},
                                                      {DNNL_ARG_SCALE, scale_->value},
                                                      {DNNL_ARG_MEAN, mean_},
                                                      {DNNL_ARG_VARIANCE, variance_},
                                                      {DNNL_ARG_DIFF_SRC, diff_x},
                                                      {DNNL_ARG_DIFF_SCALE, scale_->gradient},
                                                      {DNNL_ARG_DIFF_SHIFT, shift_->gradient}});
  return diff_x;
}

memory gelu::forward(graph &g, const memory &x) {
  x_ = x;
  const memory y = g.tensor(x.get_desc().get_dims());
  pd_ = {g.engine(), prop_kind::forward_training, algorithm::eltwise_gelu_erf, x.get_desc(),
         y.get_desc()};
  g.forward(dnnl::eltwise_forward(pd_), {{DNNL_ARG_SRC, x}, {DNNL_ARG_DST, y}});
  return y;
}

memory gelu::backward(graph &g, const memory &diff_y) {
  const memory diff_x = g.tensor(x_.get_desc().get_dims());
  const dnnl::eltwise_backward::primitive_desc pd(g.engine(), algorithm::eltwise_gelu_erf,
                                                  diff_x.get_desc(), diff_y.get_desc(),
                                                  x_.get_desc(), pd_);
  g.backward(dnnl::eltwise_backward(pd),
             {{DNNL_ARG_SRC, x_}, {DNNL_ARG_DIFF_DST, diff_y}, {DNNL_ARG_DIFF_SRC, diff_x}});
  return diff_x;
}

// q, k or v as [sequences, heads, positions, columns], or with the last two the other way round.
memory attention::part(const graph &g, const memory &qkv, int which, bool transposed) const {
  const memory::dim columns = s_.width / s_.heads, row = 3 * s_.width;
  const memory::dim first = which * s_.width, per_sequence = s_.length * row;
  return transposed ? g.view(qkv, {s_.count, s_.heads, columns, s_.length},
                             {per_sequence, columns, 1, row}, first)
                    : g.view(qkv, {s_.count, s_.heads, s_.length, columns},
                             {per_sequence, columns, row, 1}, first);
}

memory attention::heads_of(const graph &g, const memory &y, bool transposed) const {
  const memory::dim columns = s_.width / s_.heads, per_sequence = s_.length * s_.width;
  return transposed ? g.view(y, {s_.count, s_.heads, columns, s_.length},
                             {per_sequence, columns, 1, s_.width})
                    : g.view(y, {s_.count, s_.heads, s_.length, columns},
                             {per_sequence, columns, s_.width, 1});
}

memory attention::forward(graph &g, const memory &qkv, const sequences &s) {
  s_ = s;
  qkv_ = qkv;
  factor_ = 1 / std::sqrt(float(s.width / s.heads));
  const memory scores = g.tensor({s.count, s.heads, s.length, s.length});
  multiply(g, false, part(g, qkv, 0, false), part(g, qkv, 1, true), scores, factor_);
  weights_ = g.tensor(scores.get_desc().get_dims());
  pd_ = {g.engine(),        prop_kind::forward_training, algorithm::softmax_accurate,
         scores.get_desc(), weights_.get_desc(),         3};
  g.forward(dnnl::softmax_forward(pd_), {{DNNL_ARG_SRC, scores}, {DNNL_ARG_DST, weights_}});
  const memory y = g.tensor({s.count * s.length, s.width});
  multiply(g, false, weights_, part(g, qkv, 2, false), heads_of(g, y, false));
  return y;
}

memory attention::backward(graph &g, const memory &diff_y) {
  const dims shape = weights_.get_desc().get_dims();
  const dims by_columns = {s_.heads * s_.length * s_.length, s_.length * s_.length, 1, s_.length};
  const memory diff_qkv = g.tensor(qkv_.get_desc().get_dims());
  const memory diff_weights = g.tensor(shape), diff_scores = g.tensor(shape);
  const memory heads = heads_of(g, diff_y, false);
  multiply(g, true, heads, part(g, qkv_, 2, true), diff_weights);
  multiply(g, true, g.view(weights_, shape, by_columns), heads, part(g, diff_qkv, 2, false));
  const dnnl::softmax_backward::primitive_desc pd(g.engine(), algorithm::softmax_accurate,
                                                  diff_scores.get_desc(), diff_weights.get_desc(),
                                                  weights_.get_desc(), 3, pd_);
  g.backward(dnnl::softmax_backward(pd), {{DNNL_ARG_DST, weights_},
                                          {DNNL_ARG_DIFF_DST, diff_weights},
                                          {DNNL_ARG_DIFF_SRC, diff_scores}});
  multiply(g, true, diff_scores, part(g, qkv_, 1, false), part(g, diff_qkv, 0, false), factor_);
  multiply(g, true, g.view(diff_scores, shape, by_columns), part(g, qkv_, 0, false),
           part(g, diff_qkv, 1, false), factor_);
  return diff_qkv;
}

}  // namespace transformer
