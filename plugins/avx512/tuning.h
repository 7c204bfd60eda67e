// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_AVX512_TUNING_H
#define DNNLET_PLUGINS_AVX512_TUNING_H

namespace dnnlet::tuning {

// GEMM tiles: rows that 32 registers have room for beside 1, 2, 3 and 4 vectors of columns.
constexpr int tile_rows[] = {14, 14, 9, 7};

}  // namespace dnnlet::tuning

#endif
