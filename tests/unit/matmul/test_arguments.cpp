// SPDX-License-Identifier: Apache-2.0
// What matmul refuses, and how it says so.
#include "tests/unit/arguments/objects.h"
#include "tests/unit/matmul/cases.h"

namespace dnnlet::test {
namespace {

using dt = data_type;
constexpr auto invalid = dnnl_invalid_arguments, unimplemented = dnnl_unimplemented;

std::function<void()> creating(const matmul_descs &d, const dnnl::primitive_attr &attr = {}) {
  return [=] { matmul_desc(cpu(), d, attr, false); };
}
matmul_descs descs(const dims &src, const dims &weights, const dims &dst, dt type = dt::f32) {
  return {plain(src, type), plain(weights, type), plain(dst, type)};
}

TEST(matmul_arguments, shapes) {
  EXPECT_TRUE(refuses("K is 3", invalid, creating(descs({2, 3}, {4, 5}, {2, 5}))));
  EXPECT_TRUE(refuses("M is 2", invalid, creating(descs({2, 3}, {3, 5}, {3, 5}))));
  EXPECT_TRUE(refuses("N is 5", invalid, creating(descs({2, 3}, {3, 5}, {2, 6}))));
  EXPECT_TRUE(refuses("dimensions", invalid, creating(descs({2, 3}, {1, 3, 5}, {2, 5}))));
  EXPECT_TRUE(refuses("dimensions", invalid, creating(descs({2}, {2}, {2}))));
  EXPECT_TRUE(refuses("dim 0", invalid, creating(descs({2, 2, 3}, {3, 3, 5}, {3, 2, 5}))));
  EXPECT_TRUE(refuses("dim 0", invalid, creating(descs({1, 2, 3}, {3, 3, 5}, {1, 2, 5}))));
  matmul_descs d = descs({2, 3}, {3, 5}, {2, 5});
  d.bias = plain({1, 4}, dt::f32);
  EXPECT_TRUE(refuses("bias", invalid, creating(d)));
  d.bias = plain({5}, dt::f32);
  EXPECT_TRUE(refuses("bias", invalid, creating(d)));
}

TEST(matmul_arguments, types) {
  const auto with = [](dt src, dt weights, dt dst) {
    return creating({plain({4, 32}, src), plain({32, 8}, weights), plain({4, 8}, dst)});
  };
  EXPECT_TRUE(refuses("summed up", invalid, with(dt::f32, dt::f64, dt::f32)));
  EXPECT_TRUE(refuses("summed up", invalid, with(dt::s32, dt::s8, dt::s32)));
  EXPECT_TRUE(refuses("together", unimplemented, with(dt::f64, dt::f64, dt::f64)));
  EXPECT_TRUE(refuses("together", unimplemented, with(dt::bf16, dt::f32, dt::f32)));
  EXPECT_TRUE(refuses("together", unimplemented, with(dt::f32, dt::s8, dt::f32)));
  EXPECT_TRUE(refuses("together", unimplemented, with(dt::f32, dt::f32, dt::s32)));
  EXPECT_TRUE(refuses("together", unimplemented, with(dt::f16, dt::f16, dt::bf16)));
  // Rows of three and a half bytes.
  EXPECT_TRUE(
      refuses("4-bit", invalid,
              creating({plain({4, 32}, dt::s8), plain({32, 7}, dt::s4), plain({4, 7}, dt::f32)})));
}

struct wrong_values {
  const char *part;
  dt src, weights;
  bool is_scale;
  int arg, mask;
  dims groups;
  dt type;
};
TEST(matmul_arguments, scales_and_zero_points) {
  const int src = DNNL_ARG_SRC, weights = DNNL_ARG_WEIGHTS, dst = DNNL_ARG_DST;
  const wrong_values all[] = {
      {"mask", dt::s8, dt::s8, true, src, 1, {}, dt::f32},
      {"no groups", dt::s8, dt::s8, true, src, 2, {}, dt::f32},
      {"groups", dt::f32, dt::f32, true, weights, 3, {32, 1}, dt::f32},
      {"divide", dt::s8, dt::s8, true, weights, 3, {24, 1}, dt::f32},
      {"must be 1", dt::s8, dt::s8, true, weights, 3, {32, 2}, dt::f32},
      {"dimensions", dt::s8, dt::s8, true, weights, 3, {1, 32, 1}, dt::f32},
      {"mask", dt::s8, dt::s8, true, dst, 1, {}, dt::f32},
      {"not of integers", dt::f32, dt::f32, false, src, 0, {}, dt::s32},
      {"not of integers", dt::f32, dt::f32, false, weights, 0, {}, dt::s32},
      {"not of integers", dt::f32, dt::f32, false, dst, 0, {}, dt::s32},
      {"mask", dt::s8, dt::s8, false, src, 1, {}, dt::s32},
      {"multiple of 32", dt::s8, dt::s8, false, src, 3, {1, 16}, dt::s32},
      {"along N", dt::s8, dt::s8, false, weights, 3, {1, 2}, dt::s32},
      {"mask", dt::s8, dt::s8, false, dst, 1, {}, dt::s32},
  };
  for (const wrong_values &w : all) {
    dnnl::primitive_attr attr;
    if (w.is_scale)
      attr.set_scales(w.arg, w.mask, w.groups, w.type);
    else
      attr.set_zero_points(w.arg, w.mask, w.groups, w.type);
    EXPECT_TRUE(refuses(
        w.part, unimplemented,
        creating({plain({4, 64}, w.src), plain({64, 8}, w.weights), plain({4, 8}, dt::f32)}, attr)))
        << w.part << ", mask " << w.mask << " of argument " << w.arg;
  }
}

TEST(matmul_arguments, precomputed_reductions) {
  const auto with = [](dt type, bool has_zero_points, int mask, const dims &groups) {
    dnnl::primitive_attr attr;
    if (has_zero_points) attr.set_zero_points(DNNL_ARG_WEIGHTS, 3, {32, 1}, dt::s32);
    attr.set_precomputed_reductions(DNNL_ARG_SRC, mask, groups, dt::s32);
    return creating({plain({4, 96}, type), plain({96, 8}, dt::s8), plain({4, 8}, dt::f32)}, attr);
  };
  EXPECT_TRUE(refuses("zero points", unimplemented, with(dt::s8, false, 3, {1, 32})));
  EXPECT_TRUE(refuses("mask", unimplemented, with(dt::s8, true, 2, {1, 32})));
  EXPECT_TRUE(refuses("neither", unimplemented, with(dt::s8, true, 3, {1, 48})));
}

TEST(matmul_arguments, post_ops) {
  dnnl::post_ops ops;
  ops.append_binary(dnnl::algorithm::binary_add, plain({3, 1}, dt::f32));
  dnnl::primitive_attr attr;
  attr.set_post_ops(ops);
  EXPECT_TRUE(refuses("post-op 0", invalid, creating(descs({4, 3}, {3, 5}, {4, 5}), attr)));
  ops = {};
  ops.append_sum(1, 0, dt::s8);
  attr.set_post_ops(ops);
  EXPECT_TRUE(refuses("sum", unimplemented, creating(descs({4, 3}, {3, 5}, {4, 5}), attr)));
}

// Values that are missing, too few, or of another type.
TEST(matmul_arguments, memories_of_values) {
  dnnl::primitive_attr attr;
  attr.set_scales_mask(DNNL_ARG_WEIGHTS, 2);
  const matmul_descs d = descs({4, 3}, {3, 5}, {4, 5});
  const dnnl::matmul primitive(matmul_desc(cpu(), d, attr));
  const auto with = [&](int64_t n, dt type) {
    return [&, n, type] {
      std::unordered_map<int, dnnl::memory> memories = {
          {DNNL_ARG_SRC, dnnl::memory(d.src, cpu())},
          {DNNL_ARG_WEIGHTS, dnnl::memory(d.weights, cpu())},
          {DNNL_ARG_DST, dnnl::memory(d.dst, cpu())}};
      if (n > 0)
        memories.emplace(DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS,
                         dnnl::memory(desc({n}, type, format::a), cpu()));
      dnnl::stream stream(cpu());
      primitive.execute(stream, memories);
    };
  };
  EXPECT_TRUE(refuses("missing", invalid, with(0, dt::f32)));
  EXPECT_TRUE(refuses("expected 5", invalid, with(4, dt::f32)));
  EXPECT_TRUE(refuses("data type", invalid, with(5, dt::bf16)));
  EXPECT_TRUE(ends_well(with(5, dt::f32)));
}

}  // namespace
}  // namespace dnnlet::test
