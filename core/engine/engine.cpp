// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include <atomic>

#include "core/engine/isa.h"
#include "core/support/environment.h"

namespace dnnlet {

namespace {

// Caps come from calls or else from the environment, which is read at the first question. Threads
// that ask at the same time all read it, and find the same; whoever is first notes it. Nobody
// waits, and nobody goes on without.
constexpr unsigned no_cap = ~0u, cap_not_read = no_cap - 1;
constexpr int plugin_not_read = -1;
std::atomic<unsigned> isa_cap{cap_not_read};
std::atomic<bool> is_isa_settled{false};         // set by a call, or in use
std::atomic<int> first_plugin{plugin_not_read};  // no plugin before this one

unsigned cap_of(dnnl_cpu_isa_t isa) noexcept {
  return isa == dnnl_cpu_isa_default ? no_cap : unsigned(isa);
}

int find_plugin(const char *name) noexcept {
  for (int i = 0; i < plugin_count; ++i)
    if (same_text(plugins[i].name, name)) return i;
  return -1;
}

status no_such_plugin(const char *name) noexcept {
  return invalid("max_plugin: this build has no plugin '", name, "'");
}

unsigned current_isa_cap() noexcept {
  unsigned cap = isa_cap.load();
  if (cap != cap_not_read) return cap;
  const char *name = environment("MAX_CPU_ISA");
  const isa_row *row = name ? find_isa(name) : nullptr;
  const unsigned found = row ? cap_of(row->isa) : no_cap;
  return isa_cap.compare_exchange_strong(cap, found) ? found : cap;
}

int current_first_plugin() noexcept {
  int first = first_plugin.load();
  if (first != plugin_not_read) return first;
  const char *name = environment("MAX_PLUGIN");
  const bool is_given = name && *name;
  const int named = is_given ? find_plugin(name) : 0, found = named < 0 ? 0 : named;
  if (!first_plugin.compare_exchange_strong(first, found)) return first;
  if (named < 0) no_such_plugin(name);
  return found;
}

// What a plugin must pass.
struct limits {
  int first_plugin;
  unsigned isa_cap;
  cpu_features cpu;
};

enum class obstacle { none, capped_plugin, capped_isa, lacking_cpu };

obstacle find_obstacle(const plugin &p, int index, const limits &l) noexcept {
  if (index < l.first_plugin) return obstacle::capped_plugin;
  if (!admits(l.isa_cap, p.isa)) return obstacle::capped_isa;
  return p.needs & ~l.cpu ? obstacle::lacking_cpu : obstacle::none;
}

plugin_refusal why_not(int index, const limits &l) noexcept {
  const plugin &p = plugins[index];
  switch (find_obstacle(p, index, l)) {
    case obstacle::capped_plugin: return {"capped by dnnlet_set_max_plugin", nullptr};
    case obstacle::capped_isa: return {"capped by dnnl_set_max_cpu_isa", nullptr};
    case obstacle::lacking_cpu: return {"the CPU lacks", first_feature_name(p.needs & ~l.cpu)};
    default: return {nullptr, nullptr};
  }
}

}  // namespace

plugin_refusal why_not(int index) noexcept {
  return why_not(index, {current_first_plugin(), current_isa_cap(), detect_cpu_features()});
}

plugin_set usable_plugins(cpu_features cpu) noexcept {
  const limits l = {current_first_plugin(), current_isa_cap(), cpu};
  plugin_set usable = 0;
  for (int i = 0; i < plugin_count; ++i)
    if (find_obstacle(plugins[i], i, l) == obstacle::none) usable |= plugin_set(1) << i;
  return usable;
}

status cap_isa(dnnl_cpu_isa_t isa) noexcept {
  if (!find_isa(int(isa))) return invalid("max_cpu_isa: ", int(isa), " is no dnnl_cpu_isa_t");
  if (is_isa_settled.exchange(true))
    return invalid("max_cpu_isa: can be set once, before an engine or the ISA is used");
  isa_cap.store(cap_of(isa));
  return dnnl_success;
}

status cap_plugin(const char *name) noexcept {
  const int first = name && *name ? find_plugin(name) : 0;
  if (first < 0) return no_such_plugin(name);
  first_plugin.store(first);
  return dnnl_success;
}

void settle_isa() noexcept {
  is_isa_settled.store(true);
}

dnnl_cpu_isa_t effective_isa() noexcept {
  settle_isa();
  return best_isa(detect_cpu_features(), current_isa_cap());
}

}  // namespace dnnlet
