// SPDX-License-Identifier: Apache-2.0
// The tensors of a convolution, a deconvolution or an inner product, for each of its passes.
#ifndef DNNLET_CORE_PRIMITIVES_PRODUCT_SLOTS_H
#define DNNLET_CORE_PRIMITIVES_PRODUCT_SLOTS_H

#include <cstddef>

#include "core/primitives/tensors.h"

namespace dnnlet {

// Op is an operation descriptor with src, weights, bias and dst.
template <class Op>
struct product_slots {
  static constexpr size_t src = offsetof(Op, src), weights = offsetof(Op, weights),
                          bias = offsetof(Op, bias), dst = offsetof(Op, dst);
  static constexpr tensor_slot forward[] = {
      {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, src},
      {DNNL_ARG_WEIGHTS, false, dnnl_query_weights_md, 0, weights},
      {DNNL_ARG_BIAS, false, dnnl_query_weights_md, 1, bias},
      {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, dst},
  };
  static constexpr tensor_slot backward_data[] = {
      {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, src},
      {DNNL_ARG_WEIGHTS, false, dnnl_query_weights_md, 0, weights},
      {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, dst},
  };
  static constexpr tensor_slot backward_weights[] = {
      {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, src},
      {DNNL_ARG_DIFF_WEIGHTS, true, dnnl_query_diff_weights_md, 0, weights},
      {DNNL_ARG_DIFF_BIAS, true, dnnl_query_diff_weights_md, 1, bias},
      {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, dst},
  };
};

}  // namespace dnnlet

#endif
