// SPDX-License-Identifier: Apache-2.0
// A network as the drivers see it: rows of f32 for cells, rows of elements for products.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_NETWORK_H
#define DNNLET_PLUGINS_DRIVERS_RNN_NETWORK_H

#include "core/kernel/rnn.h"
#include "plugins/drivers/gemm/panels.h"
#include "plugins/drivers/rnn/rnn_backend.h"
#include "plugins/drivers/rnn/step_product.h"

namespace dnnlet::drivers {

// Null, or why a network is not for the row of `request`.
refusal check_network(const plan_request &request) noexcept;
// Lays out what is open; null, or why its layouts are not for products.
refusal lay_out_network(rnn_op &op) noexcept;

// What is multiplied: elements of src_layer, or of f32 that they are widened to.
data_type states_of(const rnn_op &op, const rnn_parts &parts) noexcept;

// Elements from row to row, so that rows are not all in one place of an L1 cache.
dim_t padded_row(dim_t count, size_t element_bytes) noexcept;

// Rows of tensors, to f32 and back; integers are what they stand for.
class rnn_rows {
 public:
  rnn_rows(const run_context &context, const rnn_parts &parts) noexcept
      : op(context.problem<rnn_op>()),
        sizes(sizes_of(op)),
        record(record_of(op)),
        states(states_of(op, parts)),
        context_(context),
        rows_(*parts.product->gemm->rows),
        quantization_(context.attr->rnn),
        linear_(rows_.eltwise(dnnl_eltwise_linear, 1, 0)) {}

  const rnn_op &op;
  const rnn_sizes sizes;
  const rnn_record record;
  const data_type states;

  dim_t time(dim_t d, dim_t step) const noexcept {
    return is_backwards(op, d) ? sizes.t - 1 - step : step;
  }
  // Elements [0, n) of the last dimension of a tensor at `index`, whose last number is where they
  // begin. Zeros where the tensor is not there.
  void load(int arg, rnn_tensor t, const dim_t *index, float *to, dim_t n) const noexcept;
  void store(int arg, rnn_tensor t, const dim_t *index, const float *from, dim_t n) const noexcept;

  // Whether the elements of a tensor are those of states, in dense rows: they can be copied.
  bool holds_states(rnn_tensor t) const noexcept;
  void copy_state(int arg, rnn_tensor t, const dim_t *index, const void *elements,
                  dim_t n) const noexcept;

  // Rounds to what states hold, in place, and writes them as elements that are multiplied; the row
  // itself may be where they are.
  void put_state(float *row, void *elements, dim_t n) const noexcept;
  void load_state(const void *elements, float *row, dim_t n) const noexcept;
  // Only writes them: the row is needed no more, or as exact as it is.
  void put_elements(const float *row, void *elements, dim_t n) const noexcept;

  void apply(row_function f, const float *x, const float *b, float *y, dim_t n,
             float alpha = 0) const noexcept {
    rows_.apply(f, x, b, y, size_t(n), alpha, 0);
  }
  const row_backend &functions() const noexcept { return rows_; }

  // The weights of a layer and direction, k x (gates x n); transposed by whoever likes it. Those
  // that are no matrix are copied to `stage`.
  matrix weights(int arg, rnn_tensor t, dim_t l, dim_t d, char *stage) const noexcept;
  // Of those that lie in panels, the data from a column on.
  matrix panels(int arg, rnn_tensor t, dim_t l, dim_t d, dim_t column) const noexcept;
  bool has(rnn_tensor t) const noexcept { return !is_zero(op[t]); }

 private:
  void to_elements(data_type type, const float *from, float *to, dim_t n) const noexcept;
  void from_elements(data_type type, float *row, dim_t n) const noexcept;

  const run_context &context_;
  const row_backend &rows_;
  const rnn_quantization &quantization_;
  const row_function linear_;
};

// Whether gates and channels of weights, or of their gradients, are one dimension.
bool is_matrix(const memory_desc &md) noexcept;
// k, and gates times channels.
struct weights_size {
  dim_t rows, cols;
};
weights_size size_of_weights(const memory_desc &md) noexcept;
// Where their element of row k and column c lies.
dim_t place_of_weight(const memory_desc &md, dim_t l, dim_t d, dim_t k, dim_t c) noexcept;
// The matrix that rnn_rows::weights() answers, without data.
matrix shape_of_weights(const memory_desc &md) noexcept;
// How weights lie in panels that products take as they are: those of each gate are whole ones, as
// wide as tiles, or more than half as wide. False: there are none.
bool panels_of(const memory_desc &md, const multiply_backend &backend, panel_shape *shape) noexcept;
// Columns of the panels that weights lie in, or 0: they lie otherwise.
dim_t columns_in_place(const memory_desc &md, const multiply_backend &backend) noexcept;
// What `stage` of rnn_rows::weights needs; of `backend`, if there is one, panels need nothing.
size_t staged_weights_bytes(const rnn_op &op, const multiply_backend *backend) noexcept;

}  // namespace dnnlet::drivers

#endif
