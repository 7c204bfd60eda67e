// SPDX-License-Identifier: Apache-2.0
// The instruction sets that oneDNN's API names, and what a CPU needs for them.
#ifndef DNNLET_CORE_ENGINE_ISA_H
#define DNNLET_CORE_ENGINE_ISA_H

#include "core/support/cpu_features.h"
#include "oneapi/dnnl/dnnl_types.h"

namespace dnnlet {

struct isa_row {
  dnnl_cpu_isa_t isa;
  const char *name;    // of the constant, without "dnnl_"
  cpu_features needs;  // 0: none of our plugins can tell this one from the row before
};

// The row of a value or of a name without "cpu_isa_", in any case; null when there is none.
const isa_row *find_isa(int value) noexcept;
const isa_row *find_isa(const char *name) noexcept;
// The best one that `have` covers and `cap` admits.
dnnl_cpu_isa_t best_isa(cpu_features have, unsigned cap) noexcept;

// The bits of dnnl_cpu_isa_t nest: an instruction set has those of all that it includes.
inline bool admits(unsigned cap, unsigned isa) noexcept {
  return (isa & ~cap) == 0;
}

}  // namespace dnnlet

#endif
