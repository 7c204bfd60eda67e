// SPDX-License-Identifier: Apache-2.0
// The one loop that chooses a kernel, for primitive descriptors and for the BLAS functions.
#ifndef DNNLET_CORE_PRIMITIVES_SELECTION_H
#define DNNLET_CORE_PRIMITIVES_SELECTION_H

#include "core/kernel/kernel.h"

namespace dnnlet {

// The kernels that may be asked, best first.
struct candidates {
  const char *what;  // for sentences
  const kernel_index *kernels;
  plugin_set usable;
  bool deterministic;  // fused products only
  bool reference_only;
};

// The row that is asked next.
struct kernel_place {
  int set, row;
};

// The first kernel from `place` on to which offer() does not object, or null; `place` is behind it
// then. Refusals go to verbose output.
const kernel *choose_kernel(const candidates &c, kernel_place &place, void *problem,
                            refusal (*offer)(void *problem, const kernel &k)) noexcept;

}  // namespace dnnlet

#endif
