// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/matmul/oracle.h"

#include <algorithm>
#include <cmath>

namespace dnnlet::test {
namespace {

// The index of a tensor that is repeated where its extent is 1.
dims broadcast(const dims &index, const dims &shape) {
  dims at = index;
  for (size_t d = 0; d < shape.size(); ++d)
    if (shape[d] == 1) at[d] = 0;
  return at;
}

int64_t group_of(const dims &groups, size_t d, size_t ndims) {
  return groups.empty() || d + groups.size() < ndims ? 1 : groups[d + groups.size() - ndims];
}

const tensor_values *find(const product &p, tensor_values::kind what, int arg) {
  for (const tensor_values &v : p.values)
    if (v.what == what && v.arg == arg) return &v;
  return nullptr;
}

double value(const product &p, tensor_values::kind what, int arg, const dims &index,
             double neutral) {
  const tensor_values *v = find(p, what, arg);
  return v ? v->at(index) : neutral;
}

// What is taken off a sum where the user has reduced src: along K once for each of the smallest
// groups, of reductions or scales.
double reduced(const product &p, dims a, dims b) {
  const tensor_values *r = find(p, tensor_values::reduction, DNNL_ARG_SRC);
  const tensor_values *s = find(p, tensor_values::scale, DNNL_ARG_SRC);
  int64_t step = r->groups.back();
  if (s && !s->groups.empty()) step = std::min(step, s->groups.back());
  double sum = 0;
  for (int64_t k = 0; k < a.back(); k += step) {
    dims at_a = a, at_b = b;
    at_a.back() = at_b[at_b.size() - 2] = k;
    sum += r->at(at_a) * value(p, tensor_values::zero_point, DNNL_ARG_WEIGHTS, at_b, 0) *
           value(p, tensor_values::scale, DNNL_ARG_SRC, at_a, 1) *
           value(p, tensor_values::scale, DNNL_ARG_WEIGHTS, at_b, 1);
  }
  return sum;
}

void add_products(const product &p, const dims &index, sums &s) {
  const size_t row = index.size() - 2, col = index.size() - 1;
  const size_t at = s.values.position(index);
  const bool is_reduced = find(p, tensor_values::reduction, DNNL_ARG_SRC);
  dims a = broadcast(index, p.src.shape), b = broadcast(index, p.weights.shape);
  for (int64_t k = 0; k < p.src.shape[col]; ++k) {
    a[col] = b[row] = k;
    const double x = p.src.at(a) - value(p, tensor_values::zero_point, DNNL_ARG_SRC, a, 0);
    const double zero_point =
        is_reduced ? 0 : value(p, tensor_values::zero_point, DNNL_ARG_WEIGHTS, b, 0);
    s.add(at, x * value(p, tensor_values::scale, DNNL_ARG_SRC, a, 1) *
                  (p.weights.at(b) - zero_point) *
                  value(p, tensor_values::scale, DNNL_ARG_WEIGHTS, b, 1));
  }
  if (!is_reduced) return;
  a[col] = p.src.shape[col];
  s.add(at, -reduced(p, a, b));
}

}  // namespace

void tensor_values::draw(const dims &tensor_shape, uint64_t seed) {
  of = tensor_shape;
  int64_t n = 1;
  for (size_t d = 0; d < of.size(); ++d)
    if (mask >> d & 1) n *= of[d] / group_of(groups, d, of.size());
  const bool is_unsigned = type == data_type::u8 || type == data_type::u4;
  const double low = is_unsigned ? 0 : -3;
  numbers = random_tensor({n}, what == scale ? data_type::f32 : type, seed, {low, 3, int(3 - low)});
  if (what != scale) return;
  for (double &x : numbers.values) x = std::ldexp(1.0, int(x) / 2);
  numbers.type = type;
}

double tensor_values::at(const dims &index) const {
  int64_t offset = 0;
  for (size_t d = 0; d < index.size(); ++d) {
    if (!(mask >> d & 1)) continue;
    const int64_t group = group_of(groups, d, index.size());
    offset = offset * (of[d] / group) + index[d] / group;
  }
  return numbers.values[size_t(offset)];
}

sums sums_of(const product &p) {
  sums s(p.dst, data_type::f32);
  dims index(p.dst.size(), 0);
  if (count(p.dst) == 0) return s;
  do {
    add_products(p, index, s);
    if (!p.bias.shape.empty())
      s.add(s.values.position(index), p.bias.at(broadcast(index, p.bias.shape)));
  } while (next_index(index, p.dst));
  return s;
}

tensor results_of(const product &p, data_type type) {
  tensor result = sums_of(p).values;
  result.type = type;
  dims index(p.dst.size(), 0);
  if (count(p.dst) == 0) return result;
  do {
    double &x = result.at(index);
    x = x / value(p, tensor_values::scale, DNNL_ARG_DST, index, 1) +
        value(p, tensor_values::zero_point, DNNL_ARG_DST, index, 0);
  } while (next_index(index, p.dst));
  return result;
}

}  // namespace dnnlet::test
