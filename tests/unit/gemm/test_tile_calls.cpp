// SPDX-License-Identifier: Apache-2.0
// What a convolution asks of tiles, which its results do not show: which lines they bring near,
// whether they write bytes, how many there are, and where their sums go.
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "plugins/drivers/convolution/gemm_sweeps.h"
#include "plugins/drivers/gemm/make_tiles.h"
#include "plugins/drivers/support/caches.h"
#include "tests/support/plugins.h"
#include "tests/unit/gemm/plugin_products.h"

namespace dnnlet::test {
namespace {

using dnnl::memory;
using drivers::tile_args;

constexpr uintptr_t line = 64;

// Of all tiles of a run.
struct calls {
  size_t tiles = 0, narrow = 0, lines = 0, missed = 0;  // lines of B that were read, or not near
  size_t aside = 0;                                     // tiles that are not stored in dst
  uintptr_t dst = 0, dst_bytes = 0;
  std::set<uintptr_t> near;

  void read(uintptr_t from, size_t bytes);
  void add(const tile_args &t);
};
calls seen;
const drivers::tile_table *real;

void calls::read(uintptr_t from, size_t bytes) {
  for (uintptr_t at = from / line; at <= (from + bytes - 1) / line; ++at) {
    if (!near.insert(at).second) continue;
    ++lines;
    ++missed;
  }
}

void calls::add(const tile_args &t) {
  ++tiles;
  narrow += t.narrows;
  aside += reinterpret_cast<uintptr_t>(t.c) - dst >= dst_bytes;
  for (size_t i = 0; i < t.tap_count; ++i) {
    const auto b = reinterpret_cast<uintptr_t>(t.b + t.taps[i].b);
    read(b, t.steps * size_t(t.b_step));
    const size_t count = (t.steps + drivers::steps_ahead - 1) / drivers::steps_ahead;
    for (size_t l = 0; l < count * size_t(t.ahead.lines); ++l)
      lines += near.insert((b + uintptr_t(t.ahead.from)) / line + l).second;
  }
}

struct recorder {
  template <int kRows, int kVectors>
  static void run(const tile_args &t) {
    seen.add(t);
    real->functions[kVectors - 1][kRows - 1](t);
  }
  template <int kRows, int kVectors>
  static constexpr drivers::tile_function function() {
    return run<kRows, kVectors>;
  }
};

// Panels that a unit takes whole count as tiles.
const drivers::matrix_unit recording_unit = {[](const tile_args &t, size_t rows) noexcept {
                                               seen.add(t);
                                               real->unit->run_panel(t, rows);
                                             },
                                             []() noexcept { real->unit->release(); }};

// As `p` has them.
drivers::tile_table recording_tiles(const drivers::product &p) {
  constexpr int most = drivers::tile_rows_limit;
  drivers::tile_table tiles =
      drivers::make_tiles<recorder>(std::integer_sequence<int, most, most, most, most>());
  real = p.tiles;
  tiles.narrow_bytes = real->narrow_bytes;
  tiles.finish_kept = real->finish_kept;
  tiles.narrows_from = real->narrows_from;
  tiles.finishes_highest = real->finishes_highest;
  tiles.max_vectors = real->max_vectors;
  if (real->unit) tiles.unit = &recording_unit;
  for (int v = 0; v < drivers::tile_vectors_limit; ++v) tiles.max_rows[v] = real->max_rows[v];
  return tiles;
}

// 3x3 on 7x7 pixels, padded by one, or so many, not padded; of ones, in channels last.
struct problem {
  dim_t channels;
  memory::data_type data, weights;
  dim_t side = 7, padding = 1;
  memory::data_type dst = data;
};

template <class T>
void fill_with_ones(const memory &m) {
  auto *values = static_cast<T *>(m.get_data_handle());
  for (size_t i = 0; i < m.get_desc().get_size() / sizeof(T); ++i) values[i] = 1;
}

// The first element of dst, which sees four pixels, or nine.
template <class Data, class Weights, class Dst = Data>
double run(drivers::gemm_parts parts, const problem &p) {
  const dnnl::engine engine = engine_for();
  const dim_t c = p.channels;
  const dim_t side = p.side - 2 * (1 - p.padding);
  const memory src({{1, c, p.side, p.side}, p.data, memory::format_tag::nhwc}, engine);
  const memory weights({{c, c, 3, 3}, p.weights, memory::format_tag::oihw}, engine);
  const memory dst({{1, c, side, side}, p.dst, memory::format_tag::nhwc}, engine);
  fill_with_ones<Data>(src);
  fill_with_ones<Weights>(weights);
  drivers::product product = *parts.multiply;
  const drivers::tile_table tiles = recording_tiles(product);
  product.tiles = &tiles;
  parts.multiply = &product;
  seen = {};
  seen.dst = reinterpret_cast<uintptr_t>(dst.get_data_handle());
  seen.dst_bytes = dst.get_desc().get_size();

  convolution_op op = {};
  op.src = *src.get_desc().get();
  op.weights = *weights.get_desc().get();
  op.dst = *dst.get_desc().get();
  for (int d = 0; d < 2; ++d) {
    op.strides[d] = 1;
    op.padding_l[d] = op.padding_r[d] = p.padding;
  }
  const dnnl::primitive_attr attr;
  alignas(plan_alignment) unsigned char plan[convolution_op::plan_bytes];
  plan_request request = {&op.head, attr.get(), 1, 0, &parts, plan};
  const refusal reason = drivers::plan_gemm_forward(request);
  EXPECT_EQ(reason, accepted) << reason;
  if (reason) return 0;
  std::vector<std::max_align_t> scratch(request.scratchpad_bytes / sizeof(std::max_align_t) + 1);
  const dnnl_exec_arg_t args[] = {
      {DNNL_ARG_DST, dst.get()}, {DNNL_ARG_WEIGHTS, weights.get()}, {DNNL_ARG_SRC, src.get()}};
  drivers::run_gemm_forward(
      {&op.head, attr.get(), &parts, plan, {}, reinterpret_cast<char *>(scratch.data()), args, 3});
  return double(*static_cast<const Dst *>(dst.get_data_handle()));
}

// Of all weights, only those that are read first are not near then.
TEST(tile_calls, large_weights_of_several_taps_are_brought_near) {
  if (!drivers::has_large_caches) GTEST_SKIP() << "32-bit CPUs do without";
  const auto f32 = memory::data_type::f32;
  for (const plugin_products &p : usable_products()) {
    if (p.f32.backend->lanes() > 16) continue;  // all columns would be a panel
    SCOPED_TRACE(p.plugin);
    EXPECT_EQ((run<float, float>(p.f32, {192, f32, f32})), 4 * 192);
    EXPECT_GE(seen.lines * line, 192u * 192 * 9 * sizeof(float));
    EXPECT_LT(seen.missed * 2, seen.lines);
    EXPECT_EQ((run<float, float>(p.f32, {48, f32, f32})), 4 * 48);
    EXPECT_EQ(seen.missed, seen.lines) << "these stay in the cache";
  }
}

// Of a single row, which waits for each of its sums.
TEST(tile_calls, a_single_pixel_is_made_by_the_widest_tiles) {
  const auto f32 = memory::data_type::f32;
  for (const plugin_products &p : usable_products()) {
    SCOPED_TRACE(p.plugin);
    const size_t columns = p.f32.backend->lanes() * size_t(p.f32.tiles().row_vectors());
    EXPECT_EQ((run<float, float>(p.f32, {48, f32, f32, 3, 0})), 9 * 48);
    EXPECT_EQ(seen.tiles, (48 + columns - 1) / columns);
    EXPECT_TRUE(std::string(p.plugin) != "avx2" || columns == 32);
  }
}

// All but one of rows that run together, behind which there are no sums that are made later.
TEST(tile_calls, channels_that_fill_no_vector_are_stored_where_they_belong) {
  if (!drivers::has_large_caches) GTEST_SKIP() << "32-bit CPUs do without";
  const auto f32 = memory::data_type::f32;
  for (const plugin_products &p : usable_products()) {
    SCOPED_TRACE(p.plugin);
    EXPECT_EQ((run<float, float>(p.f32, {67, f32, f32, 3})), 4 * 67);
    EXPECT_LE(seen.aside, 1u);
    EXPECT_GT(seen.tiles, 1u);
  }
}

// Where columns fill whole pairs of vectors.
TEST(tile_calls, tiles_write_bytes_and_what_they_are_in_f32_if_they_can) {
  for (const plugin_products &p : usable_products()) {
    const drivers::tile_table *tiles = p.int8.multiply->tiles;
    if (!tiles) continue;
    SCOPED_TRACE(p.plugin);
    const problem u8 = {48, memory::data_type::u8, memory::data_type::s8};
    EXPECT_EQ((run<uint8_t, int8_t>(p.int8, u8)), 4 * 48);
    EXPECT_TRUE(tiles->narrow_bytes == 1 || seen.narrow == 0);
    EXPECT_TRUE(std::string(p.plugin) != "avx2" || seen.narrow == seen.tiles);
    const auto f32 = memory::data_type::f32;
    const problem to_f32 = {48, memory::data_type::u8, memory::data_type::s8, 7, 1, f32};
    EXPECT_EQ((run<uint8_t, int8_t, float>(p.int8, to_f32)), 4 * 48);
    EXPECT_TRUE(tiles->narrow_bytes == 1 || seen.narrow == 0);
    EXPECT_TRUE(std::string(p.plugin) != "avx2" || seen.narrow == seen.tiles);
  }
}

}  // namespace
}  // namespace dnnlet::test
