// SPDX-License-Identifier: Apache-2.0
// Tensors as tests think of them: numbers in row-major order of the logical dimensions; and memory
// objects that hold them in any layout.
#ifndef DNNLET_TESTS_SUPPORT_TENSOR_H
#define DNNLET_TESTS_SUPPORT_TENSOR_H

#include <cstdint>
#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "tests/support/buffer.h"
#include "tests/support/number.h"

namespace dnnlet::test {

using dims = dnnl::memory::dims;

int64_t count(const dims &shape);
/// Advances a row-major index; false after the last one.
inline bool next_index(dims &index, const dims &shape) {
  for (size_t d = shape.size(); d-- > 0;) {
    if (++index[d] < shape[d]) return true;
    index[d] = 0;
  }
  return false;
}
std::string text(const dims &shape);

struct tensor {
  dims shape;
  data_type type = data_type::f32;
  std::vector<double> values;  // row-major; each one a number of the type

  tensor() = default;
  tensor(dims shape, data_type type, double value = 0);
  double &at(const dims &index) { return values[position(index)]; }
  double at(const dims &index) const { return values[position(index)]; }
  size_t position(const dims &index) const;
};

/// Values are drawn evenly from `levels` + 1 ones between low and high.
struct fill {
  double low = -1, high = 1;
  int levels = 4096;
};
/// Small whole numbers: sums of up to 2^18 products of them are exact in f32.
constexpr fill small_integers = {-8, 8, 16};
/// What suits the type: -1 to 1 for floats, small whole numbers for integers.
fill fill_of(data_type type);

/// The same numbers for the same seed, on every machine.
tensor random_tensor(const dims &shape, data_type type, uint64_t seed);
tensor random_tensor(const dims &shape, data_type type, uint64_t seed, const fill &how);

/// Where the elements of a blocked descriptor lie, from its public queries.
class layout {
 public:
  explicit layout(const dnnl::memory::desc &md);
  /// In elements, offset0 included. The index may lie in the padding.
  int64_t offset(const dims &index) const;
  const dims &shape() const { return shape_; }
  const dims &padded() const { return padded_; }
  /// The elements from the handle to the end of the last one, padding and offset0 included.
  int64_t extent() const;

 private:
  dims shape_, padded_;
  std::vector<dims> parts_;  // what each index of each dimension adds to an offset
  int64_t start_;
};

/// A memory object with a guarded buffer of its own, for blocked layouts.
class placed {
 public:
  /// The elements are not written yet: NaN, or the largest integer.
  placed(const dnnl::memory::desc &md, const dnnl::engine &engine, size_t misalignment = 0);
  /// Holds `content`, whose padding is zero, as the API promises to the library.
  placed(const dnnl::memory::desc &md, const dnnl::engine &engine, const tensor &content,
         size_t misalignment = 0);

  dnnl::memory &memory() { return memory_; }
  operator dnnl::memory() const { return memory_; }
  guarded_buffer &buffer() { return buffer_; }

  void write(const tensor &content);
  tensor read() const;
  /// Empty if the guards are whole and the padding is zero; otherwise what is wrong.
  std::string damage() const;

 private:
  dnnl::memory::desc md_;
  layout layout_;
  guarded_buffer buffer_;
  dnnl::memory memory_;
};

}  // namespace dnnlet::test

#endif
