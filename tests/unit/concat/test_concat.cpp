// SPDX-License-Identifier: Apache-2.0
// Concatenation on every plugin: axes, layouts, types, scales, threads, in place, wrong arguments.
#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {
namespace {

using dnnl::memory;
using format = memory::format_tag;
using descs = std::vector<memory::desc>;

const all_rows_run concat_rows(dnnl_concat, dnnl_prop_kind_undef, concat_kernels);

tensors inputs_of(const descs &srcs) {
  tensors inputs;
  for (size_t i = 0; i < srcs.size(); ++i)
    inputs.emplace(DNNL_ARG_MULTIPLE_SRC + int(i),
                   random_tensor(srcs[i].get_dims(), srcs[i].get_data_type(), i + 1, {0, 6, 6}));
  return inputs;
}

tensor expected_of(const descs &srcs, int axis, const memory::desc &dst, double first_scale) {
  tensor all(dst.get_dims(), dst.get_data_type());
  const tensors inputs = inputs_of(srcs);
  int64_t begin = 0;
  for (size_t i = 0; i < srcs.size(); ++i) {
    const dims shape = srcs[i].get_dims();
    if (count(shape) > 0) {
      dims index(shape.size(), 0);
      do {
        dims at = index;
        at[size_t(axis)] += begin;
        all.at(at) =
            inputs.at(DNNL_ARG_MULTIPLE_SRC + int(i)).at(index) * (i == 0 ? first_scale : 1);
      } while (next_index(index, shape));
    }
    begin += shape[size_t(axis)];
  }
  return all;
}

class concat : public testing::TestWithParam<std::string> {
 protected:
  void check(const descs &srcs, int axis, const memory::desc &dst, double first_scale = 1) {
    SCOPED_TRACE(std::to_string(srcs.size()) + " along " + std::to_string(axis) + " to " +
                 text(dst.get_dims()));
    dnnl::primitive_attr attr;
    further_arguments more;
    const placed scale({{1}, data_type::f32, format::a}, engine_,
                       tensor({1}, data_type::f32, first_scale));
    if (first_scale != 1) {
      attr.set_scales_mask(DNNL_ARG_MULTIPLE_SRC, 0);
      more.memories.emplace(DNNL_ARG_ATTR_SCALES | DNNL_ARG_MULTIPLE_SRC, scale);
    }
    const tensor expected = expected_of(srcs, axis, dst, first_scale);
    EXPECT_GE(for_each_implementation(
                  [&] { return dnnl::concat::primitive_desc(engine_, dst, axis, srcs, attr); },
                  GetParam() + ":",
                  [&](const auto &pd) {
                    const tensors got = execute(pd, stream_, inputs_of(srcs), 4, more);
                    EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
                  }),
              1);
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

memory::desc along(int axis, int64_t extent, data_type type, format tag) {
  dims shape = {2, 32, 3, 5};
  shape[size_t(axis)] = extent;
  return memory::desc(shape, type, tag);
}

TEST_P(concat, axes_and_layouts) {
  const format tags[] = {format::abcd, format::acdb, format::aBcd8b, format::aBcd16b};
  const auto f32 = data_type::f32;
  for (const format from : tags)
    for (const format to : tags)
      for (int axis = 0; axis < 4; ++axis) {
        if (!is_drawn(uint64_t(from) * 64 + uint64_t(to) * 4 + uint64_t(axis), 4)) continue;
        check({along(axis, 16, f32, from), along(axis, 32, f32, from)}, axis,
              along(axis, 48, f32, to));
        check({along(axis, 3, f32, from), along(axis, 20, f32, from), along(axis, 1, f32, to)},
              axis, along(axis, 24, f32, to));
      }
}

TEST_P(concat, types) {
  for (const data_type type : {data_type::bf16, data_type::f16, data_type::s8, data_type::u8,
                               data_type::s32, data_type::f64, data_type::f8_e5m2})
    for (const format tag : {format::abcd, format::acdb})
      check({along(1, 3, type, tag), along(1, 5, type, tag)}, 1, along(1, 8, type, tag));
  check({along(1, 3, data_type::f32, format::acdb), along(1, 17, data_type::f32, format::abcd)}, 1,
        along(1, 20, data_type::s8, format::acdb));
  check({along(1, 3, data_type::s8, format::acdb), along(1, 5, data_type::s8, format::acdb)}, 1,
        along(1, 8, data_type::bf16, format::acdb), 0.5);
}

// Rows around the length of vectors, and one that is cut.
TEST_P(concat, conversions_of_rows) {
  const data_type types[] = {data_type::f32, data_type::bf16, data_type::f16, data_type::s8,
                             data_type::u8};
  const format tags[] = {format::abcd, format::acdb, format::aBcd16b};
  for (const data_type from : types)
    for (const data_type to : types)
      for (const format tag : tags) {
        if (from == to || !is_drawn(uint64_t(from) * 64 + uint64_t(to) * 4 + uint64_t(tag), 8))
          continue;
        check({along(1, 16, from, tag), along(1, 32, from, tag), along(1, 21, from, tag)}, 1,
              along(1, 69, to, tag));
      }
  check({{{2, 9000}, types[0], format::ab}, {{2, 11}, types[0], format::ab}}, 1,
        {{2, 9011}, types[1], format::ab});
}

TEST_P(concat, many_empty_and_long) {
  const auto f32 = data_type::f32;
  check(descs(20, along(1, 2, f32, format::acdb)), 1, along(1, 40, f32, format::acdb));
  check({along(1, 0, f32, format::abcd), along(1, 4, f32, format::abcd),
         along(1, 0, f32, format::abcd)},
        1, along(1, 4, f32, format::abcd));
  check({{{2, 9000}, f32, format::ab}, {{2, 5000}, f32, format::ab}}, 1,
        {{2, 14000}, f32, format::ab});
}

TEST_P(concat, gaps_and_parts) {
  const auto f32 = data_type::f32;
  const memory::desc gaps({3, 4, 5}, f32, {100, 20, 1});
  const memory::desc part =
      memory::desc({6, 9, 7}, f32, format::abc).submemory_desc({3, 3, 5}, {2, 1, 1});
  check({gaps, part}, 1, {{3, 7, 5}, f32, {80, 11, 2}});
}

// A source may be where its part of dst is.
TEST_P(concat, in_place) {
  const auto f32 = data_type::f32;
  const memory::desc dst({2, 8, 5}, f32, format::abc);
  const descs srcs = {dst.submemory_desc({2, 3, 5}, {0, 0, 0}),
                      memory::desc({2, 5, 5}, f32, format::abc)};
  const tensor expected = expected_of(srcs, 1, dst, 1);
  tensor begun(dst.get_dims(), f32);
  const tensors inputs = inputs_of(srcs);
  dims index(3, 0);
  do {
    begun.at(index) = inputs.at(DNNL_ARG_MULTIPLE_SRC).at(index);
  } while (next_index(index, {2, 3, 5}));
  for_each_implementation(
      [&] { return dnnl::concat::primitive_desc(engine_, dst, 1, srcs); }, GetParam() + ":",
      [&](const auto &pd) {
        placed all(dst, engine_, begun),
            other(srcs[1], engine_, inputs.at(DNNL_ARG_MULTIPLE_SRC + 1));
        const memory first(srcs[0], engine_, all.memory().get_data_handle());
        dnnl::concat(pd).execute(stream_, {{DNNL_ARG_MULTIPLE_SRC, first},
                                           {DNNL_ARG_MULTIPLE_SRC + 1, other.memory()},
                                           {DNNL_ARG_DST, all.memory()}});
        EXPECT_TRUE(matches(all, expected));
      });
}

TEST_P(concat, same_bits_with_threads) {
  const auto f32 = data_type::f32;
  for (const format tag : {format::abcd, format::acdb}) {
    const descs srcs = {{{4, 30, 20, 20}, f32, tag}, {{4, 40, 20, 20}, f32, tag}};
    const memory::desc dst({4, 70, 20, 20}, f32, tag);
    expect_same_bits_with_threads([&](thread_pool *pool) {
      const dnnl::concat::primitive_desc pd(engine_, dst, 1, srcs);
      return std::vector<tensor>{
          execute(pd, stream_on(engine_, pool), inputs_of(srcs)).at(DNNL_ARG_DST)};
    });
  }
}

TEST(concat_layouts, are_chosen_as_oneDNN_does) {
  const dnnl::engine engine = engine_for();
  const auto f32 = data_type::f32;
  const auto chosen = [&](const descs &srcs, int axis) {
    return dnnl::concat::primitive_desc(engine, axis, srcs).dst_desc();
  };
  const memory::desc last({2, 3, 5, 3}, f32, format::acdb), first({2, 4, 5, 3}, f32, format::abcd);
  EXPECT_EQ(chosen({last, first}, 1), memory::desc({2, 7, 5, 3}, f32, format::acdb));
  const memory::desc one({2, 1, 5, 3}, f32, format::acdb);
  EXPECT_EQ(chosen({one, first}, 1), memory::desc({2, 5, 5, 3}, f32, format::abcd));
  const memory::desc blocks({2, 16, 5, 3}, f32, format::aBcd16b),
      some({2, 17, 5, 3}, f32, format::aBcd16b);
  EXPECT_EQ(chosen({some, blocks}, 1), memory::desc({2, 33, 5, 3}, f32, format::abcd));
  EXPECT_EQ(chosen({blocks, blocks}, 0), memory::desc({4, 16, 5, 3}, f32, format::aBcd16b));
}

TEST(concat_arguments, are_checked) {
  const dnnl::engine engine = engine_for();
  const memory::desc a({2, 3}, data_type::f32, format::ab), b({3, 3}, data_type::f32, format::ab);
  const memory::desc s8({2, 3}, data_type::s8, format::ab),
      any({2, 3}, data_type::f32, format::any);
  const auto status = [&](const descs &srcs, int axis, const memory::desc *dst = nullptr) {
    std::vector<const_dnnl_memory_desc_t> list;
    for (const auto &md : srcs) list.push_back(md.get());
    dnnl_primitive_desc_t pd = nullptr;
    const dnnl_status_t s =
        dnnl_concat_primitive_desc_create(&pd, engine.get(), dst ? dst->get() : nullptr,
                                          int(list.size()), axis, list.data(), nullptr);
    dnnl_primitive_desc_destroy(pd);
    return s;
  };
  EXPECT_EQ(status({a, b}, 0), dnnl_success);
  EXPECT_EQ(status({a, b}, 1), dnnl_invalid_arguments);
  EXPECT_EQ(status({a, s8}, 0), dnnl_invalid_arguments);
  EXPECT_EQ(status({a, any}, 0), dnnl_invalid_arguments);
  EXPECT_EQ(status({a, a}, 2), dnnl_invalid_arguments);
  EXPECT_EQ(status({a, a}, -1), dnnl_invalid_arguments);
  EXPECT_EQ(status({a, a}, 0, &a), dnnl_invalid_arguments);
  EXPECT_EQ(status({}, 0), dnnl_invalid_arguments);
}

INSTANTIATE_TEST_SUITE_P(plugins, concat, testing::ValuesIn(plugins_with(concat_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
