// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/packed.h"

#include <cstring>

namespace dnnlet {

namespace {

// Buffers may lie anywhere.
template <class T>
T load(const dnnl_memory &packed, int handle, dim_t at) noexcept {
  T value;
  std::memcpy(&value, static_cast<const T *>(packed.handles[handle]) + at, sizeof(T));
  return value;
}
template <class T>
void store(const dnnl_memory &packed, int handle, dim_t at, T value) noexcept {
  std::memcpy(static_cast<T *>(packed.handles[handle]) + at, &value, sizeof(T));
}

constexpr int begins = 1, bits = 2;
constexpr dim_t word_bits = packed_word_bits;

// Writes the bits of a row; the number of its values.
int64_t note_bits(const dnnl_memory &packed, dim_t r, const int8_t *row) noexcept {
  const dim_t columns = packed_columns(packed.md), words = packed_words(packed.md);
  int64_t count = 0;
  for (dim_t w = 0; w < words; ++w) {
    const dim_t first = w * word_bits, some = min(word_bits, columns - first);
    uint64_t word = 0;
    for (dim_t i = 0; i < some; ++i) {
      const uint64_t has_value = row[first + i] != 0;
      word |= has_value << i;
      count += int64_t(has_value);
    }
    store(packed, bits, r * words + w, word);
  }
  return count;
}

// How a row lies in another layout: so many neighbours at one distance, and then the next ones.
struct row_steps {
  dim_t width, next, step;
};
row_steps steps_of(const memory_desc &md) noexcept {
  const int last = md.ndims - 1;
  row_steps s = {md.dims[last], 0, md.blocked.strides[last]};
  dim_t inside = 1;
  for (int i = md.inner_nblks - 1; i >= 0; --i) {
    const dim_t block = md.blocked.inner_blks[i];
    if (md.inner_idxs[i] == last) s = {block, md.blocked.strides[last], inside};
    inside *= block;
  }
  return s;
}

void unpack_row(const dnnl_memory &packed, dim_t r, row_steps s, int8_t *to) noexcept {
  const dim_t columns = packed_columns(packed.md), words = packed_words(packed.md);
  const auto *values = static_cast<const int8_t *>(packed.handles[0]);
  const int8_t *value = values + packed_begin(packed, r);
  const int8_t *const end = values + packed_begin(packed, r + 1);
  dim_t place = 0;  // of the first bit that is left, in its block
  for (dim_t w = 0; w < words; ++w) {
    uint64_t word = load<uint64_t>(packed, bits, r * words + w);
    dim_t left = min(word_bits, columns - w * word_bits);
    while (left > 0) {
      const dim_t some = min(left, s.width - place);
      int8_t *const at = to + place * s.step;
      uint64_t these = word & ~uint64_t(0) >> (word_bits - some);
      for (; these && value < end; these &= these - 1)
        at[__builtin_ctzll(these) * s.step] = *value++;
      left -= some;
      place += some;
      if (left > 0) word >>= some;
      if (place < s.width) continue;
      place = 0;
      to += s.next;
    }
  }
}

int count_bits(uint64_t x) noexcept {
  x -= x >> 1 & 0x5555555555555555;
  x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
  return int(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

// Of the columns from `col` on, as many as a word has bits for, but none from `end` on.
uint64_t bits_at(const dnnl_memory &packed, dim_t r, dim_t col, dim_t end) noexcept {
  const dim_t words = packed_words(packed.md), w = col / word_bits, shift = col % word_bits;
  uint64_t these = load<uint64_t>(packed, bits, r * words + w) >> shift;
  if (shift > 0 && w + 1 < words)
    these |= load<uint64_t>(packed, bits, r * words + w + 1) << (word_bits - shift);
  const dim_t some = end - col;
  return some < word_bits ? these & ~(~uint64_t(0) << some) : these;
}

// Half a word at a time, by so many values: with one after the other, a branch for each costs more.
constexpr dim_t half_bits = word_bits / 2, values_at_once = 8;

inline void place_value(uint64_t &places, int8_t value, int8_t *to) noexcept {
  to[__builtin_ctzll(places)] = value;
  places &= places - 1;
}

// To the places of bits. There are some more values to be read, perhaps, which go behind the half.
inline void place_values(uint32_t half, const int8_t *values, dim_t count, int8_t *to) noexcept {
  uint64_t places = half | ~uint64_t(0) << half_bits;
  for (const int8_t *end = values + count; values < end; values += values_at_once) {
    place_value(places, values[0], to);
    place_value(places, values[1], to);
    place_value(places, values[2], to);
    place_value(places, values[3], to);
    place_value(places, values[4], to);
    place_value(places, values[5], to);
    place_value(places, values[6], to);
    place_value(places, values[7], to);
  }
}

int8_t *row_at(const memory_desc &md, dim_t r, void *elements) noexcept {
  dim_t index[max_ndims] = {};
  for (int d = md.ndims - 2; d >= 0; --d) {
    index[d] = r % md.dims[d];
    r /= md.dims[d];
  }
  return static_cast<int8_t *>(elements) + offset_of(md, index);
}

}  // namespace

memory_desc unpacked(const memory_desc &packed) noexcept {
  memory_desc md = packed;
  md.format_kind = dnnl_format_kind_any;
  md.blocked = {};
  return md;
}

memory_desc row_major_of(const memory_desc &packed) noexcept {
  memory_desc md = unpacked(packed);
  set_row_major(md);
  return md;
}

int64_t packed_begin(const dnnl_memory &packed, dim_t r) noexcept {
  return load<int64_t>(packed, begins, r);
}

int64_t values_in(const dnnl_memory &packed) noexcept {
  return has_zero_dim(packed.md) ? 0 : packed_begin(packed, packed_rows(packed.md));
}

void pack(const team &workers, const dnnl_memory &packed, const void *elements) noexcept {
  const dim_t rows = packed_rows(packed.md), columns = packed_columns(packed.md);
  const auto *from = static_cast<const int8_t *>(elements);
  parallel_for(workers, rows, [&](int64_t r, int) {
    store(packed, begins, r + 1, note_bits(packed, r, from + r * columns));
  });
  int64_t count = 0;
  store(packed, begins, 0, count);
  for (dim_t r = 1; r <= rows; ++r) {
    count += packed_begin(packed, r);
    store(packed, begins, r, count);
  }
  if (count > packed.md.sparse.nnz) return;
  parallel_for(workers, rows, [&](int64_t r, int) {
    auto *value = static_cast<int8_t *>(packed.handles[0]) + packed_begin(packed, r);
    for (const int8_t *x = from + r * columns; x < from + (r + 1) * columns; ++x)
      if (*x != 0) *value++ = *x;
  });
}

void unpack(const team &workers, const dnnl_memory &packed, const memory_desc &md,
            void *elements) noexcept {
  constexpr size_t piece = 64 * 1024;
  const row_steps steps = steps_of(md);
  // Zeros of a row that lies in one piece, or else of all.
  const size_t row_bytes = steps.next == 0 && steps.step == 1 ? size_t(steps.width) : 0;
  const size_t bytes = row_bytes ? 0 : size_of(md);
  parallel_for(workers, int64_t(div_up(bytes, piece)), [&](int64_t i, int) {
    const size_t begin = size_t(i) * piece;
    std::memset(static_cast<char *>(elements) + begin, 0, min(piece, bytes - begin));
  });
  parallel_for(workers, packed_rows(packed.md), [&](int64_t r, int) {
    int8_t *row = row_at(md, r, elements);
    std::memset(row, 0, row_bytes);
    unpack_row(packed, r, steps, row);
  });
}

void unpack_part(const dnnl_memory &packed, const packed_part &part, int8_t *to,
                 dim_t step) noexcept {
  const auto *values = static_cast<const int8_t *>(packed.handles[0]);
  const dim_t all = values_in(packed), end = part.col + part.cols;
  const dim_t words = packed_words(packed.md);
  const bool is_aligned = part.col % word_bits == 0;
  for (dim_t r = part.row; r < part.row + part.rows; ++r, to += step) {
    dim_t at = packed_begin(packed, r);
    const dim_t last = packed_begin(packed, r + 1);
    for (dim_t c = 0; c < part.col; c += word_bits)
      at += count_bits(bits_at(packed, r, c, part.col));
    int8_t *line = to;
    for (dim_t c = part.col; c < end; c += word_bits, line += word_bits) {
      const bool is_inside = c + word_bits < end;
      uint64_t word = is_aligned && is_inside
                          ? load<uint64_t>(packed, bits, r * words + c / word_bits)
                          : bits_at(packed, r, c, end);
      const dim_t count = count_bits(word);
      std::memset(line, 0, size_t(half_bits));
      // The next zeros come after what is written behind a half.
      if (is_inside && at + count <= last && at + count + values_at_once <= all) {
        const int of_first = count_bits(uint32_t(word));
        place_values(uint32_t(word), values + at, of_first, line);
        std::memset(line + half_bits, 0, size_t(half_bits));
        place_values(uint32_t(word >> half_bits), values + at + of_first, count - of_first,
                     line + half_bits);
      } else {
        std::memset(line + half_bits, 0, size_t(half_bits));
        for (dim_t i = at; word && i < last; word &= word - 1)
          line[__builtin_ctzll(word)] = values[i++];
      }
      at += count;
    }
  }
}

}  // namespace dnnlet
