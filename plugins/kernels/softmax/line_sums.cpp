// SPDX-License-Identifier: Apache-2.0
// The sums of lines of softmax: e^(x - m) of all rows of f32, and factors or logarithms; five
// facts: softmax_forward.cpp.
#include <cmath>
#include <cstring>

#include <hwy/cache_control.h>

#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/softmax/softmax_forward.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace softmax {

namespace {

using drivers::softmax_lines;

// Sums are in the order of drivers/rows/reductions.h.

// A line of a tensor that is asked for while exponentials keep the CPU busy, an element's at a
// time: more at once would wait for each other.
struct line_ahead {
  const char *data;
  size_t size;

  // Short lines, and those in blocks, come in time.
  static bool comes_in_time(const drivers::softmax_tensor &x, size_t n) {
    return x.block < n || n < 128;
  }
  line_ahead(const drivers::softmax_tensor &x, size_t n, size_t line, const float *instead)
      : data(reinterpret_cast<const char *>(instead)), size(sizeof(float)) {
    if (comes_in_time(x, n)) return;
    size = type_size(x.type);
    data = static_cast<const char *>(x.data) + (x.first + line * x.step) * size;
  }
  HWY_INLINE void ask(size_t i) const { hwy::Prefetch(data + i * size); }
};

// What a row does to the lanes of a sum. e^(x - m) is in units of 2^-40, and takes the place of x
// but for logarithms.
struct exponentials {
  float *e;
  float m, log_flag;  // 1 for logarithms
  line_ahead x, y;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    const lane_tag d;
    x.ask(i);
    y.ask(i);
    const lane_vector v = hn::LoadU(d, e + i), exp = lifted_exp(d, hn::Sub(v, hn::Set(d, m)));
    const auto is_log = hn::Eq(hn::Set(d, log_flag), hn::Set(d, 1.0f));
    hn::StoreU(hn::IfThenElse(is_log, v, exp), d, e + i);
    return hn::Add(acc, exp);
  }
};

// The same where nothing is asked for, and not for logarithms.
struct near_exponentials {
  float *e, m;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    const lane_tag d;
    const lane_vector exp = lifted_exp(d, hn::Sub(hn::LoadU(d, e + i), hn::Set(d, m)));
    hn::StoreU(exp, d, e + i);
    return hn::Add(acc, exp);
  }
};

// The lanes from j on, of all quarters. The last vector of a row is whole.
template <class Row>
HWY_INLINE lane_vector take_lanes(const Row &row, size_t j, size_t n) {
  const lane_tag d;
  lane_vector a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0;
  for (size_t i = j; i < n; i += drivers::reduction_lanes) {
    a0 = row.add(a0, i);
    if (i + quarter < n) a1 = row.add(a1, i + quarter);
    if (i + 2 * quarter < n) a2 = row.add(a2, i + 2 * quarter);
    if (i + 3 * quarter < n) a3 = row.add(a3, i + 3 * quarter);
  }
  return hn::Add(hn::Add(a0, a2), hn::Add(a1, a3));
}

// Where vectors are half a quarter, sums of all lanes and the numbers that exponentials need do not
// fit into the registers: exponentials come first then, from one end of the row to the other.
constexpr bool exponentials_come_first =
    !HWY_HAVE_SCALABLE && hn::MaxLanes(lane_tag()) * 2 == quarter;

constexpr bool has_near_exponentials = !HWY_HAVE_SCALABLE && hn::MaxLanes(lane_tag()) == quarter;

template <class D>
HWY_INLINE void take_exponentials(D d, const exponentials &row, size_t n) {
  const hn::Vec<D> m = hn::Set(d, row.m);
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    row.x.ask(i);
    row.y.ask(i);
    hn::StoreU(lifted_exp(d, hn::Sub(hn::LoadU(d, row.e + i), m)), d, row.e + i);
  }
}

// Of whole vectors.
template <class D>
struct elements {
  static constexpr float initial = 0;
  const float *e;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    return hn::Add(acc, hn::LoadU(D(), e + i));
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t) const { return add(acc, i); }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};

struct joined {
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};

template <class Row>
HWY_INLINE float sum_row(const Row &row, size_t n) {
  return join_lanes<joined>([&](size_t j) HWY_ATTR { return take_lanes(row, j, n); });
}

float log_of(float sum) {
  const hn::CappedTag<float, 1> d;
  return hn::GetLane(math::log(d, hn::Set(d, sum * math::lifted_unit)));
}

}  // namespace

void sum_lines(const softmax_lines &job, const row_set &rows) noexcept {
  const bool is_log = job.alg == dnnl_softmax_log;
  const bool are_near = !is_log && line_ahead::comes_in_time(job.src, job.n) &&
                        line_ahead::comes_in_time(job.dst, job.n);
  float *e = rows.e;
  for (size_t i = 0; i < job.lines; ++i, e += rows.step) {
    const line_ahead next(job.src, job.n, job.lines + i, e), own(job.dst, job.n, i, e);
    if (job.alg == softmax_accurate_inf_as_zero && rows.m[i] == -INFINITY) {
      std::memset(e, 0, job.n * sizeof(float));
      rows.numbers[i] = 1;
      continue;
    }
    if constexpr (exponentials_come_first)
      if (!is_log) {
        take_exponentials(f32_tag(), {e, rows.m[i], 0, next, own}, job.n);
        rows.numbers[i] = 1 / reduce_row(elements<lane_tag>{e}, job.n);
        continue;
      }
    if constexpr (has_near_exponentials)
      if (are_near) {
        rows.numbers[i] = 1 / sum_row(near_exponentials{e, rows.m[i]}, job.n);
        continue;
      }
    const exponentials row = {e, rows.m[i], is_log ? 1.0f : 0.0f, next, own};
    const float sum = sum_row(row, job.n);
    rows.numbers[i] = is_log ? log_of(sum) : 1 / sum;
  }
}

struct product {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector a) { return hn::Mul(x, a); }
};
struct quotient {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector a) { return hn::Div(x, a); }
};
template <class F>
HWY_INLINE void map_row(float *y, size_t n, float number) {
  const f32_tag d;
  const f32_vector a = hn::Set(d, number);
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(F::of(hn::LoadU(d, y + i), a), d, y + i);
  if (i < n) hn::StoreN(F::of(hn::LoadN(d, y + i, n - i), a), d, y + i, n - i);
}

void multiply(float *y, size_t n, float factor) noexcept {
  map_row<product>(y, n, factor);
}

void divide(float *y, size_t n, float divisor) noexcept {
  map_row<quotient>(y, n, divisor);
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
