// SPDX-License-Identifier: Apache-2.0
// Objects of the C API as the tests of bad arguments need them, and the sentence of a failure.
#ifndef DNNLET_TESTS_UNIT_ARGUMENTS_OBJECTS_H
#define DNNLET_TESTS_UNIT_ARGUMENTS_OBJECTS_H

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace dnnlet::test {

using dims_t = std::vector<dnnl_dim_t>;
using type_t = dnnl::memory::data_type;
using tag_t = dnnl::memory::format_tag;

constexpr dnnl_dim_t largest = INT64_MAX;

inline dnnl::engine cpu() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

struct outcome {
  dnnl_status_t status;
  std::string sentence;  // the last one
};

/// What the body says, if anything, and how it ends.
inline outcome outcome_of(const std::function<void()> &body) {
  outcome o = {dnnl_success, ""};
  dnnlet_set_diagnostics([](void *to, dnnl_status_t,
                            const char *text) { static_cast<outcome *>(to)->sentence = text; },
                         &o);
  try {
    body();
  } catch (const dnnl::error &e) {
    o.status = e.status;
  }
  dnnlet_set_diagnostics(nullptr, nullptr);
  return o;
}

/// A refusal comes with a sentence that has `part` in it.
inline ::testing::AssertionResult refuses(const std::string &part, dnnl_status_t status,
                                          const std::function<void()> &body) {
  const outcome o = outcome_of(body);
  if (o.status == status && o.sentence.find(part) != std::string::npos)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "status " << o.status << ", expected " << status
                                       << "; the sentence: '" << o.sentence << "'";
}

/// Neither a crash nor undefined behaviour: it works, or it is refused with a sentence.
inline ::testing::AssertionResult ends_well(const std::function<void()> &body) {
  const outcome o = outcome_of(body);
  if (o.status == dnnl_success || !o.sentence.empty()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "status " << o.status << " without a sentence";
}

}  // namespace dnnlet::test

#endif
