// SPDX-License-Identifier: Apache-2.0
// The micro-kernels that are an API of their own:
//
//     brgemm      C = [C +] sum over i of A_i[m x k] * B_i[k x n]; with post-ops D = f(that)
//     instead transform   B[k x n], plain or transposed, to blocks of columns as brgemm takes them
//
// They compute on the caller's thread. What they are given for one execution are arguments.
#ifndef DNNLET_CORE_KERNEL_UKERNEL_H
#define DNNLET_CORE_KERNEL_UKERNEL_H

#include "core/kernel/kernel.h"
#include "core/kernel/op.h"
#include "core/support/data_type.h"

namespace dnnlet {

// Neighbours along K that lie side by side in packed B: 32 bits of them. Other types are in rows.
inline dim_t packed_group(data_type type) noexcept {
  return type == dnnl_bf16 ? 2 : type == dnnl_s8 || type == dnnl_u8 ? 4 : 1;
}

// A_i has rows of k elements, lda apart. B_i has rows of n groups, ldb groups apart: of one element
// of K each, or packed, with zeros behind the last.
struct brgemm_op {
  static constexpr size_t plan_bytes = 256;

  op_header head;
  dim_t m, n, k, batch;
  dim_t lda, ldb, ldc;
  dim_t b_group;
  data_type c_type;     // of the sums: f32 or s32
  bool adds_c;          // sums start from C
  bool has_post_ops;    // or scales, or D of another type
  memory_desc a, b, d;  // a, b: what scales belong to; d: with its leading dimension
};

// An execution. Arguments of the context are those of attributes and, if there are any, D, which is
// DNNL_ARG_DST; then C is only read. Of the others, making and searching a list would take a
// quarter of the smallest call.
struct brgemm_call {
  run_context context;
  const char *a, *b;
  const dim_t *offsets;  // pairs of bytes from A and B, `batch` of them
  char *c;

  // Kernels of brgemm are given its context.
  static const brgemm_call &of(const run_context &context) noexcept {
    return reinterpret_cast<const brgemm_call &>(context);
  }
};
static_assert(std::is_standard_layout<brgemm_call>(), "a call is where its context is");

// Blocks of `block` columns, one behind the other, each with all of K in groups, and zeros up to
// whole groups and columns.
struct transform_op {
  static constexpr size_t plan_bytes = 8;

  op_header head;
  dim_t k, n;
  dim_t row_step, col_step;  // of what is read, elements; one of them is 1
  dim_t block;
  data_type from, to;
};
constexpr dim_t most_transform_block = 64;

// The element of packed B in row k and column n, of rows ldb groups apart.
inline dim_t packed_place(dim_t k, dim_t n, dim_t ldb, dim_t group) noexcept {
  return k / group * ldb * group + n * group + k % group;
}

}  // namespace dnnlet

#endif
