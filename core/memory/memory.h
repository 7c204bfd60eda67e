// SPDX-License-Identifier: Apache-2.0
// The memory object: a descriptor and where its buffers are.
#ifndef DNNLET_CORE_MEMORY_MEMORY_H
#define DNNLET_CORE_MEMORY_MEMORY_H

#include "core/memory/memory_desc.h"

struct dnnl_memory {
  dnnlet::memory_desc md;
  dnnl_engine_t engine;  // null for a host scalar
  void *owned;           // what the library allocated for it, or null
  // handle_count(md) handles; for a host scalar, the address of `scalar`.
  void **handles;
  union {
    void *first_handle;
    unsigned char scalar[8];
  };
};

namespace dnnlet {

// The buffer of handle 0, or the value of a host scalar.
inline void *data_of(const dnnl_memory &memory) noexcept {
  return memory.md.format_kind == dnnl_format_kind_host_scalar
             ? const_cast<unsigned char *>(memory.scalar)
             : memory.handles[0];
}

}  // namespace dnnlet

#endif
