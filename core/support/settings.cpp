// SPDX-License-Identifier: Apache-2.0
#include "core/support/settings.h"

#include "core/support/environment.h"

namespace dnnlet {

namespace {

static_assert(dnnl_fpmath_mode_strict == 0 && dnnl_fpmath_mode_bf16 == 1 &&
                  dnnl_fpmath_mode_f16 == 2 && dnnl_fpmath_mode_any == 3 &&
                  dnnl_fpmath_mode_tf32 == 4,
              "the words below are in this order");
int read_fpmath() noexcept {
  return environment_word("DEFAULT_FPMATH_MODE", "STRICT BF16 F16 ANY TF32", 0);
}
setting<read_fpmath> fpmath;

}  // namespace

dnnl_fpmath_mode_t default_fpmath_mode() noexcept {
  return dnnl_fpmath_mode_t(fpmath.get());
}
void set_default_fpmath_mode(dnnl_fpmath_mode_t mode) noexcept {
  fpmath.set(int(mode));
}

}  // namespace dnnlet
