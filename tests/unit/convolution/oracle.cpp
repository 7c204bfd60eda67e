// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/convolution/oracle.h"

namespace dnnlet::test {

dims convolution_case::src_dims() const {
  dims d = {n, ic};
  d.insert(d.end(), src.begin(), src.end());
  return d;
}

dims convolution_case::weights_dims() const {
  dims d = {oc / groups, ic / groups};
  if (has_groups) d.insert(d.begin(), groups);
  d.insert(d.end(), kernel.begin(), kernel.end());
  return d;
}

dims convolution_case::dst_dims() const {
  dims d = {n, oc};
  for (size_t i = 0; i < src.size(); ++i)
    d.push_back(
        (src[i] + left[i] + right[i] - (kernel[i] - 1) * (dilates[i] + 1) - 1) / strides[i] + 1);
  return d;
}

std::string convolution_case::name() const {
  return "src " + text(src_dims()) + " weights " + text(weights_dims()) + " strides " +
         text(strides) + " dilates " + text(dilates) + " padding " + text(left) + " " + text(right);
}

convolution_tensors inputs_of(const convolution_case &c, uint64_t seed) {
  return {random_tensor(c.src_dims(), data_type::f32, seed),
          random_tensor(c.weights_dims(), data_type::f32, seed + 1),
          random_tensor({c.oc}, data_type::f32, seed + 2),
          random_tensor(c.dst_dims(), data_type::f32, seed + 3)};
}

namespace {

// Calls body(element of src, of weights, of dst) for every product of the convolution.
template <class Body>
void for_each_product(const convolution_case &c, const Body &body) {
  const dims dst_dims = c.dst_dims();
  if (count(dst_dims) == 0) return;
  const int64_t oc_group = c.oc / c.groups, ic_group = c.ic / c.groups;
  dims dst(dst_dims.size(), 0), taps = {ic_group}, tap;
  taps.insert(taps.end(), c.kernel.begin(), c.kernel.end());
  tap.assign(taps.size(), 0);  // made once: allocating it for every element would take time
  size_t result = 0;
  do {
    // Weights of one output channel lie side by side, whatever the groups.
    size_t weight = size_t(dst[1] * count(taps));
    do {
      int64_t element = dst[0] * c.ic + dst[1] / oc_group * ic_group + tap[0];
      bool inside = true;
      for (size_t i = 0; i < c.kernel.size() && inside; ++i) {
        const int64_t x = dst[2 + i] * c.strides[i] + tap[1 + i] * (c.dilates[i] + 1) - c.left[i];
        inside = 0 <= x && x < c.src[i];
        element = element * c.src[i] + x;
      }
      if (inside) body(size_t(element), weight, result);
      ++weight;
    } while (next_index(tap, taps));
    ++result;
  } while (next_index(dst, dst_dims));
}

// Calls body(channel, element of dst) for every element.
template <class Body>
void for_each_result(const convolution_case &c, const Body &body) {
  const dims shape = c.dst_dims();
  const auto points = size_t(count({shape.begin() + 2, shape.end()}));
  for (size_t i = 0; i < size_t(count(shape)); ++i) body(i / points % size_t(c.oc), i);
}

}  // namespace

sums forward(const convolution_case &c, const convolution_tensors &t) {
  sums dst(c.dst_dims(), data_type::f32);
  for_each_product(
      c, [&](size_t s, size_t w, size_t d) { dst.add(d, t.src.values[s] * t.weights.values[w]); });
  for_each_result(c, [&](size_t channel, size_t d) { dst.add(d, t.bias.values[channel]); });
  return dst;
}

sums backward_data(const convolution_case &c, const convolution_tensors &t) {
  sums src(c.src_dims(), data_type::f32);
  for_each_product(
      c, [&](size_t s, size_t w, size_t d) { src.add(s, t.dst.values[d] * t.weights.values[w]); });
  return src;
}

sums backward_weights(const convolution_case &c, const convolution_tensors &t) {
  sums weights(c.weights_dims(), data_type::f32);
  for_each_product(
      c, [&](size_t s, size_t w, size_t d) { weights.add(w, t.dst.values[d] * t.src.values[s]); });
  return weights;
}

sums backward_bias(const convolution_case &c, const convolution_tensors &t) {
  sums bias({c.oc}, data_type::f32);
  for_each_result(c, [&](size_t channel, size_t d) { bias.add(channel, t.dst.values[d]); });
  return bias;
}

}  // namespace dnnlet::test
