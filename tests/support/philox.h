// SPDX-License-Identifier: Apache-2.0
// The random numbers of dropout and stochastic rounding: Philox4x32-10, of Salmon et al., "Parallel
// random numbers: as easy as 1, 2, 3", 2011.
#ifndef DNNLET_TESTS_SUPPORT_PHILOX_H
#define DNNLET_TESTS_SUPPORT_PHILOX_H

#include <cstdint>

namespace dnnlet::test {

/// Makes four numbers of a counter.
void philox_block(uint32_t *counter, uint32_t key0, uint32_t key1);

/// The number of an element. Without an offset, or with one of 0, the generator takes 32 bits of
/// the seed, whatever its type, and draws for four neighbours at a time, as oneDNN 3.12.1 does.
uint32_t philox_drawn(uint32_t index, int64_t seed, int64_t offset);

}  // namespace dnnlet::test

#endif
