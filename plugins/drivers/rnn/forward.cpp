// SPDX-License-Identifier: Apache-2.0
// Recurrent networks, forward; formulas: core/kernel/rnn.h
//   tensors of rows of channels; weights whose gates and channels are one dimension: any alignment,
//   disjoint
//   scratch: what cells leave, where there is no workspace; the input, the states and the weights
//   of a layer in f32; of each worker, what a product needs error: that of
//   plugins/kernels/gemm/tile-inl.h and of plugins/kernels/rnn/cells.cpp
//
// The input of a layer is multiplied for all steps at once, the state step by step, with weights
// that are packed once. Sums start from the bias, and are where the cell leaves its gates.
#include "core/kernel/workspace.h"
#include "plugins/drivers/rnn/network.h"
#include "plugins/drivers/rnn/rnn.h"
#include "plugins/drivers/rnn/step_product.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

struct forward_plan {
  size_t records_at, input_at, h_at, c_at, reset_at, bias_at, peephole_at, scales_at, workers_at;
  product_needs room;
  step_product layer, iter;
  step_product reset;  // gru: of r * h; lbr gru: of h
  step_product projection;
};

refusal plan_products(plan_request &request, const rnn_op &op, forward_plan &plan) noexcept {
  const rnn_sizes s = sizes_of(op);
  const dim_t gates = s.gates * s.dhc;
  dim_t rows;
  if (!checked_mul(s.t, s.n, &rows)) return "too many rows";
  const auto add = [&](step_product &product, dim_t m, dim_t n, dim_t k) {
    return plan_step_product(request, plan.room, m, n, k, product);
  };
  if (const refusal r = add(plan.layer, rows, gates, s.slc)) return r;
  if (const refusal r = add(plan.iter, s.n, is_gru(op.head.alg) ? 2 * s.dhc : gates, s.sic))
    return r;
  if (is_gru(op.head.alg))
    if (const refusal r = add(plan.reset, s.n, s.dhc, s.sic)) return r;
  if (is_zero(op[rnn_projection])) return accepted;
  return add(plan.projection, s.n, s.dic, s.dhc);
}

class forward_pass {
 public:
  forward_pass(const run_context &context, const forward_plan &plan) noexcept
      : context_(context),
        plan_(plan),
        parts_(context.parts_as<rnn_parts>()),
        rows_(context, parts_),
        op_(rows_.op),
        s_(rows_.sizes),
        cell_(op_.head.alg),
        products_(context, plan.room, plan.workers_at),
        records_(op_.head.prop == dnnl_forward_training
                     ? context.first<float>(DNNL_ARG_WORKSPACE, op_[rnn_workspace])
                     : part(plan.records_at)) {}

  void run() const noexcept {
    for (dim_t d = 0; d < s_.d; ++d) {
      load_input(d);
      for (dim_t l = 0; l < s_.l; ++l) {
        load_weights(l, d);
        load_states(l, d);
        run_layer(l, d);
        store_states(l, d);
      }
    }
    store_layer();
  }

 private:
  float *part(size_t offset) const noexcept {
    return reinterpret_cast<float *>(context_.scratchpad + offset);
  }
  float *record(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    return records_ + (((l * s_.d + d) * s_.t + step) * s_.n + n) * rows_.record.size;
  }
  // Rows of one step, or of all of them.
  struct step_rows {
    float *rows;
    dim_t step;
  };
  step_rows h_before(dim_t l, dim_t d, dim_t step) const noexcept {
    if (step == 0) return {part(plan_.h_at), s_.sic};
    return {record(l, d, step - 1, 0) + rows_.record.h, rows_.record.size};
  }
  step_rows c_before(dim_t l, dim_t d, dim_t step) const noexcept {
    if (step == 0) return {part(plan_.c_at), s_.dhc};
    return {record(l, d, step - 1, 0) + rows_.record.c, rows_.record.size};
  }

  void load_input(dim_t d) const noexcept {
    parallel_for(context_.workers, s_.t * s_.n, [&](int64_t row, int) {
      const dim_t index[] = {rows_.time(d, row / s_.n), row % s_.n, 0};
      rows_.load(DNNL_ARG_SRC_LAYER, rnn_src_layer, index, part(plan_.input_at) + row * s_.slc,
                 s_.slc);
    });
  }

  // 1 / scale of every gate and channel: integers become the numbers that they stand for.
  decompression values_of(const owned_array<float> &scales, int mask) const noexcept {
    float *inverse = part(plan_.scales_at);
    for (int i = 0; i < scales.count; ++i) inverse[i] = 1 / scales[i];
    const dim_t all = INT32_MAX;
    const group_values of = {dnnl_f32, inverse, all, mask == 0 ? all : 1, 0, mask == 0 ? 0 : 1};
    return {of, {}};
  }

  void pack(const step_product &product, int arg, rnn_tensor t, dim_t l, dim_t d,
            dim_t first) const noexcept {
    const rnn_quantization &q = context_.attr->rnn;
    const bool is_projection = t == rnn_projection;
    const owned_array<float> &scales = is_projection ? q.projection_scales : q.weights_scales;
    const int mask = is_projection ? q.projection_mask : q.weights_mask;
    matrix weights = rows_.weights(arg, t, l, d);
    weights.data = weights.at(0, first);
    if (!is_integer_type(weights.type) || scales.empty())
      return products_.pack(product, weights, nullptr);
    decompression values = values_of(scales, mask);
    if (mask != 0) values.scales.data = static_cast<const float *>(values.scales.data) + first;
    products_.pack(product, weights, &values);
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
  }

  void load_states(dim_t l, dim_t d) const noexcept {
    for (dim_t n = 0; n < s_.n; ++n) {
      const dim_t index[] = {l, d, n, 0};
      float *h = part(plan_.h_at) + n * s_.sic;
      rows_.load(DNNL_ARG_SRC_ITER, rnn_src_iter, index, h, s_.sic);
      rows_.round_state(h, s_.sic);
      if (cell_ == dnnl_vanilla_lstm)
        rows_.load(DNNL_ARG_SRC_ITER_C, rnn_src_iter_c, index, part(plan_.c_at) + n * s_.dhc,
                   s_.dhc);
    }
  }

  void run_layer(dim_t l, dim_t d) const noexcept {
    const dim_t size = rows_.record.size;
    float *gates = record(l, d, 0, 0) + rows_.record.gates;
    const step_rows x = l == 0 ? step_rows{part(plan_.input_at), s_.slc}
                               : step_rows{record(l - 1, d, 0, 0) + rows_.record.h, size};
    products_.multiply(plan_.layer, {x.rows, x.step, gates, size, 0, part(plan_.bias_at)});
    for (dim_t step = 0; step < s_.t; ++step) {
      float *records = record(l, d, step, 0);
      const step_rows h = h_before(l, d, step);
      products_.multiply(plan_.iter,
                         {h.rows, h.step, records + rows_.record.gates, size, 1, nullptr});
      if (is_lbr(cell_))
        products_.multiply(plan_.reset, {h.rows, h.step, records + rows_.record.hidden, size, 0,
                                         part(plan_.bias_at) + 3 * s_.dhc});
      run_step(l, d, step);
    }
  }

  void run_step(dim_t l, dim_t d, dim_t step) const noexcept {
    const bool needs_reset = is_gru(cell_) && !is_lbr(cell_);
    float *records = record(l, d, step, 0);
    if (needs_reset) {
      for_each_row(l, d, step, [&](const cell_row &row) {
        parts_.cells->gru_gates(row);
        rows_.round_state(row.hidden, s_.dhc);
      });
      products_.multiply(plan_.reset,
                         {part(plan_.reset_at), s_.dhc, records + rows_.record.gates + 2 * s_.dhc,
                          rows_.record.size, 1, nullptr});
    }
    for_each_row(l, d, step, [&](const cell_row &row) { finish_cell(row); });
    if (!rows_.has(rnn_projection)) return;
    products_.multiply(plan_.projection, {records + rows_.record.hidden, rows_.record.size,
                                          records + rows_.record.h, rows_.record.size, 0, nullptr});
    for (dim_t n = 0; n < s_.n; ++n)
      rows_.round_state(record(l, d, step, n) + rows_.record.h, s_.dic);
  }

  template <class Body>
  void for_each_row(dim_t l, dim_t d, dim_t step, const Body &body) const noexcept {
    const bool is_lstm = cell_ == dnnl_vanilla_lstm;
    const step_rows before = is_lstm ? c_before(l, d, step) : h_before(l, d, step);
    parallel_for(context_.workers, s_.n, [&](int64_t n, int) {
      float *at = record(l, d, step, n);
      float keep = 0;
      if (rows_.has(rnn_attention)) {
        const dim_t index[] = {rows_.time(d, step), n, 0};
        rows_.load(DNNL_ARG_AUGRU_ATTENTION, rnn_attention, index, &keep, 1);
      }
      float *hidden = is_lbr(cell_)   ? at + rows_.record.hidden
                      : is_gru(cell_) ? part(plan_.reset_at) + n * s_.dhc
                                      : nullptr;
      body(cell_row{s_.dhc, at + rows_.record.gates, before.rows + n * before.step,
                    rows_.has(rnn_peephole) ? part(plan_.peephole_at) : nullptr,
                    at + rows_.record.c, hidden, 1 - keep,
                    at + (rows_.has(rnn_projection) ? rows_.record.hidden : rows_.record.h)});
    });
  }

  void finish_cell(const cell_row &row) const noexcept {
    switch (cell_) {
      case dnnl_vanilla_lstm: parts_.cells->lstm(row); break;
      case dnnl_vanilla_rnn: {
        const row_function f = rows_.functions().eltwise(op_.activation, op_.alpha, op_.beta);
        rows_.apply(f, row.gates, nullptr, row.gates, s_.dhc, op_.alpha);
        for (dim_t i = 0; i < s_.dhc; ++i) row.h[i] = row.gates[i];
        break;
      }
      default: (is_lbr(cell_) ? parts_.cells->lbr_gru : parts_.cells->gru)(row);
    }
    rows_.round_state(row.h, s_.dhc);
  }

  void store_states(dim_t l, dim_t d) const noexcept {
    for (dim_t n = 0; n < s_.n; ++n) {
      const dim_t index[] = {l, d, n, 0};
      const float *last = record(l, d, s_.t - 1, n);
      rows_.store(DNNL_ARG_DST_ITER, rnn_dst_iter, index, last + rows_.record.h, s_.dic);
      rows_.store(DNNL_ARG_DST_ITER_C, rnn_dst_iter_c, index, last + rows_.record.c, s_.dhc);
    }
  }

  void store_layer() const noexcept {
    parallel_for(context_.workers, s_.t * s_.n, [&](int64_t row, int) {
      dim_t index[] = {row / s_.n, row % s_.n, 0};
      const float *h[2] = {};
      for (dim_t d = 0; d < s_.d; ++d)
        h[d] = record(s_.l - 1, d, rows_.time(d, index[0]), index[1]) + rows_.record.h;
      if (op_.direction == dnnl_bidirectional_sum)
        return rows_.store_sum(DNNL_ARG_DST_LAYER, rnn_dst_layer, index, h[0], h[1], s_.dic);
      for (dim_t d = 0; d < s_.d; ++d) {
        index[2] = d * s_.dic;
        rows_.store(DNNL_ARG_DST_LAYER, rnn_dst_layer, index, h[d], s_.dic);
      }
    });
  }

  const run_context &context_;
  const forward_plan &plan_;
  const rnn_parts &parts_;
  const rnn_rows rows_;
  const rnn_op &op_;
  const rnn_sizes &s_;
  const dnnl_alg_kind_t cell_;
  const product_runner products_;
  float *const records_;
};

}  // namespace

refusal plan_rnn_forward(plan_request &request) noexcept {
  auto &op = request.problem<rnn_op>();
  const auto &parts = request.parts_as<rnn_parts>();
  if (const refusal r = take_network(op, parts)) return r;
  const rnn_sizes s = sizes_of(op);
  auto &plan = request.make_plan<forward_plan, rnn_op>();
  plan.room.backend = parts.product->multiply;
  size_t records;
  if (!count_records(op, &records)) return "what cells leave is more than any memory";
  const dim_t size = dim_t(sizeof(float)), vector = dim_t(parts.product->multiply->lanes());
  if (op.head.prop == dnnl_forward_inference) plan.records_at = request.add_scratch(records);
  plan.input_at = request.add_scratch(scratch_bytes({s.t, s.n, s.slc, size}));
  plan.h_at = request.add_scratch(scratch_bytes({s.n, s.sic, size}));
  plan.c_at = request.add_scratch(scratch_bytes({s.n, s.dhc, size}));
  plan.reset_at = request.add_scratch(scratch_bytes({s.n, s.dhc, size}));
  // Tiles read the bias up to whole panels.
  plan.bias_at = request.add_scratch(scratch_bytes({s.biases + 1, s.dhc + 64 * vector, size}));
  plan.peephole_at = request.add_scratch(scratch_bytes({3, s.dhc, size}));
  plan.scales_at = request.add_scratch(scratch_bytes({s.gates, max(s.dhc, s.dic), size}));
  if (const refusal r = plan_products(request, op, plan)) return r;
  plan.workers_at = request.add_scratch(
      scratch_bytes({request.max_workers, dim_t(worker_share(size_t(plan.room.worker_bytes)))}));
  return op.head.prop == dnnl_forward_training ? take_workspace(op.head, op[rnn_workspace], records)
                                               : accepted;
}

void run_rnn_forward(const run_context &context) noexcept {
  forward_pass(context, context.plan_as<forward_plan, rnn_op>()).run();
}

}  // namespace dnnlet::drivers
