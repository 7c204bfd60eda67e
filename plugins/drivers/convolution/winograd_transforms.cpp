// SPDX-License-Identifier: Apache-2.0
// The transforms of winograd_transforms.h: each is made along columns first, and then along rows,
// for a few channels at a time.
//   all f32, any alignment, disjoint; counts are whole or end in a part of `lanes`
//   scratch 0 B (3 KB of stack); error: one rounding for each operation
#include "plugins/drivers/convolution/winograd_transforms.h"

#include <cstring>

#include "core/support/arithmetic.h"

namespace dnnlet::drivers::winograd {

namespace {

constexpr int lanes = 16;  // channels at a time: loops over them become vectors

struct channels {
  float v[lanes];
};

// A few channels, zeros beyond the end.
inline void load(channels &to, const float *from, dim_t count) noexcept {
  if (count == lanes) {
    std::memcpy(to.v, from, sizeof(to.v));
    return;
  }
  to = {};
  std::memcpy(to.v, from, size_t(count) * sizeof(float));
}
inline void store(float *to, const channels &from, dim_t count) noexcept {
  if (count == lanes)
    std::memcpy(to, from.v, sizeof(from.v));
  else
    std::memcpy(to, from.v, size_t(count) * sizeof(float));
}

// Along one dimension, from and to `step` apart.
inline void input_line(const channels *__restrict d, int step, channels *__restrict to,
                       int to_step) noexcept {
  for (int c = 0; c < lanes; ++c) {
    const float d0 = d[0].v[c], d1 = d[step].v[c], d2 = d[2 * step].v[c];
    const float d3 = d[3 * step].v[c], d4 = d[4 * step].v[c], d5 = d[5 * step].v[c];
    const float even = d4 - 4 * d2, odd = d3 - 4 * d1;
    const float half_even = d4 - d2, half_odd = 2 * (d3 - d1);
    to[0].v[c] = 4 * d0 + (d4 - 5 * d2);
    to[to_step].v[c] = even + odd;
    to[2 * to_step].v[c] = even - odd;
    to[3 * to_step].v[c] = half_even + half_odd;
    to[4 * to_step].v[c] = half_even - half_odd;
    to[5 * to_step].v[c] = 4 * d1 + (d5 - 5 * d3);
  }
}

inline void weights_line(const channels *__restrict g, int step, channels *__restrict to,
                         int to_step) noexcept {
  for (int c = 0; c < lanes; ++c) {
    const float g0 = g[0].v[c], g1 = g[step].v[c], g2 = g[2 * step].v[c];
    const float sum = (g0 + g2) * (-1.f / 6), mean = g1 * (1.f / 6);
    const float ends = g0 * (1.f / 24) + g2 * (1.f / 6), middle = g1 * (1.f / 12);
    to[0].v[c] = g0 * .25f;
    to[to_step].v[c] = sum - mean;
    to[2 * to_step].v[c] = sum + mean;
    to[3 * to_step].v[c] = ends + middle;
    to[4 * to_step].v[c] = ends - middle;
    to[5 * to_step].v[c] = g2;
  }
}

inline void output_line(const channels *__restrict m, int step, channels *__restrict to,
                        int to_step) noexcept {
  for (int c = 0; c < lanes; ++c) {
    const float m1 = m[step].v[c], m2 = m[2 * step].v[c];
    const float m3 = m[3 * step].v[c], m4 = m[4 * step].v[c];
    const float sum = m1 + m2, difference = m1 - m2, far_sum = m3 + m4, far_difference = m3 - m4;
    to[0].v[c] = m[0].v[c] + sum + far_sum;
    to[to_step].v[c] = difference + 2 * far_difference;
    to[2 * to_step].v[c] = sum + 4 * far_sum;
    to[3 * to_step].v[c] = difference + 8 * far_difference + m[5 * step].v[c];
  }
}

}  // namespace

void transform_input(const float *const *pixels, dim_t count, float *to, dim_t to_step) noexcept {
  channels d[points * points], half[points * points];
  for (dim_t c = 0; c < count; c += lanes) {
    const dim_t some = min<dim_t>(lanes, count - c);
    for (int i = 0; i < points * points; ++i) load(d[i], pixels[i] + c, some);
    for (int x = 0; x < points; ++x) input_line(d + x, points, half + x, points);
    for (int y = 0; y < points; ++y) input_line(half + y * points, 1, d + y * points, 1);
    for (int i = 0; i < points * points; ++i) store(to + i * to_step + c, d[i], some);
  }
}

void transform_weights(const float *const *weights, dim_t count, float *to,
                       dim_t to_step) noexcept {
  channels g[taps * taps], half[points * taps], all[points * points];
  for (dim_t c = 0; c < count; c += lanes) {
    const dim_t some = min<dim_t>(lanes, count - c);
    for (int i = 0; i < taps * taps; ++i) load(g[i], weights[i] + c, some);
    for (int x = 0; x < taps; ++x) weights_line(g + x, taps, half + x, taps);
    for (int y = 0; y < points; ++y) weights_line(half + y * taps, 1, all + y * points, 1);
    for (int i = 0; i < points * points; ++i) store(to + i * to_step + c, all[i], some);
  }
}

void transform_output(const float *from, dim_t from_step, dim_t count, const float *bias, float *to,
                      dim_t to_step) noexcept {
  channels m[points * points], half[outputs * points], all[outputs * outputs], start = {};
  for (dim_t c = 0; c < count; c += lanes) {
    const dim_t some = min<dim_t>(lanes, count - c);
    for (int i = 0; i < points * points; ++i) load(m[i], from + i * from_step + c, some);
    for (int x = 0; x < points; ++x) output_line(m + x, points, half + x, points);
    for (int y = 0; y < outputs; ++y) output_line(half + y * points, 1, all + y * outputs, 1);
    if (bias) load(start, bias + c, some);
    for (int i = 0; i < outputs * outputs; ++i) {
      for (int l = 0; l < lanes; ++l) all[i].v[l] += start.v[l];
      store(to + i * to_step + c, all[i], some);
    }
  }
}

}  // namespace dnnlet::drivers::winograd
