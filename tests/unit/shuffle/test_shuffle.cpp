// SPDX-License-Identifier: Apache-2.0
// Shuffles on every plugin, both directions: axes, groups, layouts, types, threads, wrong
// arguments.
#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {
namespace {

using dnnl::memory;
using format = memory::format_tag;

const all_rows_run forward_rows(dnnl_shuffle, dnnl_forward, shuffle_forward_kernels),
    backward_rows(dnnl_shuffle, dnnl_backward, shuffle_backward_kernels);

// Element r * group + g of the axis goes to g * (extent / group) + r.
tensor shuffled(const tensor &x, int axis, int64_t group) {
  tensor y = x;
  dims index(x.shape.size(), 0);
  const int64_t rows = x.shape[size_t(axis)] / group;
  do {
    dims at = index;
    int64_t &c = at[size_t(axis)];
    c = c % group * rows + c / group;
    y.at(at) = x.at(index);
  } while (next_index(index, x.shape));
  return y;
}

class shuffle : public testing::TestWithParam<std::string> {
 protected:
  void check(const memory::desc &md, int axis, int64_t group) {
    SCOPED_TRACE(text(md.get_dims()) + " axis " + std::to_string(axis) + " group " +
                 std::to_string(group) + " " + name_of(md.get_data_type()));
    const tensor x = random_tensor(md.get_dims(), md.get_data_type(), 1, {0, 96, 96});
    const tensor y = shuffled(x, axis, group);
    const auto forward = [&] {
      return dnnl::shuffle_forward::primitive_desc(engine_, dnnl::prop_kind::forward_training, md,
                                                   md, axis, int(group));
    };
    EXPECT_GE(
        for_each_implementation(forward, GetParam() + ":",
                                [&](const auto &pd) {
                                  const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4);
                                  EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), y));
                                }),
        1);
    EXPECT_GE(for_each_implementation(
                  [&] {
                    return dnnl::shuffle_backward::primitive_desc(engine_, md, md, axis, int(group),
                                                                  forward());
                  },
                  GetParam() + ":",
                  [&](const auto &pd) {
                    const tensors got = execute(pd, stream_, {{DNNL_ARG_DIFF_DST, y}}, 4);
                    EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), x)) << "backward";
                  }),
              1);
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(shuffle, axes_and_groups) {
  for (const format tag : {format::abcd, format::acdb, format::bcda})
    for (int axis = 0; axis < 4; ++axis)
      for (const int64_t group : {1, 2, 3, 4, 6, 12}) {
        dims shape = {3, 5, 2, 7};
        shape[size_t(axis)] = 12;
        check({shape, data_type::f32, tag}, axis, group);
      }
}

TEST_P(shuffle, blocks) {
  for (const format tag : {format::aBcd8b, format::aBcd16b})
    for (const int64_t channels : {12, 32, 40, 60})
      for (const int64_t group : {1, 2, 4})
        check({{2, channels, 5, 3}, data_type::f32, tag}, 1, group);
  check({{3, 24, 5, 3, 2}, data_type::f32, format::aBcde8b}, 1, 3);
  check({{16, 5, 3}, data_type::bf16, format::Abc16a}, 0, 4);
}

TEST_P(shuffle, types_and_dimensions) {
  for (const data_type type : {data_type::bf16, data_type::f16, data_type::s8, data_type::u8,
                               data_type::s32, data_type::f64, data_type::f8_e4m3}) {
    check({{2, 24, 5, 3}, type, format::acdb}, 1, 4);
    check({{2, 24, 5, 3}, type, format::abcd}, 1, 4);
    check({{2, 24, 5, 3}, type, format::aBcd16b}, 1, 4);
  }
  check({{24}, data_type::f32, format::a}, 0, 4);
  check({{2, 6, 3, 2, 2, 2}, data_type::f32, format::abcdef}, 1, 3);
  check({{2, 6, 5}, data_type::f32, dims{100, 12, 2}}, 1, 2);
}

TEST_P(shuffle, same_bits_with_threads) {
  for (const format tag : {format::abcd, format::acdb, format::aBcd16b}) {
    const memory::desc md({4, 64, 20, 20}, data_type::f32, tag);
    const tensor x = random_tensor(md.get_dims(), data_type::f32, 1);
    expect_same_bits_with_threads([&](thread_pool *pool) {
      const dnnl::shuffle_forward::primitive_desc pd(engine_, dnnl::prop_kind::forward_inference,
                                                     md, md, 1, 4);
      return std::vector<tensor>{
          execute(pd, stream_on(engine_, pool), {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST)};
    });
  }
}

TEST(shuffle_arguments, are_checked) {
  const dnnl::engine engine = engine_for();
  const memory::desc md({2, 6}, data_type::f32, format::ab),
      any({2, 6}, data_type::f32, format::any);
  const memory::desc other({2, 6}, data_type::f32, format::ba),
      s8({2, 6}, data_type::s8, format::ab);
  const auto status = [&](const memory::desc &src, const memory::desc &dst, int axis,
                          int64_t group) {
    dnnl_primitive_desc_t pd = nullptr;
    const dnnl_status_t s = dnnl_shuffle_forward_primitive_desc_create(
        &pd, engine.get(), dnnl_forward_training, src.get(), dst.get(), axis, group, nullptr);
    int asked = -1;
    dnnl_dim_t size = -1;
    if (s == dnnl_success) {
      dnnl_primitive_desc_query(pd, dnnl_query_axis_s32, 0, &asked);
      dnnl_primitive_desc_query(pd, dnnl_query_group_size_s64, 0, &size);
      EXPECT_EQ(asked, axis);
      EXPECT_EQ(size, group);
    }
    dnnl_primitive_desc_destroy(pd);
    return s;
  };
  EXPECT_EQ(status(md, any, 1, 3), dnnl_success);
  EXPECT_EQ(status(any, md, 1, 3), dnnl_invalid_arguments);
  EXPECT_EQ(status(md, other, 1, 3), dnnl_unimplemented);
  EXPECT_EQ(status(md, s8, 1, 3), dnnl_unimplemented);
  EXPECT_EQ(status(md, md, 1, 4), dnnl_invalid_arguments);
  EXPECT_EQ(status(md, md, 1, 0), dnnl_invalid_arguments);
  EXPECT_EQ(status(md, md, 2, 1), dnnl_invalid_arguments);
  EXPECT_EQ(status(md, md, -1, 1), dnnl_invalid_arguments);
  // Sizes that are not known: of the axis, no group can be told; of others, nothing comes of it.
  const memory::desc rows({DNNL_RUNTIME_DIM_VAL, 6}, data_type::f32, format::ab),
      channels({2, DNNL_RUNTIME_DIM_VAL}, data_type::f32, format::ab);
  EXPECT_EQ(status(rows, rows, 1, 3), dnnl_unimplemented);
  EXPECT_EQ(status(channels, channels, 1, 3), dnnl_invalid_arguments);
}

INSTANTIATE_TEST_SUITE_P(plugins, shuffle, testing::ValuesIn(plugins_with(shuffle_forward_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
