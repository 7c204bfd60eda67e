// SPDX-License-Identifier: Apache-2.0
#include "core/memory/memory_desc.h"

#include <cstring>
#include <type_traits>

#include "core/memory/format_tag.h"
#include "core/memory/packed.h"
#include "core/support/arithmetic.h"
#include "core/support/data_type.h"

namespace dnnlet {

const memory_desc zero_md = {};

namespace {

bool is_open(dim_t dim) noexcept {
  return dim == runtime_dim;
}

// Strides of a dense layout; false on overflow, of bytes too. An extent of zero counts as one, so
// that strides are never zero; a runtime extent makes all strides outside it unknown too.
bool dense_strides(memory_desc &md, const int *order) noexcept {
  constexpr dim_t few = INT64_MAX / 16;  // their bytes are a number, whatever the type
  const bool is_split = md.inner_nblks > 0;
  const dim_t *padded = padded_dims(md);
  dim_t blocks[max_ndims], stride = 1;
  if (is_split) block_sizes(md, blocks);
  for (int i = 0; i < md.inner_nblks; ++i) stride *= md.blocked.inner_blks[i];
  for (int i = md.ndims - 1; i >= 0; --i) {
    const int d = order[i];
    md.blocked.strides[d] = stride;
    if (stride == runtime_dim || padded[d] == runtime_dim)
      stride = runtime_dim;
    else if (!checked_mul(stride, max<dim_t>(is_split ? padded[d] / blocks[d] : padded[d], 1),
                          &stride))
      return false;
  }
  return (stride != runtime_dim && stride < few) || size_fits(md);
}

}  // namespace

bool size_fits(const memory_desc &md) noexcept {
  if (has_zero_dim(md)) return true;
  dim_t blocks[max_ndims], count = 1;
  if (is_blocked(md)) block_sizes(md, blocks);
  for (int d = 0; d < md.ndims; ++d)
    if (!is_open(padded_dims(md)[d]) && !checked_mul(count, padded_dims(md)[d], &count))
      return false;
  if (!is_blocked(md) || has_runtime_dims(md)) return true;
  for (int d = 0; d < md.ndims; ++d) {
    const dim_t blocks_of_d = div_up(padded_dims(md)[d], blocks[d]);
    dim_t extent = INT32_MAX;  // no less than the elements of a block
    if ((blocks_of_d > 1 && !checked_mul(blocks_of_d, md.blocked.strides[d], &extent)) ||
        !checked_add(extent, md.offset0, &extent) ||
        !checked_mul(extent, dim_t(type_size(md.data_type)), &extent))
      return false;
  }
  return true;
}

namespace {

// Elements of different indices must not share a place, but for a stride of zero, which
// broadcasts. Dimensions are compared in the order of their strides, the blocks lie inside.
bool strides_are_legal(const memory_desc &md) noexcept {
  const dim_t *strides = md.blocked.strides;
  for (int d = 0; d < md.ndims; ++d)
    if (strides[d] < 0 && strides[d] != runtime_dim) return false;
  if (has_zero_dim(md)) return true;  // nothing shares anything
  dim_t blocks[max_ndims], counts[max_ndims];
  block_sizes(md, blocks);
  int order[max_ndims], count = 0;
  for (int d = 0; d < md.ndims; ++d) {
    if (strides[d] == runtime_dim || padded_dims(md)[d] == runtime_dim) return true;
    counts[d] = div_up(padded_dims(md)[d], blocks[d]);
    if (counts[d] <= 1 || strides[d] == 0) continue;
    int at = count++;
    for (; at > 0 && strides[order[at - 1]] > strides[d]; --at) order[at] = order[at - 1];
    order[at] = d;
  }
  dim_t least = 1;
  for (int i = 0; i < md.inner_nblks; ++i) least *= md.blocked.inner_blks[i];
  for (int i = 0; i < count; ++i) {
    if (strides[order[i]] < least) return false;
    if (!checked_mul(strides[order[i]], counts[order[i]], &least)) return false;
  }
  return true;
}

// Of an enumeration that came as bytes: an object of its type may not even hold what they say.
// Firmware has enumerations of one or two bytes.
template <class Enum>
int number_in(const Enum &value) noexcept {
  std::underlying_type_t<Enum> number;
  static_assert(sizeof(number) == sizeof(value));
  std::memcpy(&number, &value, sizeof(number));
  return int(number);
}

// Booleans are oneDNN's graphs' alone.
status check_type_number(const char *what, int number) noexcept {
  return number > 0 && number <= INT8_MAX && number != dnnl_boolean &&
                 is_known_type(dnnl_data_type_t(number))
             ? dnnl_success
             : invalid(what, ": unknown data type ", number);
}

status check_blocked(const char *what, const memory_desc &md) noexcept {
  if (md.inner_nblks < 0 || md.inner_nblks > max_inner_blocks)
    return invalid(what, ": ", md.inner_nblks, " inner blocks");
  if (md.inner_nblks > 0 && md.ndims > max_split_ndims)
    return invalid(what, ": blocks, but ", md.ndims, " dimensions, expected at most ",
                   max_split_ndims);
  dim_t inner = 1;
  for (int i = 0; i < md.inner_nblks; ++i) {
    const int d = md.inner_idxs[i];
    const bool takes_turns = splits_once_each(md) || ((i < 1 || d != md.inner_idxs[i - 1]) &&
                                                      (i < 2 || d == md.inner_idxs[i - 2]));
    if (d >= md.ndims || !takes_turns || md.blocked.inner_blks[i] <= 0 ||
        !checked_mul(inner, md.blocked.inner_blks[i], &inner) || inner > INT32_MAX)
      return invalid(what, ": inner block ", i, " is not one");
  }
  for (int d = 0; d < md.ndims; ++d)
    if (padded_dims(md)[d] < md.dims[d] || is_open(padded_dims(md)[d]) != is_open(md.dims[d]))
      return invalid(what, ": padded dim ", d, " is ", padded_dims(md)[d], ", the dim ",
                     md.dims[d]);
  if (!strides_are_legal(md)) return invalid(what, ": strides are negative or overlap");
  if (md.offset0 < 0 && !is_open(md.offset0)) return invalid(what, ": the offset is negative");
  return size_fits(md) ? dnnl_success : invalid(what, ": size overflows");
}

memory_desc described(int ndims, const dim_t *dims, dnnl_data_type_t type) noexcept {
  memory_desc md = zero_md;
  md.ndims = int8_t(ndims);
  md.data_type = type;
  for (int d = 0; d < ndims; ++d) md.dims[d] = dims[d];
  return md;
}

}  // namespace

status check_dims(const char *what, int ndims, const dim_t *dims) noexcept {
  if (ndims < 0 || ndims > max_ndims)
    return invalid(what, ": ", ndims, " dimensions, expected 0 to ", max_ndims);
  if (ndims > 0 && !dims) return null_argument(what, "dims");
  for (int d = 0; d < ndims; ++d)
    if (dims[d] < 0 && dims[d] != runtime_dim)
      return invalid(what, ": dim ", d, " is ", dims[d], ", expected 0 or more");
  return dnnl_success;
}

status check_type(const char *what, dnnl_data_type_t type) noexcept {
  return check_type_number(what, int(type));
}

status check_sparse(const char *what, const memory_desc &md) noexcept {
  const sparse_layout &sparse = md.sparse;
  const int encoding = number_in(sparse.encoding);
  if (encoding != dnnl_csr && encoding != dnnl_coo && encoding != dnnl_packed)
    return invalid(what, ": there is no sparse encoding ", encoding);
  if (md.ndims != 1 && md.ndims != 2 && encoding != dnnl_packed)
    return invalid(what, ": a sparse tensor of ", md.ndims, " dimensions");
  constexpr dim_t most = PTRDIFF_MAX / 16;  // of anything: its bytes are a number
  if (sparse.nnz < 0 || sparse.nnz > most)
    return invalid(what, ": nnz is ", sparse.nnz, ", expected 0 to ", most);
  for (int d = 0; d < md.ndims; ++d)
    if (md.dims[d] >= most)
      return invalid(what, ": dim ", d, " is ", md.dims[d], ", expected less than ", most);
  const int first = number_in(sparse.metadata_types[0]),
            second = number_in(sparse.metadata_types[1]);
  if (encoding == dnnl_packed) {
    if (first == dnnl_data_type_undef && second == dnnl_data_type_undef) return dnnl_success;
    return first == dnnl_s64 && second == dnnl_u8 && is_addressable(md)
               ? dnnl_success
               : invalid(what, ": a packed sparse tensor with another layout than there is");
  }
  DNNLET_CHECK(check_type_number(what, first));
  return encoding == dnnl_coo ? dnnl_success : check_type_number(what, second);
}

status init_by_tag(memory_desc &out, int ndims, const dim_t *dims, dnnl_data_type_t type,
                   dnnl_format_tag_t tag) noexcept {
  static const char what[] = "memory descriptor";
  if (ndims == 0 || tag == dnnl_format_tag_undef) {
    out = zero_md;
    return dnnl_success;
  }
  DNNLET_CHECK(check_dims(what, ndims, dims));
  DNNLET_CHECK(check_type(what, type));
  memory_desc md = described(ndims, dims, type);
  if (tag == dnnl_format_tag_any && has_runtime_dims(md))
    return invalid(what, ": with runtime dimensions, the layout cannot be `any`");
  if (tag == dnnl_format_tag_any) {
    if (!size_fits(md)) return invalid(what, ": the number of elements overflows");
    md.format_kind = dnnl_format_kind_any;
  } else if (!set_layout_by_tag(md, tag)) {
    return invalid(what, ": format tag ", int(tag), " does not fit ", ndims,
                   " dimensions, or the size overflows");
  }
  out = md;
  return dnnl_success;
}

status init_by_strides(memory_desc &out, int ndims, const dim_t *dims, dnnl_data_type_t type,
                       const dim_t *strides) noexcept {
  static const char what[] = "memory descriptor";
  DNNLET_CHECK(check_dims(what, ndims, dims));
  if (ndims == 0) {
    out = zero_md;
    return dnnl_success;
  }
  DNNLET_CHECK(check_type(what, type));
  memory_desc md = described(ndims, dims, type);
  md.format_kind = dnnl_blocked;
  if (strides) {
    for (int d = 0; d < ndims; ++d) md.blocked.strides[d] = strides[d];
    if (!strides_are_legal(md)) return invalid(what, ": strides are negative or overlap");
    if (!size_fits(md)) return invalid(what, ": size overflows");
  } else {
    int order[max_ndims];
    for (int d = 0; d < ndims; ++d) order[d] = d;
    if (!dense_strides(md, order)) return invalid(what, ": size overflows");
  }
  out = md;
  return dnnl_success;
}

status check_desc(const memory_desc &md) noexcept {
  static const char what[] = "memory descriptor";
  DNNLET_CHECK(check_dims(what, md.ndims, md.dims));
  if (md.ndims == 0) return dnnl_success;
  DNNLET_CHECK(check_type_number(what, md.data_type.number));
  const int kind = md.format_kind.number;
  if (kind != dnnl_blocked && (md.offset0 != 0 || md.inner_nblks != 0))
    return invalid(what, ": an offset or blocks, but the layout is not blocked");
  switch (kind) {
    case dnnl_blocked: return check_blocked(what, md);
    case dnnl_format_kind_sparse: return check_sparse(what, md);
    case dnnl_format_kind_any:
    case dnnl_format_kind_host_scalar:
      return size_fits(md) ? dnnl_success : invalid(what, ": size overflows");
    default: return invalid(what, ": there is no layout of kind ", kind);
  }
}

namespace {

// To whole blocks.
bool pad_dims(memory_desc &md) noexcept {
  dim_t blocks[max_ndims], *padded = padded_dims(md);
  block_sizes(md, blocks);
  for (int d = 0; d < md.ndims; ++d) {
    padded[d] = md.dims[d];
    if (md.dims[d] == runtime_dim) continue;
    if (!checked_add(md.dims[d], blocks[d] - 1, &padded[d])) return false;
    padded[d] = padded[d] / blocks[d] * blocks[d];
  }
  return true;
}

}  // namespace

bool set_layout(memory_desc &md, const int *order, int inner_nblks, const dim_t *inner_blks,
                const int *inner_idxs) noexcept {
  if (inner_nblks > 0 && md.ndims > max_split_ndims) return false;
  md.format_kind = dnnl_blocked;
  md.offset0 = 0;
  md.blocked = {};
  md.inner_nblks = int8_t(inner_nblks);
  for (int i = 0; i < inner_nblks; ++i) {
    md.blocked.inner_blks[i] = inner_blks[i];
    md.inner_idxs[i] = uint8_t(inner_idxs[i]);
  }
  if (inner_nblks > 0 && !pad_dims(md)) return false;
  return dense_strides(md, order);
}

bool set_row_major(memory_desc &md) noexcept {
  int order[max_ndims];
  for (int d = 0; d < md.ndims; ++d) order[d] = d;
  return set_layout(md, order, 0, nullptr, nullptr);
}

bool set_channels_last(memory_desc &md) noexcept {
  int order[max_ndims];
  for (int i = 0; i < md.ndims; ++i) order[i] = i == 0 ? 0 : i % (md.ndims - 1) + 1;
  return set_layout(md, order, 0, nullptr, nullptr);
}

bool set_layout_by_tag(memory_desc &md, dnnl_format_tag_t tag) noexcept {
  tag_layout layout;
  return parse_tag(tag, layout) && layout.ndims == md.ndims &&
         set_layout(md, layout.order, layout.inner_nblks, layout.inner_blks, layout.inner_idxs);
}

bool set_layout_like(memory_desc &md, const memory_desc &like) noexcept {
  if (!is_blocked(like) || like.ndims != md.ndims) return false;
  int order[max_ndims], idxs[max_inner_blocks];
  const dim_t *strides = like.blocked.strides;
  dim_t blocks[max_ndims];
  block_sizes(like, blocks);
  // Larger strides first. Of equal ones, all but one are of extent one in `like`: the dimension
  // that has more blocks here comes first, as in oneDNN.
  const auto is_behind = [&](int a, int b) {
    if (strides[a] != strides[b]) return strides[a] < strides[b];
    return div_up(md.dims[a], blocks[a]) < div_up(md.dims[b], blocks[b]);
  };
  for (int d = 0; d < md.ndims; ++d) {
    int at = d;
    for (; at > 0 && is_behind(order[at - 1], d); --at) order[at] = order[at - 1];
    order[at] = d;
  }
  for (int i = 0; i < like.inner_nblks; ++i) idxs[i] = int(like.inner_idxs[i]);
  return set_layout(md, order, like.inner_nblks, like.blocked.inner_blks, idxs);
}

bool has_runtime_dims(const memory_desc &md) noexcept {
  for (int d = 0; d < md.ndims; ++d) {
    if (md.dims[d] == runtime_dim) return true;
    if (is_blocked(md) && md.blocked.strides[d] == runtime_dim) return true;
  }
  return is_blocked(md) && md.offset0 == runtime_dim;
}

bool has_zero_dim(const memory_desc &md) noexcept {
  for (int d = 0; d < md.ndims; ++d)
    if (md.dims[d] == 0) return true;
  return false;
}

bool overlaps_itself(const memory_desc &md) noexcept {
  for (int d = 0; is_blocked(md) && d < md.ndims; ++d)
    if (md.blocked.strides[d] == 0 && md.dims[d] != 1) return true;
  return false;
}

bool has_padding(const memory_desc &md) noexcept {
  for (int d = 0; d < md.ndims; ++d)
    if (md.dims[d] != padded_dims(md)[d]) return true;
  return false;
}

bool same_dims(const memory_desc &a, const memory_desc &b) noexcept {
  return a.ndims == b.ndims && std::memcmp(a.dims, b.dims, sizeof(dim_t) * size_t(a.ndims)) == 0;
}

bool same_layout(const memory_desc &a, const memory_desc &b) noexcept {
  if (a.format_kind != b.format_kind || !same_dims(a, b) || a.offset0 != b.offset0) return false;
  if (a.format_kind != dnnl_blocked) return true;
  if (a.inner_nblks != b.inner_nblks) return false;
  for (int i = 0; i < a.inner_nblks; ++i)
    if (a.blocked.inner_blks[i] != b.blocked.inner_blks[i] || a.inner_idxs[i] != b.inner_idxs[i])
      return false;
  for (int d = 0; d < a.ndims; ++d) {
    if (padded_dims(a)[d] != padded_dims(b)[d]) return false;
    // The stride of a dimension of extent one says nothing.
    if (padded_dims(a)[d] != 1 && a.blocked.strides[d] != b.blocked.strides[d]) return false;
  }
  return true;
}

bool equal(const memory_desc &a, const memory_desc &b) noexcept {
  if (a.data_type != b.data_type || !same_layout(a, b)) return false;
  if (a.format_kind != dnnl_format_kind_sparse) return true;
  return a.sparse.encoding == b.sparse.encoding && a.sparse.nnz == b.sparse.nnz &&
         a.sparse.metadata_types[0] == b.sparse.metadata_types[0] &&
         a.sparse.metadata_types[1] == b.sparse.metadata_types[1];
}

bool has_tag(const memory_desc &md, dnnl_format_tag_t tag) noexcept {
  if (!is_blocked(md)) return false;
  memory_desc tagged = md;
  return set_layout_by_tag(tagged, tag) && same_layout(md, tagged);
}

void block_sizes(const memory_desc &md, dim_t *blocks) noexcept {
  for (int d = 0; d < md.ndims; ++d) blocks[d] = 1;
  for (int i = 0; i < md.inner_nblks; ++i) blocks[md.inner_idxs[i]] *= md.blocked.inner_blks[i];
}

dim_t offset_of(const memory_desc &md, const dim_t *index) noexcept {
  dim_t outer[max_ndims], offset = md.offset0, inner_stride = 1;
  for (int d = 0; d < md.ndims; ++d) outer[d] = index[d];
  for (int i = md.inner_nblks - 1; i >= 0; --i) {
    const dim_t d = md.inner_idxs[i], extent = md.blocked.inner_blks[i];
    offset += outer[d] % extent * inner_stride;
    outer[d] /= extent;
    inner_stride *= extent;
  }
  for (int d = 0; d < md.ndims; ++d) offset += outer[d] * md.blocked.strides[d];
  return offset;
}

}  // namespace dnnlet
