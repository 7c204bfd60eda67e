// SPDX-License-Identifier: Apache-2.0
// Local response normalization backward: with base = k + alpha / size * sum of src^2,
//   diff_src = diff_dst * base^-beta
//              - 2 alpha beta / size * src * sum of diff_dst * src * base^(-beta - 1)
//   over the same window; oneDNN v3, lrn. Nothing is kept from the forward pass.
//   src, diff_dst, diff_src: f32, bf16, f16: channels last, in blocks of channels, or pixels side
//     by side, 2 to 5 dimensions; diff_src disjoint from both
//   scratch: for sums and converted rows, typically 100 KB for a worker; within channels, planes
//   errors: those of sums in f32 in a fixed order, and of powers-inl.h
#include "core/kernel/lrn.h"
#include "plugins/drivers/lrn/across.h"
#include "plugins/drivers/lrn/within.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/fold/window-inl.h"
#include "plugins/kernels/lrn/pixels-inl.h"
#include "plugins/kernels/lrn/powers-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/half_vectors.h"
#include "plugins/kernels/support/kernel_name.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace lrn {
namespace {

using fold::load;
using fold::store;

template <class Power, bool kFull>
HWY_INLINE void gradient_of(f32_vector sum, dim_t i, size_t n, const lrn_parameters &p,
                            const float *x, const float *diff, float *a, float *b) {
  const f32_tag d;
  f32_vector term;
  const auto from = load<kFull>(d, x + i, n), g = load<kFull>(d, diff + i, n);
  store<kFull>(d, gradient_and_term<Power>(sum, from, g, p, term), a + i, n);
  store<kFull>(d, term, b + i, n);
}

template <class Power>
struct gradient_by {
  template <bool kFull>
  static HWY_INLINE void vector(dim_t i, size_t n, const lrn_parameters &p, const float *x,
                                const float *diff, const float *sums, float *a, float *b) {
    gradient_of<Power, kFull>(load<kFull>(f32_tag(), sums + i, n), i, n, p, x, diff, a, b);
  }
};

void gradient(const lrn_parameters &p, const float *x, const float *diff, const float *sums,
              dim_t n, float *a, float *b) {
  if (p.beta == 0.75f)
    for_each_vector<gradient_by<three_quarters>>(n, p, x, diff, sums, a, b);
  else if (p.beta == 0.5f)
    for_each_vector<gradient_by<half>>(n, p, x, diff, sums, a, b);
  else if (p.beta == 1.0f)
    for_each_vector<gradient_by<one>>(n, p, x, diff, sums, a, b);
  else
    for_each_vector<gradient_by<any>>(n, p, x, diff, sums, a, b);
}

// Of the window that networks have, sums stay in registers.
struct gradient_of_five {
  template <bool kFull>
  static HWY_INLINE void vector(dim_t i, size_t n, const lrn_parameters &p, const float *x,
                                const float *diff, float *a, float *b) {
    const auto sum = window_sum<kFull, 2>(x, i, n, 2, add_square());
    gradient_of<three_quarters, kFull>(sum, i, n, p, x, diff, a, b);
  }
};

void gradient_window(const lrn_parameters &p, const float *x, const float *diff, dim_t half,
                     dim_t n, float *a, float *b) {
  if constexpr (has_fives)
    if (p.beta == 0.75f && half == 2) return for_each_vector<gradient_of_five>(n, p, x, diff, a, b);
  for_each_sums<add_square, 0>(x, half, n, [&](dim_t i, const float *sums, dim_t count) {
    gradient(p, x + i, diff + i, sums, count, a + i, b + i);
  });
}

template <bool kFull>
HWY_INLINE void combine_with(f32_vector sum, dim_t i, size_t n, float factor, const float *x,
                             const float *a, float *y) {
  const f32_tag d;
  const auto from = load<kFull>(d, x + i, n), with = load<kFull>(d, a + i, n);
  store<kFull>(d, combined_of(sum, factor, from, with), y + i, n);
}

struct combined {
  template <bool kFull>
  static HWY_INLINE void vector(dim_t i, size_t n, float factor, const float *x, const float *a,
                                const float *sums, float *y) {
    combine_with<kFull>(load<kFull>(f32_tag(), sums + i, n), i, n, factor, x, a, y);
  }
};
template <dim_t kHalf>
struct combined_window {
  template <bool kFull>
  static HWY_INLINE void vector(dim_t i, size_t n, float factor, const float *x, const float *a,
                                const float *b, dim_t half, float *y) {
    combine_with<kFull>(window_sum<kFull, kHalf>(b, i, n, half, add()), i, n, factor, x, a, y);
  }
};

void combine(float factor, const float *x, const float *a, const float *sums, dim_t n, float *y) {
  for_each_vector<combined>(n, factor, x, a, sums, y);
}
void combine_window(float factor, const float *x, const float *a, const float *b, dim_t half,
                    dim_t n, float *y) {
  if (has_fives && half == 2)
    for_each_vector<combined_window<2>>(n, factor, x, a, b, half, y);
  else
    for_each_vector<combined_window<0>>(n, factor, x, a, b, half, y);
}

constexpr bool has_rows = window_lanes > 0 && has_fives &&drivers::has_large_caches;

struct gradient_of_columns {
  template <bool kFull>
  static HWY_INLINE void vector(dim_t i, size_t n, const lrn_parameters &p, const float *x,
                                const float *diff, const float *sums, dim_t step, float *a,
                                float *b) {
    const auto sum = window_sum<kFull, 2>(sums, i, n, 2, add(), step);
    gradient_of<three_quarters, kFull>(sum, i, n, p, x, diff, a, b);
  }
};
struct combined_columns {
  template <bool kFull>
  static HWY_INLINE void vector(dim_t i, size_t n, float factor, const float *x, const float *sums,
                                dim_t step, float *y) {
    combine_with<kFull>(window_sum<kFull, 2>(sums, i, n, 2, add(), step), i, n, factor, x, y, y);
  }
};

void gradient_columns(const lrn_parameters &p, const drivers::lrn_columns &c, const float *diff,
                      dim_t diff_step, float *b) {
  for (dim_t i = 0; i < c.count; ++i)
    for_each_vector<gradient_of_columns>(c.n, p, c.x + i * c.x_step, diff + i * diff_step,
                                         c.sums + i * c.n, c.window_step, c.y + i * c.y_step,
                                         b + i * c.n);
}
void combine_columns(float factor, const drivers::lrn_columns &c) {
  for (dim_t i = 0; i < c.count; ++i)
    for_each_vector<combined_columns>(c.n, factor, c.x + i * c.x_step, c.sums + i * c.n,
                                      c.window_step, c.y + i * c.y_step);
}

// Calls use(element of a column, column, sum) for the sums over windows of five columns: of each
// vector of channels, the last five sums over rows are in registers.
template <class Term, class Use>
HWY_INLINE void for_each_window(const drivers::lrn_rows &r, const Use &use) {
  const f32_tag d;
  const Term term;
  for (dim_t i = 0; i < r.n; i += dim_t(hn::Lanes(d))) {
    const float *from = r.summed + i;
    f32_vector s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
    for (dim_t k = -2; k < r.count; ++k) {
      f32_vector s4 = hn::Zero(d);
      if (HWY_LIKELY(k + 2 < r.count)) {
        const auto add = [&](dim_t row)
                             HWY_ATTR { s4 = term(hn::LoadU(d, from + row * r.row_step), s4); };
        if (HWY_LIKELY(r.rows == 5)) {
          add(0), add(1), add(2), add(3), add(4);
        } else {
          HWY_UNROLL(1)
          for (dim_t row = 0; row < r.rows; ++row) add(row);
        }
        from += r.summed_step;
      }
      if (HWY_LIKELY(k >= 0)) use(i, k, hn::Add(hn::Add(hn::Add(hn::Add(s0, s1), s2), s3), s4));
      s0 = s1, s1 = s2, s2 = s3, s3 = s4;
    }
  }
}

void gradient_rows(const lrn_parameters &p, const drivers::lrn_rows &given, const float *diff,
                   dim_t diff_step, float *b) {
  const drivers::lrn_rows r = given;  // y and b are no part of it
  const lrn_parameters own = p;
  for_each_window<add_square>(r, [&](dim_t i, dim_t k, f32_vector sum) HWY_ATTR {
    gradient_of<three_quarters, true>(sum, i, 0, own, r.x + k * r.x_step, diff + k * diff_step,
                                      r.y + k * r.y_step, b + k * r.n);
  });
}
void combine_rows(float factor, const drivers::lrn_rows &given) {
  const drivers::lrn_rows r = given;
  for_each_window<add>(r, [&](dim_t i, dim_t k, f32_vector sum) HWY_ATTR {
    float *y = r.y + k * r.y_step;
    combine_with<true>(sum, i, 0, factor, r.x + k * r.x_step, y, y);
  });
}

}  // namespace
}  // namespace lrn
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::lrn_backward_backend parts = {
    row_parts,
    fold::fold_by<fold::plain<fold::sum_of_squares>>,
    fold::fold_by<fold::plain<fold::sum>>,
    lrn::gradient,
    lrn::combine,
    lrn::gradient_window,
    lrn::combine_window,
    lrn::window_lanes,
    lrn::gradient_pixels,
    lrn::has_fives ? lrn::gradient_columns : nullptr,
    lrn::has_fives ? lrn::combine_columns : nullptr,
    lrn::has_rows ? lrn::gradient_rows : nullptr,
    lrn::has_rows ? lrn::combine_rows : nullptr,
};

// What goes by vectors of a pixel's channels needs whole ones.
refusal plan_across_channels(plan_request &request) {
  const auto &op = request.problem<lrn_op>();
  if (op.local_size == 5 && op.beta == 0.75f && op.src.data_type == dnnl_f32)
    return whole_vectors<lrn_op, drivers::plan_lrn_across_channels_backward>(request);
  return drivers::plan_lrn_across_channels_backward(request);
}
constexpr auto plan_across =
    halves::DNNLET_PLUGIN ? plan_across_channels : drivers::plan_lrn_across_channels_backward;

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("lrn_across_channels"), plan_across,
     drivers::run_lrn_across_channels_backward, &parts},
    {DNNLET_KERNEL_NAME("lrn_across_planes"), drivers::plan_lrn_across_planes_backward,
     drivers::run_lrn_across_planes_backward, &parts},
    {DNNLET_KERNEL_NAME("lrn_within"), drivers::plan_lrn_within_backward,
     drivers::run_lrn_within_backward, &parts},
};

}  // namespace

extern const kernel_rows lrn_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
