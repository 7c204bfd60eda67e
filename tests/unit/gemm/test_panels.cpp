// SPDX-License-Identifier: Apache-2.0
// Panels: which blocked layout the B of a GEMM has, whatever the dimensions of its tensor are.
#include <gtest/gtest.h>

#include <vector>

#include "plugins/drivers/gemm/panels.h"

namespace dnnlet::test {
namespace {

using drivers::extents_of;
using drivers::is_in_panels;
using drivers::panel_axes;
using drivers::panel_shape;
using drivers::set_panels;
using drivers::shape_panels;

memory_desc any_desc(const std::vector<dim_t> &dims, data_type type) {
  memory_desc md;
  EXPECT_EQ(init_by_tag(md, int(dims.size()), dims.data(), type, dnnl_format_tag_any),
            dnnl_success);
  return md;
}

constexpr dim_t lanes = 8, most_columns = 32;

// B's tensor in panels, and whether the layout is known again.
memory_desc in_panels(const std::vector<dim_t> &dims, const panel_axes &axes, dim_t step,
                      data_type type = dnnl_f32) {
  memory_desc md = any_desc(dims, type);
  const panel_shape shape = shape_panels(extents_of(md, axes), axes, step, lanes, most_columns);
  EXPECT_TRUE(set_panels(md, shape));
  EXPECT_TRUE(is_in_panels(md, shape));
  EXPECT_EQ(elements(md, true), shape.size());
  return md;
}

TEST(panels, weights_of_a_convolution_are_blocks_of_output_channels) {
  const panel_axes axes = {0, 0b1100, 0b0010, 0};  // oihw
  EXPECT_TRUE(has_tag(in_panels({64, 3, 5, 5}, axes, 1), dnnl_Ohwi32o));
  EXPECT_TRUE(has_tag(in_panels({64, 4, 5, 5}, axes, 2, dnnl_bf16), dnnl_OhwI32o2i));
}

TEST(panels, groups_come_first) {
  const panel_axes axes = {0b00001, 0b11000, 0b00100, 1};  // goihw
  EXPECT_TRUE(has_tag(in_panels({3, 32, 5, 3, 3}, axes, 1), dnnl_gOhwi32o));
}

TEST(panels, weights_of_matmul_are_blocks_of_columns_in_each_matrix) {
  const panel_axes axes = {0b0011, 0, 0b0100, 3};  // [batch][batch][k][n]
  const memory_desc md = in_panels({2, 3, 7, 40}, axes, 1);
  // 40 columns are 5 vectors, which are two panels of 32.
  const dim_t panel = 7 * 32, matrix = 2 * panel;
  EXPECT_EQ(md.inner_nblks, 1);
  EXPECT_EQ(md.inner_idxs[0], 3);
  EXPECT_EQ(md.blocked.inner_blks[0], 32);
  EXPECT_EQ(md.blocked.strides[0], 3 * matrix);
  EXPECT_EQ(md.blocked.strides[1], matrix);
  EXPECT_EQ(md.blocked.strides[3], panel);
  EXPECT_EQ(md.blocked.strides[2], 32);
}

TEST(panels, steps_of_several_elements_pad_what_is_summed) {
  const panel_axes axes = {0, 0, 0b01, 1};  // [k][n]
  const memory_desc md = in_panels({7, 8}, axes, 4, dnnl_s8);
  EXPECT_EQ(md.inner_nblks, 2);
  EXPECT_EQ(md.inner_idxs[1], 0);
  EXPECT_EQ(md.blocked.inner_blks[0], 8);
  EXPECT_EQ(md.blocked.inner_blks[1], 4);
  EXPECT_EQ(padded_dims(md)[0], 8);
}

TEST(panels, an_inner_product_may_sum_over_channels_and_space_together) {
  const panel_axes axes = {0, 0, 0b1110, 0};  // oihw, as src in nchw has it
  const memory_desc md = in_panels({16, 5, 2, 3}, axes, 1);
  EXPECT_TRUE(has_tag(md, dnnl_Oihw16o));
  const panel_shape shape = shape_panels(extents_of(md, axes), axes, 1, lanes, most_columns);
  EXPECT_EQ(shape.summed, 30);
  EXPECT_EQ(shape.taps, 1);
}

TEST(panels, no_more_vectors_than_columns_need) {
  const panel_axes axes = {0, 0, 0b01, 1};
  const memory_desc md = in_panels({5, 9}, axes, 1);
  EXPECT_EQ(md.blocked.inner_blks[0], 16);
  EXPECT_EQ(padded_dims(md)[1], 16);
}

}  // namespace
}  // namespace dnnlet::test
