// SPDX-License-Identifier: Apache-2.0
#include "core/support/settings.h"

#include <atomic>

namespace dnnlet {

namespace {
std::atomic<dnnl_fpmath_mode_t> fpmath{dnnl_fpmath_mode_strict};
}

dnnl_fpmath_mode_t default_fpmath_mode() noexcept {
  return fpmath.load();
}
void set_default_fpmath_mode(dnnl_fpmath_mode_t mode) noexcept {
  fpmath.store(mode);
}

}  // namespace dnnlet
