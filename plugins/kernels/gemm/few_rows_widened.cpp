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
    drivers::has_large_caches ? multiply_line : nullptr};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
