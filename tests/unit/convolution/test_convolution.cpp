// SPDX-License-Identifier: Apache-2.0
// Every implementation of convolution, on every plugin, against the definition.
#include <array>

#include "tests/support/execute.h"
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {
namespace {

convolution_case plane(int64_t n, int64_t ic, int64_t oc, dims src, dims kernel,
                       dims strides = {1, 1}, dims dilates = {0, 0}, dims left = {0, 0},
                       dims right = {}) {
  return {n, 1, ic, oc, src, kernel, strides, dilates, left, right.empty() ? left : right, false};
}

convolution_case grouped(convolution_case c, int64_t groups) {
  c.groups = groups;
  c.has_groups = true;
  return c;
}

std::vector<convolution_case> cases() {
  std::vector<convolution_case> list = {
      // channels around the vector length, odd sizes, every kind of padding
      plane(2, 17, 20, {7, 9}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),
      plane(1, 3, 65, {13, 11}, {5, 3}, {2, 2}, {0, 0}, {2, 1}),
      plane(2, 5, 33, {6, 5}, {1, 1}),
      plane(1, 33, 5, {7, 7}, {1, 1}, {2, 2}),
      plane(2, 16, 64, {8, 9}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {0, 2}),
      plane(1, 8, 8, {9, 9}, {3, 3}, {1, 1}, {1, 1}, {2, 2}),
      plane(1, 20, 3, {11, 5}, {3, 2}, {3, 1}, {1, 0}, {1, 0}, {2, 1}),
      plane(3, 1, 1, {5, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),
      plane(1, 7, 9, {4, 4}, {4, 4}),
      plane(2, 7, 43, {5, 3}, {5, 3}),  // to a single pixel, in wide panels
      plane(1, 4, 4, {5, 6}, {3, 3}, {1, 1}, {0, 0}, {2, 2}, {2, 2}),  // whole taps in the padding
      plane(1, 2, 3, {3, 3}, {3, 3}, {1, 1}, {0, 0}, {4, 5}, {4, 5}),  // outputs without any input
      plane(1, 6, 7, {10, 9}, {2, 2}, {3, 4}),                         // strides beyond the kernel
      plane(1, 6, 7, {10, 9}, {2, 3}, {2, 3}, {2, 1}, {1, 2}, {0, 1}),
      plane(1, 3, 4, {6, 6}, {3, 3}, {2, 2}, {0, 0}, {1, 1}, {0, -1}),  // the right edge cut off
      plane(2, 130, 70, {4, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),  // several blocks of channels
      plane(1, 3, 32, {40, 300}, {1, 1}),                         // several tiles
      plane(1, 64, 256, {3, 5}, {1, 1}),                          // pixels that are whole KB apart
      // planes of several images, and those of which pixels are skipped
      plane(2, 36, 48, {24, 23}, {1, 1}),
      plane(2, 9, 37, {21, 20}, {1, 1}),  // long sums of gradients
      plane(2, 40, 32, {9, 7}, {1, 1}, {2, 2}),
      plane(2, 24, 20, {41, 43}, {1, 1}, {2, 2}),
      // all of src at once
      plane(1, 70, 35, {1, 1}, {1, 1}),
      plane(5, 40, 24, {1, 1}, {1, 1}, {2, 2}),
      plane(3, 12, 37, {4, 3}, {4, 3}),
      plane(9, 5, 70, {2, 7}, {2, 7}, {3, 1}),
      grouped(plane(4, 8, 19, {3, 3}, {3, 3}), 1),
      grouped(plane(4, 8, 6, {3, 2}, {3, 2}), 2),
      plane(7, 13, 9, {3, 3}, {1, 1}),  // short planes of several images
      // short rows, which run together
      plane(1, 17, 20, {9, 7}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),
      plane(1, 5, 33, {19, 14}, {3, 3}, {2, 2}, {0, 0}, {1, 1}, {0, 1}),
      // from few channels to few
      plane(1, 1, 8, {19, 30}, {5, 5}, {1, 1}, {0, 0}, {2, 2}),
      plane(2, 3, 7, {15, 37}, {3, 3}, {2, 2}, {0, 0}, {1, 1}),
      grouped(plane(1, 4, 2, {9, 70}, {2, 3}, {3, 3}, {1, 2}, {1, 5}, {0, 1}), 1),
      // planes whose lines are rows of the gradient together, or are too few or too many for it
      plane(2, 3, 32, {9, 11}, {3, 3}, {2, 2}, {0, 0}, {1, 1}),
      plane(1, 2, 16, {7, 70}, {4, 5}, {1, 1}, {1, 0}, {2, 2}, {3, 0}),
      plane(1, 2, 48, {6, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),
      plane(1, 3, 17, {11, 9}, {5, 5}, {1, 1}, {0, 0}, {2, 2}),
      // from many channels to few
      plane(2, 9, 2, {13, 33}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),
      plane(1, 20, 3, {11, 70}, {5, 3}, {1, 1}, {1, 0}, {2, 2}, {2, 0}),
      plane(1, 6, 1, {9, 37}, {3, 3}, {2, 2}, {0, 0}, {1, 1}),
      grouped(plane(2, 20, 12, {6, 7}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 4),
      grouped(plane(1, 32, 32, {7, 5}, {3, 3}, {2, 2}, {0, 0}, {1, 1}), 2),
      grouped(plane(1, 9, 15, {6, 6}, {1, 1}), 3),
      grouped(plane(1, 8, 6, {5, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 1),
      grouped(plane(2, 17, 17, {8, 7}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 17),  // depthwise
      grouped(plane(1, 64, 64, {9, 9}, {3, 3}, {2, 2}, {0, 0}, {1, 1}), 64),
      grouped(plane(1, 128, 128, {3, 57}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 128),     // in few sets
      grouped(plane(2, 1024, 1024, {7, 17}, {3, 3}, {2, 2}, {0, 0}, {1, 1}), 1024),  // the same
      grouped(plane(2, 78, 78, {11, 9}, {5, 5}, {2, 2}, {0, 0}, {2, 3}), 78),
      grouped(plane(1, 36, 36, {9, 13}, {7, 7}, {1, 1}, {0, 0}, {3, 3}), 36),
      grouped(plane(2, 130, 130, {8, 20}, {3, 7}, {1, 1}, {0, 0}, {1, 2}), 130),
      grouped(plane(1, 256, 200, {17, 17}, {1, 1}), 1),  // src of few sets
      grouped(plane(2, 512, 196, {9, 5}, {1, 1}, {2, 2}), 1),
      grouped(plane(1, 16, 16, {7, 7}, {5, 5}, {1, 1}, {1, 1}, {4, 4}), 16),
      grouped(plane(1, 5, 10, {6, 6}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 5),
      grouped(plane(1, 1, 1, {6, 6}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 1),
      grouped(plane(1, 512, 512, {4, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 512),  // whole KB apart
      grouped(plane(1, 512, 512, {7, 5}, {3, 3}, {2, 2}, {0, 0}, {1, 1}), 512),
      // depthwise, with several channels of dst, or of src, in a group
      grouped(plane(2, 34, 68, {8, 9}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 34),
      grouped(plane(1, 48, 144, {9, 12}, {5, 3}, {2, 2}, {0, 0}, {2, 1}), 48),
      grouped(plane(2, 128, 512, {5, 9}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 128),
      grouped(plane(1, 144, 48, {7, 9}, {3, 3}, {2, 1}, {0, 1}, {1, 2}), 48),
      grouped(plane(2, 64, 16, {6, 7}, {3, 2}, {1, 1}, {0, 0}, {1, 1}, {1, 0}), 16),
      {1, 20, 20, 40, {4, 5, 6}, {3, 2, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 0, 1}, true},
      // edges that are longer than the rest
      grouped(plane(1, 16, 16, {3, 40}, {1, 3}, {1, 1}, {0, 11}, {0, 12}), 16),
      grouped(plane(1, 16, 16, {3, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 13}), 16),
      // pixels that fill a vector together
      grouped(plane(1, 8, 8, {9, 35}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 8),
      grouped(plane(2, 4, 4, {6, 11}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 4),
      grouped(plane(1, 2, 2, {5, 9}, {3, 5}, {2, 1}, {0, 1}, {1, 4}, {2, 3}), 2),
      // 1d and 3d
      {2, 1, 17, 9, {19}, {3}, {1}, {0}, {1}, {1}, false},
      {1, 1, 16, 32, {20}, {5}, {2}, {1}, {2}, {3}, false},
      {1, 8, 8, 8, {15}, {3}, {1}, {0}, {1}, {1}, true},
      {2, 1, 3, 16, {4, 5, 7}, {2, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {0, 1, 1}, false},
      {1, 1, 5, 17, {5, 6, 7}, {3, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, false},
      {2, 1, 16, 16, {4, 5, 5}, {2, 3, 1}, {2, 1, 2}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}, false},
      {1, 1, 5, 9, {3, 9, 5}, {3, 2, 3}, {1, 1, 1}, {0, 1, 0}, {1, 1, 1}, {1, 1, 1}, false},
      {1, 6, 6, 6, {5, 5, 5}, {3, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, true},
      {1, 2, 4, 6, {4, 5, 6}, {1, 2, 3}, {1, 1, 1}, {0, 1, 1}, {0, 1, 2}, {0, 1, 2}, true},
      // few channels to sum the products of: several tiles, dilation, one channel, one dimension
      plane(1, 4, 17, {70, 9}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {2, 0}),
      plane(1, 1, 18, {9, 131}, {3, 2}, {1, 2}, {2, 0}, {3, 2}),
      {2, 1, 3, 16, {37}, {5}, {3}, {0}, {2}, {1}, false},
      // one channel: several chunks of rows, panels that are no whole vectors, planes outside
      plane(3, 1, 6, {28, 29}, {5, 3}, {1, 1}, {0, 0}, {0, 0}),
      plane(1, 1, 70, {41, 30}, {3, 5}, {2, 1}, {1, 0}, {2, 3}),
      {2, 1, 1, 9, {4, 6, 21}, {2, 3, 3}, {1, 2, 2}, {1, 0, 0}, {1, 1, 1}, {1, 0, 2}, false},
      {2, 1, 3, 17, {5, 6, 7}, {3, 2, 3}, {2, 1, 1}, {1, 0, 0}, {1, 1, 1}, {2, 0, 1}, false},
      // nothing to do
      plane(0, 4, 5, {6, 6}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),
      plane(1, 130, 130, {2, 9}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),  // weights beyond the L2 cache
      plane(1, 130, 130, {3, 4}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),
      plane(1, 150, 530, {3, 5}, {1, 1}),  // weights that are copied block by block
      // short rows, each row of the kernel by itself; a part of it, and one of its channels
      plane(1, 86, 86, {3, 8}, {3, 3}, {1, 1}, {0, 0}, {1, 1}),
      plane(2, 256, 65, {5, 13}, {1, 1}, {2, 2}),
      plane(1, 400, 64, {2, 3}, {1, 5}, {1, 1}, {0, 0}, {0, 2}),
      plane(1, 1600, 8, {2, 3}, {1, 1}),
      plane(1, 64, 512, {13, 5}, {1, 1}, {2, 2}),  // whose gradients lie pixels apart
      // blocks of channels that are read where they are, by rows and by images
      plane(2, 48, 80, {3, 33}, {1, 1}, {1, 2}),
      plane(3, 32, 40, {5, 7}, {1, 1}),
  };
  // Whatever is drawn, no other has a kernel of its own.
  std::vector<convolution_case> some = drawn_from(list, 2);
  some.push_back(plane(2, 3, 21, {11, 13}, {5, 7}, {2, 2}, {0, 0}, {2, 3}));
  return some;
}

class convolution : public testing::TestWithParam<std::string> {
 protected:
  // Calls check(case, tensors, descriptors, expected) for all cases and layouts.
  template <class Expect, class Check>
  void for_all(const Expect &expect, const Check &check) {
    uint64_t seed = 1;
    for (const convolution_case &c : cases()) {
      const convolution_tensors t = inputs_of(c, ++seed);
      const auto expected = expect(c, t);
      for (const convolution_layouts &l : {any_layouts, channels_last, channels_first, blocked}) {
        SCOPED_TRACE(c.name() + " " + l.name);
        check(c, t, describe(c, l), expected);
      }
    }
  }
  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(convolution, forward) {
  for_all(forward, [&](const convolution_case &c, const convolution_tensors &t,
                       const convolution_descs &d, const sums &expected) {
    for_each_implementation(
        [&] { return forward_desc(engine_, c, d); }, GetParam() + ":",
        [&](auto &pd) {
          const tensors got = execute(
              pd, stream_,
              {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
        });
  });
}

TEST_P(convolution, backward_data) {
  for_all(backward_data, [&](const convolution_case &c, const convolution_tensors &t,
                             const convolution_descs &d, const sums &expected) {
    for_each_implementation(
        [&] { return backward_data_desc(engine_, c, d); }, GetParam() + ":",
        [&](auto &pd) {
          const tensors got =
              execute(pd, stream_, {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected));
        });
  });
}

TEST_P(convolution, backward_weights) {
  const auto expect = [](const convolution_case &c, const convolution_tensors &t) {
    return std::make_pair(backward_weights(c, t), backward_bias(c, t));
  };
  for_all(expect, [&](const convolution_case &c, const convolution_tensors &t,
                      const convolution_descs &d, const std::pair<sums, sums> &expected) {
    for_each_implementation([&] { return backward_weights_desc(engine_, c, d); }, GetParam() + ":",
                            [&](auto &pd) {
                              const tensors got =
                                  execute(pd, stream_,
                                          {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_DIFF_DST, t.dst}}, 4);
                              EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_WEIGHTS), expected.first));
                              EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_BIAS), expected.second));
                            });
  });
}

// Bytes that a depthwise convolution in channels last needs, forward and by weights.
std::array<size_t, 2> depthwise_scratch(const dnnl::engine &engine, int64_t channels) {
  const convolution_case c =
      grouped(plane(1, channels, channels, {8, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), channels);
  const convolution_descs d = describe(c, channels_last);
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const dnnl::convolution_forward::primitive_desc forward(
      engine, dnnl::prop_kind::forward_training, dnnl::algorithm::convolution_direct, d.src,
      d.weights, d.bias, d.dst, c.strides, c.dilates, c.left, c.right, attr);
  const dnnl::convolution_backward_weights::primitive_desc by_weights(
      engine, dnnl::algorithm::convolution_direct, d.src, d.weights, d.bias, d.dst, c.strides,
      c.dilates, c.left, c.right, forward, attr);
  return {forward.scratchpad_desc().get_size(), by_weights.scratchpad_desc().get_size()};
}

// Pixels that are whole 2 KB apart, or forward by vectors of 64 bytes 4 KB; a few channels more,
// and they are read where they are.
TEST_P(convolution, far_pixels_are_read_aside) {
  const std::array<size_t, 2> far = depthwise_scratch(engine_, 512),
                              near = depthwise_scratch(engine_, 528),
                              twice_far = depthwise_scratch(engine_, 1024),
                              twice_near = depthwise_scratch(engine_, 1040);
  const bool has_rows = sizeof(void *) == 8 && GetParam() != "exact" && GetParam() != "reference";
  EXPECT_EQ(twice_far[0] > twice_near[0], has_rows);
  EXPECT_EQ(far[1] > near[1], has_rows);
  EXPECT_EQ(twice_far[1] > twice_near[1], has_rows);
  if (GetParam() == "avx2") {
    EXPECT_GT(far[0], near[0]);
  }
}

// Some of the channels of such pixels: what is read aside has room for all of them, be they whole
// lines of a cache or not.
TEST_P(convolution, some_channels_of_far_pixels) {
  for (const int64_t channels : {24, 56, 88}) {
    const convolution_case c =
        grouped(plane(1, channels, channels, {8, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), channels);
    SCOPED_TRACE(c.name());
    const convolution_tensors t = inputs_of(c, 7);
    convolution_descs d = describe(c, channels_last);
    d.src = dnnl::memory::desc({1, 512, 8, 5}, dnnl::memory::data_type::f32, format::nhwc)
                .submemory_desc(c.src_dims(), {0, 8, 0, 0});
    const sums expected = backward_weights(c, t);
    for_each_implementation([&] { return backward_weights_desc(engine_, c, d); }, GetParam() + ":",
                            [&](auto &pd) {
                              const tensors got =
                                  execute(pd, stream_,
                                          {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_DIFF_DST, t.dst}}, 4);
                              EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_WEIGHTS), expected));
                            });
  }
}

// Where few channels meet them, pixels of the gradient are read where they are, whole vectors or
// not; of many, aside.
TEST_P(convolution, parts_of_vectors_are_read_in_place) {
  const auto scratch = [&](int64_t channels) {
    const convolution_case c = plane(1, channels, 65, {14, 13}, {3, 3});
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    const convolution_descs d = describe(c, channels_last);
    const dnnl::convolution_backward_weights::primitive_desc pd(
        engine_, dnnl::algorithm::convolution_direct, d.src, d.weights, d.bias, d.dst, c.strides,
        c.dilates, c.left, c.right, forward_desc(engine_, c, d), attr);
    return pd.scratchpad_desc().get_size();
  };
  const bool has_rows = sizeof(void *) == 8 && GetParam() != "portable" && GetParam() != "exact" &&
                        GetParam() != "reference";
  EXPECT_EQ(scratch(25) > scratch(24) + 9 * 65 * sizeof(float) + 11 * 12 * sizeof(float), has_rows);
}

size_t inference_scratchpad(const dnnl::engine &engine, const convolution_case &c,
                            const convolution_layouts &layouts) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const convolution_descs d = describe(c, layouts);
  const dnnl::convolution_forward::primitive_desc pd(
      engine, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, d.src,
      d.weights, d.bias, d.dst, c.strides, c.dilates, c.left, c.right, attr);
  return pd.scratchpad_desc().get_size();
}

// To many channels, inputs of short rows are read aside; to fewer, and by the reference, they are
// read where they are.
TEST_P(convolution, short_rows_are_joined) {
  const auto scratch = [&](int64_t channels) {
    const convolution_case c = plane(1, 256, channels, {13, 13}, {1, 1}, {2, 2});
    return inference_scratchpad(engine_, c, any_layouts);
  };
  EXPECT_EQ(scratch(64) >= scratch(48) + 256 * 7 * 7 * sizeof(float), GetParam() != "reference");
}

// Planes, here parts of larger ones, that are transposed: by groups, strides and depth.
TEST_P(convolution, planes_are_transposed) {
  const auto within = [](const dims &part) {
    dims whole = part, first(part.size(), 1);
    for (int64_t &size : whole) size += 2;
    return dnnl::memory::desc(whole, dnnl::memory::data_type::f32,
                              part.size() == 4 ? format::nchw : format::ncdhw)
        .submemory_desc(part, first);
  };
  for (const convolution_case &c : std::vector<convolution_case>{
           grouped(plane(1, 20, 20, {32, 33}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 20),
           grouped(plane(2, 24, 24, {9, 8}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), 6),
           plane(2, 3, 20, {9, 10}, {3, 3}, {2, 2}, {0, 0}, {1, 1}),
           {2,
            1,
            1,
            20,
            {3, 5, 4},
            {2, 3, 3},
            {1, 1, 1},
            {0, 0, 0},
            {1, 1, 1},
            {0, 1, 1},
            false}}) {
    SCOPED_TRACE(c.name());
    const convolution_tensors t = inputs_of(c, 11);
    convolution_descs d = describe(c, channels_first);
    d.src = within(c.src_dims());
    d.dst = within(c.dst_dims());
    const auto run = [&](const auto &desc, const tensors &given, int written,
                         const sums &expected) {
      for_each_implementation(desc, GetParam() + ":", [&](auto &pd) {
        EXPECT_TRUE(matches(execute(pd, stream_, given, 4).at(written), expected));
      });
    };
    run([&] { return forward_desc(engine_, c, d); },
        {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}},
        DNNL_ARG_DST, forward(c, t));
    run([&] { return backward_data_desc(engine_, c, d); },
        {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}}, DNNL_ARG_DIFF_SRC,
        backward_data(c, t));
    run([&] { return backward_weights_desc(engine_, c, d); },
        {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_DIFF_DST, t.dst}}, DNNL_ARG_DIFF_WEIGHTS,
        backward_weights(c, t));
  }
}

// Depthwise, those of 256 pixels are not: the scratchpad has no room for them.
TEST_P(convolution, small_planes_are_not_transposed) {
  constexpr int64_t channels = 128;
  const auto scratch = [&](int64_t width) {
    const convolution_case c = grouped(
        plane(1, channels, channels, {16, width}, {3, 3}, {1, 1}, {0, 0}, {1, 1}), channels);
    return inference_scratchpad(engine_, c, channels_first);
  };
  const bool has_rows = sizeof(void *) == 8 && GetParam() != "exact" && GetParam() != "reference";
  EXPECT_EQ(scratch(17) > scratch(16) + channels * 16 * 17 * sizeof(float), has_rows);
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

// The parts of a submemory: offset0 and strides that are not dense.
TEST(convolution_layouts, takes_submemory) {
  const convolution_case c = plane(2, 8, 16, {6, 7}, {3, 3}, {1, 1}, {0, 0}, {1, 1});
  const convolution_tensors t = inputs_of(c, 5);
  for (const std::string &plugin : usable_plugins()) {
    SCOPED_TRACE(plugin);
    const dnnl::engine engine = engine_for(plugin);
    const auto f32 = dnnl::memory::data_type::f32;
    convolution_descs d = describe(c, any_layouts);
    d.src = dnnl::memory::desc({2, 12, 9, 9}, f32, format::nhwc)
                .submemory_desc(c.src_dims(), {0, 3, 2, 1});
    d.dst = dnnl::memory::desc({3, 20, 6, 8}, f32, format::nchw)
                .submemory_desc(c.dst_dims(), {1, 4, 0, 1});
    const auto pd = forward_desc(engine, c, d);
    const tensors got =
        execute(pd, dnnl::stream(engine),
                {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}});
    EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), forward(c, t)));
  }
}

}  // namespace
}  // namespace dnnlet::test
