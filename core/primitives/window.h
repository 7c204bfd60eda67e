// SPDX-License-Identifier: Apache-2.0
// Windows that move over space, of convolution and pooling: the one place where their numbers,
// which are a user's, are checked.
#ifndef DNNLET_CORE_PRIMITIVES_WINDOW_H
#define DNNLET_CORE_PRIMITIVES_WINDOW_H

#include "core/kernel/spatial.h"
#include "core/support/text.h"

namespace dnnlet {

// Whether dst follows from the rest, and every number that a walk tap by tap makes of them fits:
// for an output o and a tap k, o * stride + k * (dilate + 1) - padding_l, in any order, and where
// the padding ends. `made` is the name of what is dst here.
status check_window(const char *what, int spatial_dim, const window &w,
                    const char *made = "dst") noexcept;

// "id5od5kd3sd1dd0pd1_ih..." for verbose output.
void describe_windows(const spatial_sizes &s, int spatial, text_writer &out) noexcept;

// What kernels count that take more than a tap at a time: rows with their padding, tiles beyond the
// last output, bytes of all of that. A product of user's numbers that stays small enough for it.
class count_of {
 public:
  explicit count_of(dim_t most) noexcept : most_(most) {}
  // One factor, the sum of the terms' magnitudes; at least one.
  template <class... Terms>
  count_of &times(Terms... terms) noexcept {
    uint64_t sum = 0;
    ((fits_ = fits_ && add(sum, terms)), ...);
    fits_ = fits_ && multiply(sum);
    return *this;
  }
  bool fits() const noexcept { return fits_; }

 private:
  static bool add(uint64_t &sum, dim_t term) noexcept;
  bool multiply(uint64_t factor) noexcept;

  dim_t most_;
  uint64_t count_ = 1;
  bool fits_ = true;
};
constexpr dim_t most_counted = dim_t(1) << 48;  // what does not fit in any memory
constexpr dim_t most_products = dim_t(1) << 60;

// Whether kernels may count the windows of `spatial` dimensions over src, and address what they
// count in both tensors. Where not, the reference alone can serve.
bool are_countable(const window *windows, int spatial, const memory_desc &src,
                   const memory_desc &dst) noexcept;

}  // namespace dnnlet

#endif
