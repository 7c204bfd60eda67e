// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/memory/descriptors.h"

#include <cctype>
#include <fstream>
#include <set>
#include <stdexcept>

namespace dnnlet::test {

const std::vector<tag_row> &canonical_tags() {
  static const std::vector<tag_row> rows = [] {
    std::vector<tag_row> found;
    std::set<int> values;
    std::ifstream file(DNNLET_ENUMS_TSV);
    std::string type, name;
    int value;
    std::string line;
    std::getline(file, line);  // the head
    while (std::getline(file, line)) {
      const size_t first = line.find('\t'), second = line.find('\t', first + 1);
      type = line.substr(0, first);
      name = line.substr(first + 1, second - first - 1);
      if (type != "dnnl_format_tag_t") continue;
      value = std::stoi(line.substr(second + 1));
      if (value < dnnl_a || value >= dnnl_format_tag_last || !values.insert(value).second) continue;
      found.push_back({name.substr(5), dnnl_format_tag_t(value)});
    }
    return found;
  }();
  if (rows.empty()) throw std::runtime_error("no tags in " DNNLET_ENUMS_TSV);
  return rows;
}

parsed_name parse(const std::string &name) {
  parsed_name p;
  size_t i = 0;
  for (; i < name.size() && std::isalpha(static_cast<unsigned char>(name[i])); ++i)
    p.order.push_back(std::tolower(static_cast<unsigned char>(name[i])) - 'a');
  p.ndims = int(p.order.size());
  while (i < name.size()) {
    size_t digits = 0;
    p.blocks.push_back(std::stol(name.substr(i), &digits));
    i += digits;
    p.block_dims.push_back(name[i++] - 'a');
  }
  return p;
}

uint64_t dice::bits() {
  state_ += 0x9e3779b97f4a7c15u;
  uint64_t x = state_;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

bool next(index_t &index, const dim_t *extents) {
  for (size_t d = index.size(); d-- > 0;) {
    if (++index[d] < extents[d]) return true;
    index[d] = 0;
  }
  return false;
}

index_t dims_of(const memory_desc &md) {
  return index_t(md.dims, md.dims + md.ndims);
}
index_t padded_dims_of(const memory_desc &md) {
  return index_t(padded_dims(md), padded_dims(md) + md.ndims);
}

index_t shape_for(const parsed_name &layout, dice &d) {
  index_t dims(size_t(layout.ndims), 0);
  for (dim_t &x : dims) x = 1 + d.below(layout.ndims > 6 ? 2 : 3);
  for (size_t i = 0; i < layout.blocks.size(); ++i) {
    dim_t &x = dims[size_t(layout.block_dims[i])];
    x = d.below(3) == 0 ? x * layout.blocks[i] : x * layout.blocks[i] / 2 + 1;
    if (x > 70) x = 65 + d.below(6);
  }
  return dims;
}

memory_desc tagged(const index_t &dims, dnnl_data_type_t type, dnnl_format_tag_t tag) {
  memory_desc md;
  if (init_by_tag(md, int(dims.size()), dims.data(), type, tag) != dnnl_success)
    throw std::invalid_argument("the tag does not fit");
  return md;
}

}  // namespace dnnlet::test
