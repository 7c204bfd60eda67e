// SPDX-License-Identifier: Apache-2.0
// Rows of layer normalization:
//   y = (x - mean) / sqrt(variance + epsilon) * scale + shift, with statistics found or given
//   then, where y has bytes or f32, times a factor
//   x[count][n] f32, bf16, y[count][n] f32, bf16, s8, or f32 to u8, or both f16: rows are dense,
//   any alignment, any distance; y may be x; scale, shift f32[n]
//   scratch 0 B (128 B of stack)
//   error: of mean and root, row_numbers.cpp; then a rounding for each operation, and to y
//   oneDNN v3, layer normalization
#include "plugins/kernels/layer_normalization/layer_rows.h"
#include "plugins/kernels/normalization/typed-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::layer_rows;
using D = f32_tag;
using V = f32_vector;

constexpr size_t cache_line = 64;
// Of rows so short, several stay in the cache between their sums and what is made of them.
constexpr size_t near_row = 1024;

// Asks for the lines that so many bytes are in.
HWY_MAYBE_UNUSED HWY_INLINE void fetch(const void *from, size_t bytes) {
  const char *p = static_cast<const char *>(from);
  HWY_UNROLL(4)
  for (size_t i = 0; i < bytes; i += cache_line) hwy::Prefetch(p + i);
}

// Whole vectors of y are written as Whole does. `later` is asked for meanwhile: a row that comes
// from memory would keep its sums waiting.
template <class Whole, class T, class To>
HWY_INLINE void apply(const T *x, const T *later, To *y, const layer_rows &rows,
                      const row_numbers &numbers) {
  const V mean = hn::Set(D(), numbers.mean), factor = hn::Set(D(), numbers.factor);
  const V dst_factor = hn::Set(D(), rows.dst_factor);
  // Copies, which stay in registers: the compiler must take it that y may be where `rows` are.
  const float *scale = rows.scale, *shift = rows.shift;
  const size_t n = rows.n, length = hn::Lanes(D());
  const auto of = [&](size_t i, auto as) HWY_ATTR {
    const V v = hn::Mul(hn::Sub(as.load(x + i), mean), factor);
    const V result = hn::MulAdd(v, as.load(scale + i), as.load(shift + i));
    if constexpr (sizeof(To) == 2) return result;
    return hn::Mul(result, dst_factor);
  };
  const auto at = [&](size_t i, auto as) HWY_ATTR { as.store(of(i, as), y + i); };
  size_t i = 0;
  if constexpr (is_byte<To>)
    for (; i + 4 * length <= n; i += 4 * length) {
      fetch(later + i, 4 * length * sizeof(T));
      from_f32(of(i, Whole()), of(i + length, Whole()), of(i + 2 * length, Whole()),
               of(i + 3 * length, Whole()), y + i);
    }
  for (; !is_byte<To> && i + 2 * length <= n; i += 2 * length) {
    if constexpr (hn::MaxLanes(D()) > 1) fetch(later + i, 2 * length * sizeof(T));
    at(i, Whole());
    at(i + length, Whole());
  }
  HWY_UNROLL(1)
  for (; is_byte<To> && i + length <= n; i += length) at(i, Whole());
  if (!is_byte<To> && i + length <= n) {
    at(i, Whole());
    i += length;
  }
  if (i < n) at(i, part_of_vector<D>{n - i});
}

// Four short rows share what is loaded of scale and shift, which takes 0.75 of the time in a cache.
// Of rows that come from memory, one is asked for while another is written.
template <class Whole, class T, class To>
constexpr bool goes_by_fours =
    hwy::IsSame<Whole, whole_vector<D>>() && hwy::IsSame<T, To>() && hn::MaxLanes(D()) > 1 &&
    (!is_whole || hwy::IsSame<T, float>());
template <class T>
struct four_rows {
  const T *x0, *x1, *x2, *x3;
  T *y0, *y1, *y2, *y3;
  const float *scales, *shifts;

  HWY_INLINE four_rows(const T *x, T *y, const layer_rows &rows)
      : x0(x),
        x1(x0 + rows.x.stride),
        x2(x1 + rows.x.stride),
        x3(x2 + rows.x.stride),
        y0(y),
        y1(y0 + rows.y.stride),
        y2(y1 + rows.y.stride),
        y3(y2 + rows.y.stride),
        scales(rows.scale),
        shifts(rows.shift) {}

  template <class As, class Of>
  HWY_INLINE void write(size_t i, As as, const Of &of) const {
    const V scale = as.load(scales + i), shift = as.load(shifts + i);
    const V v0 = of(0, as.load(x0 + i), scale, shift), v1 = of(1, as.load(x1 + i), scale, shift);
    const V v2 = of(2, as.load(x2 + i), scale, shift), v3 = of(3, as.load(x3 + i), scale, shift);
    as.store(v0, y0 + i);
    as.store(v1, y1 + i);
    as.store(v2, y2 + i);
    as.store(v3, y3 + i);
  }
};

template <class T>
HWY_INLINE void apply_four(const T *x, T *y, const layer_rows &rows, const row_numbers *of) {
  const auto all = [](float number) HWY_ATTR { return hn::Set(D(), number); };
  const V m0 = all(of[0].mean), m1 = all(of[1].mean), m2 = all(of[2].mean), m3 = all(of[3].mean);
  const V f0 = all(of[0].factor), f1 = all(of[1].factor);
  const V f2 = all(of[2].factor), f3 = all(of[3].factor);
  const V dst_factor = all(rows.dst_factor);
  const four_rows<T> four(x, y, rows);
  for_each_vector(rows.n, [&](size_t i, auto as) HWY_ATTR {
    four.write(i, as, [&](int r, V v, V scale, V shift) HWY_ATTR {
      const V mean = r == 0 ? m0 : r == 1 ? m1 : r == 2 ? m2 : m3;
      const V factor = r == 0 ? f0 : r == 1 ? f1 : r == 2 ? f2 : f3;
      const V result = hn::MulAdd(hn::Mul(hn::Sub(v, mean), factor), scale, shift);
      if constexpr (sizeof(T) == 2) return result;
      return hn::Mul(result, dst_factor);
    });
  });
}

template <class Whole, class T, class To>
HWY_INLINE void normalize_as(const layer_rows &given, numbers_function find) {
  const layer_rows rows = given;
  const bool stays_near = sizeof(T) == 2 && !rows.exceed_caches && rows.n <= near_row;
  const size_t count = rows.count, together = rows.n <= short_row || stays_near ? most_together : 1;
  const T *x = static_cast<const T *>(rows.x.data);
  To *y = static_cast<To *>(rows.y.data);
  // What rows wait for, their sums and roots, comes while those before are written.
  row_numbers numbers[2][most_together];
  for (size_t r = 0, found = 0, which = 0; r < count; which ^= 1) {
    const size_t end = found, next = HWY_MIN(end + together, count);
    if (end < next) find(rows, end, next, numbers[which]);
    found = next;
    const row_numbers *own = numbers[which ^ 1];
    if constexpr (goes_by_fours<Whole, T, To>)
      for (; r + 4 <= end && !rows.exceed_caches;
           r += 4, own += 4, x += 4 * rows.x.stride, y += 4 * rows.y.stride)
        apply_four(x, y, rows, own);
    for (; r < end; ++r, ++own, x += rows.x.stride, y += rows.y.stride) {
      const size_t ahead = r + 2 * together < count ? 2 * together : 0;
      apply<Whole>(x, x + ptrdiff_t(ahead) * rows.x.stride, y, rows, *own);
    }
  }
}

template <data_type kType, class T, class To>
void normalize(const layer_rows &rows) noexcept {
  const numbers_function find = numbers_of(kType);
  if constexpr (has_streams<To>)
    if (can_stream<To>(rows.y, rows.exceed_caches)) {
      normalize_as<streamed_vector<D>, T, To>(rows, find);
      return hwy::FlushStream();
    }
  normalize_as<whole_vector<D>, T, To>(rows, find);
}

template <data_type kFrom, class T, data_type kTo, class To>
drivers::typed_layers layers_between() {
  if constexpr (has_functions<kFrom> && has_functions<kTo>)
    return {normalize<kFrom, T, To>, nullptr};
  return {nullptr, nullptr};
}
template <data_type kFrom, class T>
drivers::typed_layers layers_from(data_type dst) {
  switch (dst) {
    case dnnl_f32: return layers_between<kFrom, T, dnnl_f32, float>();
    case dnnl_bf16: return layers_between<kFrom, T, dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_s8: return layers_between<kFrom, T, dnnl_s8, int8_t>();
    default: return {nullptr, nullptr};
  }
}

}  // namespace

drivers::typed_layers forward_layers_of(data_type src, data_type dst) noexcept {
  if (!is_whole && (!has_own(src) || !has_own(dst))) return beside::forward_layers_of(src, dst);
  // What is normalized seldom is u8: of bf16, by way of f32.
  if (src == dnnl_f32 && dst == dnnl_u8) return layers_between<dnnl_f32, float, dnnl_u8, uint8_t>();
  if (src == dnnl_f32) return layers_from<dnnl_f32, float>(dst);
  if (src == dnnl_bf16) return layers_from<dnnl_bf16, hwy::bfloat16_t>(dst);
  if (src == dst && src == dnnl_f16)
    return layers_between<dnnl_f16, hwy::float16_t, dnnl_f16, hwy::float16_t>();
  return {nullptr, nullptr};
}

extern const drivers::layer_backend layer_forward_parts = {row_parts, forward_layers_of};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
