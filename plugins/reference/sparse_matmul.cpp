// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/sparse_matmul.h"

#include "core/support/arithmetic.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

// The elements of a sparse matrix, one after the other.
class sparse_matrix {
 public:
  explicit sparse_matrix(const dnnl_memory &memory) noexcept
      : md_(memory.md),
        values_(memory.handles[0]),
        first_(static_cast<const int32_t *>(memory.handles[1])),
        second_(static_cast<const int32_t *>(memory.handles[2])) {}

  // Calls body(row, column, value) for the elements of a row, or of all rows where it is -1; and
  // for those of other rows too where they are not stored row by row.
  template <class Body>
  void for_each(dim_t row, const Body &body) const noexcept {
    if (md_.sparse.encoding == dnnl_coo) {
      for (dim_t i = 0; i < md_.sparse.nnz; ++i) body(first_[i], second_[i], value(i));
      return;
    }
    for (dim_t r = row < 0 ? 0 : row; r < (row < 0 ? md_.dims[0] : row + 1); ++r)
      for (dim_t i = second_[r]; i < second_[r + 1]; ++i) body(r, first_[i], value(i));
  }

 private:
  double value(dim_t i) const noexcept { return load_element(md_.data_type, values_, i); }

  const memory_desc &md_;
  const void *values_;
  const int32_t *first_, *second_;
};

constexpr dim_t block = 64;  // columns of dst at a time

}  // namespace

void run_sparse_matmul(const run_context &context, const matmul_op &op) noexcept {
  const matmul_sizes s = sizes_of(op);
  const bool src_is_sparse = is_sparse(op.src);
  const sparse_matrix sparse(*context.memory(src_is_sparse ? DNNL_ARG_SRC : DNNL_ARG_WEIGHTS));
  const tensor dense = src_is_sparse ? tensor_of(context, DNNL_ARG_WEIGHTS, op.weights)
                                     : tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const dim_t blocks[] = {s.m, div_up(s.n, block)};
  for_each_index(context, 2, blocks, [&](const dim_t *index) {
    const dim_t m = index[0], n = index[1] * block, count = min(block, s.n - n);
    double sums[block] = {};
    sparse.for_each(src_is_sparse ? m : -1, [&](dim_t row, dim_t col, double value) {
      if (src_is_sparse && row != m) return;
      if (!src_is_sparse && (col < n || col >= n + count)) return;
      dim_t at[] = {m, row};
      if (!src_is_sparse) {
        sums[col - n] += dense.get(at) * value;
        return;
      }
      at[0] = col;
      for (dim_t i = 0; i < count; ++i) {
        at[1] = n + i;
        sums[i] += value * dense.get(at);
      }
    });
    for (dim_t i = 0; i < count; ++i) {
      const dim_t at[] = {m, n + i};
      dst.set(at, sums[i]);
    }
  });
}

}  // namespace dnnlet::reference
