// SPDX-License-Identifier: Apache-2.0
// Resampling on every plugin against the definition in f64: sizes, layouts, types, post-ops,
// gradients also as finite differences, threads, wrong arguments.
#include <algorithm>
#include <cmath>

#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/support/own_implementations.h"
#include "tests/support/settings.h"

namespace dnnlet::test {
namespace {

using dnnl::algorithm;
using dnnl::memory;
using format = memory::format_tag;

const all_rows_run forward_rows(dnnl_resampling, dnnl_forward, resampling_forward_kernels),
    backward_rows(dnnl_resampling, dnnl_backward, resampling_backward_kernels);

constexpr algorithm algorithms[] = {algorithm::resampling_nearest, algorithm::resampling_linear};

struct tap {
  int64_t index;
  double weight;
};

// What the element o of dst is made of along one dimension.
std::vector<tap> taps(algorithm alg, int64_t o, int64_t in, int64_t out) {
  const double x = (double(o) + 0.5) * double(in) / double(out) - 0.5;
  if (alg == algorithm::resampling_nearest)
    return {{std::clamp<int64_t>(int64_t(std::floor(x + 0.5)), 0, in - 1), 1}};
  const double low = std::floor(x), f = x - low;
  const auto inside = [&](double i) { return std::clamp<int64_t>(int64_t(i), 0, in - 1); };
  return {{inside(low), 1 - f}, {inside(low + 1), f}};
}

// Calls body(index in dst, index in src, weight) for all parts of all elements.
template <class Body>
void for_each_part(algorithm alg, const dims &src, const dims &dst, const Body &body) {
  dims o(dst.size(), 0);
  do {
    std::vector<std::pair<dims, double>> parts = {{{o[0], o[1]}, 1}};
    for (size_t d = 2; d < dst.size(); ++d) {
      std::vector<std::pair<dims, double>> longer;
      for (const auto &[index, weight] : parts)
        for (const tap &t : taps(alg, o[d], src[d], dst[d])) {
          dims at = index;
          at.push_back(t.index);
          longer.emplace_back(at, weight * t.weight);
        }
      parts = longer;
    }
    for (const auto &[index, weight] : parts) body(o, index, weight);
  } while (next_index(o, dst));
}

struct problem {
  algorithm alg;
  memory::desc src, dst;
};

std::string name(const problem &p) {
  return std::to_string(int(p.alg)) + " " + text(p.src.get_dims()) + " " +
         name_of(p.src.get_data_type()) + " to " + text(p.dst.get_dims()) + " " +
         name_of(p.dst.get_data_type());
}

// Weights are computed in f32, from places of which the error grows with the size.
tolerance allowed(const problem &p, data_type type) {
  const double steps = p.alg == algorithm::resampling_nearest ? 8 : 300;
  return {type == data_type::f32 ? 1.0 : 0.51, steps, is_integer(type) ? 1.0 : 0};
}

class resampling : public testing::TestWithParam<std::string> {
 protected:
  auto forward_desc(const problem &p, const dnnl::primitive_attr &attr = {}) const {
    return dnnl::resampling_forward::primitive_desc(engine_, dnnl::prop_kind::forward_training,
                                                    p.alg, p.src, p.dst, attr);
  }

  int check_forward(const problem &p) {
    SCOPED_TRACE(name(p));
    const tensor x = random_tensor(p.src.get_dims(), p.src.get_data_type(), 1);
    sums expected(p.dst.get_dims(), p.dst.get_data_type());
    for_each_part(p.alg, x.shape, expected.values.shape,
                  [&](const dims &o, const dims &i, double weight) {
                    expected.add(expected.values.position(o), weight * x.at(i));
                  });
    return for_each_own_implementation(
        [&] { return forward_desc(p); }, by_channels(GetParam(), p.src),
        [&](const auto &pd) {
          const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.values,
                              allowed(p, expected.values.type), magnitudes(x, expected)));
        });
  }

  // Errors of weights are of the size of the numbers, whatever their sum is.
  static std::vector<double> magnitudes(const tensor &x, const sums &s) {
    double most = 0;
    for (const double v : x.values) most = std::max(most, std::fabs(v));
    std::vector<double> all = s.magnitudes;
    for (size_t i = 0; i < all.size(); ++i)
      all[i] = std::max(all[i], most * std::max(1.0, double(s.lengths[i])));
    return all;
  }

  int check_backward(const problem &p) {
    SCOPED_TRACE(name(p) + " backward");
    const tensor diff = random_tensor(p.dst.get_dims(), p.dst.get_data_type(), 2);
    sums expected(p.src.get_dims(), p.src.get_data_type());
    for_each_part(p.alg, expected.values.shape, diff.shape,
                  [&](const dims &o, const dims &i, double weight) {
                    expected.add(expected.values.position(i), weight * diff.at(o));
                  });
    return for_each_own_implementation(
        [&] {
          return dnnl::resampling_backward::primitive_desc(engine_, p.alg, p.src, p.dst,
                                                           forward_desc(p));
        },
        by_channels(GetParam(), p.src),
        [&](const auto &pd) {
          const tensors got = execute(pd, stream_, {{DNNL_ARG_DIFF_DST, diff}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected.values,
                              allowed(p, expected.values.type), magnitudes(diff, expected)));
        });
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

std::vector<std::pair<dims, dims>> sizes() {
  return {{{2, 17, 5, 4}, {2, 17, 10, 8}}, {{2, 20, 9, 9}, {2, 20, 4, 5}},
          {{1, 3, 7, 7}, {1, 3, 7, 7}},    {{2, 40, 3, 1}, {2, 40, 7, 5}},
          {{1, 9, 1, 6}, {1, 9, 3, 2}},    {{1, 70, 8, 6}, {1, 70, 2, 13}},
          {{2, 3, 6, 40}, {2, 3, 5, 17}},  {{1, 2, 5, 9}, {1, 2, 4, 19}},
          {{1, 32, 11, 3}, {1, 32, 39, 5}}};
}

TEST_P(resampling, planes_and_channels) {
  for (const algorithm alg : algorithms)
    for (const auto &[from, to] : sizes())
      for (const format tag : {format::nchw, format::nhwc, format::nChw8c, format::nChw16c}) {
        const problem p = {alg, {from, data_type::f32, tag}, {to, data_type::f32, tag}};
        EXPECT_GE(check_forward(p), 1);
        EXPECT_GE(check_backward(p), 1);
      }
}

TEST_P(resampling, other_dimensions) {
  const auto f32 = data_type::f32;
  for (const algorithm alg : algorithms) {
    for (const format tag : {format::ncw, format::nwc})
      for (const int64_t out : {1, 4, 17, 40}) {
        const problem p = {alg, {{2, 17, 9}, f32, tag}, {{2, 17, out}, f32, tag}};
        EXPECT_GE(check_forward(p), 1);
        EXPECT_GE(check_backward(p), 1);
      }
    for (const format tag : {format::ncdhw, format::ndhwc, format::nCdhw8c}) {
      const problem p = {alg, {{1, 11, 3, 4, 5}, f32, tag}, {{1, 11, 6, 3, 7}, f32, tag}};
      EXPECT_GE(check_forward(p), 1);
      EXPECT_GE(check_backward(p), 1);
    }
  }
}

TEST_P(resampling, types) {
  const data_type types[] = {data_type::f32, data_type::bf16, data_type::f16, data_type::s8,
                             data_type::u8};
  for (const algorithm alg : algorithms)
    for (const data_type from : types)
      for (const data_type to : types)
        for (const format tag : {format::nchw, format::nhwc, format::nChw16c}) {
          if (from != to && tag == format::nChw16c) continue;
          if (from != to &&
              !is_drawn(uint64_t(from) * 40 + uint64_t(to) * 2 + (tag == format::nchw), 4))
            continue;
          const problem p = {alg, {{2, 19, 4, 5}, from, tag}, {{2, 19, 7, 9}, to, tag}};
          EXPECT_GE(check_forward(p), 1);
          if (is_integer(from) || is_integer(to)) continue;
          EXPECT_GE(check_backward(p), 1);
        }
  // Sums of 1 to 8 terms of whole vectors; lines, and pixels, of more than is converted at once.
  const std::pair<dims, dims> large[] = {{{1, 37, 3, 2, 4}, {1, 37, 5, 3, 7}},
                                         {{1, 37, 2, 4, 1}, {1, 37, 2, 3, 61}},
                                         {{1, 2070, 1, 1, 2}, {1, 2070, 1, 1, 3}}};
  for (const algorithm alg : algorithms)
    for (const auto &[from, to] : large)
      for (const data_type type : types)
        for (const data_type other : {type, data_type::f32, data_type::u8}) {
          const format tag = format::ndhwc;
          const problem p = {alg, {from, type, tag}, {to, other, tag}};
          EXPECT_GE(check_forward(p), 1);
          if (is_integer(type) || is_integer(other)) continue;
          EXPECT_GE(check_backward(p), 1);
        }
  // The reference takes the others.
  const problem wide = {algorithm::resampling_linear,
                        {{1, 3, 4, 5}, data_type::f64, format::nchw},
                        {{1, 3, 7, 9}, data_type::f64, format::nchw}};
  const bool is_reference = GetParam() == "reference";
  EXPECT_EQ(check_forward(wide), is_reference ? 1 : 0);
}

bool has_sum(const setting &s) {
  return std::any_of(s.posts.begin(), s.posts.end(),
                     [](const post &p) { return p.what == post::sum; });
}

TEST_P(resampling, post_ops) {
  for (const setting &s : taken_of(post_op_settings(), takes::sum | takes::eltwise | takes::binary))
    for (const format tag : {format::nchw, format::nhwc, format::nChw16c})
      for (const data_type type : {data_type::f32, data_type::s8}) {
        SCOPED_TRACE(s.name);
        if (is_integer(type) && has_sum(s)) continue;  // with a zero point, which is refused
        // Twice the size, of whole numbers: nearest is exact.
        const problem p = {
            algorithm::resampling_nearest, {{2, 18, 3, 4}, type, tag}, {{2, 18, 6, 8}, type, tag}};
        const tensor x = random_tensor(p.src.get_dims(), type, 1, {-3, 3, 6});
        const tensor old = random_tensor(p.dst.get_dims(), type, 2, {-3, 3, 6});
        tensor y(p.dst.get_dims(), data_type::f32);
        for_each_part(p.alg, x.shape, y.shape, [&](const dims &o, const dims &i, double weight) {
          y.at(o) += weight * x.at(i);
        });
        const applied_setting applied(engine_, s, old, {18}, 5);
        tensor expected = applied.finished(y, p.dst);
        expected.type = type;
        EXPECT_GE(for_each_own_implementation(
                      [&] { return forward_desc(p, applied.attr()); }, GetParam(),
                      [&](const auto &pd) {
                        const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4,
                                                    {{{DNNL_ARG_DST, old}}, applied.memories()});
                        EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
                      }),
                  1);
      }
}

// The gradient of sum(dst * r) by differences, at some elements of src.
TEST_P(resampling, gradient_by_differences) {
  for (const algorithm alg : algorithms)
    for (const format tag : {format::nchw, format::nhwc}) {
      const problem p = {
          alg, {{1, 9, 5, 6}, data_type::f32, tag}, {{1, 9, 8, 7}, data_type::f32, tag}};
      tensor x = random_tensor(p.src.get_dims(), data_type::f32, 1);
      const tensor r = random_tensor(p.dst.get_dims(), data_type::f32, 2);
      const auto pd = forward_desc(p);
      const auto loss = [&] {
        const tensor y = execute(pd, stream_, {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST);
        double sum = 0;
        for (size_t i = 0; i < y.values.size(); ++i) sum += y.values[i] * r.values[i];
        return sum;
      };
      const dnnl::resampling_backward::primitive_desc back(engine_, alg, p.src, p.dst, pd);
      const tensor gradient =
          execute(back, stream_, {{DNNL_ARG_DIFF_DST, r}}).at(DNNL_ARG_DIFF_SRC);
      for (const size_t i : {size_t(0), size_t(29), size_t(100), x.values.size() - 1}) {
        const double old = x.values[i];
        x.values[i] = old + 1;
        const double above = loss();
        x.values[i] = old - 1;
        const double below = loss();
        x.values[i] = old;
        EXPECT_NEAR((above - below) / 2, gradient.values[i], 1e-4) << i;
      }
    }
}

TEST_P(resampling, same_bits_with_threads) {
  for (const format tag : {format::nchw, format::nhwc}) {
    const problem p = {algorithm::resampling_linear,
                       {{3, 33, 20, 20}, data_type::f32, tag},
                       {{3, 33, 30, 50}, data_type::f32, tag}};
    const tensor x = random_tensor(p.src.get_dims(), data_type::f32, 1);
    const tensor diff = random_tensor(p.dst.get_dims(), data_type::f32, 2);
    expect_same_bits_with_threads([&](thread_pool *pool) {
      const dnnl::stream stream = stream_on(engine_, pool);
      const auto pd = forward_desc(p);
      const dnnl::resampling_backward::primitive_desc back(engine_, p.alg, p.src, p.dst, pd);
      return std::vector<tensor>{
          execute(pd, stream, {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST),
          execute(back, stream, {{DNNL_ARG_DIFF_DST, diff}}).at(DNNL_ARG_DIFF_SRC)};
    });
  }
}

TEST(resampling_arguments, are_checked) {
  const dnnl::engine engine = engine_for();
  const auto f32 = data_type::f32;
  const auto status = [&](dnnl_alg_kind_t alg, const float *factors, const memory::desc &src,
                          const memory::desc *dst, dims *made = nullptr) {
    dnnl_primitive_desc_t pd = nullptr;
    const dnnl_status_t s = dnnl_resampling_forward_primitive_desc_create(
        &pd, engine.get(), dnnl_forward_training, alg, factors, src.get(),
        dst ? dst->get() : nullptr, nullptr);
    if (s == dnnl_success && made) {
      const dnnl_dims_t *list;
      dnnl_memory_desc_query(dnnl_primitive_desc_query_md(pd, dnnl_query_dst_md, 0),
                             dnnl_query_dims, &list);
      made->assign(*list, *list + 4);
    }
    dnnl_primitive_desc_destroy(pd);
    return s;
  };
  const memory::desc md({2, 3, 5, 3}, f32, format::nhwc), any({2, 3, 5, 3}, f32, format::any);
  const memory::desc other({2, 4, 5, 3}, f32, format::nhwc), flat({2, 3}, f32, format::ab);
  const float factors[] = {1.5f, 0.5f}, negative[] = {-1, 1};
  const auto linear = dnnl_resampling_linear;
  dims made;
  EXPECT_EQ(status(linear, factors, md, nullptr, &made), dnnl_success);
  EXPECT_EQ(made, (dims{2, 3, 7, 1}));
  EXPECT_EQ(status(linear, nullptr, md, nullptr), dnnl_invalid_arguments);
  EXPECT_EQ(status(linear, negative, md, nullptr), dnnl_invalid_arguments);
  EXPECT_EQ(status(linear, nullptr, md, &other), dnnl_invalid_arguments);
  EXPECT_EQ(status(linear, nullptr, any, &md), dnnl_invalid_arguments);
  EXPECT_EQ(status(linear, nullptr, flat, &flat), dnnl_invalid_arguments);
  EXPECT_EQ(status(dnnl_binary_add, nullptr, md, &md), dnnl_invalid_arguments);
  dnnl_primitive_desc_t pd = nullptr;
  EXPECT_EQ(dnnl_resampling_backward_primitive_desc_create(&pd, engine.get(), linear, nullptr,
                                                           any.get(), any.get(), nullptr, nullptr),
            dnnl_unimplemented);
}

// A single row, or column, could stand anywhere; dst is an image of the same kind nevertheless.
TEST(resampling_layouts, of_single_pixels) {
  const dnnl::engine engine = engine_for();
  const auto f32 = data_type::f32;
  for (const format tag : {format::nchw, format::nhwc, format::nChw8c, format::nChw16c})
    for (const dims &from : {dims{2, 20, 1, 1}, dims{2, 20, 1, 3}, dims{2, 20, 3, 1}}) {
      if (tag == format::nchw && from[2] * from[3] == 1) continue;  // nhwc just as well
      const dims to = {2, 20, 4, 6};
      const memory::desc small(from, f32, tag), large(to, f32, tag), any(to, f32, format::any);
      const dnnl::resampling_forward::primitive_desc forward(
          engine, dnnl::prop_kind::forward_training, dnnl::algorithm::resampling_linear, small,
          any);
      EXPECT_EQ(forward.dst_desc(), large) << int(tag) << " of " << from[2] << "x" << from[3];
    }
}

INSTANTIATE_TEST_SUITE_P(plugins, resampling,
                         testing::ValuesIn(plugins_with(resampling_forward_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
