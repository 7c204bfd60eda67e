// SPDX-License-Identifier: Apache-2.0
// What multiply (drivers/gemm/multiply.h) takes from this plugin, a file each, so that programs
// link what they call.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_MULTIPLY_H
#define DNNLET_PLUGINS_KERNELS_GEMM_MULTIPLY_H

#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/pack.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE {

extern const drivers::few_rows_backend few_rows_widened;
// Lines along K of bytes, which become B in groups of four of them.
void place_fours(const drivers::element_lines &p) noexcept;
// The same of larger elements.
template <class T>
void place_fours_of(const drivers::element_lines &p) noexcept {
  constexpr auto size = dim_t(sizeof(T));
  place_fours({p.from, p.from_step * size, p.lines, p.length * size, p.to, p.to_step * size});
}

}  // namespace dnnlet::DNNLET_BESIDE

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::multiply_backend multiply_f32;
extern const drivers::multiply_backend multiply_widened;  // the same, of elements of any type
extern const drivers::multiply_backend multiply_bf16;     // pairs; without tiles like its product
extern const drivers::multiply_backend multiply_int8;

extern const drivers::few_rows_backend few_rows_f32, few_rows_int8;

// Of f32.
void copy_lines_f32(const drivers::element_lines &p) noexcept;
void copy_whole_lines_f32(const drivers::element_lines &p) noexcept;
void scale_f32(float *x, dim_t count, float factor) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
