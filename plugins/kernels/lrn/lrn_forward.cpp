// SPDX-License-Identifier: Apache-2.0
// Local response normalization:  dst = src * (k + alpha / size * sum of src^2)^-beta over channels
//   around, or pixels around (size^dimensions); oneDNN v3, lrn
//   src, dst: f32, bf16, f16: channels last, in blocks of channels, or pixels side by side, 2 to 5
//     dimensions; disjoint
//   scratch: for sums and converted rows, typically 20 KB for a worker, 70 KB for blocks of
//     channels; within channels, planes of types other than f32
//   errors: those of a sum of squares in f32 in a fixed order, then of powers-inl.h plus 1 ulp
#include "plugins/drivers/lrn/across.h"
#include "plugins/drivers/lrn/within.h"
#include "plugins/kernels/fold/window-inl.h"
#include "plugins/kernels/lrn/pixels-inl.h"
#include "plugins/kernels/lrn/powers-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/kernel_name.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace lrn {
namespace {

using fold::load;
using fold::store;

template <class Power>
struct scale_by {
  template <bool kFull>
  static HWY_INLINE void vector(dim_t i, size_t n, const lrn_parameters &p, const float *x,
                                const float *sums, float *y) {
    const hn::ScalableTag<float> d;
    const auto base = base_of(d, p, load<kFull>(d, sums + i, n));
    const auto z = Power::of(d, base, p.beta, static_cast<hn::Vec<decltype(d)> *>(nullptr));
    store<kFull>(d, hn::Mul(load<kFull>(d, x + i, n), z), y + i, n);
  }
};

void scale(const lrn_parameters &p, const float *x, const float *sums, dim_t n, float *y) {
  if (p.beta == 0.75f)
    for_each_vector<scale_by<three_quarters>>(n, p, x, sums, y);
  else if (p.beta == 0.5f)
    for_each_vector<scale_by<half>>(n, p, x, sums, y);
  else if (p.beta == 1.0f)
    for_each_vector<scale_by<one>>(n, p, x, sums, y);
  else
    for_each_vector<scale_by<any>>(n, p, x, sums, y);
}

// Sums stop in memory: with them in registers, the chain from a sum to its power is longer than
// what CPUs look ahead.
void scale_window(const lrn_parameters &p, const float *x, dim_t half, dim_t n, float *y) {
  const auto scale_some = [&](dim_t i, const float *sums, dim_t count) {
    scale(p, x + i, sums, count, y + i);
  };
  if constexpr (has_fives)
    if (half == 2) return for_each_sums<add_square, 2>(x, half, n, scale_some);
  for_each_sums<add_square, 0>(x, half, n, scale_some);
}

// The sums of a vector at the beginning or the end of x: lanes that lie outside are not read.
template <bool kFirst>
HWY_INLINE f32_vector edge_sum(const float *x) {
  const f32_tag d;
  f32_vector sum = hn::Zero(d);
  for (ptrdiff_t j = -2; j <= 2; ++j) {
    f32_vector v = hn::LoadU(d, (kFirst ? j < 0 : j > 0) ? x : x + j);
    if (kFirst && j < 0) v = hn::SlideUpLanes(d, v, size_t(-j));
    if (!kFirst && j > 0) v = hn::SlideDownLanes(d, v, size_t(j));
    sum = add_square()(v, sum);
  }
  return sum;
}

// The last two vectors of sums may overlap those before.
bool scale_pixel(const lrn_parameters &p, const float *x, dim_t half, dim_t n, float *y) {
  if constexpr (has_fives) {
    const f32_tag d;
    const dim_t lanes = dim_t(hn::Lanes(d)), last = n - lanes;
    float sums[some_sums];
    if (half != 2 || n < 2 * lanes || n > some_sums || lanes < 4) return false;
    hn::StoreU(edge_sum<true>(x), d, sums);
    for (dim_t i = lanes; i < last; i += lanes) {
      const dim_t at = i < last - 2 ? i : last - 2;
      hn::StoreU(window_sum<true, 2>(x, at, size_t(lanes), half, add_square()), d, sums + at);
    }
    hn::StoreU(edge_sum<false>(x + last), d, sums + last);
    scale(p, x, sums, n, y);
    return true;
  }
  return false;
}

}  // namespace
}  // namespace lrn
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::lrn_forward_backend parts = {
    row_parts,
    fold::fold_by<fold::plain<fold::sum_of_squares>>,
    fold::fold_by<fold::plain<fold::sum>>,
    lrn::scale,
    lrn::scale_window,
    lrn::scale_pixel,
    lrn::window_lanes,
    lrn::forward_pixels,
};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("lrn_across_channels"), drivers::plan_lrn_across_channels_forward,
     drivers::run_lrn_across_channels_forward, &parts},
    {DNNLET_KERNEL_NAME("lrn_across_planes"), drivers::plan_lrn_across_planes_forward,
     drivers::run_lrn_across_planes_forward, &parts},
    {DNNLET_KERNEL_NAME("lrn_within"), drivers::plan_lrn_within_forward,
     drivers::run_lrn_within_forward, &parts},
};

}  // namespace

extern const kernel_rows lrn_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
