// SPDX-License-Identifier: Apache-2.0
// Few rows of u8 or s8 by u8 or s8, into s32; five facts: few_rows-inl.h. Along K, with factors as
// tiles read them:
//     c[r][i] = c[r][i] + sum over k of (a[r][k] - a_offset) * b[k][i]
//   scratch: three times a vector of stack; exact, modulo 2^32
#include <cstring>

#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/kernels/gemm/dots-inl.h"
#include "plugins/kernels/gemm/few_rows-inl.h"
#include "plugins/kernels/gemm/multiply.h"

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

HWY_INLINE sums_vector add_dots(const factor *a, const int8_t *b, sums_vector acc) {
  return dot_int8::multiply_add(load_factors<dot_int8>(a),
                                dot_int8::load_b(reinterpret_cast<const char *>(b), 0), acc);
}
HWY_INLINE sums_vector add_sums(const int8_t *b, sums_vector acc) {
  const char *ones = drivers::group_of_ones(dot_int8::a_element);
  return dot_int8::multiply_add(dot_int8::load_a(ones),
                                dot_int8::load_b(reinterpret_cast<const char *>(b), 0), acc);
}

// What is left of two lines, less than a vector takes, with zeros behind it.
struct rest_of_lines {
  static constexpr size_t most = hn::MaxLanes(sums_tag()) * size_t(dot_int8::group);
  factor a[most] = {};
  int8_t b[most] = {};

  rest_of_lines(const factor *from_a, const int8_t *from_b, size_t n) {
    std::memcpy(a, from_a, n * sizeof(factor));
    std::memcpy(b, from_b, n);
  }
};

int32_t dot_of(const factor *a, const int8_t *b, size_t n) {
  const sums_tag d;
  const size_t step = hn::Lanes(d) * size_t(dot_int8::group);
  auto sum0 = hn::Zero(d), sum1 = sum0;
  size_t i = 0;
  for (; i + 2 * step <= n; i += 2 * step) {
    sum0 = add_dots(a + i, b + i, sum0);
    sum1 = add_dots(a + i + step, b + i + step, sum1);
  }
  for (; i + step <= n; i += step) sum0 = add_dots(a + i, b + i, sum0);
  if (i < n) {
    const rest_of_lines rest(a + i, b + i, n - i);
    sum0 = add_dots(rest.a, rest.b, sum0);
  }
  return hn::ReduceSum(d, hn::Add(sum0, sum1));
}

int32_t sum_of(const factor *any, const int8_t *b, size_t n) {
  const sums_tag d;
  const size_t step = hn::Lanes(d) * size_t(dot_int8::group);
  auto sum0 = hn::Zero(d), sum1 = sum0;
  size_t i = 0;
  for (; i + 2 * step <= n; i += 2 * step) {
    sum0 = add_sums(b + i, sum0);
    sum1 = add_sums(b + i + step, sum1);
  }
  for (; i + step <= n; i += step) sum0 = add_sums(b + i, sum0);
  if (i < n) sum0 = add_sums(rest_of_lines(any, b + i, n - i).b, sum0);
  return hn::ReduceSum(d, hn::Add(sum0, sum1));
}

void multiply_dots(const few_rows &p) noexcept {
  const auto *a = static_cast<const factor *>(p.a);
  for (dim_t i = 0; i < p.cols; ++i) {
    const int8_t *b = static_cast<const int8_t *>(p.b) + i * p.b_step;
    auto *c = static_cast<int32_t *>(p.c) + i;
    const uint32_t offset =
        p.a_offset == 0 ? 0 : uint32_t(p.a_offset) * uint32_t(sum_of(a, b, size_t(p.k)));
    for (dim_t r = 0; r < p.rows; ++r, c += p.c_step)
      *c = int32_t(uint32_t(*c) + uint32_t(dot_of(a + r * p.a_step, b, size_t(p.k))) - offset);
  }
  leave_vectors();
}

constexpr drivers::few_rows_function dots_if_any() {
  if constexpr (has_type(dnnl_s8)) return multiply_dots;
  return nullptr;
}

drivers::few_rows_function across(data_type b) noexcept {
  switch (b) {
    case dnnl_s8: return across_of<dnnl_s8, int32_t, int8_t>();
    case dnnl_u8: return across_of<dnnl_u8, int32_t, uint8_t>();
    default: return nullptr;
  }
}
// Of s8, dots.
drivers::few_rows_function along(data_type b) noexcept {
  return b == dnnl_u8 ? along_of<dnnl_u8, int32_t, uint8_t>() : nullptr;
}

}  // namespace

extern const drivers::few_rows_backend few_rows_int8 = {across,  along,   nullptr,
                                                        nullptr, nullptr, dots_if_any()};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
