// SPDX-License-Identifier: Apache-2.0
// Tiles of s8 by s8, into s32, by blocks; five facts: block_tile-inl.h.
#include "plugins/neon_i8mm/kernels/gemm/block_products-inl.h"
// What tiles take of it.
#include "plugins/neon_i8mm/kernels/gemm/block_tile-inl.h"
