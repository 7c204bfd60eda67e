// SPDX-License-Identifier: Apache-2.0
// Few rows of f32 by f32; five facts: few_rows-inl.h.
#include "plugins/kernels/gemm/few_rows-inl.h"
#include "plugins/kernels/gemm/multiply.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

drivers::few_rows_function across(data_type b) noexcept {
  return b == dnnl_f32 ? multiply_across<float, float> : nullptr;
}
drivers::few_rows_function along(data_type b) noexcept {
  return b == dnnl_f32 ? multiply_along<float, float> : nullptr;
}
// Lines of f32 are read in their place, others one by one.
void load(data_type, const void *base, size_t offset, float *values, size_t n) noexcept {
  __builtin_memcpy(values, static_cast<const float *>(base) + offset, n * sizeof(float));
}

}  // namespace

extern const drivers::few_rows_backend few_rows_f32 = {across,  along,   load,
                                                       nullptr, nullptr, nullptr};

}  // namespace dnnlet::DNNLET_PLUGIN
