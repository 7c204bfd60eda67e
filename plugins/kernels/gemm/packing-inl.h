// SPDX-License-Identifier: Apache-2.0
// Lines of elements to rows of groups or to lines of other elements; what becomes of what is in
// drivers/gemm/pack.h.
//   from, to: disjoint, any alignment; nothing beyond the end of a line is read
//   scratch 0 B (1 KB of stack); exact
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_PACKING_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_PACKING_INL_H

#include <cstring>
#include <type_traits>

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/pack.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/squares-inl.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::element_lines;

// At most a vector of elements, converted; zeros behind the last of them may be converted too.
// Bytes that stay bytes change their sign: u8 and s8 are 128 apart.
template <class From, class D>
HWY_INLINE hn::Vec<D> load_converted(D d, const From *from, dim_t count) {
  using To = hn::TFromD<D>;
  const hn::Rebind<From, D> tag;
  const auto x =
      count >= dim_t(hn::Lanes(d)) ? hn::LoadU(tag, from) : hn::LoadN(tag, from, size_t(count));
  if constexpr (std::is_same_v<From, To>)
    return x;
  else if constexpr (sizeof(To) == 1)
    return hn::Xor(hn::BitCast(d, x), hn::Set(d, To(0x80)));
  else
    return hn::PromoteTo(d, x);
}

// Lines of a group at most, of four bytes, which are read whole: in all lines but the last, those
// that follow are there to be read.
template <bool kShifts>
void convert_short_lines(const element_lines &p) noexcept {
  uint8_t kept[4] = {}, changed[4] = {};
  for (dim_t i = 0; i < p.length; ++i) kept[i] = 0xff, changed[i] = kShifts ? 0x80 : 0;
  uint32_t mask, shift, four = 0;
  std::memcpy(&mask, kept, 4);
  std::memcpy(&shift, changed, 4);
  const char *from = static_cast<const char *>(p.from);
  char *to = static_cast<char *>(p.to);
  for (dim_t l = 1; l < p.lines; ++l, from += p.from_step, to += p.to_step) {
    std::memcpy(&four, from, 4);
    four = (four & mask) ^ shift;
    std::memcpy(to, &four, 4);
  }
  std::memcpy(&four, from, size_t(p.length));
  four = (four & mask) ^ shift;
  std::memcpy(to, &four, 4);
}

// Lines stay lines, with zeros up to whole groups.
template <class From, class To, dim_t kGroup>
void convert_lines(const element_lines &p) noexcept {
  if constexpr (kGroup == 4 && sizeof(From) == 1 && sizeof(To) == 1)
    if (p.length <= 4 && p.from_step + p.length >= 4)
      return convert_short_lines<!std::is_same_v<From, To>>(p);
  const hn::ScalableTag<To> d;
  const dim_t lanes = dim_t(hn::Lanes(d)), whole = round_up(p.length, kGroup);
  for (dim_t l = 0; l < p.lines; ++l) {
    const From *from = static_cast<const From *>(p.from) + l * p.from_step;
    To *to = static_cast<To *>(p.to) + l * p.to_step;
    dim_t i = 0;
    for (; i + lanes <= p.length; i += lanes)
      hn::StoreU(load_converted(d, from + i, lanes), d, to + i);
    if (i == p.length) continue;
    // Vectors are whole groups: the last one is not among them.
    if (whole != p.length) std::memset(to + whole - kGroup, 0, sizeof(To) * kGroup);
    hn::StoreN(load_converted(d, from + i, p.length - i), d, to + i, size_t(p.length - i));
  }
}

#if HWY_MAX_BYTES >= 16
// Neighbours of two lines become one of twice the size: those of the lower half, or of the upper.
template <class To, bool kUpper, class D, class V = hn::Vec<D>>
HWY_INLINE V join_lines(D d, V a, V b) {
  const hn::Repartition<To, D> as;
  const auto x = hn::BitCast(as, a), y = hn::BitCast(as, b);
  return hn::BitCast(
      d, kUpper ? hn::InterleaveWholeUpper(as, x, y) : hn::InterleaveWholeLower(as, x, y));
}

// Eight lines, of each a quarter of a vector, become two vectors.
template <class Line>
HWY_INLINE void interleave_eight(const Line &line, int8_t *to) {
  const hn::Repartition<int8_t, hn::ScalableTag<int32_t>> d;
  const auto pair = [&](dim_t l) HWY_ATTR {
    return join_lines<int8_t, false>(d, hn::ResizeBitCast(d, line(l)),
                                     hn::ResizeBitCast(d, line(l + 1)));
  };
  const auto first = join_lines<int16_t, false>(d, pair(0), pair(2));
  const auto last = join_lines<int16_t, false>(d, pair(4), pair(6));
  hn::StoreU(join_lines<int32_t, false>(d, first, last), d, to);
  hn::StoreU(join_lines<int32_t, true>(d, first, last), d, to + hn::Lanes(d));
}
#endif

// As many columns of a row of groups as a vector of sums has, of which lines have `count`; lines
// behind the last are zeros.
template <dim_t kGroup, class From, class D, class To = hn::TFromD<D>>
HWY_INLINE void interleave_vector(D d, const From *from, dim_t step, dim_t lines, dim_t count,
                                  To *to) {
  const auto line = [&](dim_t l) HWY_ATTR {
    return l < lines ? load_converted(d, from + l * step, count) : hn::Zero(d);
  };
  if constexpr (kGroup == 1) hn::StoreU(line(0), d, to);
  if constexpr (kGroup == 2) hn::StoreInterleaved2(line(0), line(1), d, to);
  if constexpr (kGroup == 4) hn::StoreInterleaved4(line(0), line(1), line(2), line(3), d, to);
#if HWY_MAX_BYTES >= 16
  if constexpr (kGroup == 8) interleave_eight(line, to);
#endif
}

// So many lines become a row of groups.
template <class From, class To, dim_t kGroup>
void interleave_lines(const element_lines &p) noexcept {
  const hn::Rebind<To, hn::ScalableTag<int32_t>> d;
  const dim_t lanes = dim_t(hn::Lanes(d)), length = p.length, step = p.from_step;
  for (dim_t l = 0; l < p.lines; l += kGroup) {
    const From *from = static_cast<const From *>(p.from) + l * step;
    To *to = static_cast<To *>(p.to) + l / kGroup * p.to_step;
    const dim_t lines = p.lines - l;
    dim_t i = 0;
#if HWY_MAX_BYTES >= 16
    if constexpr (kGroup == 4) {
      const hn::Twice<decltype(d)> twice;
      for (; lines >= kGroup && i + 2 * lanes <= length; i += 2 * lanes)
        interleave_vector<kGroup>(twice, from + i, step, kGroup, 2 * lanes, to + i * kGroup);
    }
#endif
    if (lines >= kGroup)
      for (; i + lanes <= length; i += lanes)
        interleave_vector<kGroup>(d, from + i, step, kGroup, lanes, to + i * kGroup);
    for (; i < length; i += lanes)
      interleave_vector<kGroup>(d, from + i, step, lines, length - i, to + i * kGroup);
  }
}

// to[r * to_step + c] = from[c * from_step + r], where r counts groups; bytes.
struct group_square {
  const char *from;
  ptrdiff_t from_step;
  char *to;
  ptrdiff_t to_step;
  dim_t rows, cols;
};

template <size_t kBytes>
void place_one_by_one(const group_square &s) noexcept {
  for (dim_t c = 0; c < s.cols; ++c)
    for (dim_t r = 0; r < s.rows; ++r)
      std::memcpy(s.to + r * s.to_step + c * dim_t(kBytes),
                  s.from + c * s.from_step + r * dim_t(kBytes), kBytes);
}

#if HWY_MAX_BYTES >= 16
template <size_t kBytes>
bool transpose_groups(const drivers::transposition &t) noexcept {
  if constexpr (kBytes == 1) return transpose_1(t);
  if constexpr (kBytes == 2) return transpose_2(t);
  if constexpr (kBytes == 4) return transpose_4(t);
  if constexpr (kBytes == 8) return transpose_8(t);
}
#endif

// By vectors, where there are lanes to shuffle.
template <size_t kBytes>
void place_groups(const group_square &s) noexcept {
#if HWY_MAX_BYTES == 64
  if constexpr (kBytes == 4)
    if (s.rows >= square_side && s.cols >= square_side)
      return place_squares(s.from, s.from_step, s.to, s.to_step, s.rows, s.cols);
#endif
#if HWY_MAX_BYTES >= 16
  constexpr dim_t at_once = 64, bytes = kBytes;  // offsets of few of them are on the stack
  // A cache keeps few alike lines until all of their elements were taken: as few as fill vectors,
  // and what is left at the end.
  constexpr dim_t few = clamp<dim_t>(HWY_MAX_BYTES / bytes, 8, 32);
  const bool alike = s.from_step % drivers::alike_bytes == 0;
  ptrdiff_t from[at_once], to[at_once];
  for (dim_t i = 0; i < min(s.cols, at_once); ++i) from[i] = i * s.from_step;
  for (dim_t i = 0; i < min(s.rows, at_once); ++i) to[i] = i * s.to_step;
  for (dim_t c = 0, lines; c < s.cols; c += lines) {
    lines = alike && s.cols - c >= 2 * few ? few : min(s.cols - c, at_once);
    for (dim_t r = 0; r < s.rows; r += at_once) {
      const group_square part = {s.from + c * s.from_step + r * bytes,
                                 s.from_step,
                                 s.to + r * s.to_step + c * bytes,
                                 s.to_step,
                                 min(s.rows - r, at_once),
                                 lines};
      const drivers::transposition t = {part.from, from, part.to, to, part.cols, part.rows, 1, 1};
      if (!transpose_groups<kBytes>(t)) place_one_by_one<kBytes>(part);
    }
  }
#else
  place_one_by_one<kBytes>(s);
#endif
}

// A line becomes a column, a group at a time; columns up to a whole vector are zeros.
template <class T, dim_t kGroup>
void place_lines(const element_lines &p) noexcept {
  constexpr dim_t size = sizeof(T), bytes = size * kGroup;
  const dim_t whole = p.length / kGroup, rest = p.length % kGroup;
  const group_square groups = {static_cast<const char *>(p.from),
                               ptrdiff_t(p.from_step * size),
                               static_cast<char *>(p.to),
                               ptrdiff_t(p.to_step * size),
                               whole,
                               p.lines};
  place_groups<size_t(bytes)>(groups);
  if (rest > 0)
    for (dim_t l = 0; l < p.lines; ++l) {
      char *to = groups.to + whole * groups.to_step + l * bytes;
      std::memset(to, 0, size_t(bytes));
      std::memcpy(to, groups.from + l * groups.from_step + whole * bytes, size_t(rest * size));
    }
  const dim_t columns = round_up(p.lines, dim_t(hn::Lanes(hn::ScalableTag<int32_t>())));
  if (columns > p.lines)
    for (dim_t i = 0; i < div_up(p.length, kGroup); ++i)
      std::memset(groups.to + i * groups.to_step + p.lines * bytes, 0,
                  size_t((columns - p.lines) * bytes));
}

// How A of one type is packed.
template <class From, class To, dim_t kGroup>
constexpr drivers::element_packing packing_of_a(data_type from) {
  return {from, convert_lines<From, To, kGroup>, interleave_lines<From, To, kGroup>};
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
