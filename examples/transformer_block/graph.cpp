// SPDX-License-Identifier: Apache-2.0
#include "examples/transformer_block/graph.h"

namespace transformer {

memory::desc describe(const dims &shape, const dims &strides) {
  if (!strides.empty()) return {shape, memory::data_type::f32, strides};
  dims dense(shape.size(), 1);
  for (size_t d = shape.size() - 1; d > 0; --d) dense[d - 1] = dense[d] * shape[d];
  return {shape, memory::data_type::f32, dense};
}

float *data_of(const memory &m) {
  return static_cast<float *>(m.get_data_handle());
}
size_t count_of(const memory &m) {
  return m.get_desc().get_size() / sizeof(float);
}

float draw(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return float(int(state >> 8)) / float(1 << 23) - 1;
}

memory graph::tensor(const dims &shape) const {
  return memory(describe(shape), engine_);
}

memory graph::view(const memory &of, const dims &shape, const dims &strides,
                   memory::dim first) const {
  return memory(describe(shape, strides), engine_, data_of(of) + first);
}

parameter &graph::add_parameter(const std::string &name, const dims &shape, float range) {
  auto *made = new parameter{name, tensor(shape), tensor(shape)};
  parameters_.push_back(made);
  for (size_t i = 0; i < count_of(made->value); ++i) {
    data_of(made->value)[i] = range == 0 ? 1 : range * draw(drawn_);
    data_of(made->gradient)[i] = 0;
  }
  return *made;
}

size_t graph::parameter_count() const {
  size_t count = 0;
  for (const parameter *p : parameters_) count += count_of(p->value);
  return count;
}

void graph::run(std::vector<step> &steps) {
  for (step &s : steps) s.primitive.execute(stream_, s.args);
  stream_.wait();
}

graph::~graph() {
  for (parameter *p : parameters_) delete p;
}

}  // namespace transformer
