// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <tuple>

#include "core/primitives/kernel_tables.h"
#include "core/support/cpu_features.h"
#include "oneapi/dnnl/dnnl_debug.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {

namespace {

using run = std::tuple<dnnl_primitive_kind_t, dnnl_prop_kind_t, std::string>;

std::mutex mutex;
std::set<run> &all_runs() {
  static std::set<run> runs;
  return runs;
}

bool has_run(const run &r) {
  const std::lock_guard<std::mutex> lock(mutex);
  return all_runs().count(r) != 0;
}

dnnl_prop_kind_t pass_of(dnnl_prop_kind_t prop) {
  return prop == dnnl_forward_inference ? dnnl_forward
         : prop == dnnl_backward        ? dnnl_backward_data
                                        : prop;
}

std::vector<std::string> rows_of(const kernel_index &operation, const std::string &plugin) {
  std::vector<std::string> names;
  for (int i = 0; i < operation.count; ++i) {
    const kernel_rows &set = *operation.sets[i].rows;
    for (int row = 0; row < set.count; ++row)
      if (std::string(set.rows[row].name).rfind(plugin + ":", 0) == 0)
        names.push_back(set.rows[row].name);
  }
  return names;
}

bool is_partial() {
  const char *const shards = std::getenv("GTEST_TOTAL_SHARDS");
  return testing::GTEST_FLAG(filter) != "*" || (shards && std::string(shards) != "1");
}

class at_the_end final : public testing::Environment {
 public:
  at_the_end(dnnl_primitive_kind_t kind, dnnl_prop_kind_t pass, const kernel_index &operation,
             all_rows_run::row_test can_run)
      : kind_(kind), pass_(pass), operation_(operation), can_run_(can_run) {}

  void TearDown() override {
    if (is_partial() || testing::UnitTest::GetInstance()->failed_test_count() > 0) return;
    std::set<std::string> missing;
    for (const std::string &plugin : usable_plugins())
      for (const std::string &name : rows_of(operation_, plugin))
        if ((!can_run_ || can_run_(name)) && !has_run({kind_, pass_, name})) missing.insert(name);
    std::string names;
    for (const std::string &name : missing) names += "\n  " + name;
    EXPECT_TRUE(missing.empty()) << "of " << dnnl_prim_kind2str(kind_) << " "
                                 << dnnl_prop_kind2str(pass_) << " no test has run" << names;
  }

 private:
  dnnl_primitive_kind_t kind_;
  dnnl_prop_kind_t pass_;
  const kernel_index &operation_;
  all_rows_run::row_test can_run_;
};

}  // namespace

std::vector<std::string> plugins_with(const kernel_index &operation) {
  std::vector<std::string> list;
  for (const std::string &plugin : usable_plugins())
    if (!rows_of(operation, plugin).empty()) list.push_back(plugin);
  return list;
}

void note_run(const_dnnl_primitive_desc_t pd) {
  dnnl_primitive_kind_t kind = dnnl_undefined_primitive;
  dnnl_prop_kind_t prop = dnnl_prop_kind_undef;
  const char *name = "";
  dnnl_primitive_desc_query(pd, dnnl_query_primitive_kind, 0, &kind);
  dnnl_primitive_desc_query(pd, dnnl_query_prop_kind, 0, &prop);  // reorders have none
  dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, &name);
  note_run(kind, prop, name);
}

void note_run(dnnl_primitive_kind_t kind, dnnl_prop_kind_t pass, const std::string &name) {
  const std::lock_guard<std::mutex> lock(mutex);
  all_runs().emplace(kind, pass_of(pass), name);
}

all_rows_run::all_rows_run(dnnl_primitive_kind_t kind, dnnl_prop_kind_t pass,
                           const kernel_index &operation, row_test can_run) {
  testing::AddGlobalTestEnvironment(new at_the_end(kind, pass_of(pass), operation, can_run));
}

bool takes_pairs(const std::string &row) {
  return row.find("bf16_pairs") == std::string::npos || row.find("bf16:") != std::string::npos;
}

bool takes_fast_pairs(const std::string &row) {
  static const bool is_fast = (detect_cpu_features() & cpu::fast_bf16_dot) != 0;
  return row.find("bf16_pairs") == std::string::npos || (is_fast && takes_pairs(row));
}

}  // namespace dnnlet::test
