// SPDX-License-Identifier: Apache-2.0
// Gradients against differences of the functions themselves, both as the library computes them.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/plugins.h"
#include "tests/support/tensor.h"
#include "tests/unit/eltwise/oracle.h"

namespace dnnlet::test {
namespace {

constexpr double h = 1.0 / 64;

// Whether the function bends within h of x, so that differences say nothing.
bool has_kink(const eltwise_function &f, double x) {
  using a = dnnl::algorithm;
  const auto near = [&](double at) { return std::fabs(x - at) <= 2 * h; };
  switch (f.alg) {
    case a::eltwise_clip:
    case a::eltwise_clip_v2:
    case a::eltwise_clip_v2_use_dst_for_bwd: return near(double(f.alpha)) || near(double(f.beta));
    case a::eltwise_hardsigmoid:
    case a::eltwise_hardswish:
      return near(-double(f.beta) / double(f.alpha)) ||
             near((1 - double(f.beta)) / double(f.alpha));
    default: return near(0);
  }
}

bool is_for_positive_numbers(const eltwise_function &f) {
  using a = dnnl::algorithm;
  return f.alg == a::eltwise_sqrt || f.alg == a::eltwise_log || f.alg == a::eltwise_pow ||
         f.alg == a::eltwise_sqrt_use_dst_for_bwd;
}

tensor run_forward(const dnnl::engine &engine, const eltwise_function &f, const tensor &x) {
  const dnnl::memory::desc md(x.shape, x.type, dnnl::memory::format_tag::a);
  const dnnl::eltwise_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_training, f.alg,
                                                 md, md, f.alpha, f.beta);
  placed src(md, engine, x), dst(md, engine);
  dnnl::stream stream(engine);
  dnnl::eltwise_forward(pd).execute(stream, {{DNNL_ARG_SRC, src}, {DNNL_ARG_DST, dst}});
  return dst.read();
}

tensor run_backward(const dnnl::engine &engine, const eltwise_function &f, const tensor &data,
                    const tensor &diff) {
  const dnnl::memory::desc md(data.shape, data.type, dnnl::memory::format_tag::a);
  const dnnl::eltwise_forward::primitive_desc hint(engine, dnnl::prop_kind::forward_training, f.alg,
                                                   md, md, f.alpha, f.beta);
  const dnnl::eltwise_backward::primitive_desc pd(engine, f.alg, md, md, md, f.alpha, f.beta, hint);
  placed src(md, engine, data), diff_dst(md, engine, diff), diff_src(md, engine);
  dnnl::stream stream(engine);
  dnnl::eltwise_backward(pd).execute(stream, {{f.uses_dst() ? DNNL_ARG_DST : DNNL_ARG_SRC, src},
                                              {DNNL_ARG_DIFF_DST, diff_dst},
                                              {DNNL_ARG_DIFF_SRC, diff_src}});
  return diff_src.read();
}

TEST(gradients, are_differences) {
  for (const std::string &plugin : usable_plugins()) {
    const dnnl::engine engine = engine_for(plugin);
    for (const eltwise_function &f : eltwise_functions()) {
      if (!f.has_gradient() || std::fabs(f.beta) > 10) continue;
      SCOPED_TRACE(plugin + " " + f.text());
      const fill range = is_for_positive_numbers(f) ? fill{0.75, 3, 4096} : fill{-4, 4, 4096};
      const dims shape = {333};
      const tensor x = random_tensor(shape, data_type::f32, 7, range);
      tensor above = x, below = x;
      for (double &v : above.values) v += h;
      for (double &v : below.values) v -= h;
      const tensor diff = random_tensor(shape, data_type::f32, 8, {0.5, 2, 64});
      const tensor high = run_forward(engine, f, above), low = run_forward(engine, f, below);
      const tensor data = f.uses_dst() ? run_forward(engine, f, x) : x;
      const tensor got = run_backward(engine, f, data, diff);
      for (size_t i = 0; i < x.values.size(); ++i) {
        if (has_kink(f, x.values[i])) continue;
        const double slope = (high.values[i] - low.values[i]) / (2 * h);
        // h^2 / 6 of the third derivative, which is below 10 times the slope or the value here,
        // and the rounding of the two values.
        const double scale = 1 + std::fabs(slope) + std::fabs(high.values[i]);
        const double allowed = scale * (10 * h * h / 6 + 4 * 0x1p-23 / h);
        EXPECT_NEAR(got.values[i] / diff.values[i], slope, allowed) << "at " << x.values[i];
      }
    }
  }
}

}  // namespace
}  // namespace dnnlet::test
