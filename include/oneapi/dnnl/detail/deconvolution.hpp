// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_DECONVOLUTION_HPP
#define ONEAPI_DNNL_DETAIL_DECONVOLUTION_HPP

#include "oneapi/dnnl/detail/convolution_desc.hpp"

namespace dnnl {

/// Deconvolution, or transposed convolution: the gradient of a convolution as a forward pass. In
/// one spatial dimension, with oc in group g,
///
///   dst[n, oc, ow] = bias[oc] + sum over ic in g, kw, iw of src[n, ic, iw] * weights[oc, ic, kw]
///   for those with ow = iw * strides - padding_l + kw * (dilates + 1)
///
/// Parameters are those of convolution_forward.
///
///   in   DNNL_ARG_SRC      [N, IC, (ID, IH,) IW]
///   in   DNNL_ARG_WEIGHTS  [OC, IC, (KD, KH,) KW], [G, OC / G, IC / G, (KD, KH,) KW] with groups
///   in   DNNL_ARG_BIAS     [OC], if there is a bias
///   out  DNNL_ARG_DST      [N, OC, (OD, OH,) OW]
///
/// OW = (IW - 1) * strides + (KW - 1) * (dilates + 1) + 1 - padding_l - padding_r
struct deconvolution_forward : public primitive {
  struct primitive_desc
      : public detail::convolution_forward_desc<kind::deconvolution,
                                                dnnl_deconvolution_forward_primitive_desc_create> {
    using convolution_forward_desc::convolution_forward_desc;
  };

  /// Makes an empty object.
  deconvolution_forward() = default;

  deconvolution_forward(const primitive_desc &pd) : primitive(pd) {}
  deconvolution_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradient of deconvolution_forward with respect to the source.
///
///   in   DNNL_ARG_DIFF_DST, DNNL_ARG_WEIGHTS   as dst and weights
///   out  DNNL_ARG_DIFF_SRC                     as src
struct deconvolution_backward_data : public primitive {
  struct primitive_desc : public detail::convolution_backward_data_desc<
                              kind::deconvolution, deconvolution_forward::primitive_desc,
                              dnnl_deconvolution_backward_data_primitive_desc_create> {
    using convolution_backward_data_desc::convolution_backward_data_desc;
  };

  /// Makes an empty object.
  deconvolution_backward_data() = default;

  deconvolution_backward_data(const primitive_desc &pd) : primitive(pd) {}
  deconvolution_backward_data(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradients of deconvolution_forward with respect to weights and bias.
///
///   in   DNNL_ARG_SRC, DNNL_ARG_DIFF_DST   as src and dst
///   out  DNNL_ARG_DIFF_WEIGHTS             as weights
///   out  DNNL_ARG_DIFF_BIAS                as bias, if there is one
struct deconvolution_backward_weights : public primitive {
  struct primitive_desc : public detail::convolution_backward_weights_desc<
                              kind::deconvolution, deconvolution_forward::primitive_desc,
                              dnnl_deconvolution_backward_weights_primitive_desc_create> {
    using convolution_backward_weights_desc::convolution_backward_weights_desc;
  };

  /// Makes an empty object.
  deconvolution_backward_weights() = default;

  deconvolution_backward_weights(const primitive_desc &pd) : primitive(pd) {}
  deconvolution_backward_weights(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_DECONVOLUTION_HPP
