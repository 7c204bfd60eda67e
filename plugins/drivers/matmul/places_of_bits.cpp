// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/matmul/places_of_bits.h"

namespace dnnlet::drivers {

static constexpr bit_places make_places() noexcept {
  bit_places places = {};
  for (int byte = 0; byte < 256; ++byte) {
    uint8_t ones = 0;
    for (int i = 0; i < 8; ++i) places.of[byte][i] = byte >> i & 1 ? ones++ : 128;
  }
  return places;
}

extern constexpr bit_places places_of_bits = make_places();

}  // namespace dnnlet::drivers
