// SPDX-License-Identifier: Apache-2.0
// The engine: which plugins its primitives may use.
#ifndef DNNLET_CORE_ENGINE_ENGINE_H
#define DNNLET_CORE_ENGINE_ENGINE_H

#include "core/kernel/plugin.h"
#include "core/support/status.h"

struct dnnl_engine {
  dnnlet::plugin_set usable;
  dnnlet::cpu_features cpu;
};

namespace dnnlet {

// Why an engine created now would not use plugins[index], or null if it would.
struct plugin_refusal {
  const char *reason;   // null: none
  const char *feature;  // the CPU feature that is missing, or null
};
plugin_refusal why_not(int index) noexcept;

// Those that an engine created now would use on a CPU with these features.
plugin_set usable_plugins(cpu_features cpu) noexcept;

// The caps on the choice: by dnnl_cpu_isa_t, and by the name of the best plugin allowed (empty:
// no cap). A cap holds for engines created after it was set; that of the ISA is set once at most,
// and not after it was settled.
status cap_isa(dnnl_cpu_isa_t isa) noexcept;
status cap_plugin(const char *name) noexcept;
dnnl_cpu_isa_t effective_isa() noexcept;
void settle_isa() noexcept;

}  // namespace dnnlet

#endif
