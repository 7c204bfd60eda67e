// SPDX-License-Identifier: Apache-2.0
// The functions of finish; five facts: finish_rows-inl.h.
#include "plugins/kernels/gemm/finish_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

drivers::pixel_finisher pixel_finisher(data_type to) noexcept {
  if constexpr (!is_whole)
    return to == dnnl_bf16 && tuning::has_bf16_dot ? finisher_of<dnnl_bf16>()
                                                   : beside::pixel_finisher(to);
  switch (to) {
    case dnnl_f32: return finisher_of<dnnl_f32>();
    case dnnl_bf16: return finisher_of<dnnl_bf16>();
    case dnnl_s8: return finisher_of<dnnl_s8>();
    case dnnl_u8: return finisher_of<dnnl_u8>();
    default: return nullptr;
  }
}

void scale_rows(const drivers::scaled_rows &r) noexcept {
  const f32_tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  for (dim_t c = 0; c < r.cols; c += lanes) {
    const f32_vector scale = r.scales ? hn::LoadU(d, r.scales + c) : hn::Set(d, 1.0f);
    const f32_vector offset = r.offsets ? hn::LoadU(d, r.offsets + c) : hn::Zero(d);
    if (r.from_integers)
      scale_column<int32_t>(r, c, scale, offset);
    else
      scale_column<float>(r, c, scale, offset);
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
