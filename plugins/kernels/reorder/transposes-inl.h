// SPDX-License-Identifier: Apache-2.0
// The tables of functions that a plugin lends to copies between layouts, and what it lends to rows.
#ifndef DNNLET_PLUGINS_KERNELS_REORDER_TRANSPOSES_INL_H
#define DNNLET_PLUGINS_KERNELS_REORDER_TRANSPOSES_INL_H

#include "core/support/built_types.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/support/simd-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

// Elements of one byte, or of two, are of types that the build may do without.
constexpr bool has_bytes = has_type(dnnl_s8) || has_type(dnnl_u8) || has_type(dnnl_f8_e5m2) ||
                           has_type(dnnl_f8_e4m3) || has_type(dnnl_e8m0);
constexpr bool has_halves = has_type(dnnl_bf16) || has_type(dnnl_f16);

// Vectors of one lane have nothing to shuffle.
#if HWY_MAX_BYTES >= 16
constexpr drivers::nest_functions copies = {
    {has_bytes ? transpose_1 : nullptr, has_halves ? transpose_2 : nullptr, transpose_4,
     transpose_8},
    nullptr,
    nullptr,
    nullptr,
    nullptr};
constexpr bool transposes_rows = drivers::has_large_caches;
constexpr auto transpose_rows = transposes_rows ? transpose_evenly : nullptr;
#else
constexpr drivers::nest_functions copies = {};
constexpr bool transposes_rows = false;
constexpr bool (*transpose_rows)(const drivers::even_transposition &) noexcept = nullptr;
#endif

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
