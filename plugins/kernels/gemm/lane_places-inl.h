// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution backward by weights: which taps see src where in a row, and where their
// sums are; five facts: lane_gradients.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_LANE_PLACES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_LANE_PLACES_INL_H

#include "plugins/kernels/gemm/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::lane_gradient;
using drivers::weights_row;

namespace {

// The places of a row where all taps see src that there are. If kSlides, a place is a pixel of src,
// which tap t sees from output place - t; else it is an output.
struct places {
  ptrdiff_t end, all_begin, all_count;
  size_t taps;     // of the first of the other places, three bits for each
  bool is_listed;  // those are all
};
constexpr int places_listed = 8 * sizeof(size_t) / drivers::gradient_taps;

// The taps that see src at a place, as bits.
template <bool kSlides>
HWY_NOINLINE uint32_t taps_at(const lane_gradient &a, ptrdiff_t place) {
  uint32_t taps = 0;
  for (int t = 0; t < drivers::gradient_taps; ++t) {
    const ptrdiff_t output = kSlides ? place - t : place;
    taps |= uint32_t(a.begin[t] <= output && output < a.end[t]) << t;
  }
  return taps;
}

template <bool kSlides>
places find_places(const lane_gradient &a) {
  places p = {a.outputs, 0, 0, 0, false};
  ptrdiff_t all_end = a.outputs + drivers::gradient_taps;
  for (int t = 0; t < a.taps; ++t) {
    const ptrdiff_t shift = kSlides ? t : 0;
    p.end = a.end[t] + shift > p.end ? a.end[t] + shift : p.end;
    p.all_begin = a.begin[t] + shift > p.all_begin ? a.begin[t] + shift : p.all_begin;
    all_end = a.end[t] + shift < all_end ? a.end[t] + shift : all_end;
  }
  p.all_count = all_end > p.all_begin ? all_end - p.all_begin : 0;
  ptrdiff_t place = 0;
  for (int i = 0; i < places_listed && place < p.end; ++i, ++place) {
    if (place == p.all_begin) place += p.all_count;
    p.taps |= size_t(taps_at<kSlides>(a, place)) << drivers::gradient_taps * i;
  }
  p.is_listed = place >= p.end;
  return p;
}

// Of a vector, channels `first` to `first` + `count` are written.
struct part {
  size_t at, first, count;
};
HWY_INLINE f32_vector load_sum(const lane_gradient &a, const float *sum, size_t at) {
  if (a.is_first || !sum) return hn::Zero(f32_tag());
  return hn::LoadU(f32_tag(), sum + at);
}
HWY_NOINLINE void store_part(f32_vector v, float *sum, const part &p) {
  const f32_tag d;
  HWY_ALIGN float values[hn::MaxLanes(d)];
  hn::Store(v, d, values);
  __builtin_memcpy(sum + p.at + p.first, values + p.first, p.count * sizeof(float));
}
HWY_INLINE void store_sum(f32_vector v, float *sum, const part &p) {
  const f32_tag d;
  if (!sum) return;
  if (p.count < hn::Lanes(d)) return store_part(v, sum, p);
  hn::StoreU(v, d, sum + p.at);
}

// Null: there is no such tap.
HWY_INLINE float *sum_of(const lane_gradient &a, int row, int tap) {
  return row < a.kernel_rows && tap < a.taps ? a.sums + row * a.sums_row + tap * a.sums_tap
                                             : nullptr;
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
