// SPDX-License-Identifier: Apache-2.0
// Few rows of u8 or s8 by u8 or s8, into s32; five facts: few_rows-inl.h.
#include "plugins/kernels/gemm/few_rows-inl.h"
#include "plugins/kernels/gemm/multiply.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

drivers::few_rows_function across(data_type b) noexcept {
  switch (b) {
    case dnnl_s8: return across_of<dnnl_s8, int32_t, int8_t>();
    case dnnl_u8: return across_of<dnnl_u8, int32_t, uint8_t>();
    default: return nullptr;
  }
}
drivers::few_rows_function along(data_type b) noexcept {
  switch (b) {
    case dnnl_s8: return along_of<dnnl_s8, int32_t, int8_t>();
    case dnnl_u8: return along_of<dnnl_u8, int32_t, uint8_t>();
    default: return nullptr;
  }
}

}  // namespace

extern const drivers::few_rows_backend few_rows_int8 = {across, along, nullptr, nullptr};

}  // namespace dnnlet::DNNLET_PLUGIN
