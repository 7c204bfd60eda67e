// SPDX-License-Identifier: Apache-2.0
// What the tests of the three normalizations have in common: every implementation of one plugin
// against the definition.
#ifndef DNNLET_TESTS_UNIT_NORMALIZATION_CHECKS_H
#define DNNLET_TESTS_UNIT_NORMALIZATION_CHECKS_H

#include <cmath>

#include "tests/support/bits.h"
#include "tests/unit/normalization/problem.h"

namespace dnnlet::test {

// Planes and channels innermost, which are rows of their own, and blocks; quick runs draw these.
std::vector<norm_layout> some_layouts();

class normalization : public testing::TestWithParam<std::string> {
 protected:
  // Training and inference; each answers the best implementation's name.
  std::string check_forward(const norm_case &c, const norm_descs &d, bool is_training = true) {
    SCOPED_TRACE(c.name() + " " + name_of(d.src.get_data_type()) + " to " +
                 name_of(d.dst.get_data_type()) + (is_training ? " training" : " inference"));
    const norm_inputs in = draw(c, d, 1);
    const norm_forward expected = forward(c, in, d.dst.get_data_type());
    const auto describe = [&] { return forward_desc(engine_, c, d, is_training); };
    for_each_implementation(describe, GetParam() + ":", [&](const auto &pd) {
      const tensors got = execute(pd, stream_, forward_arguments(c, in), 4);
      EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst.values, norm_tolerance,
                          expected.dst.magnitudes));
      const bool writes = is_training && !c.has(dnnl_use_global_stats);
      EXPECT_EQ(got.count(DNNL_ARG_VARIANCE), writes);
      if (!writes) return;
      EXPECT_TRUE(matches(got.at(DNNL_ARG_VARIANCE), expected.variance.values, norm_statistics,
                          expected.variance.magnitudes));
      if (c.has(dnnl_rms_norm)) return;
      EXPECT_TRUE(matches(got.at(DNNL_ARG_MEAN), expected.mean.values, norm_statistics,
                          expected.mean.magnitudes));
    });
    return describe().impl_info_str();
  }

  std::string check_backward(const norm_case &c, const norm_descs &d, bool with_weights = true) {
    SCOPED_TRACE(c.name() + " src " + name_of(d.src.get_data_type()) + " diff_dst " +
                 name_of(d.dst.get_data_type()) + (with_weights ? "" : " data"));
    norm_inputs in = draw(c, d, 2);
    tensors inputs = backward_arguments(c, in);
    if (c.has(dnnl_fuse_norm_relu) || c.has(dnnl_fuse_norm_add_relu)) {
      const norm_pd pd = forward_desc(engine_, c, {d.src, d.src}, true);
      inputs[DNNL_ARG_WORKSPACE] =
          execute(pd, stream_, forward_arguments(c, in)).at(DNNL_ARG_WORKSPACE);
      in.mask = forward(c, in, data_type::f32).mask;
    }
    const data_type type = c.kind == dnnl::primitive::kind::batch_normalization
                               ? d.dst.get_data_type()
                               : d.src.get_data_type();
    const norm_backward expected = backward(c, in, type, d.weights);
    const auto describe = [&] { return backward_desc(engine_, c, d, with_weights); };
    for_each_implementation(describe, GetParam() + ":", [&](const auto &pd) {
      const tensors got = execute(pd, stream_, inputs, 4);
      check(got, DNNL_ARG_DIFF_SRC, true, expected.diff_src);
      check(got, DNNL_ARG_DIFF_SCALE, with_weights && c.has(dnnl_use_scale), expected.diff_scale);
      check(got, DNNL_ARG_DIFF_SHIFT, with_weights && c.has(dnnl_use_shift), expected.diff_shift);
    });
    return describe().impl_info_str();
  }

  // The same bits with any number of threads, and those of the first plugin.
  void check_bits(const norm_case &c, const norm_descs &d) {
    SCOPED_TRACE(c.name());
    const auto run = [&](const dnnl::engine &engine, thread_pool *pool) {
      const norm_inputs in = draw(c, d, 3);
      const dnnl::stream stream = stream_on(engine, pool);
      dnnl::primitive_attr attr;
      attr.set_deterministic(true);
      std::vector<tensor> all;
      for (const tensors &got :
           {execute(forward_desc(engine, c, d, true, attr), stream, forward_arguments(c, in)),
            execute(backward_desc(engine, c, d, true, attr), stream, backward_arguments(c, in))})
        for (const auto &output : got) all.push_back(output.second);
      return all;
    };
    expect_same_bits_with_threads([&](thread_pool *pool) { return run(engine_, pool); }, {2, 5},
                                  false);
    if (GetParam() == "reference") return;  // it computes in f64
    const dnnl::engine first = engine_for(usable_plugins()[0]);
    dnnl::primitive_attr attr;
    attr.set_deterministic(true);
    if (!is_of(forward_desc(engine_, c, d, true, attr).impl_info_str(), GetParam())) return;
    const std::vector<tensor> mine = run(engine_, nullptr), firsts = run(first, nullptr);
    for (size_t i = 0; i < mine.size(); ++i) EXPECT_TRUE(same_values(mine[i], firsts[i]));
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};

 private:
  static void check(const tensors &got, int arg, bool is_there, const with_magnitudes &expected) {
    SCOPED_TRACE("argument " + std::to_string(arg));
    ASSERT_TRUE(!is_there || got.count(arg) == 1);
    if (!is_there) {  // what only answers queries is not written to
      if (!got.count(arg)) return;
      for (const double value : got.at(arg).values) ASSERT_TRUE(std::isnan(value));
      return;
    }
    EXPECT_TRUE(matches(got.at(arg), expected.values, norm_gradient, expected.magnitudes));
  }
};

// The oracle's gradients are differences of what it computes forward.
void expect_gradients(const norm_case &c);
// A mean that is much larger than the deviation, and elements that do not tell what follows them:
// the variance has the error that drivers/normalization/moments.h states.
void expect_accurate_moments(const dnnl::engine &engine, const norm_case &c, const norm_descs &d);

}  // namespace dnnlet::test

#endif
