// SPDX-License-Identifier: Apache-2.0
// The CPU itself tells of the same features as cpuinfo.
#include <gtest/gtest.h>

#include <string>

#include "core/engine/cpu_itself.h"

namespace dnnlet::test {
namespace {

std::string names(cpu_features set) {
  std::string list;
  for (; set != 0; set &= set - 1) list += std::string(first_feature_name(set)) + " ";
  return list;
}

TEST(features, the_cpu_itself_tells_what_cpuinfo_tells) {
  EXPECT_EQ(names(ask_cpu_itself()), names(detect_cpu_features()));
  EXPECT_EQ(detection_remark(), nullptr);
}

TEST(features, there_are_processors) {
  EXPECT_GE(processor_count(), 1);
}

}  // namespace
}  // namespace dnnlet::test
