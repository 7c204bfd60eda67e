// SPDX-License-Identifier: Apache-2.0
#include "core/memory/memory.h"

#include <cstring>

#include "core/memory/source.h"
#include "core/support/arithmetic.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

// The object, with room for its handles behind it where one is not enough.
dnnl_memory *allocate_memory(const memory_desc &md, dnnl_engine_t engine) noexcept {
  const size_t bytes = sizeof(dnnl_memory) + size_t(handle_count(md)) * sizeof(void *);
  void *block = allocate(bytes);
  if (!block) {
    out_of_memory("memory object", bytes);
    return nullptr;
  }
  auto *memory = new (block) dnnl_memory();
  memory->md = md;
  memory->engine = engine;
  memory->handles =
      handle_count(md) == 1 ? &memory->first_handle : reinterpret_cast<void **>(memory + 1);
  for (int i = 0; i < handle_count(md); ++i) memory->handles[i] = nullptr;
  return memory;
}

// Rounded up to whole blocks of data_alignment, or SIZE_MAX where there are more.
size_t buffer_bytes(const memory_desc &md, int handle) noexcept {
  const size_t bytes = handle == 0 ? end_of(md) : size_of(md, handle);
  return bytes <= SIZE_MAX - data_alignment ? round_up(bytes, data_alignment) : SIZE_MAX;
}

// One block for all the buffers that the library is to allocate.
status allocate_buffers(dnnl_memory &memory, int nhandles, void *const *handles) noexcept {
  size_t total = 0;
  for (int i = 0; i < nhandles; ++i)
    if (handles[i] == DNNL_MEMORY_ALLOCATE &&
        !checked_add(total, buffer_bytes(memory.md, i), &total))
      return out_of_memory("memory buffer", SIZE_MAX);
  if (total > 0) {
    memory.owned = allocate(total, data_alignment);
    if (!memory.owned) return out_of_memory("memory buffer", total);
  }
  char *next = static_cast<char *>(memory.owned);
  for (int i = 0; i < nhandles; ++i) {
    memory.handles[i] = handles[i];
    if (handles[i] != DNNL_MEMORY_ALLOCATE) continue;
    const size_t bytes = buffer_bytes(memory.md, i);
    memory.handles[i] = bytes ? next : nullptr;
    next += bytes;
  }
  return dnnl_success;
}

status check_buffer_index(const char *what, const dnnl_memory *memory, int index) noexcept {
  if (!memory) return null_argument(what, "memory");
  if (index < 0 || index >= handle_count(memory->md))
    return invalid(what, ": handle ", index, " of ", handle_count(memory->md));
  return dnnl_success;
}

status check_handle_index(const char *what, const dnnl_memory *memory, int index) noexcept {
  DNNLET_CHECK(check_buffer_index(what, memory, index));
  if (memory->md.format_kind == dnnl_format_kind_host_scalar)
    return invalid(what, ": a host scalar has no handle");
  return dnnl_success;
}

}  // namespace

dnnl_status_t dnnl_memory_create(dnnl_memory_t *memory, const_dnnl_memory_desc_t memory_desc,
                                 dnnl_engine_t engine, void *handle) {
  // The sparse layouts have more than one buffer; they are all allocated, or all left out.
  void *handles[1 + DNNL_MAX_NDIMS];
  const int count = memory_desc ? min(handle_count(*memory_desc), 1 + DNNL_MAX_NDIMS) : 1;
  for (int i = 0; i < count; ++i)
    handles[i] = i == 0 || handle == DNNL_MEMORY_ALLOCATE ? handle : nullptr;
  return dnnl_memory_create_v2(memory, memory_desc, engine, count, handles);
}

dnnl_status_t dnnl_memory_create_v2(dnnl_memory_t *memory, const_dnnl_memory_desc_t memory_desc,
                                    dnnl_engine_t engine, int nhandles, void **handles) {
  static const char what[] = "memory_create";
  if (!memory) return null_argument(what, "memory");
  if (!memory_desc) memory_desc = &zero_md;  // the memory of a tensor that is not there
  if (!engine) return null_argument(what, "engine");
  if (!handles) return null_argument(what, "handles");
  if (is_any(*memory_desc)) return invalid(what, ": the layout is `any`");
  if (memory_desc->format_kind == dnnl_format_kind_host_scalar)
    return invalid(what, ": use memory_create_host_scalar for a host scalar");
  if (has_runtime_dims(*memory_desc)) return invalid(what, ": the dimensions are not known yet");
  if (nhandles != handle_count(*memory_desc))
    return invalid(what, ": ", nhandles, " handles, expected ", handle_count(*memory_desc));
  dnnl_memory *made = allocate_memory(*memory_desc, engine);
  if (!made) return dnnl_out_of_memory;
  const status s = allocate_buffers(*made, nhandles, handles);
  if (s != dnnl_success) {
    release(made);
    return s;
  }
  *memory = made;
  return dnnl_success;
}

dnnl_status_t dnnl_memory_create_host_scalar(dnnl_memory_t *memory,
                                             const_dnnl_memory_desc_t memory_desc,
                                             void *scalar_ptr) {
  static const char what[] = "memory_create_host_scalar";
  if (!memory) return null_argument(what, "memory");
  if (!memory_desc) return null_argument(what, "memory_desc");
  if (!scalar_ptr) return null_argument(what, "scalar_ptr");
  if (memory_desc->format_kind != dnnl_format_kind_host_scalar)
    return invalid(what, ": the descriptor is not one of a host scalar");
  dnnl_memory *made = allocate_memory(*memory_desc, nullptr);
  if (!made) return dnnl_out_of_memory;
  std::memcpy(made->scalar, scalar_ptr, type_size(memory_desc->data_type));
  *memory = made;
  return dnnl_success;
}

dnnl_status_t dnnl_memory_get_memory_desc(const_dnnl_memory_t memory,
                                          const_dnnl_memory_desc_t *memory_desc) {
  if (!memory) return null_argument("memory_get_memory_desc", "memory");
  if (!memory_desc) return null_argument("memory_get_memory_desc", "memory_desc");
  *memory_desc = &memory->md;
  return dnnl_success;
}

dnnl_status_t dnnl_memory_get_engine(const_dnnl_memory_t memory, dnnl_engine_t *engine) {
  if (!memory) return null_argument("memory_get_engine", "memory");
  if (!engine) return null_argument("memory_get_engine", "engine");
  *engine = memory->engine;
  return dnnl_success;
}

dnnl_status_t dnnl_memory_map_data(const_dnnl_memory_t memory, void **mapped_ptr) {
  return dnnl_memory_map_data_v2(memory, mapped_ptr, 0);
}

// A host scalar has no handle to take away, but its value can be looked at, and changed.
dnnl_status_t dnnl_memory_map_data_v2(const_dnnl_memory_t memory, void **mapped_ptr, int index) {
  static const char what[] = "memory_map_data";
  if (!mapped_ptr) return null_argument(what, "mapped_ptr");
  DNNLET_CHECK(check_buffer_index(what, memory, index));
  const bool is_empty = size_of(memory->md, index) == 0;
  *mapped_ptr = is_empty ? nullptr : index == 0 ? data_of(*memory) : memory->handles[index];
  return dnnl_success;
}

dnnl_status_t dnnl_memory_unmap_data(const_dnnl_memory_t memory, void *mapped_ptr) {
  return dnnl_memory_unmap_data_v2(memory, mapped_ptr, 0);
}

dnnl_status_t dnnl_memory_unmap_data_v2(const_dnnl_memory_t memory, void *, int index) {
  return check_buffer_index("memory_unmap_data", memory, index);
}

dnnl_status_t dnnl_memory_get_data_handle(const_dnnl_memory_t memory, void **handle) {
  return dnnl_memory_get_data_handle_v2(memory, handle, 0);
}

dnnl_status_t dnnl_memory_get_data_handle_v2(const_dnnl_memory_t memory, void **handle, int index) {
  if (!handle) return null_argument("memory_get_data_handle", "handle");
  if (!memory) {
    *handle = nullptr;
    return dnnl_success;
  }
  DNNLET_CHECK(check_handle_index("memory_get_data_handle", memory, index));
  *handle = memory->handles[index];
  return dnnl_success;
}

dnnl_status_t dnnl_memory_set_data_handle(dnnl_memory_t memory, void *handle) {
  return dnnl_memory_set_data_handle_v2(memory, handle, 0);
}

dnnl_status_t dnnl_memory_set_data_handle_v2(dnnl_memory_t memory, void *handle, int index) {
  DNNLET_CHECK(check_handle_index("memory_set_data_handle", memory, index));
  memory->handles[index] = handle;
  return dnnl_success;
}

dnnl_status_t dnnl_memory_get_host_scalar_value(const_dnnl_memory_t memory, void *value) {
  static const char what[] = "memory_get_host_scalar_value";
  if (!memory) return null_argument(what, "memory");
  if (!value) return null_argument(what, "value");
  if (memory->md.format_kind != dnnl_format_kind_host_scalar)
    return invalid(what, ": the memory is not a host scalar");
  std::memcpy(value, memory->scalar, type_size(memory->md.data_type));
  return dnnl_success;
}

dnnl_status_t dnnl_memory_set_host_scalar_value(dnnl_memory_t memory, const void *value) {
  static const char what[] = "memory_set_host_scalar_value";
  if (!memory) return null_argument(what, "memory");
  if (!value) return null_argument(what, "value");
  if (memory->md.format_kind != dnnl_format_kind_host_scalar)
    return invalid(what, ": the memory is not a host scalar");
  std::memcpy(memory->scalar, value, type_size(memory->md.data_type));
  return dnnl_success;
}

dnnl_status_t dnnl_memory_destroy(dnnl_memory_t memory) {
  if (!memory) return dnnl_success;
  release(memory->owned);
  release(memory);
  return dnnl_success;
}
