// SPDX-License-Identifier: Apache-2.0
// Scales, zero points and sums, on every implementation, against the formula:
//   dst = (src_scale * (src - src_zero_point) + sum_scale * (old - sum_zero_point)) / dst_scale
//         + dst_zero_point
#include <cmath>
#include <limits>
#include <map>

#include "oneapi/dnnl/dnnl.h"
#include "tests/support/execute.h"
#include "tests/support/settings.h"
#include "tests/unit/reorder/layouts.h"

namespace dnnlet::test {
namespace {

using tag = dnnl::memory::format_tag;

// Scales or zero points of src or dst; the groups are of the last two dimensions.
struct values {
  int mask = -1;  // -1: not set
  data_type type = data_type::f32;
  dims groups = {};
  bool on_host = false;
};

struct attribute_case {
  data_type from, to;
  values src_scale = {}, dst_scale = {}, src_zero_point = {}, dst_zero_point = {};
  float sum_scale = 0;
  int32_t sum_zero_point = 0;
  bool open = false;  // the sizes are known at execution only
};

std::string text_of(const attribute_case &c) {
  std::string s = std::string(name_of(c.from)) + " -> " + name_of(c.to);
  const std::pair<const char *, const values *> parts[] = {{"src scale", &c.src_scale},
                                                           {"dst scale", &c.dst_scale},
                                                           {"src zero point", &c.src_zero_point},
                                                           {"dst zero point", &c.dst_zero_point}};
  for (const auto &[name, v] : parts)
    if (v->mask >= 0)
      s += std::string(", ") + name + " mask " + std::to_string(v->mask) + " " + name_of(v->type) +
           (v->groups.empty() ? "" : " groups " + text(v->groups)) + (v->on_host ? " on host" : "");
  if (c.sum_scale != 0) s += ", sum " + std::to_string(c.sum_scale);
  return s;
}

// The numbers of one attribute, and where they apply.
class parameter {
 public:
  parameter(const values &v, const dims &shape, const fill &how, uint64_t seed, double neutral)
      : values_(v), neutral_(neutral) {
    if (v.mask < 0) return;
    for (size_t d = 0; d < shape.size(); ++d) {
      const bool grouped = !v.groups.empty() && d + 2 >= shape.size();
      groups_.push_back(grouped ? v.groups[d + 2 - shape.size()] : 1);
      extents_.push_back(v.mask >> d & 1 ? shape[d] / groups_[d] : 1);
    }
    numbers_ = random_tensor({count(extents_)}, v.type, seed, how);
  }
  bool is_set() const { return values_.mask >= 0; }
  double at(const dims &index) const {
    if (!is_set()) return neutral_;
    int64_t position = 0;
    for (size_t d = 0; d < index.size(); ++d)
      position = position * extents_[d] + (extents_[d] == 1 ? 0 : index[d] / groups_[d]);
    return numbers_.values[size_t(position)];
  }
  // The memory to execute with; the object keeps its buffer.
  dnnl::memory memory(const dnnl::engine &engine) {
    if (values_.on_host) return host_scalar();
    held_ = std::make_unique<placed>(dnnl::memory::desc(numbers_.shape, values_.type, tag::a),
                                     engine, numbers_);
    return held_->memory();
  }

 private:
  dnnl::memory host_scalar() const {
    const dnnl::memory::desc md = dnnl::memory::desc::host_scalar(values_.type);
    if (values_.type == data_type::f32) return dnnl::memory(md, float(numbers_.values[0]));
    return dnnl::memory(md, int32_t(numbers_.values[0]));
  }

  values values_;
  double neutral_;
  dims groups_, extents_;
  tensor numbers_;
  std::unique_ptr<placed> held_;
};

// The scales: numbers that make every step exact, or such that steps round.
struct exactness {
  fill src_scales, dst_scales;
};
const exactness steps_are_exact = {{0.25, 2, 7}, {0.5, 1, 1}};
const exactness steps_round = {{0.013, 1.7, 1000}, {0.017, 2.3, 1000}};

fill source_of(data_type type) {
  if (type == data_type::u8) return {0, 255, 255};
  if (type == data_type::s8) return {-128, 127, 255};
  if (type == data_type::s32) return {-5000, 5000, 10000};
  if (type == data_type::u4) return {0, 15, 15};
  return {-100, 100, 1600};
}

dnnl::memory::desc described_as(const dims &open, data_type type) {
  return {open, type, open};
}

void check_case(const attribute_case &c, const exactness &numbers, const described &from,
                const described &to, uint64_t seed) {
  SCOPED_TRACE(text_of(c) + ", " + from.name + " -> " + to.name + ", seed " + std::to_string(seed) +
               (c.open ? ", runtime dims" : ""));
  const dims shape = from.md.get_dims();
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  parameter src_scale(c.src_scale, shape, numbers.src_scales, seed + 1, 1);
  parameter dst_scale(c.dst_scale, shape, numbers.dst_scales, seed + 2, 1);
  const fill small = {0, 7, 7};
  parameter src_zero_point(c.src_zero_point, shape, small, seed + 3, 0);
  parameter dst_zero_point(c.dst_zero_point, shape, small, seed + 4, 0);

  dnnl::primitive_attr attr;
  std::unordered_map<int, dnnl::memory> arguments;
  const auto set = [&](const values &v, parameter &p, int arg, bool is_scale) {
    if (!p.is_set()) return;
    if (is_scale)
      attr.set_scales(arg, v.mask, v.groups, v.type, v.on_host);
    else
      attr.set_zero_points(arg, v.mask, v.groups, v.type, v.on_host);
    arguments[(is_scale ? DNNL_ARG_ATTR_SCALES : DNNL_ARG_ATTR_ZERO_POINTS) | arg] =
        p.memory(engine);
  };
  set(c.src_scale, src_scale, DNNL_ARG_FROM, true);
  set(c.dst_scale, dst_scale, DNNL_ARG_TO, true);
  set(c.src_zero_point, src_zero_point, DNNL_ARG_FROM, false);
  set(c.dst_zero_point, dst_zero_point, DNNL_ARG_TO, false);
  if (c.sum_scale != 0) {
    dnnl::post_ops ops;
    ops.append_sum(c.sum_scale, c.sum_zero_point);
    attr.set_post_ops(ops);
  }

  const tensor src = random_tensor(shape, c.from, seed, source_of(c.from));
  const tensor old = random_tensor(shape, c.to, seed + 5, source_of(c.to));
  tensor expected(shape, c.to);
  dims index(shape.size(), 0);
  size_t i = 0;
  do {
    float x = float(src.values[i]) - float(src_zero_point.at(index));
    x *= float(src_scale.at(index));
    if (c.sum_scale != 0) x += c.sum_scale * (float(old.values[i]) - float(c.sum_zero_point));
    x /= float(dst_scale.at(index));
    x += float(dst_zero_point.at(index));
    expected.values[i++] = rounded(c.to, double(x));
  } while (next_index(index, shape));

  const dims open(shape.size(), DNNL_RUNTIME_DIM_VAL);
  const dnnl::memory::desc planned_from = c.open ? described_as(open, c.from) : from.md;
  const dnnl::memory::desc planned_to = c.open ? described_as(open, c.to) : to.md;
  const int found = for_each_implementation(
      [&] { return dnnl::reorder::primitive_desc(engine, planned_from, engine, planned_to, attr); },
      "",
      [&](const dnnl::reorder::primitive_desc &pd) {
        check_reorder(pd, stream, from.md, src, to.md, expected, &old, arguments);
      });
  EXPECT_GE(found, 1);
}

void check_in_layouts(const attribute_case &c, const dims &shape, const exactness &numbers,
                      uint64_t seed) {
  dice d(seed);
  for (int i = 0; i < (quick() ? 1 : 4); ++i) {
    const described from = random_layout(shape, c.from, d), to = random_layout(shape, c.to, d);
    check_case(c, numbers, from, to, seed + uint64_t(100 * i));
  }
}

dims common_shape() {
  return quick() ? dims{2, 19, 3, 5} : dims{6, 35, 5, 7};
}

const values common = {0}, per_dim_0 = {1}, per_dim_1 = {2}, per_both = {3};

TEST(reorder_attributes, scales) {
  uint64_t seed = 1;
  for (const auto &[from, to] : {std::pair(data_type::f32, data_type::s8),
                                 {data_type::f32, data_type::f32},
                                 {data_type::s8, data_type::f32},
                                 {data_type::bf16, data_type::u8},
                                 {data_type::u8, data_type::s8},
                                 {data_type::s32, data_type::f32},
                                 {data_type::f16, data_type::f16},
                                 {data_type::f32, data_type::s32}})
    for (const values &src : {values(), common, per_dim_0, per_dim_1, per_both})
      for (const values &dst : {values(), common, per_dim_1}) {
        if (src.mask < 0 && dst.mask < 0) continue;
        attribute_case c = {from, to};
        c.src_scale = src;
        c.dst_scale = dst;
        check_in_layouts(c, common_shape(), steps_round, seed += 1000);
        if (HasFailure()) return;
      }
}

TEST(reorder_attributes, every_mask) {
  for (int mask = 0; mask < 16; ++mask) {
    attribute_case c = {data_type::f32, data_type::bf16};
    c.src_scale = {mask};
    c.dst_scale = {15 - mask};
    check_in_layouts(c, {3, 18, 5, 9}, steps_round, uint64_t(mask) * 1000);
  }
}

TEST(reorder_attributes, zero_points) {
  uint64_t seed = 50000;
  for (const auto &[from, to] : {std::pair(data_type::u8, data_type::f32),
                                 {data_type::f32, data_type::u8},
                                 {data_type::s8, data_type::s8},
                                 {data_type::s32, data_type::s8}})
    for (const values &v : {common, per_dim_1, per_dim_0}) {
      attribute_case c = {from, to};
      const values points = {v.mask, data_type::s32};
      if (is_integer(from)) c.src_zero_point = points;
      if (is_integer(to)) c.dst_zero_point = points;
      check_in_layouts(c, common_shape(), steps_round, seed += 1000);
      c.src_scale = v;
      check_in_layouts(c, common_shape(), steps_round, seed += 1000);
    }
}

// One zero point for all has no groups, whatever sizes of them were set, as in oneDNN.
TEST(reorder_attributes, groups_of_a_common_zero_point) {
  attribute_case c = {data_type::s8, data_type::f32};
  c.src_zero_point = {0, data_type::s32, {10, 2}};
  check_in_layouts(c, {4, 20, 6}, steps_round, 70000);
}

TEST(reorder_attributes, types_of_values) {
  uint64_t seed = 90000;
  for (const data_type type :
       {data_type::bf16, data_type::f16, data_type::f8_e5m2, data_type::f8_e4m3}) {
    attribute_case c = {data_type::s8, data_type::f32};
    c.src_scale = {2, type};
    check_in_layouts(c, {4, 20, 6}, steps_round, seed += 1000);
  }
  for (const data_type type : {data_type::s8, data_type::u8, data_type::s4, data_type::u4}) {
    attribute_case c = {data_type::s8, data_type::f32};
    c.src_zero_point = {2, type};
    check_in_layouts(c, {4, 20, 6}, steps_round, seed += 1000);
  }
}

TEST(reorder_attributes, groups) {
  uint64_t seed = 130000;
  for (const dims &groups : {dims{1, 4}, dims{5, 1}, dims{10, 8}, dims{1, 1}})
    for (const data_type from : {data_type::s8, data_type::u4}) {
      attribute_case c = {from, data_type::f32};
      c.src_scale = {7, data_type::f32, groups};
      check_in_layouts(c, {3, 20, 16}, steps_round, seed += 1000);
      c.src_zero_point = {6, data_type::s8, groups};
      check_in_layouts(c, {3, 20, 16}, steps_round, seed += 1000);
    }
}

// Both sides of four bits, with everything that weights come with.
TEST(reorder_attributes, four_bits) {
  uint64_t seed = 300000;
  for (const auto &[from, to] : {std::pair(data_type::s4, data_type::f32),
                                 {data_type::u4, data_type::bf16},
                                 {data_type::s4, data_type::s8},
                                 {data_type::u4, data_type::s4},
                                 {data_type::f32, data_type::u4},
                                 {data_type::bf16, data_type::s4}})
    for (const dims &groups : {dims{}, dims{1, 3}, dims{5, 1}, dims{4, 11}}) {
      attribute_case c = {from, to};
      c.src_scale = {7, data_type::f32, groups};
      check_in_layouts(c, {3, 20, 33}, steps_round, seed += 1000);
      if (is_integer(from)) c.src_zero_point = {7, data_type::s8, groups};
      if (is_integer(to)) c.dst_zero_point = {4, data_type::s32};
      check_in_layouts(c, {3, 20, 33}, steps_round, seed += 1000);
      c.dst_scale = {2};
      check_in_layouts(c, {3, 20, 33}, steps_round, seed += 1000);
      if (HasFailure()) return;
    }
}

TEST(reorder_attributes, sum_of_four_bits) {
  for (const data_type to : {data_type::s4, data_type::u4}) {
    attribute_case c = {data_type::f32, to};
    c.sum_scale = 0.5f;
    c.src_scale = {2};
    check_in_layouts(c, {5, 35, 7}, steps_are_exact, 400000);
  }
}

TEST(reorder_attributes, runtime_dimensions) {
  uint64_t seed = 500000;
  for (const auto &[from, to] : {std::pair(data_type::f32, data_type::s8),
                                 {data_type::s8, data_type::f32},
                                 {data_type::u4, data_type::bf16},
                                 {data_type::f64, data_type::f32}})
    for (const dims &groups : {dims{}, dims{1, 4}, dims{5, 2}}) {
      attribute_case c = {from, to};
      c.open = true;
      c.src_scale = {7, data_type::bf16, groups};
      check_in_layouts(c, {3, 20, 16}, steps_are_exact, seed += 1000);
      c.dst_scale = {2};
      if (is_integer(from)) c.src_zero_point = {6, data_type::s8, groups};
      check_in_layouts(c, {3, 20, 16}, steps_are_exact, seed += 1000);
      c.sum_scale = 0.5f;
      check_in_layouts(c, {3, 20, 16}, steps_are_exact, seed += 1000);
    }
}

TEST(reorder_attributes, host_scalars) {
  attribute_case c = {data_type::s8, data_type::u8};
  c.src_scale = {0, data_type::f32, {}, true};
  c.dst_scale = {0, data_type::f32, {}, true};
  c.src_zero_point = {0, data_type::s32, {}, true};
  c.dst_zero_point = {0, data_type::s32, {}, true};
  check_in_layouts(c, {4, 20, 6}, steps_round, 170000);
}

// Products are fused with the addition or not, which exact ones do not show.
TEST(reorder_attributes, sum) {
  uint64_t seed = 210000;
  for (const auto &[from, to] : {std::pair(data_type::f32, data_type::f32),
                                 {data_type::f32, data_type::s8},
                                 {data_type::bf16, data_type::bf16},
                                 {data_type::s8, data_type::u8}})
    for (const float scale : {1.f, 0.5f, -2.f}) {
      attribute_case c = {from, to};
      c.sum_scale = scale;
      check_in_layouts(c, {5, 35, 6, 7}, steps_are_exact, seed += 1000);
      c.src_scale = per_dim_1;
      c.dst_scale = per_dim_0;
      check_in_layouts(c, {5, 35, 6, 7}, steps_are_exact, seed += 1000);
      if (!is_integer(to)) continue;
      c.sum_zero_point = 3;
      c.dst_zero_point = {0, data_type::s32};
      check_in_layouts(c, {5, 35, 6, 7}, steps_are_exact, seed += 1000);
    }
}

TEST(reorder_attributes, old_values_count_for_nothing_with_a_scale_of_zero) {
  attribute_case c = {data_type::f32, data_type::f32};
  const dims shape = {4, 20};
  const dnnl::engine engine = engine_for();
  const dnnl::memory::desc md(shape, c.from, tag::ab), to(shape, c.to, tag::ba);
  dnnl::post_ops ops;
  ops.append_sum(0);
  dnnl::primitive_attr attr;
  attr.set_post_ops(ops);
  const tensor src = random_tensor(shape, c.from, 1);
  for_each_implementation(
      [&] { return dnnl::reorder::primitive_desc(engine, md, engine, to, attr); }, "",
      [&](const dnnl::reorder::primitive_desc &pd) {
        // What is in dst is NaN.
        check_reorder(pd, dnnl::stream(engine), md, src, to, src);
      });
}

// ---- what is refused

class refusals : public ::testing::Test {
 protected:
  dnnl_status_t create(data_type from, data_type to, const dnnl::primitive_attr &attr,
                       const dims &shape = {4, 20, 6}) {
    const dnnl::engine engine = engine_for();
    const dnnl::memory::desc src(shape, from, tag::abc), dst(shape, to, tag::abc);
    dnnl_primitive_desc_t pd = nullptr;
    const dnnl_status_t status = dnnl_reorder_primitive_desc_create(
        &pd, src.get(), engine.get(), dst.get(), engine.get(), attr.get());
    dnnl_primitive_desc_destroy(pd);
    return status;
  }
  dnnl::primitive_attr attr;
};

TEST_F(refusals, zero_points_of_floats) {
  attr.set_zero_points_mask(DNNL_ARG_SRC, 0);
  EXPECT_EQ(create(data_type::f32, data_type::s8, attr), dnnl_invalid_arguments);
  EXPECT_EQ(create(data_type::s8, data_type::f32, attr), dnnl_success);
}
TEST_F(refusals, zero_points_of_weights) {
  attr.set_zero_points_mask(DNNL_ARG_WEIGHTS, 0);
  EXPECT_EQ(create(data_type::s8, data_type::s8, attr), dnnl_unimplemented);
}
TEST_F(refusals, scales_of_weights) {
  attr.set_scales_mask(DNNL_ARG_WEIGHTS, 0);
  EXPECT_EQ(create(data_type::f32, data_type::f32, attr), dnnl_unimplemented);
}
TEST_F(refusals, groups_that_do_not_divide) {
  attr.set_scales(DNNL_ARG_SRC, 6, {3, 1}, data_type::f32);
  EXPECT_EQ(create(data_type::s8, data_type::f32, attr), dnnl_invalid_arguments);
}
TEST_F(refusals, groups_beside_the_mask) {
  attr.set_scales(DNNL_ARG_SRC, 2, {5, 1}, data_type::f32);
  EXPECT_EQ(create(data_type::s8, data_type::f32, attr), dnnl_invalid_arguments);
}
TEST_F(refusals, groups_of_dst) {
  attr.set_scales(DNNL_ARG_DST, 6, {5, 1}, data_type::f32);
  EXPECT_EQ(create(data_type::f32, data_type::s8, attr), dnnl_invalid_arguments);
}
TEST_F(refusals, common_scale_of_four_bit_integers) {
  attr.set_scales_mask(DNNL_ARG_SRC, 0);
  EXPECT_EQ(create(data_type::s4, data_type::f32, attr), dnnl_invalid_arguments);
}
TEST_F(refusals, post_ops_but_sum) {
  dnnl::post_ops ops;
  ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
  attr.set_post_ops(ops);
  EXPECT_EQ(create(data_type::f32, data_type::f32, attr), dnnl_unimplemented);
}
TEST_F(refusals, two_sums) {
  dnnl::post_ops ops;
  ops.append_sum();
  ops.append_sum();
  attr.set_post_ops(ops);
  EXPECT_EQ(create(data_type::f32, data_type::f32, attr), dnnl_unimplemented);
}
// Of the two, oneDNN sees the first one.
TEST_F(refusals, zero_points_of_floats_and_an_accumulation_mode) {
  attr.set_accumulation_mode(dnnl::accumulation_mode::f32);
  EXPECT_EQ(create(data_type::f32, data_type::f32, attr), dnnl_unimplemented);
  attr.set_zero_points_mask(DNNL_ARG_FROM, 0);
  EXPECT_EQ(create(data_type::f32, data_type::f32, attr), dnnl_invalid_arguments);
}
TEST_F(refusals, sum_of_another_size) {
  dnnl::post_ops ops;
  ops.append_sum(1, 0, data_type::s8);
  attr.set_post_ops(ops);
  EXPECT_EQ(create(data_type::f32, data_type::f32, attr), dnnl_unimplemented);
}

// At execution: the memories of attributes must be there, of the type that was said, and complete.
TEST_F(refusals, values_that_do_not_fit) {
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  attr.set_scales_mask(DNNL_ARG_SRC, 2);
  const dnnl::memory::desc md({4, 20, 6}, data_type::f32, tag::abc);
  const dnnl::reorder r({engine, md, engine, md, attr});
  dnnl::memory src(md, engine), dst(md, engine);
  const auto execute = [&](const std::unordered_map<int, dnnl::memory> &more) {
    std::unordered_map<int, dnnl::memory> arguments = {{DNNL_ARG_FROM, src}, {DNNL_ARG_TO, dst}};
    arguments.insert(more.begin(), more.end());
    r.execute(stream, arguments);
  };
  const int arg = DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC;
  EXPECT_THROW(execute({}), dnnl::error);
  EXPECT_THROW(execute({{arg, {{{19}, data_type::f32, tag::a}, engine}}}), dnnl::error);
  EXPECT_THROW(execute({{arg, {{{20}, data_type::bf16, tag::a}, engine}}}), dnnl::error);
  EXPECT_NO_THROW(execute({{arg, {{{20}, data_type::f32, tag::a}, engine}}}));
}

// What creation checks where sizes are known, execution checks where they were open: groups of
// 2^63-1 once divided by 0, and read scales that are not there.
TEST_F(refusals, runtime_dimensions_that_do_not_fit) {
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const dims open = {DNNL_RUNTIME_DIM_VAL, DNNL_RUNTIME_DIM_VAL};
  constexpr int64_t huge = std::numeric_limits<int64_t>::max();
  const int arg = DNNL_ARG_ATTR_SCALES | DNNL_ARG_FROM;
  struct attempt {
    dims groups, src, dst;
    int64_t scales;
    bool is_right;
  };
  for (const attempt &a : {attempt{{huge, 1}, {4, 4}, {4, 4}, 1, false},
                           {{1, huge}, {4, 4}, {4, 4}, 4, false},
                           {{3, 1}, {4, 4}, {4, 4}, 8, false},
                           {{2, 1}, {4, 4}, {4, 4}, 7, false},
                           {{2, 1}, {4, 4}, {4, 3}, 8, false},
                           {{2, 1}, {4, 4}, {4, 4}, 8, true}}) {
    dnnl::primitive_attr grouped;
    grouped.set_scales(DNNL_ARG_FROM, 3, a.groups, data_type::f32);
    for_each_implementation(
        [&] {
          return dnnl::reorder::primitive_desc(engine, {open, data_type::s8, tag::ab}, engine,
                                               {open, data_type::f32, tag::ab}, grouped);
        },
        "",
        [&](const dnnl::reorder::primitive_desc &pd) {
          placed src({a.src, data_type::s8, tag::ab}, engine),
              dst({a.dst, data_type::f32, tag::ab}, engine),
              scales({{a.scales}, data_type::f32, tag::a}, engine);
          const dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, src.memory().get()},
                                          {DNNL_ARG_TO, dst.memory().get()},
                                          {arg, scales.memory().get()}};
          EXPECT_EQ(dnnl_primitive_execute(dnnl::reorder(pd).get(), stream.get(), 3, args),
                    a.is_right ? dnnl_success : dnnl_invalid_arguments)
              << text(a.groups) << " " << text(a.src) << " " << text(a.dst) << " " << a.scales;
          const unsigned char *bytes = dst.buffer().as<unsigned char>();
          for (size_t i = 0; i < dst.buffer().size() && !a.is_right; ++i)
            ASSERT_EQ(bytes[i], guarded_buffer::fresh) << "byte " << i << " was written";
        });
  }
}

// The settings that convolution has as well: what each does is the same for all primitives.
TEST(reorder_attributes, settings_of_all_primitives) {
  const dims shape = {2, 19, 3, 5};
  const std::pair<data_type, data_type> types[] = {{data_type::f32, data_type::s8},
                                                   {data_type::u8, data_type::f32},
                                                   {data_type::s8, data_type::u8},
                                                   {data_type::bf16, data_type::bf16}};
  std::vector<setting> settings =
      taken_of(quantized_settings(), takes::scales | takes::zero_points | takes::sum);
  for (const setting &s : taken_of(post_op_settings(), takes::sum)) settings.push_back(s);
  const dnnl::engine engine = engine_for();
  uint64_t seed = 3000;
  for (const setting &s : settings)
    for (const auto &[from, to] : types)
      for (const tag layout : {tag::abcd, tag::acdb, tag::aBcd16b}) {
        // Zero points are of integers.
        if (s.src_zero_point.how != quantized::none && !is_integer(from)) continue;
        if (s.dst_zero_point.how != quantized::none && !is_integer(to)) continue;
        SCOPED_TRACE(std::string(s.name) + " " + name_of(from) + " to " + name_of(to) + " layout " +
                     std::to_string(int(layout)));
        const dnnl::memory::desc src(shape, from, tag::abcd), dst(shape, to, layout);
        const tensor x = random_tensor(shape, from, ++seed);
        const tensor old = random_tensor(shape, to, seed + 500, {0, 16, 16});
        const applied_setting a(engine, s, old, {shape[1]}, seed);
        tensor scaled = x;
        dims at(4, 0);
        do {
          scaled.at(at) = a.src_scale(at[1]) * (x.at(at) - a.src_zero_point(at[1]));
        } while (next_index(at, shape));
        const tensor expected = a.finished(scaled, dst);
        for_each_implementation(
            [&] { return dnnl::reorder::primitive_desc(engine, src, engine, dst, a.attr()); }, "",
            [&](const dnnl::reorder::primitive_desc &pd) {
              const tensors got = execute(pd, dnnl::stream(engine), {{DNNL_ARG_FROM, x}}, 0,
                                          {{{DNNL_ARG_TO, old}}, a.memories()});
              EXPECT_TRUE(matches(got.at(DNNL_ARG_TO), expected));
            });
      }
}

}  // namespace
}  // namespace dnnlet::test
