// SPDX-License-Identifier: Apache-2.0
// The life of an operation descriptor: wrong arguments, copies, and all kernels one by one.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/unit/op_desc/descriptors.h"

namespace dnnlet::test {
namespace {

dnnl_eltwise_desc_t relu_desc() {
  dnnl_eltwise_desc_t desc;
  const tensor_desc data({2, 3, 4, 5});  // gone when this returns
  EXPECT_EQ(
      dnnl_eltwise_forward_desc_init(&desc, dnnl_forward_training, dnnl_eltwise_relu, data, 0, 0),
      dnnl_success);
  return desc;
}

made make(const void *desc, const dnnl::primitive_attr &attr = {}) {
  return made::by([&](dnnl_primitive_desc_t *pd) {
    return dnnl_primitive_desc_create(pd, desc, attr.get(), cpu(), nullptr);
  });
}

TEST(op_desc, is_data_that_can_be_copied) {
  const dnnl_eltwise_desc_t desc = relu_desc();
  EXPECT_EQ(desc.operation.primitive_kind, dnnl_eltwise);
  EXPECT_EQ(desc.operation.prop_kind, dnnl_forward_training);
  EXPECT_EQ(desc.operation.alg_kind, dnnl_eltwise_relu);
  dnnl_eltwise_desc_t copy;
  std::memcpy(&copy, &desc, sizeof(desc));
  EXPECT_EQ(make(&desc).status, dnnl_success);
  EXPECT_EQ(text_of(make(&copy)), text_of(make(&desc)));
}

TEST(op_desc, goes_with_any_attributes) {
  const dnnl_eltwise_desc_t desc = relu_desc();
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const made m = make(&desc, attr);
  ASSERT_EQ(m.status, dnnl_success);
  EXPECT_EQ(m.pd.get_primitive_attr().get_scratchpad_mode(), dnnl::scratchpad_mode::user);
}

TEST(op_desc, must_have_been_initialised) {
  EXPECT_EQ(make(nullptr).status, dnnl_invalid_arguments);
  dnnl_convolution_desc_t desc = {};
  EXPECT_EQ(make(&desc).status, dnnl_invalid_arguments);
  desc.operation.primitive_kind = dnnl_convolution;
  EXPECT_EQ(make(&desc).status, dnnl_invalid_arguments);
}

TEST(op_desc, arrays_must_be_given) {
  const tensor_desc src({1, 2, 4, 4}), dst({1, 2, 2, 2});
  const dnnl_dims_t twos = {2, 2}, zeros = {0, 0};
  dnnl_pooling_desc_t desc;
  const auto init = [&](dnnl_pooling_desc_t *d, const dnnl_dim_t *strides, const dnnl_dim_t *kernel,
                        const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r) {
    return dnnl_pooling_forward_desc_init(d, dnnl_forward_inference, dnnl_pooling_max, src, dst,
                                          strides, kernel, padding_l, padding_r);
  };
  EXPECT_EQ(init(nullptr, twos, twos, zeros, zeros), dnnl_invalid_arguments);
  EXPECT_EQ(init(&desc, nullptr, twos, zeros, zeros), dnnl_invalid_arguments);
  EXPECT_EQ(init(&desc, twos, nullptr, zeros, zeros), dnnl_invalid_arguments);
  EXPECT_EQ(init(&desc, twos, twos, nullptr, zeros), dnnl_invalid_arguments);
  EXPECT_EQ(init(&desc, twos, twos, zeros, nullptr), dnnl_success);
  EXPECT_NE(make(&desc).status, dnnl_invalid_arguments);
}

TEST(op_desc, what_is_wrong_shows_when_it_is_made) {
  const tensor_desc src({2, 3, 4, 5}), other({2, 4, 4, 5}), none({});
  dnnl_lrn_desc_t desc;
  ASSERT_EQ(dnnl_lrn_v2_forward_desc_init(&desc, dnnl_forward_training, dnnl_lrn_across_channels,
                                          src, other, 5, 1, 0.75f, 1),
            dnnl_success);
  EXPECT_EQ(make(&desc).status, dnnl_invalid_arguments);
  ASSERT_EQ(dnnl_lrn_forward_desc_init(&desc, dnnl_forward_training, dnnl_lrn_across_channels,
                                       nullptr, 5, 1, 0.75f, 1),
            dnnl_success);
  EXPECT_EQ(make(&desc).status, dnnl_invalid_arguments);
}

// The iterator goes the way of dnnl_primitive_desc_next_impl.
TEST(op_desc, iterator_visits_every_kernel) {
  const dnnl_eltwise_desc_t desc = relu_desc();
  made walked = make(&desc);
  dnnl_primitive_desc_iterator_t iterator;
  ASSERT_EQ(dnnl_primitive_desc_iterator_create(&iterator, &desc, nullptr, cpu(), nullptr),
            dnnl_success);
  int kernels = 0;
  for (bool there = true; there; ++kernels) {
    dnnl::primitive_desc_base fetched;
    fetched.reset(dnnl_primitive_desc_iterator_fetch(iterator));
    ASSERT_TRUE(fetched.get());
    EXPECT_STREQ(fetched.impl_info_str(), walked.pd.impl_info_str());
    there = dnnl_primitive_desc_next_impl(walked.pd.get()) == dnnl_success;
    EXPECT_EQ(dnnl_primitive_desc_iterator_next(iterator),
              there ? dnnl_success : dnnl_last_impl_reached);
  }
  EXPECT_GE(kernels, 2);
  EXPECT_EQ(dnnl_primitive_desc_iterator_next(iterator), dnnl_last_impl_reached);
  EXPECT_EQ(dnnl_primitive_desc_iterator_fetch(iterator), nullptr);
  EXPECT_EQ(dnnl_primitive_desc_iterator_destroy(iterator), dnnl_success);
  EXPECT_EQ(dnnl_primitive_desc_iterator_destroy(nullptr), dnnl_success);
  EXPECT_EQ(dnnl_primitive_desc_iterator_create(&iterator, nullptr, nullptr, cpu(), nullptr),
            dnnl_invalid_arguments);
}

}  // namespace
}  // namespace dnnlet::test
