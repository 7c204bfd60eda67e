// SPDX-License-Identifier: Apache-2.0
// What the micro-kernel API refuses.
#include <gtest/gtest.h>

#include "tests/unit/ukernel/problem.h"

namespace dnnlet::test {
namespace {

using type = data_type;

// What finalize() answers.
dnnl_status_t outcome(dnnl::ukernel::brgemm b) {
  return dnnl_brgemm_finalize(b.get());
}

TEST(ukernel_arguments, sizes_must_fit) {
  const auto f32 = [](int64_t m, int64_t n, int64_t k, int64_t ldb, int64_t ldc) {
    return outcome({m, n, k, 1, 8, ldb, ldc, type::f32, type::f32, type::f32});
  };
  EXPECT_EQ(f32(4, 16, 8, 16, 16), dnnl_success);
  EXPECT_EQ(f32(0, 16, 8, 16, 16), dnnl_invalid_arguments);
  EXPECT_EQ(f32(4, 0, 8, 16, 16), dnnl_invalid_arguments);
  EXPECT_EQ(f32(4, 16, -1, 16, 16), dnnl_invalid_arguments);
  EXPECT_EQ(f32(4, 16, 8, 15, 16), dnnl_invalid_arguments);
  EXPECT_EQ(f32(4, 16, 8, 16, 15), dnnl_invalid_arguments);
  EXPECT_EQ(f32(int64_t(1) << 40, 16, 8, 16, int64_t(1) << 40), dnnl_invalid_arguments);
  dnnl_brgemm_t made;
  EXPECT_EQ(dnnl_brgemm_create(&made, 4, 4, 4, 0, 4, 4, 4, dnnl_f32, dnnl_f32, dnnl_f32),
            dnnl_invalid_arguments);
}

TEST(ukernel_arguments, types_must_go_together) {
  const auto by = [](type a, type b, type c) { return outcome({4, 16, 8, 1, 8, 16, 16, a, b, c}); };
  EXPECT_EQ(by(type::bf16, type::bf16, type::f32), dnnl_success);
  EXPECT_EQ(by(type::bf16, type::f32, type::f32), dnnl_unimplemented);
  EXPECT_EQ(by(type::f32, type::s8, type::f32), dnnl_unimplemented);
  EXPECT_EQ(by(type::u8, type::s8, type::s32), dnnl_success);
  EXPECT_EQ(by(type::u8, type::s8, type::f32), dnnl_unimplemented);
  EXPECT_EQ(by(type::f64, type::f64, type::f64), dnnl_unimplemented);
}

TEST(ukernel_arguments, packing_follows_the_types) {
  const auto pack = dnnl::ukernel::brgemm::get_B_pack_type;
  EXPECT_EQ(pack(type::f32, type::f32), pack_type::no_trans);
  EXPECT_EQ(pack(type::f32, type::bf16), pack_type::no_trans);
  EXPECT_EQ(pack(type::bf16, type::bf16), pack_type::pack32);
  EXPECT_EQ(pack(type::s8, type::s8), pack_type::pack32);
  EXPECT_EQ(pack(type::bf16, type::f32), pack_type::undef);
}

TEST(ukernel_arguments, masks_and_post_ops_must_be_known) {
  const auto make = [] {
    return dnnl::ukernel::brgemm(4, 16, 8, 1, 8, 16, 16, type::u8, type::s8, type::s32);
  };
  auto b = make();
  EXPECT_EQ(dnnl_brgemm_set_A_scales(b.get(), -1), dnnl_invalid_arguments);
  b.set_A_scales(1);
  EXPECT_FALSE(b.finalize());
  b = make();
  b.set_B_scales(2);
  EXPECT_TRUE(b.finalize());
  b.set_B_scales(1);
  EXPECT_FALSE(b.finalize());
  b = make();
  dnnl::post_ops ops;
  ops.append_prelu(0);
  b.set_post_ops(16, type::f32, ops);
  EXPECT_FALSE(b.finalize());
  b = make();
  b.set_post_ops(15, type::f32);
  EXPECT_EQ(dnnl_brgemm_finalize(b.get()), dnnl_invalid_arguments);
  b.set_post_ops(16, type::f64);
  EXPECT_FALSE(b.finalize());
}

TEST(ukernel_arguments, what_is_missing_is_named) {
  dnnl::ukernel::brgemm b(1, 1, 1, 1, 1, 1, 1, type::f32, type::f32, type::f32);
  size_t size;
  float x = 1, y = 1, z = 0;
  const dnnl_dim_t offsets[2] = {0, 0};
  EXPECT_EQ(dnnl_brgemm_get_scratchpad_size(b.get(), &size), dnnl_invalid_arguments);
  EXPECT_EQ(dnnl_brgemm_generate(b.get()), dnnl_invalid_arguments);
  EXPECT_EQ(dnnl_brgemm_execute(b.get(), &x, &y, offsets, &z, &size), dnnl_invalid_arguments);
  ASSERT_TRUE(b.finalize());
  std::vector<char> scratchpad(b.get_scratchpad_size());
  ASSERT_FALSE(scratchpad.empty());
  void *const s = scratchpad.data();
  EXPECT_EQ(dnnl_brgemm_execute(b.get(), nullptr, &y, offsets, &z, s), dnnl_invalid_arguments);
  EXPECT_EQ(dnnl_brgemm_execute(b.get(), &x, nullptr, offsets, &z, s), dnnl_invalid_arguments);
  EXPECT_EQ(dnnl_brgemm_execute(b.get(), &x, &y, nullptr, &z, s), dnnl_invalid_arguments);
  EXPECT_EQ(dnnl_brgemm_execute(b.get(), &x, &y, offsets, nullptr, s), dnnl_invalid_arguments);
  EXPECT_EQ(dnnl_brgemm_execute(b.get(), &x, &y, offsets, &z, nullptr), dnnl_invalid_arguments);
  // Without post-ops there is nothing to take C to another D.
  float d = 0;
  const dnnl::ukernel::attr_params params;
  const auto with_d = [&](float *c, float *to) {
    return dnnl_brgemm_execute_postops(b.get(), &x, &y, offsets, c, to, s, params.get());
  };
  EXPECT_EQ(with_d(&z, &d), dnnl_runtime_error);
  EXPECT_EQ(with_d(&z, &z), dnnl_success);
  EXPECT_EQ(z, 1);
  b.set_A_scales(0);
  ASSERT_TRUE(b.finalize());
  scratchpad.resize(b.get_scratchpad_size());
  EXPECT_EQ(dnnl_brgemm_execute_postops(b.get(), &x, &y, offsets, &z, &d, scratchpad.data(),
                                        params.get()),
            dnnl_invalid_arguments);
}

TEST(ukernel_arguments, transforms_have_sizes_too) {
  dnnl_transform_t t;
  const auto make = [&](dnnl_dim_t k, dnnl_dim_t n, dnnl_pack_type_t pack, dnnl_dim_t in_ld,
                        dnnl_dim_t out_ld) {
    const dnnl_status_t s =
        dnnl_transform_create(&t, k, n, pack, in_ld, out_ld, dnnl_f32, dnnl_f32);
    if (s == dnnl_success) dnnl_transform_destroy(t);
    return s;
  };
  EXPECT_EQ(make(8, 16, dnnl_pack_type_no_trans, 16, 16), dnnl_success);
  EXPECT_EQ(make(8, 16, dnnl_pack_type_no_trans, 15, 16), dnnl_invalid_arguments);
  EXPECT_EQ(make(8, 16, dnnl_pack_type_trans, 8, 16), dnnl_success);
  EXPECT_EQ(make(8, 16, dnnl_pack_type_trans, 7, 16), dnnl_invalid_arguments);
  EXPECT_EQ(make(8, 16, dnnl_pack_type_pack32, 16, 16), dnnl_invalid_arguments);
  EXPECT_EQ(make(8, 16, dnnl_pack_type_no_trans, 16, 17), dnnl_invalid_arguments);
  EXPECT_EQ(make(0, 16, dnnl_pack_type_no_trans, 16, 16), dnnl_invalid_arguments);
}

}  // namespace
}  // namespace dnnlet::test
