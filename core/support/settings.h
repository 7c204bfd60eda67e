// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_CORE_SUPPORT_SETTINGS_H
#define DNNLET_CORE_SUPPORT_SETTINGS_H

#include <atomic>

#include "oneapi/dnnl/dnnl_types.h"

namespace dnnlet {

// A number from 0 for the whole process: what a call set, or else what the environment says, which
// is read with the first question. Threads that ask at the same time all read it, and find the
// same.
template <int (*read)()>
class setting {
 public:
  int get() noexcept {
    int value = value_.load();
    if (value != not_read) return value;
    const int found = read();
    return value_.compare_exchange_strong(value, found) ? found : value;
  }
  void set(int value) noexcept { value_.store(value); }

 private:
  static constexpr int not_read = -1;
  std::atomic<int> value_{not_read};
};

// The floating point mode of primitives created without one of their own.
dnnl_fpmath_mode_t default_fpmath_mode() noexcept;
void set_default_fpmath_mode(dnnl_fpmath_mode_t mode) noexcept;

}  // namespace dnnlet

#endif
