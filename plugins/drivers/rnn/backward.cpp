// SPDX-License-Identifier: Apache-2.0
// Recurrent networks, backward; formulas: core/kernel/rnn.h
//   tensors and weights of any strides and blocks, any alignment: disjoint
//   scratch: gradients of the gates of a layer for all steps, of its input and of its output; its
//   input, states and weights as they are multiplied; of each worker, what a product needs
//   error: that of plugins/kernels/gemm/tile-inl.h and of plugins/kernels/rnn/cell_gradients.cpp;
//   of products of bf16, the rounding of gradients of gates to bf16
//
// Back through the steps first; then, for all of them at once, the gradients of the layer's input
// and of its weights.
#include <cstring>

#include "plugins/drivers/rnn/rnn.h"
#include "plugins/drivers/rnn/weights_gradients.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t channels_of_task = 2048;  // of cells: fewer are not worth a thread

class backward_pass : weights_gradients {
 public:
  using weights_gradients::weights_gradients;

  void run() const noexcept {
    for (dim_t d = 0; d < s_.d; ++d) {
      load_sequence(d);
      load_states(s_.l - 1, d);
      for (dim_t l = s_.l - 1; l >= 0; --l) {
        const float *out = part(plan_.layer_at[(s_.l - 1 - l) % 2]);
        float *in = part(plan_.layer_at[(s_.l - l) % 2]);
        load_layer(l, d);
        load_sums(l, d);
        for (dim_t step = s_.t - 1; step >= 0; --step) {
          run_step(l, d, step, out);
          if (!is_f32_) sum_rows(l, d, step, 1);
        }
        store_states(l, d);
        products_.multiply(plan_.layer, {s_.t * s_.n, all_gradients(0), in, channels_, 0, nullptr});
        if (l > 0) load_states(l - 1, d);
        add_weights(l, d);
      }
      store_input(d, part(plan_.layer_at[s_.l % 2]));
    }
  }

 private:
  // body(n) for each of the batch, several at a time where they are small.
  template <class Body>
  void for_each_of_batch(const Body &body) const noexcept {
    const dim_t each = even_part(s_.n, div_up(channels_of_task, s_.gates * s_.dhc));
    parallel_for(context_.workers, div_up(s_.n, each), [&](int64_t task, int) {
      for (dim_t n = task * each; n < min(s_.n, (task + 1) * each); ++n) body(n);
    });
  }

  // The input of the network, and the gradient of its output.
  void load_sequence(dim_t d) const noexcept {
    const dim_t first = op_.direction == dnnl_bidirectional_concat ? d * s_.dic : 0;
    parallel_for(context_.workers, s_.t * s_.n, [&](int64_t row, int) {
      dim_t index[] = {rows_.time(d, row / s_.n), row % s_.n, 0};
      // By way of what comes to be the gradient of the input, which is as wide.
      char *elements = part<char>(plan_.input_at) + row * plan_.input_step * state_size_;
      float *values =
          is_f32_ ? reinterpret_cast<float *>(elements) : part(plan_.layer_at[1]) + row * channels_;
      rows_.load(DNNL_ARG_SRC_LAYER, rnn_src_layer, index, values, s_.slc);
      rows_.put_elements(values, elements, s_.slc);
      index[2] = first;
      rows_.load(DNNL_ARG_DIFF_DST_LAYER, diff_of(rnn_dst_layer), index,
                 part(plan_.layer_at[0]) + row * channels_, s_.dic);
    });
  }

  // What a layer had before each step, and after the last.
  void load_states(dim_t l, dim_t d) const noexcept {
    for (dim_t n = 0; n < s_.n; ++n) {
      const dim_t index[] = {l, d, n, 0};
      float *h = part(plan_.h_at) + n * channels_;
      rows_.load(DNNL_ARG_SRC_ITER, rnn_src_iter, index, h, s_.sic);
      rows_.put_state(h, states(l, 0, n), s_.sic);
    }
    parallel_for(context_.workers, s_.t * s_.n, [&](int64_t row, int) {
      const dim_t step = row / s_.n, n = row % s_.n;
      const float *h = record(l, d, step, n) + rows_.record.h;
      char *to = states(l, step + 1, n);
      rows_.put_elements(h, to, s_.dic);
    });
  }

  static matrix transposed(const matrix &m) noexcept {
    return {m.type, m.data, m.col_step, m.row_step};
  }
  void pack(const step_product &product, int arg, rnn_tensor t, dim_t l, dim_t d,
            dim_t first) const noexcept {
    matrix weights = rows_.weights(arg, t, l, d, part<char>(plan_.stage_at));
    weights.data = weights.at(0, first);
    products_.pack(product, transposed(weights));
  }

  void load_layer(dim_t l, dim_t d) const noexcept {
    pack(plan_.layer, DNNL_ARG_WEIGHTS_LAYER, rnn_weights_layer, l, d, 0);
    pack(plan_.iter, DNNL_ARG_WEIGHTS_ITER, rnn_weights_iter, l, d, 0);
    if (is_gru(cell_)) pack(plan_.reset, DNNL_ARG_WEIGHTS_ITER, rnn_weights_iter, l, d, 2 * s_.dhc);
    if (rows_.has(rnn_projection))
      pack(plan_.projection, DNNL_ARG_WEIGHTS_PROJECTION, rnn_projection, l, d, 0);
    for (dim_t g = 0; rows_.has(rnn_peephole) && g < 3; ++g) {
      const dim_t index[] = {l, d, g, 0};
      rows_.load(DNNL_ARG_WEIGHTS_PEEPHOLE, rnn_peephole, index,
                 part(plan_.peephole_at) + g * s_.dhc, s_.dhc);
    }
    for (dim_t n = 0; n < s_.n; ++n) {
      const dim_t index[] = {l, d, n, 0};
      rows_.load(DNNL_ARG_SRC_ITER_C, rnn_src_iter_c, index, part(plan_.c_at) + n * s_.dhc, s_.dhc);
      rows_.load(DNNL_ARG_DIFF_DST_ITER, diff_of(rnn_dst_iter), index, dh(n), s_.dic);
      rows_.load(DNNL_ARG_DIFF_DST_ITER_C, diff_of(rnn_dst_iter_c), index, dc(n), s_.dhc);
    }
  }

  void run_step(dim_t l, dim_t d, dim_t step, const float *out) const noexcept {
    const bool has_projection = rows_.has(rnn_projection);
    const auto add_out = [&](dim_t n) {
      rows_.apply(add(), dh(n), out + (step * s_.n + n) * channels_, dh(n), s_.dic);
    };
    if (has_projection) {
      for_each_of_batch([&](dim_t n) {
        add_out(n);
        std::memcpy(exact(step, n) + plan_.row.h, dh(n), size_t(s_.dic) * sizeof(float));
        round_gradients(step, n, plan_.row.h, s_.dic);
      });
      products_.multiply(plan_.projection, {s_.n, all_gradients(plan_.row.h, step),
                                            part(plan_.cell_at), s_.dhc, 0, nullptr});
    }
    for_each_cell(l, d, step, [&](const cell_gradient_row &row, dim_t n) {
      if (!has_projection) add_out(n);
      keep_second_factor(row, step, n);
      const float diff = -run_cell(row);
      round_gradients(step, n, 0, plan_.row.h);
      if (!rows_.has(rnn_attention)) return;
      const dim_t when[] = {rows_.time(d, step), n, 0};
      rows_.store(DNNL_ARG_DIFF_AUGRU_ATTENTION, diff_of(rnn_attention), when, &diff, 1);
    });
    if (is_gru(cell_)) return finish_gru(l, d, step);
    products_.multiply(plan_.iter, {s_.n, all_gradients(0, step), dh(0), channels_, 0, nullptr});
  }

  // What a second product of the cell was given: r * h, or what was projected.
  void keep_second_factor(const cell_gradient_row &row, dim_t step, dim_t n) const noexcept {
    char *to = part<char>(plan_.reset_at) + (step * s_.n + n) * plan_.reset_step * state_size_;
    if (rows_.has(rnn_projection)) {
      rows_.put_elements(row.hidden, to, s_.dhc);
    } else if (is_gru(cell_) && !is_lbr(cell_)) {
      // The gradient of r comes later.
      float *values = is_f32_ ? reinterpret_cast<float *>(to) : row.dgates + s_.dhc;
      rows_.apply(rows_.functions().binary(dnnl_binary_mul), row.gates + s_.dhc, row.before, values,
                  s_.dhc);
      rows_.put_elements(values, to, s_.dhc);
    }
  }

  // Through the gates of u and r, whose part of dh is there already, and through z.
  void finish_gru(dim_t l, dim_t d, dim_t step) const noexcept {
    if (is_lbr(cell_)) {
      products_.multiply(
          plan_.reset, {s_.n, all_gradients(plan_.row.hidden, step), dh(0), channels_, 1, nullptr});
    } else {
      products_.multiply(plan_.reset, {s_.n, all_gradients(2 * s_.dhc, step), part(plan_.cell_at),
                                       s_.dhc, 0, nullptr});
      for_each_cell(l, d, step, [&](const cell_gradient_row &row, dim_t n) {
        parts_.cells->reset_gradient(row);
        round_gradients(step, n, s_.dhc, s_.dhc);
      });
    }
    products_.multiply(plan_.iter, {s_.n, all_gradients(0, step), dh(0), channels_, 1, nullptr});
  }

  // Answers what the attention is to know.
  float run_cell(const cell_gradient_row &row) const noexcept {
    switch (cell_) {
      case dnnl_vanilla_lstm: parts_.cells->lstm_gradient(row); return 0;
      case dnnl_vanilla_rnn:
        rows_.apply(parts_.cells->activation_gradient(op_.activation), row.gates, row.dh,
                    row.dgates, s_.dhc, op_.alpha);
        return 0;
      default:
        return (is_lbr(cell_) ? parts_.cells->lbr_gru_gradient : parts_.cells->gru_gradient)(row);
    }
  }

  template <class Body>
  void for_each_cell(dim_t l, dim_t d, dim_t step, const Body &body) const noexcept {
    const bool is_lstm = cell_ == dnnl_vanilla_lstm, has_attention = rows_.has(rnn_attention);
    const bool has_projection = rows_.has(rnn_projection);
    const bool resets = is_gru(cell_) && !is_lbr(cell_);
    for_each_of_batch([&](dim_t n) {
      const float *at = record(l, d, step, n);
      const dim_t when[] = {rows_.time(d, step), n, 0};
      float attention = 0, *of_gates = exact(step, n);
      if (has_attention) rows_.load(DNNL_ARG_AUGRU_ATTENTION, rnn_attention, when, &attention, 1);
      float *cell = part(plan_.cell_at) + n * s_.dhc;
      body(cell_gradient_row{s_.dhc, at + rows_.record.gates,
                             is_lstm ? c_before(l, d, step, n) : h_before(l, d, step, n),
                             rows_.has(rnn_peephole) ? part(plan_.peephole_at) : nullptr,
                             at + rows_.record.c, at + rows_.record.hidden, has_attention,
                             1 - attention, of_gates, resets ? cell : of_gates + plan_.row.hidden,
                             has_projection ? cell : dh(n), dc(n)},
           n);
    });
  }

  void store_states(dim_t l, dim_t d) const noexcept {
    for (dim_t n = 0; n < s_.n; ++n) {
      const dim_t index[] = {l, d, n, 0};
      rows_.store(DNNL_ARG_DIFF_SRC_ITER, diff_of(rnn_src_iter), index, dh(n), s_.sic);
      rows_.store(DNNL_ARG_DIFF_SRC_ITER_C, diff_of(rnn_src_iter_c), index, dc(n), s_.dhc);
    }
  }

  // The second direction adds to what the first one stored.
  void store_input(dim_t d, float *in) const noexcept {
    float *stored = part(plan_.layer_at[(s_.l + 1) % 2]);
    parallel_for(context_.workers, s_.t * s_.n, [&](int64_t row, int) {
      const dim_t index[] = {rows_.time(d, row / s_.n), row % s_.n, 0};
      float *from = in + row * channels_, *before = stored + row * channels_;
      if (d > 0) {
        rows_.load(DNNL_ARG_DIFF_SRC_LAYER, diff_of(rnn_src_layer), index, before, s_.slc);
        rows_.apply(add(), before, from, from, s_.slc);
      }
      rows_.store(DNNL_ARG_DIFF_SRC_LAYER, diff_of(rnn_src_layer), index, from, s_.slc);
    });
  }
};

}  // namespace

void run_rnn_backward(const run_context &context) noexcept {
  backward_pass(context, context.plan_as<backward_plan, rnn_op>()).run();
}

}  // namespace dnnlet::drivers
