// SPDX-License-Identifier: Apache-2.0
// What a case gave: statuses, descriptors, sizes, numbers. The same program linked with another
// library writes records of the same cases, and the two are compared.
#ifndef DNNLET_TESTS_FUZZ_RECORD_H
#define DNNLET_TESTS_FUZZ_RECORD_H

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl_types.h"

namespace dnnlet::fuzz {

struct entry {
  std::string name, value;      // "create", "success"
  std::vector<double> content;  // of a tensor; then `value` names type and shape
  std::vector<double> last;     // what the last implementation made of it, if that is asked
  dnnl_data_type_t type = dnnl_data_type_undef;
  double absolute = 0, relative = 0;  // how far apart contents may be
  bool is_comparable = true;
};

struct record {
  uint64_t number = 0;
  std::string description;
  std::vector<entry> entries;

  void add(const std::string &name, const std::string &value) {
    entries.push_back({name, value, {}, {}});
  }
  void add(const std::string &name, dnnl_status_t status);
  /// In place of an implementation's name, where calls tell none: what it may be made of.
  void add_isa();
};

bool write(std::FILE *to, const record &r);
bool read(std::FILE *from, record &r);

}  // namespace dnnlet::fuzz

#endif
