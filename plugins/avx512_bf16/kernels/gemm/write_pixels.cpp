// SPDX-License-Identifier: Apache-2.0
// This plugin rounds to bf16 with its own instruction; other types are avx512's.
#include "plugins/kernels/gemm/write_pixels-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

drivers::pixel_writer pixel_writer(data_type to) noexcept {
  return to == dnnl_bf16 ? writer_of<dnnl_bf16, hwy::bfloat16_t>() : avx512::pixel_writer(to);
}

}  // namespace dnnlet::DNNLET_PLUGIN
