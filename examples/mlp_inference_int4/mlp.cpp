// SPDX-License-Identifier: Apache-2.0
#include "examples/mlp_inference_int4/mlp.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "examples/cnn_training/digits.h"

namespace mlp {

namespace {

using dnnl::matmul;
using dnnl::memory;

constexpr int batch = 50;

// c (+)= op(a) * op(b), with matrices that are row-major or, transposed, by columns; as a post-op,
// a ReLU. Made once, and executed for every batch.
class multiplication {
 public:
  struct shape {
    int m, n, k;
    bool transposes_a, transposes_b, has_bias, has_relu;
  };
  multiplication(const dnnl::engine &engine, const shape &s)
      : a_(engine_md(s.m, s.k, s.transposes_a), engine, nullptr),
        b_(engine_md(s.k, s.n, s.transposes_b), engine, nullptr),
        c_(engine_md(s.m, s.n, false), engine, nullptr),
        bias_(engine_md(1, s.n, false), engine, nullptr) {
    dnnl::primitive_attr attr;
    dnnl::post_ops ops;
    if (s.has_relu) ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
    attr.set_post_ops(ops);
    const memory::desc bias = s.has_bias ? bias_.get_desc() : memory::desc();
    primitive_ = matmul(
        matmul::primitive_desc(engine, a_.get_desc(), b_.get_desc(), bias, c_.get_desc(), attr));
  }

  void run(dnnl::stream &stream, const float *a, const float *b, const float *bias, float *c) {
    a_.set_data_handle(const_cast<float *>(a));
    b_.set_data_handle(const_cast<float *>(b));
    c_.set_data_handle(c);
    std::unordered_map<int, memory> args = {
        {DNNL_ARG_SRC, a_}, {DNNL_ARG_WEIGHTS, b_}, {DNNL_ARG_DST, c_}};
    if (bias) {
      bias_.set_data_handle(const_cast<float *>(bias));
      args.emplace(DNNL_ARG_BIAS, bias_);
    }
    primitive_.execute(stream, args);
    stream.wait();
  }

 private:
  static memory::desc engine_md(int rows, int columns, bool is_transposed) {
    return {{rows, columns},
            memory::data_type::f32,
            is_transposed ? memory::format_tag::ba : memory::format_tag::ab};
  }

  memory a_, b_, c_, bias_;
  matmul primitive_;
};

numbers draw_weights(cnn::random &random, int in, int out) {
  numbers weights(size_t(in) * size_t(out));
  for (float &w : weights) w = random.normal() * std::sqrt(2.0f / float(in));
  return weights;
}

// The gradient of the cross entropy: what softmax says, minus what is right. Answers the loss.
double softmax_gradient(numbers &scores, const int *digits) {
  double loss = 0;
  for (int row = 0; row < batch; ++row) {
    float *s = &scores[size_t(row) * outputs], sum = 0;
    const float most = *std::max_element(s, s + outputs);
    for (int i = 0; i < outputs; ++i) sum += s[i] = std::exp(s[i] - most);
    for (int i = 0; i < outputs; ++i) s[i] /= sum;
    loss -= std::log(std::max(s[digits[row]], 1e-12f));
    s[digits[row]] -= 1;
  }
  return loss;
}

void descend(layer &l, const numbers &diff_weights, const numbers &diff_dst, float rate) {
  for (size_t i = 0; i < l.weights.size(); ++i) l.weights[i] -= rate * diff_weights[i];
  for (int row = 0; row < batch; ++row)
    for (int i = 0; i < l.out; ++i)
      l.bias[size_t(i)] -= rate * diff_dst[size_t(row) * size_t(l.out) + size_t(i)];
}

}  // namespace

pictures draw_pictures(int count, uint64_t seed) {
  pictures set;
  cnn::random random(seed);
  uint8_t drawn[cnn::picture_size];
  for (int i = 0; i < count; ++i) {
    set.digits.push_back(random.below(outputs));
    cnn::draw_digit(random, set.digits.back(), drawn);
    for (const uint8_t pixel : drawn) set.pixels.push_back(float(pixel) / 255);
  }
  return set;
}

network train(const dnnl::engine &engine, dnnl::stream &stream, const pictures &set, int epochs) {
  cnn::random random(11);
  network net;
  net.first.weights = draw_weights(random, inputs, hidden);
  net.second.weights = draw_weights(random, hidden, outputs);
  net.first.bias.resize(hidden);
  net.second.bias.resize(outputs);
  multiplication forward_1(engine, {batch, hidden, inputs, false, false, true, true}),
      forward_2(engine, {batch, outputs, hidden, false, false, true, false}),
      weights_2(engine, {hidden, outputs, batch, true, false, false, false}),
      data_2(engine, {batch, hidden, outputs, false, true, false, false}),
      weights_1(engine, {inputs, hidden, batch, true, false, false, false});
  numbers middle(batch * hidden), scores(batch * outputs), diff_middle(batch * hidden),
      diff_1(inputs * hidden), diff_2(hidden * outputs);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    double loss = 0;
    for (int at = 0; at + batch <= set.count(); at += batch) {
      const float *pixels = &set.pixels[size_t(at) * inputs];
      forward_1.run(stream, pixels, net.first.weights.data(), net.first.bias.data(), middle.data());
      forward_2.run(stream, middle.data(), net.second.weights.data(), net.second.bias.data(),
                    scores.data());
      loss += softmax_gradient(scores, &set.digits[size_t(at)]);
      weights_2.run(stream, middle.data(), scores.data(), nullptr, diff_2.data());
      data_2.run(stream, scores.data(), net.second.weights.data(), nullptr, diff_middle.data());
      for (size_t i = 0; i < middle.size(); ++i)
        if (middle[i] <= 0) diff_middle[i] = 0;
      weights_1.run(stream, pixels, diff_middle.data(), nullptr, diff_1.data());
      descend(net.second, diff_2, scores, 0.3f / batch);
      descend(net.first, diff_1, diff_middle, 0.3f / batch);
    }
    std::printf("epoch %d: loss %.3f\n", epoch + 1, loss / set.count());
  }
  return net;
}

double accuracy(const numbers &scores, const pictures &set) {
  int right = 0;
  for (int row = 0; row < set.count(); ++row) {
    const float *s = &scores[size_t(row) * outputs];
    right += std::max_element(s, s + outputs) - s == set.digits[size_t(row)];
  }
  return 100.0 * right / set.count();
}

}  // namespace mlp
