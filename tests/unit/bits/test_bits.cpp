// SPDX-License-Identifier: Apache-2.0
// With the deterministic attribute, whole primitives give the same bits on every plugin, with every
// vector length, and on every machine: the bits recorded in bits.inc.
#include <algorithm>
#include <functional>
#include <map>

#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {
namespace {

using dt = data_type;
using tag = dnnl::memory::format_tag;

// Of what a primitive computes, without its workspace.
fingerprint fingerprint_of(const tensors &results) {
  fingerprint all;
  for (const auto &[arg, t] : results)
    if (arg != DNNL_ARG_WORKSPACE) all.add(t);
  return all;
}

// What a case gives on the best plugin of an engine.
struct outcome {
  std::string plugin, kernel;
  fingerprint hash;
};

template <class PrimitiveDesc>
outcome run(const PrimitiveDesc &pd, const tensors &inputs) {
  const std::string name = pd.impl_info_str();
  const size_t colon = name.find(':');
  dnnl::stream stream(pd.get_engine());
  const tensors results = execute(pd, stream, inputs);
  return {name.substr(0, colon), name.substr(colon + 1), fingerprint_of(results)};
}

struct bit_case {
  std::string name;
  std::function<outcome(const dnnl::engine &, const dnnl::primitive_attr &)> run;
};

struct shape {
  const char *name;
  int64_t n, groups, ic, oc;
  dims src, kernel, strides, dilates, padding;
  dims src_dims() const { return {n, ic, src[0], src[1]}; }
  dims weights_dims() const {
    if (groups == 0) return {oc, ic, kernel[0], kernel[1]};
    return {groups, oc / groups, ic / groups, kernel[0], kernel[1]};
  }
  dims dst_dims() const {
    dims d = {n, oc};
    for (size_t i = 0; i < 2; ++i)
      d.push_back((src[i] + 2 * padding[i] - (kernel[i] - 1) * (dilates[i] + 1) - 1) / strides[i] +
                  1);
    return d;
  }
};

// As networks have them: an ordinary layer, one with long sums, 1x1, the last ones, the first,
// groups, also some that share vectors, depthwise.
const shape shapes[] = {
    {"3x3", 2, 0, 17, 37, {9, 8}, {3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {"3x3_long", 1, 0, 150, 70, {7, 7}, {3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {"1x1", 2, 0, 65, 70, {7, 9}, {1, 1}, {1, 1}, {0, 0}, {0, 0}},
    {"1x1_long", 1, 0, 1000, 24, {5, 5}, {1, 1}, {1, 1}, {0, 0}, {0, 0}},
    {"1x1_strided", 1, 0, 40, 33, {9, 9}, {1, 1}, {2, 2}, {0, 0}, {0, 0}},
    {"whole", 3, 0, 21, 37, {4, 3}, {4, 3}, {1, 1}, {0, 0}, {0, 0}},
    {"to_few", 1, 0, 19, 2, {9, 40}, {3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {"first", 1, 0, 3, 32, {23, 21}, {7, 7}, {2, 2}, {0, 0}, {3, 3}},
    {"dilated", 1, 0, 8, 24, {11, 12}, {3, 3}, {1, 1}, {1, 1}, {2, 2}},
    {"groups", 1, 4, 32, 48, {7, 8}, {3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {"groups_of_4", 2, 10, 40, 40, {9, 11}, {3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {"groups_of_8", 1, 7, 56, 56, {13, 10}, {3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {"groups_of_8_strided", 1, 5, 40, 40, {12, 13}, {3, 3}, {2, 2}, {0, 0}, {1, 1}},
    {"groups_of_16", 1, 3, 48, 48, {9, 9}, {5, 5}, {1, 1}, {0, 0}, {2, 2}},
    {"depthwise", 2, 37, 37, 37, {11, 10}, {3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {"depthwise_strided", 1, 64, 64, 64, {9, 9}, {5, 5}, {2, 2}, {0, 0}, {2, 2}},
    {"depthwise_far", 2, 512, 512, 512, {6, 12}, {3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {"depthwise_halved", 2, 64, 64, 64, {9, 12}, {3, 3}, {2, 2}, {0, 0}, {1, 1}},
};

struct layout_tags {
  const char *name;
  tag data, weights, grouped;
};
const layout_tags layouts[] = {{"any", tag::any, tag::any, tag::any},
                               {"nhwc", tag::nhwc, tag::any, tag::any},
                               {"nchw", tag::nchw, tag::oihw, tag::goihw}};

struct conv_descs {
  dnnl::memory::desc src, weights, bias, dst;
};
conv_descs describe(const shape &s, const layout_tags &l) {
  return {{s.src_dims(), dt::f32, l.data},
          {s.weights_dims(), dt::f32, s.groups ? l.grouped : l.weights},
          {{s.oc}, dt::f32, tag::a},
          {s.dst_dims(), dt::f32, l.data}};
}

dnnl::convolution_forward::primitive_desc forward_desc(const dnnl::engine &engine, const shape &s,
                                                       const conv_descs &d,
                                                       const dnnl::primitive_attr &attr) {
  return {engine,
          dnnl::prop_kind::forward_training,
          dnnl::algorithm::convolution_direct,
          d.src,
          d.weights,
          d.bias,
          d.dst,
          s.strides,
          s.dilates,
          s.padding,
          s.padding,
          attr};
}

void add_convolutions(std::vector<bit_case> &list) {
  const dnnl::algorithm direct = dnnl::algorithm::convolution_direct;
  for (const shape &s : shapes)
    for (const layout_tags &l : layouts) {
      const std::string suffix = std::string("_") + s.name + "_" + l.name;
      const tensor src = random_tensor(s.src_dims(), dt::f32, 1);
      const tensor weights = random_tensor(s.weights_dims(), dt::f32, 2);
      const tensor bias = random_tensor({s.oc}, dt::f32, 3),
                   dst = random_tensor(s.dst_dims(), dt::f32, 4);
      list.push_back(
          {"conv_fwd" + suffix, [=](auto &engine, auto &attr) {
             return run(forward_desc(engine, s, describe(s, l), attr),
                        {{DNNL_ARG_SRC, src}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_BIAS, bias}});
           }});
      list.push_back({"conv_bwd_d" + suffix, [=](auto &engine, auto &attr) {
                        const conv_descs d = describe(s, l);
                        return run(
                            dnnl::convolution_backward_data::primitive_desc(
                                engine, direct, d.src, d.weights, d.dst, s.strides, s.dilates,
                                s.padding, s.padding, forward_desc(engine, s, d, attr), attr),
                            {{DNNL_ARG_DIFF_DST, dst}, {DNNL_ARG_WEIGHTS, weights}});
                      }});
      list.push_back({"conv_bwd_w" + suffix, [=](auto &engine, auto &attr) {
                        const conv_descs d = describe(s, l);
                        return run(dnnl::convolution_backward_weights::primitive_desc(
                                       engine, direct, d.src, d.weights, d.bias, d.dst, s.strides,
                                       s.dilates, s.padding, s.padding,
                                       forward_desc(engine, s, d, attr), attr),
                                   {{DNNL_ARG_SRC, src}, {DNNL_ARG_DIFF_DST, dst}});
                      }});
    }
}

// Sums of integers are exact; what follows them is computed in f32.
void add_integer_convolutions(std::vector<bit_case> &list) {
  for (const shape &s : shapes)
    for (const layout_tags &l : layouts)
      for (const dt type : {dt::u8, dt::s8}) {
        const tensor src =
            random_tensor(s.src_dims(), type, 1, {type == dt::u8 ? 0.0 : -100.0, 100, 50});
        const tensor weights = random_tensor(s.weights_dims(), dt::s8, 2, {-100, 100, 50});
        const tensor bias = random_tensor({s.oc}, dt::f32, 3);
        const bool to_bytes = type == dt::u8;
        const std::string name = to_bytes ? "conv_u8s8u8_" : "conv_s8s8f32_";
        list.push_back({name + s.name + "_" + l.name, [=](auto &engine, auto &) {
                          conv_descs d = describe(s, l);
                          d.src = {s.src_dims(), type, l.data};
                          d.weights = {s.weights_dims(), dt::s8, s.groups ? l.grouped : l.weights};
                          d.dst = {s.dst_dims(), to_bytes ? dt::u8 : dt::f32, l.data};
                          dnnl::post_ops ops;
                          ops.append_eltwise(dnnl::algorithm::eltwise_linear, 0.0007f, 3.3f);
                          if (!to_bytes)
                            ops.append_eltwise(dnnl::algorithm::eltwise_swish, 0.7f, 0);
                          dnnl::primitive_attr attr;  // handles share what they refer to
                          attr.set_deterministic(true);
                          attr.set_post_ops(ops);
                          return run(forward_desc(engine, s, d, attr), {{DNNL_ARG_SRC, src},
                                                                        {DNNL_ARG_WEIGHTS, weights},
                                                                        {DNNL_ARG_BIAS, bias}});
                        }});
      }
}

void add_eltwise(std::vector<bit_case> &list) {
  const std::pair<const char *, dnnl::algorithm> functions[] = {
      {"relu", dnnl::algorithm::eltwise_relu},
      {"tanh", dnnl::algorithm::eltwise_tanh},
      {"logistic", dnnl::algorithm::eltwise_logistic},
      {"gelu_erf", dnnl::algorithm::eltwise_gelu_erf},
      {"swish", dnnl::algorithm::eltwise_swish},
      {"mish", dnnl::algorithm::eltwise_mish}};
  const dims shape = {2, 19, 7, 9};
  const tensor x = random_tensor(shape, dt::f32, 5, {-6, 6, 4096}),
               g = random_tensor(shape, dt::f32, 6);
  for (const auto &[name, alg] : functions) {
    const dnnl::memory::desc md(shape, dt::f32, tag::nhwc);
    const auto forward = [=, alg = alg](const dnnl::engine &engine,
                                        const dnnl::primitive_attr &attr) {
      return dnnl::eltwise_forward::primitive_desc(engine, dnnl::prop_kind::forward_training, alg,
                                                   md, md, 1.0f, 0.0f, attr);
    };
    list.push_back({std::string("eltwise_fwd_") + name, [=](auto &engine, auto &attr) {
                      return run(forward(engine, attr), {{DNNL_ARG_SRC, x}});
                    }});
    list.push_back({std::string("eltwise_bwd_") + name, [=, alg = alg](auto &engine, auto &attr) {
                      return run(
                          dnnl::eltwise_backward::primitive_desc(engine, alg, md, md, md, 1.0f,
                                                                 0.0f, forward(engine, attr), attr),
                          {{DNNL_ARG_SRC, x}, {DNNL_ARG_DIFF_DST, g}});
                    }});
  }
}

void add_pooling(std::vector<bit_case> &list) {
  const std::pair<const char *, dnnl::algorithm> kinds[] = {
      {"max", dnnl::algorithm::pooling_max}, {"avg", dnnl::algorithm::pooling_avg_exclude_padding}};
  const dims src_shape = {2, 21, 9, 11}, dst_shape = {2, 21, 5, 6};
  const tensor x = random_tensor(src_shape, dt::f32, 7), g = random_tensor(dst_shape, dt::f32, 8);
  for (const auto &[name, alg] : kinds)
    for (const auto &[layout, format] :
         {std::pair("nhwc", tag::nhwc), std::pair("nchw", tag::nchw)}) {
      const dnnl::memory::desc src(src_shape, dt::f32, format), dst(dst_shape, dt::f32, format);
      const auto forward = [=, alg = alg](const dnnl::engine &engine,
                                          const dnnl::primitive_attr &attr, dnnl::prop_kind prop) {
        return dnnl::pooling_forward::primitive_desc(engine, prop, alg, src, dst, {2, 2}, {3, 3},
                                                     {0, 0}, {1, 1}, {1, 1}, attr);
      };
      const std::string suffix = std::string("_") + name + "_" + layout;
      list.push_back({"pooling_fwd" + suffix, [=](auto &engine, auto &attr) {
                        return run(forward(engine, attr, dnnl::prop_kind::forward_inference),
                                   {{DNNL_ARG_SRC, x}});
                      }});
      if (alg == dnnl::algorithm::pooling_max) continue;  // its gradient is copied, or added to one
      list.push_back({"pooling_bwd" + suffix, [=, alg = alg](auto &engine, auto &attr) {
                        return run(
                            dnnl::pooling_backward::primitive_desc(
                                engine, alg, src, dst, {2, 2}, {3, 3}, {0, 0}, {1, 1}, {1, 1},
                                forward(engine, attr, dnnl::prop_kind::forward_training), attr),
                            {{DNNL_ARG_DIFF_DST, g}});
                      }});
    }
}

void add_lrn(std::vector<bit_case> &list) {
  const std::pair<const char *, dnnl::algorithm> kinds[] = {
      {"across", dnnl::algorithm::lrn_across_channels},
      {"within", dnnl::algorithm::lrn_within_channel}};
  const dims shape = {2, 21, 7, 9};
  const tensor x = random_tensor(shape, dt::f32, 9), g = random_tensor(shape, dt::f32, 10);
  for (const auto &[name, alg] : kinds)
    for (const auto &[layout, format] :
         {std::pair("nhwc", tag::nhwc), std::pair("nchw", tag::nchw)}) {
      const dnnl::memory::desc md(shape, dt::f32, format);
      const auto forward = [=, alg = alg](const dnnl::engine &engine,
                                          const dnnl::primitive_attr &attr) {
        return dnnl::lrn_forward::primitive_desc(engine, dnnl::prop_kind::forward_inference, alg,
                                                 md, md, 5, 0.1f, 0.75f, 1.0f, attr);
      };
      const std::string suffix = std::string("_") + name + "_" + layout;
      list.push_back({"lrn_fwd" + suffix, [=](auto &engine, auto &attr) {
                        return run(forward(engine, attr), {{DNNL_ARG_SRC, x}});
                      }});
      list.push_back({"lrn_bwd" + suffix, [=, alg = alg](auto &engine, auto &attr) {
                        return run(dnnl::lrn_backward::primitive_desc(engine, alg, md, md, md, 5,
                                                                      0.1f, 0.75f, 1.0f,
                                                                      forward(engine, attr), attr),
                                   {{DNNL_ARG_SRC, x}, {DNNL_ARG_DIFF_DST, g}});
                      }});
    }
}

void add_reorders(std::vector<bit_case> &list) {
  const dims shape = {2, 19, 7, 9};
  for (const auto &[from, to] : {std::pair(dt::f32, dt::f32), std::pair(dt::f32, dt::bf16),
                                 std::pair(dt::bf16, dt::f32), std::pair(dt::f32, dt::s8)}) {
    const tensor x = random_tensor(shape, from, 11, {-200, 200, 4001});
    const dnnl::memory::desc src(shape, from, tag::nchw), dst(shape, to, tag::nhwc);
    list.push_back({std::string("reorder_") + name_of(from) + "_" + name_of(to),
                    [=](auto &engine, auto &attr) {
                      return run(dnnl::reorder::primitive_desc(engine, src, engine, dst, attr),
                                 {{DNNL_ARG_FROM, x}});
                    }});
  }
}

std::vector<bit_case> all_cases() {
  std::vector<bit_case> list;
  add_convolutions(list);
  add_integer_convolutions(list);
  add_eltwise(list);
  add_pooling(list);
  add_lrn(list);
  add_reorders(list);
  return list;
}

// Recorded with AVX-512, by case. A kernel that adds in another order changes them: then all
// plugins must still agree.
struct record {
  const char *name, *kernel;
  uint64_t hash;
};
constexpr record records[] = {
#include "tests/unit/bits/bits.inc"
    {"", "", 0},
};

// NEON of 32-bit Arm takes subnormal numbers for zeros. Of the cases whose results hold some, the
// fingerprints without them.
constexpr record flushed_records[] = {
    {"conv_s8s8f32_3x3_long_any", "gemm_int8", 0x6fc0f66bbda51656u},
    {"conv_s8s8f32_3x3_long_nhwc", "gemm_int8", 0x6fc0f66bbda51656u},
    {"conv_s8s8f32_3x3_long_nchw", "gemm_int8", 0x6fc0f66bbda51656u},
    {"conv_s8s8f32_1x1_long_any", "gemm_int8", 0x331378463afea39eu},
    {"conv_s8s8f32_1x1_long_nhwc", "gemm_int8", 0x331378463afea39eu},
    {"conv_s8s8f32_1x1_long_nchw", "gemm_int8", 0x331378463afea39eu},
    {"conv_s8s8f32_groups_of_16_any", "gemm_int8", 0xecb12aed5bbe32d9u},
    {"conv_s8s8f32_groups_of_16_nhwc", "gemm_int8", 0xecb12aed5bbe32d9u},
    {"conv_s8s8f32_groups_of_16_nchw", "gemm_int8", 0xecb12aed5bbe32d9u},
};

#if defined(__arm__)
constexpr bool has_subnormals = false;
#else
constexpr bool has_subnormals = true;
#endif

// CPUs of 32 bits go without some kernels, and have the same bits of the next.
std::string kernel_of(const record &r) {
  const std::string name = r.name, kernel = r.kernel;
  const bool may_be_left_out =
      kernel == "pointwise_product_f32" || kernel == "whole_window_f32" ||
      (kernel == "pointwise_planes_f32" && name.rfind("conv_bwd_w_", 0) == 0);
  return sizeof(void *) == 4 && may_be_left_out ? "gemm_f32" : kernel;
}

// Kernels of some plugins have the bits of another one.
std::string recorded_as(const std::string &kernel) {
  if (kernel == "groups_f32" || kernel == "narrow_f32") return "gemm_f32";
  if (kernel == "groups_int8") return "gemm_int8";
  return kernel == "depthwise_int8" ? "depthwise_f32" : kernel;
}

class deterministic : public testing::TestWithParam<std::string> {};

TEST_P(deterministic, bits) {
  const std::string plugin = GetParam();
  std::map<std::string, record> known, flushed;
  for (const record &r : records) known.emplace(r.name, r);
  for (const record &r : flushed_records) flushed.emplace(r.name, r);
  const dnnl::engine engine = engine_for(plugin);
  dnnl::primitive_attr attr;
  attr.set_deterministic(true);
  for (const bit_case &c : all_cases()) {
    SCOPED_TRACE(c.name);
    const outcome got = c.run(engine, attr);
    if (got.plugin == "reference" && plugin == "portable") continue;  // without plugin exact
    EXPECT_NE(got.plugin, "reference");
    const auto r = known.find(c.name);
    if (r == known.end()) {
      ADD_FAILURE() << "not recorded:\n{\"" << c.name << "\", \"" << got.kernel << "\", 0x"
                    << std::hex << got.hash.bits << "u},";
      continue;
    }
    EXPECT_EQ(recorded_as(got.kernel), kernel_of(r->second));
    if (has_subnormals) {
      EXPECT_EQ(got.hash.bits, r->second.hash);
    }
    const auto f = flushed.find(c.name);
    EXPECT_EQ(got.hash.flushed, f == flushed.end() ? r->second.hash : f->second.hash);
  }
}

// All but the reference, which adds in another order, in f64, and may be the only one.
std::vector<std::string> fast_plugins() {
  std::vector<std::string> fast = usable_plugins();
  fast.erase(std::remove(fast.begin(), fast.end(), "reference"), fast.end());
  return fast;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(deterministic);
INSTANTIATE_TEST_SUITE_P(plugins, deterministic, testing::ValuesIn(fast_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
