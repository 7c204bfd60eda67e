// SPDX-License-Identifier: Apache-2.0
// What deconvolution does not take, with the statuses of oneDNN, and what is asked of it.
#include <functional>

#include "tests/unit/deconvolution/problem.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

const deconvolution_case plain = {
    {1, 1, 6, 4, {10, 10}, {4, 4}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, false}};
const deconvolution_types int8 = {dt::u8, dt::s8, dt::undef, dt::s8};
const deconvolution_types f32 = {dt::f32, dt::f32, dt::f32, dt::f32};

dnnl_status_t status_of(const std::function<void()> &body) {
  try {
    body();
  } catch (const dnnl::error &e) {
    return e.status;
  }
  return dnnl_success;
}

dnnl_status_t creation(const deconvolution_types &t,
                       const std::function<void(dnnl::primitive_attr &)> &fill_in) {
  return status_of([&] {
    dnnl::primitive_attr attr;
    fill_in(attr);
    forward_desc(engine_for(), plain, describe(plain, t, any_layouts), attr);
  });
}

void nothing(dnnl::primitive_attr &) {}

TEST(deconvolution_errors, types) {
  EXPECT_EQ(creation(f32, nothing), dnnl_success);
  EXPECT_EQ(creation({dt::s32, dt::s8, dt::undef, dt::s32}, nothing), dnnl_invalid_arguments);
  EXPECT_EQ(creation({dt::f32, dt::f32, dt::undef, dt::s32}, nothing), dnnl_unimplemented);
  EXPECT_EQ(creation({dt::bf16, dt::f16, dt::undef, dt::f32}, nothing), dnnl_unimplemented);
  EXPECT_EQ(creation({dt::f32, dt::f32, dt::s32, dt::f32}, nothing), dnnl_unimplemented);
  EXPECT_EQ(creation({dt::f64, dt::f64, dt::undef, dt::f64}, nothing), dnnl_unimplemented);
}

// Wrong shapes are seen before weights without channels, which only a convolution finds wrong.
TEST(deconvolution_errors, channels) {
  const auto creation_of = [](dnnl_dim_t channels) {
    using tag = dnnl::memory::format_tag;
    const auto any = [](dnnl::memory::dims dims) {
      return dnnl::memory::desc(dims, dnnl::memory::data_type::f32, tag::any);
    };
    return status_of([&] {
      dnnl::deconvolution_forward::primitive_desc(
          engine_for(), dnnl::prop_kind::forward_inference, dnnl::algorithm::deconvolution_direct,
          any({2, 4, 5, 5}), any({0, 4, 3, 3}), any({2, channels, 5, 5}), {1, 1}, {1, 1}, {1, 1});
    });
  };
  EXPECT_EQ(creation_of(0), dnnl_unimplemented);
  EXPECT_EQ(creation_of(6), dnnl_invalid_arguments);
}

TEST(deconvolution_errors, attributes) {
  const auto scale = [](int arg, int mask) {
    return [=](dnnl::primitive_attr &attr) { attr.set_scales_mask(arg, mask); };
  };
  const auto zero_point = [](int arg, int mask) {
    return [=](dnnl::primitive_attr &attr) { attr.set_zero_points_mask(arg, mask); };
  };
  EXPECT_EQ(creation(int8, scale(DNNL_ARG_WEIGHTS, 1)), dnnl_success);
  EXPECT_EQ(creation(int8, scale(DNNL_ARG_WEIGHTS, 2)), dnnl_unimplemented);
  EXPECT_EQ(creation(int8, scale(DNNL_ARG_DST, 2)), dnnl_unimplemented);
  EXPECT_EQ(creation(f32, scale(DNNL_ARG_SRC, 0)), dnnl_unimplemented);
  EXPECT_EQ(creation(int8, zero_point(DNNL_ARG_SRC, 2)), dnnl_success);
  EXPECT_EQ(creation(int8, zero_point(DNNL_ARG_WEIGHTS, 0)), dnnl_unimplemented);
  EXPECT_EQ(creation(f32, zero_point(DNNL_ARG_DST, 0)), dnnl_unimplemented);
  EXPECT_EQ(creation(f32,
                     [](dnnl::primitive_attr &attr) {
                       attr.set_accumulation_mode(dnnl::accumulation_mode::f16);
                     }),
            dnnl_unimplemented);
  EXPECT_EQ(creation(f32,
                     [](dnnl::primitive_attr &attr) {
                       dnnl::post_ops ops;
                       ops.append_dw(dt::f32, dt::f32, dt::f32, 3, 1, 1);
                       attr.set_post_ops(ops);
                     }),
            dnnl_unimplemented);
}

TEST(deconvolution_errors, shapes) {
  const auto with = [](const std::function<void(convolution_case &)> &change) {
    return status_of([&] {
      deconvolution_case c = plain;
      const convolution_descs d = describe(plain, f32, any_layouts);
      change(c.conv);
      forward_desc(engine_for(), c, d);
    });
  };
  EXPECT_EQ(with([](auto &) {}), dnnl_success);
  EXPECT_EQ(with([](auto &c) { c.strides[0] = 3; }), dnnl_invalid_arguments);
  EXPECT_EQ(with([](auto &c) { c.strides[0] = 0; }), dnnl_invalid_arguments);
  EXPECT_EQ(with([](auto &c) { c.left[1] = 3; }), dnnl_invalid_arguments);
  EXPECT_EQ(with([](auto &c) { c.dilates[1] = -1; }), dnnl_invalid_arguments);
  convolution_descs d = describe(plain, f32, any_layouts);
  d.bias = {{5}, dt::f32, format::a};
  EXPECT_EQ(status_of([&] { forward_desc(engine_for(), plain, d); }), dnnl_invalid_arguments);
}

// Of no channels oneDNN has no deconvolution, where a convolution of none is a mistake.
TEST(deconvolution_errors, no_channels) {
  const auto status = [](int64_t ic, int64_t oc, int64_t kernel) {
    return status_of([&] {
      const auto md = [](const dims &shape) {
        return dnnl::memory::desc(shape, dt::f32, format::abcd);
      };
      dnnl::deconvolution_forward::primitive_desc(engine_for(), dnnl::prop_kind::forward_inference,
                                                  dnnl::algorithm::deconvolution_direct,
                                                  md({2, ic, 5, 5}), md({oc, ic, kernel, kernel}),
                                                  md({2, oc, 5, 5}), {1, 1}, {1, 1}, {1, 1});
    });
  };
  EXPECT_EQ(status(4, 6, 3), dnnl_success);
  EXPECT_EQ(status(0, 6, 3), dnnl_unimplemented);
  EXPECT_EQ(status(4, 0, 3), dnnl_unimplemented);
  EXPECT_EQ(status(4, 6, 0), dnnl_invalid_arguments);
}

// Forward oneDNN takes it for another name of the direct one, backward it has none.
TEST(deconvolution_errors, winograd) {
  constexpr auto winograd = dnnl::algorithm::deconvolution_winograd;
  const deconvolution_case &c = plain;
  const convolution_descs d = describe(c, f32, any_layouts);
  const dnnl::deconvolution_forward::primitive_desc forward(
      engine_for(), dnnl::prop_kind::forward_inference, winograd, d.src, d.weights, d.bias, d.dst,
      c.conv.strides, c.conv.dilates, c.conv.left, c.conv.right);
  EXPECT_EQ(forward.get_algorithm(), winograd);
  EXPECT_EQ(forward.impl_info_str(), forward_desc(engine_for(), c, d).impl_info_str());
  EXPECT_EQ(status_of([&] {
              dnnl::deconvolution_backward_data::primitive_desc(
                  engine_for(), winograd, d.src, d.weights, d.dst, c.conv.strides, c.conv.dilates,
                  c.conv.left, c.conv.right, forward);
            }),
            dnnl_unimplemented);
}

TEST(deconvolution_queries, parameters) {
  const auto pd = forward_desc(engine_for(), plain, describe(plain, f32, any_layouts));
  EXPECT_EQ(pd.get_strides(), dims({2, 2}));
  EXPECT_EQ(pd.get_dilations(), dims({0, 0}));
  EXPECT_EQ(pd.get_padding_l(), dims({1, 1}));
  EXPECT_EQ(pd.get_algorithm(), dnnl::algorithm::deconvolution_direct);
  EXPECT_EQ(pd.weights_desc().get_dims(), dims({6, 4, 4, 4}));
}

}  // namespace
}  // namespace dnnlet::test
