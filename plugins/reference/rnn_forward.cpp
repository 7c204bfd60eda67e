// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/kernel/workspace.h"
#include "plugins/reference/eltwise_math.h"
#include "plugins/reference/rnn.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<rnn_op>();
  for (int t = 0; t < rnn_diff; ++t)
    if (!lay_out_plain(op[rnn_tensor(t)])) return "the size of a tensor overflows";
  size_t bytes;
  if (!count_records(op, &bytes)) return "what cells leave is more than any memory";
  if (op.head.prop == dnnl_forward_training)
    return take_workspace(op.head, op[rnn_workspace], bytes);
  request.add_scratch(bytes);
  return accepted;
}

double logistic(double x) noexcept {
  return 1 / (1 + std::exp(-x));
}

// One cell at one step.
class cell {
 public:
  cell(const rnn_network &net, const rnn_place &place) noexcept
      : net_(net), p_(place), s_(net.sizes), record_(net.record_at(place)) {}

  void run() noexcept {
    switch (net_.op.head.alg) {
      case dnnl_vanilla_rnn: return vanilla();
      case dnnl_vanilla_lstm: return lstm();
      default: return gru();
    }
  }

 private:
  float &gate(dim_t g, dim_t j) const noexcept {
    return record_[net_.record.gates + g * s_.dhc + j];
  }
  void set_h(dim_t j, double h) const noexcept {
    record_[net_.record.h + j] = float(net_.as_state(h));
  }

  double from_layer(dim_t g, dim_t j) const noexcept {
    double sum = 0;
    for (dim_t k = 0; k < s_.slc; ++k) sum += net_.weights_layer.at(p_, k, g, j) * net_.x(p_, k);
    return sum;
  }
  double from_iter(dim_t g, dim_t j) const noexcept {
    double sum = 0;
    for (dim_t k = 0; k < s_.sic; ++k) sum += net_.weights_iter.at(p_, k, g, j) * net_.h(p_, k);
    return sum;
  }
  double linear(dim_t g, dim_t j) const noexcept {
    return from_layer(g, j) + from_iter(g, j) + net_.bias(p_, g, j);
  }

  void vanilla() const noexcept {
    const rnn_op &op = net_.op;
    for (dim_t j = 0; j < s_.dhc; ++j) {
      const double h = eltwise(op.activation, linear(0, j), double(op.alpha), double(op.beta));
      gate(0, j) = float(h);
      set_h(j, h);
    }
  }

  void lstm() const noexcept {
    const bool has_projection = !is_zero(net_.op[rnn_projection]);
    for (dim_t j = 0; j < s_.dhc; ++j) {
      const double c = net_.c(p_, j);
      const double i = logistic(linear(0, j) + net_.peephole(p_, 0, j) * c);
      const double f = logistic(linear(1, j) + net_.peephole(p_, 1, j) * c);
      const double z = std::tanh(linear(2, j));
      const double next = f * c + i * z;
      const double o = logistic(linear(3, j) + net_.peephole(p_, 2, j) * next);
      gate(0, j) = float(i);
      gate(1, j) = float(f);
      gate(2, j) = float(z);
      gate(3, j) = float(o);
      record_[net_.record.c + j] = float(next);
      const double h = o * std::tanh(next);
      if (has_projection)
        record_[net_.record.hidden + j] = float(net_.as_state(h));
      else
        set_h(j, h);
    }
    if (has_projection) project();
  }

  void project() const noexcept {
    for (dim_t i = 0; i < s_.dic; ++i) {
      double sum = 0;
      for (dim_t j = 0; j < s_.dhc; ++j)
        sum += net_.projection.at(p_, j, 0, i) * double(record_[net_.record.hidden + j]);
      set_h(i, sum);
    }
  }

  // What the reset gate leaves of the state, for gate 2 of output j.
  double reset_sum(dim_t j) const noexcept {
    if (is_lbr(net_.op.head.alg)) {
      const double hidden = from_iter(2, j) + net_.bias(p_, 3, j);
      record_[net_.record.hidden + j] = float(hidden);
      return double(gate(1, j)) * hidden;
    }
    double sum = 0;
    for (dim_t k = 0; k < s_.sic; ++k)
      sum += net_.weights_iter.at(p_, k, 2, j) * net_.as_state(double(gate(1, k)) * net_.h(p_, k));
    return sum;
  }

  void gru() const noexcept {
    for (dim_t j = 0; j < s_.dhc; ++j) {
      gate(0, j) = float(logistic(linear(0, j)));
      gate(1, j) = float(logistic(linear(1, j)));
    }
    const double kept = net_.attention(p_);
    for (dim_t j = 0; j < s_.dhc; ++j) {
      const double z = std::tanh(from_layer(2, j) + net_.bias(p_, 2, j) + reset_sum(j));
      const double u = kept * double(gate(0, j));
      gate(2, j) = float(z);
      set_h(j, u * net_.h(p_, j) + (1 - u) * z);
    }
  }

  const rnn_network &net_;
  const rnn_place &p_;
  const rnn_sizes &s_;
  float *const record_;
};

// dst_layer: both directions side by side, or added.
void write_layer(const run_context &context, const rnn_network &net) noexcept {
  const rnn_op &op = net.op;
  const rnn_sizes &s = net.sizes;
  const tensor dst = tensor_of(context, DNNL_ARG_DST_LAYER, op[rnn_dst_layer]);
  const data_type type = dst.md().data_type;
  const auto h_at = [&](dim_t d, dim_t t, dim_t n, dim_t i) {
    const dim_t step = is_backwards(op, d) ? s.t - 1 - t : t;
    return double(net.record_at({s.l - 1, d, step, n})[net.record.h + i]);
  };
  for_each_index(context, dst.md(), [&](const dim_t *index) {
    const dim_t i = index[2];
    double value;
    if (op.direction == dnnl_bidirectional_sum)
      value = added_states(op, context.attr->rnn,
                           h_at(0, index[0], index[1], i) + h_at(1, index[0], index[1], i));
    else
      value = h_at(i / s.dic, index[0], index[1], i % s.dic);
    dst.set(index, net.quantized(type, value));
  });
}

// dst_iter or dst_iter_c: what the last step leaves; without steps, what there was before.
void write_iter(const run_context &context, const rnn_network &net, int arg, const memory_desc &md,
                dim_t offset) noexcept {
  const tensor dst = tensor_of(context, arg, md);
  if (!dst) return;
  const bool is_c = arg == DNNL_ARG_DST_ITER_C;
  for_each_index(context, md, [&](const dim_t *index) {
    const dim_t i = index[3];
    const rnn_place end = {index[0], index[1], net.sizes.t, index[2]};
    const rnn_place last = {end.l, end.d, end.step - 1, end.n};
    double value = 0;
    if (end.step > 0)
      value = double(net.record_at(last)[offset + i]);
    else if (is_c || i < net.sizes.sic)
      value = is_c ? net.c(end, i) : net.h(end, i);
    dst.set(index, is_c ? value : net.quantized(md.data_type, value));
  });
}

void run(const run_context &context) {
  const auto &op = context.problem<rnn_op>();
  float *records = op.head.prop == dnnl_forward_training
                       ? context.first<float>(DNNL_ARG_WORKSPACE, op[rnn_workspace])
                       : reinterpret_cast<float *>(context.scratchpad);
  const rnn_network net(context, records);
  const rnn_sizes &s = net.sizes;
  if (s.n == 0) return;
  parallel_for(context.workers, s.d * s.n, [&](int64_t item, int) {
    for (dim_t l = 0; l < s.l; ++l)
      for (dim_t step = 0; step < s.t; ++step) cell(net, {l, item / s.n, step, item % s.n}).run();
  });
  write_layer(context, net);
  write_iter(context, net, DNNL_ARG_DST_ITER, op[rnn_dst_iter], net.record.h);
  write_iter(context, net, DNNL_ARG_DST_ITER_C, op[rnn_dst_iter_c], net.record.c);
}

constexpr kernel rows[] = {{"reference:rnn", plan, run}};

}  // namespace

extern const kernel_rows rnn_forward = all_of(rows);

}  // namespace dnnlet::reference
