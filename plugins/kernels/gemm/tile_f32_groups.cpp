// SPDX-License-Identifier: Apache-2.0
// Tiles of f32 by f32 that join groups, and how their pixels come to be; five facts: tile-inl.h,
// and drivers/gemm/product.h.
#include "plugins/kernels/gemm/dots-inl.h"

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

// Up to seven rows, or fourteen at once: latency is hidden by more than eight, and most rows of
// images are of multiples of seven.
template <class Dot, int... kRows>
inline constexpr drivers::tile_function doubled[] = {tile<Dot, kRows, 1, false>...};
template <class Dot>
constexpr tile_table make_doubled() {
  tile_table table = {};
  table.max_vectors = 1;
  table.max_rows[0] = 7;
  table.doubles = true;
  table.functions[0] = doubled<Dot, 1, 2, 3, 4, 5, 6, 7, 14>;
  return table;
}
constexpr tile_table tiles[] = {make_doubled<dot_f32_of_groups<2>>(),
                                make_doubled<dot_f32_of_groups<4>>(),
#if HWY_MAX_BYTES == 64
                                make_doubled<dot_f32_of_groups<8>>()
#endif
};

}  // namespace

void interleave(const drivers::interleaving &i) noexcept {
  const f32_tag d;
  const hn::RebindToSigned<f32_tag> d32;
  const size_t lanes = hn::Lanes(d), rest = i.channels % lanes, whole = i.channels - rest;
  // Lane l is the column l / groups of group l % groups.
  const auto lane = hn::Iota(d32, 0);
  const int shift = i.groups == 2 ? 1 : i.groups == 4 ? 2 : 3;
  const auto column = hn::ShiftRightSame(lane, shift);
  const auto group = hn::And(lane, hn::Set(d32, int32_t(i.groups) - 1));
  const auto order = hn::IndicesFromVec(
      d, hn::Add(column, hn::Mul(group, hn::Set(d32, int32_t(lanes / i.groups)))));
  const float *from = i.from;
  float *to = i.to;
  for (size_t p = 0; p < i.pixels; ++p, from += i.from_pixel, to += lanes) {
    float *vector = to;
    size_t c = 0;
    for (; c < whole; c += lanes, vector += i.to_vector)
      hn::StoreU(hn::TableLookupLanes(hn::LoadU(d, from + c), order), d, vector);
    if (rest > 0) hn::StoreU(hn::TableLookupLanes(hn::LoadN(d, from + c, rest), order), d, vector);
  }
}

constexpr product make_f32_of_groups() {
  product p = make_product_of_groups<dot_f32>(tiles[0]);
  p.interleave = interleave;
  return p;
}
extern const product f32_of_groups = make_f32_of_groups();

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
#endif
