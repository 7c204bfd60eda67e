// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_RESAMPLING_HPP
#define ONEAPI_DNNL_DETAIL_RESAMPLING_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// Resampling of the spatial dimensions. The position ow of dst, in one dimension, is the position
///
///   x = (ow + 1/2) * IW / OW - 1/2
///
/// of src; dst[n, c, ow] is src at the nearest integer (resampling_nearest), or interpolated
/// between the two neighbours of x (resampling_linear), in every spatial dimension.
///
///   in   DNNL_ARG_SRC  [N, C, (ID, IH,) IW]
///   out  DNNL_ARG_DST  [N, C, (OD, OH,) OW]
struct resampling_forward : public primitive {
  /// factors, one per spatial dimension, are OW / IW; from them the library derives a destination
  /// that is not given. Throws if the problem is invalid or unsupported; with allow_empty it is
  /// empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                   const memory::desc &src_desc, const memory::desc &dst_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, aalgorithm, nullptr, src_desc, &dst_desc, attr, allow_empty);
    }

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                   const std::vector<float> &factors, const memory::desc &src_desc,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aprop_kind, aalgorithm, &factors, src_desc, nullptr, attr, allow_empty);
    }

    primitive_desc(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
                   const std::vector<float> &factors, const memory::desc &src_desc,
                   const memory::desc &dst_desc, const primitive_attr &attr = primitive_attr(),
                   bool allow_empty = false) {
      init(aengine, aprop_kind, aalgorithm, &factors, src_desc, &dst_desc, attr, allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::resampling, prop_kind::forward_training,
                               prop_kind::forward_inference) {}

   private:
    void init(const engine &aengine, prop_kind aprop_kind, algorithm aalgorithm,
              const std::vector<float> *factors, const memory::desc &src, const memory::desc *dst,
              const primitive_attr &attr, bool allow_empty) {
      create("could not create a primitive descriptor for resampling forward", allow_empty,
             dnnl_resampling_forward_primitive_desc_create, aengine, aprop_kind, aalgorithm,
             detail::spatial(factors, src), src, dst, attr);
    }
  };

  /// Makes an empty object.
  resampling_forward() = default;

  resampling_forward(const primitive_desc &pd) : primitive(pd) {}
  resampling_forward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

/// The gradient of resampling_forward.
///
///   in   DNNL_ARG_DIFF_DST  [N, C, (OD, OH,) OW]
///   out  DNNL_ARG_DIFF_SRC  [N, C, (ID, IH,) IW]
struct resampling_backward : public primitive {
  /// Throws if the problem is invalid or unsupported; with allow_empty it is empty instead.
  struct primitive_desc : public dnnl::primitive_desc {
    /// Makes an empty object.
    primitive_desc() = default;

    primitive_desc(const engine &aengine, algorithm aalgorithm, const memory::desc &diff_src_desc,
                   const memory::desc &diff_dst_desc,
                   const resampling_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aalgorithm, nullptr, diff_src_desc, diff_dst_desc, hint_fwd_pd, attr,
           allow_empty);
    }

    primitive_desc(const engine &aengine, algorithm aalgorithm, const std::vector<float> &factors,
                   const memory::desc &diff_src_desc, const memory::desc &diff_dst_desc,
                   const resampling_forward::primitive_desc &hint_fwd_pd,
                   const primitive_attr &attr = primitive_attr(), bool allow_empty = false) {
      init(aengine, aalgorithm, &factors, diff_src_desc, diff_dst_desc, hint_fwd_pd, attr,
           allow_empty);
    }

    primitive_desc(dnnl_primitive_desc_t pd)
        : dnnl::primitive_desc(pd, kind::resampling, prop_kind::backward_data) {}

   private:
    void init(const engine &aengine, algorithm aalgorithm, const std::vector<float> *factors,
              const memory::desc &diff_src, const memory::desc &diff_dst,
              const resampling_forward::primitive_desc &hint_fwd_pd, const primitive_attr &attr,
              bool allow_empty) {
      create("could not create a primitive descriptor for resampling backward", allow_empty,
             dnnl_resampling_backward_primitive_desc_create, aengine, aalgorithm,
             detail::spatial(factors, diff_src), diff_src, diff_dst, hint_fwd_pd, attr);
    }
  };

  /// Makes an empty object.
  resampling_backward() = default;

  resampling_backward(const primitive_desc &pd) : primitive(pd) {}
  resampling_backward(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
      : primitive(pd, cache_blob) {}
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_RESAMPLING_HPP
