// SPDX-License-Identifier: Apache-2.0
// Few rows of any type by what is widened to f32 as it is loaded; five facts: few_rows-inl.h.
#include "core/support/arithmetic.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/few_rows-inl.h"
#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/support/convert-inl.h"
#include "plugins/kernels/support/convert.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

// Lines of four bits: a vector of bytes is two of columns, of even and of odd number. Without
// arrays of vectors, four lines at a time are written out. Signed ones stay 8 too large.
template <bool kSigned>
HWY_INLINE hn::Vec<s32_tag> load_bytes(const uint8_t *p, size_t count) {
  const s32_tag i;
  const hn::Rebind<uint8_t, s32_tag> narrow;
  const auto bytes = count >= hn::Lanes(i) ? hn::LoadU(narrow, p) : hn::LoadN(narrow, p, count);
  const auto x = hn::PromoteTo(i, bytes);
  return kSigned ? hn::Xor(x, hn::Set(i, 0x88)) : x;
}
HWY_INLINE f32_vector even_of(hn::Vec<s32_tag> x) {
  return hn::ConvertTo(f32_tag(), hn::And(x, hn::Set(s32_tag(), 15)));
}
HWY_INLINE f32_vector odd_of(hn::Vec<s32_tag> x) {
  return hn::ConvertTo(f32_tag(), hn::ShiftRight<4>(x));
}

template <bool kSigned>
void multiply_four_halves(const few_rows &p, const float *a, const uint8_t *b) {
  const f32_tag d;
  const dim_t lanes = dim_t(hn::Lanes(d)), step = p.b_step / 2;
  for (dim_t i = 0; i < p.cols; i += 2 * lanes, b += lanes) {
    const auto count = size_t((p.cols - i + 1) / 2);
    const auto x0 = load_bytes<kSigned>(b, count), x1 = load_bytes<kSigned>(b + step, count);
    const auto x2 = load_bytes<kSigned>(b + 2 * step, count);
    const auto x3 = load_bytes<kSigned>(b + 3 * step, count);
    for (dim_t r = 0; r < p.rows; ++r) {
      float *c = static_cast<float *>(p.c) + r * p.c_step + i;
      const float *f = a + r * p.a_step;
      const auto f0 = hn::Set(d, f[0]), f1 = hn::Set(d, f[1]);
      const auto f2 = hn::Set(d, f[2]), f3 = hn::Set(d, f[3]);
      auto even = hn::MulAdd(f0, even_of(x0), hn::LoadU(d, c));
      auto odd = hn::MulAdd(f0, odd_of(x0), hn::LoadU(d, c + lanes));
      even = hn::MulAdd(f1, even_of(x1), even);
      odd = hn::MulAdd(f1, odd_of(x1), odd);
      even = hn::MulAdd(f2, even_of(x2), even);
      odd = hn::MulAdd(f2, odd_of(x2), odd);
      hn::StoreU(hn::MulAdd(f3, even_of(x3), even), d, c);
      hn::StoreU(hn::MulAdd(f3, odd_of(x3), odd), d, c + lanes);
    }
  }
}

template <bool kSigned>
void multiply_one_of_halves(const few_rows &p, const float *a, const uint8_t *b) {
  const f32_tag d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t i = 0; i < p.cols; i += 2 * lanes, b += lanes) {
    const auto x = load_bytes<kSigned>(b, size_t((p.cols - i + 1) / 2));
    for (dim_t r = 0; r < p.rows; ++r) {
      float *c = static_cast<float *>(p.c) + r * p.c_step + i;
      const auto f = hn::Set(d, a[r * p.a_step]);
      hn::StoreU(hn::MulAdd(f, even_of(x), hn::LoadU(d, c)), d, c);
      hn::StoreU(hn::MulAdd(f, odd_of(x), hn::LoadU(d, c + lanes)), d, c + lanes);
    }
  }
}

// Sums are accessed up to two whole vectors.
template <bool kSigned>
void multiply_halves(const few_rows &p) noexcept {
  const float *a = static_cast<const float *>(p.a);
  const uint8_t *b = static_cast<const uint8_t *>(p.b);
  dim_t k = 0;
  for (; k + 4 <= p.k; k += 4) multiply_four_halves<kSigned>(p, a + k, b + k * p.b_step / 2);
  for (; k < p.k; ++k) multiply_one_of_halves<kSigned>(p, a + k, b + k * p.b_step / 2);
}

// At most a vector.
HWY_INLINE void fold_vector(const drivers::folded_sums &p, dim_t r, dim_t i, const float *sums) {
  const f32_tag d;
  const auto count = size_t(min(p.cols - i, dim_t(hn::Lanes(d))));
  float *c = p.c + r * p.c_step + i;
  const auto offset = hn::Mul(hn::Set(d, p.of_rows[r]), hn::LoadN(d, p.zero_points + i, count));
  const auto sum = hn::Sub(hn::LoadU(d, sums), offset);
  hn::StoreN(hn::MulAdd(sum, hn::LoadN(d, p.scales + i, count), hn::LoadN(d, c, count)), d, c,
             count);
}

void fold(const drivers::folded_sums &p) noexcept {
  const f32_tag d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  HWY_ALIGN float together[2 * hn::MaxLanes(d)];
  for (dim_t r = 0; r < p.rows; ++r) {
    const float *sums = p.sums + r * p.step;
    for (dim_t i = 0; i < p.cols; i += p.is_of_halves ? 2 * lanes : lanes) {
      const float *from = sums + i;
      if (p.is_of_halves) {
        hn::StoreInterleaved2(hn::LoadU(d, from), hn::LoadU(d, from + lanes), d, together);
        from = together;
      }
      fold_vector(p, r, i, from);
      if (p.is_of_halves && i + lanes < p.cols) fold_vector(p, r, i + lanes, from + lanes);
    }
  }
}

void value_group(float *values, dim_t count, float scale, float zero_point) {
  const f32_tag d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  const auto factor = hn::Set(d, scale), offset = hn::Set(d, zero_point);
  dim_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(hn::Mul(hn::Sub(hn::LoadU(d, values + i), offset), factor), d, values + i);
  if (i == count) return;
  const auto rest = size_t(count - i);
  hn::StoreN(hn::Mul(hn::Sub(hn::LoadN(d, values + i, rest), offset), factor), d, values + i, rest);
}

void value(const drivers::valued_line &p) noexcept {
  const float *scale = p.scales, *zero_point = p.zero_points;
  for (dim_t i = 0; i < p.count; i += p.group) {
    value_group(p.values + i, min(p.group, p.count - i), scale ? *scale : 1,
                zero_point ? *zero_point : 0);
    if (scale) scale += p.step;
    if (zero_point) zero_point += p.step;
  }
}

// Products along K of two columns, in two chains for each of so many lanes: so many elements.
constexpr size_t chained = drivers::scaled_together;
static_assert(chained == 2 * quarter);

struct join_of_sums {
  static HWY_INLINE lane_vector join(lane_vector x, lane_vector y) { return hn::Add(x, y); }
};

// Elements T are int8_t, uint8_t, or these, in pairs.
struct four_bits {};
template <class T>
constexpr bool are_halves = std::is_same_v<T, four_bits>;
template <class T>
constexpr size_t bytes_of(size_t elements) {
  return are_halves<T> ? elements / 2 : elements;
}

// Factors and elements of the lanes from j on, of each chain.
template <class T>
HWY_INLINE void load_factors(const float *a, size_t j, lane_vector &even, lane_vector &odd) {
  const lane_tag d;
  if constexpr (are_halves<T>) {
    hn::LoadInterleaved2(d, a + 2 * j, even, odd);
  } else {
    even = hn::LoadU(d, a + j);
    odd = hn::LoadU(d, a + quarter + j);
  }
}
template <class T>
HWY_INLINE void add_elements(const uint8_t *b, size_t j, uint8_t flip, lane_vector a0,
                             lane_vector a1, lane_vector &even, lane_vector &odd) {
  const lane_tag d;
  if constexpr (are_halves<T>) {
    const hn::RebindToSigned<lane_tag> to;
    const hn::Rebind<uint8_t, lane_tag> bytes;
    const auto pairs = hn::PromoteTo(to, hn::Xor(hn::LoadU(bytes, b + j), hn::Set(bytes, flip)));
    even = hn::MulAdd(a0, hn::ConvertTo(d, hn::And(pairs, hn::Set(to, 15))), even);
    odd = hn::MulAdd(a1, hn::ConvertTo(d, hn::ShiftRight<4>(pairs)), odd);
  } else {
    const auto *line = reinterpret_cast<const T *>(b) + j;
    even = hn::MulAdd(a0, load_widened(d, line), even);
    odd = hn::MulAdd(a1, load_widened(d, line + quarter), odd);
  }
}

// Two columns, of which the second may be the first.
struct column_pair {
  const float *a;
  const uint8_t *b[2];
  const float *scales;
  size_t k, group, scale_step, to_next;
  uint8_t flip;
  // What is left at the end of K: factors of its last elements, of which some are zeros, for they
  // have been met.
  size_t last;
  const float *last_factors;  // null: nothing
};

// The lanes from j on of their sums.
template <class T>
HWY_INLINE void add_pair(const column_pair &p, size_t j, float (*sums)[quarter]) {
  const lane_tag d;
  const auto zero = hn::Zero(d);
  lane_vector sum0 = zero, sum1 = zero, a0, a1;
  lane_vector even0 = zero, odd0 = zero, even1 = zero, odd1 = zero;
  const float *scale = p.scales;
  const auto add = [&](const float *a, size_t i) HWY_ATTR {
    load_factors<T>(a, j, a0, a1);
    add_elements<T>(p.b[0] + bytes_of<T>(i), j, p.flip, a0, a1, even0, odd0);
    add_elements<T>(p.b[1] + bytes_of<T>(i), j, p.flip, a0, a1, even1, odd1);
  };
  for (size_t k = 0; k < p.k; k += p.group, scale += p.scale_step) {
    even0 = odd0 = even1 = odd1 = zero;
    const size_t end = HWY_MIN(k + p.group, p.k);
    for (size_t i = k; i + chained <= end; i += chained) add(p.a + i, i);
    if (end == p.k && p.last_factors) add(p.last_factors, p.last);
    sum0 = hn::MulAdd(hn::Add(even0, odd0), hn::Set(d, scale[0]), sum0);
    sum1 = hn::MulAdd(hn::Add(even1, odd1), hn::Set(d, scale[p.to_next]), sum1);
  }
  hn::Store(sum0, d, sums[0] + j);
  hn::Store(sum1, d, sums[1] + j);
}

template <class T>
void multiply_columns(const drivers::scaled_columns &v, const float *a, float *c) {
  HWY_ALIGN float sums[2][quarter], last_factors[chained] = {};
  const size_t k = size_t(v.p.k), step = bytes_of<T>(size_t(v.p.b_step));
  const size_t end = round_up(k, bytes_of<T>(2) == 1 ? size_t(2) : size_t(1)), last = end - chained;
  for (size_t i = k / chained * chained; i < k; ++i) last_factors[i - last] = a[i];
  column_pair pair = {a,
                      {},
                      v.scales,
                      k,
                      size_t(v.group),
                      size_t(v.scale_step),
                      1,
                      uint8_t(v.type == dnnl_s4 ? 0x88 : 0),
                      last,
                      k % chained != 0 ? last_factors : nullptr};
  const auto *b = static_cast<const uint8_t *>(v.p.b);
  for (dim_t i = 0; i < v.p.cols; i += 2, b += 2 * step, pair.scales += 2) {
    if (i + 1 == v.p.cols) pair.to_next = 0;
    pair.b[0] = b;
    pair.b[1] = b + pair.to_next * step;
    for (size_t j = 0; j < quarter; j += hn::Lanes(lane_tag())) add_pair<T>(pair, j, sums);
    c[i] += join_stored<join_of_sums>(sums[0], quarter);
    if (pair.to_next != 0) c[i + 1] += join_stored<join_of_sums>(sums[1], quarter);
  }
}

void multiply_scaled(const drivers::scaled_columns &v) noexcept {
  for (dim_t r = 0; r < v.p.rows; ++r) {
    const float *a = static_cast<const float *>(v.p.a) + r * v.p.a_step;
    float *c = static_cast<float *>(v.p.c) + r * v.p.c_step;
    if (v.type == dnnl_s8)
      multiply_columns<int8_t>(v, a, c);
    else if (v.type == dnnl_u8)
      multiply_columns<uint8_t>(v, a, c);
    else
      multiply_columns<four_bits>(v, a, c);
  }
  leave_vectors();
}

drivers::few_rows_function across(data_type b) noexcept {
  switch (b) {
    case dnnl_f32: return few_rows_f32.across(b);
    case dnnl_bf16: return across_of<dnnl_bf16, float, hwy::bfloat16_t>();
    case dnnl_f16: return across_of<dnnl_f16, float, hwy::float16_t>();
    case dnnl_s8: return across_of<dnnl_s8, float, int8_t>();
    case dnnl_u8: return across_of<dnnl_u8, float, uint8_t>();
    case dnnl_s4: return has_type(dnnl_s4) ? multiply_halves<true> : nullptr;
    case dnnl_u4: return has_type(dnnl_u4) ? multiply_halves<false> : nullptr;
    default: return nullptr;
  }
}
drivers::few_rows_function along(data_type b) noexcept {
  switch (b) {
    case dnnl_f32: return few_rows_f32.along(b);
    case dnnl_bf16: return along_of<dnnl_bf16, float, hwy::bfloat16_t>();
    case dnnl_f16: return along_of<dnnl_f16, float, hwy::float16_t>();
    case dnnl_s8: return along_of<dnnl_s8, float, int8_t>();
    case dnnl_u8: return along_of<dnnl_u8, float, uint8_t>();
    default: return nullptr;
  }
}

void multiply_line(const drivers::factor_by_line &p) noexcept {
  few_rows_f32.multiply_line(p);
}

}  // namespace

extern const drivers::few_rows_backend few_rows_widened = {
    across,
    along,
    load_row,
    fold,
    value,
    nullptr,
    drivers::has_large_caches ? multiply_line : nullptr,
    0,
    drivers::has_large_caches &&hn::MaxLanes(f32_tag()) > 1 ? multiply_scaled : nullptr};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
