// SPDX-License-Identifier: Apache-2.0
// Few rows across K by lines of bytes, of which four become quads in registers:
//     c[r][i] = c[r][i] + sum over k of a[r][k] * b[k][i]
//   a: u8 or s8; b: lines of u8 or s8; c: s32; any alignment, disjoint; nothing beyond the lines is
//   read or written
//   scratch: 16 vectors of stack, and four for each row; exact, modulo 2^32
//
// Of 16 columns, interleaving takes the i-th four to the i-th vector, as many fours as a vector has
// blocks: so does C lie meanwhile. Emerald Rapids: a row by 1 MB in the L2 cache at 85 GB/s, where
// widening to s32 gets 21; 8 rows at 430 GOP/s, where packing and tiles get 260, and with 8 lines
// at a time instead of 16, 340.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_QUADS_ACROSS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_QUADS_ACROSS_INL_H

#include <cstring>
#include <type_traits>

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/kernels/gemm/quads-inl.h"
#include "plugins/kernels/support/leave-inl.h"
#include "plugins/kernels/support/simd-inl.h"

#if HWY_ARCH_X86 && HWY_MAX_BYTES >= 32
HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using quad_sums = hn::ScalableTag<int32_t>;
using quad_bytes = hn::Repartition<int8_t, quad_sums>;
using quad_vector = hn::Vec<quad_bytes>;

// Each time that C is gone through, as many lines as there are registers for.
constexpr dim_t quad_lines = HWY_MAX_BYTES >= 64 ? 16 : 8;
constexpr dim_t quad_columns = 4 * dim_t(hn::MaxLanes(quad_sums()));
constexpr dim_t most_quad_rows = drivers::most_rows_of_quads + 1;  // one of ones

// So many lines by some rows; whole vectors of columns.
struct lines_of_quads {
  const int8_t *b;
  dim_t b_step, cols;
  const int8_t *a;  // two quads of each row
  dim_t rows;
  int32_t *c;
  dim_t c_step;
  bool flips;  // the sign of b
};

// C as quads come, or back.
inline void order_columns(int32_t *c, dim_t cols, int32_t added, bool back) {
  constexpr dim_t block = 4, blocks = quad_columns / 16, lanes = block * blocks;
  const hn::FixedTag<int32_t, block> d;
  const quad_sums whole;
  HWY_ALIGN int32_t ordered[quad_columns];
  const auto all = hn::Set(whole, added);
  // Of blocks of a vector, and of those of as many vectors.
  const dim_t from_next = back ? block : 4 * block, from_vector = back ? lanes : block;
  const dim_t to_next = back ? 4 * block : block, to_vector = back ? block : lanes;
  for (; cols > 0; cols -= quad_columns, c += quad_columns) {
    for (dim_t i = 0; i < 4; ++i)
      for (dim_t j = 0; j < blocks; ++j)
        hn::Store(hn::LoadU(d, c + i * from_vector + j * from_next), d,
                  ordered + i * to_vector + j * to_next);
    for (dim_t i = 0; i < quad_columns; i += lanes)
      hn::StoreU(hn::Add(hn::Load(whole, ordered + i), all), whole, c + i);
  }
}

template <bool kIsSigned>
HWY_INLINE hn::Vec<quad_sums> add_quad(quad_vector a, quad_vector b, hn::Vec<quad_sums> acc) {
  const hn::RebindToUnsigned<quad_bytes> u8;
  if constexpr (kIsSigned)
    return add_quads(hn::BitCast(u8, b), a, acc);
  else
    return add_quads(hn::BitCast(u8, a), b, acc);
}

// Four lines.
HWY_INLINE void interleave_quads(const int8_t *b, dim_t step, bool flips, quad_vector &q0,
                                 quad_vector &q1, quad_vector &q2, quad_vector &q3) {
  const quad_bytes d;
  const hn::Repartition<int16_t, quad_bytes> pairs;
  auto line0 = hn::LoadU(d, b), line1 = hn::LoadU(d, b + step);
  auto line2 = hn::LoadU(d, b + 2 * step), line3 = hn::LoadU(d, b + 3 * step);
  if (flips) {
    const auto sign = hn::Set(d, int8_t(0x80));
    line0 = hn::Xor(line0, sign);
    line1 = hn::Xor(line1, sign);
    line2 = hn::Xor(line2, sign);
    line3 = hn::Xor(line3, sign);
  }
  const auto lower01 = hn::BitCast(pairs, hn::InterleaveLower(d, line0, line1));
  const auto lower23 = hn::BitCast(pairs, hn::InterleaveLower(d, line2, line3));
  const auto upper01 = hn::BitCast(pairs, hn::InterleaveUpper(d, line0, line1));
  const auto upper23 = hn::BitCast(pairs, hn::InterleaveUpper(d, line2, line3));
  q0 = hn::BitCast(d, hn::InterleaveLower(pairs, lower01, lower23));
  q1 = hn::BitCast(d, hn::InterleaveUpper(pairs, lower01, lower23));
  q2 = hn::BitCast(d, hn::InterleaveLower(pairs, upper01, upper23));
  q3 = hn::BitCast(d, hn::InterleaveUpper(pairs, upper01, upper23));
}

HWY_INLINE quad_vector quad_at(const int8_t *a, dim_t i) {
  return broadcast<int32_t>(quad_bytes(), reinterpret_cast<const char *>(a + 4 * i));
}

// Two quads of lines to a vector of C, or four.
template <bool kIsSigned>
HWY_INLINE hn::Vec<quad_sums> add_two(quad_vector a0, quad_vector a1, quad_vector b0,
                                      quad_vector b1, hn::Vec<quad_sums> sum) {
  return add_quad<kIsSigned>(a1, b1, add_quad<kIsSigned>(a0, b0, sum));
}

template <bool kIsSigned>
void add_lines_of_quads(const lines_of_quads &p) {
  const quad_sums d;
  constexpr dim_t lanes = quad_columns / 4;
  const dim_t step = p.b_step;
  const bool flips = p.flips;
  const int8_t *b = p.b;
  int32_t *columns = p.c;
  quad_vector b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;
  for (dim_t i = 0; i < p.cols; i += quad_columns, b += quad_columns, columns += quad_columns) {
    interleave_quads(b, step, flips, b0, b1, b2, b3);
    interleave_quads(b + 4 * step, step, flips, b4, b5, b6, b7);
    if constexpr (quad_lines > 8) {
      interleave_quads(b + 8 * step, step, flips, b8, b9, b10, b11);
      interleave_quads(b + 12 * step, step, flips, b12, b13, b14, b15);
    }
    const int8_t *a = p.a;
    int32_t *c = columns;
    for (dim_t r = 0; r < p.rows; ++r, a += quad_lines, c += p.c_step) {
      const auto a0 = quad_at(a, 0), a1 = quad_at(a, 1);
      auto c0 = add_two<kIsSigned>(a0, a1, b0, b4, hn::LoadU(d, c));
      auto c1 = add_two<kIsSigned>(a0, a1, b1, b5, hn::LoadU(d, c + lanes));
      auto c2 = add_two<kIsSigned>(a0, a1, b2, b6, hn::LoadU(d, c + 2 * lanes));
      auto c3 = add_two<kIsSigned>(a0, a1, b3, b7, hn::LoadU(d, c + 3 * lanes));
      if constexpr (quad_lines > 8) {
        const auto a2 = quad_at(a, 2), a3 = quad_at(a, 3);
        c0 = add_two<kIsSigned>(a2, a3, b8, b12, c0);
        c1 = add_two<kIsSigned>(a2, a3, b9, b13, c1);
        c2 = add_two<kIsSigned>(a2, a3, b10, b14, c2);
        c3 = add_two<kIsSigned>(a2, a3, b11, b15, c3);
      }
      hn::StoreU(c0, d, c);
      hn::StoreU(c1, d, c + lanes);
      hn::StoreU(c2, d, c + 2 * lanes);
      hn::StoreU(c3, d, c + 3 * lanes);
    }
  }
}

// What is 128 too much, or too little, in what B is read as.
inline int32_t flipped_sum(const uint8_t *a, dim_t k, bool is_signed) noexcept {
  uint32_t sum = 0;
  for (dim_t i = 0; i < k; ++i) sum += is_signed ? uint32_t(int8_t(a[i])) : a[i];
  return int32_t(is_signed ? 0 - 128 * sum : 128 * sum);
}

// One product. Columns that do not fill vectors are summed up beside C, and what is left of lines,
// or must not be read by vectors, is copied.
class quads_across {
 public:
  quads_across(const drivers::few_rows &p, bool is_b_signed) noexcept
      : p_(p),
        flips_(p.is_signed == is_b_signed),
        whole_(p.cols / quad_columns * quad_columns),
        rest_(p.cols - whole_) {}

  void run() noexcept {
    take_rest(false);
    order(false);
    for (dim_t k = 0; k < p_.k; k += quad_lines) add_lines(k);
    order(true);
    take_rest(true);
  }

 private:
  void take_rest(bool back) noexcept {
    for (dim_t r = 0; r < p_.rows; ++r) {
      int32_t *c = c_at(r) + whole_;
      std::memcpy(back ? c : rest_c_[r], back ? rest_c_[r] : c, size_t(rest_) * sizeof(int32_t));
    }
  }
  void order(bool back) noexcept {
    for (dim_t r = 0; r < p_.rows; ++r) {
      const auto *a = static_cast<const uint8_t *>(p_.a) + r * p_.a_step;
      const int32_t added = flips_ && !back ? flipped_sum(a, p_.k, p_.is_signed) : 0;
      order_columns(c_at(r), whole_, added, back);
      order_columns(rest_c_[r], rest_ > 0 ? quad_columns : 0, added, back);
    }
  }
  void add_lines(dim_t k) noexcept {
    const dim_t count = min(quad_lines, p_.k - k), step = p_.b_step;
    join_factors(k, count);
    const auto *b = static_cast<const int8_t *>(p_.b) + k * step;
    dim_t i = 0;
    if (count == quad_lines) {
      add(b, step, whole_, c_at(0), p_.c_step);
      i = whole_;
      // Columns behind are of the next lines.
      if (rest_ > 0 && (p_.k - k - quad_lines) * step >= quad_columns) {
        add(b + i, step, quad_columns, rest_c_[0], quad_columns);
        return;
      }
    }
    for (; i < p_.cols; i += quad_columns) {
      const auto bytes = size_t(min(quad_columns, p_.cols - i));
      for (dim_t l = 0; l < count; ++l) std::memcpy(copied_[l], b + i + l * step, bytes);
      const bool is_rest = i == whole_;
      add(copied_[0], quad_columns, quad_columns, is_rest ? rest_c_[0] : c_at(0) + i,
          is_rest ? quad_columns : p_.c_step);
    }
  }
  void join_factors(dim_t k, dim_t count) noexcept {
    const auto *a = static_cast<const int8_t *>(p_.a) + k;
    for (dim_t r = 0; r < p_.rows; ++r, a += p_.a_step) {
      int8_t *to = factors_ + r * quad_lines;
      if (count == quad_lines)
        std::memcpy(to, a, size_t(quad_lines));
      else
        for (dim_t i = 0; i < quad_lines; ++i) to[i] = i < count ? a[i] : int8_t(0);
    }
  }
  void add(const int8_t *b, dim_t b_step, dim_t cols, int32_t *c, dim_t c_step) const noexcept {
    const lines_of_quads lines = {b, b_step, cols, factors_, p_.rows, c, c_step, flips_};
    p_.is_signed ? add_lines_of_quads<true>(lines) : add_lines_of_quads<false>(lines);
  }
  int32_t *c_at(dim_t row) const noexcept { return static_cast<int32_t *>(p_.c) + row * p_.c_step; }

  const drivers::few_rows &p_;
  const bool flips_;
  const dim_t whole_, rest_;
  int8_t factors_[most_quad_rows * quad_lines];
  int8_t copied_[quad_lines][quad_columns];
  int32_t rest_c_[most_quad_rows][quad_columns];
};

inline HWY_NOINLINE void run_quads_across(const drivers::few_rows &p, bool is_b_signed) noexcept {
  quads_across(p, is_b_signed).run();
  leave_vectors();
}
template <class T>
void multiply_quads_across(const drivers::few_rows &p) noexcept {
  run_quads_across(p, std::is_signed<T>());
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
#endif

#endif
