// SPDX-License-Identifier: Apache-2.0
// The writers of all types; five facts: write_pixels-inl.h.
#include "plugins/kernels/gemm/write_pixels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

drivers::pixel_writer pixel_writer(data_type to) noexcept {
  if constexpr (!is_whole)
    return to == dnnl_bf16 && tuning::has_bf16_dot ? writer_of<dnnl_bf16, hwy::bfloat16_t>()
                                                   : beside::pixel_writer(to);
  switch (to) {
    case dnnl_f32: return write_pixels<float>;
    case dnnl_bf16: return writer_of<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return writer_of<dnnl_f16, hwy::float16_t>();
    case dnnl_s32: return writer_of<dnnl_s32, int32_t>();
    case dnnl_s8: return writer_of<dnnl_s8, int8_t>();
    case dnnl_u8: return writer_of<dnnl_u8, uint8_t>();
    case dnnl_f8_e5m2: return writer_of<dnnl_f8_e5m2, f8_e5m2>();
    case dnnl_f8_e4m3: return writer_of<dnnl_f8_e4m3, f8_e4m3>();
    default: return nullptr;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
