// SPDX-License-Identifier: Apache-2.0
// Deconvolution forward of every combination of types, with scales, zero points and post-ops, on
// every implementation. All numbers are such that every step is exact in f32.
#include "tests/unit/deconvolution/problem.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

const std::vector<deconvolution_types> integers = {
    {dt::u8, dt::s8, dt::f32, dt::u8},    {dt::s8, dt::s8, dt::s32, dt::s8},
    {dt::u8, dt::s8, dt::undef, dt::s32}, {dt::s8, dt::s8, dt::bf16, dt::f32},
    {dt::u8, dt::s8, dt::u8, dt::bf16},   {dt::s8, dt::s8, dt::f16, dt::f16},
};
const std::vector<deconvolution_types> floats = {
    {dt::f32, dt::f32, dt::f32, dt::f32},         {dt::bf16, dt::bf16, dt::f32, dt::bf16},
    {dt::bf16, dt::bf16, dt::bf16, dt::f32},      {dt::f16, dt::f16, dt::f16, dt::f16},
    {dt::f32, dt::bf16, dt::undef, dt::f32},      {dt::f32, dt::f16, dt::f32, dt::u8},
    {dt::f8_e5m2, dt::f8_e4m3, dt::f32, dt::f32}, {dt::f32, dt::f32, dt::undef, dt::s8},
};

fill fill_for(data_type type) {
  return type == dt::u8 ? fill{0, 4, 4} : fill{-4, 4, 8};
}

class prepared {
 public:
  prepared(const dnnl::engine &engine, const deconvolution_case &c, const deconvolution_types &t,
           const setting &s, uint64_t seed)
      : engine_(engine),
        case_(c),
        types_(t),
        old_(random_tensor(c.dst_dims(), t.dst, seed, fill_for(t.dst))),
        attributes_(engine, s, old_, {c.conv.oc, c.conv.has_groups ? 3 : 1}, seed + 10) {
    inputs_.src = random_tensor(c.src_dims(), t.src, seed + 1, fill_for(t.src));
    inputs_.weights = random_tensor(c.weights_dims(), t.weights, seed + 2, fill_for(t.weights));
    if (t.bias != dt::undef)
      inputs_.bias = random_tensor({c.oc()}, t.bias, seed + 3, fill_for(t.bias));
    compute();
  }

  void check(const std::string &plugin, const convolution_layouts &l) const {
    const convolution_descs d = describe(case_, types_, l);
    for_each_implementation(
        [&] { return forward_desc(engine_, case_, d, attributes_.attr()); }, plugin + ":",
        [&](auto &pd) {
          tensor expected = attributes_.finished(scaled_, pd.dst_desc());
          expected.type = types_.dst;
          const tensors got = execute(pd, dnnl::stream(engine_),
                                      {{DNNL_ARG_SRC, inputs_.src},
                                       {DNNL_ARG_WEIGHTS, inputs_.weights},
                                       {DNNL_ARG_BIAS, inputs_.bias}},
                                      4, {{{DNNL_ARG_DST, old_}}, attributes_.memories()});
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected, correctly_rounded));
        });
  }

 private:
  void compute() {
    deconvolution_tensors shifted = inputs_;
    dims at(shifted.src.shape.size(), 0);
    if (!shifted.src.values.empty()) do
        shifted.src.at(at) -= attributes_.src_zero_point(at[1]);
      while (next_index(at, shifted.src.shape));
    shifted.dst = tensor(case_.dst_dims(), dt::f32);
    scaled_ = forward(case_, shifted).values;
    at.assign(at.size(), 0);
    if (!scaled_.values.empty()) do {
        double &x = scaled_.at(at);
        x *= attributes_.src_scale(0) * attributes_.weights_scale(at[1]);
        if (types_.bias != dt::undef) x += inputs_.bias.values[size_t(at[1])];
      } while (next_index(at, scaled_.shape));
  }

  dnnl::engine engine_;
  deconvolution_case case_;
  deconvolution_types types_;
  deconvolution_tensors inputs_;
  tensor old_;
  applied_setting attributes_;
  tensor scaled_;
};

bool is_f32(const quantized &q) {
  return (q.type == dt::undef || q.type == dt::f32) && !q.on_host;
}
bool is_s32(const quantized &q) {
  return (q.type == dt::undef || q.type == dt::s32) && !q.on_host;
}

std::vector<setting> taken_settings() {
  std::vector<setting> list;
  for (const setting &s : quantized_settings())
    if (s.dst_scale.how != quantized::by_channel && s.src_scale.how != quantized::by_channel &&
        is_f32(s.src_scale) && is_f32(s.weights_scale) && is_f32(s.dst_scale) &&
        is_s32(s.src_zero_point) && is_s32(s.dst_zero_point) && !s.dropout)
      list.push_back(s);
  return list;
}

class deconvolution_attributes : public testing::TestWithParam<std::string> {
 protected:
  // One of `part` shapes for each setting and types, in turn, and the last four.
  void check_all(const std::vector<deconvolution_types> &types,
                 const std::vector<setting> &settings, size_t part) {
    const dnnl::engine engine = engine_for(GetParam());
    uint64_t seed = 7000;
    size_t turn = 0;
    const std::vector<deconvolution_case> cases = deconvolution_cases();
    for (const setting &s : settings)
      for (const deconvolution_types &t : types)
        for (const deconvolution_case &c : cases) {
          if (turn++ % part != 0 && &c + 3 < &cases.back()) continue;
          const prepared p(engine, c, t, s, seed += 100);
          for (const convolution_layouts &l :
               {any_layouts, channels_last, channels_first, blocked}) {
            SCOPED_TRACE(c.name() + " " + text(t) + " " + l.name + " " + s.name);
            p.check(GetParam(), l);
          }
          if (HasFailure()) return;
        }
  }
};

TEST_P(deconvolution_attributes, types) {
  check_all(integers, {{"plain"}}, 5);
  check_all(floats, {{"plain"}}, 5);
}

TEST_P(deconvolution_attributes, quantization) {
  const std::vector<setting> settings = taken_settings();
  ASSERT_GE(settings.size(), 4u);
  check_all({integers[0], integers[1], integers[3]}, settings, 15);
}

TEST_P(deconvolution_attributes, post_ops) {
  check_all(
      {floats[0], floats[1], integers[0]},
      taken_of(post_op_settings(), takes::sum | takes::eltwise | takes::binary | takes::prelu), 13);
}

INSTANTIATE_TEST_SUITE_P(plugins, deconvolution_attributes, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
