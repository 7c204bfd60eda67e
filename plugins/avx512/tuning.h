// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_AVX512_TUNING_H
#define DNNLET_PLUGINS_AVX512_TUNING_H

#include <utility>

namespace dnnlet::tuning {

// GEMM tiles: rows that the 32 registers have room for beside 1, 2, 3 and 4 vectors of columns.
using tile_rows = std::integer_sequence<int, 8, 14, 9, 6>;

}  // namespace dnnlet::tuning

#endif
