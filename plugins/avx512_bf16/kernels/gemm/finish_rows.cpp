// SPDX-License-Identifier: Apache-2.0
// This plugin rounds to bf16 with its own instruction; all else is avx512's.
#include "plugins/kernels/gemm/finish_rows-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

drivers::pixel_finisher pixel_finisher(data_type to) noexcept {
  return to == dnnl_bf16 ? finisher_of<dnnl_bf16, hwy::bfloat16_t>() : avx512::pixel_finisher(to);
}

}  // namespace dnnlet::DNNLET_PLUGIN
