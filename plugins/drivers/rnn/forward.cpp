// SPDX-License-Identifier: Apache-2.0
// Recurrent networks, forward; formulas: core/kernel/rnn.h
//   tensors and weights of any strides and blocks, any alignment: disjoint
//   scratch: the weights of a layer in panels, its states, the gates of some steps and, where it
//   cannot be read as it is, the input; of each worker, what a product needs
//   error: that of plugins/kernels/gemm/tile-inl.h and of plugins/kernels/rnn/cells.cpp; of
//   integers, sums are exact
//
// The input of a layer is multiplied for some steps at once, so that their gates stay in a cache,
// the state step by step, with weights that are packed once. Sums start from the bias.
#include <cmath>
#include <cstring>

#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/rnn/forward_plan.h"
#include "plugins/drivers/rnn/pass_memory.h"
#include "plugins/drivers/rnn/rnn.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t channels_of_task = 2048;  // of cells: fewer are not worth a thread

class forward_pass : pass_memory {
 public:
  forward_pass(const run_context &context, const forward_plan &plan) noexcept
      : pass_memory(context, plan),
        plan_(plan),
        is_integer_(parts_.product->multiply->multiply->is_integer),
        copies_dst_(rows_.holds_states(rnn_dst_layer)),
        keeps_h_(!copies_dst_ || records_ || is_gru(cell_) ||
                 op_.direction == dnnl_bidirectional_sum),
        widest_(widest_state(s_)) {}

  void run() const noexcept {
    if (plan_.copies_input) load_input();
    for (dim_t d = 0; d < s_.d; ++d)
      for (dim_t l = 0; l < s_.l; ++l) {
        load_weights(l, d);
        load_states(l, d);
        run_layer(l, d);
        store_states(l, d);
      }
  }

 private:
  // States of time t, from -1, which is before the first step, to T.
  char *state(dim_t l, dim_t d, dim_t t, dim_t n) const noexcept {
    const bool is_kept = op_.direction == dnnl_bidirectional_sum && l == s_.l - 1 && d == 0;
    char *states = part<char>(plan_.states_at[is_kept ? 2 : l % 2]);
    return states + ((t + 1) * s_.n + n) * plan_.state_step * state_size_;
  }
  float *h(dim_t n) const noexcept { return part(plan_.h_at) + n * widest_; }
  float *hidden(dim_t n) const noexcept { return part(plan_.hidden_at) + n * s_.dhc; }
  char *element(dim_t n) const noexcept {
    return part<char>(plan_.elements_at) + n * s_.dhc * state_size_;
  }
  float *gates(dim_t row) const noexcept { return part(plan_.gates_at) + row * plan_.gate_step; }

  // body(first, end) of the batch, several at a time where they are small; or body(n) for each.
  template <class Body>
  void for_parts_of_batch(const Body &body) const noexcept {
    const dim_t each = even_part(s_.n, div_up(channels_of_task, s_.gates * s_.dhc));
    parallel_for(context_.workers, div_up(s_.n, each),
                 [&](int64_t task, int) { body(task * each, min(s_.n, (task + 1) * each)); });
  }
  template <class Body>
  void for_each_of_batch(const Body &body) const noexcept {
    for_parts_of_batch([&](dim_t first, dim_t end) {
      for (dim_t n = first; n < end; ++n) body(n);
    });
  }

  void load_input() const noexcept {
    parallel_for(context_.workers, s_.t * s_.n, [&](int64_t row, int) {
      const dim_t index[] = {row / s_.n, row % s_.n, 0};
      char *to = part<char>(plan_.input_at) + row * plan_.input_step * state_size_;
      const memory_desc &src = op_[rnn_src_layer];
      if (rows_.states == dnnl_f32)
        return rows_.load(DNNL_ARG_SRC_LAYER, rnn_src_layer, index, reinterpret_cast<float *>(to),
                          s_.slc);
      const char *from = context_.data<char>(DNNL_ARG_SRC_LAYER);
      dim_t at[] = {index[0], index[1], 0};
      for (; at[2] < s_.slc; ++at[2])
        std::memcpy(to + at[2] * state_size_, from + offset_of(src, at) * state_size_,
                    size_t(state_size_));
    });
  }
  state_rows input(dim_t l, dim_t d, dim_t time) const noexcept {
    if (l > 0) return {state(l - 1, d, time, 0), plan_.state_step};
    const char *rows = plan_.copies_input
                           ? part<char>(plan_.input_at)
                           : first_byte(context_, DNNL_ARG_SRC_LAYER, op_[rnn_src_layer]);
    return {rows + time * s_.n * plan_.input_step * state_size_, plan_.input_step};
  }

  void pack(const step_product &product, int arg, rnn_tensor t, dim_t l, dim_t d,
            dim_t first) const noexcept {
    if (product.lies_in_panels) return products_.pack(product, rows_.panels(arg, t, l, d, first));
    matrix weights = rows_.weights(arg, t, l, d, part<char>(plan_.stage_at));
    weights.data = weights.at(0, first);
    products_.pack(product, weights);
  }

  void load_weights(dim_t l, dim_t d) const noexcept {
    pack(plan_.layer, DNNL_ARG_WEIGHTS_LAYER, rnn_weights_layer, l, d, 0);
    pack(plan_.iter, DNNL_ARG_WEIGHTS_ITER, rnn_weights_iter, l, d, 0);
    if (is_gru(cell_)) pack(plan_.reset, DNNL_ARG_WEIGHTS_ITER, rnn_weights_iter, l, d, 2 * s_.dhc);
    if (rows_.has(rnn_projection))
      pack(plan_.projection, DNNL_ARG_WEIGHTS_PROJECTION, rnn_projection, l, d, 0);
    for (dim_t g = 0; g < s_.biases; ++g) {
      const dim_t index[] = {l, d, g, 0};
      rows_.load(DNNL_ARG_BIAS, rnn_bias, index, part(plan_.bias_at) + g * s_.dhc, s_.dhc);
    }
    for (dim_t g = 0; rows_.has(rnn_peephole) && g < 3; ++g) {
      const dim_t index[] = {l, d, g, 0};
      rows_.load(DNNL_ARG_WEIGHTS_PEEPHOLE, rnn_peephole, index,
                 part(plan_.peephole_at) + g * s_.dhc, s_.dhc);
    }
    if (is_integer_) prepare_integers();
  }

  // Sums of integers are those of what they stand for, but for the shift of states, as their tensor
  // and as tiles have it, times the sums of columns of weights: they start from that.
  void prepare_integers() const noexcept {
    const rnn_quantization &q = context_.attr->rnn;
    char *ones = part<char>(plan_.ones_at);
    auto *starts = part<int32_t>(plan_.starts_at[0]);
    const dim_t count = s_.gates * s_.dhc;
    int32_t *of_iter = starts + round_up(count, dim_t(16));
    products_.sum_columns(plan_.layer, ones, starts);
    products_.sum_columns(plan_.iter, ones, of_iter);
    if (is_gru(cell_)) products_.sum_columns(plan_.reset, ones, of_iter + 2 * s_.dhc);
    for (dim_t i = 0; i < count; ++i) starts[i] += of_iter[i];
    set_values(0, count, q.weights_scales, part(plan_.bias_at));
    if (!rows_.has(rnn_projection)) return;
    products_.sum_columns(plan_.projection, ones, part<int32_t>(plan_.starts_at[1]));
    set_values(1, s_.dic, q.projection_scales, nullptr);
  }
  void set_values(int of, dim_t count, const owned_array<float> &scales,
                  const float *bias) const noexcept {
    const rnn_quantization &q = context_.attr->rnn;
    auto *starts = part<int32_t>(plan_.starts_at[of]);
    const float shift = q.data_shift, whole = std::nearbyint(shift), rest = shift - whole;
    const int32_t all = int32_t(whole) + shift_of(rows_.states, plan_.room.backend->multiply->a);
    for (dim_t i = 0; i < count; ++i) {
      const float by = scales.empty() ? 1 : scales[scales.count == 1 ? 0 : int(i)];
      const float scale = 1 / (q.data_scale * by);
      part(plan_.scales_at[of])[i] = scale;
      part(plan_.offsets_at[of])[i] = (bias ? bias[i] : 0) - rest * float(starts[i]) * scale;
      starts[i] = int32_t(-uint32_t(all) * uint32_t(starts[i]));
    }
  }
  // Columns [first, first + count) of sums become f32.
  void finish_sums(int of, float *row, dim_t first, dim_t count) const noexcept {
    if (!is_integer_) return;
    const activation layout = {0, 0, 0, 0, INT64_MAX, 0};
    static constexpr bounded_sum no_post_ops;
    parts_.product->gemm->finisher(dnnl_f32)(
        {&layout, count, 1, 0, count},
        {row + first, count, false, part(plan_.scales_at[of]) + first,
         part(plan_.offsets_at[of]) + first, &no_post_ops, nullptr, 1, 0},
        row + first);
  }
  const void *start_of_sums(int of) const noexcept {
    if (is_integer_) return part<int32_t>(plan_.starts_at[of]);
    return of == 0 ? part(plan_.bias_at) : nullptr;
  }

  void load_states(dim_t l, dim_t d) const noexcept {
    const dim_t before = is_backwards(op_, d) ? s_.t : -1;
    for (dim_t n = 0; n < s_.n; ++n) {
      const dim_t index[] = {l, d, n, 0};
      rows_.load(DNNL_ARG_SRC_ITER, rnn_src_iter, index, h(n), s_.sic);
      rows_.put_state(h(n), state(l, d, before, n), s_.sic);
      if (cell_ == dnnl_vanilla_lstm)
        rows_.load(DNNL_ARG_SRC_ITER_C, rnn_src_iter_c, index, part(plan_.c_at) + n * s_.dhc,
                   s_.dhc);
    }
  }

  void run_layer(dim_t l, dim_t d) const noexcept {
    for (dim_t first = 0; first < s_.t; first += plan_.steps) {
      const dim_t count = min(plan_.steps, s_.t - first);
      const dim_t time = min(rows_.time(d, first), rows_.time(d, first + count - 1));
      products_.multiply(plan_.layer, {count * s_.n, input(l, d, time), gates(0), plan_.gate_step,
                                       0, start_of_sums(0)});
      for (dim_t step = first; step < first + count; ++step)
        run_step({l, d, step, rows_.time(d, step)}, gates((rows_.time(d, step) - time) * s_.n));
    }
  }

  struct place {
    dim_t l, d, step, time;
  };
  void run_step(const place &p, float *sums) const noexcept {
    const dim_t before = p.time + (is_backwards(op_, p.d) ? 1 : -1);
    const state_rows h_before = {state(p.l, p.d, before, 0), plan_.state_step};
    products_.multiply(plan_.iter, {s_.n, h_before, sums, plan_.gate_step, 1, nullptr});
    if (is_lbr(cell_)) {
      const bool is_recorded = records_ != nullptr;
      float *to = is_recorded ? record(p.l, p.d, p.step, 0) + rows_.record.hidden : hidden(0);
      products_.multiply(plan_.reset, {s_.n, h_before, to, is_recorded ? rows_.record.size : s_.dhc,
                                       0, part(plan_.bias_at) + 3 * s_.dhc});
    } else if (is_gru(cell_)) {
      for_each_cell(p, sums, [&](const cell_row &row, dim_t n) {
        finish_sums(0, const_cast<float *>(row.linear), 0, 2 * s_.dhc);
        parts_.cells->gru_gates(row);
        rows_.put_elements(row.hidden, element(n), s_.dhc);
      });
      products_.multiply(
          plan_.reset,
          {s_.n, {element(0), s_.dhc}, sums + 2 * s_.dhc, plan_.gate_step, 1, nullptr});
    }
    if (joins_rows()) activate(sums);
    for_each_cell(p, sums, [&](const cell_row &row, dim_t n) { finish_cell(p, row, n); });
    if (rows_.has(rnn_projection)) project(p);
  }

  // Whether the batch's gates lie side by side, and are what becomes of sums: short rows take their
  // time one by one.
  bool joins_rows() const noexcept {
    return cell_ == dnnl_vanilla_rnn && !records_ && plan_.gate_step == s_.dhc;
  }
  void activate(float *sums) const noexcept {
    const row_function f = rows_.functions().eltwise(op_.activation, op_.alpha, op_.beta);
    for_parts_of_batch([&](dim_t first, dim_t end) {
      float *const rows = sums + first * s_.dhc;
      rows_.apply(f, rows, nullptr, rows, (end - first) * s_.dhc, op_.alpha);
    });
  }

  template <class Body>
  void for_each_cell(const place &p, float *sums, const Body &body) const noexcept {
    const bool is_lstm = cell_ == dnnl_vanilla_lstm;
    for_each_of_batch([&](dim_t n) {
      float *linear = sums + n * plan_.gate_step, *c = part(plan_.c_at) + n * s_.dhc;
      float *at = records_ ? record(p.l, p.d, p.step, n) : nullptr;
      float keep = 0;
      if (rows_.has(rnn_attention)) {
        const dim_t index[] = {p.time, n, 0};
        rows_.load(DNNL_ARG_AUGRU_ATTENTION, rnn_attention, index, &keep, 1);
      }
      const float *c_before =
          at && p.step > 0 ? record(p.l, p.d, p.step - 1, n) + rows_.record.c : c;
      body(cell_row{s_.dhc, linear,
                    at        ? at + rows_.record.gates
                    : is_lstm ? nullptr
                              : linear,
                    is_lstm ? c_before : h(n),
                    rows_.has(rnn_peephole) ? part(plan_.peephole_at) : nullptr,
                    at ? at + rows_.record.c : c,
                    at && is_lbr(cell_) ? at + rows_.record.hidden : hidden(n), 1 - keep,
                    rows_.has(rnn_projection) ? hidden(n) : h(n)},
           n);
    });
  }

  void finish_cell(const place &p, const cell_row &row, dim_t n) const noexcept {
    auto *linear = const_cast<float *>(row.linear);
    switch (cell_) {
      case dnnl_vanilla_lstm:
        finish_sums(0, linear, 0, 4 * s_.dhc);
        parts_.cells->lstm(row);
        break;
      case dnnl_vanilla_rnn: {
        const row_function f = rows_.functions().eltwise(op_.activation, op_.alpha, op_.beta);
        if (!joins_rows()) rows_.apply(f, row.linear, nullptr, row.gates, s_.dhc, op_.alpha);
        if (!keeps_h_) return put_h(p, n, row.gates);
        std::memcpy(row.h, row.gates, size_t(s_.dhc) * sizeof(float));
        break;
      }
      case dnnl_vanilla_gru:
      case dnnl_vanilla_augru:
        finish_sums(0, linear, 2 * s_.dhc, s_.dhc);
        parts_.cells->gru(row);
        break;
      default: parts_.cells->lbr_gru(row);
    }
    if (!rows_.has(rnn_projection)) return put_h(p, n, row.h);
    rows_.put_state(row.h, element(n), s_.dhc);
    if (records_)
      std::memcpy(record(p.l, p.d, p.step, n) + rows_.record.hidden, row.h,
                  size_t(s_.dhc) * sizeof(float));
  }

  void project(const place &p) const noexcept {
    products_.multiply(plan_.projection,
                       {s_.n, {element(0), s_.dhc}, h(0), widest_, 0, start_of_sums(1)});
    for_each_of_batch([&](dim_t n) {
      finish_sums(1, h(n), 0, s_.dic);
      put_h(p, n, h(n));
    });
  }

  // What the cell gave, to all who want it.
  void put_h(const place &p, dim_t n, float *row) const noexcept {
    char *const elements = state(p.l, p.d, p.time, n);
    if (keeps_h_)
      rows_.put_state(row, elements, s_.dic);
    else
      rows_.put_elements(row, elements, s_.dic);
    if (records_)
      std::memcpy(record(p.l, p.d, p.step, n) + rows_.record.h, row,
                  size_t(s_.dic) * sizeof(float));
    if (p.l < s_.l - 1) return;
    if (op_.direction == dnnl_bidirectional_sum) {
      if (p.d == 1) store_sum(p, n);
      return;
    }
    const dim_t index[] = {p.time, n, p.d * s_.dic};
    if (copies_dst_)
      rows_.copy_state(DNNL_ARG_DST_LAYER, rnn_dst_layer, index, elements, s_.dic);
    else
      rows_.store(DNNL_ARG_DST_LAYER, rnn_dst_layer, index, row, s_.dic);
  }
  void store_sum(const place &p, dim_t n) const noexcept {
    constexpr dim_t at_once = 128;  // elements on the stack
    const char *first = state(p.l, 0, p.time, n);
    for (dim_t i = 0; i < s_.dic; i += at_once) {
      float sums[at_once];
      const dim_t count = min(at_once, s_.dic - i), index[] = {p.time, n, i};
      rows_.load_state(first + i * state_size_, sums, count);
      rows_.apply(rows_.functions().binary(dnnl_binary_add), sums, h(n) + i, sums, count);
      for (dim_t k = 0; is_integer_type(op_[rnn_src_layer].data_type) && k < count; ++k)
        sums[k] = float(added_states(op_, context_.attr->rnn, double(sums[k])));
      rows_.store(DNNL_ARG_DST_LAYER, rnn_dst_layer, index, sums, count);
    }
  }

  void store_states(dim_t l, dim_t d) const noexcept {
    for (dim_t n = 0; n < s_.n; ++n) {
      if (!keeps_h_) rows_.load_state(state(l, d, rows_.time(d, s_.t - 1), n), h(n), s_.dic);
      const dim_t index[] = {l, d, n, 0};
      const float *c =
          records_ ? record(l, d, s_.t - 1, n) + rows_.record.c : part(plan_.c_at) + n * s_.dhc;
      rows_.store(DNNL_ARG_DST_ITER, rnn_dst_iter, index, h(n), s_.dic);
      rows_.store(DNNL_ARG_DST_ITER_C, rnn_dst_iter_c, index, c, s_.dhc);
    }
  }

  const forward_plan &plan_;
  const bool is_integer_, copies_dst_;
  const bool keeps_h_;  // of f32, as a state holds it
  const dim_t widest_;
};

}  // namespace

void run_rnn_forward(const run_context &context) noexcept {
  forward_pass(context, context.plan_as<forward_plan, rnn_op>()).run();
}

}  // namespace dnnlet::drivers
