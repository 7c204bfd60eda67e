// SPDX-License-Identifier: Apache-2.0
// The rows of the kernel tables. For all else the tests see the library through its public headers,
// but these do not say which rows there are, and a row that no case reaches is one that nothing
// tests.
#ifndef DNNLET_TESTS_SUPPORT_ROWS_H
#define DNNLET_TESTS_SUPPORT_ROWS_H

#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {
struct kernel_index;  // kernel_tables.h, which CMake makes, has one for each operation
}

namespace dnnlet::test {

/// The usable plugins that have rows for the operation, best first.
std::vector<std::string> plugins_with(const kernel_index &operation);

/// Notes that this implementation has run; for_each_implementation() and execute() do.
void note_run(const_dnnl_primitive_desc_t pd);
/// The same of what has no descriptor.
void note_run(dnnl_primitive_kind_t kind, dnnl_prop_kind_t pass, const std::string &name);

/// A global of the tests of an operation: at the end of the program, those rows of the usable
/// plugins are named that no test has run, and that is a failure. (Not where the program was asked
/// for some of its tests only, or one has failed already.) Quick runs have to reach all rows, too.
///
///     const all_rows_run forward(dnnl_lrn, dnnl_forward, lrn_forward_kernels);
class all_rows_run {
 public:
  using row_test = bool (*)(const std::string &row);

  /// @param pass dnnl_forward stands for training and inference, dnnl_backward for gradients of
  /// data;
  ///   dnnl_prop_kind_undef for none
  /// @param can_run whether a row takes anything at all on its plugin; null: all do
  all_rows_run(dnnl_primitive_kind_t kind, dnnl_prop_kind_t pass, const kernel_index &operation,
               row_test can_run = nullptr);
};

/// For can_run. Rows for pairs of bf16 refuse everything in plugins without an instruction for
/// such; those of products also where the CPU is no faster by it, as Intel's are not.
bool takes_pairs(const std::string &row);
bool takes_fast_pairs(const std::string &row);

}  // namespace dnnlet::test

#endif
