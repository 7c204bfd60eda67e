// SPDX-License-Identifier: Apache-2.0
#include "tests/support/settings.h"

#include <algorithm>
#include <limits>

#include "tests/support/philox.h"

namespace dnnlet::test {

namespace {

using tag = dnnl::memory::format_tag;

constexpr float highest = 3;  // by clip

bool is_byte(data_type type) {
  return type == data_type::s8 || type == data_type::u8;
}

dims operand_shape(const dims &dst, int mask) {
  dims shape = dst;
  for (size_t d = 0; d < shape.size(); ++d)
    if (!(mask >> d & 1)) shape[d] = 1;
  return shape;
}

double broadcast(const tensor &t, dims at) {
  for (size_t d = 0; d < at.size(); ++d)
    if (t.shape[d] == 1) at[d] = 0;
  return t.at(at);
}

tag row_major(size_t ndims) {
  const tag tags[] = {tag::a, tag::ab, tag::abc, tag::abcd, tag::abcde};
  return tags[ndims - 1];
}
tag channels_last(size_t ndims) {
  const tag tags[] = {tag::a, tag::ab, tag::acb, tag::acdb, tag::acdeb};
  return tags[ndims - 1];
}

dnnl::memory host_scalar(data_type type, double value) {
  const dnnl::memory::desc md = dnnl::memory::desc::host_scalar(type);
  if (type == data_type::s32) return dnnl::memory(md, int32_t(value));
  return dnnl::memory(md, float(value));
}

constexpr int32_t dropout_seed = 12345;

unsigned needed_by(const setting &s) {
  const auto is_set = [](const quantized &q) { return q.how != quantized::none; };
  unsigned needed = 0;
  if (is_set(s.src_scale) || is_set(s.weights_scale) || is_set(s.dst_scale))
    needed |= takes::scales;
  if (is_set(s.src_zero_point) || is_set(s.dst_zero_point)) needed |= takes::zero_points;
  if (is_set(s.weights_scale)) needed |= takes::weights;
  if (s.dropout) needed |= takes::dropout;
  for (const post &p : s.posts) switch (p.what) {
      case post::sum: needed |= takes::sum; break;
      case post::relu:
      case post::clip:
      case post::linear: needed |= takes::eltwise; break;
      case post::prelu: needed |= takes::prelu; break;
      default: needed |= takes::binary;
    }
  return needed;
}

const quantized common = {quantized::common}, by_channel = {quantized::by_channel};
constexpr int per_tensor = 0, per_channel = 2, all = 31;

}  // namespace

const std::vector<setting> &quantized_settings() {
  static const std::vector<setting> list = {
      {"common scales", common, common, common},
      {"scales by channel", common, by_channel, common},
      {"scales of weights alone", {}, by_channel},
      {"scales of dst by channel", common, by_channel, by_channel},
      {"zero point of src", {}, {}, {}, common},
      {"zero points of src by channel", {}, {}, {}, by_channel},
      {"zero point of dst", {}, {}, {}, {}, common},
      {"zero points of dst by channel", {}, {}, {}, {}, by_channel},
      {"all zero points", common, by_channel, common, by_channel, by_channel, {{post::relu}}},
      {"all common", common, common, common, common, common},
      {"all by channel", common, by_channel, by_channel, by_channel, by_channel},
      {"host scalars",
       {quantized::common, data_type::f32, true},
       {quantized::common, data_type::f32, true},
       {quantized::common, data_type::f32, true},
       {quantized::common, data_type::s32, true},
       {quantized::common, data_type::s32, true}},
      {"narrow values",
       {quantized::common, data_type::bf16},
       {quantized::by_channel, data_type::f16},
       {quantized::common, data_type::bf16},
       {quantized::common, data_type::s8},
       {quantized::common, data_type::s32}},
      {"scales, relu", common, by_channel, common, {}, {}, {{post::relu}}},
      {"all, sum, relu", common, by_channel, common, common, common, {{post::sum}, {post::relu}}},
      {"all, linear, add, sum",
       common,
       by_channel,
       common,
       common,
       common,
       {{post::linear}, {post::add, per_channel}, {post::sum}}},
  };
  return list;
}

const std::vector<setting> &post_op_settings() {
  static const std::vector<setting> list = {
      {"relu", {}, {}, {}, {}, {}, {{post::relu}}},
      {"clip", {}, {}, {}, {}, {}, {{post::clip}}},
      {"sum", {}, {}, {}, {}, {}, {{post::sum}}},
      {"sum, clip", {}, {}, {}, {}, {}, {{post::sum}, {post::clip}}},
      {"linear, sum, relu", {}, {}, {}, {}, {}, {{post::linear}, {post::sum}, {post::relu}}},
      {"add by channel", {}, {}, {}, {}, {}, {{post::add, per_channel}}},
      {"add by channel, sum", {}, {}, {}, {}, {}, {{post::add, per_channel}, {post::sum}}},
      {"mul, add by channel, relu",
       {},
       {},
       {},
       {},
       {},
       {{post::mul, per_channel}, {post::add, per_channel, data_type::bf16}, {post::relu}}},
      {"relu, mul by channel, clip",
       {},
       {},
       {},
       {},
       {},
       {{post::relu}, {post::mul, per_channel, data_type::f16}, {post::clip}}},
      {"mul by channel, sum", {}, {}, {}, {}, {}, {{post::mul, per_channel}, {post::sum}}},
      {"add to all, linear, sum, relu",
       {},
       {},
       {},
       {},
       {},
       {{post::add, per_tensor}, {post::linear}, {post::sum}, {post::relu}}},
      {"mul by all, max",
       {},
       {},
       {},
       {},
       {},
       {{post::mul, all, data_type::bf16}, {post::max, per_tensor}}},
      {"add by all, s8", {}, {}, {}, {}, {}, {{post::add, all, data_type::s8}}},
      {"mul by place", {}, {}, {}, {}, {}, {{post::mul, all & ~per_channel}}},
      {"add by row", {}, {}, {}, {}, {}, {{post::add, 4}}},
      {"select", {}, {}, {}, {}, {}, {{post::select, per_channel}}},
      {"prelu", {}, {}, {}, {}, {}, {{post::prelu, per_tensor}, {post::prelu, per_channel}}},
      {"prelu by all, relu", {}, {}, {}, {}, {}, {{post::prelu, all}, {post::relu}}},
      {"nine",
       {},
       {},
       {},
       {},
       {},
       {{post::relu},
        {post::add, per_channel},
        {post::sum},
        {post::max, per_tensor},
        {post::relu},
        {post::add, per_tensor, data_type::f16},
        {post::linear},
        {post::prelu, per_channel},
        {post::add, all}}},
      {"dropout", {}, {}, {}, {}, {}, {}, true},
      {"dropout, add by channel", {}, {}, {}, {}, {}, {{post::add, per_channel}}, true},
  };
  return list;
}

std::vector<setting> taken_of(const std::vector<setting> &settings, unsigned taken) {
  std::vector<setting> list;
  for (const setting &s : settings)
    if ((needed_by(s) & ~taken) == 0) list.push_back(s);
  return list;
}

double applied_setting::values::at(int64_t channel, double neutral) const {
  if (numbers.values.empty()) return neutral;
  return numbers.values[numbers.values.size() == 1 ? 0 : size_t(channel)];
}

applied_setting::applied_setting(const dnnl::engine &engine, const setting &s, const tensor &old,
                                 const channels &count, uint64_t seed)
    : engine_(engine), setting_(s), old_(old), seed_(seed) {
  const fill short_fractions = {0.0625, 0.25, 3}, powers = {0.5, 1, 1}, small = {-4, 3, 7};
  const int64_t results = old.shape.size() > 1 ? old.shape[1] : 1;
  src_scale_ = draw(s.src_scale, count.src, {0.25, 0.5, 1}, true);
  weights_scale_ = draw(s.weights_scale, results, short_fractions, true);
  dst_scale_ = draw(s.dst_scale, results, powers, true);
  src_zero_point_ = draw(s.src_zero_point, count.src, small, false);
  dst_zero_point_ = draw(s.dst_zero_point, results, small, false);
  set(s.src_scale, DNNL_ARG_SRC, 2, src_scale_, true);
  set(s.weights_scale, DNNL_ARG_WEIGHTS, count.weights_mask, weights_scale_, true);
  set(s.dst_scale, DNNL_ARG_DST, 2, dst_scale_, true);
  set(s.src_zero_point, DNNL_ARG_SRC, 2, src_zero_point_, false);
  set(s.dst_zero_point, DNNL_ARG_DST, 2, dst_zero_point_, false);

  dnnl::post_ops ops;
  for (size_t i = 0; i < s.posts.size(); ++i) append(ops, s.posts[i], int(i));
  if (ops.len() > 0) attr_.set_post_ops(ops);
  if (s.dropout) drop_out();
  if (s.sums_of_any_type) attr_.set_accumulation_mode(dnnl::accumulation_mode::any);
}

applied_setting::values applied_setting::draw(const quantized &q, int64_t channels, const fill &how,
                                              bool is_scale) {
  if (q.how == quantized::none) return {};
  const data_type type = q.type != data_type::undef ? q.type
                         : is_scale                 ? data_type::f32
                                                    : data_type::s32;
  const fill unsigned_numbers = {0, 7, 7};
  return {random_tensor({q.how == quantized::common ? 1 : channels}, type, seed_++,
                        type == data_type::u8 ? unsigned_numbers : how)};
}

void applied_setting::add_operand(const tensor &numbers, const dnnl::memory::desc &md, int arg) {
  held_.push_back(std::make_unique<placed>(md, engine_, numbers));
  memories_[arg] = held_.back()->memory();
}

void applied_setting::set(const quantized &q, int arg, int mask, const values &v, bool is_scale) {
  if (q.how == quantized::none) return;
  const data_type type = v.numbers.type;
  const int by = q.how == quantized::common ? 0 : mask;
  if (is_scale)
    attr_.set_scales(arg, by, {}, type, q.on_host);
  else
    attr_.set_zero_points(arg, by, {}, type, q.on_host);
  const int argument = (is_scale ? DNNL_ARG_ATTR_SCALES : DNNL_ARG_ATTR_ZERO_POINTS) | arg;
  if (q.on_host)
    memories_[argument] = host_scalar(type, v.numbers.values[0]);
  else
    add_operand(v.numbers, {v.numbers.shape, type, tag::a}, argument);
}

void applied_setting::append(dnnl::post_ops &ops, const post &p, int index) {
  const dims &shape = old_.shape, operand = operand_shape(shape, p.mask);
  const int base = DNNL_ARG_ATTR_MULTIPLE_POST_OP(index);
  operands_.emplace_back();
  conditions_.emplace_back();
  switch (p.what) {
    case post::sum: return ops.append_sum(0.5f, is_byte(old_.type) ? 3 : 0);
    case post::relu: return ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.5f, 0);
    case post::clip: return ops.append_eltwise(dnnl::algorithm::eltwise_clip, 0, highest);
    case post::linear: return ops.append_eltwise(dnnl::algorithm::eltwise_linear, 0.5f, 1.5f);
    case post::prelu:
      operands_.back() = random_tensor(operand, data_type::f32, seed_++, {0, 1, 4});
      ops.append_prelu(p.mask & ((1 << shape.size()) - 1));
      return add_operand(operands_.back(), {operand, data_type::f32, channels_last(shape.size())},
                         base | DNNL_ARG_WEIGHTS);
    default: break;
  }
  operands_.back() = random_tensor(operand, p.type, seed_++, {0, 4, 4});
  const dnnl::memory::desc md(operand, p.type, row_major(shape.size()));
  add_operand(operands_.back(), md, base | DNNL_ARG_SRC_1);
  if (p.what == post::select) {
    conditions_.back() = random_tensor(shape, data_type::s8, seed_++, {0, 1, 1});
    const dnnl::memory::desc condition(shape, data_type::s8, row_major(shape.size()));
    add_operand(conditions_.back(), condition, base | DNNL_ARG_SRC_2);
    return ops.append_binary(dnnl::algorithm::binary_select, md, condition);
  }
  ops.append_binary(p.what == post::add   ? dnnl::algorithm::binary_add
                    : p.what == post::mul ? dnnl::algorithm::binary_mul
                                          : dnnl::algorithm::binary_max,
                    md);
}

// With a probability of a half; what is left is doubled.
void applied_setting::drop_out() {
  attr_.set_dropout(dnnl::memory::desc());
  add_operand(tensor({1}, data_type::f32, 0.5), {{1}, data_type::f32, tag::a},
              DNNL_ARG_ATTR_DROPOUT_PROBABILITY);
  add_operand(tensor({1}, data_type::s32, dropout_seed), {{1}, data_type::s32, tag::a},
              DNNL_ARG_ATTR_DROPOUT_SEED);
}

double applied_setting::post_op(const post &p, size_t index, double x, const dims &at) const {
  switch (p.what) {
    case post::sum: return x + 0.5 * (old_.at(at) - (is_byte(old_.type) ? 3 : 0));
    case post::relu: return x > 0 ? x : 0.5 * x;
    case post::clip: return std::clamp<double>(x, 0, highest);
    case post::linear: return 0.5 * x + 1.5;
    default: break;
  }
  const double y = broadcast(operands_[index], at);
  switch (p.what) {
    case post::add: return x + y;
    case post::mul: return x * y;
    case post::max: return x > y ? x : y;
    case post::select: return conditions_[index].at(at) != 0 ? x : y;
    default: return x > 0 ? x : x * y;
  }
}

tensor applied_setting::finished(const tensor &x, const dnnl::memory::desc &dst) const {
  tensor result = x;
  result.type = old_.type;
  if (result.values.empty()) return result;
  const layout where(dst);
  constexpr double half = std::numeric_limits<uint32_t>::max() / 2.0;
  dims at(result.shape.size(), 0);
  size_t i = 0;
  do {
    double &y = result.values[i++];
    if (setting_.dropout)
      y = philox_drawn(uint32_t(where.offset(at)), dropout_seed, 0) > half ? 2 * y : 0;
    for (size_t p = 0; p < setting_.posts.size(); ++p) y = post_op(setting_.posts[p], p, y, at);
    const int64_t channel = at.size() > 1 ? at[1] : 0;
    y = y / dst_scale_.at(channel, 1) + dst_zero_point_.at(channel, 0);
  } while (next_index(at, result.shape));
  return result;
}

}  // namespace dnnlet::test
