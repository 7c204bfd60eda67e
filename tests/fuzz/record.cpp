// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/record.h"

#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_debug.h"

namespace dnnlet::fuzz {

namespace {

bool put(std::FILE *to, const void *bytes, uint64_t size) {
  return std::fwrite(&size, sizeof(size), 1, to) == 1 &&
         (size == 0 || std::fwrite(bytes, size, 1, to) == 1);
}
bool put(std::FILE *to, const std::string &s) {
  return put(to, s.data(), s.size());
}

template <typename Container>
bool get(std::FILE *from, Container &into) {
  uint64_t size = 0;
  if (std::fread(&size, sizeof(size), 1, from) != 1 || size > (1 << 28)) return false;
  into.resize(size / sizeof(into[0]));
  return size == 0 || std::fread(&into[0], size, 1, from) == 1;
}

}  // namespace

void record::add(const std::string &name, dnnl_status_t status) {
  add(name, std::string(dnnl_status2str(status)));
}

void record::add_isa() {
  add("implementation", dnnl_cpu_isa2str(dnnl_get_effective_cpu_isa()));
}

bool write(std::FILE *to, const record &r) {
  const uint64_t n = r.entries.size();
  bool good =
      put(to, &r.number, sizeof(r.number)) && put(to, r.description) && put(to, &n, sizeof(n));
  for (const entry &e : r.entries)
    good = good && put(to, e.name) && put(to, e.value) &&
           put(to, e.content.data(), e.content.size() * sizeof(double)) &&
           put(to, e.last.data(), e.last.size() * sizeof(double));
  return good && std::fflush(to) == 0;
}

bool read(std::FILE *from, record &r) {
  std::vector<uint64_t> number;
  if (!get(from, number) || number.size() != 1) return false;
  r.number = number[0];
  if (!get(from, r.description) || !get(from, number) || number.size() != 1) return false;
  r.entries.assign(size_t(number[0]), {});
  for (entry &e : r.entries)
    if (!get(from, e.name) || !get(from, e.value) || !get(from, e.content) || !get(from, e.last))
      return false;
  return true;
}

}  // namespace dnnlet::fuzz
