// SPDX-License-Identifier: Apache-2.0
// Few rows of u8 or s8 by u8 or s8, into s32; five facts: few_rows-inl.h, and, across K by quads,
// quads_across-inl.h. Along K, with factors as tiles read them:
//     c[r][i] = c[r][i] + sum over k of (a[r][k] - a_offset) * b[k][i]
//   scratch: six times a vector of stack; exact, modulo 2^32
#include <cstring>

#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/kernels/gemm/dots-inl.h"
#include "plugins/kernels/gemm/few_rows-inl.h"
#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/gemm/quads_across-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using dot_int8 = int8_dot_of<of_lines(tuning::int8_dot)>::type;
using factor =
    std::conditional_t<dot_int8::a_element == element::s16, int16_t,
                       std::conditional_t<dot_int8::a_element == element::u8, uint8_t, int8_t>>;
using sums_tag = sum_tag<dot_int8>;
using sums_vector = hn::Vec<sums_tag>;

// As many factors, side by side, as a vector of sums takes.
template <class Dot, class T>
HWY_INLINE auto load_factors(const T *a) {
  if constexpr (Dot::group == 4) {
    return hn::LoadU(hn::Repartition<T, sums_tag>(), a);
  } else {
    using D = hn::DFromV<decltype(Dot::load_a(nullptr))>;
    if constexpr (Dot::group == 1)
      return hn::PromoteTo(D(), hn::LoadU(hn::Rebind<T, D>(), a));
    else
      return hn::LoadU(D(), a);
  }
}

constexpr dim_t lines_together = 4;

#if !HWY_HAVE_SCALABLE && HWY_MAX_BYTES >= 16
template <class D>
HWY_INLINE auto add_blocks(D, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) > 4) {
    const hn::Half<D> half;
    return add_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  } else {
    return v;
  }
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE V add_neighbours(D d, V a, V b) {
  return hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
}
#endif

// The lanes of each, added up.
HWY_INLINE void store_sums(sums_vector sum0, sums_vector sum1, sums_vector sum2, sums_vector sum3,
                           int32_t *to) {
  const sums_tag d;
#if !HWY_HAVE_SCALABLE && HWY_MAX_BYTES >= 16
  const hn::Repartition<int64_t, sums_tag> pairs;
  const auto first = hn::BitCast(pairs, add_neighbours(d, sum0, sum1));
  const auto last = hn::BitCast(pairs, add_neighbours(d, sum2, sum3));
  const auto even = hn::BitCast(d, hn::InterleaveLower(pairs, first, last));
  const auto odd = hn::BitCast(d, hn::InterleaveUpper(pairs, first, last));
  hn::StoreU(add_blocks(d, hn::Add(even, odd)), hn::FixedTag<int32_t, 4>(), to);
#else
  to[0] = hn::ReduceSum(d, sum0);
  to[1] = hn::ReduceSum(d, sum1);
  to[2] = hn::ReduceSum(d, sum2);
  to[3] = hn::ReduceSum(d, sum3);
#endif
}

template <bool kOfOnes>
HWY_INLINE auto load_row(const factor *a) {
  if constexpr (kOfOnes)
    return dot_int8::load_a(drivers::group_of_ones(dot_int8::a_element));
  else
    return load_factors<dot_int8>(a);
}
template <class A>
HWY_INLINE sums_vector add_dots(A a, const int8_t *b, sums_vector acc) {
  return dot_int8::multiply_add(a, dot_int8::load_b(reinterpret_cast<const char *>(b), 0), acc);
}

// What is left of lines, less than a vector takes, with zeros behind it.
struct rest_of_lines {
  static constexpr size_t most = hn::MaxLanes(sums_tag()) * size_t(dot_int8::group);
  factor a[most] = {};
  int8_t b[lines_together][most] = {};

  rest_of_lines(const factor *from, const int8_t *lines, dim_t step, size_t n) {
    std::memcpy(a, from, n * sizeof(factor));
    for (dim_t l = 0; l < lines_together; ++l) std::memcpy(b[l], lines + l * step, n);
  }
};

// Of a row of A, or of ones, by four lines of B.
template <bool kOfOnes>
void dots_of(const factor *a, const int8_t *b, dim_t b_step, size_t n, int32_t *to) {
  const sums_tag d;
  const size_t step = hn::Lanes(d) * size_t(dot_int8::group), whole = n / step * step;
  auto sum0 = hn::Zero(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  if (whole < n) {
    const rest_of_lines rest(a + whole, b + whole, b_step, n - whole);
    const auto factors = load_row<kOfOnes>(rest.a);
    sum0 = add_dots(factors, rest.b[0], sum0);
    sum1 = add_dots(factors, rest.b[1], sum1);
    sum2 = add_dots(factors, rest.b[2], sum2);
    sum3 = add_dots(factors, rest.b[3], sum3);
  }
  for (size_t i = 0; i < whole; i += step, b += step) {
    const auto factors = load_row<kOfOnes>(a + i);
    sum0 = add_dots(factors, b, sum0);
    sum1 = add_dots(factors, b + b_step, sum1);
    sum2 = add_dots(factors, b + 2 * b_step, sum2);
    sum3 = add_dots(factors, b + 3 * b_step, sum3);
  }
  store_sums(sum0, sum1, sum2, sum3, to);
}

// Lines behind the last four go one by one, as four that are the same.
void multiply_dots(const few_rows &p) noexcept {
  const auto *a = static_cast<const factor *>(p.a);
  for (dim_t i = 0, count; i < p.cols; i += count) {
    count = i + lines_together <= p.cols ? lines_together : 1;
    const int8_t *b = static_cast<const int8_t *>(p.b) + i * p.b_step;
    const dim_t step = count > 1 ? p.b_step : 0;
    auto *c = static_cast<int32_t *>(p.c) + i;
    int32_t of_ones[lines_together] = {}, sums[lines_together];
    if (p.a_offset != 0) dots_of<true>(a, b, step, size_t(p.k), of_ones);
    for (dim_t r = 0; r < p.rows; ++r, c += p.c_step) {
      dots_of<false>(a + r * p.a_step, b, step, size_t(p.k), sums);
      for (dim_t l = 0; l < count; ++l)
        c[l] = int32_t(uint32_t(c[l]) + uint32_t(sums[l]) -
                       uint32_t(p.a_offset) * uint32_t(of_ones[l]));
    }
  }
  leave_vectors();
}

constexpr drivers::few_rows_function dots_if_any() {
  if constexpr (has_type(dnnl_s8)) return multiply_dots;
  return nullptr;
}

constexpr bool has_quads_across = tuning::int8_dot == int8_form::quads_u8;
template <data_type kType, class T, bool kQuads = has_quads_across>
constexpr drivers::few_rows_function across_of_bytes() {
#if HWY_ARCH_X86 && HWY_MAX_BYTES >= 32
  if constexpr (kQuads && has_type(kType)) return multiply_quads_across<T>;
#endif
  return across_of<kType, int32_t, T>();
}
drivers::few_rows_function across(data_type b) noexcept {
  switch (b) {
    case dnnl_s8: return across_of_bytes<dnnl_s8, int8_t>();
    case dnnl_u8: return across_of_bytes<dnnl_u8, uint8_t>();
    default: return nullptr;
  }
}
// Of s8, dots.
drivers::few_rows_function along(data_type b) noexcept {
  return b == dnnl_u8 ? along_of<dnnl_u8, int32_t, uint8_t>() : nullptr;
}

}  // namespace

extern const drivers::few_rows_backend few_rows_int8 = {
    across,  along,         nullptr, nullptr,
    nullptr, dots_if_any(), nullptr, has_quads_across ? drivers::most_rows_of_quads : 0};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
