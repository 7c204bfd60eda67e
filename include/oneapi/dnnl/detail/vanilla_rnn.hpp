// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_VANILLA_RNN_HPP
#define ONEAPI_DNNL_DETAIL_VANILLA_RNN_HPP

#include "oneapi/dnnl/detail/rnn.hpp"

namespace dnnl {

/// The plain recurrent network: for a layer's input x and state h,
///
///   h[t] = activation(W x[t] + U h[t - 1] + bias)
///
/// with W weights_layer, U weights_iter; activation is eltwise_relu (with slope alpha),
/// eltwise_tanh or eltwise_logistic. One gate. For arguments, see rnn_primitive_desc_base.
struct vanilla_rnn_forward : public primitive {
  /// alpha is 0 if not given. Throws if the problem is invalid or unsupported; with allow_empty it
  /// is empty instead.
  struct primitive_desc : public rnn_primitive_desc_base {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm activation,
                   rnn_direction direction, const memory::desc &src_layer_desc,
                   const memory::desc &src_iter_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false)
        : primitive_desc(aengine, aprop_kind, activation, direction, src_layer_desc, src_iter_desc,
                         weights_layer_desc, weights_iter_desc, bias_desc, dst_layer_desc,
                         dst_iter_desc, 0.f, attr, allow_empty) {}

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm activation,
                   rnn_direction direction, const memory::desc &src_layer_desc,
                   const memory::desc &src_iter_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                   float alpha, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      create("could not create a primitive descriptor for vanilla RNN forward", allow_empty,
             dnnl_vanilla_rnn_forward_primitive_desc_create, aengine, aprop_kind, activation,
             direction, src_layer_desc, src_iter_desc, weights_layer_desc, weights_iter_desc,
             bias_desc, dst_layer_desc, dst_iter_desc, rnn_flags::undef, alpha, 0.f, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : rnn_primitive_desc_base(pd, prop_kind::forward_training, prop_kind::forward_inference,
                                  algorithm::vanilla_rnn) {}
  };

  /// Makes an empty object.
  vanilla_rnn_forward() = default;

  vanilla_rnn_forward(const primitive_desc &pd) : primitive(pd) {}
  vanilla_rnn_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of vanilla_rnn_forward.
struct vanilla_rnn_backward : public primitive {
  /// alpha is 0 if not given. Throws if the problem is invalid or unsupported; with allow_empty it
  /// is empty instead.
  struct primitive_desc : public rnn_primitive_desc_base {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm activation,
                   rnn_direction direction, const memory::desc &src_layer_desc,
                   const memory::desc &src_iter_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                   const memory::desc &diff_src_layer_desc, const memory::desc &diff_src_iter_desc,
                   const memory::desc &diff_weights_layer_desc,
                   const memory::desc &diff_weights_iter_desc, const memory::desc &diff_bias_desc,
                   const memory::desc &diff_dst_layer_desc, const memory::desc &diff_dst_iter_desc,
                   const vanilla_rnn_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false)
        : primitive_desc(aengine, aprop_kind, activation, direction, src_layer_desc, src_iter_desc,
                         weights_layer_desc, weights_iter_desc, bias_desc, dst_layer_desc,
                         dst_iter_desc, diff_src_layer_desc, diff_src_iter_desc,
                         diff_weights_layer_desc, diff_weights_iter_desc, diff_bias_desc,
                         diff_dst_layer_desc, diff_dst_iter_desc, 0.f, hint_fwd_pd, attr,
                         allow_empty) {}

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm activation,
                   rnn_direction direction, const memory::desc &src_layer_desc,
                   const memory::desc &src_iter_desc, const memory::desc &weights_layer_desc,
                   const memory::desc &weights_iter_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                   const memory::desc &diff_src_layer_desc, const memory::desc &diff_src_iter_desc,
                   const memory::desc &diff_weights_layer_desc,
                   const memory::desc &diff_weights_iter_desc, const memory::desc &diff_bias_desc,
                   const memory::desc &diff_dst_layer_desc, const memory::desc &diff_dst_iter_desc,
                   float alpha, const vanilla_rnn_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for vanilla RNN backward", allow_empty,
             dnnl_vanilla_rnn_backward_primitive_desc_create, aengine, aprop_kind, activation,
             direction, src_layer_desc, src_iter_desc, weights_layer_desc, weights_iter_desc,
             bias_desc, dst_layer_desc, dst_iter_desc, diff_src_layer_desc, diff_src_iter_desc,
             diff_weights_layer_desc, diff_weights_iter_desc, diff_bias_desc, diff_dst_layer_desc,
             diff_dst_iter_desc, rnn_flags::undef, alpha, 0.f, hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : rnn_primitive_desc_base(pd, prop_kind::backward, algorithm::vanilla_rnn) {}
  };

  /// Makes an empty object.
  vanilla_rnn_backward() = default;

  vanilla_rnn_backward(const primitive_desc &pd) : primitive(pd) {}
  vanilla_rnn_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_VANILLA_RNN_HPP
