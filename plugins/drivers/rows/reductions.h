// SPDX-License-Identifier: Apache-2.0
// Sums, maxima and dot products of rows of f32, which are the same bits with every length of
// vectors: element i belongs to lane i % 64, each lane takes its elements in their order, and lanes
// are taken together in pairs (j, j + 32), then (j, j + 16), and so on: plugins/kernels/rows/
// reductions-inl.h.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_REDUCTIONS_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_REDUCTIONS_H

#include <cstddef>

namespace dnnlet::drivers {

constexpr size_t reduction_lanes = 64;  // four of the longest vectors that are used

}  // namespace dnnlet::drivers

#endif
