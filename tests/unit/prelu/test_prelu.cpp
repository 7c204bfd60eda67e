// SPDX-License-Identifier: Apache-2.0
// Every implementation of PReLU, on every plugin, against the definition in double precision.
#include <cmath>

#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {
namespace {

using format = dnnl::memory::format_tag;

const all_rows_run forward_rows(dnnl_prelu, dnnl_forward, prelu_forward_kernels),
    backward_rows(dnnl_prelu, dnnl_backward, prelu_backward_kernels);

struct prelu_case {
  dims shape, weights;
  format tag;

  std::string name() const {
    return text(shape) + " weights " + text(weights) + " tag " + std::to_string(int(tag));
  }
  dnnl::memory::desc desc(data_type type) const { return {shape, type, tag}; }
  // The library chooses.
  dnnl::memory::desc weights_desc(data_type type) const { return {weights, type, format::any}; }
};

dims repeated(dims shape, unsigned mask) {
  for (size_t d = 0; d < shape.size(); ++d)
    if (!(mask >> d & 1)) shape[d] = 1;
  return shape;
}

std::vector<prelu_case> cases() {
  std::vector<prelu_case> list;
  const dims shape = {2, 20, 5, 7};
  for (const format tag : {format::nchw, format::nhwc, format::nChw16c})
    for (unsigned mask = 0; mask < 16; ++mask)
      if (!quick() || mask == 2 || is_drawn(mask + 16 * unsigned(tag), 5))
        list.push_back({shape, repeated(shape, mask), tag});
  list.push_back({{33}, {33}, format::a});
  list.push_back({{33}, {1}, format::a});
  list.push_back({{7, 33}, {1, 33}, format::ab});
  list.push_back({{10, 700}, {1, 700}, format::ab});
  list.push_back({{1, 3, 17000}, {1, 3, 1}, format::abc});  // rows longer than pieces
  list.push_back({{2, 5, 3, 4, 3}, {1, 5, 1, 1, 1}, format::ncdhw});
  list.push_back({{1100, 64}, {1, 64}, format::ab});  // pieces of columns
  return list;
}

size_t weight_of(const tensor &weights, dims at) {
  for (size_t d = 0; d < at.size(); ++d) at[d] %= weights.shape[d];
  return weights.position(at);
}

tensor forward(const tensor &x, const tensor &weights) {
  tensor y(x.shape, x.type);
  dims at(x.shape.size(), 0);
  do {
    const double v = x.at(at);
    y.at(at) = v > 0 ? v : v * weights.values[weight_of(weights, at)];
  } while (next_index(at, x.shape));
  return y;
}

struct gradients {
  tensor src;
  sums weights;
};
gradients backward(const tensor &x, const tensor &weights, const tensor &dy, data_type src_type,
                   data_type weights_type) {
  gradients g = {tensor(x.shape, src_type), sums(weights.shape, weights_type)};
  dims at(x.shape.size(), 0);
  do {
    const double v = x.at(at), d = dy.at(at);
    const size_t w = weight_of(weights, at);
    g.src.at(at) = v > 0 ? d : d * weights.values[w];
    g.weights.add(w, v > 0 ? 0 : v * d);
  } while (next_index(at, x.shape));
  return g;
}

tolerance rounding(data_type type) {
  return {is_integer(type) ? 0 : type == data_type::f32 ? 0.5 : 0.52, 0, 1};
}

dnnl::prelu_forward::primitive_desc forward_desc(const dnnl::engine &engine,
                                                 const dnnl::memory::desc &src,
                                                 const dnnl::memory::desc &weights) {
  return {engine, dnnl::prop_kind::forward_training, src, weights, src};
}

struct backward_types {
  data_type src, weights, diff, diff_weights;
};
dnnl::prelu_backward::primitive_desc backward_desc(const dnnl::engine &engine, const prelu_case &c,
                                                   const backward_types &t) {
  const dnnl::memory::desc diff = c.desc(t.diff);
  const auto hint = forward_desc(engine, c.desc(t.src), c.weights_desc(t.weights));
  return {engine, c.desc(t.src), hint.weights_desc(), diff, c.weights_desc(t.diff_weights),
          diff,   hint};
}

class prelu_kernels : public testing::TestWithParam<std::string> {
 protected:
  void check_forward(const prelu_case &c, data_type type, const dnnl::memory::desc &weights) {
    SCOPED_TRACE(c.name() + " " + name_of(type) + " " + name_of(weights.get_data_type()));
    const tensor x = random_tensor(c.shape, type, 1);
    const tensor w = random_tensor(c.weights, weights.get_data_type(), 2);
    const tensor expected = forward(x, w);
    for_each_implementation(
        [&] { return forward_desc(engine_, c.desc(type), weights); }, GetParam() + ":",
        [&](const auto &pd) {
          const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, w}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected, rounding(type)));
        });
  }

  void check_backward(const prelu_case &c, const backward_types &t) {
    SCOPED_TRACE(c.name() + " src " + name_of(t.src) + " weights " + name_of(t.weights) + " diff " +
                 name_of(t.diff) + " diff_weights " + name_of(t.diff_weights));
    const tensor x = random_tensor(c.shape, t.src, 3), w = random_tensor(c.weights, t.weights, 4);
    const tensor dy = random_tensor(c.shape, t.diff, 5);
    const gradients expected = backward(x, w, dy, t.diff, t.diff_weights);
    for_each_implementation(
        [&] { return backward_desc(engine_, c, t); }, GetParam() + ":",
        [&](const auto &pd) {
          const tensors got = execute(
              pd, stream_, {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_DIFF_DST, dy}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected.src, rounding(t.diff)));
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_WEIGHTS), expected.weights));
        });
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(prelu_kernels, every_broadcast) {
  const data_type f32 = data_type::f32;
  for (const prelu_case &c : cases()) {
    check_forward(c, f32, c.weights_desc(f32));
    check_backward(c, {f32, f32, f32, f32});
    const auto fwd = forward_desc(engine_, c.desc(f32), c.weights_desc(f32));
    const auto bwd = backward_desc(engine_, c, {f32, f32, f32, f32});
    EXPECT_TRUE(is_of(fwd.impl_info_str(), GetParam())) << c.name() << fwd.impl_info_str();
    // Gradients that are added up along a padded dimension are left to the reference.
    const bool adds_padding = c.tag == format::nChw16c && c.weights[1] == 1;
    EXPECT_TRUE(adds_padding || is_of(bwd.impl_info_str(), GetParam()))
        << c.name() << bwd.impl_info_str();
  }
}

TEST_P(prelu_kernels, types) {
  const data_type all[] = {data_type::f32, data_type::bf16, data_type::f16,
                           data_type::s32, data_type::s8,   data_type::u8};
  const dims shape = {2, 20, 5, 7};
  unsigned turn = 0;
  for (const unsigned mask : {2u, 0u, 15u, 5u})
    for (const data_type type : all)
      for (const data_type weights : all) {
        const format tags[] = {format::nchw, format::nhwc, format::nChw16c};
        const prelu_case c = {shape, repeated(shape, mask), tags[turn++ % 3]};
        check_forward(c, type, c.weights_desc(weights));
        check_backward(c, {type, weights, type, weights});
        check_backward(c, {type, weights, all[turn % 6], all[turn / 6 % 6]});
      }
}

// Sums of one weight each: more weights to convert for rows that are finished together than rows
// that are folded at a time.
TEST_P(prelu_kernels, weights_of_many_rows) {
  for (const data_type type : {data_type::bf16, data_type::f16, data_type::u8})
    for (const format tag : {format::nwc, format::ncw})
      for (const dims &weights : {dims{5, 1, 18}, dims{5, 33, 1}, dims{5, 33, 18}})
        check_backward({{5, 33, 18}, weights, tag}, {type, type, type, type});
}

// Weights in layouts of their own.
TEST_P(prelu_kernels, layouts_of_weights) {
  const dims shape = {2, 32, 5, 7};
  const format tags[] = {format::nchw, format::nhwc, format::nChw16c};
  for (const format tag : tags)
    for (const format of_weights : tags)
      for (const unsigned mask : {2u, 15u, 14u}) {
        const prelu_case c = {shape, repeated(shape, mask), tag};
        check_forward(c, data_type::f32, {c.weights, data_type::f32, of_weights});
      }
}

TEST_P(prelu_kernels, in_place) {
  const dims shape = {2, 20, 5, 7};
  for (const data_type type : {data_type::f32, data_type::bf16})
    for (const unsigned mask : {2u, 15u}) {
      const prelu_case c = {shape, repeated(shape, mask), format::nhwc};
      const tensor x = random_tensor(shape, type, 6), w = random_tensor(c.weights, type, 7);
      const auto pd = forward_desc(engine_, c.desc(type), c.weights_desc(type));
      placed data(c.desc(type), engine_, x), weights(pd.weights_desc(), engine_, w);
      dnnl::prelu_forward(pd).execute(
          stream_, {{DNNL_ARG_SRC, data}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, data}});
      EXPECT_TRUE(matches(data, forward(x, w), rounding(type)));
    }
}

// Gradients against differences of the function, both as the library computes them: it is linear in
// weights, and in src where the sign stays.
TEST_P(prelu_kernels, gradients_are_differences) {
  const prelu_case c = {{2, 3, 2, 5}, {1, 3, 1, 1}, format::nchw};
  const data_type f32 = data_type::f32;
  const auto fwd = forward_desc(engine_, c.desc(f32), c.weights_desc(f32));
  tensor x = random_tensor(c.shape, f32, 8), w = random_tensor(c.weights, f32, 9);
  for (double &v : x.values) v += v > 0 ? 0.5 : -0.5;
  const tensor dy = random_tensor(c.shape, f32, 10);
  const tensors got = execute(backward_desc(engine_, c, {f32, f32, f32, f32}), stream_,
                              {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_DIFF_DST, dy}});
  const auto loss = [&](const tensor &src, const tensor &weights) {
    const tensor y =
        execute(fwd, stream_, {{DNNL_ARG_SRC, src}, {DNNL_ARG_WEIGHTS, weights}}).at(DNNL_ARG_DST);
    double sum = 0;
    for (size_t i = 0; i < y.values.size(); ++i) sum += y.values[i] * dy.values[i];
    return sum;
  };
  constexpr double h = 0.25;
  for (tensor *t : {&x, &w})
    for (size_t i = 0; i < t->values.size(); ++i) {
      const double old = t->values[i];
      t->values[i] = old + h;
      const double above = loss(x, w);
      t->values[i] = old - h;
      const double below = loss(x, w);
      t->values[i] = old;
      const int arg = t == &x ? DNNL_ARG_DIFF_SRC : DNNL_ARG_DIFF_WEIGHTS;
      EXPECT_NEAR(got.at(arg).values[i], (above - below) / (2 * h), 1e-5) << "element " << i;
    }
}

TEST_P(prelu_kernels, special_values) {
  const double inf = HUGE_VAL, nan = std::nan("");
  tensor x({40}, data_type::f32), w({1}, data_type::f32, 0.5);
  for (size_t i = 0; i < 40; ++i) {
    const double values[] = {nan, inf, -inf, 0, -0.0, -2, 3, 1e-40};
    x.values[i] = values[i % 8];
  }
  const prelu_case c = {{40}, {1}, format::a};
  for_each_implementation(
      [&] { return forward_desc(engine_, c.desc(data_type::f32), c.weights_desc(data_type::f32)); },
      "",
      [&](const auto &pd) {
        const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, w}});
        tensor expected = forward(x, w);
#ifdef __arm__
        for (double &v : expected.values) v = std::fabs(v) < 1e-38 ? 0 : v;
#endif
        EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
      });
}

TEST_P(prelu_kernels, nothing_to_do) {
  const prelu_case c = {{0, 16}, {1, 16}, format::ab};
  const data_type f32 = data_type::f32;
  const tensor none(c.shape, f32), w(c.weights, f32, 1);
  execute(forward_desc(engine_, c.desc(f32), c.weights_desc(f32)), stream_,
          {{DNNL_ARG_SRC, none}, {DNNL_ARG_WEIGHTS, w}});
  const tensors got =
      execute(backward_desc(engine_, c, {f32, f32, f32, f32}), stream_,
              {{DNNL_ARG_SRC, none}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_DIFF_DST, none}});
  EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_WEIGHTS), tensor(c.weights, f32, 0)));
}

TEST_P(prelu_kernels, threads_do_not_change_a_bit) {
  const data_type f32 = data_type::f32;
  for (const prelu_case &c : {prelu_case{{2, 40, 19, 31}, {1, 40, 1, 1}, format::nchw},
                              prelu_case{{2, 40, 19, 31}, {1, 40, 1, 1}, format::nhwc},
                              prelu_case{{2, 40, 19, 31}, {1, 1, 1, 1}, format::nchw}})
    expect_same_bits_with_threads([&](thread_pool *pool) -> std::vector<tensor> {
      const tensor x = random_tensor(c.shape, f32, 11), w = random_tensor(c.weights, f32, 12);
      const tensor dy = random_tensor(c.shape, f32, 13);
      const tensors got =
          execute(backward_desc(engine_, c, {f32, f32, f32, f32}), stream_on(engine_, pool),
                  {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_DIFF_DST, dy}});
      return {got.at(DNNL_ARG_DIFF_SRC), got.at(DNNL_ARG_DIFF_WEIGHTS)};
    });
}

INSTANTIATE_TEST_SUITE_P(plugins, prelu_kernels,
                         testing::ValuesIn(plugins_with(prelu_forward_kernels)),
                         [](const auto &info) { return info.param; });

// All plugins have the bits of the best one: terms are rounded before they are added.
TEST(prelu_bits, are_the_same_everywhere) {
  const data_type f32 = data_type::f32;
  for (const prelu_case &c : cases()) {
    fingerprint first;
    std::string of;
    for (const std::string &plugin : plugins_with(prelu_backward_kernels)) {
      if (plugin == "reference") continue;
      const dnnl::engine engine = engine_for(plugin);
      const tensor x = random_tensor(c.shape, f32, 14), w = random_tensor(c.weights, f32, 15);
      const tensor dy = random_tensor(c.shape, f32, 16);
      const tensors got =
          execute(backward_desc(engine, c, {f32, f32, f32, f32}), dnnl::stream(engine),
                  {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_DIFF_DST, dy}});
      const fingerprint bits =
          fingerprint_of({got.at(DNNL_ARG_DIFF_SRC), got.at(DNNL_ARG_DIFF_WEIGHTS)});
      if (of.empty()) first = bits;
      EXPECT_EQ(bits.bits, first.bits) << plugin << " and " << of << ": " << c.name();
      of = plugin;
    }
  }
}

dnnl_status_t create(const dnnl::memory::desc &src, const dnnl::memory::desc &weights,
                     const dnnl::memory::desc &dst) {
  dnnl_primitive_desc_t pd = nullptr;
  const dnnl_status_t status =
      dnnl_prelu_forward_primitive_desc_create(&pd, engine_for().get(), dnnl_forward_inference,
                                               src.get(), weights.get(), dst.get(), nullptr);
  if (status == dnnl_success) dnnl_primitive_desc_destroy(pd);
  return status;
}

TEST(prelu_arguments, are_checked) {
  const auto md = [](const dims &shape, format tag = format::nchw,
                     data_type type = data_type::f32) {
    return dnnl::memory::desc(shape, type, tag);
  };
  const dims shape = {2, 16, 4, 4};
  const dnnl::memory::desc src = md(shape), weights = md({1, 16, 1, 1});
  EXPECT_EQ(create(src, weights, src), dnnl_success);
  EXPECT_EQ(create(src, weights, md(shape, format::any)), dnnl_success);
  EXPECT_EQ(create(md(shape, format::any), weights, src), dnnl_invalid_arguments);
  EXPECT_EQ(create(src, md({1, 15, 1, 1}), src), dnnl_invalid_arguments);
  EXPECT_EQ(create(src, {{16}, data_type::f32, format::a}, src), dnnl_invalid_arguments);
  EXPECT_EQ(create(src, weights, md({2, 15, 4, 4})), dnnl_invalid_arguments);
  EXPECT_EQ(create(src, weights, md(shape, format::nhwc)), dnnl_unimplemented);
  EXPECT_EQ(create(src, weights, md(shape, format::nchw, data_type::bf16)), dnnl_unimplemented);
  EXPECT_EQ(create(src, {}, src), dnnl_invalid_arguments);
  const dnnl::memory::desc six({1, 2, 1, 2, 1, 2}, data_type::f32, format::abcdef);
  EXPECT_EQ(create(six, six, six), dnnl_invalid_arguments);
}

}  // namespace
}  // namespace dnnlet::test
