// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_CONVOLUTION_DESC_HPP
#define ONEAPI_DNNL_DETAIL_CONVOLUTION_DESC_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

/// The primitive descriptors of convolution and deconvolution. Their parameters are the same: Kind
/// and the C function that makes them (Create) are what differs.
///
/// A bias or diff_bias that is left out means none; dilates that are left out are 0. Constructors
/// throw if the problem is invalid or unsupported; with allow_empty the object is empty instead.

namespace dnnl {
namespace detail {

template <primitive::kind Kind, decltype(&dnnl_convolution_forward_primitive_desc_create) Create>
struct convolution_forward_desc : public dnnl::primitive_desc {
  /// Makes an empty object.
  convolution_forward_desc() = default;

  convolution_forward_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                           const memory::desc &src_desc, const memory::desc &weights_desc,
                           const memory::desc &bias_desc, const memory::desc &dst_desc,
                           const memory::dims &strides, const memory::dims &padding_l,
                           const memory::dims &padding_r,
                           const primitive_attr &attr = primitive_attr(),
                           bool allow_empty = false) {
    init(aengine, aprop_kind, aalgorithm, src_desc, weights_desc, &bias_desc, dst_desc, strides,
         nullptr, padding_l, padding_r, attr, allow_empty);
  }

  convolution_forward_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                           const memory::desc &src_desc, const memory::desc &weights_desc,
                           const memory::desc &dst_desc, const memory::dims &strides,
                           const memory::dims &padding_l, const memory::dims &padding_r,
                           const primitive_attr &attr = primitive_attr(),
                           bool allow_empty = false) {
    init(aengine, aprop_kind, aalgorithm, src_desc, weights_desc, nullptr, dst_desc, strides,
         nullptr, padding_l, padding_r, attr, allow_empty);
  }

  convolution_forward_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                           const memory::desc &src_desc, const memory::desc &weights_desc,
                           const memory::desc &bias_desc, const memory::desc &dst_desc,
                           const memory::dims &strides, const memory::dims &dilates,
                           const memory::dims &padding_l, const memory::dims &padding_r,
                           const primitive_attr &attr = primitive_attr(),
                           bool allow_empty = false) {
    init(aengine, aprop_kind, aalgorithm, src_desc, weights_desc, &bias_desc, dst_desc, strides,
         &dilates, padding_l, padding_r, attr, allow_empty);
  }

  convolution_forward_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                           const memory::desc &src_desc, const memory::desc &weights_desc,
                           const memory::desc &dst_desc, const memory::dims &strides,
                           const memory::dims &dilates, const memory::dims &padding_l,
                           const memory::dims &padding_r,
                           const primitive_attr &attr = primitive_attr(),
                           bool allow_empty = false) {
    init(aengine, aprop_kind, aalgorithm, src_desc, weights_desc, nullptr, dst_desc, strides,
         &dilates, padding_l, padding_r, attr, allow_empty);
  }

  convolution_forward_desc(dnnl_primitive_desc_t pd)
      : dnnl::primitive_desc(pd, Kind, prop_kind::forward_training, prop_kind::forward_inference) {}

  /// The zero descriptor if there is no bias.
  memory::desc bias_desc() const { return weights_desc(1); }

 private:
  void init(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
            const memory::desc &src, const memory::desc &weights, const memory::desc *bias,
            const memory::desc &dst, const memory::dims &strides, const memory::dims *dilates,
            const memory::dims &padding_l, const memory::dims &padding_r,
            const primitive_attr &attr, bool allow_empty) {
    create(Kind == primitive::kind::convolution
               ? "could not create a primitive descriptor for convolution forward"
               : "could not create a primitive descriptor for deconvolution forward",
           allow_empty, Create, aengine, aprop_kind, aalgorithm, src, weights, bias, dst,
           spatial(strides, src), spatial(dilates, src), spatial(padding_l, src),
           spatial(padding_r, src), attr);
  }
};

template <primitive::kind Kind, typename Forward,
          decltype(&dnnl_convolution_backward_data_primitive_desc_create) Create>
struct convolution_backward_data_desc : public dnnl::primitive_desc {
  /// Makes an empty object.
  convolution_backward_data_desc() = default;

  convolution_backward_data_desc(const engine &aengine, algorithm aalgorithm,
                                 const memory::desc &diff_src_desc,
                                 const memory::desc &weights_desc,
                                 const memory::desc &diff_dst_desc, const memory::dims &strides,
                                 const memory::dims &padding_l, const memory::dims &padding_r,
                                 const Forward &hint_fwd_pd,
                                 const primitive_attr &attr = primitive_attr(),
                                 bool allow_empty = false) {
    init(aengine, aalgorithm, diff_src_desc, weights_desc, diff_dst_desc, strides, nullptr,
         padding_l, padding_r, hint_fwd_pd, attr, allow_empty);
  }

  convolution_backward_data_desc(const engine &aengine, algorithm aalgorithm,
                                 const memory::desc &diff_src_desc,
                                 const memory::desc &weights_desc,
                                 const memory::desc &diff_dst_desc, const memory::dims &strides,
                                 const memory::dims &dilates, const memory::dims &padding_l,
                                 const memory::dims &padding_r, const Forward &hint_fwd_pd,
                                 const primitive_attr &attr = primitive_attr(),
                                 bool allow_empty = false) {
    init(aengine, aalgorithm, diff_src_desc, weights_desc, diff_dst_desc, strides, &dilates,
         padding_l, padding_r, hint_fwd_pd, attr, allow_empty);
  }

  convolution_backward_data_desc(dnnl_primitive_desc_t pd)
      : dnnl::primitive_desc(pd, Kind, prop_kind::backward_data) {}

 private:
  void init(const engine &aengine, algorithm aalgorithm, const memory::desc &diff_src,
            const memory::desc &weights, const memory::desc &diff_dst, const memory::dims &strides,
            const memory::dims *dilates, const memory::dims &padding_l,
            const memory::dims &padding_r, const Forward &hint_fwd_pd, const primitive_attr &attr,
            bool allow_empty) {
    create(Kind == primitive::kind::convolution
               ? "could not create a primitive descriptor for convolution backward by data"
               : "could not create a primitive descriptor for deconvolution backward by data",
           allow_empty, Create, aengine, aalgorithm, diff_src, weights, diff_dst,
           spatial(strides, diff_src), spatial(dilates, diff_src), spatial(padding_l, diff_src),
           spatial(padding_r, diff_src), hint_fwd_pd, attr);
  }
};

template <primitive::kind Kind, typename Forward,
          decltype(&dnnl_convolution_backward_weights_primitive_desc_create) Create>
struct convolution_backward_weights_desc : public dnnl::primitive_desc {
  /// Makes an empty object.
  convolution_backward_weights_desc() = default;

  convolution_backward_weights_desc(
      const engine &aengine, algorithm aalgorithm, const memory::desc &src_desc,
      const memory::desc &diff_weights_desc, const memory::desc &diff_bias_desc,
      const memory::desc &diff_dst_desc, const memory::dims &strides, const memory::dims &padding_l,
      const memory::dims &padding_r, const Forward &hint_fwd_pd,
      const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
    init(aengine, aalgorithm, src_desc, diff_weights_desc, &diff_bias_desc, diff_dst_desc, strides,
         nullptr, padding_l, padding_r, hint_fwd_pd, attr, allow_empty);
  }

  convolution_backward_weights_desc(const engine &aengine, algorithm aalgorithm,
                                    const memory::desc &src_desc,
                                    const memory::desc &diff_weights_desc,
                                    const memory::desc &diff_dst_desc, const memory::dims &strides,
                                    const memory::dims &padding_l, const memory::dims &padding_r,
                                    const Forward &hint_fwd_pd,
                                    const primitive_attr &attr = primitive_attr(),
                                    bool allow_empty = false) {
    init(aengine, aalgorithm, src_desc, diff_weights_desc, nullptr, diff_dst_desc, strides, nullptr,
         padding_l, padding_r, hint_fwd_pd, attr, allow_empty);
  }

  convolution_backward_weights_desc(
      const engine &aengine, algorithm aalgorithm, const memory::desc &src_desc,
      const memory::desc &diff_weights_desc, const memory::desc &diff_bias_desc,
      const memory::desc &diff_dst_desc, const memory::dims &strides, const memory::dims &dilates,
      const memory::dims &padding_l, const memory::dims &padding_r, const Forward &hint_fwd_pd,
      const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
    init(aengine, aalgorithm, src_desc, diff_weights_desc, &diff_bias_desc, diff_dst_desc, strides,
         &dilates, padding_l, padding_r, hint_fwd_pd, attr, allow_empty);
  }

  convolution_backward_weights_desc(const engine &aengine, algorithm aalgorithm,
                                    const memory::desc &src_desc,
                                    const memory::desc &diff_weights_desc,
                                    const memory::desc &diff_dst_desc, const memory::dims &strides,
                                    const memory::dims &dilates, const memory::dims &padding_l,
                                    const memory::dims &padding_r, const Forward &hint_fwd_pd,
                                    const primitive_attr &attr = primitive_attr(),
                                    bool allow_empty = false) {
    init(aengine, aalgorithm, src_desc, diff_weights_desc, nullptr, diff_dst_desc, strides,
         &dilates, padding_l, padding_r, hint_fwd_pd, attr, allow_empty);
  }

  convolution_backward_weights_desc(dnnl_primitive_desc_t pd)
      : dnnl::primitive_desc(pd, Kind, prop_kind::backward_weights) {}

  /// The zero descriptor if there is no bias.
  memory::desc diff_bias_desc() const { return diff_weights_desc(1); }

 private:
  void init(const engine &aengine, algorithm aalgorithm, const memory::desc &src,
            const memory::desc &diff_weights, const memory::desc *diff_bias,
            const memory::desc &diff_dst, const memory::dims &strides, const memory::dims *dilates,
            const memory::dims &padding_l, const memory::dims &padding_r,
            const Forward &hint_fwd_pd, const primitive_attr &attr, bool allow_empty) {
    create(Kind == primitive::kind::convolution
               ? "could not create a primitive descriptor for convolution backward by weights"
               : "could not create a primitive descriptor for deconvolution backward by weights",
           allow_empty, Create, aengine, aalgorithm, src, diff_weights, diff_bias, diff_dst,
           spatial(strides, src), spatial(dilates, src), spatial(padding_l, src),
           spatial(padding_r, src), hint_fwd_pd, attr);
  }
};

}  // namespace detail
}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_CONVOLUTION_DESC_HPP
