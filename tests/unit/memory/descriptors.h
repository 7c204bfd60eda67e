// SPDX-License-Identifier: Apache-2.0
// Memory descriptors of the core, as the tests of its layout algebra make and walk them.
#ifndef DNNLET_TESTS_UNIT_MEMORY_DESCRIPTORS_H
#define DNNLET_TESTS_UNIT_MEMORY_DESCRIPTORS_H

#include <cstdint>
#include <string>
#include <vector>

#include "core/memory/memory_desc.h"

namespace dnnlet::test {

using index_t = std::vector<dim_t>;

struct tag_row {
  std::string name;  // without "dnnl_"
  dnnl_format_tag_t value;
};
/// The tags that are no alias of another, as tests/abi lists them: their names are layouts.
const std::vector<tag_row> &canonical_tags();

/// What the name of a tag says, read here and not by the core.
struct parsed_name {
  int ndims = 0;
  std::vector<int> order;  // dimensions, outermost first
  std::vector<dim_t> blocks;
  std::vector<int> block_dims;
};
parsed_name parse(const std::string &name);

/// Numbers that depend on the seed alone.
class dice {
 public:
  explicit dice(uint64_t seed) : state_(seed) {}
  uint64_t bits();
  dim_t below(dim_t count) { return dim_t(bits() % uint64_t(count)); }

 private:
  uint64_t state_;
};

/// Advances a row-major index; false after the last one.
bool next(index_t &index, const dim_t *extents);
index_t dims_of(const memory_desc &md);
index_t padded_dims_of(const memory_desc &md);

/// A shape for the tag whose blocked dimensions end inside a block, or not.
index_t shape_for(const parsed_name &layout, dice &d);
memory_desc tagged(const index_t &dims, dnnl_data_type_t type, dnnl_format_tag_t tag);

/// On machines of 32 bits, a descriptor may stand for more bytes than there are addresses.
inline size_t as_size(dim_t bytes) {
  return uint64_t(bytes) < SIZE_MAX ? size_t(bytes) : SIZE_MAX;
}

}  // namespace dnnlet::test

#endif
