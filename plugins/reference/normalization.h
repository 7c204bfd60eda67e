// SPDX-License-Identifier: Apache-2.0
// Batch, layer and group normalization, element by element, in f64. Which elements share a mean is
// all that they differ in.
#ifndef DNNLET_PLUGINS_REFERENCE_NORMALIZATION_H
#define DNNLET_PLUGINS_REFERENCE_NORMALIZATION_H

#include "core/kernel/normalization.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

// The elements with index[d] in [begin[d], end[d]) for each d.
struct box {
  int ndims;
  dim_t begin[max_ndims], end[max_ndims];

  dim_t count() const noexcept {
    dim_t product = 1;
    for (int d = 0; d < ndims; ++d) product *= end[d] - begin[d];
    return product;
  }
  template <class Body>
  void for_each(const Body &body) const noexcept {
    if (count() == 0) return;
    dim_t index[max_ndims];
    for (int d = 0; d < ndims; ++d) index[d] = begin[d];
    for (int d = ndims - 1; d >= 0;) {
      body(static_cast<const dim_t *>(index));
      for (d = ndims - 1; d >= 0 && ++index[d] == end[d]; --d) index[d] = begin[d];
    }
  }
};

// Those that share the mean at stats[at].
inline box sharers_of(const normalization_op &op, const dim_t *at) noexcept {
  const memory_desc &src = op.src;
  box b = {};
  b.ndims = src.ndims;
  for (int d = 0; d < src.ndims; ++d) b.end[d] = src.dims[d];
  const auto take_one = [&](int d, dim_t x) {
    b.begin[d] = x;
    b.end[d] = x + 1;
  };
  if (op.head.kind == dnnl_batch_normalization) {
    take_one(1, at[0]);
  } else if (op.head.kind == dnnl_layer_normalization) {
    for (int d = 0; d < op.stats.ndims; ++d) take_one(d, at[d]);
  } else {
    const dim_t channels = src.dims[1] / op.groups;
    take_one(0, at[0]);
    b.begin[1] = at[1] * channels;
    b.end[1] = b.begin[1] + channels;
  }
  return b;
}

// The place in stats of what element `index` shares.
inline void find_statistics(const normalization_op &op, const dim_t *index, dim_t *at) noexcept {
  switch (op.head.kind) {
    case dnnl_batch_normalization: at[0] = index[1]; break;
    case dnnl_layer_normalization:
      for (int d = 0; d < op.stats.ndims; ++d) at[d] = index[d];
      break;
    default: at[0] = index[0]; at[1] = index[1] / (op.src.dims[1] / op.groups);
  }
}

// Those that the scale number c belongs to.
inline box scaled_by(const normalization_op &op, dim_t c) noexcept {
  box b = {};
  b.ndims = op.src.ndims;
  for (int d = 0; d < b.ndims; ++d) b.end[d] = op.src.dims[d];
  b.begin[scaled_dim(op)] = c;
  b.end[scaled_dim(op)] = c + 1;
  return b;
}

refusal plan_normalization_forward(plan_request &request);
void run_normalization_forward(const run_context &context);
refusal plan_normalization_backward(plan_request &request);
void run_normalization_backward(const run_context &context);

}  // namespace dnnlet::reference

#endif
