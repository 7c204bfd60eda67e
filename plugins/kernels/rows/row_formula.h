// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_ROW_FORMULA_H
#define DNNLET_PLUGINS_KERNELS_ROWS_ROW_FORMULA_H

#include "plugins/drivers/rows/row_formula.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE {

void run_formula(const drivers::row_formula &formula, size_t rows, size_t n) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

namespace dnnlet::DNNLET_PLUGIN {

void run_formula(const drivers::row_formula &formula, size_t rows, size_t n) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
