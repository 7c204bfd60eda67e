// SPDX-License-Identifier: Apache-2.0
// Pooling backward:  diff_src = sum over the windows that an element lies in of diff_dst, where it
// was the maximum, or over the points of the window; oneDNN v3, pooling
//   diff_src, diff_dst: f32, bf16, f16: channels last, in blocks of channels, or columns side by
//     side, 3 to 5 dimensions; workspace u8 or s32, laid out as diff_dst; all disjoint
//   scratch: for converted rows, and for planes, up to 8 MB for a worker, typically 30 KB
//   errors: those of the sums in f32, in a fixed order, and of one division, or a product with a
//     quotient, for each element of diff_dst
#include "core/kernel/pooling.h"
#include "core/support/built_types.h"
#include "plugins/drivers/pooling/channels_backward.h"
#include "plugins/drivers/pooling/planes_backward.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/fold/typed-inl.h"
#include "plugins/kernels/fold/window-inl.h"
#include "plugins/kernels/pooling/rows-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/half_vectors.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

template <data_type kType, class T>
const drivers::window_fold *fold_of(bool is_max) {
  return is_max ? fold::fold_of_type<kType, fold::typed_chosen_sum<T>>()
                : fold::fold_of_type<kType, fold::typed<fold::weighted_sum, T>>();
}
const drivers::window_fold *typed_fold(bool is_max, data_type type) noexcept {
  switch (type) {
    case dnnl_bf16: return fold_of<dnnl_bf16, hwy::bfloat16_t>(is_max);
    case dnnl_f16: return fold_of<dnnl_f16, hwy::float16_t>(is_max);
    default: return nullptr;
  }
}

constexpr drivers::pooling_backward_backend parts = {
    row_parts,
    fold::fold_by<fold::plain<fold::sum>>,
    fold::fold_by<fold::plain<fold::weighted_sum>>,
    fold::fold_by<fold::plain<fold::chosen_sum<uint8_t>>>,
    fold::fold_by<fold::plain<fold::chosen_sum<int32_t>>>,
    typed_fold,
    fold::merge_pairs,
    drivers::has_large_caches || HWY_MAX_BYTES >= 16 ? fold::gather_pairs : nullptr,
    fold::copy_rows,
    fold::weigh_rows,
    HWY_MAX_BYTES >= 16 ? fold::gather_cells : nullptr,
    drivers::has_large_caches ? fold::spread : nullptr,
};

// Planes of one column are blocks of channels, too.
template <refusal (*kPlan)(plan_request &)>
constexpr auto whole = whole_vectors<pooling_op, kPlan>;

constexpr kernel rows[] = {
#if HWY_MAX_BYTES >= 16  // single lanes gain nothing, and cores that have no others are small
    {DNNLET_KERNEL_NAME("pool_max_blocks"), drivers::plan_pooling_max_blocks_backward,
     drivers::run_pooling_max_blocks_backward, &parts},
#endif
    {DNNLET_KERNEL_NAME("pool_channels"), whole<drivers::plan_pooling_channels_backward>,
     drivers::run_pooling_channels_backward, &parts},
#if HWY_MAX_BYTES >= 16
    {DNNLET_KERNEL_NAME("pool_max_scatter"), whole<drivers::plan_pooling_max_scatter_backward>,
     drivers::run_pooling_max_scatter_backward, &parts},
    {DNNLET_KERNEL_NAME("pool_max_gather"), whole<drivers::plan_pooling_max_gather_backward>,
     drivers::run_pooling_max_gather_backward, &parts},
#endif
    {DNNLET_KERNEL_NAME("pool_max_planes"), whole<drivers::plan_pooling_max_planes_backward>,
     drivers::run_pooling_max_planes_backward, &parts},
    {DNNLET_KERNEL_NAME("pool_mean_planes"), whole<drivers::plan_pooling_mean_planes_backward>,
     drivers::run_pooling_mean_planes_backward, &parts},
};

}  // namespace

extern const kernel_rows pooling_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
