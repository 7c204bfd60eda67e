// SPDX-License-Identifier: Apache-2.0
// LRN across channels of pixels whose channels are vectors, wherever these lie: what a window of
// five takes of the vectors before and after comes from registers, so that nothing is copied; five
// facts: lrn_forward.cpp, lrn_backward.cpp.
//
// Sums and powers of some pixels stop in memory that stays in the L1 cache: in one go, the chain
// from src to the result is longer than what CPUs look ahead, and vectors wait for each other.
#ifndef DNNLET_PLUGINS_KERNELS_LRN_PIXELS_INL_H
#define DNNLET_PLUGINS_KERNELS_LRN_PIXELS_INL_H

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

inline drivers::lrn_forward_pixels forward_pixels(data_type) {
  return nullptr;
}
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

// Whether drivers see to it that vectors lie at one distance: blocks of channels are vectors.
constexpr bool has_even_vectors = window_lanes == drivers::most_lrn_lanes;

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
        jump_(of.layout.run_stride - of.layout.run),
        stride_(run_ == dim_t(window_lanes) ? of.layout.run_stride : dim_t(window_lanes)) {}

  // Those of another pixel, so many further on.
  HWY_INLINE channel_vectors at(dim_t pixel) const {
    channel_vectors other = *this;
    other.at_ += pixel * step_;
    return other;
  }
  HWY_INLINE T *next() {
    hwy::Prefetch(at_ + 8 * step_);
    return next_of_near();
  }
  HWY_INLINE T *next_of_near() {
    T *const at = at_;
    if constexpr (has_even_vectors) {
      at_ += stride_;
      return at;
    }
    at_ += window_lanes;
    left_ -= dim_t(window_lanes);
    if (HWY_UNLIKELY(left_ == 0)) {  // a branch: what follows need not wait
      at_ += jump_;
      left_ = run_;
    }
    return at;
  }

 private:
  T *at_;
  const dim_t step_;
  dim_t left_;
  const dim_t run_, jump_, stride_;
};

constexpr dim_t lanes_of_window = dim_t(window_lanes);

template <class T>
HWY_INLINE void sum_squares(channel_vectors<const T> x, dim_t channels, float *sums) {
  const f32_tag d;
  f32_vector x0 = hn::Zero(d), x1 = to_f32(x.next());
  for (dim_t left = channels - lanes_of_window; left > 0; left -= lanes_of_window) {
    const f32_vector x2 = to_f32(x.next());
    hn::StoreU(channel_sum(x0, x1, x2, add_square()), d, sums);
    x0 = x1;
    x1 = x2;
    sums += lanes_of_window;
  }
  hn::StoreU(channel_sum(x0, x1, hn::Zero(d), add_square()), d, sums);
}

// Powers of n sums take their places, and there are those that gradients need, or not.
template <bool kNext>
HWY_NOINLINE void any_powers(const lrn_parameters &p, dim_t n, float *sums, float *next) {
  const f32_tag d;
  for (dim_t i = 0; i < n; i += lanes_of_window) {
    const f32_vector base = base_of(d, p, hn::LoadU(d, sums + i));
    f32_vector other = base;
    hn::StoreU(three_quarters::of(d, base, p.beta, kNext ? &other : nullptr), d, sums + i);
    if (kNext) hn::StoreU(other, d, next + i);
  }
}
// Of two vectors at a time, which do not wait for each other.
template <bool kNext>
HWY_NOINLINE void powers_of(const lrn_parameters &given, dim_t n, float *sums, float *next) {
  const f32_tag d;
  using power = three_quarters;
  const lrn_parameters p = given;
  dim_t i = 0;
  for (; i + 2 * lanes_of_window <= n; i += 2 * lanes_of_window) {
    const dim_t j = i + lanes_of_window;
    const f32_vector base0 = base_of(d, p, hn::LoadU(d, sums + i));
    const f32_vector base1 = base_of(d, p, hn::LoadU(d, sums + j));
    const auto usual = hn::And(power::are_usual(d, base0), power::are_usual(d, base1));
    if (HWY_UNLIKELY(!hn::AllTrue(d, usual))) {
      any_powers<kNext>(p, 2 * lanes_of_window, sums + i, next + i);
      continue;
    }
    f32_vector next0, next1;
    hn::StoreU(power::of_usual(d, base0, kNext ? &next0 : nullptr), d, sums + i);
    hn::StoreU(power::of_usual(d, base1, kNext ? &next1 : nullptr), d, sums + j);
    if (kNext) hn::StoreU(next0, d, next + i);
    if (kNext) hn::StoreU(next1, d, next + j);
  }
  any_powers<kNext>(p, n - i, sums + i, next + i);
}

template <class T>
HWY_INLINE void scale_vectors(channel_vectors<const T> x, channel_vectors<T> y, dim_t channels,
                              const float *powers) {
  for (dim_t i = 0; i < channels; i += lanes_of_window)
    from_f32(hn::Mul(to_f32(x.next_of_near()), hn::LoadU(f32_tag(), powers + i)), y.next());
}

// The terms of a vector are made when those before it are summed.
template <class T>
HWY_INLINE void combine_vectors(float factor, channel_vectors<const T> x,
                                channel_vectors<const T> diff, channel_vectors<T> y, dim_t channels,
                                const float *powers, const float *next) {
  const f32_tag d;
  f32_vector x1, a1, b1, before = hn::Zero(d);
  const auto read = [&](dim_t i) HWY_ATTR {
    x1 = to_f32(x.next_of_near());
    const f32_vector g = to_f32(diff.next());
    a1 = hn::Mul(g, hn::LoadU(d, powers + i));
    b1 = hn::Mul(hn::Mul(g, x1), hn::LoadU(d, next + i));
  };
  read(0);
  for (dim_t i = lanes_of_window; i < channels; i += lanes_of_window) {
    const f32_vector x0 = x1, a0 = a1, b0 = b1;
    read(i);
    from_f32(combined_of(channel_sum(before, b0, b1, add()), factor, x0, a0), y.next());
    before = b0;
  }
  from_f32(combined_of(channel_sum(before, b1, hn::Zero(d), add()), factor, x1, a1), y.next());
}

// Calls some(first pixel, how many), whose elements and numbers stay in the L1 cache.
constexpr dim_t near_elements = 1024;
template <class Some>
HWY_INLINE void for_some_pixels(dim_t channels, dim_t pixels, const Some &some) {
  const dim_t most = channels < near_elements ? near_elements / channels : 1;
  for (dim_t i = 0; i < pixels; i += most) {
    const dim_t count = pixels - i < most ? pixels - i : most;
    some(i, count);
  }
}

template <class T>
void scale_pixels(const lrn_parameters &p, const drivers::lrn_pixels &x,
                  const drivers::lrn_pixels &y, dim_t channels, dim_t pixels, float *powers) {
  const channel_vectors<const T> x_vectors(x);
  const channel_vectors<T> y_vectors(y);
  for_some_pixels(channels, pixels, [&](dim_t first, dim_t count) HWY_ATTR {
    for (dim_t i = 0; i < count; ++i)
      sum_squares(x_vectors.at(first + i), channels, powers + i * channels);
    powers_of<false>(p, count * channels, powers, powers);
    for (dim_t i = 0; i < count; ++i)
      scale_vectors(x_vectors.at(first + i), y_vectors.at(first + i), channels,
                    powers + i * channels);
  });
}
template <class T>
void differentiate_pixels(const lrn_parameters &p, float factor, const drivers::lrn_pixels &x,
                          const drivers::lrn_pixels &diff, const drivers::lrn_pixels &y,
                          dim_t channels, dim_t pixels, float *powers, float *next) {
  const channel_vectors<const T> x_vectors(x), diff_vectors(diff);
  const channel_vectors<T> y_vectors(y);
  for_some_pixels(channels, pixels, [&](dim_t first, dim_t count) HWY_ATTR {
    for (dim_t i = 0; i < count; ++i)
      sum_squares(x_vectors.at(first + i), channels, powers + i * channels);
    powers_of<true>(p, count * channels, powers, next);
    for (dim_t i = 0; i < count; ++i)
      combine_vectors(factor, x_vectors.at(first + i), diff_vectors.at(first + i),
                      y_vectors.at(first + i), channels, powers + i * channels,
                      next + i * channels);
  });
}

// Of bf16, shorter vectors are converted faster in rows.
constexpr bool has_bf16_pixels = has_type(dnnl_bf16) && window_lanes == 16;
inline drivers::lrn_forward_pixels forward_pixels(data_type type) {
  if constexpr (has_bf16_pixels)
    if (type == dnnl_bf16) return scale_pixels<hwy::bfloat16_t>;
  return type == dnnl_f32 ? scale_pixels<float> : nullptr;
}
inline drivers::lrn_gradient_pixels gradient_pixels(data_type type) {
  if constexpr (has_bf16_pixels)
    if (type == dnnl_bf16) return differentiate_pixels<hwy::bfloat16_t>;
  return type == dnnl_f32 ? differentiate_pixels<float> : nullptr;
}
#endif

}  // namespace lrn
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
