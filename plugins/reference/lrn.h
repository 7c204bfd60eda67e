// SPDX-License-Identifier: Apache-2.0
// The windows of local response normalization, element by element.
#ifndef DNNLET_PLUGINS_REFERENCE_LRN_H
#define DNNLET_PLUGINS_REFERENCE_LRN_H

#include <cmath>

#include "core/kernel/lrn.h"
#include "core/support/arithmetic.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

inline bool is_lrn_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_f64;
}

class lrn_window {
 public:
  lrn_window(const lrn_op &op, const tensor &src) noexcept : op_(op), src_(src) {
    if (op.head.alg == dnnl_lrn_within_channel)
      for (int d = 2; d < src.md().ndims; ++d) points_ *= double(op.local_size);
    else
      points_ = double(op.local_size);
  }

  // alpha / the number of points; an even size has a point less in its window, but not here.
  double weight() const noexcept { return double(op_.alpha) / points_; }

  // Calls body(index) for the points around `index` that lie inside src.
  template <class Body>
  void for_each(const dim_t *index, const Body &body) const noexcept {
    const memory_desc &md = src_.md();
    const bool across = op_.head.alg == dnnl_lrn_across_channels;
    const int first = across ? 1 : 2, end = across ? 2 : md.ndims;
    const dim_t half = (op_.local_size - 1) / 2;
    dim_t low[max_ndims], high[max_ndims], at[max_ndims];
    for (int d = 0; d < md.ndims; ++d) {
      const bool spans = d >= first && d < end;
      at[d] = low[d] = spans ? max<dim_t>(index[d] - half, 0) : index[d];
      high[d] = spans ? min(index[d] + half, md.dims[d] - 1) : index[d];
    }
    for (;;) {
      body(static_cast<const dim_t *>(at));
      int d = end - 1;
      for (; d >= first && at[d] == high[d]; --d) at[d] = low[d];
      if (d < first) return;
      ++at[d];
    }
  }

  // k + alpha / points * sum of src^2 around `index`.
  double base(const dim_t *index) const noexcept {
    double sum = 0;
    for_each(index, [&](const dim_t *at) {
      const double x = src_.get(at);
      sum += x * x;
    });
    return double(op_.k) + weight() * sum;
  }

 private:
  const lrn_op &op_;
  const tensor &src_;
  double points_ = 1;
};

}  // namespace dnnlet::reference

#endif
