// SPDX-License-Identifier: Apache-2.0
// Every value of every enumeration has a name.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "oneapi/dnnl/dnnl_debug.h"

namespace dnnlet::test {
namespace {

template <class Enum, const char *(*kName)(Enum)>
const char *name(long value) {
  return kName(Enum(value));
}

const std::map<std::string, const char *(*)(long)> functions = {
    {"dnnl_status_t", name<dnnl_status_t, dnnl_status2str>},
    {"dnnl_data_type_t", name<dnnl_data_type_t, dnnl_dt2str>},
    {"dnnl_fpmath_mode_t", name<dnnl_fpmath_mode_t, dnnl_fpmath_mode2str>},
    {"dnnl_accumulation_mode_t", name<dnnl_accumulation_mode_t, dnnl_accumulation_mode2str>},
    {"dnnl_engine_kind_t", name<dnnl_engine_kind_t, dnnl_engine_kind2str>},
    {"dnnl_format_tag_t", name<dnnl_format_tag_t, dnnl_fmt_tag2str>},
    {"dnnl_prop_kind_t", name<dnnl_prop_kind_t, dnnl_prop_kind2str>},
    {"dnnl_primitive_kind_t", name<dnnl_primitive_kind_t, dnnl_prim_kind2str>},
    {"dnnl_alg_kind_t", name<dnnl_alg_kind_t, dnnl_alg_kind2str>},
    {"dnnl_rnn_direction_t", name<dnnl_rnn_direction_t, dnnl_rnn_direction2str>},
    {"dnnl_scratchpad_mode_t", name<dnnl_scratchpad_mode_t, dnnl_scratchpad_mode2str>},
    {"dnnl_rounding_mode_t", name<dnnl_rounding_mode_t, dnnl_rounding_mode2str>},
    {"dnnl_quantization_mode_t", name<dnnl_quantization_mode_t, dnnl_quantization_mode2str>},
    {"dnnl_cpu_isa_t", name<dnnl_cpu_isa_t, dnnl_cpu_isa2str>},
    {"dnnl_cpu_isa_hints_t", name<dnnl_cpu_isa_hints_t, dnnl_cpu_isa_hints2str>},
};

TEST(names, of_every_value) {
  std::ifstream table(DNNLET_ENUMS_TSV);
  int count = 0;
  for (std::string line; std::getline(table, line);) {
    std::istringstream row(line);
    std::string type, enumerator;
    long value;
    if (!(row >> type >> enumerator >> value) || functions.count(type) == 0) continue;
    if (enumerator.size() > 4 && enumerator.rfind("_max") == enumerator.size() - 4) continue;
    const std::string found = functions.at(type)(value);
    EXPECT_EQ(found.find("unknown"), std::string::npos) << enumerator;
    // Algorithms are called what their enumerators are called.
    if (type == "dnnl_alg_kind_t" && enumerator != "dnnl_alg_kind_undef") {
      EXPECT_EQ("dnnl_" + found, enumerator);
    }
    ++count;
  }
  EXPECT_GT(count, 800);
  EXPECT_STREQ(dnnl_fmt_tag2str(dnnl_format_tag_last), "format_tag_last");
  EXPECT_STREQ(dnnl_alg_kind2str(dnnl_alg_kind_t(0x1002)), "softmax_accurate_inf_as_zero");
  EXPECT_STREQ(dnnl_alg_kind2str(dnnl_alg_kind_t(0x7fff)), "unknown alg_kind");
}

}  // namespace
}  // namespace dnnlet::test
