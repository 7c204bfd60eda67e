// SPDX-License-Identifier: Apache-2.0
// Post-ops on rows, against the reference plugin's post-ops on elements.
#include <gtest/gtest.h>

#include <vector>

#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/reference/post_ops.h"
#include "tests/support/compare.h"
#include "tests/support/plugins.h"
#include "tests/unit/eltwise/rows.h"

namespace dnnlet::test {
namespace {

using format = dnnl::memory::format_tag;
using dnnl::memory;

// An execution that has post-ops and nothing else.
class execution {
 public:
  execution(const dnnl::engine &engine, const memory::desc &dst, const tensor &old)
      : engine_(engine), dst_md_(dst), dst_(dst, engine, old) {
    add(DNNL_ARG_DST, dst_);
  }

  // The memory of post-op `index`.
  void add_operand(int index, int what, const memory::desc &md, const tensor &content) {
    operands_.emplace_back(new placed(md, engine_, content));
    add(DNNL_ARG_ATTR_MULTIPLE_POST_OP(index) | what, *operands_.back());
  }

  void set(const dnnl::post_ops &ops) { attr_.set_post_ops(ops); }
  const attributes &attr() const { return *attr_.get(); }
  const memory_desc &dst() const { return *dst_md_.get(); }
  placed &dst_memory() { return dst_; }

  run_context context() const {
    run_context c = {};
    c.attr = &attr();
    c.args = arguments_.data();
    c.arg_count = int(arguments_.size());
    return c;
  }

 private:
  void add(int arg, placed &memory) { arguments_.push_back({arg, memory.memory().get()}); }

  dnnl::engine engine_;
  memory::desc dst_md_;
  placed dst_;
  dnnl::primitive_attr attr_;
  std::vector<std::unique_ptr<placed>> operands_;
  std::vector<dnnl_exec_arg_t> arguments_;
};

// What becomes of `start` along the axis, in rows of `length`, by the plugin's rows, and expected.
void compare(execution &e, const drivers::row_backend &rows, const tensor &start, int axis,
             int64_t length, const tolerance &allowed, double magnitude = 0) {
  ASSERT_EQ(drivers::check_row_post_ops(e.attr(), e.dst()), accepted);
  const run_context context = e.context();
  const reference::post_op_chain chain(context, e.dst());
  const reference::tensor dst = reference::tensor_of(context, DNNL_ARG_DST, e.dst());
  const int count = context.attr->post_ops.entries.count;
  tensor got = start, expected = start;
  dims index(start.shape.size(), 0);
  do {
    expected.at(index) = chain.apply(start.at(index), dst, index.data());
    if (index[size_t(axis)] % length != 0) continue;
    const int64_t left = start.shape[size_t(axis)] - index[size_t(axis)];
    const auto n = size_t(std::min(length, left));
    guarded_buffer values(n * sizeof(float), 4);
    dims at = index;
    for (size_t i = 0; i < n; ++i, ++at[size_t(axis)]) values.as<float>()[i] = float(start.at(at));
    drivers::apply_row_post_ops(rows, context, e.dst(), values.as<float>(), n, index.data(), axis,
                                0, count);
    EXPECT_EQ(values.damage(), "");
    at = index;
    for (size_t i = 0; i < n; ++i, ++at[size_t(axis)]) got.at(at) = double(values.as<float>()[i]);
  } while (next_index(index, start.shape));
  const std::vector<double> magnitudes(got.values.size(), magnitude);
  EXPECT_TRUE(matches(got, expected, allowed, magnitudes));
}

dims broadcast(const dims &shape, unsigned mask) {
  dims result = shape;
  for (size_t d = 0; d < shape.size(); ++d)
    if (!(mask >> d & 1)) result[d] = 1;
  return result;
}

class post_ops : public testing::Test {
 protected:
  const dnnl::engine engine_ = engine_for();
  const dims shape_ = {2, 35, 3, 6};
  const tensor start_ = random_tensor(shape_, data_type::f32, 1, small_integers);
  const tensor old_ = random_tensor(shape_, data_type::f32, 2, small_integers);

  template <class Body>
  void for_each_plugin(const Body &body) {
    ASSERT_FALSE(row_plugins().empty());
    for (const row_plugin &plugin : row_plugins()) {
      SCOPED_TRACE(plugin.name);
      body(*plugin.rows);
    }
  }
};

// Every broadcast, layout and type of an operand, along every axis of dst.
TEST_F(post_ops, binary_operands_of_all_kinds) {
  const format layouts[] = {format::nchw, format::nhwc, format::nChw16c, format::nChw8c};
  const data_type types[] = {data_type::f32, data_type::bf16, data_type::f16,
                             data_type::s8,  data_type::u8,   data_type::s32};
  unsigned turn = 0;
  for (const format layout : layouts)
    for (unsigned mask = 0; mask < 16; ++mask)
      for (int axis = 0; axis < 4; ++axis) {
        const data_type type = types[turn++ % std::size(types)];
        const memory::desc operand(broadcast(shape_, mask), type, layout);
        SCOPED_TRACE("layout " + std::to_string(int(layout)) + " mask " + std::to_string(mask) +
                     " axis " + std::to_string(axis) + " " + name_of(type));
        execution e(engine_, memory::desc(shape_, data_type::f32, format::nhwc), old_);
        dnnl::post_ops ops;
        ops.append_binary(dnnl::algorithm::binary_add, operand);
        e.set(ops);
        e.add_operand(0, DNNL_ARG_SRC_1, operand, random_tensor(operand.get_dims(), type, mask));
        for_each_plugin([&](const drivers::row_backend &rows) {
          compare(e, rows, start_, axis, turn % 3 == 0 ? 16 : 1000, exact);
        });
      }
}

TEST_F(post_ops, binary_algorithms) {
  using a = dnnl::algorithm;
  for (const a alg :
       {a::binary_add, a::binary_mul, a::binary_max, a::binary_min, a::binary_div, a::binary_sub,
        a::binary_ge, a::binary_gt, a::binary_le, a::binary_lt, a::binary_eq, a::binary_ne}) {
    SCOPED_TRACE(int(alg));
    const memory::desc operand({1, 35, 1, 1}, data_type::f32, format::nhwc);
    execution e(engine_, memory::desc(shape_, data_type::f32, format::nhwc), old_);
    dnnl::post_ops ops;
    ops.append_binary(alg, operand);
    e.set(ops);
    e.add_operand(0, DNNL_ARG_SRC_1, operand,
                  random_tensor({1, 35, 1, 1}, data_type::f32, 3, {-8, 8, 17}));
    for_each_plugin([&](const drivers::row_backend &rows) {
      compare(e, rows, start_, 1, 1000, alg == a::binary_div ? correctly_rounded : exact);
    });
  }
}

TEST_F(post_ops, select) {
  for (const unsigned mask : {15u, 2u, 0u}) {
    const memory::desc other(broadcast(shape_, mask), data_type::bf16, format::nhwc);
    const memory::desc condition(shape_, data_type::s8, format::nchw);
    execution e(engine_, memory::desc(shape_, data_type::f32, format::nhwc), old_);
    dnnl::post_ops ops;
    ops.append_binary(dnnl::algorithm::binary_select, other, condition);
    e.set(ops);
    e.add_operand(0, DNNL_ARG_SRC_1, other, random_tensor(other.get_dims(), data_type::bf16, 4));
    e.add_operand(0, DNNL_ARG_SRC_2, condition, random_tensor(shape_, data_type::s8, 5, {0, 1, 1}));
    for_each_plugin(
        [&](const drivers::row_backend &rows) { compare(e, rows, start_, 1, 1000, exact); });
  }
}

// A sum reads dst in its own layout and type, or as another type of the same size.
TEST_F(post_ops, sum) {
  const format layouts[] = {format::nhwc, format::nchw, format::nChw16c};
  for (const format layout : layouts)
    for (const data_type type : {data_type::f32, data_type::bf16, data_type::u8, data_type::s8})
      for (const bool as_other : {false, true}) {
        if (as_other && !is_integer(type)) continue;
        SCOPED_TRACE(std::string(name_of(type)) + " layout " + std::to_string(int(layout)));
        execution e(engine_, memory::desc(shape_, type, layout),
                    random_tensor(shape_, type, 6, {0, 100, 100}));
        dnnl::post_ops ops;
        ops.append_sum(0.5f, is_integer(type) ? 3 : 0, as_other ? data_type::s8 : data_type::undef);
        e.set(ops);
        for_each_plugin([&](const drivers::row_backend &rows) {
          for (int axis = 0; axis < 4; ++axis) compare(e, rows, start_, axis, 16, exact);
        });
      }
}

// By the memory's own layout, and without dimensions of dst as oneDNN lays prelu's weights out.
TEST_F(post_ops, prelu) {
  for (unsigned mask = 0; mask < 16; ++mask)
    for (const bool is_flat : {false, true}) {
      SCOPED_TRACE("mask " + std::to_string(mask) + (is_flat ? " flat" : ""));
      const dims extents = broadcast(shape_, mask);
      const memory::desc weights = is_flat
                                       ? memory::desc({count(extents)}, data_type::f32, format::a)
                                       : memory::desc(extents, data_type::f32, format::nchw);
      execution e(engine_, memory::desc(shape_, data_type::f32, format::nhwc), old_);
      dnnl::post_ops ops;
      ops.append_prelu(int(mask));
      e.set(ops);
      const tensor slopes = random_tensor(weights.get_dims(), data_type::f32, 7, {-2, 2, 16});
      e.add_operand(0, DNNL_ARG_WEIGHTS, weights, slopes);
      for_each_plugin([&](const drivers::row_backend &rows) {
        for (int axis = 0; axis < 4; ++axis) compare(e, rows, start_, axis, 1000, exact);
      });
      if (!is_flat) continue;
      // The channels are innermost, then come the spatial dimensions, then the batch.
      const reference::post_op_chain chain(e.context(), e.dst());
      const run_context context = e.context();
      const reference::tensor dst = reference::tensor_of(context, DNNL_ARG_DST, e.dst());
      const dim_t at[] = {1, 20, 2, 3};
      int64_t offset = 0;
      for (const size_t d : {0, 2, 3, 1})
        if (mask >> d & 1) offset = offset * shape_[d] + at[d];
      EXPECT_EQ(reference::post_op_chain(context, e.dst()).apply(-1, dst, at),
                -slopes.values[size_t(offset)]);
    }
}

TEST_F(post_ops, chains_keep_their_order) {
  const memory::desc per_channel({1, 35, 1, 1}, data_type::f32, format::nchw);
  execution e(engine_, memory::desc(shape_, data_type::f32, format::nhwc), old_);
  dnnl::post_ops ops;
  ops.append_sum(2);
  ops.append_eltwise(dnnl::algorithm::eltwise_linear, 0.5f, 1);
  ops.append_binary(dnnl::algorithm::binary_mul, per_channel);
  ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.25f, 0);
  ops.append_prelu(2);
  ops.append_eltwise(dnnl::algorithm::eltwise_clip, -20, 30);
  e.set(ops);
  e.add_operand(2, DNNL_ARG_SRC_1, per_channel, random_tensor({1, 35, 1, 1}, data_type::f32, 8));
  e.add_operand(4, DNNL_ARG_WEIGHTS, per_channel,
                random_tensor({1, 35, 1, 1}, data_type::f32, 9, {0, 1, 8}));
  for_each_plugin([&](const drivers::row_backend &rows) {
    // Five roundings of numbers up to 100.
    for (const int64_t length : {1, 7, 16, 1000})
      compare(e, rows, start_, 1, length, {3, 5, 0}, 100);
  });
}

// More elements than are converted at once.
TEST_F(post_ops, long_rows) {
  const dims shape = {1, 1, 2, 1500};
  const tensor start = random_tensor(shape, data_type::f32, 10, small_integers);
  const memory::desc operand({1, 1, 1, 1500}, data_type::bf16, format::nchw);
  execution e(engine_, memory::desc(shape, data_type::f32, format::nchw), start);
  dnnl::post_ops ops;
  ops.append_binary(dnnl::algorithm::binary_max, operand);
  ops.append_sum(1);
  e.set(ops);
  e.add_operand(0, DNNL_ARG_SRC_1, operand, random_tensor(operand.get_dims(), data_type::bf16, 11));
  for_each_plugin(
      [&](const drivers::row_backend &rows) { compare(e, rows, start, 3, 1500, exact); });
}

TEST_F(post_ops, refuses_what_is_not_for_rows) {
  execution e(engine_, memory::desc(shape_, data_type::f32, format::nhwc), old_);
  dnnl::post_ops depthwise;
  depthwise.append_dw(data_type::f32, data_type::f32, data_type::f32, 3, 1, 1);
  e.set(depthwise);
  EXPECT_NE(drivers::check_row_post_ops(e.attr(), e.dst()), accepted);
  EXPECT_EQ(drivers::check_row_post_ops(e.attr(), e.dst(), 1), accepted);
  dnnl::post_ops power;
  power.append_eltwise(dnnl::algorithm::eltwise_pow, 1, std::numeric_limits<float>::infinity());
  e.set(power);
  EXPECT_NE(drivers::check_row_post_ops(e.attr(), e.dst()), accepted);
}

// Operands whose layout is open: rows and scalars are plain, whatever dst is; the rest is like dst.
TEST(post_op_operands, are_laid_out) {
  const dnnl::engine engine = engine_for();
  const auto f32 = memory::data_type::f32;
  const dims sizes[] = {{1, 17, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 5}, {2, 17, 1, 1}, {2, 17, 3, 5}};
  for (const format tag : {format::nchw, format::nhwc, format::nChw16c}) {
    const memory::desc md({2, 17, 3, 5}, f32, tag);
    dnnl::post_ops ops;
    for (const dims &size : sizes)
      ops.append_binary(dnnl::algorithm::binary_add, {size, f32, format::any});
    dnnl::primitive_attr attr;
    attr.set_post_ops(ops);
    const dnnl::eltwise_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_inference,
                                                   dnnl::algorithm::eltwise_relu, md, md, attr);
    for (int i = 0; i < 5; ++i) {
      const int arg = DNNL_ARG_ATTR_MULTIPLE_POST_OP(i) | DNNL_ARG_SRC_1;
      const memory::desc expected(sizes[i], f32, i < 3 ? format::nchw : tag);
      EXPECT_EQ(pd.query_md(dnnl::query::exec_arg_md, arg), expected) << i << " of " << int(tag);
    }
  }
}

}  // namespace
}  // namespace dnnlet::test
