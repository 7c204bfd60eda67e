// SPDX-License-Identifier: Apache-2.0
// Pooling forward:  dst = post_ops(max or mean over the window), oneDNN v3, pooling
//   src, dst: f32, bf16, f16, s8, u8, in any combination, or both s32: channels last, in blocks of
//     channels, or columns side by side, 3 to 5 dimensions; workspace u8 or s32, laid out as dst;
//     all disjoint
//   scratch: for converted rows, and for planes, up to 4 MB for a worker, typically 30 KB
//   errors: maxima exact; means those of a sum in f32 in the order of the window (of its rows,
//     then its columns, for planes; in 16 lanes for global windows) and one division; of s32, those
//     of one division in f64
#include "core/kernel/kernel.h"
#include "core/kernel/pooling.h"
#include "core/support/built_types.h"
#include "plugins/drivers/pooling/channels_forward.h"
#include "plugins/drivers/pooling/planes_forward.h"
#include "plugins/drivers/pooling/s32_forward.h"
#include "plugins/kernels/fold/bytes-inl.h"
#include "plugins/kernels/fold/indexed-inl.h"
#include "plugins/kernels/pooling/pairs-inl.h"
#include "plugins/kernels/pooling/rows-inl.h"
#include "plugins/kernels/pooling/s32-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/half_vectors.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::window_fold;
using drivers::window_result;

template <data_type kType, class T>
const window_fold *float_fold(window_result result) {
  switch (result) {
    case window_result::maximum:
      return fold::fold_of_type<kType, fold::typed<fold::maximum<float>, T>>();
    case window_result::indexed_maximum: return fold::fold_of_type<kType, fold::typed_maximum<T>>();
    default: return fold::fold_of_type<kType, fold::typed<fold::sum, T>>();
  }
}
template <data_type kType, class T>
const window_fold *integer_fold(window_result result) {
  switch (result) {
    case window_result::maximum:
      return has_type(kType) ? &fold::fold_by<fold::plain<fold::maximum<T>>> : nullptr;
    case window_result::sum: return fold::fold_of_type<kType, fold::sum_of_bytes<T>>();
    default: return nullptr;
  }
}
const window_fold *typed_fold(window_result result, data_type type) noexcept {
  switch (type) {
    case dnnl_bf16: return float_fold<dnnl_bf16, hwy::bfloat16_t>(result);
    case dnnl_f16: return float_fold<dnnl_f16, hwy::float16_t>(result);
    case dnnl_s8: return integer_fold<dnnl_s8, int8_t>(result);
    case dnnl_u8: return integer_fold<dnnl_u8, uint8_t>(result);
    default: return nullptr;
  }
}

constexpr drivers::pooling_forward_backend parts = {
    row_parts,
    fold::fold_by<fold::plain<fold::maximum<float>>>,
    fold::fold_by<fold::indexed<fold::indexed_point>>,
    fold::fold_by<fold::indexed<fold::indexed_column>>,
    fold::fold_by<fold::plain<fold::sum>>,
    typed_fold,
    fold::max_of_pairs_if<HWY_MAX_BYTES >= 16, float>(),
    fold::max_of_pairs_if<HWY_MAX_BYTES >= 16 && has_type(dnnl_bf16), hwy::bfloat16_t>(),
    fold::split_pairs,
    fold::copy_rows,
    fold::mean_rows,
    fold::narrow,
};

constexpr drivers::pooling_s32_backend s32_parts = fold::s32_parts<HWY_HAVE_FLOAT64>();

// Planes of one column are blocks of channels, too.
template <refusal (*kPlan)(plan_request &)>
constexpr auto whole = whole_vectors<pooling_op, kPlan>;

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("pool_channels"), whole<drivers::plan_pooling_channels_forward>,
     drivers::run_pooling_channels_forward, &parts},
    {DNNLET_KERNEL_NAME("pool_global_planes"), whole<drivers::plan_pooling_global_forward>,
     drivers::run_pooling_global_forward, &parts},
#if HWY_MAX_BYTES >= 16
    {DNNLET_KERNEL_NAME("pool_max_padded"), whole<drivers::plan_pooling_max_padded_forward>,
     drivers::run_pooling_max_padded_forward, &parts},
#endif
    {DNNLET_KERNEL_NAME("pool_planes"), whole<drivers::plan_pooling_planes_forward>,
     drivers::run_pooling_planes_forward, &parts},
    {DNNLET_KERNEL_NAME("pool_s32"), drivers::plan_pooling_s32_forward,
     drivers::run_pooling_s32_forward, &s32_parts},
};

}  // namespace

extern const kernel_rows pooling_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
