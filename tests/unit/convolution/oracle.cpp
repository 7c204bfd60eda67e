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

// Calls body(src index, weights index, dst index) for every product of the convolution.
template <class Body>
void for_each_product(const convolution_case &c, const Body &body) {
  const dims dst_dims = c.dst_dims();
  const int64_t oc_group = c.oc / c.groups, ic_group = c.ic / c.groups;
  dims dst(dst_dims.size(), 0);
  if (count(dst_dims) == 0) return;
  // Made once: allocating them for every product would take most of the time.
  const size_t spatial = c.kernel.size(), first = c.has_groups ? 1 : 0;
  dims src(2 + spatial), weights(first + 2 + spatial), taps = {ic_group};
  taps.insert(taps.end(), c.kernel.begin(), c.kernel.end());
  dims tap(taps.size(), 0);
  do {
    const int64_t group = dst[1] / oc_group;
    tap.assign(tap.size(), 0);
    do {
      src[0] = dst[0];
      src[1] = group * ic_group + tap[0];
      weights[0] = group;
      weights[first] = dst[1] % oc_group;
      weights[first + 1] = tap[0];
      bool inside = true;
      for (size_t i = 0; i < spatial; ++i) {
        src[2 + i] = dst[2 + i] * c.strides[i] + tap[1 + i] * (c.dilates[i] + 1) - c.left[i];
        weights[first + 2 + i] = tap[1 + i];
        inside = inside && 0 <= src[2 + i] && src[2 + i] < c.src[i];
      }
      if (inside) body(src, weights, dst);
    } while (next_index(tap, taps));
  } while (next_index(dst, dst_dims));
}

}  // namespace

tensor forward(const convolution_case &c, const convolution_tensors &t) {
  tensor dst(c.dst_dims(), data_type::f32);
  for_each_product(c, [&](const dims &s, const dims &w, const dims &d) {
    dst.at(d) += t.src.at(s) * t.weights.at(w);
  });
  dims d(dst.shape.size(), 0);
  if (count(dst.shape) > 0) do {
      dst.at(d) += t.bias.at({d[1]});
    } while (next_index(d, dst.shape));
  return dst;
}

tensor backward_data(const convolution_case &c, const convolution_tensors &t) {
  tensor src(c.src_dims(), data_type::f32);
  for_each_product(c, [&](const dims &s, const dims &w, const dims &d) {
    src.at(s) += t.dst.at(d) * t.weights.at(w);
  });
  return src;
}

tensor backward_weights(const convolution_case &c, const convolution_tensors &t) {
  tensor weights(c.weights_dims(), data_type::f32);
  for_each_product(c, [&](const dims &s, const dims &w, const dims &d) {
    weights.at(w) += t.dst.at(d) * t.src.at(s);
  });
  return weights;
}

tensor backward_bias(const convolution_case &c, const convolution_tensors &t) {
  tensor bias({c.oc}, data_type::f32);
  dims d(t.dst.shape.size(), 0);
  if (count(t.dst.shape) > 0) do {
      bias.at({d[1]}) += t.dst.at(d);
    } while (next_index(d, t.dst.shape));
  return bias;
}

}  // namespace dnnlet::test
