// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "dnnlet/dnnlet.h"
#include "tests/fuzz/check.h"

namespace dnnlet::fuzz {

namespace {

// Everything that a program makes, in the arena that is in use. Answers the first failure.
dnnl_status_t make_all(const problem &p, uint64_t order) {
  dnnl_engine_t engine = nullptr;
  dnnl_status_t status = dnnl_engine_create(&engine, dnnl_cpu, 0);
  if (status != dnnl_success) return status;
  {
    handles kept;
    dnnl_stream_t stream = nullptr;
    dnnl_primitive_t primitive = nullptr;
    dnnl_memory_t memory = nullptr;
    status = dnnl_stream_create(&stream, engine, dnnl_stream_default_flags);
    kept.keep(stream);
    described d;
    if (status == dnnl_success) {
      d = describe(p, engine, kept, nullptr);
      status = d.status;
    }
    if (status == dnnl_success) {
      status = dnnl_primitive_create(&primitive, d.pd);
      kept.keep(primitive);
    }
    if (status == dnnl_success && !p.tensors.empty()) {
      const const_dnnl_memory_desc_t md = descriptor_of(d.pd, p.tensors[0].arg);
      if (dnnl_memory_desc_get_size(md) < (1 << 20) && !p.tensors[0].is_runtime &&
          ask(md).bytes > 0)
        status = dnnl_memory_create(&memory, md, engine, DNNL_MEMORY_ALLOCATE);
      kept.keep(memory);
    }
    kept.destroy_all(order);
  }
  dnnl_engine_destroy(engine);
  return status;
}

constexpr size_t most_bytes = 1 << 21;
alignas(64) unsigned char buffer[most_bytes];

}  // namespace

void check_arenas(const problem &p, choices &c, session &s) {
  s.doing("in arenas");
  const uint64_t order = c.below(1 << 16);
  const dnnl_status_t expected = make_all(p, order);
  for (size_t size = c.below(64); size <= most_bytes; size += 1 + size / (12 + c.below(40))) {
    dnnlet_arena_t arena = nullptr;
    if (dnnlet_arena_init(&arena, buffer + c.below(8), size < most_bytes ? size : most_bytes - 8) !=
        dnnl_success)
      continue;
    dnnlet_arena_use(arena);
    const dnnl_status_t status = make_all(p, order);
    dnnlet_arena_use(nullptr);
    dnnlet_footprint_t use = {};
    dnnlet_get_footprint(arena, &use);
    const std::string where = "in an arena of " + std::to_string(size) + " bytes: ";
    if (use.blocks != 0 || use.in_use != 0)
      s.fail(where + std::to_string(use.blocks) + " blocks of " + std::to_string(use.in_use) +
             " bytes are lost");
    if (status == expected) return;
    if (status != dnnl_out_of_memory)
      return s.fail(where + dnnl_status2str(status) + ", with more memory " +
                    dnnl_status2str(expected));
  }
}

}  // namespace dnnlet::fuzz
