// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_GEMM_PARTS_H
#define DNNLET_PLUGINS_KERNELS_GEMM_GEMM_PARTS_H

#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/rows/rounded_rows.h"
#include "plugins/kernels/support/beside.h"
#include "tuning.h"

namespace dnnlet::DNNLET_BESIDE {

extern const drivers::product f32_by_f32;
extern const drivers::lane_functions lanes_f32;
extern const drivers::lane_gradients gradients_f32;
extern const drivers::group_functions groups_f32;
extern const drivers::row_backend row_parts;
extern const drivers::nest_functions copy_functions;
drivers::pixel_reader pixel_reader(data_type from, drivers::element to) noexcept;
drivers::pixel_writer pixel_writer(data_type to) noexcept;
void scale_rows(const drivers::scaled_rows &rows) noexcept;
void combine_rows(const drivers::combined_rows &rows) noexcept;
drivers::pixel_finisher pixel_finisher(data_type to) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

// What plugins say in tuning.h that have it.
namespace dnnlet::without {
constexpr bool has_bf16_matrices = false;  // pairs of bf16 by a matrix_unit
// Rows of depthwise convolution of bytes, which are multiplied in fours.
constexpr bool has_quad_windows = false;
constexpr bool has_group_tiles = false;     // of vectors of 32 bytes and more
constexpr bool has_tiles_of_pairs = false;  // of bf16, of groups that share vectors of 64
constexpr bool has_folded_groups = false;   // of bytes, half a vector of sums each
constexpr bool has_lane_dots = false;       // of bf16, by vectors of 64 bytes
}  // namespace dnnlet::without
namespace dnnlet::tuning {
using namespace without;
}  // namespace dnnlet::tuning

// Whose rows and tiles of bytes they are: another plugin's, where tuning.h says so, whose rows
// would come too late otherwise.
#ifndef DNNLET_BYTES_OF
#define DNNLET_BYTES_OF DNNLET_PLUGIN
#endif
namespace dnnlet::DNNLET_BYTES_OF {
extern const drivers::quad_functions quad_windows;
extern const drivers::product int8_of_groups;
extern const drivers::product int8_of_folded_groups;
}  // namespace dnnlet::DNNLET_BYTES_OF

// And whose dots of lanes.
#ifndef DNNLET_DOTS_OF
#define DNNLET_DOTS_OF DNNLET_PLUGIN
#endif
namespace dnnlet::DNNLET_DOTS_OF {
extern const drivers::lane_dot_functions lane_dots;
}  // namespace dnnlet::DNNLET_DOTS_OF

namespace dnnlet::DNNLET_PLUGIN {

// The part of GEMM that is compiled for this plugin, but for its products (products.h).
extern const drivers::gemm_backend gemm;

// What rows name: for no CPU, where the product is that of the plugin beside. Of what a plugin does
// not have, not even the address is taken: compilers that do not optimise would ask for it.
namespace by {
template <bool kHas, const product &kMultiply>
constexpr drivers::gemm_parts of(cpu_features prefers = 0,
                                 data_type widens = dnnl_data_type_undef) {
  drivers::gemm_parts parts = {&gemm, nullptr, nullptr, nullptr, no_cpu, widens};
  if constexpr (kHas) {
    parts.multiply = &kMultiply;
    parts.prefers = prefers;
  }
  return parts;
}
constexpr bool has_pairs = is_whole || tuning::has_bf16_dot;
template <bool kHas>
constexpr drivers::gemm_parts with_dots(drivers::gemm_parts parts) {
  if constexpr (kHas) parts.dots = &DNNLET_DOTS_OF::lane_dots;
  return parts;
}
constexpr drivers::gemm_parts and_lanes(drivers::gemm_parts parts) {
  parts.by_lanes = &beside::lanes_f32;
  return with_dots < tuning::has_lane_dots && has_type(dnnl_bf16) > (parts);
}
// Of every plugin, since they come before products of other types.
constexpr drivers::gemm_parts lanes = and_lanes({&gemm, nullptr, nullptr});
constexpr drivers::gemm_parts f32 = of<is_whole, f32_by_f32>();
// Of f32 and narrower types, before pairs of bf16.
constexpr drivers::gemm_parts narrow = of<has_pairs, beside::f32_by_f32>();
// Between pairs that are fast and those that are not.
constexpr drivers::gemm_parts bf16 = of < has_pairs && !tuning::has_bf16_matrices,
                              beside::f32_by_f32 > (0, dnnl_bf16);
constexpr drivers::gemm_parts f16 = of<is_whole, f32_by_f32>(0, dnnl_f16);
constexpr drivers::gemm_parts bf16_pairs = of<has_pairs, bf16_by_bf16>();
// Where the CPU has a fast instruction for pairs of bf16, they come first.
constexpr cpu_features pairs_prefer = tuning::has_bf16_matrices ? 0 : cpu::fast_bf16_dot;
constexpr drivers::gemm_parts fast_bf16_pairs = of<has_pairs, bf16_by_bf16>(pairs_prefer);
constexpr bool has_int8 = tuning::int8_dot != int8_form::none;
constexpr drivers::gemm_parts int8 = of<has_int8, int8_by_int8>();
constexpr drivers::gemm_parts f32_groups = of < is_whole && tuning::has_group_tiles,
                              f32_of_groups > ();
constexpr drivers::gemm_parts bf16_groups = of<tuning::has_tiles_of_pairs, bf16_of_groups>();
// Of f32 again, to which others are widened.
constexpr bool has_widened_groups = is_whole && tuning::has_group_tiles && has_types_beside_f32;
constexpr drivers::gemm_parts widened_bf16_groups =
    of<has_widened_groups, f32_of_groups>(0, dnnl_bf16);
constexpr drivers::gemm_parts widened_f16_groups =
    of<has_widened_groups, f32_of_groups>(0, dnnl_f16);
constexpr drivers::gemm_parts int8_groups = of < tuning::has_group_tiles &&
                                            tuning::int8_dot == int8_form::quads_u8,
                              DNNLET_BYTES_OF::int8_of_groups > ();
constexpr drivers::gemm_parts int8_folded_groups =
    of<tuning::has_folded_groups, DNNLET_BYTES_OF::int8_of_folded_groups>();
// Of kernels that firmware has no room for.
template <bool kHas, const drivers::group_functions &kGroups = groups_f32>
constexpr drivers::gemm_parts groups_if(data_type widens = dnnl_data_type_undef) {
  drivers::gemm_parts parts = {&gemm, nullptr, nullptr, nullptr, no_cpu, widens};
  if constexpr (kHas) {
    parts.groups = &kGroups;
    parts.prefers = 0;
  }
  return parts;
}
constexpr drivers::gemm_parts group_gradients = groups_if < is_whole && tuning::has_group_tiles &&
                                                drivers::has_large_caches > ();
// Of bf16, before pairs.
constexpr drivers::gemm_parts bf16_group_gradients =
    groups_if<tuning::has_tiles_of_pairs, beside::groups_f32>(dnnl_bf16);
template <bool kHas>
constexpr drivers::gemm_parts quads_if() {
  drivers::gemm_parts parts = {&gemm, nullptr, nullptr, nullptr, no_cpu};
  if constexpr (kHas) {
    parts.quads = &DNNLET_BYTES_OF::quad_windows;
    parts.prefers = 0;
  }
  return parts;
}
constexpr drivers::gemm_parts quads = quads_if<tuning::has_quad_windows>();

// The same, for gradients of weights.
constexpr drivers::gemm_parts and_gradients(drivers::gemm_parts parts) {
  parts.gradients = &beside::gradients_f32;
  return with_dots < tuning::has_lane_dots && has_type(dnnl_bf16) > (parts);
}
}  // namespace by

drivers::pixel_reader pixel_reader(data_type from, drivers::element to) noexcept;
drivers::pixel_writer pixel_writer(data_type to) noexcept;
drivers::pixel_finisher pixel_finisher(data_type to) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
