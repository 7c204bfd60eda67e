// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/packed.h"

#include "core/kernel/packed.h"

namespace dnnlet {

status check_sparse_memory(const char *what, const char *tensor, const memory_desc &md,
                           const dnnl_memory &given) noexcept {
  if (!equal(md, given.md))
    return invalid(what, ": the memory of ", tensor,
                   " is another sparse tensor than that of the "
                   "primitive descriptor");
  for (int i = 0; i < handle_count(md); ++i)
    if (!given.handles[i] && size_of(md, i) > 0)
      return invalid(what, ": buffer ", i, " of ", tensor, " is missing");
  return dnnl_success;
}

status check_packed(const char *what, const char *tensor, const memory_desc &md) noexcept {
  if (md.data_type != dnnl_s8)
    return unimplemented(what, ": packed sparse ", tensor, " have data type ", int(md.data_type),
                         ", expected s8");
  if (has_runtime_dims(md))
    return unimplemented(what, ": packed sparse ", tensor, " with runtime dims");
  return dnnl_success;
}

status check_packed_rows(const char *what, const char *tensor, const dnnl_memory &given) noexcept {
  if (has_zero_dim(given.md)) return dnnl_success;
  int64_t before = 0;
  for (dim_t r = 0; r <= packed_rows(given.md); ++r) {
    const int64_t begin = packed_begin(given, r);
    if (begin < before || begin > given.md.sparse.nnz)
      return invalid(what, ": row ", r, " of packed ", tensor, " begins at value ", begin,
                     ", expected ", before, " to ", given.md.sparse.nnz);
    before = begin;
  }
  return dnnl_success;
}

}  // namespace dnnlet
