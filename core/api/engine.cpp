// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include "core/memory/source.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

size_t dnnl_engine_get_count(dnnl_engine_kind_t kind) {
  return kind == dnnl_cpu ? 1 : 0;
}

dnnl_status_t dnnl_engine_create(dnnl_engine_t *engine, dnnl_engine_kind_t kind, size_t index) {
  if (!engine) return null_argument("engine_create", "engine");
  if (index >= dnnl_engine_get_count(kind))
    return invalid("engine_create: there is no engine ", index, " of kind ", int(kind),
                   "; the only one is dnnl_cpu 0");
  auto *made = create<dnnl_engine>();
  if (!made) return out_of_memory("engine", sizeof(dnnl_engine));
  settle_isa();
  made->cpu = detect_cpu_features();
  made->usable = usable_plugins(made->cpu);
  *engine = made;
  if (const char *sentence = detection_remark()) remark(sentence);
  return dnnl_success;
}

dnnl_status_t dnnl_engine_get_kind(dnnl_engine_t engine, dnnl_engine_kind_t *kind) {
  if (!engine) return null_argument("engine_get_kind", "engine");
  if (!kind) return null_argument("engine_get_kind", "kind");
  *kind = dnnl_cpu;
  return dnnl_success;
}

dnnl_status_t dnnl_engine_destroy(dnnl_engine_t engine) {
  release(engine);
  return dnnl_success;
}
