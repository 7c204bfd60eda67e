// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/inner_product/problem.h"

namespace dnnlet::test {

namespace {

using tag = dnnl::memory::format_tag;

dims with_first(int64_t first, const dims &rest) {
  dims all = {first};
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

// Calls body(element of src, of weights, of dst) for every product.
template <class Body>
void for_each_product(const inner_product_case &c, const Body &body) {
  const auto inputs = size_t(c.inputs());
  for (size_t n = 0; n < size_t(c.n); ++n)
    for (size_t o = 0; o < size_t(c.oc); ++o)
      for (size_t k = 0; k < inputs; ++k)
        body(n * inputs + k, o * inputs + k, n * size_t(c.oc) + o);
}

}  // namespace

std::string text(const inner_product_types &t) {
  std::string s = std::string(name_of(t.src)) + " " + name_of(t.weights) + " ";
  s += t.bias == data_type::undef ? "no bias" : name_of(t.bias);
  return s + " -> " + name_of(t.dst);
}

dims inner_product_case::src_dims() const {
  return with_first(n, image);
}
dims inner_product_case::weights_dims() const {
  return with_first(oc, image);
}

std::string inner_product_case::name() const {
  return "src " + text(src_dims()) + " weights " + text(weights_dims());
}

std::vector<inner_product_case> inner_product_cases() {
  const std::vector<inner_product_case> list = {
      {1, 33, {40}},         {5, 17, {33}},      {40, 10, {64}},
      {1, 100, {16, 3, 3}},  {3, 65, {8, 3, 5}}, {30, 20, {32, 2, 2}},
      {2, 9, {64, 2, 2}},    {4, 7, {5, 9}},     {33, 70, {16, 4}},
      {2, 12, {3, 2, 3, 4}}, {1, 1, {1}},        {6, 1, {50}},
      {1, 5, {1, 3, 3}},     {70, 130, {20}},    {2, 48, {16, 2, 2, 2}},
      {0, 5, {7}},
  };
  std::vector<inner_product_case> drawn = drawn_from(list, 2);
  drawn.push_back({3, 18, {24}});
  return drawn;
}

const std::vector<inner_product_layouts> &all_inner_product_layouts() {
  static const std::vector<inner_product_layouts> list = {
      {"any", {tag::any, tag::any, tag::any, tag::any}, {tag::any, tag::any, tag::any, tag::any}},
      {"nhwc any",
       {tag::nc, tag::nwc, tag::nhwc, tag::ndhwc},
       {tag::any, tag::any, tag::any, tag::any}},
      {"nchw oihw",
       {tag::nc, tag::ncw, tag::nchw, tag::ncdhw},
       {tag::oi, tag::oiw, tag::oihw, tag::oidhw}},
      {"nhwc oihw",
       {tag::nc, tag::nwc, tag::nhwc, tag::ndhwc},
       {tag::io, tag::oiw, tag::oihw, tag::oidhw}},
      {"nchw hwio",
       {tag::cn, tag::ncw, tag::nchw, tag::ncdhw},
       {tag::io, tag::wio, tag::hwio, tag::dhwio}},
      {"nChw8c any",
       {tag::nc, tag::nCw8c, tag::nChw8c, tag::nCdhw8c},
       {tag::any, tag::any, tag::any, tag::any}},
      {"any OIhw16i16o",
       {tag::any, tag::any, tag::any, tag::any},
       {tag::oi, tag::OIw16i16o, tag::OIhw16i16o, tag::OIdhw16i16o}},
  };
  return list;
}

inner_product_tensors inputs_of(const inner_product_case &c, const inner_product_types &t,
                                uint64_t seed, const fill *how) {
  const auto make = [&](const dims &shape, data_type type, uint64_t s) {
    if (type == data_type::undef) return tensor();
    return how ? random_tensor(shape, type, s, *how) : random_tensor(shape, type, s);
  };
  return {make(c.src_dims(), t.src, seed), make(c.weights_dims(), t.weights, seed + 1),
          make({c.oc}, t.bias, seed + 2), make(c.dst_dims(), t.dst, seed + 3)};
}

sums forward(const inner_product_case &c, const inner_product_tensors &t) {
  sums dst(c.dst_dims(), data_type::f32);
  for_each_product(
      c, [&](size_t s, size_t w, size_t d) { dst.add(d, t.src.values[s] * t.weights.values[w]); });
  return dst;
}

sums backward_data(const inner_product_case &c, const inner_product_tensors &t) {
  sums src(c.src_dims(), data_type::f32);
  for_each_product(
      c, [&](size_t s, size_t w, size_t d) { src.add(s, t.dst.values[d] * t.weights.values[w]); });
  return src;
}

sums backward_weights(const inner_product_case &c, const inner_product_tensors &t) {
  sums weights(c.weights_dims(), data_type::f32);
  for_each_product(
      c, [&](size_t s, size_t w, size_t d) { weights.add(w, t.dst.values[d] * t.src.values[s]); });
  return weights;
}

sums backward_bias(const inner_product_case &c, const inner_product_tensors &t) {
  sums bias({c.oc}, data_type::f32);
  for (size_t i = 0; i < t.dst.values.size(); ++i) bias.add(i % size_t(c.oc), t.dst.values[i]);
  return bias;
}

inner_product_descs describe(const inner_product_case &c, const inner_product_types &t,
                             const inner_product_layouts &l) {
  const size_t i = c.image.size() - 1;
  inner_product_descs d = {{c.src_dims(), t.src, l.src[i]},
                           {c.weights_dims(), t.weights, l.weights[i]},
                           {},
                           {c.dst_dims(), t.dst, l.src[i] == tag::any ? tag::any : tag::nc}};
  if (t.bias != data_type::undef) d.bias = {{c.oc}, t.bias, tag::a};
  return d;
}

dnnl::inner_product_forward::primitive_desc forward_desc(const dnnl::engine &engine,
                                                         const inner_product_descs &d,
                                                         const dnnl::primitive_attr &attr) {
  return {engine, dnnl::prop_kind::forward_training, d.src, d.weights, d.bias, d.dst, attr};
}

namespace {

// dnnl.hpp wants one; the library looks at none.
dnnl::inner_product_forward::primitive_desc hint_of(const dnnl::engine &engine) {
  constexpr data_type f32 = data_type::f32;
  return forward_desc(engine,
                      {{{1, 1}, f32, tag::nc}, {{1, 1}, f32, tag::oi}, {}, {{1, 1}, f32, tag::nc}});
}

}  // namespace

dnnl::inner_product_backward_data::primitive_desc backward_data_desc(const dnnl::engine &engine,
                                                                     const inner_product_descs &d) {
  return {engine, d.src, d.weights, d.dst, hint_of(engine)};
}

dnnl::inner_product_backward_weights::primitive_desc backward_weights_desc(
    const dnnl::engine &engine, const inner_product_descs &d) {
  return {engine, d.src, d.weights, d.bias, d.dst, hint_of(engine)};
}

}  // namespace dnnlet::test
