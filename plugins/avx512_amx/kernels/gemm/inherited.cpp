// SPDX-License-Identifier: Apache-2.0
#include "plugins/avx512_amx/kernels/gemm/inherited.h"

namespace dnnlet::DNNLET_PLUGIN {

size_t sum_lanes() noexcept {
  return inherited::sum_lanes();
}
drivers::pixel_reader pixel_reader(data_type from, drivers::element to) noexcept {
  const bool is_integer = to == drivers::element::u8 || to == drivers::element::s8;
  return is_integer ? inherited_int8::pixel_reader(from, to) : inherited::pixel_reader(from, to);
}
drivers::pixel_writer pixel_writer(data_type to) noexcept {
  return inherited::pixel_writer(to);
}
drivers::pixel_finisher pixel_finisher(data_type to) noexcept {
  return inherited::pixel_finisher(to);
}

}  // namespace dnnlet::DNNLET_PLUGIN
