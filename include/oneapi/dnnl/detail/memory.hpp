// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_MEMORY_HPP
#define ONEAPI_DNNL_DETAIL_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oneapi/dnnl/detail/engine.hpp"
#include "oneapi/dnnl/dnnl.h"

namespace dnnl {

template <>
struct handle_traits<dnnl_memory_t> {
  static dnnl_status_t destructor(dnnl_memory_t memory) { return dnnl_memory_destroy(memory); }
};

/// A tensor: a memory descriptor, an engine, and the buffer (or buffers) with the data.
/// Copies share one tensor.
struct memory : public handle<dnnl_memory_t> {
  using dim = dnnl_dim_t;
  /// Sizes, strides or offsets, one per dimension, outermost first.
  using dims = std::vector<dim>;

  /// The type of an element. f16 and bf16 are 2 bytes, f8 and e8m0 1 byte, f4, s4 and u4 half one.
  enum class data_type {
    undef = dnnl_data_type_undef,
    f4_e3m0 = dnnl_f4_e3m0,
    f4_e2m1 = dnnl_f4_e2m1,
    e8m0 = dnnl_e8m0,
    f8_e5m2 = dnnl_f8_e5m2,
    f8_e4m3 = dnnl_f8_e4m3,
    f16 = dnnl_f16,
    bf16 = dnnl_bf16,
    f32 = dnnl_f32,
    f64 = dnnl_f64,
    s64 = dnnl_s64,
    s32 = dnnl_s32,
    s8 = dnnl_s8,
    u8 = dnnl_u8,
    s4 = dnnl_s4,
    u4 = dnnl_u4,
  };

  enum class format_kind {
    undef = dnnl_format_kind_undef,
    /// Left to the primitive that is made with the descriptor.
    any = dnnl_format_kind_any,
    /// Strides, and up to 12 inner blocks.
    blocked = dnnl_blocked,
    sparse = dnnl_format_kind_sparse,
    /// One number on the host, without a layout.
    host_scalar = dnnl_format_kind_host_scalar,
    /// A layout that only the library understands; reorder to read it.
    opaque = dnnl_format_kind_opaque,
  };

  /// How the nonzero elements of a sparse tensor are stored.
  enum class sparse_encoding {
    undef = dnnl_sparse_encoding_undef,
    /// Compressed rows: buffers of values, column indices, row pointers.
    csr = dnnl_csr,
    packed = dnnl_packed,
    /// Coordinates: a buffer of values, and one of indices per dimension.
    coo = dnnl_coo,
  };

  /// The named layouts; see detail/format_tag.hpp.
  enum class format_tag;

  /// The shape, type and layout of a tensor; see detail/memory_desc.hpp.
  struct desc;

  /// Checks that v has at least min_size and at most DNNL_MAX_NDIMS elements.
  /// Throws dnnl_invalid_arguments if not.
  template <typename T>
  static void validate_dims(const std::vector<T> &v, int min_size = 0) {
    if (v.size() > DNNL_MAX_NDIMS)
      detail::fail(dnnl_invalid_arguments, "a tensor has at most DNNL_MAX_NDIMS dimensions");
    if (min_size > 0 && v.size() < static_cast<size_t>(min_size))
      detail::fail(dnnl_invalid_arguments, "a value is missing for some of the dimensions");
  }

  /// Bytes per element; 1 for types of half a byte.
  static size_t data_type_size(data_type adata_type) {
    return dnnl_data_type_size(convert_to_c(adata_type));
  }

  using handle::handle;

  /// Makes an empty object.
  memory() = default;

  /// Makes a tensor of the data at `buffer`, which stays the application's.
  /// DNNL_MEMORY_NONE: no data yet; set_data_handle() gives it later. DNNL_MEMORY_ALLOCATE: the
  /// library provides the buffer. Throws if the descriptor has no definite layout (`any`).
  memory(const desc &md, const engine &aengine, void *buffer);

  /// Makes a tensor of several buffers, as sparse descriptors ask for (desc::get_num_handles()).
  memory(const desc &md, const engine &aengine, std::vector<void *> buffers);

  /// Makes a tensor with buffers that the library provides and frees.
  memory(const desc &md, const engine &aengine);

  /// Makes a host-side scalar with a value. `md` is from desc::host_scalar(), and T has the size of
  /// its data type: throws dnnl_invalid_arguments if not.
  template <typename T>
  memory(const desc &md, const T value);

  /// A copy of the descriptor.
  desc get_desc() const;

  /// The engine, as a weak handle.
  engine get_engine() const {
    return engine(detail::fetch<dnnl_engine_t>("could not get the engine of a memory object",
                                               dnnl_memory_get_engine, get()),
                  true);
  }

  /// The address of buffer number `index`.
  void *get_data_handle(int index = 0) const {
    void *buffer = nullptr;
    error::wrap_c_api(dnnl_memory_get_data_handle_v2(get(), &buffer, index),
                      "could not get a buffer of a memory object");
    return buffer;
  }

  /// Replaces buffer number `index`. The new one stays the application's.
  void set_data_handle(void *buffer, int index = 0) const {
    error::wrap_c_api(dnnl_memory_set_data_handle_v2(get(), buffer, index),
                      "could not set a buffer of a memory object");
  }

  /// The value of a host-side scalar. Throws dnnl_invalid_arguments unless T has the size of the
  /// data type.
  template <typename T>
  T get_host_scalar_value() const;

  /// Changes the value of a host-side scalar; the same rules.
  template <typename T>
  void set_host_scalar_value(const T value) const;

  /// Makes buffer number `index` readable and writable by the host, until unmap_data().
  /// On the CPU this is the buffer's address.
  template <typename T = void>
  T *map_data(int index = 0) const {
    void *mapped = nullptr;
    error::wrap_c_api(dnnl_memory_map_data_v2(get(), &mapped, index),
                      "could not map a buffer of a memory object");
    return static_cast<T *>(mapped);
  }

  /// Ends what map_data(index) began, with the address that it returned.
  void unmap_data(void *mapped_ptr, int index = 0) const {
    error::wrap_c_api(dnnl_memory_unmap_data_v2(get(), mapped_ptr, index),
                      "could not unmap a buffer of a memory object");
  }

  static dnnl_data_type_t convert_to_c(data_type adata_type) {
    return static_cast<dnnl_data_type_t>(adata_type);
  }

  static dnnl_format_tag_t convert_to_c(format_tag format) {
    return static_cast<dnnl_format_tag_t>(format);
  }

 private:
  template <typename T>
  static void check_scalar_size(const desc &md);
};

inline bool operator==(dnnl_data_type_t a, memory::data_type b) {
  return a == memory::convert_to_c(b);
}
inline bool operator!=(dnnl_data_type_t a, memory::data_type b) {
  return !(a == b);
}
inline bool operator==(memory::data_type a, dnnl_data_type_t b) {
  return b == a;
}
inline bool operator!=(memory::data_type a, dnnl_data_type_t b) {
  return !(a == b);
}

inline bool operator==(dnnl_format_tag_t a, memory::format_tag b) {
  return a == memory::convert_to_c(b);
}
inline bool operator!=(dnnl_format_tag_t a, memory::format_tag b) {
  return !(a == b);
}
inline bool operator==(memory::format_tag a, dnnl_format_tag_t b) {
  return b == a;
}
inline bool operator!=(memory::format_tag a, dnnl_format_tag_t b) {
  return !(a == b);
}

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_MEMORY_HPP
