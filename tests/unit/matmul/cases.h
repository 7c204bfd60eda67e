// SPDX-License-Identifier: Apache-2.0
// Matmul as tests see it: descriptors, attributes, and one execution on memory beside guards.
#ifndef DNNLET_TESTS_UNIT_MATMUL_CASES_H
#define DNNLET_TESTS_UNIT_MATMUL_CASES_H

#include "tests/support/execute.h"
#include "tests/support/plugins.h"
#include "tests/unit/matmul/oracle.h"

namespace dnnlet::test {

using desc = dnnl::memory::desc;
using format = dnnl::memory::format_tag;

/// The plugins with kernels of matmul that this CPU can run, and the reference.
std::vector<std::string> matmul_plugins();

/// Row-major, and with the last two dimensions exchanged.
desc plain(const dims &shape, data_type type);
desc transposed(const dims &shape, data_type type);
desc any(const dims &shape, data_type type);

struct matmul_descs {
  desc src, weights, dst, bias = {};  // bias: none
};
dnnl::matmul::primitive_desc matmul_desc(const dnnl::engine &engine, const matmul_descs &d,
                                         const dnnl::primitive_attr &attr = {},
                                         bool allow_empty = true);

/// Random numbers for the tensors of a problem: whole ones, or any of the types.
product draw_product(const matmul_descs &d, bool is_exact, uint64_t seed);

/// Sets them as attributes; their memories, which execution takes.
void set(dnnl::primitive_attr &attr, const std::vector<tensor_values> &values);
std::unordered_map<int, dnnl::memory> memories_of(const dnnl::engine &engine,
                                                  const std::vector<tensor_values> &values);

/// Executes one implementation; dst.
tensor run(const dnnl::matmul::primitive_desc &pd, const dnnl::stream &stream, const product &p,
           const further_arguments &more = {}, size_t misalignment = 4);

class matmul_test : public testing::TestWithParam<std::string> {
 protected:
  /// All implementations of the plugin; true if it has one.
  bool check(const matmul_descs &d, const std::vector<tensor_values> &values = {},
             dnnl::primitive_attr attr = {}, bool is_exact = true);

  /// A plugin that has the kernels of some types only.
  bool is_partial() const { return beside(GetParam()) != GetParam(); }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

}  // namespace dnnlet::test

#endif
