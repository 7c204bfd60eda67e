// SPDX-License-Identifier: Apache-2.0
// Tensors in layouts of all kinds, chosen at random but the same on every machine.
#ifndef DNNLET_TESTS_UNIT_REORDER_LAYOUTS_H
#define DNNLET_TESTS_UNIT_REORDER_LAYOUTS_H

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/plugins.h"
#include "tests/support/tensor.h"

namespace dnnlet::test {

/// Numbers that depend on the seed alone.
class dice {
 public:
  explicit dice(uint64_t seed) : state_(seed) {}
  int64_t below(int64_t count);
  template <typename T>
  const T &one_of(const std::vector<T> &list) {
    return list[size_t(below(int64_t(list.size())))];
  }

 private:
  uint64_t state_;
};

struct described {
  std::string name;
  dnnl::memory::desc md;
};

/// A layout for a tensor: a format tag, strides with gaps in any order, or a part of a larger
/// tensor.
described random_layout(const dims &shape, data_type type, dice &d);
/// A shape of 1 to 6 dimensions with at most `most` elements, of odd sizes and whole blocks.
dims random_shape(int64_t most, dice &d);

/// Whether every byte of the buffer that belongs to no element is still fresh; 4-bit types apart.
::testing::AssertionResult gaps_are_untouched(placed &p, const dnnl::memory::desc &md);

/// Executes the reorder from `src` into a fresh tensor, or one that holds `old`, and checks that
/// the result is `expected`, that nothing beside it was written, and that src is as it was.
/// `others` are further arguments.
void check_reorder(const dnnl::reorder::primitive_desc &pd, const dnnl::stream &stream,
                   const dnnl::memory::desc &src_md, const tensor &src,
                   const dnnl::memory::desc &dst_md, const tensor &expected,
                   const tensor *old = nullptr,
                   const std::unordered_map<int, dnnl::memory> &others = {},
                   const tolerance &allowed = exact);

}  // namespace dnnlet::test

#endif
