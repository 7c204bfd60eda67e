// SPDX-License-Identifier: Apache-2.0
#include "dnnlet/dnnlet.h"

#include "core/engine/engine.h"
#include "core/memory/arena.h"
#include "core/support/text.h"

using namespace dnnlet;

namespace {

// An arena's handle is its memory source.
memory_source *source_of(dnnlet_arena_t arena) noexcept {
  return arena ? reinterpret_cast<memory_source *>(arena) : heap_source();
}

status no_heap(const char *function) noexcept {
  return unimplemented(function, ": this build has no heap (DNNLET_HEAP=OFF); use an arena");
}

}  // namespace

dnnl_status_t dnnlet_arena_init(dnnlet_arena_t *arena, void *buffer, size_t size) {
  if (!arena) return null_argument("arena_init", "arena");
  if (!buffer) return null_argument("arena_init", "buffer");
  memory_source *made = make_arena(buffer, size);
  if (!made) return invalid("arena_init: ", size, " bytes are too few");
  *arena = reinterpret_cast<dnnlet_arena_t>(made);
  return dnnl_success;
}

dnnl_status_t dnnlet_arena_use(dnnlet_arena_t arena) {
  if (!source_of(arena)) return no_heap("arena_use");
  use_source(source_of(arena));
  return dnnl_success;
}

dnnl_status_t dnnlet_get_footprint(dnnlet_arena_t arena, dnnlet_footprint_t *footprint) {
  if (!footprint) return null_argument("get_footprint", "footprint");
  memory_source *source = source_of(arena);
  if (!source) return no_heap("get_footprint");
  const auto measured = source->measure(source);
  *footprint = {measured.in_use, measured.peak, measured.blocks, measured.capacity};
  return dnnl_success;
}

dnnl_status_t dnnlet_reset_peak(dnnlet_arena_t arena) {
  memory_source *source = source_of(arena);
  if (!source) return no_heap("reset_peak");
  source->reset_peak(source);
  return dnnl_success;
}

int dnnlet_plugin_count(void) {
  return plugin_count;
}

dnnl_status_t dnnlet_get_plugin(int index, dnnlet_plugin_t *plugin) {
  if (!plugin) return null_argument("get_plugin", "plugin");
  if (index < 0 || index >= plugin_count)
    return invalid("get_plugin: there is no plugin ", index, " of ", plugin_count);
  const plugin_refusal refusal = why_not(index);
  plugin->name = plugins[index].name;
  plugin->is_usable = refusal.reason == nullptr;
  text_writer reason(plugin->reason, sizeof(plugin->reason));
  if (refusal.reason) reason << refusal.reason;
  if (refusal.feature) reason << ' ' << refusal.feature;
  return dnnl_success;
}

dnnl_status_t dnnlet_set_max_plugin(const char *name) {
  return cap_plugin(name);
}

void dnnlet_set_diagnostics(dnnlet_diagnostics_t listener, void *context) {
  set_diagnostics(listener, context);
}
