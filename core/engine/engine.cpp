// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include <atomic>

#include "core/engine/isa.h"
#include "core/support/environment.h"

namespace dnnlet {

namespace {

constexpr unsigned no_cap = ~0u;
std::atomic<unsigned> isa_cap{no_cap};
std::atomic<int> first_plugin{0};  // no plugin before this one

// The caps of the environment are read once, before the first question.
void read_environment() noexcept {
  static std::atomic<bool> done{false};  // no guard: initialised at compile time
  if (done.exchange(true)) return;
  if (const char *name = environment("MAX_CPU_ISA"))
    if (const isa_row *row = find_isa(name)) cap_isa(row->isa);
  if (const char *name = environment("MAX_PLUGIN")) cap_plugin(name);
}

}  // namespace

plugin_refusal why_not(int index) noexcept {
  read_environment();
  const plugin &p = plugins[index];
  if (index < first_plugin.load()) return {"capped by dnnlet_set_max_plugin", nullptr};
  if (!admits(isa_cap.load(), p.isa)) return {"capped by dnnl_set_max_cpu_isa", nullptr};
  const cpu_features missing = p.needs & ~detect_cpu_features();
  if (missing) return {"the CPU lacks", first_feature_name(missing)};
  return {nullptr, nullptr};
}

plugin_set usable_plugins() noexcept {
  plugin_set usable = 0;
  for (int i = 0; i < plugin_count; ++i)
    if (!why_not(i).reason) usable |= plugin_set(1) << i;
  return usable;
}

status cap_isa(dnnl_cpu_isa_t isa) noexcept {
  read_environment();  // so that it does not come later, and replace this cap
  if (!find_isa(int(isa))) return invalid("max_cpu_isa: ", int(isa), " is no dnnl_cpu_isa_t");
  isa_cap.store(isa == dnnl_cpu_isa_default ? no_cap : unsigned(isa));
  return dnnl_success;
}

status cap_plugin(const char *name) noexcept {
  read_environment();
  if (!name || !*name) {
    first_plugin.store(0);
    return dnnl_success;
  }
  for (int i = 0; i < plugin_count; ++i)
    if (same_text(plugins[i].name, name)) {
      first_plugin.store(i);
      return dnnl_success;
    }
  return invalid("max_plugin: this build has no plugin '", name, "'");
}

dnnl_cpu_isa_t effective_isa() noexcept {
  read_environment();
  return best_isa(detect_cpu_features(), isa_cap.load());
}

}  // namespace dnnlet
