// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_POOLING_HPP
#define ONEAPI_DNNL_DETAIL_POOLING_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Pooling. In one spatial dimension,
///
///   pooling_max                   dst[n, c, ow] = max over kw of x(kw)
///   pooling_avg_include_padding   dst[n, c, ow] = sum over kw of x(kw) / kernel
///   pooling_avg_exclude_padding   the same, divided by the number of x(kw) inside the source
///
///   where x(kw) = src[n, c, ow * strides - padding_l + kw * (dilation + 1)]
///
/// counts only where the source is; 2D and 3D do so in every spatial dimension. Lists of strides,
/// kernel, dilation and paddings have one number per spatial dimension, (D, H,) W; dilation is 0 if
/// the kernel is dense.
///
///   in   DNNL_ARG_SRC        [N, C, (ID, IH,) IW]
///   out  DNNL_ARG_DST        [N, C, (OD, OH,) OW]
///   out  DNNL_ARG_WORKSPACE  for training, if workspace_desc() is not zero: where the maxima are
///
/// OW = (IW - ((kernel - 1) * (dilation + 1) + 1) + padding_l + padding_r) / strides + 1
struct pooling_forward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                   const memory::desc &src_desc, const memory::desc &dst_desc,
                   const memory::dims &strides, const memory::dims &kernel,
                   const memory::dims &dilation, const memory::dims &padding_l,
                   const memory::dims &padding_r, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      create("could not create a primitive descriptor for pooling forward", allow_empty,
             dnnl_pooling_forward_primitive_desc_create, aengine, aprop_kind, aalgorithm, src_desc,
             dst_desc, detail::spatial(strides, src_desc), detail::spatial(kernel, src_desc),
             detail::spatial(dilation, src_desc), detail::spatial(padding_l, src_desc),
             detail::spatial(padding_r, src_desc), attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::pooling, prop_kind::forward_training,
                               prop_kind::forward_inference) {}
  };

  /// Makes an empty object.
  pooling_forward() = default;

  pooling_forward(const primitive_desc &pd) : primitive(pd) {}
  pooling_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradient of pooling_forward.
///
///   in   DNNL_ARG_DIFF_DST   [N, C, (OD, OH,) OW]
///   in   DNNL_ARG_WORKSPACE  from the forward pass, if workspace_desc() is not zero
///   out  DNNL_ARG_DIFF_SRC   [N, C, (ID, IH,) IW]
struct pooling_backward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc, const memory::dims &strides,
                   const memory::dims &kernel, const memory::dims &dilation,
                   const memory::dims &padding_l, const memory::dims &padding_r,
                   const pooling_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      create("could not create a primitive descriptor for pooling backward", allow_empty,
             dnnl_pooling_backward_primitive_desc_create, aengine, aalgorithm, diff_src_desc,
             diff_dst_desc, detail::spatial(strides, diff_src_desc),
             detail::spatial(kernel, diff_src_desc), detail::spatial(dilation, diff_src_desc),
             detail::spatial(padding_l, diff_src_desc), detail::spatial(padding_r, diff_src_desc),
             hint_fwd_pd, attr);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::pooling, prop_kind::backward_data) {}
  };

  /// Makes an empty object.
  pooling_backward() = default;

  pooling_backward(const primitive_desc &pd) : primitive(pd) {}
  pooling_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_POOLING_HPP
