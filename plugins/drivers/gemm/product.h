// SPDX-License-Identifier: Apache-2.0
// How a GEMM multiplies: the types of its elements, and the tiles that take them.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_PRODUCT_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_PRODUCT_H

#include <cstdint>

#include "core/kernel/attributes.h"
#include "core/support/built_types.h"
#include "core/support/data_type.h"
#include "core/support/status.h"
#include "plugins/drivers/gemm/tile.h"

namespace dnnlet::drivers {

// An element as tiles read it.
enum class element : uint8_t { f32, bf16, f16, s16, u8, s8 };
constexpr size_t size_of(element e) noexcept {
  return e == element::f32 ? 4 : e == element::u8 || e == element::s8 ? 1 : 2;
}

// Whether elements of `type` are what tiles read.
inline bool is_element(data_type type, element e) noexcept {
  switch (type) {
    case dnnl_f32: return e == element::f32;
    case dnnl_bf16: return e == element::bf16;
    case dnnl_f16: return e == element::f16;
    case dnnl_u8: return e == element::u8;
    case dnnl_s8: return e == element::s8;
    default: return false;
  }
}

// Lines of 16-bit elements, of which two become one of pairs: to[l][i] = {first[l][i],
// second[l][i]}, and zeros where either has no such line.
struct element_pairs {
  const void *first, *second;
  dim_t first_lines, second_lines, lines;
  dim_t length, step;  // of first and second, in elements
  void *to;
  dim_t to_step;  // pairs
};

// Pixels of f32, from_pixel elements apart, to vectors for tiles that join `groups` of them: of
// each pixel, vectors lie to_vector elements apart, and pixels of one follow each other. In a
// vector, the same channel of all groups comes together, then the next one. The last vector ends in
// zeros; in place if both begin there, of whole vectors. Pairs of bf16 are elements, too, of which
// half a vector is a pixel's.
struct interleaving {
  const float *from;
  ptrdiff_t from_pixel;
  size_t pixels, channels, groups;
  float *to;
  ptrdiff_t to_vector;
};

// A step takes `group` neighbours of a row of A, and as many of each column of B, where they are
// neighbours too: a row of B is [cols][group].
struct product {
  const tile_table *tiles;  // null: the plugin has none
  element a, b;
  int group;
  integer_flag is_integer;                            // sums are s32, else f32
  void (*pair)(const element_pairs &lines) noexcept;  // of groups of two such elements; else null
  bool rounds_sums = false;                           // to less than f32, on their way
  // Tiles are of one vector, of which columns of several groups meet A of their own.
  bool joins_groups = false;
  bool orders_a = false;  // by tile_args
  // Such lanes are those of groups side by side, else as interleave() makes them, of A and B alike,
  // and there are tables for 2, 4 and 8 groups of a vector.
  void (*interleave)(const interleaving &i) noexcept = nullptr;
};

// Whether tiles had better round sums to `type` themselves, in panels of so many columns. Bytes
// that go by memory (tile_table) take longer than by a pass of their own.
inline bool narrows_to(const product &p, data_type type, dim_t columns, dim_t lanes) noexcept {
  const tile_table &tiles = *p.tiles;
  if (tiles.narrow_bytes != 1) return tiles.narrow_bytes == 2 && type == dnnl_bf16;
  return (type == dnnl_u8 || type == dnnl_s8 || type == dnnl_f32) &&
         (columns % (2 * lanes) == 0 || (tiles.narrows_from > 0 && columns == lanes));
}

// Whether tiles add dst to sums themselves, in panels of so many of all columns: tiles are as wide
// as these.
inline bool adds_to(const product &p, data_type type, dim_t all, dim_t columns,
                    dim_t lanes) noexcept {
  const tile_table &tiles = *p.tiles;
  const bool can_add = narrows_to(p, type, columns, lanes) || (!p.is_integer && type == dnnl_f32);
  return tiles.finishes_highest && can_add && all % lanes == 0 &&
         all % columns <= lanes * tiles.max_vectors;
}

// Whether the accumulation mode admits such sums.
inline bool takes_mode(const product &p, const attributes &attr) noexcept {
  return !p.rounds_sums || attr.accumulation_mode == dnnl_accumulation_mode_any;
}

}  // namespace dnnlet::drivers

#endif
