// SPDX-License-Identifier: Apache-2.0
// Every format tag: what its name says, and that elements have places of their own.
#include <gtest/gtest.h>

#include <climits>

#include "core/memory/format_tag.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_debug.h"
#include "tests/unit/memory/descriptors.h"

namespace dnnlet::test {
namespace {

TEST(format_tags, all_are_known_by_name) {
  EXPECT_EQ(canonical_tags().size(), size_t(dnnl_format_tag_last - dnnl_a));
  for (const tag_row &row : canonical_tags()) EXPECT_EQ(row.name, tag_name(row.value)) << row.value;
  EXPECT_EQ(tag_name(dnnl_format_tag_undef), nullptr);
  EXPECT_EQ(tag_name(dnnl_format_tag_any), nullptr);
  EXPECT_EQ(tag_name(dnnl_format_tag_last), nullptr);
  EXPECT_EQ(tag_name(dnnl_format_tag_t(-1)), nullptr);
}

// Strides and blocks from the name: each dimension contains those behind it in the name, and all
// of them the blocks.
TEST(format_tags, layouts_are_as_the_names_say) {
  dice d(1);
  for (const tag_row &row : canonical_tags()) {
    const parsed_name name = parse(row.name);
    if (name.ndims > max_ndims) continue;
    SCOPED_TRACE(row.name);
    for (int trial = 0; trial < 4; ++trial) {
      const index_t dims = shape_for(name, d);
      const memory_desc md = tagged(dims, dnnl_f32, row.value);
      ASSERT_EQ(md.inner_nblks, int(name.blocks.size()));
      std::vector<dim_t> block(dims.size(), 1);
      dim_t stride = 1;
      for (size_t i = 0; i < name.blocks.size(); ++i) {
        EXPECT_EQ(md.blocked.inner_blks[i], name.blocks[i]);
        EXPECT_EQ(md.inner_idxs[i], name.block_dims[i]);
        EXPECT_EQ(inner_idxs_of(md)[i], name.block_dims[i]);
        block[size_t(name.block_dims[i])] *= name.blocks[i];
        stride *= name.blocks[i];
      }
      for (size_t i = name.order.size(); i-- > 0;) {
        const size_t e = size_t(name.order[i]);
        EXPECT_EQ(md.blocked.strides[e], stride);
        EXPECT_EQ(md.dims[e], dims[e]);
        EXPECT_EQ(padded_dims(md)[e], (dims[e] + block[e] - 1) / block[e] * block[e]);
        stride *= (dims[e] + block[e] - 1) / block[e];
      }
      EXPECT_EQ(size_of(md), size_t(stride) * sizeof(float));
      EXPECT_TRUE(has_tag(md, row.value));
      EXPECT_EQ(check_desc(md), dnnl_success);
    }
  }
}

TEST(format_tags, elements_have_places_of_their_own) {
  dice d(2);
  for (const tag_row &row : canonical_tags()) {
    const parsed_name name = parse(row.name);
    if (name.ndims > max_ndims) continue;
    const memory_desc md = tagged(shape_for(name, d), dnnl_s8, row.value);
    const dim_t count = elements(md, true);
    std::vector<bool> is_taken(size_t(count), false);
    index_t index(size_t(md.ndims), 0);
    do {
      const dim_t at = offset_of(md, index.data());
      ASSERT_TRUE(0 <= at && at < count) << row.name;
      ASSERT_FALSE(is_taken[size_t(at)]) << row.name;
      is_taken[size_t(at)] = true;
    } while (next(index, padded_dims(md)));
    EXPECT_TRUE(is_dense(md, true)) << row.name;
    EXPECT_EQ(is_dense(md), !has_padding(md)) << row.name;
  }
}

// C programs may pass any number for a tag; the sanitizers' build sees how it is looked up.
TEST(format_tags, any_number_may_be_asked_for) {
  for (const int number : {INT_MIN, -1, int(dnnl_format_tag_last), INT_MAX}) {
    const dnnl_dim_t shape[] = {2, 3};
    dnnl_memory_desc_t md = nullptr;
    EXPECT_EQ(dnnl_memory_desc_create_with_tag(&md, 2, shape, dnnl_f32, dnnl_format_tag_t(number)),
              dnnl_invalid_arguments)
        << number;
    EXPECT_NE(dnnl_fmt_tag2str(dnnl_format_tag_t(number)), nullptr) << number;
  }
}

TEST(format_tags, another_number_of_dimensions_does_not_fit) {
  const dim_t dims[DNNL_MAX_NDIMS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
  for (const tag_row &row : canonical_tags())
    for (int ndims = 1; ndims <= max_ndims; ++ndims) {
      memory_desc md = zero_md;
      const bool fits = init_by_tag(md, ndims, dims, dnnl_f32, row.value) == dnnl_success;
      EXPECT_EQ(fits, ndims == parse(row.name).ndims) << row.name;
    }
}

TEST(format_tags, runtime_dims_leave_strides_open) {
  dice d(3);
  for (const tag_row &row : canonical_tags()) {
    const parsed_name name = parse(row.name);
    if (name.ndims > max_ndims) continue;
    index_t dims = shape_for(name, d);
    const size_t open = size_t(d.below(dim_t(dims.size())));
    dims[open] = runtime_dim;
    const memory_desc md = tagged(dims, dnnl_f32, row.value);
    EXPECT_TRUE(has_runtime_dims(md));
    EXPECT_EQ(size_of(md), DNNL_RUNTIME_SIZE_VAL) << row.name;
    EXPECT_EQ(padded_dims(md)[open], runtime_dim);
    // What lies outside the open dimension has an open stride; the others are known.
    bool is_outside = true;
    for (const int e : name.order) {
      EXPECT_EQ(md.blocked.strides[e] == runtime_dim, is_outside && size_t(e) != open) << row.name;
      if (size_t(e) == open) is_outside = false;
    }
    EXPECT_EQ(check_desc(md), dnnl_success) << row.name;
  }
}

TEST(format_tags, like_another_descriptor) {
  dice d(4);
  for (const tag_row &row : canonical_tags()) {
    const parsed_name name = parse(row.name);
    if (name.ndims > max_ndims) continue;
    index_t dims = shape_for(name, d);
    // More than one block in each dimension: the strides of others do not say their order.
    for (dim_t &x : dims) x += 1;
    for (size_t i = 0; i < name.blocks.size(); ++i)
      dims[size_t(name.block_dims[i])] += 2 * name.blocks[i] * name.blocks[i];
    const memory_desc like = tagged(dims, dnnl_f32, row.value);
    memory_desc md = zero_md;
    md.ndims = like.ndims;
    md.data_type = dnnl_bf16;
    for (int e = 0; e < md.ndims; ++e) md.dims[e] = dims[size_t(e)] + 1;
    ASSERT_TRUE(set_layout_like(md, like)) << row.name;
    EXPECT_TRUE(has_tag(md, row.value)) << row.name;
  }
}

}  // namespace
}  // namespace dnnlet::test
