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

int count_bits(uint64_t x) noexcept {
  x -= x >> 1 & 0x5555555555555555;
  x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
  return int(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

// The rest of a row, one value after the other: words from `done` on, of which those from
// `first` on are written.
void unpack_words(const packed_row &row, expanded done, dim_t columns) noexcept {
  const int8_t *value = row.values + done.values, *const end = row.values + row.count;
  for (dim_t w = done.words; w * word_bits < columns; ++w) {
    uint64_t word;
    std::memcpy(&word, row.bits + w * dim_t(sizeof word), sizeof word);
    if (w < row.first) {
      value += count_bits(word);
      continue;
    }
    const dim_t some = min(word_bits, columns - w * word_bits);
    word &= ~uint64_t(0) >> (word_bits - some);
    int8_t *const to = row.to + (w - row.first) * word_bits;
    std::memset(to, 0, size_t(some));
    for (; word && value < end; word &= word - 1) to[__builtin_ctzll(word)] = *value++;
  }
}

}  // namespace

memory_desc row_major_of(const memory_desc &packed) noexcept {
  memory_desc md = packed;
  md.format_kind = dnnl_format_kind_any;
  md.blocked = {};
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

void unpack(const dnnl_memory &packed, const packed_part &part, expand_function expand, int8_t *to,
            dim_t step) noexcept {
  const auto *values = static_cast<const int8_t *>(packed.handles[0]);
  const auto *words = static_cast<const char *>(packed.handles[bits]);
  const dim_t all = values_in(packed),
              row_bytes = packed_words(packed.md) * dim_t(sizeof(uint64_t));
  const dim_t columns = part.col + part.cols;
  for (dim_t r = part.row; r < part.row + part.rows; ++r, to += step) {
    const dim_t begin = packed_begin(packed, r), count = packed_begin(packed, r + 1) - begin;
    const packed_row row = {words + r * row_bytes,
                            part.col / word_bits,
                            columns / word_bits,
                            values + begin,
                            count,
                            all - begin,
                            to};
    unpack_words(row, expand ? expand(row) : expanded{0, 0}, columns);
  }
}

}  // namespace dnnlet
