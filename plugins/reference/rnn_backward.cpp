// SPDX-License-Identifier: Apache-2.0
// Gradients in two phases for each layer: back through the steps, which leaves the gradients of
// what the gates are functions of; then their products with what went in, which are those of the
// weights.
#include <cmath>

#include "core/kernel/workspace.h"
#include "core/support/arithmetic.h"
#include "plugins/reference/eltwise_math.h"
#include "plugins/reference/rnn.h"

namespace dnnlet::reference {

namespace {

// What the first phase leaves of a cell, in doubles: gradients of the gates before their functions,
// of what lbr gru resets, and of what the cell gave.
struct gradient_record {
  dim_t gates, hidden, h, size;
};

gradient_record gradients_of(const rnn_op &op) noexcept {
  const rnn_sizes s = sizes_of(op);
  gradient_record r;
  r.gates = 0;
  r.hidden = s.gates * s.dhc;
  r.h = r.hidden + s.dhc;
  r.size = r.h + s.dic;
  return r;
}

struct rnn_scratch {
  size_t cells;           // [T][N] of gradient_record
  size_t layer[2];        // [T][N][channels]: of what a layer gave, and of what it took
  size_t state, state_c;  // [N][channels]: of what is handed from step to step
};

size_t bytes_of(dim_t a, dim_t b, dim_t c) noexcept {
  dim_t count;
  const bool fits = checked_mul(a, b, &count) && checked_mul(count, c, &count) &&
                    checked_mul(count, dim_t(sizeof(double)), &count);
  return fits ? size_t(count) : SIZE_MAX;
}

refusal plan(plan_request &request) {
  auto &op = request.problem<rnn_op>();
  for (int t = 0; t < rnn_workspace; ++t)
    if (!lay_out_plain(op[rnn_tensor(t)])) return "the size of a tensor overflows";
  size_t bytes;
  if (!count_records(op, &bytes)) return "what cells leave is more than any memory";
  const rnn_sizes s = sizes_of(op);
  auto &scratch = request.make_plan<rnn_scratch, rnn_op>();
  const dim_t channels = max(max(s.slc, s.sic), max(s.dic, s.dhc));
  scratch.cells = request.add_scratch(bytes_of(s.t, s.n, gradients_of(op).size));
  for (size_t &layer : scratch.layer) layer = request.add_scratch(bytes_of(s.t, s.n, channels));
  scratch.state = request.add_scratch(bytes_of(s.n, channels, 1));
  scratch.state_c = request.add_scratch(bytes_of(s.n, channels, 1));
  return take_workspace(op.head, op[rnn_workspace], bytes);
}

double of_logistic(double y) noexcept {
  return y * (1 - y);
}
double of_tanh(double y) noexcept {
  return 1 - y * y;
}

// One cell at one step, backwards. `dh` holds the gradient of what it gave, and afterwards that of
// what it had from the step before; so does `dc`.
class cell {
 public:
  cell(const rnn_network &net, const rnn_place &place, double *gradients, double *dh,
       double *dc) noexcept
      : net_(net),
        p_(place),
        s_(net.sizes),
        at_(gradients_of(net.op)),
        record_(net.record_at(place)),
        gradients_(gradients),
        dh_(dh),
        dc_(dc) {}

  // Answers the gradient of the attention.
  double run() const noexcept {
    for (dim_t i = 0; i < s_.dic; ++i) gradients_[at_.h + i] = dh_[i];
    switch (net_.op.head.alg) {
      case dnnl_vanilla_rnn: vanilla(); break;
      case dnnl_vanilla_lstm: lstm(); break;
      default: return gru();
    }
    for (dim_t k = 0; k < s_.sic; ++k) dh_[k] = to_iter(k, s_.gates);
    return 0;
  }

  // Of the input of the layer.
  double to_layer(dim_t k) const noexcept {
    double sum = 0;
    for (dim_t g = 0; g < s_.gates; ++g)
      for (dim_t j = 0; j < s_.dhc; ++j) sum += net_.weights_layer.at(p_, k, g, j) * dgate(g, j);
    return sum;
  }

 private:
  double gate(dim_t g, dim_t j) const noexcept {
    return double(record_[net_.record.gates + g * s_.dhc + j]);
  }
  double &dgate(dim_t g, dim_t j) const noexcept { return gradients_[at_.gates + g * s_.dhc + j]; }
  // What the first gates hand back to the state before.
  double to_iter(dim_t k, dim_t gates) const noexcept {
    double sum = 0;
    for (dim_t g = 0; g < gates; ++g)
      for (dim_t j = 0; j < s_.dhc; ++j) sum += net_.weights_iter.at(p_, k, g, j) * dgate(g, j);
    return sum;
  }

  void vanilla() const noexcept {
    const rnn_op &op = net_.op;
    for (dim_t j = 0; j < s_.dhc; ++j) {
      const double y = gate(0, j);
      double slope = op.activation == dnnl_eltwise_tanh ? of_tanh(y) : of_logistic(y);
      if (op.activation == dnnl_eltwise_relu) slope = y > 0 ? 1 : double(op.alpha);
      dgate(0, j) = dh_[j] * slope;
    }
  }

  // The gradient of what the projection takes.
  double before_projection(dim_t j) const noexcept {
    if (is_zero(net_.op[rnn_projection])) return dh_[j];
    double sum = 0;
    for (dim_t i = 0; i < s_.dic; ++i) sum += net_.projection.at(p_, j, 0, i) * dh_[i];
    return sum;
  }

  void lstm() const noexcept {
    for (dim_t j = 0; j < s_.dhc; ++j) {
      const double i = gate(0, j), f = gate(1, j), z = gate(2, j), o = gate(3, j);
      const double tanh_c = std::tanh(double(record_[net_.record.c + j]));
      const double dh = before_projection(j);
      const double d_o = dh * tanh_c * of_logistic(o);
      const double dc = dc_[j] + dh * o * of_tanh(tanh_c) + net_.peephole(p_, 2, j) * d_o;
      const double d_i = dc * z * of_logistic(i);
      const double d_f = dc * net_.c(p_, j) * of_logistic(f);
      dgate(0, j) = d_i;
      dgate(1, j) = d_f;
      dgate(2, j) = dc * i * of_tanh(z);
      dgate(3, j) = d_o;
      dc_[j] = dc * f + net_.peephole(p_, 0, j) * d_i + net_.peephole(p_, 1, j) * d_f;
    }
  }

  double gru() const noexcept {
    const bool lbr = is_lbr(net_.op.head.alg);
    const double kept = net_.attention(p_);
    double d_kept = 0;
    for (dim_t j = 0; j < s_.dhc; ++j) {
      const double u = gate(0, j), z = gate(2, j), dh = dh_[j];
      const double du = dh * (net_.h(p_, j) - z) * of_logistic(u);
      d_kept += du * u;
      dgate(0, j) = du * kept;
      dgate(2, j) = dh * (1 - u) * of_tanh(z);
      dh_[j] = dh * u;
    }
    for (dim_t k = 0; k < s_.dhc; ++k) {
      const double r = gate(1, k);
      if (lbr) {
        const double hidden = double(record_[net_.record.hidden + k]);
        dgate(1, k) = dgate(2, k) * hidden * of_logistic(r);
        gradients_[at_.hidden + k] = dgate(2, k) * r;
      } else {
        const double d_reset = through(k, &dgate(2, 0));
        dgate(1, k) = d_reset * net_.h(p_, k) * of_logistic(r);
        dh_[k] += d_reset * r;
      }
    }
    for (dim_t k = 0; k < s_.sic; ++k)
      dh_[k] += to_iter(k, 2) + (lbr ? through(k, gradients_ + at_.hidden) : 0);
    return -d_kept;
  }
  // What the weights of gate 2 hand back.
  double through(dim_t k, const double *gradients) const noexcept {
    double sum = 0;
    for (dim_t j = 0; j < s_.dhc; ++j) sum += net_.weights_iter.at(p_, k, 2, j) * gradients[j];
    return sum;
  }

  const rnn_network &net_;
  const rnn_place p_;
  const rnn_sizes &s_;
  const gradient_record at_;
  const float *const record_;
  double *const gradients_, *const dh_, *const dc_;
};

class backward_pass {
 public:
  explicit backward_pass(const run_context &context) noexcept
      : context_(context),
        op_(context.problem<rnn_op>()),
        net_(context, context.first<float>(DNNL_ARG_WORKSPACE, op_[rnn_workspace])),
        s_(net_.sizes),
        at_(gradients_of(op_)),
        channels_(max(max(s_.slc, s_.sic), max(s_.dic, s_.dhc))),
        scratch_(context.plan_as<rnn_scratch, rnn_op>()) {}

  void run() const noexcept {
    for (dim_t d = 0; d < s_.d; ++d) {
      take_diff_dst(d);
      for (dim_t l = s_.l - 1; l >= 0; --l) {
        const double *out = part(scratch_.layer[(s_.l - 1 - l) % 2]);
        double *in = part(scratch_.layer[(s_.l - l) % 2]);
        parallel_for(context_.workers, s_.n,
                     [&](int64_t n, int) { back_through_steps(l, d, n, out, in); });
        write_weights(l, d);
      }
      write_diff_src(d, part(scratch_.layer[s_.l % 2]));
    }
  }

 private:
  double *part(size_t offset) const noexcept {
    return reinterpret_cast<double *>(context_.scratchpad + offset);
  }
  double *gradients(dim_t step, dim_t n) const noexcept {
    return part(scratch_.cells) + (step * s_.n + n) * at_.size;
  }
  dim_t row(dim_t step, dim_t n) const noexcept { return (step * s_.n + n) * channels_; }
  tensor diff(int arg, rnn_tensor t) const noexcept {
    return tensor_of(context_, arg, op_[diff_of(t)]);
  }
  dim_t time(dim_t d, dim_t step) const noexcept { return net_.time({0, d, step, 0}); }

  // Of what the last layer of the direction gave.
  void take_diff_dst(dim_t d) const noexcept {
    const tensor diff_dst = diff(DNNL_ARG_DIFF_DST_LAYER, rnn_dst_layer);
    const dim_t first = op_.direction == dnnl_bidirectional_concat ? d * s_.dic : 0;
    const dim_t dims[] = {s_.t, s_.n, s_.dic};
    double *layer = part(scratch_.layer[0]);
    for_each_index(context_, 3, dims, [&](const dim_t *i) {
      const dim_t index[] = {time(d, i[0]), i[1], first + i[2]};
      layer[row(i[0], i[1]) + i[2]] = diff_dst.get(index);
    });
  }

  void back_through_steps(dim_t l, dim_t d, dim_t n, const double *out, double *in) const noexcept {
    const tensor last = diff(DNNL_ARG_DIFF_DST_ITER, rnn_dst_iter);
    const tensor last_c = diff(DNNL_ARG_DIFF_DST_ITER_C, rnn_dst_iter_c);
    const tensor first = diff(DNNL_ARG_DIFF_SRC_ITER, rnn_src_iter);
    const tensor first_c = diff(DNNL_ARG_DIFF_SRC_ITER_C, rnn_src_iter_c);
    const tensor attention = diff(DNNL_ARG_DIFF_AUGRU_ATTENTION, rnn_attention);
    double *dh = part(scratch_.state) + n * channels_, *dc = part(scratch_.state_c) + n * channels_;
    dim_t index[] = {l, d, n, 0};
    dim_t &i = index[3];
    for (i = 0; i < s_.dic; ++i) dh[i] = last ? last.get(index) : 0;
    for (i = 0; i < s_.dhc; ++i) dc[i] = last_c ? last_c.get(index) : 0;
    for (dim_t step = s_.t - 1; step >= 0; --step) {
      for (i = 0; i < s_.dic; ++i) dh[i] += out[row(step, n) + i];
      const rnn_place place = {l, d, step, n};
      const cell at(net_, place, gradients(step, n), dh, dc);
      const double d_attention = at.run();
      const dim_t when[] = {net_.time(place), n, 0};
      if (attention) attention.set(when, d_attention);
      for (i = 0; i < s_.slc; ++i) in[row(step, n) + i] = at.to_layer(i);
    }
    for (i = 0; first && i < s_.sic; ++i) first.set(index, dh[i]);
    for (i = 0; first_c && i < s_.dhc; ++i) first_c.set(index, dc[i]);
  }

  // Adds to a gradient of weights, or overwrites it, for all indices of one layer and direction:
  // the sum over steps and batch of what `product` answers.
  template <class Product>
  void add_up(int arg, rnn_tensor t, dim_t l, dim_t d, const Product &product) const noexcept {
    const tensor sums = diff(arg, t);
    if (!sums) return;
    const bool overwrites = (op_.flags & dnnl_rnn_flags_diff_weights_overwrite) != 0;
    const memory_desc &md = sums.md();
    for_each_index(context_, md.ndims - 2, md.dims + 2, [&](const dim_t *i) {
      dim_t index[5] = {l, d};
      for (int k = 2; k < md.ndims; ++k) index[k] = i[k - 2];
      double sum = overwrites ? 0 : sums.get(index);
      for (dim_t step = 0; step < s_.t; ++step)
        for (dim_t n = 0; n < s_.n; ++n)
          sum += product(rnn_place{l, d, step, n}, gradients(step, n), i);
      sums.set(index, sum);
    });
  }

  void write_weights(dim_t l, dim_t d) const noexcept {
    const auto gate_at = [this](const double *g, dim_t gate, dim_t j) {
      return g[at_.gates + gate * s_.dhc + j];
    };
    const bool lbr = is_lbr(op_.head.alg), has_reset = is_gru(op_.head.alg);
    add_up(DNNL_ARG_DIFF_WEIGHTS_LAYER, rnn_weights_layer, l, d,
           [&](const rnn_place &p, const double *g, const dim_t *i) {
             return net_.x(p, i[0]) * gate_at(g, i[1], i[2]);
           });
    add_up(DNNL_ARG_DIFF_WEIGHTS_ITER, rnn_weights_iter, l, d,
           [&](const rnn_place &p, const double *g, const dim_t *i) {
             const double h = net_.h(p, i[0]);
             if (!has_reset || i[1] != 2) return h * gate_at(g, i[1], i[2]);
             if (lbr) return h * g[at_.hidden + i[2]];
             const double r = double(net_.record_at(p)[net_.record.gates + s_.dhc + i[0]]);
             return r * h * gate_at(g, 2, i[2]);
           });
    add_up(DNNL_ARG_DIFF_BIAS, rnn_bias, l, d,
           [&](const rnn_place &, const double *g, const dim_t *i) {
             return i[0] == s_.gates ? g[at_.hidden + i[1]] : gate_at(g, i[0], i[1]);
           });
    add_up(DNNL_ARG_DIFF_WEIGHTS_PEEPHOLE, rnn_peephole, l, d,
           [&](const rnn_place &p, const double *g, const dim_t *i) {
             if (i[0] < 2) return net_.c(p, i[1]) * gate_at(g, i[0], i[1]);
             return double(net_.record_at(p)[net_.record.c + i[1]]) * gate_at(g, 3, i[1]);
           });
    add_up(DNNL_ARG_DIFF_WEIGHTS_PROJECTION, rnn_projection, l, d,
           [&](const rnn_place &p, const double *g, const dim_t *i) {
             return double(net_.record_at(p)[net_.record.hidden + i[0]]) * g[at_.h + i[1]];
           });
  }

  // The second direction adds to what the first one wrote.
  void write_diff_src(dim_t d, const double *in) const noexcept {
    const tensor diff_src = diff(DNNL_ARG_DIFF_SRC_LAYER, rnn_src_layer);
    const dim_t dims[] = {s_.t, s_.n, s_.slc};
    for_each_index(context_, 3, dims, [&](const dim_t *i) {
      const dim_t index[] = {time(d, i[0]), i[1], i[2]};
      const double before = d == 0 ? 0 : diff_src.get(index);
      diff_src.set(index, before + in[row(i[0], i[1]) + i[2]]);
    });
  }

  const run_context &context_;
  const rnn_op &op_;
  const rnn_network net_;
  const rnn_sizes &s_;
  const gradient_record at_;
  const dim_t channels_;
  const rnn_scratch &scratch_;
};

void run(const run_context &context) {
  backward_pass(context).run();
}

constexpr kernel rows[] = {{"reference:rnn", plan, run}};

}  // namespace

extern const kernel_rows rnn_backward = all_of(rows);

}  // namespace dnnlet::reference
