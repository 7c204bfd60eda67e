// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/gemm/matrices.h"

#include <algorithm>
#include <sstream>

#include "dnnlet/dnnlet.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {

std::string gemm_case::name() const {
  std::ostringstream out;
  out << transa << transb << " m" << m << " n" << n << " k" << k << " pad" << pad << " alpha"
      << alpha << " beta" << beta;
  return out.str();
}

std::vector<gemm_case> gemm_cases() {
  struct size {
    int64_t m, n, k;
  };
  std::vector<size> sizes = {{1, 1, 1},  {1, 40, 7},  {5, 33, 64},  {17, 20, 33},
                             {40, 1, 9}, {31, 70, 9}, {29, 64, 300}};
  if (!quick())
    for (const size &s :
         {size{1, 700, 300}, size{700, 1, 90}, size{130, 129, 40}, size{3, 1100, 70},
          size{257, 16, 16}, size{64, 128, 64}, size{14, 32, 513}, size{2, 3, 1000},
          // Around what a task has of rows, columns and K, and how few rows read B in place.
          size{28, 513, 257}, size{29, 512, 256}, size{64, 100, 520}, size{8, 192, 530},
          size{256, 33, 255}})
      sizes.push_back(s);
  std::vector<gemm_case> cases;
  for (const size &s : sizes)
    for (const char transa : {'N', 'T'})
      for (const char transb : {'N', 'T'}) {
        cases.push_back({transa, transb, s.m, s.n, s.k, 0, 1, 0});
        cases.push_back({transa, transb, s.m, s.n, s.k, 3, 1, 1});
        cases.push_back({transa, transb, s.m, s.n, s.k, 1, -0.75f, 0.375f});
      }
  // Columns of A that are pages apart, which are packed.
  for (const char trans : {'N', 'T'}) cases.push_back({'T', trans, 130, 260, 70, 900, 1, 1});
  // Large enough for what comes next to be fetched ahead of time.
  if (!quick())
    for (const char trans : {'N', 'T'}) cases.push_back({trans, trans, 300, 530, 200, 1, 1, 1});
  return cases;
}

namespace {

size_t bytes(data_type type, int64_t rows, int64_t cols, int64_t leading, bool transposed) {
  if (transposed) std::swap(rows, cols);
  // The last row ends with its last element.
  const int64_t count = rows == 0 || cols == 0 ? 0 : (rows - 1) * leading + cols;
  return size_t(count) * size_t(bits_of(type)) / 8;
}

}  // namespace

stored_matrix::stored_matrix(data_type type, int64_t rows, int64_t cols, int64_t leading,
                             bool transposed)
    : type_(type),
      rows_(rows),
      cols_(cols),
      leading_(leading),
      transposed_(transposed),
      buffer_(bytes(type, rows, cols, leading, transposed), size_t(bits_of(type)) / 8) {}

stored_matrix::stored_matrix(data_type type, int64_t rows, int64_t cols, int64_t leading,
                             bool transposed, uint64_t seed, const fill &how)
    : stored_matrix(type, rows, cols, leading, transposed) {
  const tensor values = random_tensor({rows, cols}, type, seed, how);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < cols; ++c) set(r, c, values.values[size_t(r * cols + c)]);
}

std::vector<double> stored_matrix::values() const {
  std::vector<double> all;
  for (int64_t r = 0; r < rows_; ++r)
    for (int64_t c = 0; c < cols_; ++c) all.push_back(at(r, c));
  return all;
}

std::string stored_matrix::damage() const {
  if (const std::string guards = buffer_.damage(); !guards.empty()) return guards;
  std::vector<bool> is_element(buffer_.size(), false);
  const size_t size = size_t(bits_of(type_)) / 8;
  for (int64_t r = 0; r < rows_; ++r)
    for (int64_t c = 0; c < cols_; ++c)
      std::fill_n(is_element.begin() + int64_t(size) * place(r, c), size, true);
  const auto *byte = static_cast<const unsigned char *>(buffer_.data());
  for (size_t i = 0; i < buffer_.size(); ++i)
    if (!is_element[i] && byte[i] != guarded_buffer::fresh)
      return "byte " + std::to_string(i) + " between the rows was written";
  return {};
}

capped::capped(const std::string &plugin) {
  dnnlet_set_max_plugin(plugin.c_str());
}
capped::~capped() {
  dnnlet_set_max_plugin(usable_plugins().front().c_str());
}

}  // namespace dnnlet::test
