// SPDX-License-Identifier: Apache-2.0
// How many elements and bytes a descriptor stands for. When it was made, all of them together were
// a number; on machines of 32 bits, bytes may still be too many for a size_t.
#include "core/memory/packed.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

// The most elements that a primitive's tensor may have or reach over. What kernels make of such
// numbers, in bytes and rounded up to blocks, is still a number; no machine has more memory.
constexpr dim_t most_elements =
    PTRDIFF_MAX / 16 < dim_t(1) << 48 ? dim_t(PTRDIFF_MAX / 16) : dim_t(1) << 48;

size_t bytes_of(data_type type, dim_t count) noexcept {
  if (is_four_bit_type(type)) count = div_up<dim_t>(count, 2);
  const uint64_t bytes = uint64_t(count) * type_size(type);
  return bytes <= SIZE_MAX ? size_t(bytes) : SIZE_MAX;
}

// Blocks along each dimension. Without any, which is the rule, no division is made for it.
void count_blocks(const memory_desc &md, dim_t *counts) noexcept {
  if (md.inner_nblks == 0) {
    for (int d = 0; d < md.ndims; ++d) counts[d] = md.dims[d];
    return;
  }
  dim_t blocks[max_ndims];
  block_sizes(md, blocks);
  for (int d = 0; d < md.ndims; ++d) counts[d] = div_up(padded_dims(md)[d], blocks[d]);
}

// Elements from the first one to the end of the last; the layout is blocked and known.
dim_t extent_of(const memory_desc &md) noexcept {
  dim_t counts[max_ndims], extent = 1;
  count_blocks(md, counts);
  for (int i = 0; i < md.inner_nblks; ++i) extent *= md.blocked.inner_blks[i];
  for (int d = 0; d < md.ndims; ++d) {
    const dim_t count = counts[d];
    if (count > 1) extent = max(extent, count * md.blocked.strides[d]);
  }
  return extent;
}

// Elements of a buffer; most have one for each that is stored.
dim_t sparse_count(const memory_desc &md, int handle) noexcept {
  const sparse_layout &sparse = md.sparse;
  if (handle == 0 || sparse.encoding == dnnl_coo) return sparse.nnz;
  if (sparse.encoding == dnnl_csr) return handle == 1 ? sparse.nnz : md.dims[0] + 1;
  const dim_t rows = packed_rows(md);
  return handle == 1 ? rows + 1 : rows * packed_words(md) * 8;
}

size_t sparse_size(const memory_desc &md, int handle) noexcept {
  const sparse_layout &sparse = md.sparse;
  if (handle < 0 || handle >= handle_count(md)) return 0;
  if (sparse.encoding == dnnl_packed && (!is_laid_out(sparse) || has_zero_dim(md))) return 0;
  if (has_runtime_dims(md)) return DNNL_RUNTIME_SIZE_VAL;
  const int type = sparse.encoding == dnnl_coo ? 0 : handle - 1;
  return bytes_of(handle == 0 ? data_type(md.data_type) : sparse.metadata_types[type],
                  sparse_count(md, handle));
}

bool has_places(const memory_desc &md) noexcept {
  return is_blocked(md) && !has_zero_dim(md) && !has_runtime_dims(md);
}

}  // namespace

dim_t elements(const memory_desc &md, bool with_padding) noexcept {
  if (md.ndims == 0 || has_zero_dim(md)) return 0;
  const dim_t *dims = with_padding ? padded_dims(md) : md.dims;
  dim_t count = 1;
  for (int d = 0; d < md.ndims; ++d) {
    if (dims[d] == runtime_dim) return runtime_dim;
    count *= dims[d];
  }
  return count;
}

size_t size_of(const memory_desc &md, int handle) noexcept {
  if (md.ndims == 0) return 0;
  if (md.format_kind == dnnl_format_kind_sparse) return sparse_size(md, handle);
  if (handle != 0) return 0;
  if (md.format_kind == dnnl_format_kind_host_scalar) return type_size(md.data_type);
  if (has_zero_dim(md)) return 0;
  if (has_runtime_dims(md)) return DNNL_RUNTIME_SIZE_VAL;
  return is_blocked(md) ? bytes_of(md.data_type, extent_of(md)) : 0;
}

size_t end_of(const memory_desc &md) noexcept {
  return has_places(md) ? bytes_of(md.data_type, md.offset0 + extent_of(md)) : size_of(md);
}

bool is_addressable(const memory_desc &md) noexcept {
  const bool has_strides = is_blocked(md);
  const dim_t *padded = padded_dims(md), *counts = padded;
  dim_t split[max_ndims], count = 1, extent;
  if (md.inner_nblks > 0) {
    count_blocks(md, split);
    counts = split;
  }
  if (has_strides && md.offset0 != runtime_dim && md.offset0 > most_elements) return false;
  for (int d = 0; d < md.ndims; ++d) {
    if (padded[d] == runtime_dim) continue;
    if (!checked_mul(count, max<dim_t>(padded[d], 1), &count) || count > most_elements)
      return false;
    if (!has_strides || md.blocked.strides[d] == runtime_dim) continue;
    if (!checked_mul(max<dim_t>(counts[d], 1), md.blocked.strides[d], &extent) ||
        extent > most_elements)
      return false;
  }
  return true;
}

bool is_dense(const memory_desc &md, bool with_padding) noexcept {
  if (!is_blocked(md) || has_runtime_dims(md)) return false;
  if (!with_padding && has_padding(md)) return false;
  if (has_zero_dim(md)) return true;
  // With a stride of zero there are gaps elsewhere where the extent is that of all elements.
  for (int d = 0; d < md.ndims; ++d)
    if (md.blocked.strides[d] == 0 && padded_dims(md)[d] > 1) return false;
  return extent_of(md) == elements(md, true);
}

int handle_count(const memory_desc &md) noexcept {
  if (md.format_kind != dnnl_format_kind_sparse) return 1;
  return md.sparse.encoding == dnnl_coo ? 1 + md.ndims : 3;
}

}  // namespace dnnlet
