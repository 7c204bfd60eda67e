// SPDX-License-Identifier: Apache-2.0
// Matrices for the BLAS functions: with leading dimensions, among bytes that must not be touched.
#ifndef DNNLET_TESTS_UNIT_GEMM_MATRICES_H
#define DNNLET_TESTS_UNIT_GEMM_MATRICES_H

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/buffer.h"
#include "tests/support/number.h"
#include "tests/support/tensor.h"

namespace dnnlet::test {

struct gemm_case {
  char transa, transb;
  int64_t m, n, k;
  int64_t pad;  // of every leading dimension
  float alpha, beta;

  int64_t lda() const { return std::max<int64_t>(1, transa == 'N' ? k : m) + pad; }
  int64_t ldb() const { return std::max<int64_t>(1, transb == 'N' ? n : k) + pad; }
  int64_t ldc() const { return std::max<int64_t>(1, n) + pad; }
  std::string name() const;
};

/// All transpositions, sizes around those of vectors, panels and tiles, and some factors.
std::vector<gemm_case> gemm_cases();

/// A matrix of the logical size rows x cols, stored with a leading dimension, transposed or not.
/// Every byte between its rows is that of a fresh buffer: NaN in f32.
class stored_matrix {
 public:
  stored_matrix(data_type type, int64_t rows, int64_t cols, int64_t leading, bool transposed);
  /// With values drawn from `how`.
  stored_matrix(data_type type, int64_t rows, int64_t cols, int64_t leading, bool transposed,
                uint64_t seed, const fill &how);

  template <class T>
  T *as() {
    return buffer_.as<T>();
  }
  double at(int64_t row, int64_t col) const { return load(type_, buffer_.data(), place(row, col)); }
  void set(int64_t row, int64_t col, double value) {
    store(type_, buffer_.data(), place(row, col), value);
  }
  /// All elements, row by row.
  std::vector<double> values() const;
  /// Empty if nothing was written beside the matrix and its guards.
  std::string damage() const;
  bool operator==(const stored_matrix &other) const { return buffer_ == other.buffer_; }

 private:
  int64_t place(int64_t row, int64_t col) const {
    return transposed_ ? col * leading_ + row : row * leading_ + col;
  }
  data_type type_;
  int64_t rows_, cols_, leading_;
  bool transposed_;
  guarded_buffer buffer_;
};

/// While it lives, calls use the named plugin and those after it.
class capped {
 public:
  explicit capped(const std::string &plugin);
  ~capped();
  capped(const capped &) = delete;
  capped &operator=(const capped &) = delete;
};

}  // namespace dnnlet::test

#endif
