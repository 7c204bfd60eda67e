// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_RESAMPLING_PICKED_ROWS_H
#define DNNLET_PLUGINS_KERNELS_RESAMPLING_PICKED_ROWS_H

#include "plugins/drivers/resampling/resampling.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE {

void pick(const drivers::picked_row &row) noexcept;
void copy_picked(const drivers::picked_row &row) noexcept;  // by vectors of 64 bytes only

}  // namespace dnnlet::DNNLET_BESIDE

#endif
