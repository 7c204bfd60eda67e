// SPDX-License-Identifier: Apache-2.0
// This plugin takes s8 and u8 as they are; other elements are avx512's.
#include "plugins/kernels/gemm/read_pixels-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

drivers::pixel_reader pixel_reader(data_type from, element to) noexcept {
  const bool is_integer = to == element::u8 || to == element::s8;
  return is_integer ? integer_reader(from, to) : avx512::pixel_reader(from, to);
}

}  // namespace dnnlet::DNNLET_PLUGIN
