// SPDX-License-Identifier: Apache-2.0
// Layouts that say less than it seems: where extents are 1, strides may be any numbers, blocks look
// like planes, and src and dst may lie differently.
#include "tests/unit/pooling/cases.h"

namespace dnnlet::test {
namespace {

class pooling_layouts : public testing::TestWithParam<std::string> {
 protected:
  void check(const pooling_case &c, algorithm alg, const pooling_descs &d) {
    const tensor x = random_tensor(c.src_dims(), data_type::f32, 1);
    const pooled expected = forward(c, alg, x, data_type::f32);
    for (const auto prop : {dnnl::prop_kind::forward_inference, dnnl::prop_kind::forward_training})
      for_each_implementation(
          [&] { return forward_desc(engine_, c, alg, d, prop); }, GetParam() + ":",
          [&](const auto &pd) {
            const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4);
            EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst,
                                tolerance_of(data_type::f32, c.points()), expected.magnitudes));
          });
    const tensor diff = random_tensor(c.dst_dims(), data_type::f32, 2);
    const pooled_gradient gradient = backward(c, alg, diff, expected.index, data_type::f32);
    for_each_implementation(
        [&] { return backward_desc(engine_, c, alg, d); }, GetParam() + ":",
        [&](const auto &pd) {
          const tensors got = execute(
              pd, stream_, {{DNNL_ARG_DIFF_DST, diff}, {DNNL_ARG_WORKSPACE, expected.index}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), gradient.diff_src,
                              tolerance_of(data_type::f32, c.points()), gradient.magnitudes));
        });
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(pooling_layouts, single_pixels) {
  const pooling_layout all[] = {channels_first, channels_last, blocks_of_8, blocks_of_16};
  for (const int64_t channels : {1, 5, 16, 96})
    for (const pooling_layout &src : all)
      for (const pooling_layout &dst : all)
        for (const algorithm alg : pooling_algorithms) {
          SCOPED_TRACE(std::string(src.name) + " to " + dst.name + " " + std::to_string(channels));
          const pooling_case one = plane(2, channels, {1, 1}, {1, 1});
          check(one, alg, describe(one, src, dst));
          const pooling_case all_of_src = plane(2, channels, {2, 3}, {2, 3});
          check(all_of_src, alg, describe(all_of_src, src, dst));
        }
}

// Row-major, or channels last, but dimensions of extent 1 have a stride of their own.
dnnl::memory::desc with_stride(const dims &shape, bool channels_last, int64_t stride_of_one) {
  dims strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    const size_t d = !channels_last ? i : i == 0 ? 0 : i == shape.size() - 1 ? 1 : i + 1;
    strides[d] = shape[d] == 1 ? stride_of_one : stride;
    stride *= shape[d];
  }
  return {shape, data_type::f32, strides};
}

TEST_P(pooling_layouts, strides_of_extent_one) {
  const pooling_case cases[] = {
      plane(1, 5, {1, 7}, {1, 2}, {1, 2}, {0, 1}, {0, 0}),
      plane(1, 5, {7, 1}, {2, 1}, {2, 1}, {1, 0}, {0, 0}),
      plane(1, 1, {7, 1}, {3, 3}, {2, 1}, {1, 1}, {1, 1}),
      plane(2, 17, {1, 1}, {3, 3}, {1, 1}, {1, 1}, {1, 1}),
      plane(1, 3, {4, 5}, {4, 5}),
      {1, 2, {1, 3, 1}, {1, 2, 1}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}, {0, 1, 0}},
  };
  // What a tensor of a primitive may reach over is less where addresses have 32 bits.
  const int64_t huge = int64_t(1) << (sizeof(void *) == 8 ? 40 : 20);
  for (const pooling_case &c : cases)
    for (const bool last : {false, true})
      for (const int64_t stride : {int64_t(1), int64_t(7), huge})
        for (const algorithm alg : pooling_algorithms) {
          SCOPED_TRACE(c.name() + " stride " + std::to_string(stride));
          const auto src = with_stride(c.src_dims(), last, stride);
          const auto dst = with_stride(c.dst_dims(), last, stride);
          if (src.get_size() > (size_t(1) << 20) || dst.get_size() > (size_t(1) << 20)) continue;
          check(c, alg, {src, dst});
        }
}

// Maxima in whole blocks of channels, which all may be one, with windows that meet, that leave
// gaps, and that reach over every edge, are a kernel's own, unless they are one element apart, or
// elements lie in more than two of a row or column.
TEST_P(pooling_layouts, maxima_in_blocks) {
  const pooling_case cases[] = {
      plane(2, 48, {12, 13}, {3, 3}, {2, 2}),
      plane(1, 96, {9, 11}, {2, 2}, {2, 2}),
      plane(1, 48, {13, 10}, {3, 3}, {2, 2}, {1, 1}, {1, 1}),
      plane(1, 32, {11, 16}, {4, 4}, {2, 2}, {3, 1}, {2, 3}),
      plane(1, 16, {13, 11}, {5, 3}, {3, 2}, {4, 2}, {1, 2}),
      plane(2, 32, {10, 9}, {3, 2}, {4, 5}),
      plane(1, 64, {7, 8}, {5, 3}, {1, 2}, {2, 1}, {2, 1}),
      plane(1, 32, {9, 14}, {3, 3}, {2, 1}, {2, 2}, {2, 2}, {1, 1}),
      plane(1, 32, {8, 8}, {8, 8}, {1, 2}, {3, 3}, {3, 3}),
      plane(3, 32, {1, 1}, {1, 1}, {2, 2}),
      {1, 48, {17}, {3}, {2}, {1}, {1}, {0}},
  };
  dnnl::primitive_attr deterministic;
  deterministic.set_deterministic(true);
  for (const pooling_case &c : cases)
    for (const pooling_layout &l : {channels_last, blocks_of_8, blocks_of_16}) {
      SCOPED_TRACE(c.name() + " " + l.name);
      const pooling_descs d = describe(c, l, l);
      check(c, algorithm::pooling_max, d);
      if (c.kernel[0] > 2 * c.strides[0] || c.dilates[0] > 0) continue;
      const std::string own = GetParam() == "reference"  ? ":pooling"
                              : GetParam() == "portable" ? ":pool_channels"
                                                         : ":pool_max_blocks";
      EXPECT_EQ(backward_desc(engine_, c, algorithm::pooling_max, d).impl_info_str(),
                GetParam() + own);
      // There is no such row for single lanes, of which the bits are to be the same.
      if (own != ":pool_max_blocks") continue;
      EXPECT_EQ(backward_desc(engine_, c, algorithm::pooling_max, d, deterministic).impl_info_str(),
                by_channels(GetParam(), d.src) + ":pool_channels");
    }
  const pooling_case too_many_points = plane(1, 32, {9, 9}, {5, 13}, {1, 1}, {2, 6}, {2, 6}),
                     gaps = plane(1, 20, {9, 9}, {2, 2}, {2, 2});
  for (const pooling_case &c : {too_many_points, gaps})
    check(c, algorithm::pooling_max, describe(c, blocks_of_8, blocks_of_8));
}

// Gradients of rows of one block, or of several, are gathered together, by the phases of the
// stride, in bands where there are many; of rows that have their weights alike where windows lie
// inside.
TEST_P(pooling_layouts, rows_of_blocks) {
  const pooling_case cases[] = {
      plane(1, 32, {9, 10}, {3, 3}, {1, 1}, {1, 1}, {1, 1}),
      plane(2, 176, {7, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}),
      plane(1, 208, {7, 12}, {5, 5}, {1, 1}, {2, 2}, {2, 2}),
      plane(2, 32, {17, 9}, {3, 2}, {2, 3}, {1, 1}, {1, 0}),
      plane(1, 32, {8, 1}, {3, 1}, {2, 1}, {1, 0}, {0, 0}),
      plane(1, 32, {9, 9}, {9, 9}),
      plane(1, 32, {30, 75}, {3, 3}, {2, 2}, {1, 1}, {1, 1}),
      plane(1, 32, {12, 9}, {3, 3}, {1, 2}, {2, 2}, {2, 2}, {1, 1}),
  };
  dnnl::primitive_attr deterministic;
  deterministic.set_deterministic(true);
  for (const pooling_case &c : cases)
    for (const pooling_layout &l : {blocks_of_8, blocks_of_16})
      for (const algorithm alg : pooling_algorithms) {
        SCOPED_TRACE(c.name() + " " + l.name);
        const pooling_descs d = describe(c, l, l);
        check(c, alg, d);
        if (GetParam() == "portable") continue;  // its products are not fused
        const std::string own = GetParam() == "reference" ? ":pooling" : ":pool_channels";
        EXPECT_EQ(backward_desc(engine_, c, alg, d, deterministic).impl_info_str(),
                  by_channels(GetParam(), d.src) + own);
      }
}

// Rows that end within a vector, and shorter ones, in planes and with channels last.
TEST_P(pooling_layouts, odd_rows) {
  for (const int64_t width : {3, 7, 9, 15, 17, 25, 31, 33, 37})
    for (const pooling_case &c :
         {plane(2, 3, {9, width}, {3, 3}, {2, 2}, {1, 1}, {1, 1}),
          plane(1, 2, {6, width}, {2, 3}, {1, 1}, {0, 1}, {0, 1}), plane(1, width, {9, 9}, {3, 3})})
      for (const pooling_layout &l : {channels_first, channels_last})
        for (const algorithm alg : pooling_algorithms) {
          SCOPED_TRACE(c.name() + " " + l.name);
          check(c, alg, describe(c, l, l));
        }
}

// Gradients of maxima two columns apart are gathered, pair by pair of columns, from up to 16
// points, in rows of whole pairs, of two vectors at least.
TEST_P(pooling_layouts, maxima_two_columns_apart) {
  const pooling_case cases[] = {
      plane(2, 3, {9, 32}, {3, 3}, {2, 2}, {1, 1}, {1, 1}),
      plane(1, 40, {9, 36}, {3, 3}, {2, 2}),
      plane(1, 19, {13, 64}, {3, 3}, {2, 2}, {1, 1}, {1, 1}),
      plane(1, 20, {150, 34}, {4, 4}, {3, 2}, {3, 3}, {1, 2}),
      plane(2, 18, {10, 38}, {3, 5}, {1, 2}, {2, 4}, {1, 3}),
      plane(1, 18, {20, 40}, {2, 1}, {4, 2}, {0, 0}, {1, 0}),
      {1, 20, {38}, {3}, {2}, {0}, {1}, {2}},
  };
  const std::string own = GetParam() == "reference"  ? ":pooling"
                          : GetParam() == "portable" ? ":pool_max_planes"
                                                     : ":pool_max_gather";
  for (const pooling_case &c : cases) {
    SCOPED_TRACE(c.name());
    const pooling_descs d = describe(c, channels_first, channels_first);
    check(c, algorithm::pooling_max, d);
    EXPECT_EQ(backward_desc(engine_, c, algorithm::pooling_max, d).impl_info_str(),
              GetParam() + own);
  }
  for (const pooling_case &c : {plane(1, 18, {9, 34}, {3, 6}, {1, 2}, {0, 2}, {0, 2}),
                                plane(1, 18, {9, 35}, {3, 3}, {2, 2}, {1, 1}, {1, 1}),
                                plane(1, 18, {9, 14}, {3, 3}, {2, 2}, {1, 1}, {1, 1})})
    check(c, algorithm::pooling_max, describe(c, channels_first, channels_first));
}

// Gradients of maxima of two columns, in planes of one row.
TEST_P(pooling_layouts, maxima_of_pairs_in_one_row) {
  const pooling_case cases[] = {{1, 7, {2}, {2}, {3}, {0}, {0}, {0}},
                                {2, 9, {64}, {2}, {2}, {0}, {0}, {0}},
                                {3, 20, {10}, {2}, {2}, {0}, {0}, {0}},
                                {1, 5, {6000}, {2}, {2}, {0}, {0}, {0}}};
  for (const pooling_case &c : cases)
    check(c, algorithm::pooling_max, describe(c, channels_first, channels_first));
}

// Small planes of several channels are computed together, those at the end of the tensor apart.
TEST_P(pooling_layouts, small_planes) {
  const pooling_case cases[] = {
      plane(2, 130, {7, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}),
      plane(2, 37, {13, 11}, {5, 5}, {1, 1}, {2, 2}, {2, 2}),
      plane(1, 20, {14, 17}, {3, 2}, {1, 1}, {0, 1}, {1, 0}, {1, 2}),
      plane(2, 41, {9, 16}, {3, 3}, {1, 1}, {2, 2}, {2, 2}, {1, 1}),
      plane(3, 67, {6, 8}, {2, 2}, {2, 2}),
      plane(2, 19, {9, 12}, {4, 3}, {1, 2}, {2, 0}, {2, 0}),
      plane(1, 150, {3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}),
      {2, 30, {3, 8, 8}, {2, 2, 2}, {1, 1, 2}, {0, 0, 0}, {0, 1, 0}, {0, 1, 0}},
      {2, 32, {8, 8, 5}, {8, 8, 5}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
  };
  // The last has the planes of a channel side by side.
  for (const pooling_case &c : cases)
    for (const pooling_layout &l :
         {channels_first, {"cnhw", {format::bac, format::bacd, format::bacde}}})
      for (const algorithm alg : pooling_algorithms) {
        SCOPED_TRACE(c.name() + " " + l.name);
        check(c, alg, describe(c, l, l));
      }
  const std::string own = GetParam() == "reference"  ? ":pooling"
                          : GetParam() == "portable" ? ":pool_max_planes"
                                                     : ":pool_max_scatter";
  const pooling_descs d = describe(cases[0], channels_first, channels_first);
  EXPECT_EQ(backward_desc(engine_, cases[0], algorithm::pooling_max, d).impl_info_str(),
            GetParam() + own);
  const std::string padded = GetParam() == "reference"  ? ":pooling"
                             : GetParam() == "portable" ? ":pool_planes"
                                                        : ":pool_max_padded";
  EXPECT_EQ(forward_desc(engine_, cases[0], algorithm::pooling_max, d).impl_info_str(),
            GetParam() + padded);
}

INSTANTIATE_TEST_SUITE_P(plugins, pooling_layouts, testing::ValuesIn(pooling_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
