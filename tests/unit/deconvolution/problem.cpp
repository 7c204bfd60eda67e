// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/deconvolution/problem.h"

namespace dnnlet::test {

namespace {

convolution_case plane(int64_t n, int64_t ic, int64_t oc, dims dst, dims kernel,
                       dims strides = {1, 1}, dims left = {0, 0}, dims right = {},
                       dims dilates = {0, 0}) {
  return {n, 1, oc, ic, dst, kernel, strides, dilates, left, right.empty() ? left : right, false};
}

convolution_case grouped(convolution_case c, int64_t groups) {
  c.groups = groups;
  c.has_groups = true;
  return c;
}

// With the channels of the weights, in each group, exchanged: both ways.
tensor exchanged(const tensor &weights, bool has_groups) {
  dims shape = weights.shape, at(shape.size(), 0);
  const size_t o = has_groups ? 1 : 0;
  std::swap(shape[o], shape[o + 1]);
  tensor result(shape, weights.type);
  if (weights.values.empty()) return result;
  do {
    dims to = at;
    std::swap(to[o], to[o + 1]);
    result.at(to) = weights.at(at);
  } while (next_index(at, weights.shape));
  return result;
}

// Without bias.
convolution_tensors convolution_of(const deconvolution_case &c, const deconvolution_tensors &t) {
  return {t.dst, t.weights.shape.empty() ? tensor() : exchanged(t.weights, c.conv.has_groups),
          tensor({c.conv.oc}, data_type::f32), t.src};
}

}  // namespace

std::string text(const deconvolution_types &t) {
  std::string s = std::string(name_of(t.src)) + " " + name_of(t.weights) + " ";
  s += t.bias == data_type::undef ? "no bias" : name_of(t.bias);
  return s + " -> " + name_of(t.dst);
}

dims deconvolution_case::weights_dims() const {
  dims d = conv.weights_dims();
  const size_t o = conv.has_groups ? 1 : 0;
  std::swap(d[o], d[o + 1]);
  return d;
}

std::string deconvolution_case::name() const {
  return "dst " + text(dst_dims()) + " of convolution " + conv.name();
}

std::vector<deconvolution_case> deconvolution_cases() {
  const std::vector<deconvolution_case> list = {
      {plane(2, 17, 20, {9, 10}, {4, 4}, {2, 2}, {1, 1})},
      {plane(1, 33, 3, {12, 12}, {4, 4}, {2, 2}, {1, 1})},
      {plane(1, 7, 66, {8, 9}, {3, 3}, {1, 1}, {1, 1})},
      {plane(2, 20, 5, {11, 7}, {3, 2}, {3, 2}, {1, 0}, {0, 1})},
      {plane(1, 5, 9, {8, 10}, {2, 2}, {2, 2})},           // windows side by side
      {plane(1, 6, 7, {10, 9}, {2, 2}, {3, 4})},           // with gaps between them
      {plane(2, 9, 33, {5, 6}, {1, 1})},                   // 1x1
      {plane(1, 18, 32, {8, 9}, {3, 3}, {2, 2}, {1, 1})},  // whole vectors
      {plane(1, 4, 6, {9, 9}, {3, 3}, {2, 2}, {2, 2}, {2, 2}, {1, 1})},
      {plane(1, 80, 70, {4, 4}, {3, 3}, {2, 2}, {1, 1})},  // several blocks of channels
      {plane(1, 2, 4, {6, 140}, {4, 4}, {2, 2}, {1, 1})},  // several tiles
      {grouped(plane(2, 12, 20, {8, 9}, {3, 3}, {2, 2}, {1, 1}), 4)},
      {grouped(plane(2, 17, 17, {8, 7}, {4, 4}, {2, 2}, {1, 1}), 17)},  // depthwise
      {grouped(plane(1, 40, 40, {6, 6}, {3, 3}, {1, 1}, {1, 1}), 40)},
      {grouped(plane(2, 70, 70, {6, 19}, {3, 5}, {1, 1}, {1, 0}, {0, 3}), 70)},
      {grouped(plane(1, 45, 45, {7, 8}, {2, 3}, {1, 1}, {3, 2}, {1, 4}, {0, 1}), 45)},
      {grouped(plane(1, 16, 16, {5, 18}, {3, 9}, {1, 1}, {2, 4}), 16)},
      {grouped(plane(1, 5, 10, {6, 6}, {3, 3}, {1, 1}, {1, 1}), 5)},
      {{2, 1, 9, 17, {20}, {4}, {2}, {0}, {1}, {1}, false}},
      {{1, 1, 5, 6, {5, 6, 7}, {3, 3, 3}, {2, 2, 2}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, false}},
      {plane(0, 4, 5, {6, 6}, {3, 3}, {1, 1}, {1, 1})},
  };
  std::vector<deconvolution_case> drawn = drawn_from(list, 2);
  drawn.push_back({plane(1, 20, 3, {8, 10}, {4, 4}, {2, 2}, {1, 1})});  // always: to few channels
  drawn.push_back({grouped(plane(2, 34, 68, {6, 7}, {3, 3}, {1, 1}, {1, 1}), 34)});
  drawn.push_back({grouped(plane(2, 24, 24, {5, 7}, {3, 3}, {2, 2}, {1, 0}), 3)});
  // Always: depthwise of bytes, and tiles of groups.
  drawn.push_back({grouped(plane(1, 40, 40, {6, 6}, {3, 3}, {1, 1}, {1, 1}), 40)});
  drawn.push_back({grouped(plane(1, 36, 36, {6, 18}, {3, 3}, {1, 1}, {1, 1}), 9)});
  drawn.push_back({grouped(plane(1, 48, 16, {6, 5}, {4, 3}, {2, 2}, {1, 1}), 16)});
  drawn.push_back({plane(1, 12, 10, {5, 4}, {1, 1})});  // always: every row takes it, or depthwise
  return drawn;
}

deconvolution_tensors inputs_of(const deconvolution_case &c, const deconvolution_types &t,
                                uint64_t seed, const fill *how) {
  const auto make = [&](const dims &shape, data_type type, uint64_t s) {
    if (type == data_type::undef) return tensor();
    return how ? random_tensor(shape, type, s, *how) : random_tensor(shape, type, s);
  };
  return {make(c.src_dims(), t.src, seed), make(c.weights_dims(), t.weights, seed + 1),
          make({c.oc()}, t.bias, seed + 2), make(c.dst_dims(), t.dst, seed + 3)};
}

sums forward(const deconvolution_case &c, const deconvolution_tensors &t) {
  return backward_data(c.conv, convolution_of(c, t));
}

sums backward_data(const deconvolution_case &c, const deconvolution_tensors &t) {
  return forward(c.conv, convolution_of(c, t));
}

sums backward_weights(const deconvolution_case &c, const deconvolution_tensors &t) {
  sums s = backward_weights(c.conv, convolution_of(c, t));
  tensor magnitudes = s.values, lengths = s.values;
  magnitudes.values = s.magnitudes;
  for (size_t i = 0; i < lengths.values.size(); ++i) lengths.values[i] = double(s.lengths[i]);
  s.values = exchanged(s.values, c.conv.has_groups);
  s.magnitudes = exchanged(magnitudes, c.conv.has_groups).values;
  lengths = exchanged(lengths, c.conv.has_groups);
  for (size_t i = 0; i < lengths.values.size(); ++i) s.lengths[i] = int64_t(lengths.values[i]);
  return s;
}

sums backward_bias(const deconvolution_case &c, const deconvolution_tensors &t) {
  sums bias({c.oc()}, data_type::f32);
  dims at(t.dst.shape.size(), 0);
  if (t.dst.values.empty()) return bias;
  do bias.add(size_t(at[1]), t.dst.at(at));
  while (next_index(at, t.dst.shape));
  return bias;
}

convolution_descs describe(const deconvolution_case &c, const deconvolution_types &t,
                           const convolution_layouts &l) {
  const size_t i = c.conv.src.size() - 1;
  convolution_descs d = {
      {c.src_dims(), t.src, l.data[i]},
      {c.weights_dims(), t.weights, c.conv.has_groups ? l.grouped[i] : l.weights[i]},
      {},
      {c.dst_dims(), t.dst, l.data[i]}};
  if (t.bias != data_type::undef) d.bias = {{c.oc()}, t.bias, format::a};
  return d;
}

dnnl::deconvolution_forward::primitive_desc forward_desc(const dnnl::engine &engine,
                                                         const deconvolution_case &c,
                                                         const convolution_descs &d,
                                                         const dnnl::primitive_attr &attr) {
  return {engine,
          dnnl::prop_kind::forward_training,
          dnnl::algorithm::deconvolution_direct,
          d.src,
          d.weights,
          d.bias,
          d.dst,
          c.conv.strides,
          c.conv.dilates,
          c.conv.left,
          c.conv.right,
          attr};
}

// dnnl.hpp wants one; the library looks at none.
dnnl::deconvolution_forward::primitive_desc hint_of(const dnnl::engine &engine,
                                                    const deconvolution_case &c) {
  constexpr deconvolution_types f32 = {data_type::f32, data_type::f32, data_type::undef,
                                       data_type::f32};
  return forward_desc(engine, c, describe(c, f32, any_layouts));
}

dnnl::deconvolution_backward_data::primitive_desc backward_data_desc(const dnnl::engine &engine,
                                                                     const deconvolution_case &c,
                                                                     const convolution_descs &d) {
  return {engine,         dnnl::algorithm::deconvolution_direct,
          d.src,          d.weights,
          d.dst,          c.conv.strides,
          c.conv.dilates, c.conv.left,
          c.conv.right,   hint_of(engine, c)};
}

dnnl::deconvolution_backward_weights::primitive_desc backward_weights_desc(
    const dnnl::engine &engine, const deconvolution_case &c, const convolution_descs &d) {
  return {engine,
          dnnl::algorithm::deconvolution_direct,
          d.src,
          d.weights,
          d.bias,
          d.dst,
          c.conv.strides,
          c.conv.dilates,
          c.conv.left,
          c.conv.right,
          hint_of(engine, c)};
}

}  // namespace dnnlet::test
