// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/softmax/cases.h"

#include <cmath>

#include "core/primitives/kernel_tables.h"

namespace dnnlet::test {

const all_rows_run forward_rows(dnnl_softmax, dnnl_forward, softmax_forward_kernels),
    backward_rows(dnnl_softmax, dnnl_backward, softmax_backward_kernels);

std::vector<std::string> softmax_plugins() {
  return plugins_with(softmax_forward_kernels);
}

std::string softmax_case::name(algorithm alg) const {
  const char *what = alg == algorithm::softmax_log ? " log" : alg == inf_as_zero ? " inf" : "";
  return text(shape) + " axis " + std::to_string(axis) + " tag " + std::to_string(int(tag)) + what;
}

const std::vector<softmax_case> &softmax_cases() {
  static const std::vector<softmax_case> all = {
      // along the innermost dimension: lengths around vectors, and around rounds of 64 lanes
      {{5, 33}, 1, format::ab},
      {{3, 17, 5, 7}, 1, format::nchw},
      {{2, 20, 5, 3}, 1, format::nChw16c},  // in blocks, with padding
      {{2, 20, 5, 3}, 3, format::nChw16c},  // beside blocks
      {{5, 33, 9, 1}, 1, format::aBdc24b},  // in blocks that are not whole vectors
      {{3, 17, 5, 7}, 1, format::nhwc},
      {{65}, 0, format::a},
      {{4, 1}, 1, format::ab},
      {{2, 130}, 1, format::ab},
      {{130, 3}, 0, format::ab},
      {{2, 3, 64}, 2, format::abc},
      {{2, 3, 64}, 2, format::acb},
      {{3, 17, 5, 7}, 0, format::nchw},
      {{3, 17, 5, 7}, 3, format::nchw},
      {{2, 35, 3, 77}, 2, format::nchw},
      {{2, 16, 4, 6}, 2, format::nChw8c},
      {{2, 9, 2, 3, 5}, 1, format::ncdhw},
      {{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 3}, 9, format::abcdefghijkl},
      {{7, 1000}, 1, format::ab},
      {{1000, 70}, 0, format::ab},
      {{2, 64, 9, 9}, 1, format::nChw16c},
  };
  static const std::vector<softmax_case> some(all.begin(), all.begin() + 6);
  return quick() ? some : all;
}

namespace {

// Calls body(positions) for each line: the positions of its elements.
template <class Body>
void for_each_line(const softmax_case &c, const tensor &t, const Body &body) {
  dims starts = c.shape, at(c.shape.size(), 0);
  starts[size_t(c.axis)] = 1;
  do {
    std::vector<size_t> line;
    dims index = at;
    for (int64_t i = 0; i < c.length(); ++i) {
      index[size_t(c.axis)] = i;
      line.push_back(t.position(index));
    }
    body(line);
  } while (next_index(at, starts));
}

}  // namespace

softmax_result softmax(const softmax_case &c, algorithm alg, const tensor &x, data_type type) {
  softmax_result r = {tensor(c.shape, type), std::vector<double>(x.values.size())};
  for_each_line(c, x, [&](const std::vector<size_t> &line) {
    double m = -HUGE_VAL, sum = 0;
    for (const size_t i : line) m = std::fmax(m, x.values[i]);
    for (const size_t i : line) sum += std::exp(x.values[i] - m);
    for (const size_t i : line) {
      const double d = x.values[i] - m;
      const bool is_none = alg == inf_as_zero && m == -HUGE_VAL;
      const bool is_log = alg == algorithm::softmax_log;
      r.values.values[i] = is_log ? d - std::log(sum) : is_none ? 0 : std::exp(d) / sum;
      r.magnitudes[i] = is_log ? std::fabs(d) + std::log(sum) + 1 : r.values.values[i];
    }
  });
  return r;
}

softmax_result softmax_gradient(const softmax_case &c, algorithm alg, const tensor &y,
                                const tensor &dy, data_type type) {
  softmax_result r = {tensor(c.shape, type), std::vector<double>(y.values.size())};
  for_each_line(c, y, [&](const std::vector<size_t> &line) {
    const bool is_log = alg == algorithm::softmax_log;
    double sum = 0, magnitude = 0;
    for (const size_t i : line) {
      const double term = dy.values[i] * (is_log ? 1 : y.values[i]);
      sum += term;
      magnitude += std::fabs(term);
    }
    for (const size_t i : line) {
      const double a = y.values[i], d = dy.values[i];
      r.values.values[i] = is_log ? d - std::exp(a) * sum : a * (d - sum);
      r.magnitudes[i] = is_log ? std::fabs(d) + std::exp(a) * magnitude
                               : std::fabs(a) * (std::fabs(d) + magnitude);
    }
  });
  return r;
}

tolerance softmax_tolerance(const softmax_case &c, data_type type) {
  return {type == data_type::f32 ? 1 : 0.5, 48 + double(c.length()) / 16, 1};
}

dnnl::softmax_forward::primitive_desc forward_desc(const dnnl::engine &engine, algorithm alg,
                                                   const dnnl::memory::desc &src,
                                                   const dnnl::memory::desc &dst, int axis,
                                                   const dnnl::primitive_attr &attr) {
  return {engine, dnnl::prop_kind::forward_training, alg, src, dst, axis, attr};
}
dnnl::softmax_backward::primitive_desc backward_desc(const dnnl::engine &engine, algorithm alg,
                                                     const dnnl::memory::desc &diff_src,
                                                     const dnnl::memory::desc &dst, int axis) {
  return {engine, alg, diff_src, dst, dst, axis, forward_desc(engine, alg, dst, dst, axis)};
}

}  // namespace dnnlet::test
