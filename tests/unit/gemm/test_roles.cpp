// SPDX-License-Identifier: Apache-2.0
// The sweeps of convolution with the roles of its tensors exchanged, as a deconvolution has them:
// backward by data, with a bias, zero points and post-ops.
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "plugins/drivers/convolution/gemm_sweeps.h"
#include "tests/support/plugins.h"
#include "tests/unit/gemm/plugin_products.h"

namespace dnnlet::test {
namespace {

using memory = dnnl::memory;
using type = memory::data_type;

// dst[oc][y][x] = bias[oc] + sum of (src[ic][i][j] - zero point) * weights[ic][oc][p][q]
// where y = 2 i + p - 1 and x = 2 j + q - 1
constexpr dim_t ic = 3, oc = 4, ih = 4, iw = 5, oh = 7, ow = 9, points = 3;

float src_value(dim_t i) {
  return float(i * 5 % 17);
}
float weights_value(dim_t i) {
  return float(i * 7 % 13) - 6;
}
float bias_value(dim_t i) {
  return float(3 * i) - 4;
}

std::vector<float> expected(float zero_point, bool relu) {
  std::vector<float> dst(oc * oh * ow);
  for (dim_t o = 0; o < oc; ++o)
    for (dim_t i = 0; i < oh * ow; ++i) dst[size_t(o * oh * ow + i)] = bias_value(o);
  const auto add = [&](dim_t c, dim_t o, dim_t i, dim_t j, dim_t p, dim_t q) {
    const dim_t y = 2 * i + p - 1, x = 2 * j + q - 1;
    if (y < 0 || y >= oh || x < 0 || x >= ow) return;
    dst[size_t((o * oh + y) * ow + x)] += (src_value((c * ih + i) * iw + j) - zero_point) *
                                          weights_value(((c * oc + o) * points + p) * points + q);
  };
  for (dim_t c = 0; c < ic; ++c)
    for (dim_t o = 0; o < oc; ++o)
      for (dim_t i = 0; i < ih * iw; ++i)
        for (dim_t p = 0; p < points * points; ++p)
          add(c, o, i / iw, i % iw, p / points, p % points);
  for (float &x : dst)
    if (relu && x < 0) x = 0;
  return dst;
}

template <class T>
void fill(memory &m, float (*value)(dim_t)) {
  auto *data = static_cast<T *>(m.get_data_handle());
  for (size_t i = 0; i < m.get_desc().get_size() / sizeof(T); ++i) data[i] = T(value(dim_t(i)));
}

std::vector<float> run(const drivers::gemm_parts &parts, bool integers, dnnl::primitive_attr &attr,
                       int32_t zero_point) {
  const dnnl::engine engine = engine_for();
  const auto make = [&](const memory::dims &dims, type t, memory::format_tag tag) {
    return memory({dims, t, tag}, engine);
  };
  memory src = make({1, ic, ih, iw}, integers ? type::u8 : type::f32, memory::format_tag::nchw);
  memory weights =
      make({ic, oc, points, points}, integers ? type::s8 : type::f32, memory::format_tag::abcd);
  memory bias = make({oc}, type::f32, memory::format_tag::a);
  memory dst = make({1, oc, oh, ow}, type::f32, memory::format_tag::nchw);
  memory zero_points = make({1}, type::s32, memory::format_tag::a);
  *static_cast<int32_t *>(zero_points.get_data_handle()) = zero_point;
  integers ? fill<uint8_t>(src, src_value) : fill<float>(src, src_value);
  integers ? fill<int8_t>(weights, weights_value) : fill<float>(weights, weights_value);
  fill<float>(bias, bias_value);

  convolution_op op = {};
  op.src = *dst.get_desc().get();
  op.weights = *weights.get_desc().get();
  op.bias = *bias.get_desc().get();
  op.dst = *src.get_desc().get();
  for (int d = 0; d < 2; ++d) {
    op.strides[d] = 2;
    op.padding_l[d] = op.padding_r[d] = 1;
  }
  const drivers::gemm_tensors t = {{&op.dst, DNNL_ARG_SRC, 0, 0},
                                   {&op.weights, DNNL_ARG_WEIGHTS, 0, 0},
                                   {&op.src, DNNL_ARG_DST, 0b1101, 0b0010},
                                   &op.bias,
                                   DNNL_ARG_BIAS,
                                   1};
  alignas(plan_alignment) unsigned char plan[convolution_op::plan_bytes];
  plan_request request = {&op.head, attr.get(), 1, 0, &parts, plan};
  const refusal reason = plan_gemm_sweeps(request, op, t, false);
  EXPECT_EQ(reason, accepted) << reason;
  if (reason) return {};
  std::vector<std::max_align_t> scratch(request.scratchpad_bytes / sizeof(std::max_align_t) + 1);
  const dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, src.get()},
                                  {DNNL_ARG_WEIGHTS, weights.get()},
                                  {DNNL_ARG_BIAS, bias.get()},
                                  {DNNL_ARG_DST, dst.get()},
                                  {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC, zero_points.get()}};
  const run_context context = {
      &op.head, attr.get(), &parts, plan, {}, reinterpret_cast<char *>(scratch.data()), args, 5};
  run_gemm_sweeps(context, op, t, false);
  const auto *data = static_cast<const float *>(dst.get_data_handle());
  return {data, data + oc * oh * ow};
}

// All numbers are small integers, so that results are exact.
TEST(roles, a_deconvolution_has_bias_and_post_ops) {
  dnnl::primitive_attr attr;
  dnnl::post_ops ops;
  ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
  attr.set_post_ops(ops);
  for (const plugin_products &p : usable_products())
    EXPECT_EQ(run(p.f32, false, attr, 0), expected(0, true)) << p.plugin;
}

TEST(roles, a_deconvolution_of_integers_has_a_zero_point) {
  dnnl::primitive_attr attr;
  attr.set_zero_points_mask(DNNL_ARG_SRC, 0);
  for (const plugin_products &p : usable_products())
    EXPECT_EQ(run(p.int8, true, attr, 3), expected(3, false)) << p.plugin;
}

}  // namespace
}  // namespace dnnlet::test
