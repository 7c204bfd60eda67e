// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_INNER_PRODUCT_HPP
#define ONEAPI_DNNL_DETAIL_INNER_PRODUCT_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Inner product, or fully connected layer:
///
///   dst[n, oc] = bias[oc] + sum over ic, (d, h,) w of src[n, ic, (d, h,) w] *
///                                                     weights[oc, ic, (d, h,) w]
///
///   in   DNNL_ARG_SRC      [N, IC] or [N, IC, (D, H,) W]
///   in   DNNL_ARG_WEIGHTS  [OC, IC] or [OC, IC, (D, H,) W]
///   in   DNNL_ARG_BIAS     [OC], if there is a bias
///   out  DNNL_ARG_DST      [N, OC]
struct inner_product_forward : public primitive {
  /// A bias that is left out means none. Throws if the problem is invalid or unsupported; with
  /// allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &weights_desc, const memory::desc &bias_desc,
                   const memory::desc &dst_desc, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      init(aengine, aprop_kind, src_desc, weights_desc, &bias_desc, dst_desc, attr, allow_empty);
    }

    primitive_desc(const engine &aengine, prop_kind aprop_kind, const memory::desc &src_desc,
                   const memory::desc &weights_desc, const memory::desc &dst_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, src_desc, weights_desc, nullptr, dst_desc, attr, allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::inner_product, prop_kind::forward_training,
                               prop_kind::forward_inference) {}

    /// The zero descriptor if there is no bias.
    memory::desc bias_desc() const { return weights_desc(1); }

   private:
    void init(const engine &aengine, prop_kind aprop_kind, const memory::desc &src,
              const memory::desc &weights, const memory::desc *bias, const memory::desc &dst,
              const primitive_attr &attr, bool allow_empty) {
      create("could not create a primitive descriptor for inner product forward", allow_empty,
             dnnl_inner_product_forward_primitive_desc_create, aengine, aprop_kind, src, weights,
             bias, dst, attr);
    }
  };

  /// Makes an empty object.
  inner_product_forward() = default;

  inner_product_forward(const primitive_desc &pd) : primitive(pd) {}
  inner_product_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradient of inner_product_forward with respect to the source.
///
///   in   DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS   as dst and weights
///   out  DNNL_ARG_DIFF_SRC                     as src
struct inner_product_backward_data : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, const memory::desc &diff_src_desc,
                   const memory::desc &weights_desc, const memory::desc &diff_dst_desc,
                   const inner_product_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for inner product backward by data",
             allow_empty, dnnl_inner_product_backward_data_primitive_desc_create, aengine,
             diff_src_desc, weights_desc, diff_dst_desc, hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::inner_product, prop_kind::backward_data) {}
  };

  /// Makes an empty object.
  inner_product_backward_data() = default;

  inner_product_backward_data(const primitive_desc &pd) : primitive(pd) {}
  inner_product_backward_data(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of inner_product_forward with respect to weights and bias.
///
///   in   DNNL_ARG_SRC, DNNL_ARG_DIFF_DST   as src and dst
///   out  DNNL_ARG_DIFF_WEIGHTS             as weights
///   out  DNNL_ARG_DIFF_BIAS                as bias, if there is one
struct inner_product_backward_weights : public primitive {
  /// A diff_bias that is left out means none. Throws if the problem is invalid or unsupported; with
  /// allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, const memory::desc &src_desc,
                   const memory::desc &diff_weights_desc, const memory::desc &diff_bias_desc,
                   const memory::desc &diff_dst_desc,
                   const inner_product_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, src_desc, diff_weights_desc, &diff_bias_desc, diff_dst_desc, hint_fwd_pd, attr,
           allow_empty);
    }

    primitive_desc(const engine &aengine, const memory::desc &src_desc,
                   const memory::desc &diff_weights_desc, const memory::desc &diff_dst_desc,
                   const inner_product_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, src_desc, diff_weights_desc, nullptr, diff_dst_desc, hint_fwd_pd, attr,
           allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::inner_product, prop_kind::backward_weights) {}

    /// The zero descriptor if there is no bias.
    memory::desc diff_bias_desc() const { return diff_weights_desc(1); }

   private:
    void init(const engine &aengine, const memory::desc &src, const memory::desc &diff_weights,
              const memory::desc *diff_bias, const memory::desc &diff_dst,
              const inner_product_forward::primitive_desc &hint_fwd_pd, const primitive_attr &attr,
              bool allow_empty) {
      create("could not create a primitive descriptor for inner product backward by weights",
             allow_empty, dnnl_inner_product_backward_weights_primitive_desc_create, aengine, src,
             diff_weights, diff_bias, diff_dst, hint_fwd_pd, attr);
    }
  };

  /// Makes an empty object.
  inner_product_backward_weights() = default;

  inner_product_backward_weights(const primitive_desc &pd) : primitive(pd) {}
  inner_product_backward_weights(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_INNER_PRODUCT_HPP
