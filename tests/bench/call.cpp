// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <cmath>

#include "problem.h"

namespace bench {

namespace {

using dnnl::memory;
using tag = memory::format_tag;

// Larger weights would drive the gates of a recurrent network to where their slopes are subnormal
// numbers, which some CPUs take a hundred times as long for, and networks of many layers to
// infinity.
float limit_of(const dnnl::primitive_desc_base &desc, int index, const memory::desc &tensor) {
  const bool is_weights = index == DNNL_ARG_WEIGHTS_0 || index == DNNL_ARG_WEIGHTS_1;
  if (!is_weights || tensor.get_data_type() == memory::data_type::s8) return usual_limit;
  const memory::dims dims = tensor.get_dims();
  if (desc.get_kind() == dnnl::primitive::kind::rnn) return usual_limit / std::sqrt(float(dims[2]));
  if (desc.get_kind() != dnnl::primitive::kind::convolution) return usual_limit;
  int64_t inputs = 1;
  for (size_t i = 1; i < dims.size(); ++i) inputs *= dims[i];
  return usual_limit / std::sqrt(float(inputs));
}

// DNNL_ARG_SRC is the first of several, too.
constexpr int possible_arguments[] = {
    DNNL_ARG_SRC_0,          DNNL_ARG_SRC_1,      DNNL_ARG_SRC_2,      DNNL_ARG_WEIGHTS_0,
    DNNL_ARG_WEIGHTS_1,      DNNL_ARG_BIAS,       DNNL_ARG_DST_0,      DNNL_ARG_DST_1,
    DNNL_ARG_DST_2,          DNNL_ARG_MEAN,       DNNL_ARG_VARIANCE,   DNNL_ARG_WORKSPACE,
    DNNL_ARG_DIFF_SRC_0,     DNNL_ARG_DIFF_SRC_1, DNNL_ARG_DIFF_SRC_2, DNNL_ARG_DIFF_WEIGHTS_0,
    DNNL_ARG_DIFF_WEIGHTS_1, DNNL_ARG_DIFF_BIAS,  DNNL_ARG_DIFF_DST_0, DNNL_ARG_DIFF_DST_1,
    DNNL_ARG_DIFF_DST_2};

}  // namespace

memory filled(const dnnl::engine &engine, const memory::desc &desc, float limit) {
  static const tag plain[] = {tag::undef, tag::a, tag::ab, tag::abc, tag::abcd, tag::abcde};
  const memory::dims dims = desc.get_dims();
  memory target(desc, engine);
  memory source(memory::desc(dims, memory::data_type::f32, plain[dims.size()]), engine);
  const size_t count = source.get_desc().get_size() / sizeof(float);
  auto *data = static_cast<float *>(source.get_data_handle());
  const bool is_sparse = desc.get_format_kind() == memory::format_kind::sparse;
  uint32_t state = 12345;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525 + 1013904223;
    data[i] = (float(state >> 8) * (2.0f / (1 << 24)) - 1.0f) * limit;
    if (is_sparse && i % sparse_step != 0) data[i] = 0;
  }
  dnnl::stream stream(engine);
  dnnl::reorder(source, target).execute(stream, source, target);
  stream.wait();
  return target;
}

call::call(const dnnl::engine &engine, const dnnl::primitive_desc_base &desc,
           const std::map<int, memory> &known, int sources)
    : primitive_(desc.get()),
      scratchpad_(size_t(desc.query_s64(dnnl::query::memory_consumption_s64))) {
  std::vector<int> indices(std::begin(possible_arguments), std::end(possible_arguments));
  for (int i = 0; i < sources; ++i) indices.push_back(DNNL_ARG_MULTIPLE_SRC + i);
  for (const int index : indices) {
    const memory::desc tensor = desc.query_md(dnnl::query::exec_arg_md, index);
    if (tensor.get_size() == 0) continue;
    const auto given = known.find(index);
    memory storage = given != known.end() ? given->second
                     : index == DNNL_ARG_WORKSPACE
                         ? memory(tensor, engine)
                         : filled(engine, tensor, limit_of(desc, index, tensor));
    memories_[index] = storage;
    arguments_.push_back({index, storage.get()});
  }
}

memory call::at(int index) const {
  const auto found = memories_.find(index);
  return found == memories_.end() ? memory() : found->second;
}

size_t call::bytes() const {
  size_t sum = 0;
  for (const auto &[index, storage] : memories_) sum += storage.get_desc().get_size();
  return sum;
}

size_t call::scratchpad() const {
  return scratchpad_;
}

}  // namespace bench
