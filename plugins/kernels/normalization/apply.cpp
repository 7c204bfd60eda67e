// SPDX-License-Identifier: Apache-2.0
// What batch and group normalization do to each element, forward:
//   y = (x - mean) * factor + shift, and max(y + src_1, 0) with a mask of what is above 0
// with numbers for each row, or for each lane.
//   x, y, src_1 T[count][n], T f32, bf16, f16, s8; mask a byte for each element: rows are dense,
//   any alignment, any distance; y may be x; else they are disjoint
//   scratch 0 B; error: a rounding for each operation, of which multiply-adds are one, and then to
//   T; oneDNN v3, batch and group normalization
#include <cmath>

#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/normalization/typed-inl.h"
#include "plugins/kernels/support/even_odd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::normalized_rows;
using D = f32_tag;
using V = f32_vector;
using whole = whole_vector<D>;
using streamed = streamed_vector<D>;

// 1 where `above` is set, else 0.
template <class As>
HWY_INLINE void write_mask(As as, hn::Mask<D> above, uint8_t *mask) {
  const hn::RebindToUnsigned<D> words;
  const auto ones = hn::IfThenElseZero(hn::RebindMask(words, above), hn::Set(words, 1));
  as.store_bytes(hn::TruncateTo(hn::Rebind<uint8_t, D>(), ones), mask);
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
    if (mask) write_mask(as, above, mask + i);
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

// NaN makes 0 of bytes in any case, so that these need not be more than `floor`.
template <class T, bool kRelu>
HWY_INLINE V normalized(V x, V mean, V factor, V shift, [[maybe_unused]] V floor) {
  const V v = hn::MulAdd(hn::Sub(x, mean), factor, shift);
  if constexpr (sizeof(T) == 1) return kRelu ? larger(D(), floor, v) : v;
  return kRelu ? larger(D(), v, hn::Zero(D())) : v;
}
float floor_of(const normalized_rows &rows) {
  return rows.relu ? 0.0f : -HUGE_VALF;
}

// Four rows, from x and y on, with nothing but a ReLU perhaps, and its mask. Of shorter types, a
// line would be asked for by several vectors: 1.1 times as fast without (AVX-512 on Zen 5).
template <class T, bool kRelu>
struct four_rows {
  const T *x0, *x1, *x2, *x3;
  T *y0, *y1, *y2, *y3;
  uint8_t *mask = nullptr;  // of the first; of whole vectors
  ptrdiff_t mask_stride = 0;

  HWY_INLINE four_rows(const T *x, ptrdiff_t x_stride, T *y, ptrdiff_t y_stride)
      : x0(x),
        x1(x0 + x_stride),
        x2(x1 + x_stride),
        x3(x2 + x_stride),
        y0(y),
        y1(y0 + y_stride),
        y2(y1 + y_stride),
        y3(y2 + y_stride) {}

  template <class As>
  HWY_INLINE void normalize(size_t i, As as, V mean, V factor, V shift, V floor) const {
    if constexpr (hwy::IsSame<As, streamed>()) {
      look_ahead(x0 + i);
      look_ahead(x1 + i);
      look_ahead(x2 + i);
      look_ahead(x3 + i);
    } else if constexpr (sizeof(T) == 4) {
      look_ahead_to_write(y0 + i);
      look_ahead_to_write(y1 + i);
      look_ahead_to_write(y2 + i);
      look_ahead_to_write(y3 + i);
    }
    const V v0 = normalized<T, kRelu>(as.load(x0 + i), mean, factor, shift, floor);
    const V v1 = normalized<T, kRelu>(as.load(x1 + i), mean, factor, shift, floor);
    const V v2 = normalized<T, kRelu>(as.load(x2 + i), mean, factor, shift, floor);
    const V v3 = normalized<T, kRelu>(as.load(x3 + i), mean, factor, shift, floor);
    as.store(v0, y0 + i);
    as.store(v1, y1 + i);
    as.store(v2, y2 + i);
    as.store(v3, y3 + i);
    if constexpr (kRelu && sizeof(T) > 1 && hwy::IsSame<As, whole>())
      if (mask) {
        const V zero = hn::Zero(D());
        write_mask(as, hn::Gt(v0, zero), mask + i);
        write_mask(as, hn::Gt(v1, zero), mask + i + mask_stride);
        write_mask(as, hn::Gt(v2, zero), mask + i + 2 * mask_stride);
        write_mask(as, hn::Gt(v3, zero), mask + i + 3 * mask_stride);
      }
  }
};

// Rows share what is loaded; of those that are one vector it stays in registers. Answers how many
// rows are done.
template <class T, bool kRelu, class Whole>
size_t normalize_fours(const normalized_rows &rows) {
  const T *x = static_cast<const T *>(rows.x.data);
  T *y = static_cast<T *>(rows.y.data);
  const ptrdiff_t x_stride = rows.x.stride, y_stride = rows.y.stride;
  const float *means = rows.mean, *factors = rows.factor, *shifts = rows.shift;
  const size_t n = rows.n, done = rows.count & ~size_t(3);
  const bool is_vector = n == hn::Lanes(D());
  const size_t loaded = is_vector ? n : 0;
  const V mean = hn::LoadN(D(), means, loaded), factor = hn::LoadN(D(), factors, loaded);
  const V shift = hn::LoadN(D(), shifts, loaded), floor = hn::Set(D(), floor_of(rows));
  for (size_t r = 0; r < done; r += 4, x += 4 * x_stride, y += 4 * y_stride) {
    four_rows<T, kRelu> four(x, x_stride, y, y_stride);
    if (rows.mask.data) {
      four.mask = rows.mask.data + ptrdiff_t(r) * rows.mask.stride;
      four.mask_stride = rows.mask.stride;
    }
    if (is_vector) {
      four.normalize(0, Whole(), mean, factor, shift, floor);
      continue;
    }
    for_each_vector<Whole>(n, [&](size_t i, auto as) HWY_ATTR {
      four.normalize(i, as, as.load(means + i), as.load(factors + i), as.load(shifts + i), floor);
    });
  }
  return done;
}

// Bytes are packed four vectors at a time; bf16 gain where an instruction rounds.
template <class T>
constexpr bool goes_by_blocks = sizeof(T) == 1 || (hwy::IsSame<T, hwy::bfloat16_t>() && !is_whole);
constexpr size_t near_rows = 64;  // that stay in the L1 cache from one block of them to the next

// Blocks of four neighbouring vectors, whose numbers stay in registers.
template <class T, bool kRelu>
HWY_INLINE void normalize_blocks(const T *x, ptrdiff_t x_step, T *y, ptrdiff_t y_step, size_t count,
                                 const normalized_rows &rows, size_t c) {
  const size_t lanes = hn::Lanes(D());
  const auto load = [&](const float *numbers, size_t at)
                        HWY_ATTR { return hn::LoadU(D(), numbers + (c + at * lanes) % rows.n); };
  const float *mean = rows.mean, *factor = rows.factor, *shift = rows.shift;
  const V m0 = load(mean, 0), m1 = load(mean, 1), m2 = load(mean, 2), m3 = load(mean, 3);
  const V f0 = load(factor, 0), f1 = load(factor, 1), f2 = load(factor, 2), f3 = load(factor, 3);
  const V s0 = load(shift, 0), s1 = load(shift, 1), s2 = load(shift, 2), s3 = load(shift, 3);
  const auto of = [&](const T *p, V m, V f, V s)
                      HWY_ATTR { return normalized<T, kRelu>(to_f32(p), m, f, s, hn::Zero(D())); };
  HWY_UNROLL(1)
  for (size_t i = 0; i < count; ++i, x += x_step, y += y_step) {
    const V v0 = of(x, m0, f0, s0), v1 = of(x + lanes, m1, f1, s1);
    const V v2 = of(x + 2 * lanes, m2, f2, s2), v3 = of(x + 3 * lanes, m3, f3, s3);
    if constexpr (sizeof(T) == 1) {
      from_f32(v0, v1, v2, v3, y);
    } else {
      store_two<false>(v0, v1, y);
      store_two<false>(v2, v3, y + 2 * lanes);
    }
  }
}

// Rows of whole blocks, or dense ones of which some are a block. Answers how many rows are done.
template <class T, bool kRelu>
size_t normalize_by_blocks(const normalized_rows &rows) {
  const size_t lanes = hn::Lanes(D()), block = 4 * lanes, n = rows.n;
  const bool is_long = n % block == 0;
  const bool is_dense = rows.x.stride == ptrdiff_t(n) && rows.y.stride == ptrdiff_t(n);
  if (!is_long && (!is_dense || n % lanes != 0 || block % n != 0)) return 0;
  const size_t width = is_long ? n : block, count = rows.count * n / width;
  const ptrdiff_t x_step = is_long ? rows.x.stride : ptrdiff_t(block);
  const ptrdiff_t y_step = is_long ? rows.y.stride : ptrdiff_t(block);
  for (size_t r = 0; r < count; r += near_rows)
    for (size_t c = 0; c < width; c += block)
      normalize_blocks<T, kRelu>(static_cast<const T *>(rows.x.data) + ptrdiff_t(r) * x_step + c,
                                 x_step, static_cast<T *>(rows.y.data) + ptrdiff_t(r) * y_step + c,
                                 y_step, HWY_MIN(near_rows, count - r), rows, c);
  return count * width / n;
}

// Of bytes, rows that are no blocks are rare: those with a ReLU and those without share a function.
template <class T, bool kRelu>
size_t normalize_together(const normalized_rows &rows) {
  size_t done = 0;
  if constexpr (goes_by_blocks<T>)
    if (!rows.mask.data && (sizeof(T) == 1 || !rows.exceed_caches))
      done = normalize_by_blocks<T, kRelu>(rows);
  constexpr bool has_floor = kRelu || sizeof(T) == 1;
  return done > 0 ? done : normalize_fours<T, has_floor, whole>(rows);
}

template <class T>
void normalize_lanes(const normalized_rows &rows) noexcept {
  size_t r = 0;
  if (!rows.src_1.data && (!rows.mask.data || (sizeof(T) > 1 && rows.n % hn::Lanes(D()) == 0))) {
    if constexpr (has_streams<T>)
      if (!rows.relu && can_stream<T>(rows.y, rows.exceed_caches)) {
        r = normalize_fours<T, false, streamed>(rows);
        hwy::FlushStream();
      }
    if (r == 0)
      r = rows.relu ? normalize_together<T, true>(rows) : normalize_together<T, false>(rows);
  }
  for (; r < rows.count; ++r) {
    const forward_row<T> row(rows, ptrdiff_t(r));
    for_each_vector(rows.n, [&](size_t i, auto as) HWY_ATTR {
      row.normalize(i, as, as.load(rows.mean + i), as.load(rows.factor + i),
                    as.load(rows.shift + i));
    });
  }
}

template <data_type kType, class T>
applied_functions functions_for() {
  if constexpr (!has_functions<kType>) return {nullptr, nullptr};
  return {normalize<T>, normalize_lanes<T>};
}

}  // namespace

applied_functions applied_to(data_type type) noexcept {
  switch (type) {
    case dnnl_f32: return functions_for<dnnl_f32, float>();
    case dnnl_bf16: return functions_for<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return functions_for<dnnl_f16, hwy::float16_t>();
    case dnnl_s8: return functions_for<dnnl_s8, int8_t>();
    default: return {nullptr, nullptr};
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
