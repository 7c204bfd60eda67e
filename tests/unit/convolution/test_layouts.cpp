// SPDX-License-Identifier: Apache-2.0
// What src and dst become where both are open, and where one of them is.
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {
namespace {

using dnnl::memory;
using dt = memory::data_type;
using dnnl::prop_kind;

struct layouts {
  memory::desc src, dst;
};

class convolution_layouts_chosen : public testing::TestWithParam<std::string> {
 protected:
  // Of 5x5 kernels over 9x9 pixels.
  layouts of(prop_kind prop, int64_t ic, int64_t oc, dt type, format src = format::any,
             format dst = format::any) {
    return of(prop, memory::desc({2, ic, 9, 9}, type, src), memory::desc({2, oc, 9, 9}, type, dst),
              2);
  }
  layouts of(prop_kind prop, const memory::desc &src_md, const memory::desc &dst_md,
             int64_t beside) {
    const memory::desc weights({dst_md.get_dims()[1], src_md.get_dims()[1], 5, 5},
                               src_md.get_data_type(), format::any);
    const memory::dims strides = {1, 1}, padding = {beside, beside};
    const auto direct = dnnl::algorithm::convolution_direct;
    const dnnl::convolution_forward::primitive_desc forward(
        engine_, prop == prop_kind::forward_inference ? prop : prop_kind::forward_training, direct,
        src_md, weights, dst_md, strides, padding, padding);
    if (prop == prop_kind::backward_data) {
      const dnnl::convolution_backward_data::primitive_desc pd(
          engine_, direct, src_md, weights, dst_md, strides, padding, padding, forward);
      return {pd.diff_src_desc(), pd.diff_dst_desc()};
    }
    if (prop == prop_kind::backward_weights) {
      const dnnl::convolution_backward_weights::primitive_desc pd(
          engine_, direct, src_md, weights, dst_md, strides, padding, padding, forward);
      return {pd.src_desc(), pd.diff_dst_desc()};
    }
    return {forward.src_desc(), forward.dst_desc()};
  }
  static bool is(const memory::desc &md, format tag) {
    return md == memory::desc(md.get_dims(), md.get_data_type(), tag);
  }
  static void expect(const layouts &l, format src, format dst) {
    EXPECT_TRUE(is(l.src, src));
    EXPECT_TRUE(is(l.dst, dst));
  }
  // Of kernels; the reference's are planes.
  format plain() const { return GetParam() == "reference" ? format::nchw : format::nhwc; }
  format blocks() const {
    if (GetParam().rfind("avx512", 0) == 0) return format::nChw16c;
    return GetParam().rfind("avx2", 0) == 0 ? format::nChw8c : plain();
  }
  const dnnl::engine engine_ = engine_for(GetParam());
};

constexpr prop_kind training[] = {prop_kind::forward_training, prop_kind::backward_data,
                                  prop_kind::backward_weights};

TEST_P(convolution_layouts_chosen, training_in_blocks_of_channels) {
  for (const prop_kind prop : training) expect(of(prop, 32, 48, dt::f32), blocks(), blocks());
}

TEST_P(convolution_layouts_chosen, pictures_as_planes) {
  expect(of(prop_kind::forward_training, 3, 96, dt::f32),
         blocks() == plain() ? plain() : format::nchw, blocks());
}

TEST_P(convolution_layouts_chosen, channels_that_do_not_fill_blocks_last) {
  for (const prop_kind prop : training) expect(of(prop, 20, 64, dt::f32), plain(), blocks());
}

TEST_P(convolution_layouts_chosen, channels_of_one_pixel_last) {
  const memory::desc src({2, 32, 5, 5}, dt::f32, format::any);
  const memory::desc dst({2, 48, 1, 1}, dt::f32, format::any);
  for (const prop_kind prop : training) expect(of(prop, src, dst, 0), plain(), plain());
}

TEST_P(convolution_layouts_chosen, inference_by_channels_last) {
  expect(of(prop_kind::forward_inference, 32, 48, dt::f32), plain(), plain());
}

TEST_P(convolution_layouts_chosen, channels_last_beside_what_is_given) {
  for (const prop_kind prop : training) {
    EXPECT_TRUE(is(of(prop, 32, 48, dt::f32, format::nhwc).dst, plain()));
    EXPECT_TRUE(is(of(prop, 32, 48, dt::f32, format::any, format::nhwc).src, plain()));
  }
}

// Of four vectors at most: of 16 lanes three and three, not four and two, or one.
TEST_P(convolution_layouts_chosen, weights_in_panels_of_as_many_columns) {
  for (const int64_t oc : {72, 80, 96, 144}) {
    const dnnl::convolution_forward::primitive_desc pd(
        engine_, prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
        memory::desc({1, 24, 9, 9}, dt::f32, format::nhwc),
        memory::desc({oc, 24, 1, 1}, dt::f32, format::any),
        memory::desc({1, oc, 9, 9}, dt::f32, format::nhwc), {1, 1}, {0, 0}, {0, 0});
    const memory::dims columns = pd.weights_desc().get_inner_blks();
    if (GetParam() == "reference") {
      EXPECT_TRUE(columns.empty()) << oc << " channels";
      continue;
    }
    ASSERT_EQ(columns.size(), 1u) << oc << " channels";
    if (blocks() == format::nChw16c) {
      EXPECT_EQ(columns[0], 48) << oc << " channels";
    }
    // No panel is without a channel.
    const int64_t padded = pd.weights_desc().get_padded_dims()[0];
    EXPECT_GE(padded, oc);
    EXPECT_LT(padded - oc, columns[0]) << oc << " channels";
  }
}

// More bytes than can be counted are refused, as before.
TEST_P(convolution_layouts_chosen, sizes_that_overflow) {
  const memory::dim far = int64_t(1) << 40;
  EXPECT_THROW(dnnl::convolution_forward::primitive_desc(
                   engine_, prop_kind::forward_training, dnnl::algorithm::convolution_direct,
                   memory::desc({far, 16, far, 1}, dt::f32, format::any),
                   memory::desc({16, 16, 1, 1}, dt::f32, format::any),
                   memory::desc({far, 16, far, 1}, dt::f32, format::any), {1, 1}, {0, 0}, {0, 0}),
               dnnl::error);
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_layouts_chosen, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
