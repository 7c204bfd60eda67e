// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/pooling/oracle.h"

#include <cmath>

namespace dnnlet::test {

namespace {

// Calls body(k, index in src) for the points of the window at `dst` that lie inside src.
template <class Body>
void for_each_point(const pooling_case &c, const dims &dst, const Body &body) {
  dims point(c.kernel.size(), 0);
  int64_t k = 0;
  do {
    dims src = {dst[0], dst[1]};
    bool inside = true;
    for (size_t i = 0; i < c.kernel.size(); ++i) {
      src.push_back(dst[2 + i] * c.strides[i] + point[i] * (c.dilates[i] + 1) - c.left[i]);
      inside = inside && 0 <= src.back() && src.back() < c.src[i];
    }
    if (inside) body(k, src);
    ++k;
  } while (next_index(point, c.kernel));
}

double divisor(const pooling_case &c, dnnl::algorithm alg, const dims &dst) {
  if (alg == dnnl::algorithm::pooling_avg_include_padding) return double(c.points());
  double inside = 0;
  for_each_point(c, dst, [&](int64_t, const dims &) { ++inside; });
  return inside;
}

// The least finite number of a type.
double least(data_type type) {
  switch (type) {
    case data_type::f64: return -std::numeric_limits<double>::max();
    case data_type::f32: return -double(std::numeric_limits<float>::max());
    case data_type::bf16: return -(2 - 0x1p-7) * 0x1p127;
    case data_type::f16: return -65504;
    case data_type::s32: return std::numeric_limits<int32_t>::min();
    case data_type::s8: return -128;
    default: return 0;
  }
}

}  // namespace

dims pooling_case::src_dims() const {
  dims d = {n, c};
  d.insert(d.end(), src.begin(), src.end());
  return d;
}

dims pooling_case::dst_dims() const {
  dims d = {n, c};
  for (size_t i = 0; i < src.size(); ++i)
    d.push_back(
        (src[i] + left[i] + right[i] - (kernel[i] - 1) * (dilates[i] + 1) - 1) / strides[i] + 1);
  return d;
}

std::string pooling_case::name() const {
  return "src " + text(src_dims()) + " kernel " + text(kernel) + " strides " + text(strides) +
         " dilates " + text(dilates) + " padding " + text(left) + " " + text(right);
}

pooled forward(const pooling_case &c, dnnl::algorithm alg, const tensor &src, data_type dst_type) {
  const bool is_max = alg == dnnl::algorithm::pooling_max;
  pooled r = {tensor(c.dst_dims(), dst_type),
              tensor(c.dst_dims(), c.points() <= 255 ? data_type::u8 : data_type::s32),
              {}};
  if (r.dst.values.empty()) return r;
  dims at(r.dst.shape.size(), 0);
  do {
    double value = is_max ? least(dst_type) : 0, magnitude = 0;
    int64_t best = 0;
    for_each_point(c, at, [&](int64_t k, const dims &point) {
      const double x = src.at(point);
      magnitude += std::fabs(x);
      if (!is_max) {
        value += x;
      } else if (x > value) {
        value = x;
        best = k;
      }
    });
    const double by = is_max ? 1 : divisor(c, alg, at);
    r.dst.at(at) = is_max ? value : value / by;
    r.index.at(at) = double(best);
    r.magnitudes.push_back(magnitude / by);
  } while (next_index(at, r.dst.shape));
  return r;
}

pooled_gradient backward(const pooling_case &c, dnnl::algorithm alg, const tensor &diff_dst,
                         const tensor &index, data_type src_type) {
  const bool is_max = alg == dnnl::algorithm::pooling_max;
  pooled_gradient r = {tensor(c.src_dims(), src_type), {}};
  r.magnitudes.resize(r.diff_src.values.size());
  if (diff_dst.values.empty()) return r;
  dims at(diff_dst.shape.size(), 0);
  do {
    const double diff = diff_dst.at(at) / (is_max ? 1 : divisor(c, alg, at));
    for_each_point(c, at, [&](int64_t k, const dims &point) {
      if (is_max && double(k) != index.at(at)) return;
      r.diff_src.at(point) += diff;
      r.magnitudes[r.diff_src.position(point)] += std::fabs(diff);
    });
  } while (next_index(at, diff_dst.shape));
  return r;
}

tolerance tolerance_of(data_type type, int64_t terms) {
  // Two more roundings: of the weight or the quotient, and of the product with it.
  return {type == data_type::f32 ? 1 : 0.5, double(terms + 2), 0};
}

}  // namespace dnnlet::test
