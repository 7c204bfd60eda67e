// SPDX-License-Identifier: Apache-2.0
// For what has no implementations to iterate over: BLAS functions and micro-kernels.
#ifndef DNNLET_TESTS_FUZZ_CAPPED_H
#define DNNLET_TESTS_FUZZ_CAPPED_H

#include <cstdint>

namespace dnnlet::fuzz {

/// Caps the choice of kernels at one of the usable plugins, which the number says, while it lives.
class capped {
 public:
  explicit capped(uint64_t number);
  ~capped();
  capped(const capped &) = delete;
  capped &operator=(const capped &) = delete;
};

}  // namespace dnnlet::fuzz

#endif
