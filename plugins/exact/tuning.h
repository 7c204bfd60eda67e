// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_EXACT_TUNING_H
#define DNNLET_PLUGINS_EXACT_TUNING_H

#include <utility>

namespace dnnlet::tuning {

// GEMM tiles: rows that the 16 registers have room for beside 1, 2, 3 and 4 vectors of columns.
using tile_rows = std::integer_sequence<int, 6, 4, 3, 3>;

}  // namespace dnnlet::tuning

#endif
