// SPDX-License-Identifier: Apache-2.0
#include "core/memory/memory_desc.h"

#include <cstring>

#include "core/memory/source.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

// Hands out a copy of `md` as an object.
status give(dnnl_memory_desc_t *out, const memory_desc &md) noexcept {
  auto *made = create<memory_desc>();
  if (!made) return out_of_memory("memory descriptor", sizeof(memory_desc));
  *made = md;
  *out = made;
  return dnnl_success;
}

// The sparse descriptors have two dimensions, but for packed ones.
status sparse_desc(memory_desc &md, const char *what, int ndims, const dim_t *dims, data_type type,
                   dnnl_sparse_encoding_t encoding, dim_t nnz, data_type first,
                   data_type second) noexcept {
  DNNLET_CHECK(check_dims(what, ndims, dims));
  DNNLET_CHECK(check_type(what, type));
  if (ndims > 2 && encoding != dnnl_packed)
    return unimplemented(what, ": ", ndims, " dimensions, only 2 are supported");
  md = zero_md;
  if (ndims == 0) return dnnl_success;
  md.ndims = int8_t(ndims);
  md.data_type = type;
  md.format_kind = dnnl_format_kind_sparse;
  for (int d = 0; d < ndims; ++d) md.dims[d] = dims[d];
  md.sparse = {encoding, nnz, {first, second}};
  return check_sparse(what, md);
}

constexpr uint32_t blob_magic = 0x31444D64;  // "dMD1"
struct blob_layout {
  uint32_t magic, size;
  memory_desc md;
};

// Padded offsets are always zero: a submemory moves offset0 instead.
const dnnl_dims_t no_offsets = {};

template <class T>
status answer(void *result, T value) noexcept {
  *static_cast<T *>(result) = value;
  return dnnl_success;
}

status answer_dims(void *result, const dim_t *dims) noexcept {
  return answer(result, reinterpret_cast<const dnnl_dims_t *>(dims));
}

status query_blocked(const memory_desc &md, dnnl_query_t what, void *result) noexcept {
  if (!is_blocked(md)) return invalid("memory_desc_query: the layout is not blocked");
  switch (what) {
    case dnnl_query_strides: return answer_dims(result, md.blocked.strides);
    case dnnl_query_inner_nblks_s32: return answer(result, int(md.inner_nblks));
    case dnnl_query_inner_blks: return answer_dims(result, md.blocked.inner_blks);
    default: return answer_dims(result, inner_idxs_of(md));
  }
}

status query_sparse(const memory_desc &md, dnnl_query_t what, void *result) noexcept {
  if (md.format_kind != dnnl_format_kind_sparse)
    return invalid("memory_desc_query: the layout is not sparse");
  if (what == dnnl_query_nnz_s64) return answer(result, md.sparse.nnz);
  return answer(result, md.sparse.encoding);
}

status query_type(const memory_desc &md, int index, void *result) noexcept {
  if (index == 0) return answer<data_type>(result, md.data_type);
  if (md.format_kind != dnnl_format_kind_sparse || index < 0 || index >= handle_count(md))
    return invalid("memory_desc_query: no handle ", index);
  return answer(result, md.sparse.metadata_types[md.sparse.encoding == dnnl_coo ? 0 : index - 1]);
}

}  // namespace

dnnl_status_t dnnl_memory_desc_destroy(dnnl_memory_desc_t memory_desc) {
  release(memory_desc);
  return dnnl_success;
}

dnnl_status_t dnnl_memory_desc_clone(dnnl_memory_desc_t *memory_desc,
                                     const_dnnl_memory_desc_t existing) {
  if (!memory_desc) return null_argument("memory_desc_clone", "memory_desc");
  if (!existing) return null_argument("memory_desc_clone", "existing_memory_desc");
  return give(memory_desc, *existing);
}

dnnl_status_t dnnl_memory_desc_get_blob(uint8_t *blob, size_t *size,
                                        const_dnnl_memory_desc_t memory_desc) {
  if (!memory_desc) return null_argument("memory_desc_get_blob", "memory_desc");
  if (!blob && !size) return null_argument("memory_desc_get_blob", "size");
  if (blob) {
    if (size && *size < sizeof(blob_layout))
      return invalid("memory_desc_get_blob: ", *size, " bytes, expected ", sizeof(blob_layout));
    const blob_layout contents = {blob_magic, sizeof(blob_layout), *memory_desc};
    std::memcpy(blob, &contents, sizeof(contents));
  } else {
    *size = sizeof(blob_layout);
  }
  return dnnl_success;
}

dnnl_status_t dnnl_memory_desc_create_with_blob(dnnl_memory_desc_t *memory_desc,
                                                const uint8_t *blob) {
  if (!memory_desc) return null_argument("memory_desc_create_with_blob", "memory_desc");
  if (!blob) return null_argument("memory_desc_create_with_blob", "blob");
  blob_layout contents;
  std::memcpy(&contents, blob, sizeof(contents));
  if (contents.magic != blob_magic || contents.size != sizeof(blob_layout))
    return invalid("memory_desc_create_with_blob: the bytes are no blob of this build");
  DNNLET_CHECK(check_desc(contents.md));
  return give(memory_desc, is_zero(contents.md) ? zero_md : contents.md);
}

dnnl_status_t dnnl_memory_desc_create_with_strides(dnnl_memory_desc_t *memory_desc, int ndims,
                                                   const dnnl_dims_t dims, dnnl_data_type_t type,
                                                   const dnnl_dims_t strides) {
  if (!memory_desc) return null_argument("memory_desc_create_with_strides", "memory_desc");
  dnnlet::memory_desc md;
  DNNLET_CHECK(init_by_strides(md, ndims, dims, type, strides));
  return give(memory_desc, md);
}

dnnl_status_t dnnl_memory_desc_create_with_tag(dnnl_memory_desc_t *memory_desc, int ndims,
                                               const dnnl_dims_t dims, dnnl_data_type_t type,
                                               dnnl_format_tag_t tag) {
  if (!memory_desc) return null_argument("memory_desc_create_with_tag", "memory_desc");
  dnnlet::memory_desc md;
  DNNLET_CHECK(init_by_tag(md, ndims, dims, type, tag));
  return give(memory_desc, md);
}

dnnl_status_t dnnl_memory_desc_create_with_csr_encoding(dnnl_memory_desc_t *memory_desc, int ndims,
                                                        const dnnl_dims_t dims,
                                                        dnnl_data_type_t type, dnnl_dim_t nnz,
                                                        dnnl_data_type_t indices_dt,
                                                        dnnl_data_type_t pointers_dt) {
  static const char what[] = "memory_desc_create_with_csr_encoding";
  if (!memory_desc) return null_argument(what, "memory_desc");
  DNNLET_CHECK(check_type(what, indices_dt));
  DNNLET_CHECK(check_type(what, pointers_dt));
  dnnlet::memory_desc md;
  DNNLET_CHECK(sparse_desc(md, what, ndims, dims, type, dnnl_csr, nnz, indices_dt, pointers_dt));
  return give(memory_desc, md);
}

dnnl_status_t dnnl_memory_desc_create_with_coo_encoding(dnnl_memory_desc_t *memory_desc, int ndims,
                                                        const dnnl_dims_t dims,
                                                        dnnl_data_type_t type, dnnl_dim_t nnz,
                                                        dnnl_data_type_t indices_dt) {
  static const char what[] = "memory_desc_create_with_coo_encoding";
  if (!memory_desc) return null_argument(what, "memory_desc");
  DNNLET_CHECK(check_type(what, indices_dt));
  dnnlet::memory_desc md;
  DNNLET_CHECK(
      sparse_desc(md, what, ndims, dims, type, dnnl_coo, nnz, indices_dt, dnnl_data_type_undef));
  return give(memory_desc, md);
}

dnnl_status_t dnnl_memory_desc_create_with_packed_encoding(dnnl_memory_desc_t *memory_desc,
                                                           int ndims, const dnnl_dims_t dims,
                                                           dnnl_data_type_t type, dnnl_dim_t nnz) {
  static const char what[] = "memory_desc_create_with_packed_encoding";
  if (!memory_desc) return null_argument(what, "memory_desc");
  dnnlet::memory_desc md;
  DNNLET_CHECK(sparse_desc(md, what, ndims, dims, type, dnnl_packed, nnz, dnnl_data_type_undef,
                           dnnl_data_type_undef));
  return give(memory_desc, md);
}

dnnl_status_t dnnl_memory_desc_create_host_scalar(dnnl_memory_desc_t *memory_desc,
                                                  dnnl_data_type_t type) {
  if (!memory_desc) return null_argument("memory_desc_create_host_scalar", "memory_desc");
  DNNLET_CHECK(check_type("memory_desc_create_host_scalar", type));
  dnnlet::memory_desc md = zero_md;
  md.ndims = 1;
  md.dims[0] = 1;
  md.data_type = type;
  md.format_kind = dnnl_format_kind_host_scalar;
  return give(memory_desc, md);
}

dnnl_status_t dnnl_memory_desc_create_submemory(dnnl_memory_desc_t *memory_desc,
                                                const_dnnl_memory_desc_t parent,
                                                const dnnl_dims_t dims, const dnnl_dims_t offsets) {
  if (!memory_desc) return null_argument("memory_desc_create_submemory", "memory_desc");
  if (!parent) return null_argument("memory_desc_create_submemory", "parent_memory_desc");
  dnnlet::memory_desc md;
  DNNLET_CHECK(init_submemory(md, *parent, dims, offsets));
  return give(memory_desc, md);
}

dnnl_status_t dnnl_memory_desc_reshape(dnnl_memory_desc_t *out, const_dnnl_memory_desc_t in,
                                       int ndims, const dnnl_dims_t dims) {
  if (!out) return null_argument("memory_desc_reshape", "out_memory_desc");
  if (!in) return null_argument("memory_desc_reshape", "in_memory_desc");
  memory_desc md;
  DNNLET_CHECK(init_reshaped(md, *in, ndims, dims));
  return give(out, md);
}

dnnl_status_t dnnl_memory_desc_permute_axes(dnnl_memory_desc_t *out, const_dnnl_memory_desc_t in,
                                            const int *permutation) {
  if (!out) return null_argument("memory_desc_permute_axes", "out_memory_desc");
  if (!in) return null_argument("memory_desc_permute_axes", "in_memory_desc");
  memory_desc md;
  DNNLET_CHECK(init_permuted(md, *in, permutation));
  return give(out, md);
}

dnnl_status_t dnnl_memory_desc_query(const_dnnl_memory_desc_t memory_desc, dnnl_query_t what,
                                     void *result) {
  return dnnl_memory_desc_query_v2(memory_desc, what, 0, result);
}

dnnl_status_t dnnl_memory_desc_query_v2(const_dnnl_memory_desc_t memory_desc, dnnl_query_t what,
                                        int index, void *result) {
  if (!memory_desc) return null_argument("memory_desc_query", "memory_desc");
  if (!result) return null_argument("memory_desc_query", "result");
  const dnnlet::memory_desc &md = *memory_desc;
  switch (what) {
    case dnnl_query_ndims_s32: return answer(result, int(md.ndims));
    case dnnl_query_dims: return answer_dims(result, md.dims);
    case dnnl_query_data_type: return query_type(md, index, result);
    case dnnl_query_submemory_offset_s64: return answer(result, md.offset0);
    case dnnl_query_padded_dims: return answer_dims(result, padded_dims(md));
    case dnnl_query_padded_offsets: return answer_dims(result, no_offsets);
    case dnnl_query_format_kind: return answer<dnnl_format_kind_t>(result, md.format_kind);
    case dnnl_query_strides:
    case dnnl_query_inner_nblks_s32:
    case dnnl_query_inner_blks:
    case dnnl_query_inner_idxs: return query_blocked(md, what, result);
    case dnnl_query_nnz_s64:
    case dnnl_query_sparse_encoding: return query_sparse(md, what, result);
    case dnnl_query_num_handles_s32: return answer(result, handle_count(md));
    default: return unimplemented("memory_desc_query: no question about descriptors: ", int(what));
  }
}

int dnnl_memory_desc_equal(const_dnnl_memory_desc_t lhs, const_dnnl_memory_desc_t rhs) {
  if (lhs == rhs) return 1;
  return lhs && rhs && equal(*lhs, *rhs);
}

size_t dnnl_memory_desc_get_size(const_dnnl_memory_desc_t memory_desc) {
  return memory_desc ? size_of(*memory_desc) : 0;
}

size_t dnnl_memory_desc_get_size_v2(const_dnnl_memory_desc_t memory_desc, int index) {
  return memory_desc ? size_of(*memory_desc, index) : 0;
}

size_t dnnl_data_type_size(dnnl_data_type_t type) {
  const size_t size = type_size(type);
  return size ? size : size_t(-1);
}
