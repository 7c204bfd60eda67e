// SPDX-License-Identifier: Apache-2.0
// Products with weights that many steps share: they are packed once, in panels in the scratchpad,
// if they do not lie in panels. Those with few rows read weights where they lie, if they can.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_STEP_PRODUCT_H
#define DNNLET_PLUGINS_DRIVERS_RNN_STEP_PRODUCT_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/rnn/rnn_backend.h"

namespace dnnlet::drivers {

// C[m x n] = start + A[m x k] * weights[k x n]; C is f32 or s32.
struct step_product {
  dim_t m, n, k;  // m at most
  dim_t panel_columns;
  size_t weights_at;  // in the scratchpad: panels, or the matrix that is read where it lies
  bool lies_in_panels;
  multiply_cut cut;

  bool is_matrix() const noexcept { return panel_columns == 0; }
  bool reads_in_place() const noexcept { return is_matrix() || lies_in_panels; }
};

// Rows of what is multiplied, in elements of their type.
struct state_rows {
  const void *data;
  dim_t step;
};

// What rows are multiplied with, and where the sums go.
struct step_operands {
  dim_t m;
  state_rows a;
  void *c;
  dim_t c_step;
  float beta;        // 1: added to what is in C
  const void *bias;  // of a row, where beta is 0, up to whole panels; may be null
};

// What all products of a network share.
struct product_needs {
  const multiply_backend *backend;
  data_type states;        // elements of A
  dim_t worker_bytes = 0;  // the most that one of them, or packing, needs
};

// `weights` is a matrix as it lies, without data, which is multiplied `uses` times; or they lie in
// panels of so many columns, if these are not 0.
refusal plan_step_product(plan_request &request, product_needs &room, dim_t m,
                          const matrix &weights, dim_t uses, dim_t panel_columns, dim_t n, dim_t k,
                          step_product &product) noexcept;

// For a run: where the scratch of workers is.
class product_runner {
 public:
  product_runner(const run_context &context, const product_needs &room, size_t workers_at) noexcept
      : context_(context),
        room_(room),
        by_row_(*context.parts_as<rnn_parts>().by_row),
        workers_at_(workers_at) {}

  // The matrix may be of any type that can be packed, and lies like the one that was planned. Of
  // panels, its data is the first.
  void pack(const step_product &product, const matrix &weights) const noexcept;
  void multiply(const step_product &product, const step_operands &operands) const noexcept;
  // sums[i] = sum of column i of the weights, of integers; `ones` has room for k bytes.
  void sum_columns(const step_product &product, char *ones, int32_t *sums) const noexcept;
  // Without packing before: C (+)= A * B, with strides.
  void multiply(const multiply_problem &problem, const multiply_cut &cut) const noexcept;

 private:
  char *scratch(int worker) const noexcept;
  const char *panels(const step_product &product) const noexcept;
  void multiply_rows(const step_product &product, const step_operands &operands,
                     const multiply_cut &cut) const noexcept;

  const run_context &context_;
  const product_needs &room_;
  const row_product by_row_;
  const size_t workers_at_;
};

}  // namespace dnnlet::drivers

#endif
