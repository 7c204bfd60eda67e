// SPDX-License-Identifier: Apache-2.0
// The CPU itself tells of the same features as cpuinfo.
#include <gtest/gtest.h>

#include <string>

#include "core/kernel/plugin.h"
#include "core/support/cpu_itself.h"

namespace dnnlet::test {
namespace {

std::string names(cpu_features set) {
  std::string list;
  for (; set != 0; set &= set - 1) list += std::string(first_feature_name(set)) + " ";
  return list;
}

// All features; on machines of 32 bits those that a plugin asks for, since Linux tells of the
// others in other places, which nobody needs to know.
cpu_features asked_for() {
  cpu_features set = 0;
  for (int i = 0; i < plugin_count; ++i) set |= plugins[i].needs;
  return sizeof(void *) == 8 ? ~cpu_features(0) : set;
}

TEST(features, the_cpu_itself_tells_what_cpuinfo_tells) {
  EXPECT_EQ(names(ask_cpu_itself() & asked_for()), names(detect_cpu_features() & asked_for()));
  EXPECT_EQ(detection_remark(), nullptr);
}

TEST(features, there_are_processors) {
  EXPECT_GE(processor_count(), 1);
}

}  // namespace
}  // namespace dnnlet::test
