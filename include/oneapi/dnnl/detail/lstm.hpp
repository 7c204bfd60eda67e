// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_LSTM_HPP
#define ONEAPI_DNNL_DETAIL_LSTM_HPP

#include "oneapi/dnnl/detail/rnn.hpp"

namespace dnnl {

/// LSTM: for a layer's input x, state h and cell state c, with s the logistic function,
///
///   i    = s(Wi x[t] + Ui h[t - 1] + Pi * c[t - 1] + bi)
///   f    = s(Wf x[t] + Uf h[t - 1] + Pf * c[t - 1] + bf)
///   g    = tanh(Wg x[t] + Ug h[t - 1] + bg)
///   c[t] = f * c[t - 1] + i * g
///   o    = s(Wo x[t] + Uo h[t - 1] + Po * c[t] + bo)
///   h[t] = R (o * tanh(c[t]))
///
/// with W weights_layer, U weights_iter, P weights_peephole (without: 0), R weights_projection
/// (without: the identity). Four gates, in the order i, f, g, o; peephole weights in the order
/// i, f, o. For arguments, see rnn_primitive_desc_base.
struct lstm_forward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public rnn_primitive_desc_base {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                   const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                   const memory::desc &src_iter_c_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &weights_peephole_desc,
                   const memory::desc &weights_projection_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                   const memory::desc &dst_iter_c_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, direction, src_layer_desc, src_iter_desc, src_iter_c_desc,
           weights_layer_desc, weights_iter_desc, &weights_peephole_desc, &weights_projection_desc,
           bias_desc, dst_layer_desc, dst_iter_desc, dst_iter_c_desc, attr, allow_empty);
    }

    /// The same without projection.
    primitive_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                   const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                   const memory::desc &src_iter_c_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &weights_peephole_desc,
                   const memory::desc &bias_desc, const memory::desc &dst_layer_desc,
                   const memory::desc &dst_iter_desc, const memory::desc &dst_iter_c_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, direction, src_layer_desc, src_iter_desc, src_iter_c_desc,
           weights_layer_desc, weights_iter_desc, &weights_peephole_desc, nullptr, bias_desc,
           dst_layer_desc, dst_iter_desc, dst_iter_c_desc, attr, allow_empty);
    }

    /// The same without projection and peephole.
    primitive_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                   const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                   const memory::desc &src_iter_c_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                   const memory::desc &dst_iter_c_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, direction, src_layer_desc, src_iter_desc, src_iter_c_desc,
           weights_layer_desc, weights_iter_desc, nullptr, nullptr, bias_desc, dst_layer_desc,
           dst_iter_desc, dst_iter_c_desc, attr, allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : rnn_primitive_desc_base(pd, prop_kind::forward_training, prop_kind::forward_inference,
                                  algorithm::vanilla_lstm) {}

   private:
    void init(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
              const memory::desc &src_layer, const memory::desc &src_iter,
              const memory::desc &src_iter_c, const memory::desc &weights_layer,
              const memory::desc &weights_iter, const memory::desc *weights_peephole,
              const memory::desc *weights_projection, const memory::desc &bias,
              const memory::desc &dst_layer, const memory::desc &dst_iter,
              const memory::desc &dst_iter_c, const primitive_attr &attr, bool allow_empty) {
      create("could not create a primitive descriptor for LSTM forward", allow_empty,
             dnnl_lstm_forward_primitive_desc_create, aengine, aprop_kind, direction, src_layer,
             src_iter, src_iter_c, weights_layer, weights_iter, weights_peephole,
             weights_projection, bias, dst_layer, dst_iter, dst_iter_c, rnn_flags::undef, attr);
    }
  };

  /// Makes an empty object.
  lstm_forward() = default;

  lstm_forward(const primitive_desc &pd) : primitive(pd) {}
  lstm_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of lstm_forward.
struct lstm_backward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public rnn_primitive_desc_base {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                   const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                   const memory::desc &src_iter_c_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &weights_peephole_desc,
                   const memory::desc &weights_projection_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                   const memory::desc &dst_iter_c_desc, const memory::desc &diff_src_layer_desc,
                   const memory::desc &diff_src_iter_desc, const memory::desc &diff_src_iter_c_desc,
                   const memory::desc &diff_weights_layer_desc,
                   const memory::desc &diff_weights_iter_desc,
                   const memory::desc &diff_weights_peephole_desc,
                   const memory::desc &diff_weights_projection_desc,
                   const memory::desc &diff_bias_desc, const memory::desc &diff_dst_layer_desc,
                   const memory::desc &diff_dst_iter_desc, const memory::desc &diff_dst_iter_c_desc,
                   const lstm_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, direction, src_layer_desc, src_iter_desc, src_iter_c_desc,
           weights_layer_desc, weights_iter_desc, &weights_peephole_desc, &weights_projection_desc,
           bias_desc, dst_layer_desc, dst_iter_desc, dst_iter_c_desc, diff_src_layer_desc,
           diff_src_iter_desc, diff_src_iter_c_desc, diff_weights_layer_desc,
           diff_weights_iter_desc, &diff_weights_peephole_desc, &diff_weights_projection_desc,
           diff_bias_desc, diff_dst_layer_desc, diff_dst_iter_desc, diff_dst_iter_c_desc,
           hint_fwd_pd, attr, allow_empty);
    }

    /// The same without projection.
    primitive_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                   const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                   const memory::desc &src_iter_c_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &weights_peephole_desc,
                   const memory::desc &bias_desc, const memory::desc &dst_layer_desc,
                   const memory::desc &dst_iter_desc, const memory::desc &dst_iter_c_desc,
                   const memory::desc &diff_src_layer_desc, const memory::desc &diff_src_iter_desc,
                   const memory::desc &diff_src_iter_c_desc,
                   const memory::desc &diff_weights_layer_desc,
                   const memory::desc &diff_weights_iter_desc,
                   const memory::desc &diff_weights_peephole_desc,
                   const memory::desc &diff_bias_desc, const memory::desc &diff_dst_layer_desc,
                   const memory::desc &diff_dst_iter_desc, const memory::desc &diff_dst_iter_c_desc,
                   const lstm_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, direction, src_layer_desc, src_iter_desc, src_iter_c_desc,
           weights_layer_desc, weights_iter_desc, &weights_peephole_desc, nullptr, bias_desc,
           dst_layer_desc, dst_iter_desc, dst_iter_c_desc, diff_src_layer_desc, diff_src_iter_desc,
           diff_src_iter_c_desc, diff_weights_layer_desc, diff_weights_iter_desc,
           &diff_weights_peephole_desc, nullptr, diff_bias_desc, diff_dst_layer_desc,
           diff_dst_iter_desc, diff_dst_iter_c_desc, hint_fwd_pd, attr, allow_empty);
    }

    /// The same without projection and peephole.
    primitive_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                   const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                   const memory::desc &src_iter_c_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                   const memory::desc &dst_iter_c_desc, const memory::desc &diff_src_layer_desc,
                   const memory::desc &diff_src_iter_desc, const memory::desc &diff_src_iter_c_desc,
                   const memory::desc &diff_weights_layer_desc,
                   const memory::desc &diff_weights_iter_desc, const memory::desc &diff_bias_desc,
                   const memory::desc &diff_dst_layer_desc, const memory::desc &diff_dst_iter_desc,
                   const memory::desc &diff_dst_iter_c_desc,
                   const lstm_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, direction, src_layer_desc, src_iter_desc, src_iter_c_desc,
           weights_layer_desc, weights_iter_desc, nullptr, nullptr, bias_desc, dst_layer_desc,
           dst_iter_desc, dst_iter_c_desc, diff_src_layer_desc, diff_src_iter_desc,
           diff_src_iter_c_desc, diff_weights_layer_desc, diff_weights_iter_desc, nullptr, nullptr,
           diff_bias_desc, diff_dst_layer_desc, diff_dst_iter_desc, diff_dst_iter_c_desc,
           hint_fwd_pd, attr, allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : rnn_primitive_desc_base(pd, prop_kind::backward, algorithm::vanilla_lstm) {}

   private:
    void init(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
              const memory::desc &src_layer, const memory::desc &src_iter,
              const memory::desc &src_iter_c, const memory::desc &weights_layer,
              const memory::desc &weights_iter, const memory::desc *weights_peephole,
              const memory::desc *weights_projection, const memory::desc &bias,
              const memory::desc &dst_layer, const memory::desc &dst_iter,
              const memory::desc &dst_iter_c, const memory::desc &diff_src_layer,
              const memory::desc &diff_src_iter, const memory::desc &diff_src_iter_c,
              const memory::desc &diff_weights_layer, const memory::desc &diff_weights_iter,
              const memory::desc *diff_weights_peephole,
              const memory::desc *diff_weights_projection, const memory::desc &diff_bias,
              const memory::desc &diff_dst_layer, const memory::desc &diff_dst_iter,
              const memory::desc &diff_dst_iter_c, const lstm_forward::primitive_desc &hint_fwd_pd,
              const primitive_attr &attr, bool allow_empty) {
      create("could not create a primitive descriptor for LSTM backward", allow_empty,
             dnnl_lstm_backward_primitive_desc_create, aengine, aprop_kind, direction, src_layer,
             src_iter, src_iter_c, weights_layer, weights_iter, weights_peephole,
             weights_projection, bias, dst_layer, dst_iter, dst_iter_c, diff_src_layer,
             diff_src_iter, diff_src_iter_c, diff_weights_layer, diff_weights_iter,
             diff_weights_peephole, diff_weights_projection, diff_bias, diff_dst_layer,
             diff_dst_iter, diff_dst_iter_c, rnn_flags::undef, hint_fwd_pd, attr);
    }
  };

  /// Makes an empty object.
  lstm_backward() = default;

  lstm_backward(const primitive_desc &pd) : primitive(pd) {}
  lstm_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_LSTM_HPP
