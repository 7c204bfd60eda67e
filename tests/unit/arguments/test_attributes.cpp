// SPDX-License-Identifier: Apache-2.0
// Which arguments, types and groups the setters of attributes take.
#include "tests/unit/arguments/objects.h"

namespace dnnlet::test {
namespace {

TEST(attributes, zero_points_of_dst_are_s32) {
  for (const int arg : {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST})
    for (const type_t type : {type_t::s32, type_t::s8, type_t::u8, type_t::s4, type_t::u4}) {
      const bool taken = arg != DNNL_ARG_DST || type == type_t::s32;
      dnnl::primitive_attr attr;
      EXPECT_EQ(outcome_of([&] { attr.set_zero_points(arg, 2, {}, type); }).status,
                taken ? dnnl_success : dnnl_invalid_arguments)
          << arg;
    }
}

TEST(attributes, groups_of_scales_need_a_mask) {
  dnnl::primitive_attr attr;
  EXPECT_EQ(outcome_of([&] { attr.set_scales(DNNL_ARG_SRC, 3, {2, 1}); }).status, dnnl_success);
  EXPECT_TRUE(refuses("mask", dnnl_invalid_arguments, [&] {
    attr.set_scales(DNNL_ARG_SRC, 0, {2, 1});
  }));
  // Those of zero points have no say then, as in oneDNN.
  EXPECT_EQ(outcome_of([&] {
              attr.set_zero_points(DNNL_ARG_SRC, 0, {2, 1});
            }).status,
            dnnl_success);
}

TEST(attributes, rounding_as_usual_is_for_every_argument) {
  dnnl::primitive_attr attr;
  const auto usual = dnnl::rounding_mode::environment, stochastic = dnnl::rounding_mode::stochastic;
  EXPECT_EQ(outcome_of([&] { attr.set_rounding_mode(DNNL_ARG_SRC, usual); }).status, dnnl_success);
  EXPECT_EQ(outcome_of([&] { attr.set_rounding_mode(DNNL_ARG_DST, stochastic); }).status,
            dnnl_success);
  EXPECT_TRUE(refuses("only for dst", dnnl_invalid_arguments,
                      [&] { attr.set_rounding_mode(DNNL_ARG_SRC, stochastic); }));
}

TEST(attributes, padding_of_a_depthwise_post_op_leaves_some_of_its_kernel) {
  for (const dnnl_dim_t padding : {0, 1, 2, 3, 4}) {
    dnnl::post_ops ops;
    EXPECT_EQ(outcome_of([&] {
                ops.append_dw(type_t::f32, type_t::f32, type_t::f32, 3, 1, padding);
              }).status,
              padding < 3 ? dnnl_success : dnnl_invalid_arguments)
        << padding;
  }
}

// As in oneDNN, a condition may be given to what reads none.
TEST(attributes, conditions_that_are_not_read) {
  const dnnl::memory::desc src({2, 3}, type_t::f32, tag_t::ab),
      condition({2, 3}, type_t::s8, tag_t::ab);
  dnnl::post_ops ops;
  EXPECT_EQ(
      outcome_of([&] { ops.append_binary(dnnl::algorithm::binary_add, src, condition); }).status,
      dnnl_success);
  EXPECT_EQ(outcome_of([&] { ops.append_binary(dnnl::algorithm::binary_select, src); }).status,
            dnnl_invalid_arguments);
}

// Its elements are not where an index says.
TEST(attributes, operands_are_not_sparse) {
  const auto csr = dnnl::memory::desc::csr({2, 3}, type_t::f32, 1, type_t::s32, type_t::s32);
  dnnl::post_ops ops;
  EXPECT_EQ(outcome_of([&] { ops.append_binary(dnnl::algorithm::binary_add, csr); }).status,
            dnnl_unimplemented);
  EXPECT_EQ(ops.len(), 0);
}

}  // namespace
}  // namespace dnnlet::test
