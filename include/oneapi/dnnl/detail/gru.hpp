// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_GRU_HPP
#define ONEAPI_DNNL_DETAIL_GRU_HPP

#include "oneapi/dnnl/detail/rnn.hpp"

namespace dnnl {

namespace detail {

/// The primitive descriptors of gru_forward and lbr_gru_forward, which differ in Cell and in the C
/// function that makes them. Throws if the problem is invalid or unsupported; with allow_empty it
/// is empty instead.
template <algorithm Cell, decltype(&dnnl_gru_forward_primitive_desc_create) Create>
struct gru_forward_desc : public rnn_primitive_desc_base {
  /// Makes an empty object.
  gru_forward_desc() = default;

  gru_forward_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                   const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                   const memory::desc &weights_layer_desc, const memory::desc &weights_iter_desc,
                   const memory::desc &bias_desc, const memory::desc &dst_layer_desc,
                   const memory::desc &dst_iter_desc, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
    create("could not create a primitive descriptor for GRU forward", allow_empty, Create, aengine,
           aprop_kind, direction, src_layer_desc, src_iter_desc, weights_layer_desc,
           weights_iter_desc, bias_desc, dst_layer_desc, dst_iter_desc, rnn_flags::undef, attr);
  }

  gru_forward_desc(dnnl_primitive_desc_t pd)
      : rnn_primitive_desc_base(pd, prop_kind::forward_training, prop_kind::forward_inference,
                                Cell) {}
};

/// The same for the backward passes.
template <algorithm Cell, typename Forward,
          decltype(&dnnl_gru_backward_primitive_desc_create) Create>
struct gru_backward_desc : public rnn_primitive_desc_base {
  /// Makes an empty object.
  gru_backward_desc() = default;

  gru_backward_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                    const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                    const memory::desc &weights_layer_desc, const memory::desc &weights_iter_desc,
                    const memory::desc &bias_desc, const memory::desc &dst_layer_desc,
                    const memory::desc &dst_iter_desc, const memory::desc &diff_src_layer_desc,
                    const memory::desc &diff_src_iter_desc,
                    const memory::desc &diff_weights_layer_desc,
                    const memory::desc &diff_weights_iter_desc, const memory::desc &diff_bias_desc,
                    const memory::desc &diff_dst_layer_desc, const memory::desc &diff_dst_iter_desc,
                    const Forward &hint_fwd_pd, const primitive_attr &attr = primitive_attr(),
                    bool allow_empty = false) {
    create("could not create a primitive descriptor for GRU backward", allow_empty, Create, aengine,
           aprop_kind, direction, src_layer_desc, src_iter_desc, weights_layer_desc,
           weights_iter_desc, bias_desc, dst_layer_desc, dst_iter_desc, diff_src_layer_desc,
           diff_src_iter_desc, diff_weights_layer_desc, diff_weights_iter_desc, diff_bias_desc,
           diff_dst_layer_desc, diff_dst_iter_desc, rnn_flags::undef, hint_fwd_pd, attr);
  }

  gru_backward_desc(dnnl_primitive_desc_t pd)
      : rnn_primitive_desc_base(pd, prop_kind::backward, Cell) {}
};

}  // namespace detail

/// GRU: for a layer's input x and state h, with s the logistic function,
///
///   u    = s(Wu x[t] + Uu h[t - 1] + bu)
///   r    = s(Wr x[t] + Ur h[t - 1] + br)
///   o    = tanh(Wo x[t] + Uo (r * h[t - 1]) + bo)
///   h[t] = u * h[t - 1] + (1 - u) * o
///
/// with W weights_layer, U weights_iter. Three gates, in the order u, r, o. For arguments, see
/// rnn_primitive_desc_base.
struct gru_forward : public primitive {
  struct primitive_desc : public detail::gru_forward_desc<algorithm::vanilla_gru,
                                                          dnnl_gru_forward_primitive_desc_create> {
    using gru_forward_desc::gru_forward_desc;
  };

  /// Makes an empty object.
  gru_forward() = default;

  gru_forward(const primitive_desc &pd) : primitive(pd) {}
  gru_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of gru_forward.
struct gru_backward : public primitive {
  struct primitive_desc
      : public detail::gru_backward_desc<algorithm::vanilla_gru, gru_forward::primitive_desc,
                                         dnnl_gru_backward_primitive_desc_create> {
    using gru_backward_desc::gru_backward_desc;
  };

  /// Makes an empty object.
  gru_backward() = default;

  gru_backward(const primitive_desc &pd) : primitive(pd) {}
  gru_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// GRU with linear before reset: gru_forward with
///
///   o = tanh(Wo x[t] + r * (Uo h[t - 1] + bu') + bo)
///
/// Four biases, in the order u, r, o, u'.
struct lbr_gru_forward : public primitive {
  struct primitive_desc
      : public detail::gru_forward_desc<algorithm::lbr_gru,
                                        dnnl_lbr_gru_forward_primitive_desc_create> {
    using gru_forward_desc::gru_forward_desc;
  };

  /// Makes an empty object.
  lbr_gru_forward() = default;

  lbr_gru_forward(const primitive_desc &pd) : primitive(pd) {}
  lbr_gru_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of lbr_gru_forward.
struct lbr_gru_backward : public primitive {
  struct primitive_desc
      : public detail::gru_backward_desc<algorithm::lbr_gru, lbr_gru_forward::primitive_desc,
                                         dnnl_lbr_gru_backward_primitive_desc_create> {
    using gru_backward_desc::gru_backward_desc;
  };

  /// Makes an empty object.
  lbr_gru_backward() = default;

  lbr_gru_backward(const primitive_desc &pd) : primitive(pd) {}
  lbr_gru_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_GRU_HPP
