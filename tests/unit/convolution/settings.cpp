// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/convolution/settings.h"

namespace dnnlet::test {

namespace {

using tag = dnnl::memory::format_tag;

fill src_fill(data_type type, bool full_range) {
  if (full_range && type == data_type::u8) return {0, 255, 255};
  if (full_range && type == data_type::s8) return {-128, 127, 255};
  if (type == data_type::f8_e4m3 || type == data_type::f8_e5m2) return {-2, 2, 4};  // to 448
  return fill_of(is_integer(type) ? type : data_type::s8);
}

fill bias_fill(data_type type) {
  return is_integer(type) ? fill{type == data_type::u8 ? 0. : -40., 40, 40} : fill{-4, 4, 64};
}

// Old contents of dst, which a sum adds.
fill old_fill(data_type type) {
  return {type == data_type::u8 ? 0. : -16., 16, 16};
}

}  // namespace

std::string text(const convolution_types &t) {
  std::string s = std::string(name_of(t.src)) + " " + name_of(t.weights) + " ";
  s += t.bias == data_type::undef ? "no bias" : name_of(t.bias);
  return s + " -> " + name_of(t.dst);
}

prepared::prepared(const dnnl::engine &engine, const convolution_case &c,
                   const convolution_types &types, const setting &s, uint64_t seed, bool full_range)
    : engine_(engine),
      case_(c),
      types_(types),
      old_(random_tensor(c.dst_dims(), types.dst, seed, old_fill(types.dst))),
      attributes_(engine, s, old_, {c.ic, c.has_groups ? 3 : 1}, seed + 10) {
  tensors_.src = random_tensor(c.src_dims(), types.src, seed + 1, src_fill(types.src, full_range));
  tensors_.weights =
      random_tensor(c.weights_dims(), types.weights, seed + 2, src_fill(types.weights, full_range));
  if (types.bias != data_type::undef)
    tensors_.bias = random_tensor({c.oc}, types.bias, seed + 3, bias_fill(types.bias));
}

void prepared::compute() {
  if (!scaled_.shape.empty()) return;
  // Outside src is its zero point, so that both together are zero.
  convolution_tensors shifted = tensors_;
  dims at(shifted.src.shape.size(), 0);
  if (!shifted.src.values.empty()) do {
      shifted.src.at(at) -= attributes_.src_zero_point(at[1]);
    } while (next_index(at, shifted.src.shape));
  shifted.bias = tensor({case_.oc}, data_type::f32);
  scaled_ = forward(case_, shifted).values;
  at.assign(at.size(), 0);
  if (!scaled_.values.empty()) do {
      double &x = scaled_.at(at);
      x *= attributes_.src_scale(0) * attributes_.weights_scale(at[1]);
      if (!tensors_.bias.values.empty()) x += tensors_.bias.at({at[1]});
    } while (next_index(at, scaled_.shape));
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
          attributes_.attr()};
}

::testing::AssertionResult prepared::check(const dnnl::convolution_forward::primitive_desc &pd,
                                           const dnnl::stream &stream) {
  compute();
  // Dropout numbers the elements as they lie, so that other layouts have other results.
  if (pd.dst_desc() != finished_layout_) {
    finished_layout_ = pd.dst_desc();
    expected_ = attributes_.finished(scaled_, finished_layout_);
  }
  tensors inputs = {{DNNL_ARG_SRC, tensors_.src}, {DNNL_ARG_WEIGHTS, tensors_.weights}};
  if (types_.bias != data_type::undef) inputs[DNNL_ARG_BIAS] = tensors_.bias;
  const tensors got =
      execute(pd, stream, inputs, 4, {{{DNNL_ARG_DST, old_}}, attributes_.memories()});
  return matches(got.at(DNNL_ARG_DST), expected_);
}

std::vector<setting> convolution_settings() {
  const auto is_of = [](const quantized &q, data_type type) {
    return q.type == data_type::undef || q.type == type;
  };
  std::vector<setting> list;
  for (const setting &s : quantized_settings())
    if (s.src_scale.how != quantized::by_channel && s.dst_scale.how != quantized::by_channel &&
        is_of(s.src_scale, data_type::f32) && is_of(s.weights_scale, data_type::f32) &&
        is_of(s.dst_scale, data_type::f32) && is_of(s.src_zero_point, data_type::s32) &&
        is_of(s.dst_zero_point, data_type::s32))
      list.push_back(s);
  return list;
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
      plane(2, 33, 17, {6, 5}, {1, 1}, one, none, none, none),
      plane(1, 5, 3, {7, 7}, {1, 1}, {2, 2}, none, none, none),
      plane(1, 1, 1, {5, 5}, {3, 3}, one, none, one, one),
      plane(1, 9, 20, {17, 14}, {3, 3}, {2, 2}, none, one, one),  // rows that run together
      plane(1, 16, 32, {5, 6}, {3, 3}, one, none, {1, 1}, {0, 2}),
      plane(1, 20, 5, {11, 5}, {3, 2}, {3, 1}, {1, 0}, {1, 0}, {2, 1}),
      plane(1, 8, 8, {8, 8}, {3, 3}, one, one, {2, 2}, {2, 2}),
      plane(1, 2, 3, {3, 3}, {3, 3}, one, none, {4, 5}, {4, 5}),  // outputs without any input
      plane(1, 1, 6, {4, 20}, {3, 3}, one, none, one, one),       // from few channels to few
      plane(1, 1, 8, {4, 21}, {3, 3}, one, none, one, one),       // whose pixels fill vectors
      plane(1, 3, 2, {7, 33}, {3, 4}, {2, 2}, {0, 1}, one, {1, 0}),
      grouped(plane(2, 12, 20, {6, 7}, {3, 3}, one, none, one, one), 4),
      grouped(plane(1, 34, 6, {4, 5}, {3, 3}, {2, 2}, none, one, one), 2),
      grouped(plane(2, 17, 17, {6, 7}, {3, 3}, one, none, one, one), 17),  // depthwise
      grouped(plane(1, 33, 33, {7, 7}, {3, 3}, {2, 2}, none, one, one), 33),
      grouped(plane(1, 16, 16, {6, 6}, {5, 5}, one, one, {4, 4}, {4, 4}), 16),
      {2, 1, 9, 17, {11}, {3}, {1}, {0}, {1}, {1}, false},
      {1, 1, 5, 10, {4, 5, 5}, {3, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, false},
      {1, 6, 6, 6, {4, 4, 4}, {3, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, true},
      plane(1, 70, 66, {3, 3}, {3, 3}, one, none, one, one),  // more than one block of channels
      grouped(plane(1, 17, 17, {2, 112}, {3, 3}, one, none, one, one), 17),  // wide rows, depthwise
      grouped(plane(1, 18, 18, {3, 112}, {3, 3}, {2, 2}, none, one, one), 18),
  };
  std::vector<convolution_case> some = drawn_from(list, 2);
  // Whatever is drawn, no others have kernels of their own: depthwise of whole vectors of bytes,
  // and backward; groups that share a vector, and the last ones.
  some.push_back(grouped(plane(2, 70, 70, {5, 9}, {5, 3}, one, none, {2, 1}, {2, 1}), 70));
  some.push_back(grouped(plane(1, 64, 64, {4, 80}, {3, 3}, {1, 2}, none, one, one), 64));
  some.push_back(grouped(plane(1, 65, 65, {3, 9}, {2, 5}, one, none, {0, 2}, {1, 1}), 65));
  some.push_back(grouped(plane(1, 67, 67, {6, 17}, {5, 7}, one, none, {2, 3}, {2, 4}), 67));
  some.push_back(grouped(plane(1, 66, 66, {5, 20}, {3, 10}, one, none, {1, 3}, {1, 7}), 66));
  some.push_back(grouped(plane(2, 70, 70, {3, 38}, {1, 15}, {2, 1}, none, {1, 9}, {1, 6}), 70));
  some.push_back(grouped(plane(1, 300, 300, {5, 9}, {3, 5}, {2, 2}, none, {1, 4}, {1, 3}), 300));
  some.push_back(grouped(plane(1, 32, 32, {5, 9}, {3, 3}, one, none, one, {1, 2}), 32));
  some.push_back(grouped(plane(1, 18, 36, {5, 9}, {3, 3}, one, none, one, one), 18));
  some.push_back(grouped(plane(1, 34, 102, {5, 9}, {3, 3}, {2, 2}, none, one, one), 34));
  some.push_back(grouped(plane(1, 64, 16, {5, 9}, {3, 3}, one, none, one, one), 16));
  // Pixels that fill a vector: side by side, and of pieces of a row, which overlap.
  some.push_back(grouped(plane(2, 4, 4, {6, 17}, {3, 3}, one, none, one, one), 4));
  some.push_back(grouped(plane(2, 16, 16, {4, 11}, {3, 3}, one, none, {0, 1}, one), 16));
  some.push_back(grouped(plane(2, 16, 16, {7, 9}, {3, 5}, {2, 2}, {0, 1}, {1, 3}, {2, 4}), 16));
  some.push_back(grouped(plane(1, 129, 129, {6, 8}, {3, 2}, one, {1, 2}, {2, 3}, {1, 0}), 129));
  some.push_back(grouped(plane(2, 24, 24, {5, 20}, {3, 3}, {2, 1}, none, one, {2, 1}), 3));
  some.push_back(grouped(plane(1, 36, 36, {6, 7}, {3, 2}, one, {0, 1}, {1, 2}, one), 9));
  some.push_back(grouped(plane(1, 10, 10, {4, 9}, {1, 3}, {1, 2}, none, none, one), 5));
  some.push_back(grouped(plane(2, 40, 40, {5, 20}, {3, 3}, one, none, one, one), 10));
  some.push_back(
      grouped(plane(1, 32, 32, {3, 14}, {3, 3}, one, none, one, one), 2));  // a vector each
  some.push_back(grouped(plane(1, 40, 40, {6, 11}, {3, 5}, {1, 2}, none, {1, 2}, {1, 2}), 5));
  some.push_back(grouped(plane(1, 256, 256, {5, 20}, {3, 3}, {2, 2}, one, {1, 2}, {2, 1}), 256));
  some.push_back(grouped(plane(2, 48, 48, {6, 9}, {3, 3}, {2, 2}, none, {0, 1}, {2, 0}), 48));
  // Blocks of bytes that are not full.
  some.push_back(grouped(plane(2, 61, 61, {9, 10}, {3, 3}, {2, 1}, none, one, {0, 1}), 61));
  some.push_back(grouped(plane(1, 9, 9, {5, 9}, {2, 11}, one, none, {1, 4}, {1, 5}), 9));
  some.push_back(grouped(plane(1, 35, 35, {4, 21}, {5, 5}, one, {1, 2}, {4, 6}, {3, 5}), 35));
  // Whole blocks of bytes, and joined pixels of what is left.
  some.push_back(grouped(plane(2, 96, 96, {9, 8}, {3, 3}, {2, 1}, none, one, {0, 1}), 96));
  some.push_back(grouped(plane(1, 72, 72, {7, 21}, {5, 5}, {2, 2}, none, {2, 3}, {2, 1}), 72));
  some.push_back(grouped(plane(1, 80, 80, {4, 11}, {4, 3}, {1, 2}, none, one, {2, 1}), 80));
  some.push_back(plane(1, 3, 33, {7, 9}, {5, 3}, {2, 2}, none, {2, 1}, {2, 1}));
  // Distant taps, which see nothing but padding for many outputs in turn, and all do for some.
  some.push_back(plane(1, 9, 20, {5, 17}, {3, 3}, one, {1, 6}, {2, 7}, {2, 7}));
  some.push_back(plane(2, 17, 6, {4, 30}, {2, 3}, {1, 2}, {0, 7}, {0, 8}, {1, 9}));
  some.push_back(plane(1, 5, 18, {3, 12}, {3, 3}, one, {0, 7}, {1, 20}, {1, 20}));
  some.push_back(plane(1, 6, 20, {4, 15}, {1, 4}, one, {0, 3}, none, none));
  return some;
}

}  // namespace dnnlet::test
