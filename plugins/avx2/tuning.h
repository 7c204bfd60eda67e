// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_AVX2_TUNING_H
#define DNNLET_PLUGINS_AVX2_TUNING_H

#include <utility>

namespace dnnlet::tuning {

// GEMM tiles: rows that the 16 registers have room for beside 1 and 2 vectors of columns.
using tile_rows = std::integer_sequence<int, 6, 6>;

}  // namespace dnnlet::tuning

#endif
