// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_REDUCTION_FOLDS_H
#define DNNLET_PLUGINS_KERNELS_REDUCTION_FOLDS_H

#include "plugins/drivers/reduction/reduction.h"

namespace dnnlet::DNNLET_PLUGIN {

const drivers::row_fold &reduction_fold(dnnl_alg_kind_t alg, float p) noexcept;
void finish_reduction(const drivers::reduction_finish &how, float *values, size_t n) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
