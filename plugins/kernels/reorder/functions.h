// SPDX-License-Identifier: Apache-2.0
// What this plugin, or the one beside, lends to copies between layouts, for reorder and for kernels
// that pack weights (plugins/drivers/reorder/driver.h: copy_layout).
#ifndef DNNLET_PLUGINS_KERNELS_REORDER_FUNCTIONS_H
#define DNNLET_PLUGINS_KERNELS_REORDER_FUNCTIONS_H

#include "plugins/drivers/reorder/nest_copy.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE {

extern const drivers::nest_functions reorder_functions;
// Without conversions, for programs that only copy.
extern const drivers::nest_functions copy_functions;

// Of elements of so many bytes (transpose.cpp), where vectors have lanes to shuffle. A function
// each, so that programs link what they call.
bool transpose_1(const drivers::transposition &t) noexcept;
bool transpose_2(const drivers::transposition &t) noexcept;
bool transpose_4(const drivers::transposition &t) noexcept;
bool transpose_8(const drivers::transposition &t) noexcept;
// See even_transpose.cpp and pad_columns.cpp.
bool transpose_evenly(const drivers::even_transposition &t) noexcept;
void pad_columns(const drivers::padded_columns &p) noexcept;

// See quantize.cpp.
void convert(const drivers::converted_run &run) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

#endif
