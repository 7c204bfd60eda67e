// SPDX-License-Identifier: Apache-2.0
// What this plugin takes from avx512_bf16 and, of integers, from avx512_vnni: tiles, and all that
// products have beside them.
#ifndef DNNLET_PLUGINS_AVX512_AMX_KERNELS_GEMM_INHERITED_H
#define DNNLET_PLUGINS_AVX512_AMX_KERNELS_GEMM_INHERITED_H

#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/gemm/multiply.h"

namespace dnnlet::avx512_bf16 {

extern const drivers::product bf16_by_bf16;
extern const drivers::multiply_backend multiply_bf16;
size_t sum_lanes() noexcept;
drivers::pixel_reader pixel_reader(data_type from, drivers::element to) noexcept;
drivers::pixel_writer pixel_writer(data_type to) noexcept;
drivers::pixel_finisher pixel_finisher(data_type to) noexcept;

}  // namespace dnnlet::avx512_bf16

namespace dnnlet::avx512_vnni {

extern const drivers::product int8_by_int8;
extern const drivers::multiply_backend multiply_int8;
extern const drivers::few_rows_backend few_rows_int8;
drivers::pixel_reader pixel_reader(data_type from, drivers::element to) noexcept;

}  // namespace dnnlet::avx512_vnni

namespace dnnlet::DNNLET_PLUGIN {

namespace inherited = avx512_bf16;
namespace inherited_int8 = avx512_vnni;

// How A of the type that is the kIndex-th of the backend is packed, and B. Constants cannot be
// copied from those of other files.
template <const drivers::multiply_backend &kOf, int kIndex>
constexpr drivers::element_packing packing_of_a(data_type type) {
  return {type, [](const drivers::element_lines &p) noexcept { kOf.a[kIndex].along(p); },
          [](const drivers::element_lines &p) noexcept { kOf.a[kIndex].across(p); }};
}
template <const drivers::multiply_backend &kOf>
constexpr drivers::element_packing packing_of_b(data_type type) {
  return {type, [](const drivers::element_lines &p) noexcept { kOf.b[0].along(p); },
          [](const drivers::element_lines &p) noexcept { kOf.b[0].across(p); }};
}

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
