// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_AUGRU_HPP
#define ONEAPI_DNNL_DETAIL_AUGRU_HPP

#include "oneapi/dnnl/detail/gru.hpp"

namespace dnnl {

namespace detail {

/// The primitive descriptors of augru_forward and lbr_augru_forward, which differ in Cell and in
/// the C function that makes them. Throws if the problem is invalid or unsupported; with
/// allow_empty it is empty instead.
template <algorithm Cell, decltype(&dnnl_augru_forward_primitive_desc_create) Create>
struct augru_forward_desc : public rnn_primitive_desc_base {
  /// Makes an empty object.
  augru_forward_desc() = default;

  augru_forward_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                     const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                     const memory::desc &attention_desc, const memory::desc &weights_layer_desc,
                     const memory::desc &weights_iter_desc, const memory::desc &bias_desc,
                     const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                     const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
    create("could not create a primitive descriptor for AUGRU forward", allow_empty, Create,
           aengine, aprop_kind, direction, src_layer_desc, src_iter_desc, attention_desc,
           weights_layer_desc, weights_iter_desc, bias_desc, dst_layer_desc, dst_iter_desc,
           rnn_flags::undef, attr);
  }

  augru_forward_desc(dnnl_primitive_desc_t pd)
      : rnn_primitive_desc_base(pd, prop_kind::forward_training, prop_kind::forward_inference,
                                Cell) {}

  memory::desc attention_desc() const { return augru_attention_desc(); }
};

/// The same for the backward passes.
template <algorithm Cell, typename Forward,
          decltype(&dnnl_augru_backward_primitive_desc_create) Create>
struct augru_backward_desc : public rnn_primitive_desc_base {
  /// Makes an empty object.
  augru_backward_desc() = default;

  augru_backward_desc(const engine &aengine, prop_kind aprop_kind, rnn_direction direction,
                      const memory::desc &src_layer_desc, const memory::desc &src_iter_desc,
                      const memory::desc &attention_desc, const memory::desc &weights_layer_desc,
                      const memory::desc &weights_iter_desc, const memory::desc &bias_desc,
                      const memory::desc &dst_layer_desc, const memory::desc &dst_iter_desc,
                      const memory::desc &diff_src_layer_desc,
                      const memory::desc &diff_src_iter_desc,
                      const memory::desc &diff_attention_desc,
                      const memory::desc &diff_weights_layer_desc,
                      const memory::desc &diff_weights_iter_desc,
                      const memory::desc &diff_bias_desc, const memory::desc &diff_dst_layer_desc,
                      const memory::desc &diff_dst_iter_desc, const Forward &hint_fwd_pd,
                      const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
    create("could not create a primitive descriptor for AUGRU backward", allow_empty, Create,
           aengine, aprop_kind, direction, src_layer_desc, src_iter_desc, attention_desc,
           weights_layer_desc, weights_iter_desc, bias_desc, dst_layer_desc, dst_iter_desc,
           diff_src_layer_desc, diff_src_iter_desc, diff_attention_desc, diff_weights_layer_desc,
           diff_weights_iter_desc, diff_bias_desc, diff_dst_layer_desc, diff_dst_iter_desc,
           rnn_flags::undef, hint_fwd_pd, attr);
  }

  augru_backward_desc(dnnl_primitive_desc_t pd)
      : rnn_primitive_desc_base(pd, prop_kind::backward, Cell) {}

  memory::desc attention_desc() const { return augru_attention_desc(); }
  memory::desc diff_attention_desc() const { return diff_augru_attention_desc(); }
};

}  // namespace detail

/// GRU with attention: gru_forward with
///
///   h[t] = v * h[t - 1] + (1 - v) * o   where v = (1 - attention[t]) * u
struct augru_forward : public primitive {
  struct primitive_desc
      : public detail::augru_forward_desc<algorithm::vanilla_augru,
                                          dnnl_augru_forward_primitive_desc_create> {
    using augru_forward_desc::augru_forward_desc;
  };

  /// Makes an empty object.
  augru_forward() = default;

  augru_forward(const primitive_desc &pd) : primitive(pd) {}
  augru_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of augru_forward.
struct augru_backward : public primitive {
  struct primitive_desc
      : public detail::augru_backward_desc<algorithm::vanilla_augru, augru_forward::primitive_desc,
                                           dnnl_augru_backward_primitive_desc_create> {
    using augru_backward_desc::augru_backward_desc;
  };

  /// Makes an empty object.
  augru_backward() = default;

  augru_backward(const primitive_desc &pd) : primitive(pd) {}
  augru_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// lbr_gru_forward with attention, as in augru_forward.
struct lbr_augru_forward : public primitive {
  struct primitive_desc
      : public detail::augru_forward_desc<algorithm::lbr_augru,
                                          dnnl_lbr_augru_forward_primitive_desc_create> {
    using augru_forward_desc::augru_forward_desc;
  };

  /// Makes an empty object.
  lbr_augru_forward() = default;

  lbr_augru_forward(const primitive_desc &pd) : primitive(pd) {}
  lbr_augru_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of lbr_augru_forward.
struct lbr_augru_backward : public primitive {
  struct primitive_desc
      : public detail::augru_backward_desc<algorithm::lbr_augru, lbr_augru_forward::primitive_desc,
                                           dnnl_lbr_augru_backward_primitive_desc_create> {
    using augru_backward_desc::augru_backward_desc;
  };

  /// Makes an empty object.
  lbr_augru_backward() = default;

  lbr_augru_backward(const primitive_desc &pd) : primitive(pd) {}
  lbr_augru_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_AUGRU_HPP
