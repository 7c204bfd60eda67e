// SPDX-License-Identifier: Apache-2.0
// Products of a sparse and a dense matrix.
#include "core/kernel/packed.h"
#include "core/primitives/common.h"
#include "core/primitives/factors.h"
#include "core/primitives/matmul.h"
#include "core/primitives/packed.h"

namespace dnnlet {

namespace {

bool is_dense_row_major(const memory_desc &md) noexcept {
  return is_any(md) || has_tag(md, dnnl_ab);
}

// A step of dimension `d` that is outside of it would have a kernel read or write somewhere else.
status check_places(const char *what, const char *tensor, const int32_t *places, dim_t count,
                    dim_t extent) noexcept {
  for (dim_t i = 0; i < count; ++i)
    if (places[i] < 0 || places[i] >= extent)
      return invalid(what, ": index ", i, " of ", tensor, " is ", places[i], ", expected 0 to ",
                     extent - 1);
  return dnnl_success;
}

// The elements of row r are those from pointers[r] to pointers[r + 1].
status check_pointers(const char *what, const char *tensor, const int32_t *pointers, dim_t rows,
                      dim_t nnz) noexcept {
  dim_t before = 0;
  for (dim_t r = 0; r <= rows; ++r) {
    if (pointers[r] < before || pointers[r] > nnz)
      return invalid(what, ": row pointer ", r, " of ", tensor, " is ", pointers[r], ", expected ",
                     before, " to ", nnz);
    before = pointers[r];
  }
  return dnnl_success;
}

status check_tensor(const char *what, const char *tensor, const memory_desc &md,
                    const dnnl_memory *given) noexcept {
  if (!is_sparse(md)) return dnnl_success;
  DNNLET_CHECK(check_sparse_memory(what, tensor, md, *given));
  if (is_packed_here(md)) return check_packed_rows(what, tensor, *given);
  const auto *first = static_cast<const int32_t *>(given->handles[1]);
  const auto *second = static_cast<const int32_t *>(given->handles[2]);
  if (md.sparse.encoding == dnnl_csr) {
    DNNLET_CHECK(check_pointers(what, tensor, second, md.dims[0], md.sparse.nnz));
    return check_places(what, tensor, first, md.sparse.nnz, md.dims[1]);
  }
  DNNLET_CHECK(check_places(what, tensor, first, md.sparse.nnz, md.dims[0]));
  return check_places(what, tensor, second, md.sparse.nnz, md.dims[1]);
}

status check_encoding(const char *what, const char *tensor, const memory_desc &md) noexcept {
  if (!is_sparse(md)) return dnnl_success;
  const sparse_layout &s = md.sparse;
  if (s.encoding == dnnl_packed)
    return unimplemented(what, ": ", tensor, " is packed sparse, which only weights are");
  if (s.metadata_types[0] != dnnl_s32 ||
      (s.encoding == dnnl_csr && s.metadata_types[1] != dnnl_s32))
    return unimplemented(what, ": the indices of sparse ", tensor, " are not of type s32");
  return dnnl_success;
}

}  // namespace

status check_sparse_matmul(const char *what, const matmul_op &op, const attributes *attr) noexcept {
  const data_type src = op.src.data_type, weights = op.weights.data_type, dst = op.dst.data_type;
  if (!have_type_of_sum(src, weights, dst))
    return invalid(what, ": products of the data types src ", int(src), ", weights ", int(weights),
                   ", dst ", int(dst), " have no type to be summed up in");
  if (is_sparse(op.src) && is_sparse(op.weights))
    return unimplemented(what, ": both src and weights are sparse");
  DNNLET_CHECK(check_encoding(what, "src", op.src));
  DNNLET_CHECK(check_encoding(what, "weights", op.weights));
  if (src != weights || src != dst || (src != dnnl_f32 && src != dnnl_f16))
    return unimplemented(what, ": sparse matrices are multiplied in f32 or f16, all tensors alike");
  if (!is_zero(op.bias)) return unimplemented(what, ": sparse matrices with a bias");
  if (has_runtime_sizes(op)) return unimplemented(what, ": sparse matrices with runtime dims");
  const memory_desc &dense = is_sparse(op.src) ? op.weights : op.src;
  if (!is_dense_row_major(dense) || !is_dense_row_major(op.dst))
    return unimplemented(what, ": beside a sparse matrix, the others are row-major and dense");
  return check_attribute_kinds(what, attr, 0);
}

status check_sparse_places(const char *what, const matmul_op &op,
                           const run_context &context) noexcept {
  DNNLET_CHECK(check_tensor(what, "src", op.src, context.memory(DNNL_ARG_SRC)));
  return check_tensor(what, "weights", op.weights, context.memory(DNNL_ARG_WEIGHTS));
}

}  // namespace dnnlet
