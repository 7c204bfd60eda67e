// SPDX-License-Identifier: Apache-2.0
// A network as the drivers see it: rows of f32, in the order of the steps of a direction.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_NETWORK_H
#define DNNLET_PLUGINS_DRIVERS_RNN_NETWORK_H

#include "core/kernel/rnn.h"
#include "plugins/drivers/rnn/rnn_backend.h"

namespace dnnlet::drivers {

// Null, or why a network is not for `parts`. Lays out what is open.
refusal take_network(rnn_op &op, const rnn_parts &parts) noexcept;

// Rows of tensors, to f32 and back; integers are what they stand for.
class rnn_rows {
 public:
  rnn_rows(const run_context &context, const rnn_parts &parts) noexcept
      : op(context.problem<rnn_op>()),
        sizes(sizes_of(op)),
        record(record_of(op)),
        context_(context),
        rows_(*parts.product->gemm->rows),
        quantization_(context.attr->rnn) {}

  const rnn_op &op;
  const rnn_sizes sizes;
  const rnn_record record;

  dim_t time(dim_t d, dim_t step) const noexcept {
    return is_backwards(op, d) ? sizes.t - 1 - step : step;
  }
  // Elements [0, n) of the last dimension of a tensor at `index`, whose last number is left out.
  // Zeros where the tensor is not there.
  void load(int arg, rnn_tensor t, const dim_t *index, float *to, dim_t n) const noexcept;
  void store(int arg, rnn_tensor t, const dim_t *index, const float *from, dim_t n) const noexcept;
  // The same with the sum of two rows.
  void store_sum(int arg, rnn_tensor t, const dim_t *index, const float *a, const float *b,
                 dim_t n) const noexcept;
  // Rounds to what states hold.
  void round_state(float *row, dim_t n) const noexcept;
  void apply(row_function f, const float *x, const float *b, float *y, dim_t n,
             float alpha = 0) const noexcept {
    rows_.apply(f, x, b, y, size_t(n), alpha, 0);
  }
  const row_backend &functions() const noexcept { return rows_; }

  // The weights of a layer and direction, k x (gates x n); transposed by whoever likes it.
  matrix weights(int arg, rnn_tensor t, dim_t l, dim_t d) const noexcept;
  bool has(rnn_tensor t) const noexcept { return !is_zero(op[t]); }

 private:
  void to_elements(data_type type, const float *from, float *to, dim_t n) const noexcept;
  void from_elements(data_type type, float *row, dim_t n) const noexcept;

  const run_context &context_;
  const row_backend &rows_;
  const rnn_quantization &quantization_;
};

}  // namespace dnnlet::drivers

#endif
