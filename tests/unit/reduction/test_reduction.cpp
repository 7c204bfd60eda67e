// SPDX-License-Identifier: Apache-2.0
// Every implementation of reduction, on every plugin, against the definition in double precision.
#include <cmath>

#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/support/plugins.h"
#include "tests/support/settings.h"

namespace dnnlet::test {
namespace {

using dnnl::algorithm;
using format = dnnl::memory::format_tag;

const all_rows_run rows(dnnl_reduction, dnnl_prop_kind_undef, reduction_kernels);

const std::vector<algorithm> algorithms = {algorithm::reduction_max,
                                           algorithm::reduction_min,
                                           algorithm::reduction_sum,
                                           algorithm::reduction_mul,
                                           algorithm::reduction_mean,
                                           algorithm::reduction_norm_lp_max,
                                           algorithm::reduction_norm_lp_sum,
                                           algorithm::reduction_norm_lp_power_p_max,
                                           algorithm::reduction_norm_lp_power_p_sum};
bool is_norm(algorithm alg) {
  return alg >= algorithm::reduction_norm_lp_max;
}

struct reduction_case {
  dims src, dst;
  format tag;
  float p = 2, eps = 0.5f;

  std::string name(algorithm alg) const {
    return text(src) + " to " + text(dst) + " tag " + std::to_string(int(tag)) + " alg " +
           std::to_string(int(alg)) + " p " + std::to_string(p);
  }
};
std::vector<reduction_case> cases() {
  std::vector<reduction_case> list = {
      {{5, 33}, {5, 1}, format::ab},   // rows to numbers
      {{5, 33}, {1, 33}, format::ab},  // rows to a row
      {{2, 17, 5, 7}, {2, 17, 1, 1}, format::nchw, 3},
      {{2, 20, 5, 3}, {2, 20, 1, 1}, format::nChw16c},
      {{2, 17, 5, 7}, {1, 17, 1, 1}, format::nchw, 1},
      {{20000}, {1}, format::a, 1.5f},  // pieces
      {{700, 100}, {1, 100}, format::ab},
  };
  if (quick()) return list;
  const std::vector<reduction_case> more = {
      {{2, 17, 5, 7}, {2, 1, 5, 7}, format::nchw},
      {{2, 17, 5, 7}, {2, 1, 5, 7}, format::nhwc, 1},
      {{2, 17, 5, 7}, {2, 17, 5, 1}, format::nchw, 1.5f},
      {{2, 17, 5, 7}, {1, 1, 1, 1}, format::nhwc},
      {{2, 32, 5, 3}, {2, 1, 5, 3}, format::nChw16c},
      {{2, 20, 5, 3}, {1, 20, 5, 1}, format::nChw8c},
      {{300, 64}, {300, 1}, format::ab},
      {{3, 2100}, {1, 2100}, format::ab},
      {{2, 17, 129}, {2, 1, 129}, format::abc},
      {{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 3},
       {1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 3},
       format::abcdefghijkl},
      {{1, 24000, 3}, {1, 1, 3}, format::abc},
  };
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

// Of the large ones, some.
const std::vector<algorithm> &algorithms_for(const reduction_case &c) {
  static const std::vector<algorithm> some = {algorithm::reduction_sum, algorithm::reduction_max,
                                              algorithm::reduction_norm_lp_sum};
  return count(c.src) > 15000 ? some : algorithms;
}

double add(algorithm alg, double sum, double x, double p) {
  switch (alg) {
    case algorithm::reduction_max: return x > sum ? x : sum;
    case algorithm::reduction_min: return x < sum ? x : sum;
    case algorithm::reduction_mul: return sum * x;
    case algorithm::reduction_sum:
    case algorithm::reduction_mean: return sum + x;
    default: return sum + std::pow(std::fabs(x), p);
  }
}

double finished(algorithm alg, double sum, double count, const reduction_case &c) {
  const double eps = double(c.eps), root = 1 / double(c.p);
  switch (alg) {
    case algorithm::reduction_mean: return sum / count;
    case algorithm::reduction_norm_lp_max: return std::pow(std::fmax(sum, eps), root);
    case algorithm::reduction_norm_lp_sum: return std::pow(sum + eps, root);
    case algorithm::reduction_norm_lp_power_p_max: return std::fmax(sum, eps);
    case algorithm::reduction_norm_lp_power_p_sum: return sum + eps;
    default: return sum;
  }
}

// Results that are not rounded, and how large what was added for them is.
struct reduced {
  tensor values;
  std::vector<double> magnitudes;
};
reduced reduce(const reduction_case &c, algorithm alg, const tensor &x, data_type to) {
  const double start = alg == algorithm::reduction_max   ? -3.4028234663852886e38
                       : alg == algorithm::reduction_min ? 3.4028234663852886e38
                       : alg == algorithm::reduction_mul ? 1
                                                         : 0;
  reduced r = {tensor(c.dst, to, start), std::vector<double>(size_t(count(c.dst)))};
  dims at(c.src.size(), 0);
  do {
    dims index = at;
    for (size_t d = 0; d < at.size(); ++d) index[d] %= c.dst[d];
    const size_t i = r.values.position(index);
    r.values.values[i] = add(alg, r.values.values[i], x.at(at), double(c.p));
    r.magnitudes[i] += std::fabs(x.at(at));
  } while (next_index(at, c.src));
  const double n = double(count(c.src)) / double(count(c.dst));
  for (size_t i = 0; i < r.magnitudes.size(); ++i) {
    r.values.values[i] = finished(alg, r.values.values[i], n, c);
    if (alg == algorithm::reduction_mean) r.magnitudes[i] /= n;
    if (is_norm(alg) || alg == algorithm::reduction_mul)
      r.magnitudes[i] = std::fabs(r.values.values[i]);
  }
  return r;
}

// Some 40,000 factors are in the way of f32's exponents: near 1, their product is.
fill fill_for(algorithm alg, data_type type, int64_t n) {
  if (alg != algorithm::reduction_mul) return is_integer(type) ? small_integers : fill();
  return n > 40 ? fill{1, 1, 1} : is_integer(type) ? fill{1, 2, 1} : fill{0.5, 1.5, 64};
}

dnnl::reduction::primitive_desc desc_of(const dnnl::engine &engine, const reduction_case &c,
                                        algorithm alg, const dnnl::memory::desc &src,
                                        const dnnl::memory::desc &dst,
                                        const dnnl::primitive_attr &attr = {}) {
  return {engine, alg, src, dst, c.p, c.eps, attr};
}

class reduction_rows : public testing::TestWithParam<std::string> {
 protected:
  void check(const reduction_case &c, algorithm alg, const dnnl::memory::desc &src,
             const dnnl::memory::desc &dst) {
    const data_type from = src.get_data_type(), to = dst.get_data_type();
    SCOPED_TRACE(c.name(alg) + " " + name_of(from) + " to " + name_of(to));
    const int64_t n = count(c.src) / count(c.dst);
    const tensor x = random_tensor(c.src, from, 1, fill_for(alg, from, n));
    const reduced expected = reduce(c, alg, x, to);
    // The chains of folds.h; products have a rounding for each factor.
    const bool is_mul = alg == algorithm::reduction_mul;
    const double steps = is_mul ? double(n) : double(std::min<int64_t>(n, 700)) + 16;
    for_each_implementation(
        [&] { return desc_of(engine_, c, alg, src, dst); }, GetParam() + ":",
        [&](const auto &pd) {
          const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.values,
                              {to == data_type::f32 ? 1 : 0.5, steps, 1}, expected.magnitudes));
        });
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(reduction_rows, forms) {
  for (const reduction_case &c : cases())
    for (const algorithm alg : algorithms_for(c)) {
      const dnnl::memory::desc src(c.src, data_type::f32, c.tag), dst(c.dst, data_type::f32, c.tag);
      check(c, alg, src, dst);
      const auto pd = desc_of(engine_, c, alg, src, dst);
      EXPECT_TRUE(is_of(pd.impl_info_str(), GetParam())) << c.name(alg) << pd.impl_info_str();
    }
}

TEST_P(reduction_rows, types) {
  const data_type all[] = {data_type::f32, data_type::bf16, data_type::f16, data_type::s8,
                           data_type::u8,  data_type::s32,  data_type::f64};
  const reduction_case some[] = {{{5, 33}, {5, 1}, format::ab},
                                 {{5, 33}, {1, 33}, format::ab},
                                 {{4, 3000}, {4, 1}, format::ab, 3}};
  for (const reduction_case &c : some)
    for (size_t i = 0; i < 7; ++i)
      for (size_t j = 0; j < 7; ++j)
        for (size_t k = 0; k < algorithms.size(); k += quick() ? 4 : 1) {
          if (is_norm(algorithms[k]) && i > 2) continue;
          if ((c.src[1] > 1000) != (is_norm(algorithms[k]) && i != 2)) continue;
          check(c, algorithms[k], {c.src, all[i], c.tag}, {c.dst, all[j], c.tag});
        }
}

// Of different layouts, with gaps, and with `any`, which is src's.
TEST_P(reduction_rows, layouts) {
  const reduction_case c = {{2, 32, 4, 7}, {2, 32, 1, 1}, format::nchw};
  const reduction_case along = {{2, 32, 4, 7}, {2, 1, 4, 7}, format::nchw};
  const format tags[] = {format::nchw, format::nhwc, format::nChw16c, format::nChw8c};
  for (const format from : tags)
    for (const format to : tags)
      for (const reduction_case &r : {c, along})
        check(r, algorithm::reduction_mean, {r.src, data_type::f32, from},
              {r.dst, data_type::f32, to});
  const auto src = dnnl::memory::desc({3, 48, 6, 9}, data_type::f32, format::nchw)
                       .submemory_desc(c.src, {1, 3, 1, 2});
  check(c, algorithm::reduction_max, src, {c.dst, data_type::f32, format::nhwc});
  check(along, algorithm::reduction_sum, src, {along.dst, data_type::f32, format::nchw});
  const dnnl::memory::desc nhwc(c.src, data_type::f32, format::nhwc);
  const auto pd =
      desc_of(engine_, c, algorithm::reduction_sum, nhwc, {c.dst, data_type::f32, format::any});
  EXPECT_EQ(pd.dst_desc(), dnnl::memory::desc(c.dst, data_type::f32, format::nhwc));
}

TEST_P(reduction_rows, post_ops) {
  const reduction_case some[] = {{{2, 19, 4, 7}, {2, 19, 1, 7}, format::nchw},
                                 {{2, 19, 4, 7}, {2, 19, 4, 1}, format::nchw},
                                 {{2, 20, 4, 7}, {2, 20, 1, 1}, format::nChw16c},
                                 {{2, 19, 4, 7}, {1, 1, 1, 1}, format::nhwc}};
  for (const setting &s : taken_of(post_op_settings(), takes::sum | takes::eltwise | takes::binary))
    for (const reduction_case &c : some) {
      SCOPED_TRACE(std::string(s.name) + " " + c.name(algorithm::reduction_sum));
      bool is_other_sum = false;
      for (const post &p : s.posts)
        is_other_sum |=
            p.what == post::sum && p.type != data_type::f32 && p.type != data_type::undef;
      if (is_other_sum) continue;
      const tensor x = random_tensor(c.src, data_type::f32, 5, small_integers);
      const tensor old = random_tensor(c.dst, data_type::f32, 6, small_integers);
      const applied_setting applied(engine_, s, old, {}, 7);
      const tensor sums = reduce(c, algorithm::reduction_sum, x, data_type::f32).values;
      const auto create = [&] {
        dnnl_primitive_desc_t made = nullptr;
        const dnnl::memory::desc src(c.src, data_type::f32, c.tag);
        const dnnl::memory::desc dst(c.dst, data_type::f32, c.tag);
        return dnnl_reduction_primitive_desc_create(&made, engine_.get(), dnnl_reduction_sum,
                                                    src.get(), dst.get(), c.p, c.eps,
                                                    applied.attr().get()) == dnnl_success
                   ? dnnl::reduction::primitive_desc(made)
                   : dnnl::reduction::primitive_desc();
      };
      for_each_implementation(create, "", [&](const auto &pd) {
        const tensor expected = applied.finished(sums, pd.dst_desc());
        const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 0,
                                    {{{DNNL_ARG_DST, old}}, applied.memories()});
        EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
      });
    }
}

// NaN is no maximum and no minimum; maxima begin at the least finite number.
TEST_P(reduction_rows, special_values) {
  const double inf = HUGE_VAL, nan = std::nan(""), greatest = 3.4028234663852886e38;
  struct {
    double x;
    double max, min;  // of 70 numbers, of which the others are 2
    double max_alone, min_alone;
  } const values[] = {{nan, 2, 2, -greatest, greatest},
                      {inf, inf, 2, inf, greatest},
                      {-inf, 2, -inf, -greatest, -inf}};
  for (const auto &v : values)
    for (const format tag : {format::ab, format::ba}) {
      const reduction_case c = {{3, 70}, {3, 1}, tag};
      tensor x(c.src, data_type::f32, 2);
      x.values[67] = v.x;
      for (size_t i = 70; i < 140; ++i) x.values[i] = v.x;
      const dnnl::memory::desc src(c.src, data_type::f32, tag), dst(c.dst, data_type::f32, tag);
      const auto run = [&](algorithm alg, const std::vector<double> &expected) {
        for_each_implementation([&] { return desc_of(engine_, c, alg, src, dst); }, "",
                                [&](const auto &pd) {
                                  tensor e(c.dst, data_type::f32);
                                  e.values = expected;
                                  const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}});
                                  EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), e)) << c.name(alg);
                                });
      };
      run(algorithm::reduction_max, {v.max, v.max_alone, 2});
      run(algorithm::reduction_min, {v.min, v.min_alone, 2});
      run(algorithm::reduction_sum, {v.x, v.x, 140});
      run(algorithm::reduction_norm_lp_sum, {std::fabs(v.x), std::fabs(v.x), std::sqrt(280.5)});
    }
}

// Of no elements: what each begins with.
TEST_P(reduction_rows, empty_sums) {
  const dnnl::memory::desc src({2, 0}, data_type::f32, format::ab);
  const dnnl::memory::desc dst({2, 1}, data_type::f32, format::ab);
  const reduction_case c = {{2, 0}, {2, 1}, format::ab};
  for (const algorithm alg : {algorithm::reduction_sum, algorithm::reduction_mul}) {
    const tensors got = execute(desc_of(engine_, c, alg, src, dst), stream_,
                                {{DNNL_ARG_SRC, tensor(c.src, data_type::f32)}});
    const double expected = alg == algorithm::reduction_mul ? 1 : 0;
    EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), tensor(c.dst, data_type::f32, expected)));
  }
}

TEST_P(reduction_rows, threads_do_not_change_a_bit) {
  for (const reduction_case &c :
       {reduction_case{{40000}, {1}, format::a}, reduction_case{{700, 100}, {1, 100}, format::ab},
        reduction_case{{300, 128}, {300, 1}, format::ab}}) {
    const auto run = [&](thread_pool *pool) -> std::vector<tensor> {
      const dnnl::memory::desc src(c.src, data_type::f32, c.tag), dst(c.dst, data_type::f32, c.tag);
      const tensor x = random_tensor(c.src, data_type::f32, 11);
      const auto pd = desc_of(engine_, c, algorithm::reduction_sum, src, dst);
      return {execute(pd, stream_on(engine_, pool), {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST)};
    };
    // The reference cuts results only.
    expect_same_bits_with_threads(run, {2, 5}, GetParam() != "reference");
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, reduction_rows,
                         testing::ValuesIn(plugins_with(reduction_kernels)),
                         [](const auto &info) { return info.param; });

// All plugins with fused multiply-adds have the bits of the best one.
TEST(reduction_bits, are_the_same_everywhere) {
  for (const reduction_case &c : cases())
    for (const algorithm alg : algorithms_for(c)) {
      fingerprint first;
      std::string of;
      for (const std::string &plugin : plugins_with(reduction_kernels)) {
        if (plugin == "reference") continue;
        const dnnl::engine engine = engine_for(plugin);
        dnnl::primitive_attr attr;
        attr.set_deterministic(true);
        const auto pd = desc_of(engine, c, alg, {c.src, data_type::f32, c.tag},
                                {c.dst, data_type::f32, c.tag}, attr);
        if (!is_of(pd.impl_info_str(), plugin)) continue;
        const tensor x = random_tensor(c.src, data_type::f32, 12);
        const fingerprint bits = fingerprint_of(
            {execute(pd, dnnl::stream(engine), {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST)});
        if (of.empty()) first = bits;
        EXPECT_EQ(bits.bits, first.bits) << plugin << " and " << of << ": " << c.name(alg);
        of = plugin;
      }
    }
}

dnnl_status_t create(int alg, const dnnl::memory::desc &src, const dnnl::memory::desc &dst,
                     float p = 2, const dnnl::primitive_attr &attr = {}) {
  dnnl_primitive_desc_t pd = nullptr;
  const dnnl_status_t status = dnnl_reduction_primitive_desc_create(
      &pd, engine_for().get(), dnnl_alg_kind_t(alg), src.get(), dst.get(), p, 0, attr.get());
  if (status == dnnl_success) dnnl_primitive_desc_destroy(pd);
  return status;
}

TEST(reduction_arguments, are_checked) {
  const auto md = [](const dims &shape, data_type type = data_type::f32) {
    return dnnl::memory::desc(shape, type, format::ab);
  };
  const dnnl::memory::desc src = md({2, 16}), dst = md({2, 1});
  EXPECT_EQ(create(dnnl_reduction_sum, src, dst), dnnl_success);
  EXPECT_EQ(create(dnnl_reduction_sum, src, src), dnnl_invalid_arguments);
  EXPECT_EQ(create(dnnl_reduction_sum, src, md({2, 8})), dnnl_invalid_arguments);
  EXPECT_EQ(create(dnnl_reduction_sum, src, {{2}, data_type::f32, format::a}),
            dnnl_invalid_arguments);
  EXPECT_EQ(create(dnnl_reduction_sum, {{2, 16}, data_type::f32, format::any}, dst),
            dnnl_invalid_arguments);
  EXPECT_EQ(create(dnnl_eltwise_relu, src, dst), dnnl_invalid_arguments);
  EXPECT_EQ(create(dnnl_reduction_norm_lp_sum, src, dst, 0.5f), dnnl_invalid_arguments);
  EXPECT_EQ(create(dnnl_reduction_norm_lp_sum, src, dst, NAN), dnnl_invalid_arguments);
  EXPECT_EQ(create(dnnl_reduction_norm_lp_sum, src, dst, INFINITY), dnnl_invalid_arguments);
  EXPECT_EQ(create(dnnl_reduction_sum, src, dst, 0.5f), dnnl_success);
  EXPECT_EQ(create(dnnl_reduction_norm_lp_sum, md({2, 16}, data_type::s8), dst),
            dnnl_invalid_arguments);
  dnnl::primitive_attr scales;
  scales.set_scales_mask(DNNL_ARG_DST, 0);
  EXPECT_EQ(create(dnnl_reduction_sum, src, dst, 2, scales), dnnl_unimplemented);
  dnnl::post_ops ops;
  ops.append_sum(1, 3);
  dnnl::primitive_attr sum;
  sum.set_post_ops(ops);
  EXPECT_EQ(create(dnnl_reduction_sum, src, dst, 2, sum), dnnl_unimplemented);
}

// A layout that is open has src's gaps up to the innermost dimension that is reduced, as in oneDNN.
TEST(reduction_arguments, an_open_dst_keeps_the_gaps_inside) {
  const dnnl::memory::desc src({2, 8, 4, 3}, data_type::f32, dims{1000, 100, 10, 3});
  const auto strides = [&](const dims &dst) {
    const dnnl::reduction::primitive_desc pd(engine_for(), algorithm::reduction_sum, src,
                                             {dst, data_type::f32, format::any}, 0, 0);
    return pd.dst_desc().get_strides();
  };
  EXPECT_EQ(strides({1, 8, 4, 3}), (dims{1000, 100, 10, 3}));
  EXPECT_EQ(strides({2, 8, 1, 3}), (dims{80, 10, 10, 3}));
  EXPECT_EQ(strides({2, 8, 4, 1}), (dims{96, 12, 3, 3}));
  // Elements of src may share their place, those of dst do not.
  const dnnl::memory::desc shared({7, 65}, data_type::f32, dims{0, 1});
  const dnnl::reduction::primitive_desc pd(engine_for(), algorithm::reduction_sum, shared,
                                           {{1, 65}, data_type::f32, format::any}, 0, 0);
  EXPECT_EQ(pd.dst_desc().get_strides().back(), 1);
}

// Each has a loop of its own, more than a build for few dimensions (DNNLET_MAX_NDIMS) had room for.
TEST(reduction_arguments, blocks_may_be_of_different_dimensions) {
  const dnnl::memory::desc src({16, 16, 3, 3, 3}, data_type::f32, format::aBcde8b),
      dst({16, 16, 3, 3, 1}, data_type::f32, format::Abcde4a);
  const dnnl::reduction::primitive_desc pd(engine_for(), algorithm::reduction_sum, src, dst, 0, 0);
  EXPECT_EQ(pd.dst_desc(), dst);
}

TEST(reduction_arguments, can_be_asked_for) {
  const reduction_case c = {{2, 16}, {2, 1}, format::ab, 3, 0.25f};
  const auto pd = desc_of(engine_for(), c, algorithm::reduction_norm_lp_sum,
                          {c.src, data_type::f32, c.tag}, {c.dst, data_type::f32, c.tag});
  EXPECT_EQ(pd.get_p(), 3);
  EXPECT_EQ(pd.get_epsilon(), 0.25f);
}

}  // namespace
}  // namespace dnnlet::test
