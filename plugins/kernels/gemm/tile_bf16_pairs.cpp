// SPDX-License-Identifier: Apache-2.0
// Tiles of bf16 by bf16, two products in a step; five facts: tile-inl.h. And lines of pairs of
// them:
//   to[l][i] = {first[l][i], second[l][i]}
//   lines of 16-bit elements and of pairs, disjoint, any alignment
//   scratch 0 B; exact
#include "plugins/kernels/gemm/dots-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

#if HWY_TARGET != HWY_SCALAR
// Those of groups have no panels that come from memory.
struct looking_ahead : dot_bf16_pairs {
  static constexpr bool looks_ahead = HWY_MAX_BYTES == 64;
};
#endif

// Nothing for plugins that have no instruction for it. Of one vector up to nine rows, as rows of 23
// leave behind a tall tile: as two tiles, each would wait for its sums.
template <bool kHas>
constexpr tile_table tiles_if() {
#if HWY_TARGET != HWY_SCALAR
  tile_table table = make_tiles<looking_ahead, kHas>(tuning::dot_rows());
  if constexpr (kHas && has_many_lanes)
    add_tall<dot_bf16_pairs>(table, std::make_integer_sequence<int, 9>());
  return table;
#else
  return {};
#endif
}

#if HWY_TARGET != HWY_SCALAR
[[maybe_unused]] static void pair_lines(const drivers::element_pairs &p) noexcept {
  const hn::ScalableTag<uint32_t> d;
  const hn::Rebind<uint16_t, decltype(d)> narrow;
  const auto lanes = dim_t(hn::Lanes(d));
  const auto load = [&](const void *lines, dim_t l, dim_t i, dim_t count) HWY_ATTR {
    const auto *from = static_cast<const uint16_t *>(lines) + l * p.step + i;
    const bool is_whole_vector = count >= lanes;
    return hn::PromoteTo(
        d, is_whole_vector ? hn::LoadU(narrow, from) : hn::LoadN(narrow, from, size_t(count)));
  };
  dim_t l = 0;
  if (p.length == lanes) {  // of a block
    const dim_t step = p.step, to_step = p.to_step,
                both = p.first_lines < p.second_lines ? p.first_lines : p.second_lines;
    const auto *first = static_cast<const uint16_t *>(p.first);
    const auto *second = static_cast<const uint16_t *>(p.second);
    auto *to = static_cast<uint32_t *>(p.to);
    for (; l < both; ++l, first += step, second += step, to += to_step)
      hn::StoreU(hn::Or(hn::PromoteTo(d, hn::LoadU(narrow, first)),
                        hn::ShiftLeft<16>(hn::PromoteTo(d, hn::LoadU(narrow, second)))),
                 d, to);
  }
  const hn::ScalableTag<uint16_t> twice;
  for (; l < p.lines; ++l) {
    auto *to = static_cast<uint32_t *>(p.to) + l * p.to_step;
    dim_t i = 0;
    if (l < p.first_lines && l < p.second_lines) {
      const auto *first = static_cast<const uint16_t *>(p.first) + l * p.step;
      const auto *second = static_cast<const uint16_t *>(p.second) + l * p.step;
      for (; i + 2 * lanes <= p.length; i += 2 * lanes)
        hn::StoreInterleaved2(hn::LoadU(twice, first + i), hn::LoadU(twice, second + i), twice,
                              reinterpret_cast<uint16_t *>(to + i));
    }
    for (; i < p.length; i += lanes) {
      const dim_t count = p.length - i;
      const auto first = l < p.first_lines ? load(p.first, l, i, count) : hn::Zero(d);
      const auto second = l < p.second_lines ? load(p.second, l, i, count) : hn::Zero(d);
      const auto pairs = hn::Or(first, hn::ShiftLeft<16>(second));
      if (count >= lanes)
        hn::StoreU(pairs, d, to + i);
      else
        hn::StoreN(pairs, d, to + i, size_t(count));
    }
  }
}
#endif

static constexpr bool has_dot = tuning::has_bf16_dot && has_type(dnnl_bf16);
static constexpr tile_table tiles = tiles_if<has_dot>();
#if HWY_TARGET != HWY_SCALAR
static constexpr auto pair_if_any = has_dot ? pair_lines : nullptr;
#else
static constexpr decltype(product::pair) pair_if_any = nullptr;
#endif
extern const product bf16_by_bf16 = {
    has_dot ? &tiles : nullptr, element::bf16, element::bf16, 2, false, pair_if_any};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
