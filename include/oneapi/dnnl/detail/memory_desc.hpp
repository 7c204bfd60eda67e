// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_MEMORY_DESC_HPP
#define ONEAPI_DNNL_DETAIL_MEMORY_DESC_HPP

#include "oneapi/dnnl/detail/memory.hpp"

namespace dnnl {

template <>
struct handle_traits<dnnl_memory_desc_t> {
  static dnnl_status_t destructor(dnnl_memory_desc_t md) { return dnnl_memory_desc_destroy(md); }
};

/// The shape, type and layout of a tensor. Immutable, so that copies may share one C object.
///
/// Functions with `allow_empty` return an empty object if the C function fails and allow_empty is
/// true; otherwise they throw. Dimension lists that are too long or too short throw
/// dnnl_invalid_arguments in either case.
struct memory::desc : public handle<dnnl_memory_desc_t> {
  using handle::handle;

  /// Makes the zero descriptor: no dimensions, no type. It stands for "not given", as for the bias
  /// of a primitive without bias.
  desc()
      : handle(detail::create<dnnl_memory_desc_t>("could not create a zero memory descriptor",
                                                  dnnl_memory_desc_create_with_tag, 0, nullptr,
                                                  dnnl_data_type_undef, dnnl_format_tag_undef)) {}

  /// Makes a descriptor with a named layout. format_tag::any leaves the layout to a primitive.
  /// A dim may be DNNL_RUNTIME_DIM_VAL, for a size known only when a primitive is executed.
  desc(const dims &adims, data_type adata_type, format_tag aformat_tag, bool allow_empty = false) {
    validate_dims(adims);
    reset(make("could not create a memory descriptor from a format tag", allow_empty,
               dnnl_memory_desc_create_with_tag, size(adims), adims.data(),
               convert_to_c(adata_type), convert_to_c(aformat_tag)));
  }

  /// Makes a descriptor with strides, in elements. Without strides ({}), the layout is row-major.
  desc(const dims &adims, data_type adata_type, const dims &strides, bool allow_empty = false) {
    validate_dims(adims);
    if (!strides.empty()) validate_dims(strides, size(adims));
    reset(make("could not create a memory descriptor from strides", allow_empty,
               dnnl_memory_desc_create_with_strides, size(adims), adims.data(),
               convert_to_c(adata_type), strides.empty() ? nullptr : strides.data()));
  }

  /// A sparse matrix in compressed rows: `nnz` values, as many column indices of type index_dt, and
  /// rows + 1 row pointers of type pointer_dt, in this order of buffers.
  static desc csr(const dims &adims, data_type adata_type, dim nnz, data_type index_dt,
                  data_type pointer_dt, bool allow_empty = false) {
    validate_dims(adims);
    return desc(make("could not create a memory descriptor for CSR", allow_empty,
                     dnnl_memory_desc_create_with_csr_encoding, size(adims), adims.data(),
                     convert_to_c(adata_type), nnz, convert_to_c(index_dt),
                     convert_to_c(pointer_dt)));
  }

  /// A sparse tensor of coordinates: `nnz` values, and as many indices for each dimension.
  static desc coo(const dims &adims, data_type adata_type, dim nnz, data_type index_dt,
                  bool allow_empty = false) {
    validate_dims(adims);
    return desc(make("could not create a memory descriptor for COO", allow_empty,
                     dnnl_memory_desc_create_with_coo_encoding, size(adims), adims.data(),
                     convert_to_c(adata_type), nnz, convert_to_c(index_dt)));
  }

  /// Sparse weights in a layout of the library's, made by a reorder from dense ones.
  static desc packed(const dims &adims, data_type adata_type, dim nnz, bool allow_empty = false) {
    validate_dims(adims);
    return desc(make("could not create a memory descriptor for packed sparse data", allow_empty,
                     dnnl_memory_desc_create_with_packed_encoding, size(adims), adims.data(),
                     convert_to_c(adata_type), nnz));
  }

  /// One number that stays on the host.
  static desc host_scalar(data_type adata_type) {
    return desc(make("could not create a memory descriptor for a host-side scalar", false,
                     dnnl_memory_desc_create_host_scalar, convert_to_c(adata_type)));
  }

  /// Takes over a C descriptor.
  desc(dnnl_memory_desc_t md) : handle(md) {}

  /// Makes the descriptor that get_blob() once described, in this version of the library.
  desc(const std::vector<uint8_t> &blob)
      : handle(make("could not create a memory descriptor from a blob", false,
                    dnnl_memory_desc_create_with_blob, blob.data())) {}

  /// The part of this tensor with the shape `adims` that begins at `offsets`.
  desc submemory_desc(const dims &adims, const dims &offsets, bool allow_empty = false) const {
    validate_dims(adims, get_ndims());
    validate_dims(offsets, get_ndims());
    return desc(make("could not create a sub-memory descriptor", allow_empty,
                     dnnl_memory_desc_create_submemory, c_desc(), adims.data(), offsets.data()));
  }

  /// The same data in the same order, with another shape: dimensions are split, joined, or of
  /// size 1.
  desc reshape(const dims &adims, bool allow_empty = false) const {
    validate_dims(adims);
    return desc(make("could not reshape a memory descriptor", allow_empty, dnnl_memory_desc_reshape,
                     c_desc(), size(adims), adims.data()));
  }

  /// The same data with dimension i renamed to permutation[i].
  desc permute_axes(const std::vector<int> &permutation, bool allow_empty = false) const {
    validate_dims(permutation, get_ndims());
    return desc(make("could not permute the axes of a memory descriptor", allow_empty,
                     dnnl_memory_desc_permute_axes, c_desc(), permutation.data()));
  }

  /// The number of dimensions; 0 for the zero descriptor.
  int get_ndims() const { return query<int>(dnnl_query_ndims_s32); }

  /// The sizes with the padding that blocks require.
  memory::dims get_padded_dims() const { return query_dims(dnnl_query_padded_dims, get_ndims()); }

  /// Where the data begins within the padding.
  memory::dims get_padded_offsets() const {
    return query_dims(dnnl_query_padded_offsets, get_ndims());
  }

  /// Where the data begins in the buffer, in elements.
  memory::dim get_submemory_offset() const {
    return query<memory::dim>(dnnl_query_submemory_offset_s64);
  }

  /// Strides in elements, of the outer blocks if there are inner ones. Empty unless blocked.
  memory::dims get_strides() const { return query_dims(dnnl_query_strides, get_ndims()); }

  /// The number of inner blocks; 0 unless blocked.
  int get_inner_nblks() const { return query<int>(dnnl_query_inner_nblks_s32); }

  /// The sizes of the inner blocks, outermost first. Empty unless blocked.
  memory::dims get_inner_blks() const {
    return query_dims(dnnl_query_inner_blks, get_inner_nblks());
  }

  /// Which dimensions the inner blocks belong to. Empty unless blocked.
  memory::dims get_inner_idxs() const {
    return query_dims(dnnl_query_inner_idxs, get_inner_nblks());
  }

  /// The number of buffers that the data is in: 1 unless sparse.
  int get_num_handles() const { return query_part<int>(dnnl_query_num_handles_s32); }

  /// The number of nonzero elements of a sparse tensor.
  dim get_nnz() const { return query_part<dim>(dnnl_query_nnz_s64); }

  memory::sparse_encoding get_sparse_encoding() const {
    return static_cast<memory::sparse_encoding>(
        query_part<dnnl_sparse_encoding_t>(dnnl_query_sparse_encoding));
  }

  /// The type of the elements in buffer number `index`.
  memory::data_type get_data_type(int index = 0) const {
    return static_cast<memory::data_type>(
        query_part<dnnl_data_type_t>(dnnl_query_data_type, index));
  }

  memory::format_kind get_format_kind() const {
    return static_cast<memory::format_kind>(query<dnnl_format_kind_t>(dnnl_query_format_kind));
  }

  memory::dims get_dims() const { return query_dims(dnnl_query_dims, get_ndims()); }

  /// Bytes of buffer number `index`, padding included; 0 for `any`, DNNL_RUNTIME_SIZE_VAL if it
  /// depends on sizes not known yet.
  size_t get_size(int index = 0) const { return dnnl_memory_desc_get_size_v2(get(), index); }

  /// A description in bytes, for this version of the library on this kind of machine.
  std::vector<uint8_t> get_blob() {
    size_t bytes = 0;
    error::wrap_c_api(dnnl_memory_desc_get_blob(nullptr, &bytes, get()),
                      "could not get the size of a memory descriptor's blob");
    std::vector<uint8_t> blob(bytes);
    error::wrap_c_api(dnnl_memory_desc_get_blob(blob.data(), &bytes, get()),
                      "could not get the blob of a memory descriptor");
    return blob;
  }

  /// True for the zero descriptor.
  bool is_zero() const { return get_ndims() == 0; }

  /// Equality of what is described, not identity.
  bool operator==(const desc &other) const {
    return dnnl_memory_desc_equal(get(), other.get()) != 0;
  }
  bool operator!=(const desc &other) const { return !operator==(other); }

 private:
  template <typename Function, typename... Args>
  static dnnl_memory_desc_t make(const char *message, bool allow_empty, Function c_function,
                                 Args... args) {
    return detail::try_create<dnnl_memory_desc_t>(message, allow_empty, c_function, args...);
  }

  static int size(const dims &v) { return static_cast<int>(v.size()); }

  const_dnnl_memory_desc_t c_desc() const { return get(); }

  /// A property, or zero if this kind of descriptor does not have it.
  template <typename T>
  T query(dnnl_query_t what) const {
    T value{};
    return dnnl_memory_desc_query(get(), what, &value) == dnnl_success ? value : T{};
  }

  /// query() for properties that a descriptor may have once per buffer.
  template <typename T>
  T query_part(dnnl_query_t what, int index = 0) const {
    T value{};
    return dnnl_memory_desc_query_v2(get(), what, index, &value) == dnnl_success ? value : T{};
  }

  memory::dims query_dims(dnnl_query_t what, int count) const {
    const dim *values = query<const dim *>(what);
    return values ? memory::dims(values, values + count) : memory::dims();
  }
};

namespace detail {

/// A copy of a C descriptor that somebody else owns; the zero descriptor for null.
inline memory::desc copy(const_dnnl_memory_desc_t md) {
  if (!md) return memory::desc();
  return memory::desc(
      create<dnnl_memory_desc_t>("could not copy a memory descriptor", dnnl_memory_desc_clone, md));
}

}  // namespace detail

inline memory::memory(const desc &md, const engine &aengine, void *buffer)
    : handle(detail::create<dnnl_memory_t>("could not create a memory object", dnnl_memory_create,
                                           md.get(), aengine.get(), buffer)) {}

inline memory::memory(const desc &md, const engine &aengine, std::vector<void *> buffers)
    : handle(detail::create<dnnl_memory_t>("could not create a memory object",
                                           dnnl_memory_create_v2, md.get(), aengine.get(),
                                           static_cast<int>(buffers.size()), buffers.data())) {}

inline memory::memory(const desc &md, const engine &aengine) {
  const int count = md.get_num_handles();
  *this = count > 1 ? memory(md, aengine,
                             std::vector<void *>(static_cast<size_t>(count), DNNL_MEMORY_ALLOCATE))
                    : memory(md, aengine, DNNL_MEMORY_ALLOCATE);
}

template <typename T>
memory::memory(const desc &md, const T value) {
  check_scalar_size<T>(md);
  T copy = value;
  reset(detail::create<dnnl_memory_t>("could not create a host-side scalar",
                                      dnnl_memory_create_host_scalar, md.get(),
                                      static_cast<void *>(&copy)));
}

inline memory::desc memory::get_desc() const {
  return detail::copy(detail::fetch<const_dnnl_memory_desc_t>(
      "could not get the descriptor of a memory object", dnnl_memory_get_memory_desc, get()));
}

template <typename T>
T memory::get_host_scalar_value() const {
  check_scalar_size<T>(get_desc());
  return detail::fetch<T>("could not get the value of a host-side scalar",
                          dnnl_memory_get_host_scalar_value, get());
}

template <typename T>
void memory::set_host_scalar_value(const T value) const {
  check_scalar_size<T>(get_desc());
  error::wrap_c_api(dnnl_memory_set_host_scalar_value(get(), &value),
                    "could not set the value of a host-side scalar");
}

template <typename T>
void memory::check_scalar_size(const desc &md) {
  if (sizeof(T) != data_type_size(md.get_data_type()))
    detail::fail(dnnl_invalid_arguments, "a host-side scalar has a data type of another size");
}

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_MEMORY_DESC_HPP
