// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_DIRECT_ROWS_H
#define DNNLET_PLUGINS_KERNELS_ROWS_DIRECT_ROWS_H

#include "plugins/drivers/rows/row_formula.h"

namespace dnnlet::DNNLET_PLUGIN {

// Answers how many elements of each row it computed: none when there is no loop for the formula.
size_t run_directly(const drivers::row_formula &formula, size_t rows, size_t n) noexcept;
// The same, of formulas whose second step is a weighted operand.
size_t run_weighted(const drivers::row_formula &formula, size_t rows, size_t n) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
