// SPDX-License-Identifier: Apache-2.0
// The packed sparse encoding: those elements that are not zero, row by row; a row is what runs
// along the last dimension. The buffers by handle index:
//   0  the values of all rows, one behind the other: as many as nnz has room for
//   1  for each row where its values begin, and where those of the last row end: s64
//   2  for each row a bit for each of its elements, in words of 64, the lowest bit first, that says
//      whether it has a value: 8 bytes for each word
// What a program describes is open, as a layout that is `any`: a primitive descriptor answers the
// one that has a layout. That is all there is to choose, and the types of the other buffers say
// whether it is done.
#ifndef DNNLET_CORE_MEMORY_PACKED_H
#define DNNLET_CORE_MEMORY_PACKED_H

#include "core/memory/memory_desc.h"
#include "core/support/arithmetic.h"

namespace dnnlet {

inline bool is_packed(const memory_desc &md) noexcept {
  return is_sparse(md) && md.sparse.encoding == dnnl_packed;
}
inline bool is_laid_out(const sparse_layout &packed) noexcept {
  return packed.metadata_types[0] == dnnl_s64 && packed.metadata_types[1] == dnnl_u8;
}
inline void lay_out_packed(memory_desc &md) noexcept {
  md.sparse.metadata_types[0] = dnnl_s64;
  md.sparse.metadata_types[1] = dnnl_u8;
}

// Of one without zero or open dimensions.
constexpr unsigned packed_word_bits = 64;
inline dim_t packed_columns(const memory_desc &md) noexcept {
  return md.dims[md.ndims - 1];
}
inline dim_t packed_rows(const memory_desc &md) noexcept {
  return elements(md) / packed_columns(md);
}
inline dim_t packed_words(const memory_desc &md) noexcept {
  return dim_t((uint64_t(packed_columns(md)) + (packed_word_bits - 1)) / packed_word_bits);
}

}  // namespace dnnlet

#endif
