// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_CONVOLUTION_HPP
#define ONEAPI_DNNL_DETAIL_CONVOLUTION_HPP

#include "oneapi/dnnl/detail/convolution_desc.hpp"

namespace dnnl {

/// Convolution. In one spatial dimension, with oc in group g (the groups divide ic and oc),
///
///   dst[n, oc, ow] = bias[oc] + sum over ic in g, kw of src[n, ic, iw] * weights[oc, ic, kw]
///   iw             = ow * strides - padding_l + kw * (dilates + 1)
///
/// where src is zero outside its bounds; 2D and 3D do so in every spatial dimension. Lists of
/// strides, dilates and paddings have one number per spatial dimension, (D, H,) W; dilates are 0 if
/// the kernel is dense, which is also the default. G is the number of groups.
///
///   in   DNNL_ARG_SRC      [N, IC, (ID, IH,) IW]
///   in   DNNL_ARG_WEIGHTS  [OC, IC, (KD, KH,) KW], [G, OC / G, IC / G, (KD, KH,) KW] with groups
///   in   DNNL_ARG_BIAS     [OC], if there is a bias
///   out  DNNL_ARG_DST      [N, OC, (OD, OH,) OW]
///
/// OW = (IW - ((KW - 1) * (dilates + 1) + 1) + padding_l + padding_r) / strides + 1
struct convolution_forward : public primitive {
  struct primitive_desc
      : public detail::convolution_forward_desc<kind::convolution,
                                                dnnl_convolution_forward_primitive_desc_create> {
    using convolution_forward_desc::convolution_forward_desc;
  };

  /// Makes an empty object.
  convolution_forward() = default;

  convolution_forward(const primitive_desc &pd) : primitive(pd) {}
  convolution_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradient of convolution_forward with respect to the source.
///
///   in   DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS   as dst and weights
///   out  DNNL_ARG_DIFF_SRC                     as src
struct convolution_backward_data : public primitive {
  struct primitive_desc : public detail::convolution_backward_data_desc<
                              kind::convolution, convolution_forward::primitive_desc,
                              dnnl_convolution_backward_data_primitive_desc_create> {
    using convolution_backward_data_desc::convolution_backward_data_desc;
  };

  /// Makes an empty object.
  convolution_backward_data() = default;

  convolution_backward_data(const primitive_desc &pd) : primitive(pd) {}
  convolution_backward_data(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of convolution_forward with respect to weights and bias.
///
///   in   DNNL_ARG_SRC, DNNL_ARG_DIFF_DST   as src and dst
///   out  DNNL_ARG_DIFF_WEIGHTS             as weights
///   out  DNNL_ARG_DIFF_BIAS                as bias, if there is one
struct convolution_backward_weights : public primitive {
  struct primitive_desc : public detail::convolution_backward_weights_desc<
                              kind::convolution, convolution_forward::primitive_desc,
                              dnnl_convolution_backward_weights_primitive_desc_create> {
    using convolution_backward_weights_desc::convolution_backward_weights_desc;
  };

  /// Makes an empty object.
  convolution_backward_weights() = default;

  convolution_backward_weights(const primitive_desc &pd) : primitive(pd) {}
  convolution_backward_weights(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_CONVOLUTION_HPP
