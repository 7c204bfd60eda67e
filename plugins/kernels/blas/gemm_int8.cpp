// SPDX-License-Identifier: Apache-2.0
// C = alpha * (op(A) - ao) * (op(B) - bo) + beta * C + co, u8 or s8 by s8 (core/kernel/gemm.h)
//   A, B, C matrices with a step from row to row, any alignment; C is disjoint from A and B
//   scratch: 11 / 8 of stack_bytes of each worker's stack (plugins/drivers/blas/gemm_int8.cpp)
//   error: sums are exact modulo 2^32; C is rounded once
//   sums over the bytes as they are, corrected by sums of rows and columns: B. Jacob et al.,
//   "Quantization and training of neural networks for efficient integer-arithmetic-only
//   inference", CVPR 2018, section 2.3
#include "plugins/drivers/blas/gemm_int8.h"

#include <cstring>
#include <type_traits>

#include "plugins/kernels/gemm/dots-inl.h"
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/support/kernel_name.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::byte_lines;
using dot = int8_dot_of<tuning::int8_dot>::type;
constexpr dim_t group = dot::group;
using element_of_a =
    std::conditional_t<dot::a_element == element::s16, int16_t,
                       std::conditional_t<dot::a_element == element::u8, uint8_t, int8_t>>;

// At most a vector of elements, converted; zeros behind the last of them may be converted too.
template <class From, class D>
HWY_INLINE hn::Vec<D> load(D d, const From *from, dim_t count) {
  using To = hn::TFromD<D>;
  const hn::Rebind<From, D> bytes;
  const auto x =
      count >= dim_t(hn::Lanes(d)) ? hn::LoadU(bytes, from) : hn::LoadN(bytes, from, size_t(count));
  if constexpr (std::is_same_v<From, To>)
    return x;
  else if constexpr (sizeof(To) == 1)
    return hn::Xor(hn::BitCast(d, x), hn::Set(d, To(0x80)));
  else
    return hn::PromoteTo(d, x);
}

template <class From>
void convert_lines(const byte_lines &p) noexcept {
  const hn::ScalableTag<element_of_a> d;
  const dim_t lanes = dim_t(hn::Lanes(d)), whole = round_up(p.length, group);
  for (dim_t l = 0; l < p.lines; ++l) {
    const From *from = static_cast<const From *>(p.from) + l * p.from_step;
    element_of_a *to = static_cast<element_of_a *>(p.to) + l * p.to_step;
    dim_t i = 0;
    for (; i + lanes <= p.length; i += lanes) hn::StoreU(load(d, from + i, lanes), d, to + i);
    if (i < p.length) hn::StoreN(load(d, from + i, p.length - i), d, to + i, size_t(p.length - i));
    for (i = p.length; i < whole; ++i) to[i] = 0;
  }
}

// Line `l` of p, or zeros behind the last.
template <class From, class D>
HWY_INLINE hn::Vec<D> load_line(D d, const byte_lines &p, dim_t l, dim_t i) {
  if (l >= p.lines) return hn::Zero(d);
  return load(d, static_cast<const From *>(p.from) + l * p.from_step + i, p.length - i);
}

// As many columns at a time as a vector of sums has.
template <class From, class To>
void interleave_lines(const byte_lines &p) noexcept {
  const hn::Rebind<To, hn::ScalableTag<int32_t>> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t l = 0; l < p.lines; l += group) {
    To *to = static_cast<To *>(p.to) + l / group * p.to_step;
    for (dim_t i = 0; i < p.length; i += lanes, to += lanes * group) {
      const auto x0 = load_line<From>(d, p, l, i);
      if constexpr (group == 1) hn::StoreU(x0, d, to);
      if constexpr (group == 2) hn::StoreInterleaved2(x0, load_line<From>(d, p, l + 1, i), d, to);
      if constexpr (group == 4)
        hn::StoreInterleaved4(x0, load_line<From>(d, p, l + 1, i), load_line<From>(d, p, l + 2, i),
                              load_line<From>(d, p, l + 3, i), d, to);
    }
  }
}

// A group at a time; columns up to a whole vector are zeros.
void place_groups(const byte_lines &p) noexcept {
  const dim_t columns = round_up(p.lines, dim_t(hn::Lanes(hn::ScalableTag<int32_t>())));
  char *to = static_cast<char *>(p.to);
  const dim_t whole = p.length / group, rest = p.length % group;
  for (dim_t l = 0; l < p.lines; ++l) {
    const char *from = static_cast<const char *>(p.from) + l * p.from_step;
    char *column = to + l * group;
    for (dim_t i = 0; i < whole; ++i)
      std::memcpy(column + i * p.to_step, from + i * group, size_t(group));
    if (rest == 0) continue;
    std::memset(column + whole * p.to_step, 0, size_t(group));
    std::memcpy(column + whole * p.to_step, from + whole * group, size_t(rest));
  }
  if (columns > p.lines)
    for (dim_t i = 0; i < div_up(p.length, group); ++i)
      std::memset(to + i * p.to_step + p.lines * group, 0, size_t((columns - p.lines) * group));
}

constexpr drivers::gemm_int8_backend parts = {
    sum_lanes,
    &int8_by_int8,
    {convert_lines<uint8_t>, interleave_lines<uint8_t, element_of_a>},
    {convert_lines<int8_t>, interleave_lines<int8_t, element_of_a>},
    {place_groups, interleave_lines<int8_t, int8_t>}};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("gemm_int8"), drivers::plan_gemm_int8, drivers::run_gemm_int8, &parts}};

}  // namespace

extern const kernel_rows gemm_int8 = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
