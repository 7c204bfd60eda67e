// SPDX-License-Identifier: Apache-2.0
// Post-ops with an operand, on rows of sums before they are rounded to dst; formula:
// combined_rows.h.
//   values f32, operand of any type, rows dense: any alignment, any distance, disjoint
//   scratch 0 B (1 KB of stack); error: that of the function, none of its own
//
// Sums and products, which networks have most, are loops of their own; a call for each row takes
// three times as long.
#include <cstring>

#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/rows/rows.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::combined_rows;

constexpr size_t max_lanes = hn::MaxLanes(f32_tag());

// x + alpha * (b - beta), which adding is, too, with 1 and 0.
struct to_sum {
  f32_vector alpha, beta;
  HWY_INLINE f32_vector of(f32_vector x, f32_vector b) const {
    return hn::MulAdd(alpha, hn::Sub(b, beta), x);
  }
};
struct to_product {
  HWY_INLINE f32_vector of(f32_vector x, f32_vector b) const { return hn::Mul(x, b); }
};
struct to_prelu {
  HWY_INLINE f32_vector of(f32_vector x, f32_vector b) const {
    return hn::IfThenElse(hn::Gt(x, hn::Zero(f32_tag())), x, hn::Mul(x, b));
  }
};

// What f meets in the columns of a vector.
template <class T>
struct elements_of {
  const T *row;
  HWY_INLINE f32_vector at(dim_t c) const { return to_f32(row + c); }
  HWY_INLINE f32_vector part(dim_t c, size_t n) const {
    HWY_ALIGN T values[max_lanes] = {};
    std::memcpy(static_cast<void *>(values), row + c, n * sizeof(T));
    return to_f32(values);
  }
};
struct one_element {
  f32_vector all;
  HWY_INLINE f32_vector at(dim_t) const { return all; }
  HWY_INLINE f32_vector part(dim_t, size_t) const { return all; }
};

template <class F, class Operand>
HWY_INLINE void combine_row(const F &f, float *x, dim_t columns, const Operand &b) {
  const f32_tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  dim_t c = 0;
  for (; c + lanes <= columns; c += lanes) hn::StoreU(f.of(hn::LoadU(d, x + c), b.at(c)), d, x + c);
  if (max_lanes == 1 || c == columns) return;
  const auto rest = size_t(columns - c);
  hn::StoreN(f.of(hn::LoadN(d, x + c, rest), b.part(c, rest)), d, x + c, rest);
}

template <class T, class F>
HWY_NOINLINE void combine(const combined_rows &given, const F &f) {
  const combined_rows r = given;
  const T *b = static_cast<const T *>(r.operand);
  float *x = r.values;
  for (dim_t i = 0; i < r.rows; ++i, x += r.step, b += r.operand_step) {
    if (!r.is_one) {
      combine_row(f, x, r.columns, elements_of<T>{b});
      continue;
    }
    HWY_ALIGN T same[max_lanes];
    for (T &element : same) element = *b;
    combine_row(f, x, r.columns, one_element{to_f32(same)});
  }
}

template <data_type kType, class T, class F>
bool combine_type(const combined_rows &r, const F &f) {
  if constexpr (has_type(kType)) combine<T>(r, f);
  return has_type(kType);
}

template <class F>
bool combine_types(const combined_rows &r, const F &f) {
  switch (r.type) {
    case dnnl_f32: return combine_type<dnnl_f32, float>(r, f);
    case dnnl_bf16: return combine_type<dnnl_bf16, hwy::bfloat16_t>(r, f);
    case dnnl_s8: return combine_type<dnnl_s8, int8_t>(r, f);
    case dnnl_u8: return combine_type<dnnl_u8, uint8_t>(r, f);
    default: return false;
  }
}

// By the function of rows.
HWY_MAYBE_UNUSED HWY_NOINLINE void combine_by_rows(const combined_rows &r) {
  constexpr dim_t most = 256;
  HWY_ALIGN float buffer[most];
  for (dim_t i = 0; i < r.rows; ++i)
    for (dim_t c = 0; c < r.columns; c += most) {
      const auto n = size_t(min(most, r.columns - c));
      float *x = r.values + i * r.step + c;
      beside::row_parts.load(r.type, r.operand, size_t(i * r.operand_step + (r.is_one ? 0 : c)),
                             buffer, r.is_one ? 1 : n);
      for (size_t k = 1; r.is_one && k < n; ++k) buffer[k] = buffer[0];
      apply_row(r.f, x, buffer, x, n, r.alpha, r.beta);
    }
}

}  // namespace

void combine_rows(const combined_rows &r) noexcept {
  if constexpr (drivers::has_large_caches) {
    const f32_tag d;
    const drivers::row_backend &rows = beside::row_parts;
    if (r.f == rows.sum && combine_types(r, to_sum{hn::Set(d, r.alpha), hn::Set(d, r.beta)}))
      return;
    if (r.f == rows.binary(dnnl_binary_add) &&
        combine_types(r, to_sum{hn::Set(d, 1.0f), hn::Zero(d)}))
      return;
    if (r.f == rows.binary(dnnl_binary_mul) && combine_types(r, to_product{})) return;
    if (r.f == rows.prelu && r.type == dnnl_f32) return combine<float>(r, to_prelu{});
    combine_by_rows(r);
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
