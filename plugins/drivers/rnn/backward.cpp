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

#include "plugins/drivers/rnn/backward_plan.h"
#include "plugins/drivers/rnn/rnn.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t channels_of_task = 2048;  // of cells: fewer are not worth a thread
constexpr dim_t sums_of_task = 1 << 14;   // of rows

class backward_pass {
 public:
  backward_pass(const run_context &context, const backward_plan &plan) noexcept
      : context_(context),
        plan_(plan),
        parts_(context.parts_as<rnn_parts>()),
        rows_(context, parts_),
        op_(rows_.op),
        s_(rows_.sizes),
        cell_(op_.head.alg),
        is_f32_(rows_.states == dnnl_f32),
        state_size_(dim_t(type_size(rows_.states))),
        channels_(plan.channels),
        products_(context, plan.room, plan.workers_at),
        records_(context.first<float>(DNNL_ARG_WORKSPACE, op_[rnn_workspace])) {}

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
  template <class T = float>
  T *part(size_t offset) const noexcept {
    return reinterpret_cast<T *>(context_.scratchpad + offset);
  }
  const float *record(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    return records_ + (((l * s_.d + d) * s_.t + step) * s_.n + n) * rows_.record.size;
  }
  // As elements that are multiplied, and those of a step before they are rounded.
  char *gradients(dim_t step, dim_t n) const noexcept {
    return part<char>(plan_.gradients_at) + (step * s_.n + n) * plan_.row.size * state_size_;
  }
  float *exact(dim_t step, dim_t n) const noexcept {
    return is_f32_ ? reinterpret_cast<float *>(gradients(step, n))
                   : part(plan_.step_at) + n * plan_.row.size;
  }
  // From a column on, of a step and those after it.
  state_rows all_gradients(dim_t column, dim_t step = 0) const noexcept {
    return {gradients(step, 0) + column * state_size_, plan_.row.size};
  }
  void round_gradients(dim_t step, dim_t n, dim_t first, dim_t count) const noexcept {
    rows_.put_gradient(exact(step, n) + first, gradients(step, n) + first * state_size_, count);
  }
  // What the cell of a step was given: step 0 is what was before the first one.
  char *states(dim_t l, dim_t step, dim_t n) const noexcept {
    return part<char>(plan_.states_at[l % 2]) + (step * s_.n + n) * plan_.state_step * state_size_;
  }
  float *dh(dim_t n) const noexcept { return part(plan_.dh_at) + n * channels_; }
  float *dc(dim_t n) const noexcept { return part(plan_.dc_at) + n * channels_; }
  const float *h_before(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    if (step == 0) return part(plan_.h_at) + n * channels_;
    return record(l, d, step - 1, n) + rows_.record.h;
  }
  const float *c_before(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    if (step == 0) return part(plan_.c_at) + n * s_.dhc;
    return record(l, d, step - 1, n) + rows_.record.c;
  }
  row_function add() const noexcept { return rows_.functions().binary(dnnl_binary_add); }

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
      rows_.put_gradient(values, elements, s_.slc);
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
      if (is_f32_)
        std::memcpy(to, h, size_t(s_.dic) * sizeof(float));
      else
        rows_.put_gradient(h, to, s_.dic);
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
      if (is_f32_)
        std::memcpy(to, row.hidden, size_t(s_.dhc) * sizeof(float));
      else
        rows_.put_gradient(row.hidden, to, s_.dhc);
    } else if (is_gru(cell_) && !is_lbr(cell_)) {
      // The gradient of r comes later.
      float *values = is_f32_ ? reinterpret_cast<float *>(to) : row.dgates + s_.dhc;
      rows_.apply(rows_.functions().binary(dnnl_binary_mul), row.gates + s_.dhc, row.before, values,
                  s_.dhc);
      rows_.put_gradient(values, to, s_.dhc);
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

  float beta() const noexcept {
    return op_.flags & dnnl_rnn_flags_diff_weights_overwrite ? 0.0f : 1.0f;
  }

  // Gradients of weights from their column `first` on, where they lie.
  struct weights_gradient {
    int arg;
    rnn_tensor t;
    dim_t l, d, first;
  };
  // What is added to a gradient of weights: rows of what went in, transposed, times rows of
  // gradients.
  void add_product(const weights_product &product, const state_rows &in, const state_rows &of,
                   const weights_gradient &to) const noexcept {
    const memory_desc &md = op_[diff_of(to.t)];
    multiply_problem p = problem_of(product, rows_.states);
    const state_rows &a = product.is_transposed ? of : in, &b = product.is_transposed ? in : of;
    p.a = {rows_.states, a.data, 1, a.step};
    if (product.turns_input) p.a = turned(in, product.m);
    p.b = {rows_.states, b.data, b.step, 1};
    float *first = context_.data<float>(to.arg) + place_of_weight(md, to.l, to.d, 0, to.first);
    const dim_t *strides = md.blocked.strides;
    if (product.is_staged) {
      p.c = part(plan_.gradient_stage_at);
    } else {
      p.c = first;
      p.c_row_step = strides[product.is_transposed ? md.ndims - 1 : 2];
      p.beta = beta();
    }
    products_.multiply(p, product.cut);
    if (product.is_staged) unstage(product, to);
  }
  // The same factors, a channel a row.
  matrix turned(const state_rows &in, dim_t channels) const noexcept {
    constexpr dim_t at_once = 64;
    const element_packing &turn = *plan_.room.backend->packing_of_b(dnnl_f32);
    float *to = part(plan_.turned_at);
    parallel_for(context_.workers, div_up(channels, at_once), [&](int64_t task, int) {
      const dim_t first = task * at_once;
      turn.along({static_cast<const float *>(in.data) + first, in.step, s_.t * s_.n,
                  min(at_once, channels - first), to + first * plan_.turned_step,
                  plan_.turned_step});
    });
    return {dnnl_f32, to, plan_.turned_step, 1};
  }
  void unstage(const weights_product &product, const weights_gradient &to) const noexcept {
    const memory_desc &md = op_[diff_of(to.t)];
    const float *from = part(plan_.gradient_stage_at);
    float *data = context_.data<float>(to.arg);
    const bool overwrites = beta() == 0;
    parallel_for(context_.workers, product.m, [&](int64_t k, int) {
      for (dim_t c = 0; c < product.n; ++c) {
        float &at = data[place_of_weight(md, to.l, to.d, k, to.first + c)];
        const float sum = from[k * product.n + c];
        at = overwrites ? sum : at + sum;
      }
    });
  }

  void add_weights(dim_t l, dim_t d) const noexcept {
    const state_rows input = l == 0 ? state_rows{part<char>(plan_.input_at), plan_.input_step}
                                    : state_rows{states(l - 1, 1, 0), plan_.state_step};
    const state_rows before = {states(l, 0, 0), plan_.state_step}, of_gates = all_gradients(0);
    add_product(plan_.of_layer, input, of_gates,
                {DNNL_ARG_DIFF_WEIGHTS_LAYER, rnn_weights_layer, l, d, 0});
    const state_rows reset = {part<char>(plan_.reset_at), plan_.reset_step};
    const int iter = DNNL_ARG_DIFF_WEIGHTS_ITER;
    add_product(plan_.of_iter, before, of_gates, {iter, rnn_weights_iter, l, d, 0});
    if (is_lbr(cell_)) {
      add_product(plan_.of_reset, before, all_gradients(plan_.row.hidden),
                  {iter, rnn_weights_iter, l, d, 2 * s_.dhc});
    } else if (is_gru(cell_)) {
      add_product(plan_.of_reset, reset, all_gradients(2 * s_.dhc),
                  {iter, rnn_weights_iter, l, d, 2 * s_.dhc});
    }
    if (rows_.has(rnn_projection))
      add_product(plan_.of_projection, reset, all_gradients(plan_.row.h),
                  {DNNL_ARG_DIFF_WEIGHTS_PROJECTION, rnn_projection, l, d, 0});
    if (is_f32_) sum_rows(l, d, 0, s_.t);
    store_sums(l, d);
  }

  // Gradients that are no products: rows of gradients, and those times states, summed up in the
  // order of steps and batch, from what is there already or zeros. Those of f32 for all steps at
  // once; others step by step, before they are rounded.
  float *bias_sums() const noexcept { return part(plan_.sums_at); }
  float *peephole_sums() const noexcept { return part(plan_.sums_at) + s_.biases * s_.dhc; }
  template <class Body>
  void for_each_sum(dim_t l, dim_t d, const Body &body) const noexcept {
    for (dim_t g = 0; rows_.has(rnn_bias) && g < s_.biases; ++g) {
      const dim_t index[] = {l, d, g, 0};
      body(DNNL_ARG_DIFF_BIAS, diff_of(rnn_bias), index, bias_sums() + g * s_.dhc);
    }
    for (dim_t g = 0; rows_.has(rnn_peephole) && g < 3; ++g) {
      const dim_t index[] = {l, d, g, 0};
      body(DNNL_ARG_DIFF_WEIGHTS_PEEPHOLE, diff_of(rnn_peephole), index,
           peephole_sums() + g * s_.dhc);
    }
  }
  void load_sums(dim_t l, dim_t d) const noexcept {
    for_each_sum(l, d, [&](int arg, rnn_tensor t, const dim_t *index, float *sums) {
      std::memset(sums, 0, size_t(s_.dhc) * sizeof(float));
      if (beta() != 0) rows_.load(arg, t, index, sums, s_.dhc);
    });
  }
  void store_sums(dim_t l, dim_t d) const noexcept {
    for_each_sum(l, d, [&](int arg, rnn_tensor t, const dim_t *index, const float *sums) {
      rows_.store(arg, t, index, sums, s_.dhc);
    });
  }
  void sum_rows(dim_t l, dim_t d, dim_t first, dim_t steps) const noexcept {
    const dim_t count = s_.biases * s_.dhc;
    const dim_t each = max(sums_of_task / (steps * s_.n), dim_t(256));
    parallel_for(context_.workers, div_up(count, each), [&](int64_t task, int) {
      const dim_t from = task * each, to = min(count, from + each);
      for (dim_t step = first; step < first + steps; ++step)
        for (dim_t n = 0; n < s_.n; ++n) {
          float *sums = bias_sums() + from;
          rows_.apply(add(), sums, exact(step, n) + from, sums, to - from);
        }
    });
    if (!rows_.has(rnn_peephole)) return;
    for (dim_t step = first; step < first + steps; ++step)
      for (dim_t n = 0; n < s_.n; ++n) sum_peephole(l, d, step, n);
  }
  void sum_peephole(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    for (dim_t g = 0; g < 3; ++g) {
      const float *c = g == 2 ? record(l, d, step, n) + rows_.record.c : c_before(l, d, step, n);
      const float *of = exact(step, n) + (g == 2 ? 3 : g) * s_.dhc;
      float *sums = peephole_sums() + g * s_.dhc;
      for (dim_t i = 0; i < s_.dhc; ++i) sums[i] += c[i] * of[i];
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

  const run_context &context_;
  const backward_plan &plan_;
  const rnn_parts &parts_;
  const rnn_rows rows_;
  const rnn_op &op_;
  const rnn_sizes &s_;
  const dnnl_alg_kind_t cell_;
  const bool is_f32_;
  const dim_t state_size_, channels_;
  const product_runner products_;
  float *const records_;
};

}  // namespace

void run_rnn_backward(const run_context &context) noexcept {
  backward_pass(context, context.plan_as<backward_plan, rnn_op>()).run();
}

}  // namespace dnnlet::drivers
