// SPDX-License-Identifier: Apache-2.0
// Binary operations on every plugin against f64: operations, broadcasts, layouts, types, scales,
// post-ops, special values, threads, wrong arguments.
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

const all_rows_run binary_rows(dnnl_binary, dnnl_prop_kind_undef, binary_kernels);

constexpr algorithm all_algorithms[] = {
    algorithm::binary_add,   algorithm::binary_mul, algorithm::binary_max, algorithm::binary_min,
    algorithm::binary_div,   algorithm::binary_sub, algorithm::binary_ge,  algorithm::binary_gt,
    algorithm::binary_le,    algorithm::binary_lt,  algorithm::binary_eq,  algorithm::binary_ne,
    algorithm::binary_select};

double expected_of(algorithm alg, double a, double b, bool condition) {
  switch (alg) {
    case algorithm::binary_add: return a + b;
    case algorithm::binary_mul: return a * b;
    case algorithm::binary_max: return a > b ? a : b;
    case algorithm::binary_min: return a < b ? a : b;
    case algorithm::binary_div: return a / b;
    case algorithm::binary_sub: return a - b;
    case algorithm::binary_ge: return a >= b;
    case algorithm::binary_gt: return a > b;
    case algorithm::binary_le: return a <= b;
    case algorithm::binary_lt: return a < b;
    case algorithm::binary_eq: return a == b;
    case algorithm::binary_ne: return a != b;
    default: return condition ? a : b;
  }
}

// The tensor with the elements that it repeats in `shape`.
tensor repeated(const tensor &t, const dims &shape) {
  tensor all(shape, t.type);
  dims index(shape.size(), 0);
  do {
    dims at = index;
    for (size_t d = 0; d < at.size(); ++d)
      if (t.shape[d] == 1) at[d] = 0;
    all.at(index) = t.at(at);
  } while (next_index(index, shape));
  return all;
}

struct problem {
  algorithm alg;
  memory::desc src0, src1, dst;
};

// Small whole numbers, of which some are equal; divisors are not 0.
tensor operand(const memory::desc &md, uint64_t seed, bool divides) {
  const bool is_unsigned = md.get_data_type() == data_type::u8;
  const fill how = divides ? fill{1, 4, 3} : is_unsigned ? fill{0, 6, 6} : fill{-3, 3, 6};
  return random_tensor(md.get_dims(), md.get_data_type(), seed, how);
}

class binary : public testing::TestWithParam<std::string> {
 protected:
  // Answers how many implementations of the plugin there were.
  int check(const problem &p, double scale0 = 1, double scale1 = 1) {
    SCOPED_TRACE(std::to_string(int(p.alg)) + " " + text(p.src0.get_dims()) + " " +
                 text(p.src1.get_dims()) + " " + name_of(p.src0.get_data_type()) + " " +
                 name_of(p.src1.get_data_type()) + " to " + name_of(p.dst.get_data_type()));
    const bool selects = p.alg == algorithm::binary_select;
    const tensor a = operand(p.src0, 1, false);
    const tensor b = operand(p.src1, 2, p.alg == algorithm::binary_div);
    const memory::desc condition(p.dst.get_dims(), data_type::s8, plain(p.dst.get_ndims()));
    const tensor c = random_tensor(p.dst.get_dims(), data_type::s8, 3, {0, 1, 1});
    const tensor a_all = repeated(a, p.dst.get_dims()), b_all = repeated(b, p.dst.get_dims());
    tensor expected(p.dst.get_dims(), p.dst.get_data_type());
    for (size_t i = 0; i < expected.values.size(); ++i)
      expected.values[i] =
          expected_of(p.alg, scale0 * a_all.values[i], scale1 * b_all.values[i], c.values[i] != 0);
    dnnl::primitive_attr attr;
    further_arguments more;
    const placed s0(scalar_, engine_, number(scale0)), s1(scalar_, engine_, number(scale1));
    if (scale0 != 1) add_scale(attr, more, DNNL_ARG_SRC_0, s0);
    if (scale1 != 1) add_scale(attr, more, DNNL_ARG_SRC_1, s1);
    tensors inputs = {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}};
    if (selects) inputs.emplace(DNNL_ARG_SRC_2, c);
    const tolerance allowed =
        p.alg == algorithm::binary_div ? tolerance{1, 0, 1} : exact;  // all else is exact here
    return for_each_own_implementation(
        [&] {
          return selects
                     ? dnnl::binary::primitive_desc(engine_, p.alg, p.src0, p.src1, condition,
                                                    p.dst, attr)
                     : dnnl::binary::primitive_desc(engine_, p.alg, p.src0, p.src1, p.dst, attr);
        },
        GetParam(),
        [&](const auto &pd) {
          const tensors got = execute(pd, stream_, inputs, 4, more);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected, allowed));
        });
  }

  static format plain(int ndims) {
    const format tags[] = {format::a, format::ab, format::abc, format::abcd, format::abcde};
    return tags[ndims - 1];
  }
  static tensor number(double value) { return tensor({1}, data_type::f32, value); }
  void add_scale(dnnl::primitive_attr &attr, further_arguments &more, int arg, const placed &s) {
    attr.set_scales_mask(arg, 0);
    more.memories.emplace(DNNL_ARG_ATTR_SCALES | arg, s);
  }
  void expect_kernel(const problem &p) { EXPECT_GE(check(p), 1) << "no kernel took it"; }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
  const memory::desc scalar_{{1}, data_type::f32, format::a};
};

memory::desc described(const dims &shape, data_type type, format tag) {
  return memory::desc(shape, type, tag);
}

TEST_P(binary, every_operation) {
  for (const algorithm alg : all_algorithms)
    for (const data_type type : {data_type::f32, data_type::bf16, data_type::s8}) {
      const auto md = described({3, 11, 7, 1}, type, format::abcd);
      expect_kernel({alg, md, md, md});
      expect_kernel({alg, md, described({1, 11, 1, 1}, type, format::abcd), md});
      expect_kernel({alg, described({3, 1, 7, 1}, type, format::abcd), md, md});
    }
}

TEST_P(binary, every_broadcast) {
  const dims shape = {2, 19, 3, 5};
  const format tags[] = {format::abcd, format::acdb, format::aBcd8b, format::aBcd16b};
  for (const format tag : tags)
    for (const format other : tags)
      for (int mask = 0; mask < 16; ++mask) {
        if (!is_drawn(uint64_t(mask) * 4 + (tag == other), 4)) continue;
        dims own = shape;
        for (size_t d = 0; d < 4; ++d)
          if (!(mask >> d & 1)) own[d] = 1;
        const auto f32 = data_type::f32;
        const problem p = {algorithm::binary_sub, described(shape, f32, tag),
                           described(own, f32, other), described(shape, f32, tag)};
        expect_kernel(p);
        const problem swapped = {p.alg, p.src1, p.src0, p.dst};
        expect_kernel(swapped);
      }
}

// oneDNN's tests ask whether one implementation takes both.
TEST_P(binary, broadcasts_of_networks_and_others_have_names_of_their_own) {
  const auto f32 = data_type::f32;
  const auto name = [&](const dims &own) {
    const dims shape(own.size(), 8);
    const memory::desc md(shape, f32, plain(int(own.size())));
    return std::string(dnnl::binary::primitive_desc(engine_, algorithm::binary_add, md,
                                                    {own, f32, plain(int(own.size()))}, md)
                           .impl_info_str());
  };
  for (const dims &own :
       {dims{8, 8, 1, 1, 1}, dims{1, 8, 1, 1, 1}, dims{8, 1, 8, 8, 8}, dims{8, 1, 1, 1, 8},
        dims{1, 8, 8, 8, 8}, dims{1, 1, 1, 1, 8}, dims{1, 1, 1, 1, 1}, dims{8, 8, 1}, dims{8, 1}})
    EXPECT_EQ(name(own), name(dims(own.size(), 8))) << text(own);
  for (const dims &own : {dims{1, 1, 8, 1, 8}, dims{1, 8, 1, 8}, dims{1, 8, 1, 1, 8},
                          dims{8, 1, 1, 1, 1}, dims{1, 1, 8, 1}, dims{8, 1, 1}})
    EXPECT_EQ(name(own) != name(dims(own.size(), 8)), GetParam() != "reference") << text(own);
}

// Both sources repeat, each along other dimensions.
TEST_P(binary, outer_product) {
  const auto f32 = data_type::f32;
  expect_kernel({algorithm::binary_mul, described({1, 17, 5}, f32, format::abc),
                 described({9, 1, 1}, f32, format::abc), described({9, 17, 5}, f32, format::acb)});
}

TEST_P(binary, every_mixture_of_types) {
  const data_type types[] = {data_type::f32, data_type::bf16, data_type::f16,    data_type::s32,
                             data_type::s8,  data_type::u8,   data_type::f8_e5m2};
  const dims shape = {2, 37, 3};
  for (const data_type a : types)
    for (const data_type b : types)
      for (const data_type y : types) {
        if (!is_drawn(uint64_t(a) * 400 + uint64_t(b) * 20 + uint64_t(y), 8)) continue;
        expect_kernel({algorithm::binary_add, described(shape, a, format::abc),
                       described({1, 37, 1}, b, format::abc), described(shape, y, format::abc)});
        expect_kernel({algorithm::binary_mul, described(shape, a, format::acb),
                       described(shape, b, format::acb), described(shape, y, format::acb)});
      }
}

TEST_P(binary, scales) {
  for (const data_type type : {data_type::f32, data_type::s8, data_type::u8, data_type::bf16}) {
    const auto md = described({3, 65}, type, format::ab);
    EXPECT_GE(check({algorithm::binary_add, md, md, md}, 2, 0.5), 1);
    EXPECT_GE(check({algorithm::binary_mul, md, described({1, 65}, type, format::ab), md}, 1, 4),
              1);
    EXPECT_GE(
        check({algorithm::binary_select, md, md, described({3, 65}, data_type::f32, format::ab)},
              0.5, 2),
        1);
    EXPECT_GE(check({algorithm::binary_gt, md, md, md}, 2, 0.5), 1);
    EXPECT_GE(check({algorithm::binary_lt, md, md, md}, 2, 0.5), 1);
  }
}

// Of these there are loops; of bf16 with f32 of two vectors, also by one number for all.
TEST_P(binary, mixtures_with_loops) {
  using type = data_type;
  const struct {
    type a, b, y;
  } mixtures[] = {{type::bf16, type::f32, type::bf16}, {type::f32, type::bf16, type::f32},
                  {type::s8, type::f32, type::s8},     {type::u8, type::f32, type::u8},
                  {type::f32, type::s8, type::s8},     {type::f32, type::f32, type::u8},
                  {type::s8, type::u8, type::s8},      {type::u8, type::s8, type::u8},
                  {type::f32, type::s8, type::f32}};
  for (const auto &m : mixtures)
    for (const algorithm alg : {algorithm::binary_add, algorithm::binary_mul})
      for (const dims &shape : {dims{3, 130}, dims{1, 130}, dims{3, 1}, dims{1, 1}})
        expect_kernel({alg, described({3, 130}, m.a, format::ab), described(shape, m.b, format::ab),
                       described({3, 130}, m.y, format::ab)});
}

TEST_P(binary, bytes_of_any_operation) {
  for (const data_type type : {data_type::f32, data_type::bf16, data_type::s8})
    for (const data_type answer : {data_type::s8, data_type::u8})
      for (const algorithm alg : all_algorithms)
        for (const dims &shape : {dims{3, 130}, dims{3, 1}})
          expect_kernel({alg, described({3, 130}, type, format::ab),
                         described(shape, type, format::ab),
                         described({3, 130}, answer, format::ab)});
}

TEST_P(binary, lengths_around_vectors) {
  for (int64_t n = 1; n < 140; ++n) {
    if (!is_drawn(uint64_t(n), 16)) continue;
    for (const data_type type :
         {data_type::f32, data_type::u8, data_type::s8, data_type::f16, data_type::bf16}) {
      const auto md = described({n}, type, format::a);
      expect_kernel({algorithm::binary_max, md, md, md});
      expect_kernel({algorithm::binary_add, md, described({1}, type, format::a), md});
    }
  }
}

// What is computed in integers, where there are no scales, saturates as what is rounded from f32.
// More than caches hold: results are written past them, where lines are whole. Once, with the best
// plugin: it takes a second.
TEST_P(binary, larger_than_caches) {
  static bool is_done = false;
  if (quick() || is_done) return;
  is_done = true;
  for (const format tag : {format::acdb, format::abcd}) {
    const auto md = described({1, 32, 264, 260}, data_type::f32, tag);
    expect_kernel({algorithm::binary_add, md, md, md});
    expect_kernel({algorithm::binary_mul, md, described({1, 32, 1, 1}, data_type::f32, tag), md});
  }
  const auto odd = described({1, 31, 266, 261}, data_type::f32, format::abcd);
  expect_kernel(
      {algorithm::binary_mul, odd, described({1, 31, 1, 1}, data_type::f32, format::abcd), odd});
}

TEST_P(binary, all_pairs_of_bytes) {
  for (const data_type type : {data_type::s8, data_type::u8}) {
    const double least = type == data_type::s8 ? -128 : 0;
    tensor a({256, 256}, type), b = a, expected = a;
    for (size_t i = 0; i < a.values.size(); ++i) {
      a.values[i] = least + double(i / 256);
      b.values[i] = least + double(i % 256);
    }
    const memory::desc md(a.shape, type, format::ab);
    for (const algorithm alg : {algorithm::binary_add, algorithm::binary_sub, algorithm::binary_mul,
                                algorithm::binary_max, algorithm::binary_min}) {
      if (!is_drawn(uint64_t(alg), 2)) continue;
      for (size_t i = 0; i < a.values.size(); ++i)
        expected.values[i] = expected_of(alg, a.values[i], b.values[i], false);
      for_each_own_implementation(
          [&] { return dnnl::binary::primitive_desc(engine_, alg, md, md, md); }, GetParam(),
          [&](const auto &pd) {
            const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}});
            EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected)) << int(alg);
          });
    }
  }
}

TEST_P(binary, bf16_is_rounded_once) {
  const memory::desc md({3000}, data_type::bf16, format::a);
  const tensor a = random_tensor({3000}, data_type::bf16, 1, {-300, 300}),
               b = random_tensor({3000}, data_type::bf16, 2, {-1, 1});
  for (const algorithm alg : {algorithm::binary_add, algorithm::binary_mul}) {
    tensor expected({3000}, data_type::bf16);
    for (size_t i = 0; i < expected.values.size(); ++i)
      expected.values[i] = float(expected_of(alg, a.values[i], b.values[i], false));
    for_each_own_implementation(
        [&] { return dnnl::binary::primitive_desc(engine_, alg, md, md, md); }, GetParam(),
        [&](const auto &pd) {
          const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}});
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected)) << int(alg);
        });
  }
}

TEST_P(binary, gaps_and_parts) {
  const auto f32 = data_type::f32;
  const memory::desc whole({4, 20, 9}, f32, format::abc), gaps({3, 16, 5}, f32, {200, 10, 1});
  const memory::desc part = whole.submemory_desc({3, 16, 5}, {1, 2, 3});
  expect_kernel({algorithm::binary_sub, part, gaps, part});
  expect_kernel({algorithm::binary_sub, gaps, part, memory::desc({3, 16, 5}, f32, {2000, 5, 100})});
}

bool has_sum(const setting &s) {
  return std::any_of(s.posts.begin(), s.posts.end(),
                     [](const post &p) { return p.what == post::sum; });
}

TEST_P(binary, post_ops) {
  const dims shape = {2, 18, 3, 4};
  const auto settings = taken_of(post_op_settings(), takes::sum | takes::eltwise | takes::binary);
  for (const data_type type : {data_type::f32, data_type::s8})
    for (const format tag : {format::abcd, format::acdb, format::aBcd16b})
      for (const setting &s : settings) {
        SCOPED_TRACE(s.name);
        if (is_integer(type) && has_sum(s)) continue;  // with a zero point, which is refused
        const memory::desc md(shape, type, tag), row({1, 18, 1, 1}, type, format::abcd);
        const tensor a = operand(md, 1, false), b = operand(row, 2, false);
        const tensor old = operand(md, 4, false);
        const tensor b_all = repeated(b, shape);
        tensor sum(shape, data_type::f32);
        for (size_t i = 0; i < sum.values.size(); ++i)
          sum.values[i] = a.values[i] + b_all.values[i];
        const applied_setting applied(engine_, s, old, {18}, 5);
        tensor expected = applied.finished(sum, md);
        expected.type = type;
        EXPECT_GE(for_each_own_implementation(
                      [&] {
                        return dnnl::binary::primitive_desc(engine_, algorithm::binary_add, md, row,
                                                            md, applied.attr());
                      },
                      GetParam(),
                      [&](const auto &pd) {
                        const tensors got =
                            execute(pd, stream_, {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}}, 4,
                                    {{{DNNL_ARG_DST, old}}, applied.memories()});
                        EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
                      }),
                  1);
      }
}

// relu of a sum, and what was in dst added to it, have loops.
TEST_P(binary, sums_with_one_post_op) {
  for (const data_type type :
       {data_type::f32, data_type::bf16, data_type::f16, data_type::s8, data_type::u8})
    for (const auto &[adds, scale] : {std::pair(false, 1), {false, 2}, {true, 1}})
      for (const int64_t n : {7, 64, 141}) {
        SCOPED_TRACE(std::string(name_of(type)) + (adds ? " sum " : " relu ") + std::to_string(n));
        const memory::desc md({3, n}, type, format::ab);
        const tensor a = operand(md, 1, false), b = operand(md, 2, false);
        const tensor old = operand(md, 4, false);
        tensor expected(md.get_dims(), type);
        for (size_t i = 0; i < expected.values.size(); ++i) {
          const double sum = scale * a.values[i] + b.values[i];
          expected.values[i] = adds ? sum + 2 * old.values[i] : std::max(sum, 0.0);
        }
        dnnl::post_ops ops;
        if (adds)
          ops.append_sum(2);
        else
          ops.append_eltwise(algorithm::eltwise_relu, 0, 0);
        dnnl::primitive_attr attr;
        attr.set_post_ops(ops);
        further_arguments more = {{{DNNL_ARG_DST, old}}, {}};
        const placed s0(scalar_, engine_, number(scale));
        if (scale != 1) add_scale(attr, more, DNNL_ARG_SRC_0, s0);
        EXPECT_GE(for_each_own_implementation(
                      [&] {
                        return dnnl::binary::primitive_desc(engine_, algorithm::binary_add, md, md,
                                                            md, attr);
                      },
                      GetParam(),
                      [&](const auto &pd) {
                        const tensors got = execute(
                            pd, stream_, {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}}, 4, more);
                        EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
                      }),
                  1);
      }
}

TEST_P(binary, special_values) {
  const double inf = HUGE_VAL, nan = std::nan("");
  const std::vector<double> values = {0, -0.0, 1, -1, inf, -inf, nan};
  const int64_t n = int64_t(values.size());
  for (const data_type type : {data_type::f32, data_type::bf16})
    for (const algorithm alg : all_algorithms) {
      if (alg == algorithm::binary_select) continue;
      tensor a({n, n}, type), b = a, expected = a;
      for (size_t i = 0; i < a.values.size(); ++i) {
        a.values[i] = values[i / values.size()];
        b.values[i] = values[i % values.size()];
        expected.values[i] = expected_of(alg, a.values[i], b.values[i], false);
      }
      const memory::desc md(a.shape, type, format::ab);
      for_each_own_implementation(
          [&] { return dnnl::binary::primitive_desc(engine_, alg, md, md, md); }, GetParam(),
          [&](const auto &pd) {
            const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}});
            EXPECT_TRUE(same_values(got.at(DNNL_ARG_DST), expected)) << int(alg);
          });
    }
}

TEST_P(binary, in_place) {
  for (const data_type type : {data_type::f32, data_type::u8}) {
    const memory::desc md({3, 50}, type, format::ab), row({1, 50}, type, format::ab);
    const tensor a = operand(md, 1, false), b = operand(row, 2, false), all = repeated(b, a.shape);
    tensor expected = a;
    for (size_t i = 0; i < a.values.size(); ++i) expected.values[i] += all.values[i];
    for_each_own_implementation(
        [&] { return dnnl::binary::primitive_desc(engine_, algorithm::binary_add, md, row, md); },
        GetParam(),
        [&](const auto &pd) {
          placed x(md, engine_, a), y(row, engine_, b);
          dnnl::binary(pd).execute(stream_,
                                   {{DNNL_ARG_SRC_0, x}, {DNNL_ARG_SRC_1, y}, {DNNL_ARG_DST, x}});
          EXPECT_TRUE(matches(x, expected));
        });
  }
}

TEST_P(binary, same_bits_with_threads) {
  const memory::desc md({5, 64, 20, 21}, data_type::f32, format::acdb);
  const memory::desc row({1, 64, 1, 1}, data_type::f32, format::abcd);
  const tensor a = random_tensor(md.get_dims(), data_type::f32, 1);
  const tensor b = random_tensor(row.get_dims(), data_type::f32, 2);
  expect_same_bits_with_threads([&](thread_pool *pool) {
    const dnnl::stream stream = stream_on(engine_, pool);
    const dnnl::binary::primitive_desc pd(engine_, algorithm::binary_div, md, row, md);
    return std::vector<tensor>{
        execute(pd, stream, {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}}).at(DNNL_ARG_DST)};
  });
}

dnnl_status_t status_of(algorithm alg, const memory::desc &a, const memory::desc &b,
                        const memory::desc &c, const memory::desc &y,
                        const dnnl::primitive_attr &attr = {}) {
  static const dnnl::engine engine = engine_for();
  dnnl_primitive_desc_t pd = nullptr;
  const dnnl_status_t status = dnnl_binary_primitive_desc_create_v2(
      &pd, engine.get(), dnnl_alg_kind_t(alg), a.get(), b.get(),
      c.get_ndims() > 0 ? c.get() : nullptr, y.get(), attr.get());
  dnnl_primitive_desc_destroy(pd);
  return status;
}

TEST(binary_arguments, are_checked) {
  const auto add = algorithm::binary_add, select = algorithm::binary_select;
  const memory::desc none, md({2, 3}, data_type::f32, format::ab),
      any({2, 3}, data_type::f32, format::any);
  const memory::desc other({2, 4}, data_type::f32, format::ab),
      flat({6}, data_type::f32, format::a);
  const memory::desc row({1, 3}, data_type::f32, format::ab), s8({2, 3}, data_type::s8, format::ab);
  const memory::desc open({DNNL_RUNTIME_DIM_VAL, 3}, data_type::f32, format::ab);
  EXPECT_EQ(status_of(add, md, md, none, md), dnnl_success);
  EXPECT_EQ(status_of(algorithm::eltwise_relu, md, md, none, md), dnnl_invalid_arguments);
  EXPECT_EQ(status_of(add, md, other, none, md), dnnl_invalid_arguments);
  EXPECT_EQ(status_of(add, md, flat, none, md), dnnl_invalid_arguments);
  EXPECT_EQ(status_of(add, any, md, none, md), dnnl_invalid_arguments);
  EXPECT_EQ(status_of(add, row, row, none, md), dnnl_invalid_arguments);
  EXPECT_EQ(status_of(add, md, open, none, md), dnnl_unimplemented);
  EXPECT_EQ(status_of(select, md, md, none, md), dnnl_invalid_arguments);
  EXPECT_EQ(status_of(select, md, md, md, md), dnnl_invalid_arguments);
  EXPECT_EQ(status_of(select, md, md, s8, any), dnnl_success);
  dnnl::primitive_attr of_dst, by_channel;
  of_dst.set_scales_mask(DNNL_ARG_DST, 0);
  by_channel.set_scales_mask(DNNL_ARG_SRC_0, 2);
  EXPECT_EQ(status_of(add, md, md, none, md, of_dst), dnnl_unimplemented);
  EXPECT_EQ(status_of(add, md, md, none, md, by_channel), dnnl_unimplemented);
}

INSTANTIATE_TEST_SUITE_P(plugins, binary, testing::ValuesIn(plugins_with(binary_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
