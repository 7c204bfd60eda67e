// SPDX-License-Identifier: Apache-2.0
// LRN backward of pixels whose channels are vectors, wherever these lie: what a window of five
// takes of the vectors before and after comes from registers, so that nothing is copied, and terms
// and sums go through no memory; five facts: lrn_backward.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_LRN_GRADIENT_PIXELS_INL_H
#define DNNLET_PLUGINS_KERNELS_LRN_GRADIENT_PIXELS_INL_H

#include <hwy/cache_control.h>

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

#if HWY_MAX_BYTES < 16 || HWY_HAVE_SCALABLE
constexpr size_t window_lanes = 0;

inline drivers::lrn_gradient_pixels gradient_pixels(data_type) {
  return nullptr;
}

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

// Vectors of the channels of a pixel, one after the other. Blocks of channels are more streams than
// hardware sees: what is eight pixels ahead is asked for (of 256 channels, twice as fast).
template <class T>
class channel_vectors {
 public:
  explicit HWY_INLINE channel_vectors(const drivers::lrn_pixels &of)
      : at_(static_cast<T *>(of.data)),
        step_(of.layout.w),
        left_(of.layout.run),
        run_(of.layout.run),
        jump_(of.layout.run_stride - of.layout.run) {}

  // Those of another pixel, so many further on.
  HWY_INLINE channel_vectors at(dim_t pixel) const {
    channel_vectors other = *this;
    other.at_ += pixel * step_;
    return other;
  }
  HWY_INLINE T *next() {
    T *const at = at_;
    hwy::Prefetch(at + 8 * step_);
    at_ += window_lanes;
    left_ -= dim_t(window_lanes);
    if (left_ == 0) {
      at_ += jump_;
      left_ = run_;
    }
    return at;
  }

 private:
  T *at_;
  const dim_t step_;
  dim_t left_;
  const dim_t run_, jump_;
};

// All in registers: the terms of a vector are made when those before it are summed.
template <class T>
HWY_INLINE void gradient_pixel(const lrn_parameters &p, float factor, channel_vectors<const T> x,
                               channel_vectors<const T> diff, channel_vectors<T> y,
                               dim_t channels) {
  constexpr dim_t lanes = dim_t(window_lanes);
  const f32_vector zero = hn::Zero(f32_tag());
  f32_vector x0 = zero, x1 = to_f32(x.next()), x2 = channels > lanes ? to_f32(x.next()) : zero;
  f32_vector b0 = zero, b1,
             a1 = gradient_and_term<three_quarters>(channel_sum(x0, x1, x2, add_square()), x1,
                                                    to_f32(diff.next()), p, b1);
  for (dim_t left = channels - lanes; left >= 0; left -= lanes) {
    f32_vector a2 = zero, b2 = zero;
    x0 = x1;
    x1 = x2;
    if (left > 0) {
      x2 = left > lanes ? to_f32(x.next()) : zero;
      a2 = gradient_and_term<three_quarters>(channel_sum(x0, x1, x2, add_square()), x1,
                                             to_f32(diff.next()), p, b2);
    }
    from_f32(combined_of(channel_sum(b0, b1, b2, add()), factor, x0, a1), y.next());
    b0 = b1;
    b1 = b2;
    a1 = a2;
  }
}

// Copies stay in registers: the compiler must take it that y may be where the others are.
template <class T>
void each_pixel(const lrn_parameters &p, float factor, const drivers::lrn_pixels &x,
                const drivers::lrn_pixels &diff, const drivers::lrn_pixels &y, dim_t channels,
                dim_t pixels) {
  const lrn_parameters own = p;
  channel_vectors<const T> x_vectors(x), diff_vectors(diff);
  channel_vectors<T> y_vectors(y);
  for (dim_t i = 0; i < pixels; ++i)
    gradient_pixel<T>(own, factor, x_vectors.at(i), diff_vectors.at(i), y_vectors.at(i), channels);
}

// Of bf16, shorter vectors are converted faster in rows.
inline drivers::lrn_gradient_pixels gradient_pixels(data_type type) {
  if constexpr (has_type(dnnl_bf16) && window_lanes == 16)
    if (type == dnnl_bf16) return each_pixel<hwy::bfloat16_t>;
  return type == dnnl_f32 ? each_pixel<float> : nullptr;
}
#endif

}  // namespace lrn
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
