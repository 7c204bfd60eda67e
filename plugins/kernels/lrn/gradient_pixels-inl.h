// SPDX-License-Identifier: Apache-2.0
// LRN backward of pixels of f32 whose channels are vectors, wherever these lie: what a window of
// five takes of the vectors before and after comes from registers, so that nothing is copied;
// five facts: lrn_backward.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_LRN_GRADIENT_PIXELS_INL_H
#define DNNLET_PLUGINS_KERNELS_LRN_GRADIENT_PIXELS_INL_H

#include "plugins/kernels/lrn/powers-inl.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace lrn {

// Answers a, and b in `term`.
template <class Power>
HWY_INLINE f32_vector gradient_and_term(f32_vector sum, f32_vector x, f32_vector g,
                                        const lrn_parameters &p, f32_vector &term) {
  const f32_tag d;
  const auto base = base_of(d, p, sum);
  auto next = base;
  const auto z = Power::of(d, base, p.beta, &next);
  term = hn::Mul(hn::Mul(g, x), next);
  return hn::Mul(g, z);
}

HWY_INLINE f32_vector combined_of(f32_vector sum, float factor, f32_vector x, f32_vector a) {
  return hn::NegMulAdd(hn::Mul(x, hn::Set(f32_tag(), factor)), sum, a);
}

#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE
constexpr size_t window_lanes = 0;
constexpr decltype(drivers::lrn_backward_backend::gradient_pixels) gradient_pixels = nullptr;
#else
constexpr size_t window_lanes = hn::MaxLanes(f32_tag());
static_assert(window_lanes == 4 || window_lanes == 8 || window_lanes == 16);

// The lanes of `low` and `high`, side by side, from lane kFirst of `low` on.
template <size_t kFirst>
HWY_INLINE f32_vector window_from(f32_vector high, f32_vector low) {
  const f32_tag d;
  if constexpr (window_lanes == 4) {
    return hn::CombineShiftRightLanes<kFirst>(d, high, low);
  } else if constexpr (window_lanes == 8) {
    const f32_vector middle = hn::ConcatLowerUpper(d, high, low);
    if constexpr (kFirst < 4)
      return hn::CombineShiftRightLanes<kFirst>(d, middle, low);
    else
      return hn::CombineShiftRightLanes<kFirst - 4>(d, high, middle);
  } else {
    const auto lanes = hn::Iota(hn::RebindToSigned<f32_tag>(), int32_t(kFirst));
    return hn::TwoTablesLookupLanes(d, low, high, hn::IndicesFromVec(d, lanes));
  }
}

// In the order of window_sum().
template <class Term>
HWY_INLINE f32_vector channel_sum(f32_vector before, f32_vector x, f32_vector after,
                                  const Term &term) {
  f32_vector sum = term(window_from<window_lanes - 2>(x, before), hn::Zero(f32_tag()));
  sum = term(window_from<window_lanes - 1>(x, before), sum);
  sum = term(x, sum);
  sum = term(window_from<1>(after, x), sum);
  return term(window_from<2>(after, x), sum);
}

// A vector of channels of each of some pixels: where the first lies, and how far the next.
struct vectors {
  const float *data;
  dim_t step;

  HWY_INLINE f32_vector operator[](dim_t pixel) const {
    return hn::LoadU(f32_tag(), data + pixel * step);
  }
};

// Calls body(the vectors before, those at, and those after channel c, c) for all channels; `at`
// finds vectors. Those before the first and after the last are zeros.
template <class At, class Body>
HWY_INLINE void for_each_channels(dim_t channels, const At &at, const Body &body) {
  constexpr dim_t lanes = dim_t(window_lanes);
  const float zeros[window_lanes] = {};
  const vectors none = {zeros, 0};
  vectors before = none, x = at(dim_t(0));
  for (dim_t c = 0; c < channels; c += lanes) {
    const vectors after = c + lanes < channels ? at(c + lanes) : none;
    body(before, x, after, c);
    before = x;
    x = after;
  }
}

inline void gradient_pixels(const lrn_parameters &p, float factor, const drivers::lrn_pixels &x,
                            const drivers::lrn_pixels &diff, const drivers::lrn_pixels &y,
                            dim_t channels, dim_t pixels, float *b) {
  const f32_tag d;
  constexpr dim_t lanes = dim_t(window_lanes);
  const auto x_at = [&](dim_t c) { return vectors{x.at(c), x.step()}; };
  for_each_channels(channels, x_at, [&](vectors x0, vectors x1, vectors x2, dim_t c) HWY_ATTR {
    const vectors g = {diff.at(c), diff.step()};
    float *to = y.at(c), *terms = b + c * pixels;
    for (dim_t i = 0; i < pixels; ++i, to += y.step(), terms += lanes) {
      const f32_vector v = x1[i], sum = channel_sum(x0[i], v, x2[i], add_square());
      f32_vector term;
      hn::StoreU(gradient_and_term<three_quarters>(sum, v, g[i], p, term), d, to);
      hn::StoreU(term, d, terms);
    }
  });
  const auto b_at = [&](dim_t c) { return vectors{b + c * pixels, lanes}; };
  for_each_channels(channels, b_at, [&](vectors b0, vectors b1, vectors b2, dim_t c) HWY_ATTR {
    const vectors from = x_at(c);
    float *to = y.at(c);
    for (dim_t i = 0; i < pixels; ++i, to += y.step()) {
      const f32_vector sum = channel_sum(b0[i], b1[i], b2[i], add());
      hn::StoreU(combined_of(sum, factor, from[i], hn::LoadU(d, to)), d, to);
    }
  });
}
#endif

}  // namespace lrn
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
