// SPDX-License-Identifier: Apache-2.0
// Which kernel a call runs, as verbose output says: the one of the plugin that the other tests
// mean.
#include <functional>

#include "core/primitives/kernel_tables.h"
#include "oneapi/dnnl/dnnl.h"
#include "tests/support/plugins.h"
#include "tests/unit/gemm/matrices.h"

namespace dnnlet::test {
namespace {

const all_rows_run sgemm_rows(dnnl_gemm, dnnl_prop_kind_undef, sgemm_kernels),
    gemm_int8_rows(dnnl_gemm, dnnl_prop_kind_undef, gemm_int8_kernels);

// Empty where nothing was said.
std::string kernel_of(const std::function<dnnl_status_t()> &call) {
  dnnl_set_verbose(1);
  testing::internal::CaptureStdout();
  EXPECT_EQ(call(), dnnl_success);
  const std::string said = testing::internal::GetCapturedStdout();
  dnnl_set_verbose(0);
  const std::string before = ",exec,cpu,gemm_api,";
  const size_t at = said.find(before);
  if (at == std::string::npos) return {};
  const size_t begin = at + before.size();
  return said.substr(begin, said.find(',', begin) - begin);
}

void expect_row_of(const std::string &plugin, const std::function<dnnl_status_t()> &call) {
  const capped cap(plugin);
  const std::string name = kernel_of(call);
  EXPECT_TRUE(is_of(name, plugin)) << name << " runs, expected one of " << plugin;
  note_run(dnnl_gemm, dnnl_prop_kind_undef, name);
}

TEST(gemm_rows, are_of_the_plugin_that_is_meant) {
  const float x[6] = {};
  float y[9];
  for (const std::string &plugin : plugins_with(sgemm_kernels))
    expect_row_of(plugin, [&] { return dnnl_sgemm('N', 'N', 3, 3, 2, 1, x, 2, x, 3, 0, y, 3); });
  const uint8_t u[6] = {};
  const int8_t s[6] = {};
  const int32_t offset = 0;
  int32_t z[9];
  for (const std::string &plugin : plugins_with(gemm_int8_kernels)) {
    expect_row_of(plugin, [&] {
      return dnnl_gemm_u8s8s32('N', 'N', 'F', 3, 3, 2, 1, u, 2, 0, s, 3, 0, 0, z, 3, &offset);
    });
    expect_row_of(plugin, [&] {
      return dnnl_gemm_s8s8s32('N', 'N', 'F', 3, 3, 2, 1, s, 2, 0, s, 3, 0, 0, z, 3, &offset);
    });
  }
}

}  // namespace
}  // namespace dnnlet::test
