// SPDX-License-Identifier: Apache-2.0
// What convolution does not take, and executions that lack something: the status, and that nothing
// was written.
#include <functional>

#include "tests/support/compare.h"
#include "tests/unit/convolution/settings.h"

namespace dnnlet::test {
namespace {

using dt = data_type;
using tag = dnnl::memory::format_tag;
using arguments = std::unordered_map<int, dnnl::memory>;

const convolution_case plain = {1, 1, 4, 6, {5, 5}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, false};
const convolution_case pointwise = {1,      1,      4,      6,      {5, 5}, {1, 1},
                                    {1, 1}, {0, 0}, {0, 0}, {0, 0}, false};
const convolution_types int8 = {dt::u8, dt::s8, dt::undef, dt::s8};
const convolution_types f32 = {dt::f32, dt::f32, dt::undef, dt::f32};

dnnl::convolution_forward::primitive_desc create(const convolution_case &c,
                                                 const convolution_types &t,
                                                 const dnnl::primitive_attr &attr) {
  return {engine_for(),
          dnnl::prop_kind::forward_inference,
          dnnl::algorithm::convolution_direct,
          {c.src_dims(), t.src, tag::any},
          {c.weights_dims(), t.weights, tag::any},
          t.bias == dt::undef ? dnnl::memory::desc() : dnnl::memory::desc({c.oc}, t.bias, tag::a),
          {c.dst_dims(), t.dst, tag::any},
          c.strides,
          c.dilates,
          c.left,
          c.right,
          attr};
}

dnnl_status_t status_of(const std::function<void()> &body) {
  try {
    body();
  } catch (const dnnl::error &e) {
    return e.status;
  }
  return dnnl_success;
}

dnnl_status_t creation(const convolution_case &c, const convolution_types &t,
                       const std::function<void(dnnl::primitive_attr &)> &fill_in) {
  return status_of([&] {
    dnnl::primitive_attr attr;
    fill_in(attr);
    create(c, t, attr);
  });
}

TEST(convolution_errors, types) {
  const auto nothing = [](dnnl::primitive_attr &) {};
  EXPECT_EQ(creation(plain, f32, nothing), dnnl_success);
  EXPECT_EQ(creation(plain, {dt::s32, dt::s8, dt::undef, dt::s32}, nothing),
            dnnl_invalid_arguments);
  for (const convolution_types &t : {convolution_types{dt::bf16, dt::f32, dt::undef, dt::f32},
                                     {dt::u8, dt::u8, dt::undef, dt::s32},
                                     {dt::bf16, dt::f16, dt::undef, dt::f32},
                                     {dt::f64, dt::f64, dt::undef, dt::f32},
                                     {dt::f32, dt::f32, dt::s32, dt::f32}})
    EXPECT_EQ(creation(plain, t, nothing), dnnl_unimplemented) << text(t);
}

// Where no type is known to sum products up in, the types are a mistake.
TEST(convolution_errors, types_without_sums) {
  const auto nothing = [](dnnl::primitive_attr &) {};
  for (const convolution_types &t : {convolution_types{dt::f32, dt::s32, dt::undef, dt::f32},
                                     {dt::s8, dt::f32, dt::undef, dt::f32},
                                     {dt::f64, dt::f32, dt::undef, dt::f64}})
    EXPECT_EQ(creation(plain, t, nothing), dnnl_invalid_arguments) << text(t);
  for (const convolution_types &t : {convolution_types{dt::bf16, dt::s32, dt::undef, dt::f32},
                                     {dt::f32, dt::s8, dt::undef, dt::f32}})
    EXPECT_EQ(creation(plain, t, nothing), dnnl_unimplemented) << text(t);
}

TEST(convolution_errors, algorithms) {
  const auto with = [](dnnl::algorithm alg) {
    return status_of([&] {
      dnnl::convolution_forward::primitive_desc(
          engine_for(), dnnl::prop_kind::forward_inference, alg,
          {plain.src_dims(), dt::f32, tag::any}, {plain.weights_dims(), dt::f32, tag::any},
          {plain.dst_dims(), dt::f32, tag::any}, plain.strides, plain.left, plain.right);
    });
  };
  EXPECT_EQ(with(dnnl::algorithm::convolution_auto), dnnl_success);
  EXPECT_EQ(with(dnnl::algorithm::eltwise_relu), dnnl_invalid_arguments);
}

// What was left to the library is told as it was decided.
TEST(convolution_errors, algorithm_of_auto) {
  const auto forward = [](dnnl::algorithm alg) {
    return dnnl::convolution_forward::primitive_desc(
        engine_for(), dnnl::prop_kind::forward_training, alg, {plain.src_dims(), dt::f32, tag::any},
        {plain.weights_dims(), dt::f32, tag::any}, {plain.dst_dims(), dt::f32, tag::any},
        plain.strides, plain.left, plain.right);
  };
  const auto automatic = forward(dnnl::algorithm::convolution_auto);
  EXPECT_EQ(automatic.get_algorithm(), dnnl::algorithm::convolution_direct);
  const dnnl::convolution_backward_data::primitive_desc backward(
      engine_for(), dnnl::algorithm::convolution_auto, automatic.src_desc(),
      automatic.weights_desc(), automatic.dst_desc(), plain.strides, plain.left, plain.right,
      automatic);
  EXPECT_EQ(backward.get_algorithm(), dnnl::algorithm::convolution_direct);
}

TEST(convolution_errors, scales_and_zero_points) {
  const auto scales = [](int arg, int mask) {
    return [=](dnnl::primitive_attr &attr) { attr.set_scales_mask(arg, mask); };
  };
  const auto zero_points = [](int arg, int mask) {
    return [=](dnnl::primitive_attr &attr) { attr.set_zero_points_mask(arg, mask); };
  };
  EXPECT_EQ(creation(plain, int8, scales(DNNL_ARG_WEIGHTS, 1)), dnnl_success);
  EXPECT_EQ(creation(plain, int8, scales(DNNL_ARG_WEIGHTS, 2)), dnnl_unimplemented);
  EXPECT_EQ(creation(plain, int8, scales(DNNL_ARG_SRC, 2)), dnnl_unimplemented);
  EXPECT_EQ(creation(plain, int8, scales(DNNL_ARG_DST, 0)), dnnl_success);
  EXPECT_EQ(creation(plain, int8, scales(DNNL_ARG_DST, 2)), dnnl_unimplemented);
  EXPECT_EQ(creation(plain, f32, scales(DNNL_ARG_SRC, 0)), dnnl_unimplemented);
  EXPECT_EQ(creation(plain, f32, zero_points(DNNL_ARG_DST, 0)), dnnl_unimplemented);
  EXPECT_EQ(creation(plain, int8, zero_points(DNNL_ARG_WEIGHTS, 0)), dnnl_unimplemented);
  EXPECT_EQ(
      creation(plain, int8,
               [](dnnl::primitive_attr &attr) { attr.set_scales(DNNL_ARG_SRC, 0, {}, dt::bf16); }),
      dnnl_unimplemented);
  EXPECT_EQ(creation(plain, int8,
                     [](dnnl::primitive_attr &attr) {
                       attr.set_zero_points(DNNL_ARG_SRC, 0, {}, dt::s8);
                     }),
            dnnl_unimplemented);
  EXPECT_EQ(creation(plain, int8,
                     [](dnnl::primitive_attr &attr) {
                       attr.set_rounding_mode(DNNL_ARG_DST, dnnl::rounding_mode::stochastic);
                     }),
            dnnl_unimplemented);
  EXPECT_EQ(creation(plain, f32,
                     [](dnnl::primitive_attr &attr) {
                       attr.set_accumulation_mode(dnnl::accumulation_mode::f16);
                     }),
            dnnl_unimplemented);
  EXPECT_EQ(creation(plain, int8, scales(DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS, 0)),
            dnnl_unimplemented);
  EXPECT_EQ(creation(plain, int8, zero_points(DNNL_ARG_SRC, 2)), dnnl_success);
  EXPECT_EQ(creation(plain, int8, zero_points(DNNL_ARG_SRC, 1)), dnnl_unimplemented);
  EXPECT_EQ(creation(plain, int8, zero_points(DNNL_ARG_WEIGHTS, 1)), dnnl_unimplemented);
  EXPECT_EQ(creation(plain, f32, zero_points(DNNL_ARG_SRC, 0)), dnnl_unimplemented);
  EXPECT_EQ(creation(plain, int8,
                     [](dnnl::primitive_attr &attr) {
                       attr.set_scales(DNNL_ARG_WEIGHTS, 3, {2, 2}, dt::f32);
                     }),
            dnnl_unimplemented);
}

TEST(convolution_errors, post_ops) {
  const auto with = [](const std::function<void(dnnl::post_ops &)> &append) {
    return [=](dnnl::primitive_attr &attr) {
      dnnl::post_ops ops;
      append(ops);
      attr.set_post_ops(ops);
    };
  };
  const auto depthwise = [](dnnl::post_ops &ops) {
    ops.append_dw(dt::f32, dt::f32, dt::f32, 3, 1, 1);
  };
  EXPECT_EQ(creation(pointwise, f32, with(depthwise)), dnnl_success);
  EXPECT_EQ(creation(plain, f32, with(depthwise)), dnnl_unimplemented) << "after 3x3";
  EXPECT_EQ(creation(pointwise, f32, with([&](dnnl::post_ops &ops) {
                       ops.append_sum(1);
                       depthwise(ops);
                     })),
            dnnl_unimplemented);
  EXPECT_EQ(creation(pointwise, f32, with([&](dnnl::post_ops &ops) {
                       depthwise(ops);
                       depthwise(ops);
                     })),
            dnnl_unimplemented);
  EXPECT_EQ(creation(plain, f32, with([](dnnl::post_ops &ops) { ops.append_sum(1, 3); })),
            dnnl_unimplemented);
  EXPECT_EQ(creation(plain, f32, with([](dnnl::post_ops &ops) { ops.append_sum(1, 0, dt::s8); })),
            dnnl_unimplemented);
  EXPECT_EQ(creation(plain, f32, with([](dnnl::post_ops &ops) {
                       ops.append_binary(dnnl::algorithm::binary_add,
                                         dnnl::memory::desc({1, 5, 1, 1}, dt::f32, tag::nchw));
                     })),
            dnnl_invalid_arguments);
}

// Executes with some arguments changed; dst must stay as it was.
dnnl_status_t execution(const dnnl::primitive_attr &attr, const arguments &more) {
  const dnnl::engine engine = engine_for();
  dnnl::stream stream(engine);
  const auto pd = create(plain, int8, attr);
  const tensor old(plain.dst_dims(), int8.dst, 7);
  placed src(pd.src_desc(), engine, random_tensor(plain.src_dims(), int8.src, 1));
  placed weights(pd.weights_desc(), engine, random_tensor(plain.weights_dims(), int8.weights, 2));
  placed dst(pd.dst_desc(), engine, old);
  arguments all = {{DNNL_ARG_SRC, src}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, dst}};
  for (const auto &entry : more) all.insert(entry);
  const dnnl_status_t status =
      status_of([&] { dnnl::convolution_forward(pd).execute(stream, all); });
  if (status != dnnl_success) {
    EXPECT_TRUE(same_values(dst.read(), old));
  }
  return status;
}

TEST(convolution_errors, missing_values) {
  const dnnl::engine engine = engine_for();
  constexpr int scales = DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS;
  constexpr int zero_points = DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC;
  dnnl::primitive_attr attr;
  attr.set_scales_mask(DNNL_ARG_WEIGHTS, 1);
  attr.set_zero_points_mask(DNNL_ARG_SRC, 0);
  const auto values = [&](int64_t n, data_type type) {
    return dnnl::memory({{n}, type, tag::a}, engine);
  };
  dnnl::memory six = values(6, dt::f32), one = values(1, dt::s32);
  for (int i = 0; i < 6; ++i) static_cast<float *>(six.get_data_handle())[i] = 1;
  *static_cast<int32_t *>(one.get_data_handle()) = 0;
  EXPECT_EQ(execution(attr, {{scales, six}, {zero_points, one}}), dnnl_success);
  EXPECT_EQ(execution(attr, {{scales, six}}), dnnl_invalid_arguments);
  EXPECT_EQ(execution(attr, {{zero_points, one}}), dnnl_invalid_arguments);
  EXPECT_EQ(execution(attr, {{scales, values(5, dt::f32)}, {zero_points, one}}),
            dnnl_invalid_arguments);
  EXPECT_EQ(execution(attr, {{scales, values(12, dt::bf16)}, {zero_points, one}}),
            dnnl_invalid_arguments);
  const dnnl::memory scalar(dnnl::memory::desc::host_scalar(dt::s32), int32_t(0));
  EXPECT_EQ(execution(attr, {{scales, six}, {zero_points, scalar}}), dnnl_invalid_arguments);

  dnnl::primitive_attr on_host;
  on_host.set_zero_points(DNNL_ARG_SRC, 0, {}, dt::s32, true);
  EXPECT_EQ(execution(on_host, {{zero_points, scalar}}), dnnl_success);
  EXPECT_EQ(execution(on_host, {{zero_points, one}}), dnnl_invalid_arguments);
}

}  // namespace
}  // namespace dnnlet::test
