// SPDX-License-Identifier: Apache-2.0
// Running a primitive on tensors, in whatever layouts its descriptor has.
#ifndef DNNLET_TESTS_SUPPORT_EXECUTE_H
#define DNNLET_TESTS_SUPPORT_EXECUTE_H

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "tests/support/compare.h"
#include "tests/support/rows.h"

namespace dnnlet::test {

/// Tensors by their argument, DNNL_ARG_SRC and so on.
using tensors = std::map<int, tensor>;

/// What else an execution has: outputs that hold something before, and memories as they are.
struct further_arguments {
  tensors old = {};
  std::unordered_map<int, dnnl::memory> memories = {};
};

/// Executes the primitive of `pd`: arguments that are in `inputs` are read; all others that the
/// primitive has are outputs, the workspace included; a user's scratchpad is given, and not
/// answered. Inputs that the primitive does not have do not matter. It is a failure if a guard or
/// the padding of any of them is damaged, or an input changes.
/// @param misalignment of all buffers, in bytes
template <typename PrimitiveDesc>
tensors execute(const PrimitiveDesc &pd, const dnnl::stream &stream, const tensors &inputs,
                size_t misalignment = 0, const further_arguments &more = {}) {
  std::map<int, placed> arguments;
  std::map<int, std::vector<unsigned char>> before;  // the bytes of inputs
  std::unordered_map<int, dnnl::memory> memories = more.memories;
  std::set<int> args = {DNNL_ARG_WORKSPACE,  DNNL_ARG_SCRATCHPAD, DNNL_ARG_MEAN,
                        DNNL_ARG_VARIANCE,   DNNL_ARG_BIAS,       DNNL_ARG_DIFF_BIAS,
                        DNNL_ARG_DIFF_SCALE, DNNL_ARG_DIFF_SHIFT};
  for (int i = 0; i < 4; ++i)
    for (const int first : {DNNL_ARG_SRC_0, DNNL_ARG_WEIGHTS_0, DNNL_ARG_DST_0, DNNL_ARG_DIFF_SRC_0,
                            DNNL_ARG_DIFF_WEIGHTS_0, DNNL_ARG_DIFF_DST_0})
      args.insert(first + i);
  for (const auto &input : inputs) args.insert(input.first);  // operands of post-ops
  for (const int arg : args) {
    const dnnl::memory::desc md = pd.query_md(dnnl::query::exec_arg_md, arg);
    const bool is_scratch = arg == DNNL_ARG_SCRATCHPAD;
    if (md.get_ndims() == 0 || (is_scratch && md.get_size() == 0)) continue;
    const auto input = inputs.find(arg);
    const auto made =
        input == inputs.end()
            ? arguments.emplace(std::piecewise_construct, std::forward_as_tuple(arg),
                                std::forward_as_tuple(md, stream.get_engine(), misalignment))
            : arguments.emplace(
                  std::piecewise_construct, std::forward_as_tuple(arg),
                  std::forward_as_tuple(md, stream.get_engine(), input->second, misalignment));
    memories.emplace(arg, made.first->second.memory());
    if (more.old.count(arg)) made.first->second.write(more.old.at(arg));
    guarded_buffer &buffer = made.first->second.buffer();
    const unsigned char *const bytes = buffer.as<unsigned char>();
    if (input != inputs.end()) before[arg].assign(bytes, bytes + buffer.size());
  }
  dnnl::primitive(pd.get()).execute(stream, memories);
  dnnl::stream(stream).wait();
  note_run(pd.get());

  tensors outputs;
  for (auto &[arg, argument] : arguments) {
    const bool has_values = arg != DNNL_ARG_SCRATCHPAD && arg != DNNL_ARG_WORKSPACE;
    EXPECT_EQ(has_values ? argument.damage() : argument.buffer().damage(), "")
        << "argument " << arg;
    if (arg == DNNL_ARG_SCRATCHPAD) continue;
    const auto input = inputs.find(arg);
    if (input == inputs.end())
      outputs.emplace(arg, argument.read());
    else
      EXPECT_TRUE(std::equal(before[arg].begin(), before[arg].end(),
                             argument.buffer().template as<unsigned char>()))
          << "argument " << arg << " changed";
  }
  return outputs;
}

}  // namespace dnnlet::test

#endif
