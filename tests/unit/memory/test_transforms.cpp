// SPDX-License-Identifier: Apache-2.0
// Parts, reshapes and permutations of a tensor: every element stays where it was.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/memory/descriptors.h"

namespace dnnlet::test {
namespace {

// A tensor in the layout of a tag, or with strides and gaps.
memory_desc random_desc(dice &d) {
  if (d.below(3) > 0) {
    for (;;) {
      const tag_row &row = canonical_tags()[size_t(d.below(dim_t(canonical_tags().size())))];
      const parsed_name name = parse(row.name);
      if (name.ndims <= max_ndims) return tagged(shape_for(name, d), dnnl_f32, row.value);
    }
  }
  const int ndims = int(1 + d.below(5));
  index_t dims(size_t(ndims), 0), strides(size_t(ndims), 0);
  for (dim_t &x : dims) x = 1 + d.below(6);
  dim_t stride = 1 + d.below(2);
  for (size_t e = dims.size(); e-- > 0;) {
    strides[e] = stride;
    stride = stride * dims[e] + (d.below(3) == 0 ? d.below(4) : 0);
  }
  memory_desc md;
  EXPECT_EQ(init_by_strides(md, ndims, dims.data(), dnnl_f32, strides.data()), dnnl_success);
  return md;
}

std::vector<dim_t> offsets_in_order(const memory_desc &md) {
  std::vector<dim_t> offsets;
  index_t index(size_t(md.ndims), 0);
  do offsets.push_back(offset_of(md, index.data()));
  while (next(index, md.dims));
  return offsets;
}

TEST(submemory, elements_are_those_of_the_parent) {
  dice d(11);
  int made = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const memory_desc parent = random_desc(d);
    dim_t blocks[max_ndims];
    block_sizes(parent, blocks);
    index_t dims(size_t(parent.ndims)), offsets(dims.size());
    bool is_aligned = true;
    for (size_t e = 0; e < dims.size(); ++e) {
      offsets[e] = d.below(parent.dims[e]);
      if (d.below(4) > 0) offsets[e] -= offsets[e] % blocks[e];
      dims[e] = 1 + d.below(parent.dims[e] - offsets[e]);
      is_aligned = is_aligned && offsets[e] % blocks[e] == 0;
    }
    memory_desc md;
    const status s = init_submemory(md, parent, dims.data(), offsets.data());
    ASSERT_EQ(s, is_aligned ? dnnl_success : dnnl_unimplemented);
    if (!is_aligned) continue;
    ++made;
    index_t index(dims.size(), 0), in_parent(dims.size());
    do {
      for (size_t e = 0; e < dims.size(); ++e) in_parent[e] = index[e] + offsets[e];
      ASSERT_EQ(offset_of(md, index.data()), offset_of(parent, in_parent.data()));
      // The buffer that it asks for, from offset0 on, holds it.
      ASSERT_LT(offset_of(md, index.data()) - md.offset0, dim_t(size_of(md) / sizeof(float)));
    } while (next(index, padded_dims(md)));
    EXPECT_EQ(check_desc(md), dnnl_success);
  }
  EXPECT_GT(made, 500);
}

// The stride is half of what there is: an offset more, and the end of the part is no number.
TEST(submemory, an_offset_that_overflows_is_refused) {
  const dim_t dims[] = {2, 5}, strides[] = {INT64_MAX / 2, 1}, part[] = {2, 1}, at[] = {0, 4};
  memory_desc parent, md;
  ASSERT_EQ(init_by_strides(parent, 2, dims, dnnl_u8, strides), dnnl_success);
  EXPECT_EQ(init_submemory(md, parent, part, at), dnnl_invalid_arguments);
}

TEST(submemory, refuses_what_lies_outside) {
  const memory_desc parent = tagged({4, 20}, dnnl_f32, dnnl_ab);
  memory_desc md;
  const auto part = [&](dim_t a, dim_t b, dim_t x, dim_t y) {
    const dim_t dims[] = {a, b}, offsets[] = {x, y};
    return init_submemory(md, parent, dims, offsets);
  };
  EXPECT_EQ(part(4, 20, 0, 0), dnnl_success);
  EXPECT_EQ(part(0, 20, 4, 0), dnnl_success);
  EXPECT_EQ(part(4, 20, 0, 1), dnnl_invalid_arguments);
  EXPECT_EQ(part(-1, 20, 0, 0), dnnl_invalid_arguments);
  EXPECT_EQ(part(1, 20, -1, 0), dnnl_invalid_arguments);
  EXPECT_EQ(part(INT64_MAX, 20, 1, 0), dnnl_invalid_arguments);
  EXPECT_EQ(part(1, 1, INT64_MAX, INT64_MAX), dnnl_invalid_arguments);
  const dim_t two[] = {2, 2};
  EXPECT_EQ(init_submemory(md, parent, nullptr, two), dnnl_invalid_arguments);
  EXPECT_EQ(init_submemory(md, parent, two, nullptr), dnnl_invalid_arguments);
  EXPECT_EQ(init_submemory(md, zero_md, nullptr, nullptr), dnnl_unimplemented);
}

// The same volume in other factors, at random.
index_t refactored(dim_t volume, dice &d) {
  index_t dims;
  while (volume > 1 && dims.size() + 1 < size_t(max_ndims)) {
    std::vector<dim_t> divisors;
    for (dim_t x = 1; x <= volume; ++x)
      if (volume % x == 0) divisors.push_back(x);
    dims.push_back(divisors[size_t(d.below(dim_t(divisors.size())))]);
    volume /= dims.back();
  }
  dims.push_back(volume);
  return dims;
}

TEST(reshape, elements_keep_their_order_and_places) {
  dice d(12);
  int made = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const memory_desc from = random_desc(d);
    const index_t dims = refactored(elements(from), d);
    memory_desc md;
    if (init_reshaped(md, from, int(dims.size()), dims.data()) != dnnl_success) continue;
    ++made;
    ASSERT_EQ(dims_of(md), dims);
    ASSERT_EQ(offsets_in_order(md), offsets_in_order(from));
    EXPECT_EQ(check_desc(md), dnnl_success);
  }
  EXPECT_GT(made, 500);
}

TEST(reshape, what_can_be_done_is_done) {
  struct step {
    memory_desc from;
    index_t to;
    bool can;
  };
  const std::vector<step> steps = {
      {tagged({2, 3, 4}, dnnl_f32, dnnl_abc), {6, 4}, true},
      {tagged({2, 3, 4}, dnnl_f32, dnnl_abc), {24}, true},
      {tagged({2, 12}, dnnl_f32, dnnl_ab), {2, 3, 4}, true},
      {tagged({2, 12}, dnnl_f32, dnnl_ba), {2, 3, 4}, true},
      {tagged({2, 12}, dnnl_f32, dnnl_ba), {24}, false},
      {tagged({2, 3, 4, 5}, dnnl_f32, dnnl_acdb), {2, 3, 20}, true},
      {tagged({2, 3, 4, 5}, dnnl_f32, dnnl_acdb), {6, 4, 5}, false},
      {tagged({2, 20, 4, 5}, dnnl_f32, dnnl_aBcd16b), {2, 20, 20}, true},
      {tagged({2, 20, 4, 5}, dnnl_f32, dnnl_aBcd16b), {2, 4, 5, 4, 5}, false},
      {tagged({2, 20, 4, 5}, dnnl_f32, dnnl_aBcd16b), {2, 20, 4, 5, 1}, true},
      {tagged({2, 20, 4, 5}, dnnl_f32, dnnl_aBcd16b), {1, 2, 1, 20, 4, 5}, true},
      {tagged({1, 20, 1, 1}, dnnl_f32, dnnl_abcd), {20}, true},
      {tagged({1, 1}, dnnl_f32, dnnl_ab), {}, true},
      {tagged({1, 1}, dnnl_f32, dnnl_AB16b16a), {}, false},
      {tagged({4, 5}, dnnl_f32, dnnl_ab), {}, false},
      {tagged({4, 5}, dnnl_f32, dnnl_ab), {4, 6}, false},
      {tagged({4, 5}, dnnl_f32, dnnl_ab), {-4, -5}, false},
      // Ones come and go, and without elements the same rules hold.
      {tagged({0, 5}, dnnl_f32, dnnl_ab), {5, 0, 3}, false},
      {tagged({0, 6}, dnnl_f32, dnnl_ab), {0, 1, 2, 3}, true},
      {tagged({2, 3, 0, 2}, dnnl_f32, dnnl_cdba), {6, 0, 2}, false},
      {tagged({31, 1, 0, 2}, dnnl_f32, dnnl_Abcd16a), {1, 31, 0, 2, 1}, true},
      {tagged({1, 3, 4, 5, 6}, dnnl_f32, dnnl_aBCde16c16b), {3, 4, 5, 6}, true},
      {tagged({2, 1, 4, 5}, dnnl_f32, dnnl_aBcd16b), {2, 20}, false},
      {tagged({2, 1, 4, 5}, dnnl_f32, dnnl_aBcd16b), {2, 1, 20}, true}};
  for (size_t i = 0; i < steps.size(); ++i) {
    memory_desc md;
    const status s = init_reshaped(md, steps[i].from, int(steps[i].to.size()), steps[i].to.data());
    EXPECT_EQ(s == dnnl_success, steps[i].can) << "step " << i;
  }
}

TEST(reshape, blocks_follow_their_dimension) {
  const dim_t dims[] = {1, 31, 0, 2, 1}, four[] = {3, 4, 5, 6};
  memory_desc md;
  ASSERT_EQ(init_reshaped(md, tagged({31, 1, 0, 2}, dnnl_f32, dnnl_Abcd16a), 5, dims),
            dnnl_success);
  EXPECT_TRUE(has_tag(md, dnnl_aBcde16b));
  ASSERT_EQ(init_reshaped(md, tagged({1, 3, 4, 5, 6}, dnnl_f32, dnnl_aBCde16c16b), 4, four),
            dnnl_success);
  EXPECT_TRUE(has_tag(md, dnnl_ABcd16b16a));
}

// There is no room for their padded dims.
TEST(reshape, blocks_among_many_dimensions_are_refused) {
  const dim_t seven[] = {1, 1, 2, 20, 3, 1, 4};
  const int64_t most = max_split_ndims;
  memory_desc md;
  EXPECT_EQ(init_reshaped(md, tagged({2, 20, 3, 4}, dnnl_f32, dnnl_aBcd16b), 7, seven),
            max_ndims < 7 ? dnnl_invalid_arguments : dnnl_unimplemented);
  EXPECT_EQ(
      init_reshaped(md, tagged({2, 20, 3, 4}, dnnl_f32, dnnl_aBcd16b), int(most), seven + 7 - most),
      dnnl_success);
}

TEST(reshape, volumes_that_overflow_are_refused) {
  memory_desc md;
  const dim_t one = 1, huge[] = {INT64_MAX, INT64_MAX};
  EXPECT_EQ(init_by_tag(md, 2, huge, dnnl_f32, dnnl_format_tag_any), dnnl_invalid_arguments);
  EXPECT_EQ(init_reshaped(md, tagged({1}, dnnl_f32, dnnl_a), 2, huge), dnnl_invalid_arguments);
  EXPECT_EQ(init_reshaped(md, tagged({INT64_MAX}, dnnl_u8, dnnl_a), 1, &one),
            dnnl_invalid_arguments);
}

TEST(permute_axes, runtime_dims_are_refused) {
  const int swapped[] = {1, 0};
  memory_desc md;
  EXPECT_EQ(init_permuted(md, tagged({runtime_dim, 4}, dnnl_f32, dnnl_ab), swapped),
            dnnl_invalid_arguments);
}

TEST(permute_axes, elements_keep_their_places) {
  dice d(13);
  for (int trial = 0; trial < 2000; ++trial) {
    const memory_desc from = random_desc(d);
    std::vector<int> permutation(size_t(from.ndims), 0);
    for (size_t i = 0; i < permutation.size(); ++i) permutation[i] = int(i);
    for (size_t i = permutation.size(); i-- > 1;)
      std::swap(permutation[i], permutation[size_t(d.below(dim_t(i) + 1))]);
    memory_desc md, back;
    ASSERT_EQ(init_permuted(md, from, permutation.data()), dnnl_success);
    index_t index(permutation.size(), 0), permuted(permutation.size());
    do {
      for (size_t e = 0; e < index.size(); ++e) permuted[size_t(permutation[e])] = index[e];
      ASSERT_EQ(offset_of(md, permuted.data()), offset_of(from, index.data()));
    } while (next(index, padded_dims(from)));
    std::vector<int> inverse(permutation.size());
    for (size_t e = 0; e < inverse.size(); ++e) inverse[size_t(permutation[e])] = int(e);
    ASSERT_EQ(init_permuted(back, md, inverse.data()), dnnl_success);
    EXPECT_TRUE(equal(back, from));
  }
}

TEST(permute_axes, refuses_what_is_no_permutation) {
  const memory_desc from = tagged({2, 3, 4}, dnnl_f32, dnnl_abc);
  memory_desc md;
  const int twice[] = {0, 1, 1}, outside[] = {0, 1, 3}, negative[] = {0, -1, 2};
  EXPECT_EQ(init_permuted(md, from, twice), dnnl_invalid_arguments);
  EXPECT_EQ(init_permuted(md, from, outside), dnnl_invalid_arguments);
  EXPECT_EQ(init_permuted(md, from, negative), dnnl_invalid_arguments);
  EXPECT_EQ(init_permuted(md, from, nullptr), dnnl_invalid_arguments);
}

// As in oneDNN, an extent of zero counts as one where the layout is open.
TEST(reshape, open_layouts_without_elements) {
  const auto reshaped = [](const index_t &from, const index_t &to) {
    memory_desc md, out;
    EXPECT_EQ(init_by_tag(md, int(from.size()), from.data(), dnnl_f32, dnnl_format_tag_any),
              dnnl_success);
    return init_reshaped(out, md, int(to.size()), to.data());
  };
  EXPECT_EQ(reshaped({0, 3}, {3, 0}), dnnl_success);
  EXPECT_EQ(reshaped({0, 3}, {3}), dnnl_success);
  EXPECT_EQ(reshaped({0, 3}, {0}), dnnl_invalid_arguments);
  EXPECT_EQ(reshaped({0, 3}, {0, 5}), dnnl_invalid_arguments);
  EXPECT_EQ(reshaped({1}, {0}), dnnl_success);
}

}  // namespace
}  // namespace dnnlet::test
