// SPDX-License-Identifier: Apache-2.0
// A problem as API objects, and the execution of one implementation of it.
#ifndef DNNLET_TESTS_FUZZ_EXECUTION_H
#define DNNLET_TESTS_FUZZ_EXECUTION_H

#include <string>
#include <vector>

#include "tests/fuzz/handles.h"
#include "tests/fuzz/placed.h"
#include "tests/fuzz/problem.h"
#include "tests/fuzz/record.h"

namespace dnnlet::fuzz {

/// Creates everything that a primitive descriptor needs, and the descriptor. What was made belongs
/// to `kept`; `notes`, if given, hears what each step said.
struct described {
  dnnl_status_t status = dnnl_success;
  dnnl_primitive_desc_t pd = nullptr, hint = nullptr;
};
described describe(const problem &p, dnnl_engine_t engine, handles &kept, record *notes);

const_dnnl_memory_desc_t descriptor_of(const_dnnl_primitive_desc_t pd, int arg);
std::string implementation(const_dnnl_primitive_desc_t pd);
/// Primitive, operation and implementation, as the tables of kernels have them: "lrn lrn_forward
/// ...".
std::string row_of(const_dnnl_primitive_desc_t pd);

/// The tensors of one implementation.
class arguments {
 public:
  /// `forward` is the forward pass, for a backward pass that reads its workspace.
  arguments(const problem &p, const_dnnl_primitive_desc_t pd, dnnl_engine_t engine, bool is_at_end,
            const arguments *forward);

  struct argument {
    tensor_spec spec;
    placed_tensor tensor;
    bool is_opaque;  // workspace and scratchpad: no business of ours
  };
  std::vector<argument> list;
  /// Why there is nothing to execute: too large, or not to be had. Empty if there is.
  std::string obstacle;

  std::vector<dnnl_exec_arg_t> to_pass() const;
  const placed_tensor *find(int arg) const;
  bool has_elements() const;
  /// Empty, or what an execution that succeeded did wrong.
  std::string damage() const;
  /// Empty, or what an execution that failed wrote.
  std::string touched() const;
  void restore();

 private:
  void add(const tensor_spec &t, const_dnnl_memory_desc_t md, dnnl_engine_t engine,
           const std::vector<double> &content, bool is_at_end, bool is_opaque);
  void fill_hidden(const problem &p, dnnl_engine_t engine);
  bool is_in_place_;
};

}  // namespace dnnlet::fuzz

#endif
