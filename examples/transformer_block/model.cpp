// SPDX-License-Identifier: Apache-2.0
#include "examples/transformer_block/model.h"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace transformer {

namespace {

constexpr bool forward = false, backward_pass = true;

void fill(const memory &m, float value) {
  std::fill_n(data_of(m), count_of(m), value);
}

}  // namespace

model::model(const dnnl::engine &engine, const model_spec &spec) : spec_(spec), graph_(engine) {
  build_forward();
  build_backward();
}

void model::build_forward() {
  graph &g = graph_;
  const memory::dim rows = spec_.batch * spec_.length, width = spec_.width;
  tokens_ = g.tensor({rows, spec_.symbols});
  embedding_ = &g.add_parameter("embedding", {spec_.symbols, width}, 0.5f);
  positions_ = &g.add_parameter("positions", {1, spec_.length * width}, 0.5f);
  const memory embedded = g.tensor({rows, width});
  multiply(g, forward, tokens_, embedding_->value, embedded);
  // Positions are the same for each sequence, a row of which is all of it.
  const dims by_sequence = {spec_.batch, spec_.length * width}, strides = {spec_.length * width, 1};
  const memory placed = add(g, forward, g.view(embedded, by_sequence, strides), positions_->value);
  const memory x = g.view(placed, {rows, width}, {width, 1});

  const memory qkv = qkv_.forward(g, "qkv", before_attention_.forward(g, "norm 1", x), 3 * width);
  const memory seen = attention_.forward(g, qkv, {spec_.batch, spec_.length, spec_.heads, width});
  const memory y = add(g, forward, x, out_.forward(g, "out", seen, width));

  const memory wide = up_.forward(g, "up", before_inner_.forward(g, "norm 2", y), spec_.inner);
  const memory z = add(g, forward, y, down_.forward(g, "down", gelu_.forward(g, wide), width));

  const memory logits =
      classifier_.forward(g, "classifier", last_.forward(g, "norm 3", z), spec_.symbols);
  log_probabilities_ = g.tensor(logits.get_desc().get_dims());
  softmax_ = {g.engine(),        dnnl::prop_kind::forward_training, dnnl::algorithm::softmax_log,
              logits.get_desc(), log_probabilities_.get_desc(),     1};
  g.forward(dnnl::softmax_forward(softmax_),
            {{DNNL_ARG_SRC, logits}, {DNNL_ARG_DST, log_probabilities_}});
}

void model::build_backward() {
  graph &g = graph_;
  const memory::dim rows = spec_.batch * spec_.length, width = spec_.width;
  targets_ = g.tensor({rows, spec_.symbols});  // the loss's gradient
  const memory diff_logits = g.tensor({rows, spec_.symbols});
  const dnnl::softmax_backward::primitive_desc pd(g.engine(), dnnl::algorithm::softmax_log,
                                                  diff_logits.get_desc(), targets_.get_desc(),
                                                  log_probabilities_.get_desc(), 1, softmax_);
  g.backward(dnnl::softmax_backward(pd), {{DNNL_ARG_DST, log_probabilities_},
                                          {DNNL_ARG_DIFF_DST, targets_},
                                          {DNNL_ARG_DIFF_SRC, diff_logits}});
  const memory diff_z = last_.backward(g, classifier_.backward(g, diff_logits));
  const memory diff_inner =
      before_inner_.backward(g, up_.backward(g, gelu_.backward(g, down_.backward(g, diff_z))));
  const memory diff_y = add(g, backward_pass, diff_z, diff_inner);
  const memory diff_attention = before_attention_.backward(
      g, qkv_.backward(g, attention_.backward(g, out_.backward(g, diff_y))));
  const memory diff_x = add(g, backward_pass, diff_y, diff_attention);

  const memory by_sequence =
      g.view(diff_x, {spec_.batch, spec_.length * width}, {spec_.length * width, 1});
  const dnnl::reduction::primitive_desc sum(g.engine(), dnnl::algorithm::reduction_sum,
                                            by_sequence.get_desc(), positions_->gradient.get_desc(),
                                            0, 0);
  g.backward(dnnl::reduction(sum),
             {{DNNL_ARG_SRC, by_sequence}, {DNNL_ARG_DST, positions_->gradient}});
  multiply(g, backward_pass, g.view(tokens_, {spec_.symbols, rows}, {1, spec_.symbols}), diff_x,
           embedding_->gradient);
}

void model::set(const sample &s) {
  const size_t rows = s.given.size(), symbols = size_t(spec_.symbols);
  fill(tokens_, 0);
  fill(targets_, 0);
  for (size_t i = 0; i < rows; ++i) {
    data_of(tokens_)[i * symbols + size_t(s.given[i])] = 1;
    data_of(targets_)[i * symbols + size_t(s.wanted[i])] = -1 / float(rows);
  }
}

score model::run(const sample &s) {
  set(s);
  graph_.run_forward();
  score result;
  const float *row = data_of(log_probabilities_);
  const size_t length = size_t(spec_.length);
  for (size_t i = 0, in_row = 0; i < s.wanted.size(); ++i, row += spec_.symbols) {
    const int wanted = s.wanted[i];
    const bool is_right = std::max_element(row, row + spec_.symbols) - row == wanted;
    result.loss -= double(row[wanted]) / double(s.wanted.size());
    result.right += is_right;
    in_row = i % length == 0 ? size_t(is_right) : in_row + size_t(is_right);
    result.whole += i % length == length - 1 && in_row == length;
  }
  result.symbols = int(s.wanted.size());
  result.sequences = spec_.batch;
  return result;
}

double check_gradients(model &m, const sample &s) {
  constexpr float step = 1e-2f;
  constexpr int numbers = 5;  // of each parameter
  double worst = 0;
  m.run(s);
  m.backward();
  std::printf("\ngradients against finite differences\n");
  for (const parameter *p : m.parts().parameters()) {
    double worst_here = 0;
    const size_t count = count_of(p->value);
    for (int i = 0; i < numbers; ++i) {
      const size_t at = size_t(i) * (count - 1) / (numbers - 1);
      float &x = data_of(p->value)[at];
      const float before = x, gradient = data_of(p->gradient)[at];
      x = before + step;
      const double above = m.run(s).loss;
      x = before - step;
      const double below = m.run(s).loss;
      x = before;
      const double difference = (above - below) / (2 * double(step));
      // What is smaller than the rounding errors of the loss over the step says nothing.
      const double scale = std::fabs(difference) + std::fabs(gradient) + 2e-3;
      worst_here = std::max(worst_here, std::fabs(difference - gradient) / scale);
    }
    std::printf("  %-20s %6zu numbers, %.1e\n", p->name.c_str(), count, worst_here);
    worst = std::max(worst, worst_here);
  }
  return worst;
}

}  // namespace transformer
