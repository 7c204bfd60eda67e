// SPDX-License-Identifier: Apache-2.0
// How reference kernels see tensors: element by element, by index, as numbers.
#ifndef DNNLET_PLUGINS_REFERENCE_WALK_H
#define DNNLET_PLUGINS_REFERENCE_WALK_H

#include <cstring>

#include "core/kernel/kernel.h"

namespace dnnlet::reference {

// The tensor of an argument. Doubles hold every value of every type but s64 exactly.
class tensor {
 public:
  tensor(const memory_desc &md, void *data) noexcept : md_(md), data_(data) {}

  explicit operator bool() const noexcept { return data_ != nullptr; }
  const memory_desc &md() const noexcept { return md_; }
  void *data() const noexcept { return data_; }
  double get(const dim_t *index) const noexcept {
    return load_element(md_.data_type, data_, offset_of(md_, index));
  }
  void set(const dim_t *index, double value) const noexcept {
    store_element(md_.data_type, data_, offset_of(md_, index), value);
  }

 private:
  const memory_desc &md_;
  void *data_;
};

// Copies the bits of an element, whatever they mean.
inline void copy_element(data_type type, const void *src, dim_t from, void *dst,
                         dim_t to) noexcept {
  if (is_four_bit_type(type))
    return store_element(dnnl_u4, dst, to, load_element(dnnl_u4, src, from));
  const size_t size = type_size(type);
  std::memcpy(static_cast<char *>(dst) + size_t(to) * size,
              static_cast<const char *>(src) + size_t(from) * size, size);
}

// What conversions in f32 write: floats saturate to the largest one that an s32 can hold.
template <class Real>
double saturated_as_f32(data_type to, Real x) noexcept {
  constexpr Real largest = Real(0x1p31 - 0x1p7);
  const bool saturates = sizeof(Real) == sizeof(float) && to == dnnl_s32;
  return double(saturates && x > largest ? largest : x);
}

// The argument's tensor, by the descriptor of its memory: it has the sizes that were open.
inline tensor tensor_of(const run_context &context, int arg) noexcept {
  const dnnl_memory *memory = context.memory(arg);
  return memory ? tensor(memory->md, data_of(*memory)) : tensor(zero_md, nullptr);
}
// The same, laid out as `md` says.
inline tensor tensor_of(const run_context &context, int arg, const memory_desc &md) noexcept {
  return tensor(md, context.data(arg));
}

// Calls body(index) for every index of dims[0..ndims). Elements must not depend on each other:
// workers share them.
template <class Body>
void for_each_index(const run_context &context, int ndims, const dim_t *dims,
                    const Body &body) noexcept {
  dim_t count = 1;
  for (int d = 0; d < ndims; ++d) count *= dims[d];
  parallel_for(context.workers, count, [&](int64_t item, int) {
    dim_t index[max_ndims + 1];
    for (int d = ndims - 1; d >= 0; --d) {
      index[d] = item % dims[d];
      item /= dims[d];
    }
    body(static_cast<const dim_t *>(index));
  });
}

// The same for the tensor that `body` writes. Two elements of four bits share a byte, which one
// worker must write.
template <class Body>
void for_each_index(const run_context &context, const memory_desc &written,
                    const Body &body) noexcept {
  run_context walk = context;
  if (is_four_bit_type(written.data_type)) walk.workers = team();
  for_each_index(walk, written.ndims, written.dims, body);
}

// The same for several tensors.
template <class... Descriptors>
bool lay_out_plain(Descriptors &...mds) noexcept {
  return (dnnlet::lay_out_plain(mds) && ...);
}

}  // namespace dnnlet::reference

#endif
