// SPDX-License-Identifier: Apache-2.0
// A row by packed weights, c = c + a * B or c = start + a * B, where tiles have too few sums to
// keep a CPU busy: eight vectors of columns at a time.
//   a: elements of whole groups; B: panels; c, start: f32 or s32; any alignment, disjoint; B and
//   start are read up to whole vectors
//   scratch 0 B; error: that of plugins/kernels/gemm/tile-inl.h, whose sums these are, bit by bit
#include "plugins/kernels/rnn/row_products.h"

#include "plugins/kernels/gemm/dots-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::row_by_panels;

constexpr int at_once = 8;

template <class Dot>
HWY_INLINE hn::Vec<sum_tag<Dot>> start_of(const row_by_panels &p, dim_t column, dim_t count) {
  const sum_tag<Dot> d;
  using T = typename Dot::sum;
  if (p.adds) return hn::LoadN(d, static_cast<const T *>(p.c) + column, size_t(count));
  return p.start ? hn::LoadU(d, static_cast<const T *>(p.start) + column) : hn::Zero(d);
}

// The vectors of columns from the `first` on, of which there are `count`; the last one stands for
// those that are missing.
template <class Dot>
HWY_INLINE void multiply_vectors(const row_by_panels &p, dim_t first, dim_t count) {
  const sum_tag<Dot> d;
  const dim_t lanes = dim_t(hn::Lanes(d)), vectors = p.panel_columns / lanes;
  const dim_t vector_bytes = lanes * p.step / p.panel_columns;
  const char *b[at_once];
  dim_t column[at_once], cols[at_once];
  for (int i = 0; i < at_once; ++i) {
    const dim_t vector = first + (i < count ? i : count - 1);
    b[i] = p.panels + vector / vectors * p.panel_bytes + vector % vectors * vector_bytes;
    column[i] = vector * lanes;
    cols[i] = min(lanes, p.columns - column[i]);
  }
  auto c0 = start_of<Dot>(p, column[0], cols[0]), c1 = start_of<Dot>(p, column[1], cols[1]);
  auto c2 = start_of<Dot>(p, column[2], cols[2]), c3 = start_of<Dot>(p, column[3], cols[3]);
  auto c4 = start_of<Dot>(p, column[4], cols[4]), c5 = start_of<Dot>(p, column[5], cols[5]);
  auto c6 = start_of<Dot>(p, column[6], cols[6]), c7 = start_of<Dot>(p, column[7], cols[7]);
  const char *a = p.a;
  const auto step = [&](dim_t k, int i, auto acc) HWY_ATTR {
    const auto part = Dot::load_b(b[i] + k * p.step, 0);
    return Dot::multiply_add(Dot::load_a(a), part, acc);
  };
  for (dim_t k = 0; k < p.steps; ++k, a += p.a_step) {
    c0 = step(k, 0, c0);
    c1 = step(k, 1, c1);
    c2 = step(k, 2, c2);
    c3 = step(k, 3, c3);
    c4 = step(k, 4, c4);
    c5 = step(k, 5, c5);
    c6 = step(k, 6, c6);
    c7 = step(k, 7, c7);
  }
  const auto store = [&](int i, auto sum) HWY_ATTR {
    if (i < count)
      hn::StoreN(sum, d, static_cast<typename Dot::sum *>(p.c) + column[i], size_t(cols[i]));
  };
  store(0, c0);
  store(1, c1);
  store(2, c2);
  store(3, c3);
  store(4, c4);
  store(5, c5);
  store(6, c6);
  store(7, c7);
}

template <class Dot>
void multiply_row(const row_by_panels &p) noexcept {
  const dim_t lanes = dim_t(hn::Lanes(sum_tag<Dot>())), vectors = div_up(p.columns, lanes);
  for (dim_t i = 0; i < vectors; i += at_once)
    multiply_vectors<Dot>(p, i, min(dim_t(at_once), vectors - i));
}

template <bool kHas>
constexpr drivers::row_product of_bf16_if() {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kHas) return multiply_row<dot_bf16_pairs>;
#endif
  return nullptr;
}

// Panels of blocks are for tiles alone.
template <int8_form kForm>
constexpr drivers::row_product of_int8() {
  if constexpr (kForm == int8_form::blocks_s8 || kForm == int8_form::none)
    return nullptr;
  else
    return multiply_row<typename int8_dot_of<kForm>::type>;
}

}  // namespace

extern const drivers::row_product row_by_f32 = multiply_row<dot_f32>;
extern const drivers::row_product row_by_bf16 = of_bf16_if<tuning::has_bf16_dot>();
extern const drivers::row_product row_by_int8 = of_int8<tuning::int8_dot>();

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
