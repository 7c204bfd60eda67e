// SPDX-License-Identifier: Apache-2.0
// Tiles of s8 by s8, into s32 (plugins/drivers/gemm/tile.h), by smmla: of two rows by two columns,
// the sums of eight products each. B is in rows of quads, as for sdot; two of its rows, with their
// columns zipped, are what smmla takes.
//   A: kRows rows, a_row bytes apart; B: rows of kVectors vectors; C, start: rows of sums; no
//   alignment is needed, and C may be start
//   scratch 0 B; accumulators stay in registers: kRows * kVectors, where an odd row takes two
//   error none: exact, modulo 2^32
//   Arm Architecture Reference Manual, SMMLA (vector)
#include "plugins/kernels/gemm/dots-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using dot_int8 = int8_dot_of<tuning::int8_dot>::type;

constexpr ptrdiff_t lanes = 4;         // columns of a vector, and bytes of a quad
constexpr ptrdiff_t quad = 4;          // bytes
constexpr ptrdiff_t vector_of_b = 16;  // bytes of a row of B

// A block: [row 0: columns 0, 1; row 1: columns 0, 1], of columns 2 j and 2 j + 1 of the tile.
template <int kRows, int kVectors>
struct blocks {
  int32x4_t of[(kRows + 1) / 2][2 * kVectors];
};

// Two quads of a row that follow each other.
struct neighbours {
  const tile_args &t;
  const char *a, *b;

  HWY_INLINE int8x8_t row(int number) const {
    return vld1_s8(reinterpret_cast<const int8_t *>(a + number * t.a_row));
  }
  HWY_INLINE const char *next_b() const { return b + t.b_step; }
};

// Two that do not, or the last one and zeros, which meet any finite row of B.
struct apart {
  static constexpr char zeros[quad] = {};
  const char *a, *other, *b, *other_b;
  ptrdiff_t a_row, other_row;

  HWY_INLINE apart(const tile_args &t, const char *from, const char *from_b, bool is_last)
      : a(from),
        other(is_last ? zeros : from + t.a_step),
        b(from_b),
        other_b(is_last ? from_b : from_b + t.b_step),
        a_row(t.a_row),
        other_row(is_last ? 0 : t.a_row) {}
  HWY_INLINE int8x8_t row(int number) const {
    uint32_t x, y;
    __builtin_memcpy(&x, a + number * a_row, sizeof(x));
    __builtin_memcpy(&y, other + number * other_row, sizeof(y));
    return vcreate_s8(x | uint64_t(y) << 32);
  }
  HWY_INLINE const char *next_b() const { return other_b; }
};

// Four columns: the first and the last two of them.
HWY_INLINE int8x16x2_t load_columns(const char *b, const char *next) {
  const int32x4_t x = vreinterpretq_s32_s8(vld1q_s8(reinterpret_cast<const int8_t *>(b)));
  const int32x4_t y = vreinterpretq_s32_s8(vld1q_s8(reinterpret_cast<const int8_t *>(next)));
  return {vreinterpretq_s8_s32(vzip1q_s32(x, y)), vreinterpretq_s8_s32(vzip2q_s32(x, y))};
}

// The last of an odd number of rows counts twice.
template <int kRows, int kVectors, class Quads>
HWY_INLINE void multiply_add(const Quads &q, blocks<kRows, kVectors> &sums) {
  constexpr int pairs = (kRows + 1) / 2;
  int8x16_t rows[pairs];
  HWY_UNROLL(8)
  for (int p = 0; p < pairs; ++p)
    rows[p] = vcombine_s8(q.row(2 * p), q.row(2 * p + 1 < kRows ? 2 * p + 1 : 2 * p));
  HWY_UNROLL(4)
  for (int v = 0; v < kVectors; ++v) {
    const ptrdiff_t at = v * vector_of_b;
    const int8x16x2_t columns = load_columns(q.b + at, q.next_b() + at);
    HWY_UNROLL(8)
    for (int p = 0; p < pairs; ++p) {
      sums.of[p][2 * v] = vmmlaq_s32(sums.of[p][2 * v], rows[p], columns.val[0]);
      sums.of[p][2 * v + 1] = vmmlaq_s32(sums.of[p][2 * v + 1], rows[p], columns.val[1]);
    }
  }
}

template <int kRows, int kVectors>
HWY_INLINE void take_taps(const tile_args &t, blocks<kRows, kVectors> &sums) {
  const size_t of_neighbours = t.a_step == quad ? t.steps / 2 : 0;
  for (size_t i = 0; i < t.tap_count; ++i) {
    const char *a = t.a + t.taps[i].a, *b = t.b + t.taps[i].b;
    for (size_t k = of_neighbours; k > 0; --k, a += 2 * quad, b += 2 * t.b_step)
      multiply_add(neighbours{t, a, b}, sums);
    for (size_t k = 2 * of_neighbours; k < t.steps; k += 2, a += 2 * t.a_step, b += 2 * t.b_step)
      multiply_add(apart(t, a, b, k + 1 == t.steps), sums);
  }
}

// Two rows of a vector of columns, as blocks and back.
HWY_INLINE int32x4_t joined(int32x4_t a, int32x4_t b, bool first) {
  const int64x2_t x = vreinterpretq_s64_s32(a), y = vreinterpretq_s64_s32(b);
  return vreinterpretq_s32_s64(first ? vzip1q_s64(x, y) : vzip2q_s64(x, y));
}

}  // namespace

template <class Dot, int kRows, int kVectors>
void blocks_tile(const tile_args &t) {
  blocks<kRows, kVectors> sums;
  const auto *start = static_cast<const int32_t *>(t.start);
  auto *c = static_cast<int32_t *>(t.c);
  HWY_UNROLL(8)
  for (int p = 0; 2 * p < kRows; ++p) {
    const int32_t *row = start + 2 * p * t.start_row;
    const int32_t *other = 2 * p + 1 < kRows ? row + t.start_row : row;
    HWY_UNROLL(4)
    for (int v = 0; v < kVectors; ++v) {
      const int32x4_t x = vld1q_s32(row + v * lanes), y = vld1q_s32(other + v * lanes);
      sums.of[p][2 * v] = joined(x, y, true);
      sums.of[p][2 * v + 1] = joined(x, y, false);
    }
  }
  take_taps(t, sums);
  // Row by row: a vector's columns behind the panel's are where the next row begins.
  HWY_UNROLL(16)
  for (int row = 0; row < kRows; ++row, c += t.c_row) {
    const auto &pair = sums.of[row / 2];
    HWY_UNROLL(4)
    for (int v = 0; v < kVectors; ++v)
      vst1q_s32(c + v * lanes, joined(pair[2 * v], pair[2 * v + 1], row % 2 == 0));
  }
}

namespace {

struct block_tiles {
  template <int kRows, int kVectors>
  static constexpr drivers::tile_function function() {
    return blocks_tile<dot_int8, kRows, kVectors>;
  }
};

constexpr bool has_int8 = has_type(dnnl_s8) || has_type(dnnl_u8);
constexpr tile_table tiles = drivers::make_tiles<block_tiles, has_int8>(tuning::dot_rows());

}  // namespace

extern const product int8_by_int8 = make_product<dot_int8>(tiles);

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
