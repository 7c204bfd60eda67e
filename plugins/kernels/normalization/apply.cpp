// SPDX-License-Identifier: Apache-2.0
// What batch and group normalization do to each element:
//   y = (x - mean) * factor + shift, and max(y + src_1, 0) with a mask of what is above 0
//   dx = dy * factor + (x - mean) * slope + offset, with dy 0 where the mask is
// with numbers for each row, or for each lane.
//   x, y, src_1, dy, dx T[count][n], T f32, bf16, f16, s8 (forward); mask a byte for each element:
//   rows are dense, any alignment, any distance; y may be x, dx may be dy; else they are disjoint
//   scratch 0 B; error: a rounding for each operation, of which multiply-adds are one, and then to
//   T; oneDNN v3, batch and group normalization
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/normalization/typed-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::gradient_rows;
using drivers::normalized_rows;
using D = f32_tag;
using V = f32_vector;
using whole = whole_vector<D>;
using part = part_of_vector<D>;

// Calls body(i, how vectors are read and written) for the vectors of a row.
template <class Body>
HWY_INLINE void for_each_vector(size_t n, const Body &body) {
  const size_t length = hn::Lanes(D());
  size_t i = 0;
  for (; i + length <= n; i += length) body(i, whole());
  if (i < n) body(i, part{n - i});
}

// One row, and what happens behind normalization.
template <class T>
struct forward_row {
  const T *x, *src_1;
  T *y;
  uint8_t *mask;
  bool relu;

  forward_row(const normalized_rows &rows, ptrdiff_t r)
      : x(static_cast<const T *>(rows.x.data) + r * rows.x.stride),
        src_1(static_cast<const T *>(rows.src_1.data)),
        y(static_cast<T *>(rows.y.data) + r * rows.y.stride),
        mask(rows.mask.data),
        relu(rows.relu) {
    if (src_1) src_1 += r * rows.src_1.stride;
    if (mask) mask += r * rows.mask.stride;
  }

  template <class As>
  HWY_INLINE void normalize(size_t i, As as, V mean, V factor, V shift) const {
    V v = hn::MulAdd(hn::Sub(as.load(x + i), mean), factor, shift);
    if (relu) v = cut(i, as, v);
    as.store(v, y + i);
  }

 private:
  template <class As>
  HWY_INLINE V cut(size_t i, As as, V v) const {
    if (src_1) v = hn::Add(v, as.load(src_1 + i));
    const auto above = hn::Gt(v, hn::Zero(D()));
    if (mask) {
      const hn::RebindToUnsigned<D> words;
      const auto ones = hn::IfThenElseZero(hn::RebindMask(words, above), hn::Set(words, 1));
      as.store_bytes(hn::TruncateTo(hn::Rebind<uint8_t, D>(), ones), mask + i);
    }
    return hn::IfThenElseZero(above, v);
  }
};

template <class T>
void normalize(const normalized_rows &rows) noexcept {
  const D d;
  for (size_t r = 0; r < rows.count; ++r) {
    const forward_row<T> row(rows, ptrdiff_t(r));
    const V mean = hn::Set(d, rows.mean[r]), factor = hn::Set(d, rows.factor[r]);
    const V shift = hn::Set(d, rows.shift[r]);
    for_each_vector(rows.n,
                    [&](size_t i, auto as) HWY_ATTR { row.normalize(i, as, mean, factor, shift); });
  }
}

// Rows that are one vector leave the numbers in registers.
template <class T>
void normalize_lanes(const normalized_rows &given) noexcept {
  const normalized_rows rows = given;
  if (rows.n == hn::Lanes(D())) {
    const whole as;
    const V mean = as.load(rows.mean), factor = as.load(rows.factor), shift = as.load(rows.shift);
    for (size_t r = 0; r < rows.count; ++r)
      forward_row<T>(rows, ptrdiff_t(r)).normalize(0, as, mean, factor, shift);
    return;
  }
  // Two rows at a time share what is loaded.
  for (size_t r = 0; r < rows.count; r += 2) {
    const forward_row<T> row(rows, ptrdiff_t(r)), next(rows, ptrdiff_t(r + 1));
    const bool is_pair = r + 1 < rows.count;
    for_each_vector(rows.n, [&](size_t i, auto as) HWY_ATTR {
      const V mean = as.load(rows.mean + i), factor = as.load(rows.factor + i);
      const V shift = as.load(rows.shift + i);
      row.normalize(i, as, mean, factor, shift);
      if (is_pair) next.normalize(i, as, mean, factor, shift);
    });
  }
}

template <class T>
struct backward_row {
  const T *x, *dy;
  T *dx, *dy_out;
  const uint8_t *mask;

  backward_row(const gradient_rows &rows, ptrdiff_t r)
      : x(static_cast<const T *>(rows.x.data)),
        dy(static_cast<const T *>(rows.dy.data) + r * rows.dy.stride),
        dx(static_cast<T *>(rows.dx.data) + r * rows.dx.stride),
        dy_out(static_cast<T *>(rows.dy_out.data)),
        mask(rows.mask.data) {
    if (x) x += r * rows.x.stride;
    if (dy_out) dy_out += r * rows.dy_out.stride;
    if (mask) mask += r * rows.mask.stride;
  }

  template <class As>
  HWY_INLINE void gradient(size_t i, As as, V mean, V factor, V slope, V offset) const {
    V g = as.load(dy + i);
    if (mask) {
      g = where_set(D(), as.load_bytes(mask + i), g);
      if (dy_out) as.store(g, dy_out + i);
    }
    V y = hn::Mul(g, factor);
    if (x) y = hn::MulAdd(g, factor, hn::MulAdd(hn::Sub(as.load(x + i), mean), slope, offset));
    as.store(y, dx + i);
  }
};

template <class T>
void gradient(const gradient_rows &rows) noexcept {
  const D d;
  for (size_t r = 0; r < rows.count; ++r) {
    const backward_row<T> row(rows, ptrdiff_t(r));
    const V mean = hn::Set(d, rows.mean[r]), factor = hn::Set(d, rows.factor[r]);
    const V slope = hn::Set(d, rows.slope[r]), offset = hn::Set(d, rows.offset[r]);
    for_each_vector(rows.n, [&](size_t i, auto as)
                                HWY_ATTR { row.gradient(i, as, mean, factor, slope, offset); });
  }
}

template <class T>
void gradient_lanes(const gradient_rows &given) noexcept {
  const gradient_rows rows = given;
  if (rows.n == hn::Lanes(D())) {
    const whole as;
    const V mean = as.load(rows.mean), factor = as.load(rows.factor);
    const V slope = as.load(rows.slope), offset = as.load(rows.offset);
    for (size_t r = 0; r < rows.count; ++r)
      backward_row<T>(rows, ptrdiff_t(r)).gradient(0, as, mean, factor, slope, offset);
    return;
  }
  for (size_t r = 0; r < rows.count; r += 2) {
    const backward_row<T> row(rows, ptrdiff_t(r)), next(rows, ptrdiff_t(r + 1));
    const bool is_pair = r + 1 < rows.count;
    for_each_vector(rows.n, [&](size_t i, auto as) HWY_ATTR {
      const V mean = as.load(rows.mean + i), factor = as.load(rows.factor + i);
      const V slope = as.load(rows.slope + i), offset = as.load(rows.offset + i);
      row.gradient(i, as, mean, factor, slope, offset);
      if (is_pair) next.gradient(i, as, mean, factor, slope, offset);
    });
  }
}

template <data_type kType, class T>
applied_functions functions_for() {
  if constexpr (!has_functions<kType>) return {nullptr, nullptr, nullptr, nullptr};
  if constexpr (sizeof(T) == 1) return {normalize<T>, normalize_lanes<T>, nullptr, nullptr};
  return {normalize<T>, normalize_lanes<T>, gradient<T>, gradient_lanes<T>};
}

}  // namespace

applied_functions applied_to(data_type type) noexcept {
  switch (type) {
    case dnnl_f32: return functions_for<dnnl_f32, float>();
    case dnnl_bf16: return functions_for<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return functions_for<dnnl_f16, hwy::float16_t>();
    case dnnl_s8: return functions_for<dnnl_s8, int8_t>();
    default: return {nullptr, nullptr, nullptr, nullptr};
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
