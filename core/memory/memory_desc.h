// SPDX-License-Identifier: Apache-2.0
// The memory descriptor: which tensor, of which type, and where each element lies.
//
// A blocked layout splits each dimension d into an outer index and, where `inner` names it, blocks.
// The element at index x[] lies, counted in elements from the handle, at
//     offset0 + sum over d of strides[d] * (x[d] / block of d) + position inside the blocks,
// where the blocks inner[0], inner[1], ... are nested from the outermost to the innermost.
//
// There are many of them in a program, so they are small: what is a little number takes a byte, and
// what only a layout with blocks has lies where only other layouts use the room.
#ifndef DNNLET_CORE_MEMORY_MEMORY_DESC_H
#define DNNLET_CORE_MEMORY_MEMORY_DESC_H

#include "core/support/status.h"
#include "oneapi/dnnl/dnnl_types.h"

#ifndef DNNLET_MAX_NDIMS
#define DNNLET_MAX_NDIMS 12
#endif

namespace dnnlet {

constexpr int max_ndims = DNNLET_MAX_NDIMS;
static_assert(2 <= max_ndims && max_ndims <= DNNL_MAX_NDIMS, "DNNLET_MAX_NDIMS is from 2 to 12");
constexpr int max_inner_blocks = 4;  // no format tag has more
constexpr dim_t runtime_dim = DNNL_RUNTIME_DIM_VAL;

// The most dimensions of a tensor with blocks; no format tag with blocks has more.
constexpr int max_split_ndims = max_ndims < 6 ? max_ndims : 6;

// Queries answer with pointers to arrays of a descriptor, and programs copy as many numbers as a
// tensor can have dimensions: so many follow each of them, for which the shorter ones come first.
struct blocked_layout {
  dim_t inner_blks[max_inner_blocks];  // extents of the blocks, outermost first
  // Behind the first max_split_ndims, in a layout with blocks: the padded dims.
  dim_t strides[max_ndims < 2 * max_split_ndims ? 2 * max_split_ndims : max_ndims];
};

// The buffers of a sparse tensor, by handle index. csr: values, column indices, row pointers.
// coo: values, then one buffer of indices for each dimension.
struct sparse_layout {
  dnnl_sparse_encoding_t encoding;
  dim_t nnz;
  dnnl_data_type_t metadata_types[2];
};

// A value of an enumeration, in a byte instead of four. Any byte may be looked at.
template <class Enum>
struct in_a_byte {
  uint8_t number;
  in_a_byte &operator=(Enum value) noexcept {
    number = uint8_t(value);
    return *this;
  }
  constexpr operator Enum() const noexcept { return Enum(number); }
};

}  // namespace dnnlet

struct dnnl_memory_desc {
  union {
    dnnlet::blocked_layout blocked;
    dnnlet::sparse_layout sparse;
  };
  dnnlet::dim_t dims[dnnlet::max_ndims];
  dnnlet::dim_t offset0;
  int8_t ndims;
  int8_t inner_nblks;
  dnnlet::in_a_byte<dnnl_data_type_t> data_type;
  dnnlet::in_a_byte<dnnl_format_kind_t> format_kind;
  // The dimension that each block splits: at most two dimensions, which take turns.
  uint8_t inner_idxs[dnnlet::max_inner_blocks];
};

namespace dnnlet {

using memory_desc = dnnl_memory_desc;
static_assert(sizeof(memory_desc) <= (max_ndims > 5 ? 240 : 168), "small targets count on this");

// A descriptor of nothing: 0 dimensions, undefined type and layout.
extern const memory_desc zero_md;

// ---- creation: each validates its arguments, and writes `md` only on success

status init_by_tag(memory_desc &md, int ndims, const dim_t *dims, dnnl_data_type_t type,
                   dnnl_format_tag_t tag) noexcept;
// Null strides: row-major and dense.
status init_by_strides(memory_desc &md, int ndims, const dim_t *dims, dnnl_data_type_t type,
                       const dim_t *strides) noexcept;
status init_submemory(memory_desc &md, const memory_desc &parent, const dim_t *dims,
                      const dim_t *offsets) noexcept;
status init_reshaped(memory_desc &md, const memory_desc &from, int ndims,
                     const dim_t *dims) noexcept;
status init_permuted(memory_desc &md, const memory_desc &from, const int *permutation) noexcept;

status check_dims(const char *what, int ndims, const dim_t *dims) noexcept;
// A sparse tensor whose members are set: its buffers must have sizes.
status check_sparse(const char *what, const memory_desc &md) noexcept;
status check_type(const char *what, dnnl_data_type_t type) noexcept;
// The number of elements, and of bytes up to the end of the last one, must be numbers. Dimensions
// of extent one take no room.
bool size_fits(const memory_desc &md) noexcept;
// Any descriptor that came from outside as bytes.
status check_desc(const memory_desc &md) noexcept;

// ---- layouts of a descriptor whose dims and type are set; used where a kernel chooses one

// Lays the dimensions out in `order` (outermost first, ndims entries), with inner blocks.
// False when a size overflows, or there are too many dimensions for a layout with blocks.
bool set_layout(memory_desc &md, const int *order, int inner_nblks, const dim_t *inner_blks,
                const int *inner_idxs) noexcept;
bool set_row_major(memory_desc &md) noexcept;
// Channels (dimension 1) innermost, the others in their order.
bool set_channels_last(memory_desc &md) noexcept;
bool set_layout_by_tag(memory_desc &md, dnnl_format_tag_t tag) noexcept;
// `like`'s layout (order, blocks) for the dims and type of `md`, dense.
bool set_layout_like(memory_desc &md, const memory_desc &like) noexcept;

// ---- questions

inline bool is_zero(const memory_desc &md) noexcept {
  return md.ndims == 0;
}
inline bool is_any(const memory_desc &md) noexcept {
  return md.format_kind == dnnl_format_kind_any;
}
inline bool is_blocked(const memory_desc &md) noexcept {
  return md.format_kind == dnnl_blocked;
}
inline bool is_sparse(const memory_desc &md) noexcept {
  return md.format_kind == dnnl_format_kind_sparse;
}
inline bool is_plain(const memory_desc &md) noexcept {
  return is_blocked(md) && md.inner_nblks == 0;
}
// Lays out row-major what is `any`; false when a size overflows.
inline bool lay_out_plain(memory_desc &md) noexcept {
  return !is_any(md) || set_row_major(md);
}
// Whether elements share their places: a stride of 0 along more than one of them.
bool overlaps_itself(const memory_desc &md) noexcept;
// The dims, rounded up to whole blocks.
inline const dim_t *padded_dims(const memory_desc &md) noexcept {
  return md.inner_nblks > 0 ? md.blocked.strides + max_split_ndims : md.dims;
}
// To be written: where there are no blocks, they are the dims themselves.
inline dim_t *padded_dims(memory_desc &md) noexcept {
  return md.inner_nblks > 0 ? md.blocked.strides + max_split_ndims : md.dims;
}
// The dimensions that the blocks split, as queries answer them: an array of constants.
const dim_t *inner_idxs_of(const memory_desc &md) noexcept;
// Whether the first three are blocked once each, the third one last: no two take turns.
bool splits_once_each(const memory_desc &md) noexcept;
bool has_runtime_dims(const memory_desc &md) noexcept;
bool has_zero_dim(const memory_desc &md) noexcept;
bool has_padding(const memory_desc &md) noexcept;
bool same_dims(const memory_desc &a, const memory_desc &b) noexcept;
// The same elements at the same places; types may differ.
bool same_layout(const memory_desc &a, const memory_desc &b) noexcept;
bool equal(const memory_desc &a, const memory_desc &b) noexcept;
bool has_tag(const memory_desc &md, dnnl_format_tag_t tag) noexcept;
// Every element of the padded tensor is inside [0, elements(md, true)): no gaps.
bool is_dense(const memory_desc &md, bool with_padding = false) noexcept;

// ---- sizes: a descriptor may be of more than any memory holds, a primitive's tensors may not

// The number of elements, with or without padding; runtime_dim when a dimension is not known.
dim_t elements(const memory_desc &md, bool with_padding = false) noexcept;
// Bytes that a buffer needs, offset0 not counted; 0 for `any` and zero-volume tensors,
// DNNL_RUNTIME_SIZE_VAL with runtime dims, SIZE_MAX when there are more than a size_t can count. A
// dimension of extent one takes no room, whatever its stride.
size_t size_of(const memory_desc &md, int handle = 0) noexcept;
// Bytes from the handle to the end of the tensor: with what lies before offset0.
size_t end_of(const memory_desc &md) noexcept;
// Whether programs may count and address the tensor's elements, and some more than there are, as
// those do that take whole blocks and vectors of them. What is not known yet does not count.
bool is_addressable(const memory_desc &md) noexcept;
int handle_count(const memory_desc &md) noexcept;
// Product of the inner blocks of each dimension; 1 where there is none.
void block_sizes(const memory_desc &md, dim_t *blocks) noexcept;
// Offset in elements of the element at `index`, which may lie in the padding.
dim_t offset_of(const memory_desc &md, const dim_t *index) noexcept;

// ---- padding

// Writes zeros to the padding of a blocked tensor. Parallel execution is not worth it: padding is
// at most one block per line.
void zero_padding(const memory_desc &md, void *data) noexcept;

}  // namespace dnnlet

#endif
