// SPDX-License-Identifier: Apache-2.0
// Tensors of f32 and the primitives that compute them, in the order in which they run.
#ifndef DNNLET_EXAMPLES_TRANSFORMER_BLOCK_GRAPH_H
#define DNNLET_EXAMPLES_TRANSFORMER_BLOCK_GRAPH_H

#include <string>
#include <unordered_map>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"

namespace transformer {

using dnnl::memory;
using dims = memory::dims;

// What training changes, and by how much.
struct parameter {
  std::string name;
  memory value, gradient;
};

struct step {
  dnnl::primitive primitive;
  std::unordered_map<int, memory> args;
};

// All objects are made once; a step of training executes them and makes nothing.
class graph {
 public:
  explicit graph(const dnnl::engine &engine) : engine_(engine), stream_(engine) {}

  const dnnl::engine &engine() const { return engine_; }

  // A dense tensor with a buffer of its own.
  memory tensor(const dims &shape) const;
  // Another tensor in the buffer of `of`, from its element `first` on.
  memory view(const memory &of, const dims &shape, const dims &strides,
              memory::dim first = 0) const;
  // Drawn from -range to range; a range of 0 makes ones.
  parameter &add_parameter(const std::string &name, const dims &shape, float range);

  void forward(const dnnl::primitive &p, const std::unordered_map<int, memory> &args) {
    forward_.push_back({p, args});
  }
  void backward(const dnnl::primitive &p, const std::unordered_map<int, memory> &args) {
    backward_.push_back({p, args});
  }
  void run_forward() { run(forward_); }
  void run_backward() { run(backward_); }

  std::vector<parameter *> &parameters() { return parameters_; }
  size_t parameter_count() const;
  size_t primitive_count() const { return forward_.size() + backward_.size(); }

  ~graph();
  graph(const graph &) = delete;
  graph &operator=(const graph &) = delete;

 private:
  void run(std::vector<step> &steps);

  dnnl::engine engine_;
  dnnl::stream stream_;
  std::vector<step> forward_, backward_;
  std::vector<parameter *> parameters_;
  unsigned drawn_ = 1;
};

memory::desc describe(const dims &shape, const dims &strides = {});
float *data_of(const memory &m);
size_t count_of(const memory &m);

// From -1 to 1, the same in every run.
float draw(unsigned &state);

}  // namespace transformer

#endif
