// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/ukernel/problem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "dnnlet/dnnlet.h"

namespace dnnlet::test {

capped::capped(const std::string &plugin) {
  dnnlet_set_max_plugin(plugin.c_str());
}
capped::~capped() {
  dnnlet_set_max_plugin(nullptr);
}

std::string kernel_of(const std::function<void()> &call) {
  dnnl_set_verbose(1);
  testing::internal::CaptureStdout();
  call();
  const std::string said = testing::internal::GetCapturedStdout();
  dnnl_set_verbose(0);
  const std::string before = ",ukernel,exec,cpu,";
  const size_t found = said.find(before);
  if (found == std::string::npos) return {};
  const size_t begin = said.find(',', found + before.size()) + 1;
  return said.substr(begin, said.find(',', begin) - begin);
}

std::string brgemm_case::name() const {
  std::ostringstream out;
  out << name_of(a) << " by " << name_of(b) << ", m" << m << " n" << n << " k" << k << " batch"
      << batch << " pad" << pad << (adds_c ? " adds C" : "");
  return out.str();
}

data_type brgemm_case::c() const {
  return is_integer(a) ? data_type::s32 : data_type::f32;
}
int64_t brgemm_case::group() const {
  return a == data_type::bf16 ? 2 : is_integer(a) ? 4 : 1;
}

namespace {

int64_t bytes_of(data_type type) {
  return bits_of(type) / 8;
}

// Small numbers that no type rounds, or fractions.
void fill(data_type type, guarded_buffer &buffer, int seed, bool exact) {
  const int64_t count = int64_t(buffer.size()) / bytes_of(type);
  for (int64_t i = 0; i < count; ++i) {
    const int drawn = int((i * 7919 + seed * 104729 + i * i % 31) % 15) - 7;
    const bool is_unsigned = type == data_type::u8;
    double value = is_unsigned ? drawn + 7 : drawn;
    if (is_integer(type) && !exact) value = is_unsigned ? (drawn + 7) * 18 : drawn * 18;
    if (!is_integer(type) && !exact) value = drawn * 0.13 + 0.017 * (i % 5);
    store(type, buffer.data(), i, value);
  }
}

}  // namespace

brgemm_problem::brgemm_problem(const brgemm_case &what, bool exact)
    : of(what),
      // Rows of A, B and C end with their last element.
      a(size_t((((what.batch * what.m) - 1) * what.lda() + what.k) * bytes_of(what.a))),
      b(size_t(
          ((what.batch * ((what.k + what.group() - 1) / what.group()) - 1) * what.ldb() + what.n) *
          what.group() * bytes_of(what.b))),
      c(size_t(((what.m - 1) * what.ldc() + what.n) * bytes_of(what.c()))) {
  fill(of.a, a, 1, exact);
  fill(of.b, b, 2, exact);
  fill(of.c(), c, 3, exact);
  const int64_t rows = (of.k + of.group() - 1) / of.group();
  // Zeros behind the end of K, and A and B in other orders.
  for (int64_t i = 0; i < of.batch; ++i) {
    const int64_t of_b = (of.batch - 1 - i) * rows * of.ldb() * of.group();
    offsets.push_back({i * of.m * of.lda() * bytes_of(of.a), of_b * bytes_of(of.b)});
    for (int64_t k = of.k; k < rows * of.group(); ++k)
      for (int64_t col = 0; col < of.n; ++col)
        store(of.b, b.data(),
              of_b + (k / of.group() * of.ldb() + col) * of.group() + k % of.group(), 0);
  }
}

dnnl::ukernel::brgemm brgemm_problem::make() const {
  dnnl::ukernel::brgemm made(of.m, of.n, of.k, of.batch, of.lda(), of.ldb(), of.ldc(), of.a, of.b,
                             of.c());
  made.set_add_C(of.adds_c);
  return made;
}

double brgemm_problem::a_at(int64_t i, int64_t row, int64_t k) const {
  return load(of.a, a.data(), offsets[size_t(i)].first / bytes_of(of.a) + row * of.lda() + k);
}
double brgemm_problem::b_at(int64_t i, int64_t k, int64_t col) const {
  return load(of.b, b.data(),
              offsets[size_t(i)].second / bytes_of(of.b) +
                  (k / of.group() * of.ldb() + col) * of.group() + k % of.group());
}
double brgemm_problem::c_at(int64_t row, int64_t col) const {
  return load(of.c(), c.data(), row * of.ldc() + col);
}

double brgemm_problem::sum(int64_t row, int64_t col, double *magnitude) const {
  double sum = of.adds_c ? c_at(row, col) : 0, terms = std::fabs(sum);
  for (int64_t i = 0; i < of.batch; ++i)
    for (int64_t k = 0; k < of.k; ++k) {
      const double term = a_at(i, row, k) * b_at(i, k, col);
      sum += term;
      terms += std::fabs(term);
    }
  if (magnitude) *magnitude = terms;
  return sum;
}

}  // namespace dnnlet::test
