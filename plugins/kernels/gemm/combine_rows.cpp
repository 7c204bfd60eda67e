// SPDX-License-Identifier: Apache-2.0
// Post-ops with an operand, on rows of sums before they are rounded to dst; formula:
// combined_rows.h.
//   values f32, operand of any type, rows dense: any alignment, any distance, disjoint
//   scratch 0 B (1 KB of stack); error: that of the function, none of its own
//
// Sums and products, which networks have most, are loops of their own: by a call for each row, a
// 1x1 convolution of 64 channels to 256 with PReLU takes 1.8 times as long.
#include "plugins/drivers/gemm/combines_rows.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/rows/rows.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::combined_rows;

constexpr size_t max_lanes = hn::MaxLanes(f32_tag());

// Which adding is, too, with 1 and 0.
struct to_sum {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b, f32_vector alpha, f32_vector beta) {
    return hn::MulAdd(alpha, hn::Sub(b, beta), x);
  }
};
struct to_product {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b, f32_vector, f32_vector) {
    return hn::Mul(x, b);
  }
};
struct to_prelu {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b, f32_vector, f32_vector) {
    return hn::IfThenElse(hn::Gt(x, hn::Zero(f32_tag())), x, hn::Mul(x, b));
  }
};

// Whole vectors. Where a row of the operand is one element, which is f32 then, it is a vector of
// them here, which all columns meet.
template <class F, class T>
HWY_NOINLINE void combine(const combined_rows &given) {
  constexpr bool takes_one = hwy::IsSame<T, float>();
  const f32_tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  const combined_rows r = given;
  const T *operand = static_cast<const T *>(r.operand);
  const bool is_one = takes_one && r.is_one;
  const dim_t b_step = is_one ? 0 : lanes;
  const f32_vector alpha = hn::Set(d, r.alpha), beta = hn::Set(d, r.beta);
  float *x = r.values;
  for (dim_t i = 0; i < r.rows; ++i, x += r.step, operand += r.operand_step) {
    const T *b = operand;
    HWY_ALIGN float same[max_lanes];
    if constexpr (takes_one)
      if (is_one) {
        hn::Store(hn::Set(d, *b), d, same);
        b = same;
      }
    for (dim_t c = 0; c < r.columns; c += lanes, b += b_step)
      hn::StoreU(F::of(hn::LoadU(d, x + c), to_f32(b), alpha, beta), d, x + c);
  }
}

template <class F, data_type kType, class T>
bool combine_type(const combined_rows &r) {
  if constexpr (has_type(kType)) combine<F, T>(r);
  return has_type(kType);
}
// Sums are of what quantized networks add up, too.
template <class F>
bool combine_types(const combined_rows &r) {
  if (r.type == dnnl_f32) return combine_type<F, dnnl_f32, float>(r);
  if (r.is_one) return false;
  if (r.type == dnnl_bf16) return combine_type<F, dnnl_bf16, hwy::bfloat16_t>(r);
  if constexpr (hwy::IsSame<F, to_sum>()) {
    if (r.type == dnnl_s8) return combine_type<F, dnnl_s8, int8_t>(r);
    if (r.type == dnnl_u8) return combine_type<F, dnnl_u8, uint8_t>(r);
  }
  return false;
}

// By the function of rows.
HWY_NOINLINE void combine_by_rows(const combined_rows &r) {
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

// False of what there is no loop for.
bool combine_vectors(combined_rows &r) {
  if constexpr (!drivers::combines_rows || max_lanes == 1) return false;
  const drivers::row_backend &rows = beside::row_parts;
  if (r.f == rows.sum) return combine_types<to_sum>(r);
  if (r.f == rows.binary(dnnl_binary_add)) {
    r.alpha = 1;
    return combine_types<to_sum>(r);
  }
  if (r.f == rows.binary(dnnl_binary_mul)) return combine_types<to_product>(r);
  return r.f == rows.prelu && r.type == dnnl_f32 && combine_type<to_prelu, dnnl_f32, float>(r);
}

}  // namespace

void combine_rows(const combined_rows &r) noexcept {
  const dim_t rest = r.columns % dim_t(hn::Lanes(f32_tag()));
  combined_rows part = r;
  part.columns -= rest;
  if (combine_vectors(part)) {
    if (rest == 0) return;
    const size_t done = r.is_one ? 0 : size_t(part.columns) * type_size(r.type);
    part.values += part.columns;
    part.operand = static_cast<const char *>(r.operand) + done;
    part.columns = rest;
  } else {
    part.columns = r.columns;
  }
  combine_by_rows(part);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
