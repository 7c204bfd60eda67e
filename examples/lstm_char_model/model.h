// SPDX-License-Identifier: Apache-2.0
// A model of text: it is shown one character after the other, and says what comes next. Characters
// are rows of a table, layers of LSTM go over them, and a matrix and a softmax end in
// probabilities.
#ifndef DNNLET_EXAMPLES_LSTM_CHAR_MODEL_MODEL_H
#define DNNLET_EXAMPLES_LSTM_CHAR_MODEL_MODEL_H

#include <unordered_map>
#include <vector>

#include "examples/lstm_char_model/checkpoint_header.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace char_model {

using dnnl::memory;

struct model_spec {
  int symbols = 0, hidden = 128, layers = 2;
  int streams = 16, length = 50;  // so many places of the text at once, so many characters a step
};

struct parameter {
  memory value, gradient;
  std::vector<float> first, second;  // moments, of Adam
};

class model {
 public:
  model(const dnnl::engine &engine, const model_spec &spec, unsigned seed);

  // Shows the model `length` characters of each stream, [length][streams], and learns the ones that
  // follow. Answers the mean loss before, in nats a character. Streams go on in the next call.
  float learn(const int *inputs, const int *targets, float rate);

  const model_spec &spec() const { return spec_; }
  std::vector<parameter> &parameters() { return parameters_; }
  // h and c, as the last step left them.
  memory &h() { return h_; }
  memory &c() { return c_; }
  int &steps() { return steps_; }
  size_t size() const;

 private:
  struct step {
    dnnl::primitive primitive;
    std::unordered_map<int, memory> args;
  };

  memory tensor(const memory::dims &dims) const;
  void add_parameter(const memory::dims &dims, float range, unsigned &seed);
  void make_lstm();
  void make_output();
  void add(std::vector<step> &list, const dnnl::primitive &p,
           const std::unordered_map<int, memory> &args) {
    list.push_back({p, args});
  }
  void run(std::vector<step> &list);
  float take_loss(const int *targets);
  void adam(float rate);

  model_spec spec_;
  dnnl::engine engine_;
  dnnl::stream stream_;
  std::vector<parameter> parameters_;
  memory x_, y_, h_, c_, next_h_, next_c_, probabilities_;
  memory diff_x_, diff_y_, diff_logits_;
  std::vector<step> forward_, backward_;
  int steps_ = 0;
};

float *data_of(const memory &m);
size_t count_of(const memory &m);

}  // namespace char_model

#endif
