// SPDX-License-Identifier: Apache-2.0
// A recurrent network as the reference sees it: numbers by place, integers as the numbers that they
// stand for. Every layer of a direction takes what the layer before it in the same direction gave.
#ifndef DNNLET_PLUGINS_REFERENCE_RNN_H
#define DNNLET_PLUGINS_REFERENCE_RNN_H

#include "core/kernel/rnn.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

// A cell at a step (in the order of its direction) for one of the batch.
struct rnn_place {
  dim_t l, d, step, n;
};

// Weights, with their scales.
class rnn_weights {
 public:
  rnn_weights(const run_context &context, int arg, const memory_desc &md,
              const owned_array<float> &scales, int mask) noexcept
      : tensor_(tensor_of(context, arg, md)), scales_(scales), by_gate_(mask != 0) {}

  // Of input k, gate g (0 for a projection) and output j.
  double at(const rnn_place &p, dim_t k, dim_t g, dim_t j) const noexcept {
    const memory_desc &md = tensor_.md();
    const dim_t index[5] = {p.l, p.d, k, md.ndims == 5 ? g : j, j};
    const double weight = tensor_.get(index);
    if (scales_.empty()) return weight;
    const dim_t outputs = md.dims[md.ndims - 1];
    return weight / double(scales_[by_gate_ ? int(g * outputs + j) : 0]);
  }

 private:
  const tensor tensor_;
  const owned_array<float> &scales_;
  const bool by_gate_;
};

class rnn_network {
 public:
  // `records` are those of all cells.
  rnn_network(const run_context &context, float *records) noexcept
      : op(context.problem<rnn_op>()),
        sizes(sizes_of(op)),
        record(record_of(op)),
        weights_layer(context, DNNL_ARG_WEIGHTS_LAYER, op[rnn_weights_layer], quantization(context),
                      context.attr->rnn.weights_mask),
        weights_iter(context, DNNL_ARG_WEIGHTS_ITER, op[rnn_weights_iter], quantization(context),
                     context.attr->rnn.weights_mask),
        projection(context, DNNL_ARG_WEIGHTS_PROJECTION, op[rnn_projection],
                   context.attr->rnn.projection_scales, context.attr->rnn.projection_mask),
        rnn_(context.attr->rnn),
        records_(records),
        src_layer_(tensor_of(context, DNNL_ARG_SRC_LAYER, op[rnn_src_layer])),
        src_iter_(tensor_of(context, DNNL_ARG_SRC_ITER, op[rnn_src_iter])),
        src_iter_c_(tensor_of(context, DNNL_ARG_SRC_ITER_C, op[rnn_src_iter_c])),
        attention_(tensor_of(context, DNNL_ARG_AUGRU_ATTENTION, op[rnn_attention])),
        peephole_(tensor_of(context, DNNL_ARG_WEIGHTS_PEEPHOLE, op[rnn_peephole])),
        bias_(tensor_of(context, DNNL_ARG_BIAS, op[rnn_bias])) {}

  const rnn_op &op;
  const rnn_sizes sizes;
  const rnn_record record;
  const rnn_weights weights_layer, weights_iter, projection;

  // When the cell is at that step.
  dim_t time(const rnn_place &p) const noexcept {
    return is_backwards(op, p.d) ? sizes.t - 1 - p.step : p.step;
  }
  float *record_at(const rnn_place &p) const noexcept {
    return records_ + (((p.l * sizes.d + p.d) * sizes.t + p.step) * sizes.n + p.n) * record.size;
  }
  double x(const rnn_place &p, dim_t k) const noexcept {
    if (p.l > 0) return record_at({p.l - 1, p.d, p.step, p.n})[record.h + k];
    const dim_t index[] = {time(p), p.n, k};
    return real(src_layer_.md().data_type, src_layer_.get(index));
  }
  // What the cell left at the step before.
  double h(const rnn_place &p, dim_t k) const noexcept {
    if (p.step > 0) return record_at({p.l, p.d, p.step - 1, p.n})[record.h + k];
    const dim_t index[] = {p.l, p.d, p.n, k};
    return src_iter_ ? as_state(real(src_iter_.md().data_type, src_iter_.get(index))) : 0;
  }
  double c(const rnn_place &p, dim_t j) const noexcept {
    if (p.step > 0) return record_at({p.l, p.d, p.step - 1, p.n})[record.c + j];
    const dim_t index[] = {p.l, p.d, p.n, j};
    return src_iter_c_ ? src_iter_c_.get(index) : 0;
  }
  // What is kept of the update gate.
  double attention(const rnn_place &p) const noexcept {
    const dim_t index[] = {time(p), p.n, 0};
    return attention_ ? 1 - attention_.get(index) : 1;
  }
  double peephole(const rnn_place &p, dim_t gate, dim_t j) const noexcept {
    const dim_t index[] = {p.l, p.d, gate, j};
    return peephole_ ? peephole_.get(index) : 0;
  }
  double bias(const rnn_place &p, dim_t gate, dim_t j) const noexcept {
    const dim_t index[] = {p.l, p.d, gate, j};
    return bias_ ? bias_.get(index) : 0;
  }

  // A number as states of the data type of src_layer have it.
  double as_state(double value) const noexcept {
    const data_type type = src_layer_.md().data_type;
    double element;
    store_element(type, &element, 0, quantized(type, value));
    return real(type, load_element(type, &element, 0));
  }
  // What an element of that type stands for, and the other way.
  double real(data_type type, double element) const noexcept {
    return is_integer_type(type) ? (element - double(rnn_.data_shift)) / double(rnn_.data_scale)
                                 : element;
  }
  double quantized(data_type type, double value) const noexcept {
    return is_integer_type(type) ? value * double(rnn_.data_scale) + double(rnn_.data_shift)
                                 : value;
  }

 private:
  static const owned_array<float> &quantization(const run_context &context) noexcept {
    return context.attr->rnn.weights_scales;
  }

  const rnn_quantization &rnn_;
  float *const records_;
  const tensor src_layer_, src_iter_, src_iter_c_, attention_, peephole_, bias_;
};

}  // namespace dnnlet::reference

#endif
