// SPDX-License-Identifier: Apache-2.0
// This plugin differs from avx512 in two products, in what rounds to bf16, and in what int8 is read
// as.
// All else is avx512's, which programs have anyway.
#ifndef DNNLET_PLUGINS_AVX512_BF16_KERNELS_GEMM_GEMM_PARTS_H
#define DNNLET_PLUGINS_AVX512_BF16_KERNELS_GEMM_GEMM_PARTS_H

#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/kernels/gemm/products.h"

namespace dnnlet::avx512 {

extern const drivers::product f32_by_f32, f32_by_bf16, f32_by_f16;
extern const drivers::lane_tiles lanes_f32;
extern const drivers::row_backend row_parts;
extern const drivers::nest_functions reorder_functions;
size_t sum_lanes() noexcept;
drivers::pixel_reader pixel_reader(data_type from, drivers::element to) noexcept;
drivers::pixel_writer pixel_writer(data_type to) noexcept;
void scale_rows(const drivers::scaled_rows &rows) noexcept;
drivers::pixel_finisher pixel_finisher(data_type to) noexcept;

}  // namespace dnnlet::avx512

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::gemm_backend gemm;

// What rows name.
namespace by {
constexpr drivers::gemm_parts lanes = {&gemm, nullptr, &avx512::lanes_f32};
constexpr drivers::gemm_parts f32 = {&gemm, &avx512::f32_by_f32, nullptr};
constexpr drivers::gemm_parts bf16 = {&gemm, &avx512::f32_by_bf16, nullptr};
constexpr drivers::gemm_parts f16 = {&gemm, &avx512::f32_by_f16, nullptr};
constexpr drivers::gemm_parts bf16_pairs = {&gemm, &bf16_by_bf16, nullptr};
constexpr drivers::gemm_parts fast_bf16_pairs = {&gemm, &bf16_by_bf16, nullptr, cpu::fast_bf16_dot};
constexpr drivers::gemm_parts int8 = {&gemm, &int8_by_int8, nullptr};

constexpr drivers::gemm_parts and_lanes(drivers::gemm_parts parts) {
  parts.by_lanes = &avx512::lanes_f32;
  return parts;
}
}  // namespace by

drivers::pixel_reader pixel_reader(data_type from, drivers::element to) noexcept;
drivers::pixel_writer pixel_writer(data_type to) noexcept;
drivers::pixel_finisher pixel_finisher(data_type to) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
