// SPDX-License-Identifier: Apache-2.0
#include "examples/lstm_char_model/model.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace char_model {

using dnnl::prop_kind;
using tag = memory::format_tag;

namespace {

memory::desc describe(const memory::dims &dims) {
  memory::dims strides(dims.size(), 1);
  for (size_t d = dims.size() - 1; d > 0; --d) strides[d - 1] = strides[d] * dims[d];
  return {dims, memory::data_type::f32, strides};
}

// From -1 to 1, the same on every machine.
float draw(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return float(state >> 8) / float(1 << 23) - 1;
}

}  // namespace

float *data_of(const memory &m) {
  return static_cast<float *>(m.get_data_handle());
}
size_t count_of(const memory &m) {
  return m.get_desc().get_size() / sizeof(float);
}

memory model::tensor(const memory::dims &dims) const {
  memory m(describe(dims), engine_);
  std::fill_n(data_of(m), count_of(m), 0.f);
  return m;
}

void model::add_parameter(const memory::dims &dims, float range, unsigned &seed) {
  parameter p;
  p.value = tensor(dims);
  p.gradient = tensor(dims);
  float *value = data_of(p.value);
  for (size_t i = 0; i < count_of(p.value); ++i) value[i] = range * draw(seed);
  p.first.assign(count_of(p.value), 0);
  p.second.assign(count_of(p.value), 0);
  parameters_.push_back(p);
}

model::model(const dnnl::engine &engine, const model_spec &spec, unsigned seed)
    : spec_(spec), engine_(engine), stream_(engine) {
  const memory::dim v = spec.symbols, h = spec.hidden, l = spec.layers;
  const float range = 1 / std::sqrt(float(h));
  add_parameter({v, h}, 1, seed);
  add_parameter({l, 1, h, 4, h}, range, seed);
  add_parameter({l, 1, h, 4, h}, range, seed);
  add_parameter({l, 1, 4, h}, 0, seed);
  add_parameter({h, v}, range, seed);
  add_parameter({v}, 0, seed);
  // Gates of forgetting begin open (R. Jozefowicz et al., 2015).
  float *bias = data_of(parameters_[char_model_bias].value);
  for (memory::dim i = 0; i < l; ++i) std::fill_n(bias + (4 * i + 1) * h, h, 1.f);
  make_lstm();
  make_output();
}

// Time first: [length][streams][hidden]. States are [layers][1][streams][hidden].
void model::make_lstm() {
  const memory::dim n = spec_.streams, t = spec_.length, h = spec_.hidden, l = spec_.layers;
  for (memory *m : {&x_, &y_, &diff_x_, &diff_y_}) *m = tensor({t, n, h});
  for (memory *m : {&h_, &c_, &next_h_, &next_c_}) *m = tensor({l, 1, n, h});
  // Nothing comes back from the steps that follow: truncated backpropagation through time.
  const memory diff_state = tensor({l, 1, n, h}), unused_h = tensor({l, 1, n, h}),
               unused_c = tensor({l, 1, n, h});
  const memory::desc layer = x_.get_desc(), state = h_.get_desc();
  const parameter &w = parameters_[char_model_weights_layer];
  const parameter &u = parameters_[char_model_weights_iter], &b = parameters_[char_model_bias];
  const auto l2r = dnnl::rnn_direction::unidirectional_left2right;
  const memory::desc weights = w.value.get_desc(), bias = b.value.get_desc();
  const dnnl::lstm_forward::primitive_desc pd(engine_, prop_kind::forward_training, l2r, layer,
                                              state, state, weights, weights, bias, layer, state,
                                              state);
  const dnnl::lstm_backward::primitive_desc back(
      engine_, prop_kind::backward, l2r, layer, state, state, weights, weights, bias, layer, state,
      state, layer, state, state, weights, weights, bias, layer, state, state, pd);
  const memory workspace(pd.workspace_desc(), engine_);
  std::unordered_map<int, memory> args = {
      {DNNL_ARG_SRC_LAYER, x_},         {DNNL_ARG_SRC_ITER, h_},
      {DNNL_ARG_SRC_ITER_C, c_},        {DNNL_ARG_WEIGHTS_LAYER, w.value},
      {DNNL_ARG_WEIGHTS_ITER, u.value}, {DNNL_ARG_BIAS, b.value},
      {DNNL_ARG_DST_LAYER, y_},         {DNNL_ARG_DST_ITER, next_h_},
      {DNNL_ARG_DST_ITER_C, next_c_},   {DNNL_ARG_WORKSPACE, workspace}};
  add(forward_, dnnl::lstm_forward(pd), args);
  args.insert({{DNNL_ARG_DIFF_DST_LAYER, diff_y_},
               {DNNL_ARG_DIFF_DST_ITER, diff_state},
               {DNNL_ARG_DIFF_DST_ITER_C, diff_state},
               {DNNL_ARG_DIFF_SRC_LAYER, diff_x_},
               {DNNL_ARG_DIFF_SRC_ITER, unused_h},
               {DNNL_ARG_DIFF_SRC_ITER_C, unused_c},
               {DNNL_ARG_DIFF_WEIGHTS_LAYER, w.gradient},
               {DNNL_ARG_DIFF_WEIGHTS_ITER, u.gradient},
               {DNNL_ARG_DIFF_BIAS, b.gradient}});
  add(backward_, dnnl::lstm_backward(back), args);
}

// probabilities = softmax(y * weights + bias), for all characters of all streams. The gradients are
// products with transposed matrices, which are other strides of the same memory.
void model::make_output() {
  const memory::dim rows = memory::dim(spec_.length) * spec_.streams;
  const memory::dim h = spec_.hidden, v = spec_.symbols;
  const parameter &w = parameters_[char_model_out_weights], &b = parameters_[char_model_out_bias];
  const memory::desc in = describe({rows, h}), out = describe({rows, v});
  const memory::desc bias = describe({1, v}), weights = w.value.get_desc();
  const auto over = [this](const memory::desc &md, const memory &m) {
    return memory(md, engine_, m.get_data_handle());
  };
  const memory y = over(in, y_), logits = tensor({rows, v});
  probabilities_ = tensor({rows, v});
  diff_logits_ = tensor({rows, v});
  const dnnl::matmul::primitive_desc product(engine_, in, weights, bias, out);
  add(forward_, dnnl::matmul(product),
      {{DNNL_ARG_SRC, y},
       {DNNL_ARG_WEIGHTS, w.value},
       {DNNL_ARG_BIAS, over(bias, b.value)},
       {DNNL_ARG_DST, logits}});
  const dnnl::softmax_forward::primitive_desc softmax(
      engine_, prop_kind::forward_inference, dnnl::algorithm::softmax_accurate, out, out, 1);
  add(forward_, dnnl::softmax_forward(softmax),
      {{DNNL_ARG_SRC, logits}, {DNNL_ARG_DST, probabilities_}});

  const memory::desc y_columns({h, rows}, memory::data_type::f32, memory::dims{1, h});
  const memory::desc w_columns({v, h}, memory::data_type::f32, memory::dims{1, v});
  const dnnl::matmul::primitive_desc to_weights(engine_, y_columns, out, weights);
  const dnnl::matmul::primitive_desc to_y(engine_, out, w_columns, in);
  const std::vector<step> lstm = std::move(backward_);
  backward_.clear();
  add(backward_, dnnl::matmul(to_weights),
      {{DNNL_ARG_SRC, over(y_columns, y_)},
       {DNNL_ARG_WEIGHTS, diff_logits_},
       {DNNL_ARG_DST, w.gradient}});
  add(backward_, dnnl::matmul(to_y),
      {{DNNL_ARG_SRC, diff_logits_},
       {DNNL_ARG_WEIGHTS, over(w_columns, w.value)},
       {DNNL_ARG_DST, over(in, diff_y_)}});
  backward_.insert(backward_.end(), lstm.begin(), lstm.end());
}

void model::run(std::vector<step> &list) {
  for (step &s : list) s.primitive.execute(stream_, s.args);
  stream_.wait();
}

// The cross-entropy and its gradient, which is what the probabilities are too large by.
float model::take_loss(const int *targets) {
  const size_t v = size_t(spec_.symbols), rows = size_t(spec_.length) * size_t(spec_.streams);
  const float *p = data_of(probabilities_);
  float *diff = data_of(diff_logits_),
        *diff_bias = data_of(parameters_[char_model_out_bias].gradient);
  const float share = 1 / float(rows);
  double loss = 0;
  for (size_t r = 0; r < rows; ++r) {
    const size_t target = size_t(targets[r]);
    loss -= std::log(std::max(double(p[r * v + target]), 1e-30));
    for (size_t i = 0; i < v; ++i) {
      diff[r * v + i] = share * (p[r * v + i] - (i == target ? 1 : 0));
      diff_bias[i] += diff[r * v + i];
    }
  }
  return float(loss / double(rows));
}

// D. Kingma, J. Ba: "Adam: a method for stochastic optimization", ICLR 2015. Gradients longer than
// 1 are made 1 long before.
void model::adam(float rate) {
  constexpr float keep_first = 0.9f, keep_second = 0.99f, least = 1e-8f;
  double square = 0;
  for (const parameter &p : parameters_) {
    const float *g = data_of(p.gradient);
    for (size_t i = 0; i < p.first.size(); ++i) square += double(g[i]) * double(g[i]);
  }
  const float factor = square > 1 ? float(1 / std::sqrt(square)) : 1;
  ++steps_;
  const float first_share = 1 - std::pow(keep_first, float(steps_));
  const float second_share = 1 - std::pow(keep_second, float(steps_));
  for (parameter &p : parameters_) {
    float *value = data_of(p.value);
    const float *g = data_of(p.gradient);
    for (size_t i = 0; i < p.first.size(); ++i) {
      const float gradient = factor * g[i];
      p.first[i] = keep_first * p.first[i] + (1 - keep_first) * gradient;
      p.second[i] = keep_second * p.second[i] + (1 - keep_second) * gradient * gradient;
      value[i] -=
          rate * (p.first[i] / first_share) / (std::sqrt(p.second[i] / second_share) + least);
    }
  }
}

float model::learn(const int *inputs, const int *targets, float rate) {
  const size_t h = size_t(spec_.hidden), rows = size_t(spec_.length) * size_t(spec_.streams);
  const parameter &embedding = parameters_[char_model_embedding];
  for (size_t r = 0; r < rows; ++r)
    std::memcpy(data_of(x_) + r * h, data_of(embedding.value) + size_t(inputs[r]) * h,
                h * sizeof(float));
  run(forward_);
  // LSTM's gradients are added to what is there.
  for (const parameter &p : parameters_) std::fill_n(data_of(p.gradient), p.first.size(), 0.f);
  const float loss = take_loss(targets);
  run(backward_);
  float *rows_of_symbols = data_of(embedding.gradient);
  for (size_t r = 0; r < rows; ++r)
    for (size_t i = 0; i < h; ++i)
      rows_of_symbols[size_t(inputs[r]) * h + i] += data_of(diff_x_)[r * h + i];
  adam(rate);
  std::memcpy(data_of(h_), data_of(next_h_), count_of(h_) * sizeof(float));
  std::memcpy(data_of(c_), data_of(next_c_), count_of(c_) * sizeof(float));
  return loss;
}

size_t model::size() const {
  size_t n = 0;
  for (const parameter &p : parameters_) n += p.first.size();
  return n;
}

}  // namespace char_model
