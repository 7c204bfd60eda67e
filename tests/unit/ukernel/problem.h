// SPDX-License-Identifier: Apache-2.0
// A brgemm with its matrices, what it should compute, and the kernel that ran.
#ifndef DNNLET_TESTS_UNIT_UKERNEL_PROBLEM_H
#define DNNLET_TESTS_UNIT_UKERNEL_PROBLEM_H

#include <functional>
#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl_ukernel.hpp"
#include "tests/support/buffer.h"
#include "tests/support/number.h"

namespace dnnlet::test {

using dnnl::ukernel::pack_type;

/// While it lives, objects use the named plugin and those after it.
class capped {
 public:
  explicit capped(const std::string &plugin);
  ~capped();
  capped(const capped &) = delete;
};

/// The kernel that a call runs, as verbose output says; empty where nothing was said.
std::string kernel_of(const std::function<void()> &call);

struct brgemm_case {
  int64_t m, n, k, batch, pad;  // leading dimensions are so much larger than they need to be
  data_type a, b;
  bool adds_c;

  std::string name() const;
  data_type c() const;
  int64_t group() const;  // of packed B
  int64_t lda() const { return k + pad; }
  int64_t ldb() const { return n + pad; }
  int64_t ldc() const { return n + pad; }
};

/// Operands of small integers, so that every sum is exact, or of fractions.
struct brgemm_problem {
  brgemm_problem(const brgemm_case &what, bool exact);

  brgemm_case of;
  guarded_buffer a, b, c;
  std::vector<std::pair<int64_t, int64_t>> offsets;

  dnnl::ukernel::brgemm make() const;  // to be finalized
  double a_at(int64_t i, int64_t row, int64_t k) const;
  double b_at(int64_t i, int64_t k, int64_t col) const;
  double c_at(int64_t row, int64_t col) const;
  /// C and the sum of all products; `magnitude` of all its terms.
  double sum(int64_t row, int64_t col, double *magnitude = nullptr) const;
  std::string damage() const { return a.damage() + b.damage() + c.damage(); }
};

}  // namespace dnnlet::test

#endif
