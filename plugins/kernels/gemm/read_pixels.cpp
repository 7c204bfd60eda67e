// SPDX-License-Identifier: Apache-2.0
// The readers of all types; five facts: read_pixels-inl.h.
#include "plugins/kernels/gemm/read_pixels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

drivers::pixel_reader pixel_reader(data_type from, element to) noexcept {
  const bool is_own = is_whole || to == element::u8 || to == element::s8;
  if (!is_own) return beside::pixel_reader(from, to);
  if constexpr (!is_whole) return integer_reader(from, to);
  switch (from) {
    case dnnl_f32: return to == element::f32 ? read_pixels<as_it_is<float>> : nullptr;
    case dnnl_bf16:
      if (to == element::bf16) return reader_of<dnnl_bf16, as_it_is<uint16_t>>();
      return to == element::f32 ? reader_of<dnnl_bf16, as_f32<hwy::bfloat16_t>>() : nullptr;
    case dnnl_f16:
      return to == element::f32 ? reader_of<dnnl_f16, as_f32<hwy::float16_t>>() : nullptr;
    case dnnl_f8_e5m2:
      return to == element::f32 ? reader_of<dnnl_f8_e5m2, as_f32<f8_e5m2>>() : nullptr;
    case dnnl_f8_e4m3:
      return to == element::f32 ? reader_of<dnnl_f8_e4m3, as_f32<f8_e4m3>>() : nullptr;
    case dnnl_u8:
      return to == element::f32 ? reader_of<dnnl_u8, as_f32<uint8_t>>() : integer_reader(from, to);
    case dnnl_s8:
      return to == element::f32 ? reader_of<dnnl_s8, as_f32<int8_t>>() : integer_reader(from, to);
    default: return nullptr;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
