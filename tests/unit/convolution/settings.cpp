// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/convolution/settings.h"

#include "tests/support/compare.h"

namespace dnnlet::test {

namespace {

using tag = dnnl::memory::format_tag;

bool is_byte(data_type type) {
  return type == data_type::s8 || type == data_type::u8;
}

fill src_fill(data_type type, bool full_range) {
  if (full_range && type == data_type::u8) return {0, 255, 255};
  if (full_range && type == data_type::s8) return {-128, 127, 255};
  if (type == data_type::f8_e4m3 || type == data_type::f8_e5m2) return {-4, 4, 8};
  return fill_of(is_integer(type) ? type : data_type::s8);
}

fill bias_fill(data_type type) {
  return is_integer(type) ? fill{type == data_type::u8 ? 0. : -40., 40, 40} : fill{-4, 4, 64};
}

// Old contents of dst, which a sum adds.
fill old_fill(data_type type) {
  return {type == data_type::u8 ? 0. : -16., 16, 16};
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
  const tag tags[] = {tag::abc, tag::abcd, tag::abcde};
  return tags[ndims - 3];
}
tag prelu_layout(size_t ndims) {
  const tag tags[] = {tag::acb, tag::acdb, tag::acdeb};
  return tags[ndims - 3];
}

dnnl::memory host_scalar(data_type type, double value) {
  const dnnl::memory::desc md = dnnl::memory::desc::host_scalar(type);
  if (type == data_type::s32) return dnnl::memory(md, int32_t(value));
  return dnnl::memory(md, float(value));
}

}  // namespace

std::string text(const convolution_types &t) {
  std::string s = std::string(name_of(t.src)) + " " + name_of(t.weights) + " ";
  s += t.bias == data_type::undef ? "no bias" : name_of(t.bias);
  return s + " -> " + name_of(t.dst);
}

double prepared::values::at(int64_t channel, double neutral) const {
  if (numbers.values.empty()) return neutral;
  return numbers.values[numbers.values.size() == 1 ? 0 : size_t(channel)];
}

prepared::prepared(const dnnl::engine &engine, const convolution_case &c,
                   const convolution_types &types, const setting &s, uint64_t seed, bool full_range)
    : engine_(engine), case_(c), types_(types), setting_(s), seed_(seed) {
  tensors_.src = random_tensor(c.src_dims(), types.src, seed_++, src_fill(types.src, full_range));
  tensors_.weights =
      random_tensor(c.weights_dims(), types.weights, seed_++, src_fill(types.weights, full_range));
  if (types.bias != data_type::undef)
    tensors_.bias = random_tensor({c.oc}, types.bias, seed_++, bias_fill(types.bias));
  old_ = random_tensor(c.dst_dims(), types.dst, seed_++, old_fill(types.dst));

  const fill short_fractions = {0.0625, 0.25, 3}, powers = {0.5, 1, 1}, small = {-4, 3, 7};
  src_scale_ = draw(s.src_scale, c.ic, {0.25, 0.5, 1}, true);
  weights_scale_ = draw(s.weights_scale, c.oc, short_fractions, true);
  dst_scale_ = draw(s.dst_scale, c.oc, powers, true);
  src_zero_point_ = draw(s.src_zero_point, c.ic, small, false);
  dst_zero_point_ = draw(s.dst_zero_point, c.oc, small, false);
  weights_zero_point_ = draw(s.weights_zero_point, c.oc, small, false);
  set(s.weights_zero_point, DNNL_ARG_WEIGHTS, 0, weights_zero_point_, false);
  set(s.src_scale, DNNL_ARG_SRC, 2, src_scale_, true);
  set(s.weights_scale, DNNL_ARG_WEIGHTS, c.has_groups ? 3 : 1, weights_scale_, true);
  set(s.dst_scale, DNNL_ARG_DST, 2, dst_scale_, true);
  set(s.src_zero_point, DNNL_ARG_SRC, 2, src_zero_point_, false);
  set(s.dst_zero_point, DNNL_ARG_DST, 2, dst_zero_point_, false);

  dnnl::post_ops ops;
  for (size_t i = 0; i < s.posts.size(); ++i) append(ops, s.posts[i], int(i));
  attr_.set_post_ops(ops);
}

prepared::values prepared::draw(const quantized &q, int64_t channels, const fill &how,
                                bool is_scale) {
  if (q.how == quantized::none) return {};
  const data_type type = q.type != data_type::undef ? q.type
                         : is_scale                 ? data_type::f32
                                                    : data_type::s32;
  const fill unsigned_numbers = {0, 7, 7};
  return {random_tensor({q.how == quantized::common ? 1 : channels}, type, seed_++,
                        type == data_type::u8 ? unsigned_numbers : how)};
}

dnnl::memory prepared::hold(const dnnl::memory::desc &md, const tensor &numbers) {
  held_.push_back(std::make_unique<placed>(md, engine_, numbers));
  return held_.back()->memory();
}

void prepared::set(const quantized &q, int arg, int mask, const values &v, bool is_scale) {
  if (q.how == quantized::none) return;
  const data_type type = v.numbers.type;
  const int by = q.how == quantized::common ? 0 : mask;
  if (is_scale)
    attr_.set_scales(arg, by, {}, type, q.on_host);
  else
    attr_.set_zero_points(arg, by, {}, type, q.on_host);
  const dnnl::memory::desc md(v.numbers.shape, type, tag::a);
  arguments_[(is_scale ? DNNL_ARG_ATTR_SCALES : DNNL_ARG_ATTR_ZERO_POINTS) | arg] =
      q.on_host ? host_scalar(type, v.numbers.values[0]) : hold(md, v.numbers);
}

void prepared::append(dnnl::post_ops &ops, const post &p, int index) {
  const dims shape = case_.dst_dims(), operand = operand_shape(shape, p.mask);
  const int base = DNNL_ARG_ATTR_MULTIPLE_POST_OP(index);
  operands_.emplace_back();
  conditions_.emplace_back();
  switch (p.what) {
    case post::sum: return ops.append_sum(0.5f, is_byte(types_.dst) ? 3 : 0);
    case post::relu: return ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.5f, 0);
    case post::linear: return ops.append_eltwise(dnnl::algorithm::eltwise_linear, 0.5f, 1.5f);
    case post::prelu: {
      operands_.back() = random_tensor(operand, data_type::f32, seed_++, {0, 1, 4});
      ops.append_prelu(p.mask & ((1 << shape.size()) - 1));
      arguments_[base | DNNL_ARG_WEIGHTS] =
          hold({operand, data_type::f32, prelu_layout(shape.size())}, operands_.back());
      return;
    }
    default: break;
  }
  operands_.back() = random_tensor(operand, p.type, seed_++, {0, 4, 4});
  const dnnl::memory::desc md(operand, p.type, row_major(shape.size()));
  arguments_[base | DNNL_ARG_SRC_1] = hold(md, operands_.back());
  if (p.what == post::select) {
    conditions_.back() = random_tensor(shape, data_type::s8, seed_++, {0, 1, 1});
    const dnnl::memory::desc condition(shape, data_type::s8, row_major(shape.size()));
    arguments_[base | DNNL_ARG_SRC_2] = hold(condition, conditions_.back());
    return ops.append_binary(dnnl::algorithm::binary_select, md, condition);
  }
  ops.append_binary(p.what == post::add   ? dnnl::algorithm::binary_add
                    : p.what == post::mul ? dnnl::algorithm::binary_mul
                                          : dnnl::algorithm::binary_max,
                    md);
}

double prepared::post_op(const post &p, size_t index, double x, double old, const dims &at) const {
  switch (p.what) {
    case post::sum: return x + 0.5 * (old - (is_byte(types_.dst) ? 3 : 0));
    case post::relu: return x > 0 ? x : 0.5 * x;
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

void prepared::compute() {
  if (!expected_.shape.empty()) return;
  // Outside src is its zero point, so that both together are zero.
  convolution_tensors shifted = tensors_;
  dims at(shifted.src.shape.size(), 0);
  if (!shifted.src.values.empty()) do {
      shifted.src.at(at) -= src_zero_point_.at(at[1], 0);
    } while (next_index(at, shifted.src.shape));
  for (double &x : shifted.weights.values) x -= weights_zero_point_.at(0, 0);
  shifted.bias = tensor({case_.oc}, data_type::f32);
  expected_ = forward(case_, shifted).values;
  expected_.type = types_.dst;
  at.assign(at.size(), 0);
  if (!expected_.values.empty()) do {
      double x = expected_.at(at) * src_scale_.at(0, 1) * weights_scale_.at(at[1], 1);
      if (!tensors_.bias.values.empty()) x += tensors_.bias.at({at[1]});
      for (size_t i = 0; i < setting_.posts.size(); ++i)
        x = post_op(setting_.posts[i], i, x, old_.at(at), at);
      expected_.at(at) = x / dst_scale_.at(at[1], 1) + dst_zero_point_.at(at[1], 0);
    } while (next_index(at, expected_.shape));
}

convolution_descs prepared::describe(const convolution_layouts &layouts) const {
  const size_t i = case_.src.size() - 1;
  convolution_descs d = {{case_.src_dims(), types_.src, layouts.data[i]},
                         {case_.weights_dims(), types_.weights,
                          case_.has_groups ? layouts.grouped[i] : layouts.weights[i]},
                         {},
                         {case_.dst_dims(), types_.dst, layouts.data[i]}};
  if (types_.bias != data_type::undef) d.bias = {{case_.oc}, types_.bias, tag::a};
  return d;
}

dnnl::convolution_forward::primitive_desc prepared::desc(const convolution_layouts &layouts) const {
  const convolution_descs d = describe(layouts);
  return {engine_,
          dnnl::prop_kind::forward_inference,
          dnnl::algorithm::convolution_direct,
          d.src,
          d.weights,
          d.bias,
          d.dst,
          case_.strides,
          case_.dilates,
          case_.left,
          case_.right,
          attr_};
}

::testing::AssertionResult prepared::check(const dnnl::convolution_forward::primitive_desc &pd,
                                           dnnl::stream &stream) {
  compute();
  placed src(pd.src_desc(), engine_, tensors_.src, 4);
  placed weights(pd.weights_desc(), engine_, tensors_.weights);
  placed dst(pd.dst_desc(), engine_, old_);
  std::unordered_map<int, dnnl::memory> arguments = arguments_;
  arguments[DNNL_ARG_SRC] = src;
  arguments[DNNL_ARG_WEIGHTS] = weights;
  arguments[DNNL_ARG_DST] = dst;
  std::unique_ptr<placed> bias;
  if (types_.bias != data_type::undef) {
    bias = std::make_unique<placed>(pd.bias_desc(), engine_, tensors_.bias);
    arguments[DNNL_ARG_BIAS] = *bias;
  }
  dnnl::convolution_forward(pd).execute(stream, arguments);
  return matches(dst, expected_);
}

std::vector<convolution_case> typed_cases() {
  const auto plane = [](int64_t n, int64_t ic, int64_t oc, dims src, dims kernel, dims strides,
                        dims dilates, dims left, dims right) -> convolution_case {
    return {n, 1, ic, oc, src, kernel, strides, dilates, left, right, false};
  };
  const auto grouped = [](convolution_case c, int64_t groups) {
    c.groups = groups;
    c.has_groups = true;
    return c;
  };
  const dims one = {1, 1}, none = {0, 0};
  std::vector<convolution_case> list = {
      plane(2, 17, 20, {5, 4}, {3, 3}, one, none, one, one),
      plane(1, 3, 33, {7, 9}, {5, 3}, {2, 2}, none, {2, 1}, {2, 1}),
      plane(2, 33, 17, {6, 5}, {1, 1}, one, none, none, none),
      plane(1, 5, 3, {7, 7}, {1, 1}, {2, 2}, none, none, none),
      plane(1, 1, 1, {5, 5}, {3, 3}, one, none, one, one),
      plane(1, 16, 32, {5, 6}, {3, 3}, one, none, {1, 1}, {0, 2}),
      plane(1, 20, 5, {11, 5}, {3, 2}, {3, 1}, {1, 0}, {1, 0}, {2, 1}),
      plane(1, 8, 8, {8, 8}, {3, 3}, one, one, {2, 2}, {2, 2}),
      plane(1, 2, 3, {3, 3}, {3, 3}, one, none, {4, 5}, {4, 5}),  // outputs without any input
      grouped(plane(2, 12, 20, {6, 7}, {3, 3}, one, none, one, one), 4),
      grouped(plane(1, 34, 6, {4, 5}, {3, 3}, {2, 2}, none, one, one), 2),
      grouped(plane(2, 17, 17, {6, 7}, {3, 3}, one, none, one, one), 17),  // depthwise
      grouped(plane(1, 33, 33, {7, 7}, {3, 3}, {2, 2}, none, one, one), 33),
      grouped(plane(1, 16, 16, {6, 6}, {5, 5}, one, one, {4, 4}, {4, 4}), 16),
      {2, 1, 9, 17, {11}, {3}, {1}, {0}, {1}, {1}, false},
      {1, 1, 5, 10, {4, 5, 5}, {3, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, false},
      {1, 6, 6, 6, {4, 4, 4}, {3, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, true},
      plane(1, 70, 66, {3, 3}, {3, 3}, one, none, one, one),  // more than one block of channels
  };
  return drawn_from(list, 2);
}

}  // namespace dnnlet::test
