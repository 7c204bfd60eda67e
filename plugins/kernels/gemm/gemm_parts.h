// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_GEMM_PARTS_H
#define DNNLET_PLUGINS_KERNELS_GEMM_GEMM_PARTS_H

#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/kernels/gemm/products.h"

namespace dnnlet::DNNLET_PLUGIN {

// The part of GEMM that is compiled for this plugin, but for its products (products.h).
extern const drivers::gemm_backend gemm;

// What rows name.
namespace by {
constexpr drivers::gemm_parts lanes = {&gemm, nullptr, &lanes_f32};
constexpr drivers::gemm_parts f32 = {&gemm, &f32_by_f32, nullptr};
constexpr drivers::gemm_parts bf16 = {&gemm, &f32_by_bf16, nullptr};
constexpr drivers::gemm_parts f16 = {&gemm, &f32_by_f16, nullptr};
constexpr drivers::gemm_parts bf16_pairs = {&gemm, &bf16_by_bf16, nullptr};
// Where the CPU has a fast instruction for pairs of bf16, they come first.
constexpr drivers::gemm_parts fast_bf16_pairs = {&gemm, &bf16_by_bf16, nullptr, cpu::fast_bf16_dot};
constexpr drivers::gemm_parts int8 = {&gemm, &int8_by_int8, nullptr};

// The same, and lanes.
constexpr drivers::gemm_parts and_lanes(drivers::gemm_parts parts) {
  parts.by_lanes = &lanes_f32;
  return parts;
}
}  // namespace by

drivers::pixel_reader pixel_reader(data_type from, drivers::element to) noexcept;
drivers::pixel_writer pixel_writer(data_type to) noexcept;
void scale_rows(const drivers::scaled_rows &rows) noexcept;
drivers::pixel_finisher pixel_finisher(data_type to) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
