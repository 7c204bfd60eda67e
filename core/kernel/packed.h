// SPDX-License-Identifier: Apache-2.0
// Packed sparse tensors (core/memory/packed.h) of s8, as kernels write and read them.
#ifndef DNNLET_CORE_KERNEL_PACKED_H
#define DNNLET_CORE_KERNEL_PACKED_H

#include "core/memory/memory.h"
#include "core/memory/packed.h"
#include "core/support/built_types.h"
#include "core/support/parallel.h"

namespace dnnlet {

// Builds without s8 link nothing of it.
inline bool is_packed_here(const memory_desc &md) noexcept {
  return has_type(dnnl_s8) && is_packed(md);
}

// The same tensor with all of its elements, row-major.
memory_desc row_major_of(const memory_desc &packed) noexcept;

// Packs a row-major tensor. Where it has more values than there is room for, none is written, but
// where rows would begin: values_in() is larger than nnz, and so nobody takes it for packed.
void pack(const team &workers, const dnnl_memory &packed, const void *elements) noexcept;
int64_t values_in(const dnnl_memory &packed) noexcept;

// Where the values of row r begin, and those of the one before end.
int64_t packed_begin(const dnnl_memory &packed, dim_t r) noexcept;

// A row, of which words of bits [first, end) are whole, and become packed_word_bits elements each.
struct packed_row {
  const char *bits;  // of its first word
  dim_t first, end;
  const int8_t *values;
  dim_t count, readable;  // values that it has, and that are in memory from there on
  int8_t *to;             // where elements of the first word go
};
// How far a plugin has come: the words behind, from that of column 0 on, and their values.
struct expanded {
  dim_t words, values;
};
using expand_function = expanded (*)(const packed_row &row) noexcept;

// All elements of some columns of some rows, to lines `step` elements apart, by a plugin as far as
// it goes; null: none. The first column is a multiple of packed_word_bits; the last one is, too,
// or the row's. Rows must begin and end where there are values; what the bits say beyond these is
// ignored.
struct packed_part {
  dim_t row, rows, col, cols;
};
void unpack(const dnnl_memory &packed, const packed_part &part, expand_function expand, int8_t *to,
            dim_t step) noexcept;

}  // namespace dnnlet

#endif
