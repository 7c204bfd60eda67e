// SPDX-License-Identifier: Apache-2.0
// Recurrent networks, backward; formulas: core/kernel/rnn.h
//   tensors of rows of channels; weights whose gates and channels are one dimension, gradients of
//   weights with neighbouring channels: any alignment, disjoint
//   scratch: gradients of the gates of a layer for all steps, of its input and of its output; its
//   input, states and weights in f32; of each worker, what a product needs
//   error: that of plugins/kernels/gemm/tile-inl.h and of plugins/kernels/rnn/cell_gradients.cpp
//
// Back through the steps first; then, for all of them at once, the gradients of the layer's input
// and of its weights.
#include "core/kernel/workspace.h"
#include "plugins/drivers/rnn/network.h"
#include "plugins/drivers/rnn/rnn.h"
#include "plugins/drivers/rnn/step_product.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// A product of gradients with what went in, summed over rows: its cut.
struct weights_product {
  dim_t m, n, k;
  multiply_cut cut;
};

struct backward_plan {
  size_t input_at;      // [T][N][SLC]
  size_t h_at, c_at;    // [N][...] before the first step
  size_t reset_at;      // gru: [T][N][DHC], r * h
  size_t gradients_at;  // [T][N] of rows of gates, of what lbr gru resets, and of h'
  size_t layer_at[2];   // [T][N][channels], of what a layer gave and of what it took
  size_t dh_at, dc_at;  // [N][channels]
  size_t cell_at;       // [N][DHC]: of what the projection took, or of r * h
  size_t peephole_at, workers_at;
  product_needs room;
  step_product layer, iter;  // transposed
  step_product reset, projection;
  weights_product of_layer, of_iter, of_reset, of_projection;
};

// A row of gradients.
struct gradient_row {
  dim_t hidden, h, size;
};
gradient_row gradients_of(const rnn_sizes &s) noexcept {
  return {s.gates * s.dhc, (s.gates + 1) * s.dhc, (s.gates + 1) * s.dhc + s.dic};
}
dim_t channels_of(const rnn_sizes &s) noexcept {
  return max(max(s.slc, s.sic), max(s.dic, s.dhc));
}

float somewhere;

multiply_problem problem_of(const weights_product &product) noexcept {
  multiply_problem p;
  p.m = product.m;
  p.n = product.n;
  p.k = product.k;
  p.a = {dnnl_f32, nullptr, 1, product.m};
  p.b = {dnnl_f32, nullptr, product.n, 1};
  p.c = &somewhere;
  p.c_row_step = product.n;
  p.beta = 1;
  return p;
}

refusal plan_weights_product(product_needs &room, dim_t m, dim_t n, dim_t k,
                             weights_product &product) noexcept {
  product = {m, n, k, {}};
  if (k == 0) return accepted;
  if (const refusal r =
          plan_multiply(problem_of(product), *room.backend, product_room, product.cut))
    return r;
  room.worker_bytes = max(room.worker_bytes, product.cut.bytes);
  return accepted;
}

refusal plan_products(plan_request &request, const rnn_op &op, backward_plan &plan) noexcept {
  const rnn_sizes s = sizes_of(op);
  const dim_t gates = s.gates * s.dhc, iter_gates = is_gru(op.head.alg) ? 2 * s.dhc : gates;
  const bool has_projection = !is_zero(op[rnn_projection]);
  dim_t rows;
  if (!checked_mul(s.t, s.n, &rows)) return "too many rows";
  const auto add = [&](step_product &product, dim_t m, dim_t n, dim_t k) {
    return plan_step_product(request, plan.room, m, n, k, product);
  };
  const auto add_weights = [&](weights_product &product, dim_t m, dim_t n, dim_t k) {
    return plan_weights_product(plan.room, m, n, k, product);
  };
  refusal r = add(plan.layer, rows, s.slc, gates);
  if (!r) r = add(plan.iter, s.n, s.sic, iter_gates);
  if (!r && is_gru(op.head.alg)) r = add(plan.reset, s.n, s.sic, s.dhc);
  if (!r && has_projection) r = add(plan.projection, s.n, s.dhc, s.dic);
  if (!r) r = add_weights(plan.of_layer, s.slc, gates, rows);
  if (!r) r = add_weights(plan.of_iter, s.sic, iter_gates, rows - s.n);
  if (!r && is_gru(op.head.alg)) r = add_weights(plan.of_reset, s.sic, s.dhc, rows - s.n);
  if (!r && has_projection) r = add_weights(plan.of_projection, s.dhc, s.dic, rows);
  return r;
}

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
        at_(gradients_of(s_)),
        channels_(channels_of(s_)),
        products_(context, plan.room, plan.workers_at),
        records_(context.first<float>(DNNL_ARG_WORKSPACE, op_[rnn_workspace])) {}

  void run() const noexcept {
    for (dim_t d = 0; d < s_.d; ++d) {
      load_sequence(d);
      for (dim_t l = s_.l - 1; l >= 0; --l) {
        const float *out = part(plan_.layer_at[(s_.l - 1 - l) % 2]);
        float *in = part(plan_.layer_at[(s_.l - l) % 2]);
        load_layer(l, d);
        for (dim_t step = s_.t - 1; step >= 0; --step) run_step(l, d, step, out);
        store_states(l, d);
        products_.multiply(plan_.layer, {gradients(0, 0), at_.size, in, channels_, 0, nullptr});
        add_weights(l, d);
      }
      store_input(d, part(plan_.layer_at[s_.l % 2]));
    }
  }

 private:
  float *part(size_t offset) const noexcept {
    return reinterpret_cast<float *>(context_.scratchpad + offset);
  }
  const float *record(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    return records_ + (((l * s_.d + d) * s_.t + step) * s_.n + n) * rows_.record.size;
  }
  float *gradients(dim_t step, dim_t n) const noexcept {
    return part(plan_.gradients_at) + (step * s_.n + n) * at_.size;
  }
  float *dh(dim_t n) const noexcept { return part(plan_.dh_at) + n * channels_; }
  const float *h_before(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    if (step == 0) return part(plan_.h_at) + n * s_.sic;
    return record(l, d, step - 1, n) + rows_.record.h;
  }
  const float *c_before(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    if (step == 0) return part(plan_.c_at) + n * s_.dhc;
    return record(l, d, step - 1, n) + rows_.record.c;
  }
  row_function add() const noexcept { return rows_.functions().binary(dnnl_binary_add); }

  // The input of the network, and the gradient of its output.
  void load_sequence(dim_t d) const noexcept {
    const dim_t first = op_.direction == dnnl_bidirectional_concat ? d * s_.dic : 0;
    parallel_for(context_.workers, s_.t * s_.n, [&](int64_t row, int) {
      dim_t index[] = {rows_.time(d, row / s_.n), row % s_.n, 0};
      rows_.load(DNNL_ARG_SRC_LAYER, rnn_src_layer, index, part(plan_.input_at) + row * s_.slc,
                 s_.slc);
      index[2] = first;
      rows_.load(DNNL_ARG_DIFF_DST_LAYER, diff_of(rnn_dst_layer), index,
                 part(plan_.layer_at[0]) + row * channels_, s_.dic);
    });
  }

  static matrix transposed(const matrix &m) noexcept {
    return {m.type, m.data, m.col_step, m.row_step};
  }
  void pack(const step_product &product, int arg, rnn_tensor t, dim_t l, dim_t d,
            dim_t first) const noexcept {
    matrix weights = rows_.weights(arg, t, l, d);
    weights.data = weights.at(0, first);
    products_.pack(product, transposed(weights), nullptr);
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
      float *h = part(plan_.h_at) + n * s_.sic, *dc = part(plan_.dc_at) + n * channels_;
      rows_.load(DNNL_ARG_SRC_ITER, rnn_src_iter, index, h, s_.sic);
      rows_.load(DNNL_ARG_SRC_ITER_C, rnn_src_iter_c, index, part(plan_.c_at) + n * s_.dhc, s_.dhc);
      rows_.load(DNNL_ARG_DIFF_DST_ITER, diff_of(rnn_dst_iter), index, dh(n), s_.dic);
      rows_.load(DNNL_ARG_DIFF_DST_ITER_C, diff_of(rnn_dst_iter_c), index, dc, s_.dhc);
    }
  }

  void run_step(dim_t l, dim_t d, dim_t step, const float *out) const noexcept {
    parallel_for(context_.workers, s_.n, [&](int64_t n, int) {
      float *of_h = gradients(step, n) + at_.h;
      rows_.apply(add(), dh(n), out + (step * s_.n + n) * channels_, dh(n), s_.dic);
      for (dim_t i = 0; i < s_.dic; ++i) of_h[i] = dh(n)[i];
    });
    if (rows_.has(rnn_projection))
      products_.multiply(plan_.projection, {gradients(step, 0) + at_.h, at_.size,
                                            part(plan_.cell_at), s_.dhc, 0, nullptr});
    for_each_row(l, d, step, [&](const cell_gradient_row &row, dim_t n) {
      const float diff = -run_cell(row);
      const dim_t when[] = {rows_.time(d, step), n, 0};
      rows_.store(DNNL_ARG_DIFF_AUGRU_ATTENTION, diff_of(rnn_attention), when, &diff, 1);
    });
    if (is_gru(cell_)) return finish_gru(l, d, step);
    products_.multiply(plan_.iter, {gradients(step, 0), at_.size, dh(0), channels_, 0, nullptr});
  }

  // Through the gates of u and r, whose part of dh is there already, and through z.
  void finish_gru(dim_t l, dim_t d, dim_t step) const noexcept {
    const step_operands of_gates = {gradients(step, 0), at_.size, dh(0), channels_, 1, nullptr};
    if (is_lbr(cell_)) {
      products_.multiply(plan_.reset,
                         {gradients(step, 0) + at_.hidden, at_.size, dh(0), channels_, 1, nullptr});
    } else {
      products_.multiply(plan_.reset, {gradients(step, 0) + 2 * s_.dhc, at_.size,
                                       part(plan_.cell_at), s_.dhc, 0, nullptr});
      for_each_row(l, d, step,
                   [&](const cell_gradient_row &row, dim_t) { parts_.cells->reset_gradient(row); });
    }
    products_.multiply(plan_.iter, of_gates);
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
  void for_each_row(dim_t l, dim_t d, dim_t step, const Body &body) const noexcept {
    const bool is_lstm = cell_ == dnnl_vanilla_lstm, has_attention = rows_.has(rnn_attention);
    const bool has_projection = rows_.has(rnn_projection);
    parallel_for(context_.workers, s_.n, [&](int64_t n, int) {
      const float *at = record(l, d, step, n);
      const dim_t when[] = {rows_.time(d, step), n, 0};
      float attention = 0, *of_gates = gradients(step, n);
      if (has_attention) rows_.load(DNNL_ARG_AUGRU_ATTENTION, rnn_attention, when, &attention, 1);
      float *cell = part(plan_.cell_at) + n * s_.dhc;
      const bool resets = is_gru(cell_) && !is_lbr(cell_);

      body(cell_gradient_row{s_.dhc, at + rows_.record.gates,
                             is_lstm ? c_before(l, d, step, n) : h_before(l, d, step, n),
                             rows_.has(rnn_peephole) ? part(plan_.peephole_at) : nullptr,
                             at + rows_.record.c, at + rows_.record.hidden, has_attention,
                             1 - attention, of_gates, resets ? cell : of_gates + at_.hidden,
                             has_projection ? cell : dh(n), part(plan_.dc_at) + n * channels_},
           n);
    });
  }

  void store_states(dim_t l, dim_t d) const noexcept {
    for (dim_t n = 0; n < s_.n; ++n) {
      const dim_t index[] = {l, d, n, 0};
      rows_.store(DNNL_ARG_DIFF_SRC_ITER, diff_of(rnn_src_iter), index, dh(n), s_.sic);
      rows_.store(DNNL_ARG_DIFF_SRC_ITER_C, diff_of(rnn_src_iter_c), index,
                  part(plan_.dc_at) + n * channels_, s_.dhc);
    }
  }

  // What is added to a gradient of weights: rows of what went in, transposed, times rows of
  // gradients. The first product of a layer may overwrite.
  struct weights_sum {
    const float *in;
    dim_t in_step;
    const float *of;
  };
  void add_product(const weights_product &product, const weights_sum &sum, const matrix &to,
                   float beta, dim_t rows) const noexcept {
    multiply_problem p = problem_of(product);
    p.a = {dnnl_f32, sum.in, 1, sum.in_step};
    p.b = {dnnl_f32, sum.of, at_.size, 1};
    p.c = const_cast<void *>(to.data);
    p.c_row_step = to.row_step;
    p.beta = beta;
    p.k = rows;
    multiply_cut cut = product.cut;
    if (rows != product.k) plan_multiply(p, *plan_.room.backend, product_room, cut);
    products_.multiply(p, cut);
  }
  float beta() const noexcept {
    return op_.flags & dnnl_rnn_flags_diff_weights_overwrite ? 0.0f : 1.0f;
  }

  // Gradients of weights that what the cell had before was multiplied with: the first step's are
  // elsewhere than the others'.
  void add_iter(const weights_product &product, const weights_sum &first, const weights_sum &rest,
                const matrix &to) const noexcept {
    add_product(product, first, to, beta(), s_.n);
    if (s_.t > 1) add_product(product, rest, to, 1, (s_.t - 1) * s_.n);
  }

  void add_weights(dim_t l, dim_t d) const noexcept {
    const dim_t record_size = rows_.record.size;
    const weights_sum input =
        l == 0 ? weights_sum{part(plan_.input_at), s_.slc, gradients(0, 0)}
               : weights_sum{record(l - 1, d, 0, 0) + rows_.record.h, record_size, gradients(0, 0)};
    const matrix of_layer =
        rows_.weights(DNNL_ARG_DIFF_WEIGHTS_LAYER, diff_of(rnn_weights_layer), l, d);
    add_product(plan_.of_layer, input, of_layer, beta(), s_.t * s_.n);
    matrix of_iter = rows_.weights(DNNL_ARG_DIFF_WEIGHTS_ITER, diff_of(rnn_weights_iter), l, d);
    const float *h = record(l, d, 0, 0) + rows_.record.h;
    add_iter(plan_.of_iter, {part(plan_.h_at), s_.sic, gradients(0, 0)},
             {h, record_size, gradients(1, 0)}, of_iter);
    if (is_gru(cell_)) {
      of_iter.data = of_iter.at(0, 2 * s_.dhc);
      if (is_lbr(cell_))
        add_iter(plan_.of_reset, {part(plan_.h_at), s_.sic, gradients(0, 0) + at_.hidden},
                 {h, record_size, gradients(1, 0) + at_.hidden}, of_iter);
      else
        add_reset_weights(l, d, of_iter);
    }
    if (rows_.has(rnn_projection)) {
      const matrix to =
          rows_.weights(DNNL_ARG_DIFF_WEIGHTS_PROJECTION, diff_of(rnn_projection), l, d);
      add_product(plan_.of_projection,
                  {record(l, d, 0, 0) + rows_.record.hidden, record_size, gradients(0, 0) + at_.h},
                  to, beta(), s_.t * s_.n);
    }
    add_bias(l, d);
    if (rows_.has(rnn_peephole)) add_peephole(l, d);
  }

  void add_reset_weights(dim_t l, dim_t d, const matrix &to) const noexcept {
    const row_function multiply = rows_.functions().binary(dnnl_binary_mul);
    float *reset = part(plan_.reset_at);
    parallel_for(context_.workers, s_.t * s_.n, [&](int64_t row, int) {
      const dim_t step = row / s_.n, n = row % s_.n;
      const float *r = record(l, d, step, n) + rows_.record.gates + s_.dhc;
      rows_.apply(multiply, r, h_before(l, d, step, n), reset + row * s_.dhc, s_.dhc);
    });
    const float *dz = gradients(0, 0) + 2 * s_.dhc;
    add_iter(plan_.of_reset, {reset, s_.dhc, dz},
             {reset + s_.n * s_.dhc, s_.dhc, dz + s_.n * at_.size}, to);
  }

  // Rows of a gradient that is not a product: what is there already, or zeros, and then `body` for
  // every step and batch, in that order.
  template <class Body>
  void add_rows(int arg, rnn_tensor t, const dim_t *index, const Body &body) const noexcept {
    float *sums = part(plan_.cell_at);
    for (dim_t i = 0; i < s_.dhc; ++i) sums[i] = 0;
    if (beta() != 0) rows_.load(arg, diff_of(t), index, sums, s_.dhc);
    for (dim_t step = 0; step < s_.t; ++step)
      for (dim_t n = 0; n < s_.n; ++n) body(step, n, sums);
    rows_.store(arg, diff_of(t), index, sums, s_.dhc);
  }

  void add_bias(dim_t l, dim_t d) const noexcept {
    if (!rows_.has(rnn_bias)) return;
    for (dim_t g = 0; g < s_.biases; ++g) {
      const dim_t index[] = {l, d, g, 0};
      add_rows(DNNL_ARG_DIFF_BIAS, rnn_bias, index, [&](dim_t step, dim_t n, float *sums) {
        rows_.apply(add(), sums, gradients(step, n) + g * s_.dhc, sums, s_.dhc);
      });
    }
  }

  void add_peephole(dim_t l, dim_t d) const noexcept {
    for (dim_t g = 0; g < 3; ++g) {
      const dim_t index[] = {l, d, g, 0}, gate = g == 2 ? 3 : g;
      add_rows(DNNL_ARG_DIFF_WEIGHTS_PEEPHOLE, rnn_peephole, index,
               [&](dim_t step, dim_t n, float *sums) {
                 const float *c =
                     g == 2 ? record(l, d, step, n) + rows_.record.c : c_before(l, d, step, n);
                 const float *of = gradients(step, n) + gate * s_.dhc;
                 for (dim_t i = 0; i < s_.dhc; ++i) sums[i] += c[i] * of[i];
               });
    }
  }

  // The second direction adds to what the first one stored.
  void store_input(dim_t d, float *in) const noexcept {
    parallel_for(context_.workers, s_.t * s_.n, [&](int64_t row, int) {
      const dim_t index[] = {rows_.time(d, row / s_.n), row % s_.n, 0};
      float *from = in + row * channels_, *before = part(plan_.input_at) + row * s_.slc;
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
  const gradient_row at_;
  const dim_t channels_;
  const product_runner products_;
  float *const records_;
};

}  // namespace

refusal plan_rnn_backward(plan_request &request) noexcept {
  auto &op = request.problem<rnn_op>();
  const auto &parts = request.parts_as<rnn_parts>();
  if (const refusal r = take_network(op, parts)) return r;
  const rnn_sizes s = sizes_of(op);
  auto &plan = request.make_plan<backward_plan, rnn_op>();
  plan.room.backend = parts.product->multiply;
  size_t records;
  if (!count_records(op, &records)) return "what cells leave is more than any memory";
  const dim_t size = dim_t(sizeof(float)), channels = channels_of(s);
  plan.input_at = request.add_scratch(scratch_bytes({s.t, s.n, s.slc, size}));
  plan.h_at = request.add_scratch(scratch_bytes({s.n, s.sic, size}));
  plan.c_at = request.add_scratch(scratch_bytes({s.n, s.dhc, size}));
  plan.reset_at = request.add_scratch(scratch_bytes({s.t, s.n, s.dhc, size}));
  plan.gradients_at = request.add_scratch(scratch_bytes({s.t, s.n, gradients_of(s).size, size}));
  for (size_t &at : plan.layer_at)
    at = request.add_scratch(scratch_bytes({s.t, s.n, channels, size}));
  plan.dh_at = request.add_scratch(scratch_bytes({s.n, channels, size}));
  plan.dc_at = request.add_scratch(scratch_bytes({s.n, channels, size}));
  plan.cell_at = request.add_scratch(scratch_bytes({s.n, s.dhc, size}));
  plan.peephole_at = request.add_scratch(scratch_bytes({3, s.dhc, size}));
  if (const refusal r = plan_products(request, op, plan)) return r;
  plan.workers_at = request.add_scratch(
      scratch_bytes({request.max_workers, dim_t(worker_share(size_t(plan.room.worker_bytes)))}));
  return take_workspace(op.head, op[rnn_workspace], records);
}

void run_rnn_backward(const run_context &context) noexcept {
  backward_pass(context, context.plan_as<backward_plan, rnn_op>()).run();
}

}  // namespace dnnlet::drivers
