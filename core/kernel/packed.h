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

// The same tensor with all of its elements: open, and row-major, of which the size is a number.
memory_desc unpacked(const memory_desc &packed) noexcept;
memory_desc row_major_of(const memory_desc &packed) noexcept;

// Packs a row-major tensor. Where it has more values than there is room for, none is written, but
// where rows would begin: values_in() is larger than nnz, and so nobody takes it for packed.
void pack(const team &workers, const dnnl_memory &packed, const void *elements) noexcept;
int64_t values_in(const dnnl_memory &packed) noexcept;

// Where the values of row r begin, and those of the one before end.
int64_t packed_begin(const dnnl_memory &packed, dim_t r) noexcept;

// All elements, and zeros in the padding. `md` is plain, or has one block along the last dimension.
// Rows must begin and end where there are values; what the bits say beyond these is ignored.
void unpack(const team &workers, const dnnl_memory &packed, const memory_desc &md,
            void *elements) noexcept;

// Some columns of some rows, to lines `step` bytes apart, which are a whole number of
// packed_word_bits: behind the columns there are zeros.
struct packed_part {
  dim_t row, rows, col, cols;
};
void unpack_part(const dnnl_memory &packed, const packed_part &part, int8_t *to,
                 dim_t step) noexcept;

}  // namespace dnnlet

#endif
