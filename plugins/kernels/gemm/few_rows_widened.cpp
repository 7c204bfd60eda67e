// SPDX-License-Identifier: Apache-2.0
// Few rows of any type by what is widened to f32 as it is loaded; five facts: few_rows-inl.h.
#include "plugins/kernels/gemm/few_rows-inl.h"
#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/support/convert.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

drivers::few_rows_function across(data_type b) noexcept {
  switch (b) {
    case dnnl_f32: return across_of<dnnl_f32, float, float>();
    case dnnl_bf16: return across_of<dnnl_bf16, float, hwy::bfloat16_t>();
    case dnnl_f16: return across_of<dnnl_f16, float, hwy::float16_t>();
    case dnnl_s8: return across_of<dnnl_s8, float, int8_t>();
    case dnnl_u8: return across_of<dnnl_u8, float, uint8_t>();
    default: return nullptr;
  }
}
drivers::few_rows_function along(data_type b) noexcept {
  switch (b) {
    case dnnl_f32: return along_of<dnnl_f32, float, float>();
    case dnnl_bf16: return along_of<dnnl_bf16, float, hwy::bfloat16_t>();
    case dnnl_f16: return along_of<dnnl_f16, float, hwy::float16_t>();
    case dnnl_s8: return along_of<dnnl_s8, float, int8_t>();
    case dnnl_u8: return along_of<dnnl_u8, float, uint8_t>();
    default: return nullptr;
  }
}

}  // namespace

extern const drivers::few_rows_backend few_rows_widened = {across, along, load_row};

}  // namespace dnnlet::DNNLET_PLUGIN
