// SPDX-License-Identifier: Apache-2.0
// Where values come from that belong to the bits of a byte: of[byte][i] is the number of ones below
// bit i if that is 1, and else 128, which looks up zero.
#ifndef DNNLET_PLUGINS_DRIVERS_MATMUL_PLACES_OF_BITS_H
#define DNNLET_PLUGINS_DRIVERS_MATMUL_PLACES_OF_BITS_H

#include <cstdint>

namespace dnnlet::drivers {

struct bit_places {
  alignas(64) uint8_t of[256][8];
};
extern const bit_places places_of_bits;

}  // namespace dnnlet::drivers

#endif
