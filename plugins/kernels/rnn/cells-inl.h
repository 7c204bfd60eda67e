// SPDX-License-Identifier: Apache-2.0
// Functions of cells, vector by vector; five facts: cells.cpp and cell_gradients.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_RNN_CELLS_INL_H
#define DNNLET_PLUGINS_KERNELS_RNN_CELLS_INL_H

#include "plugins/drivers/rnn/rnn_backend.h"
#include "plugins/kernels/support/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using cell_tag = hn::ScalableTag<float>;
using cell_vector = hn::Vec<cell_tag>;

// Vectors of rows from element i on: whole ones, or `count` elements.
template <bool kWhole>
struct cell_lanes {
  const cell_tag d;
  size_t i, count;

  HWY_INLINE cell_vector load(const float *row) const {
    if constexpr (kWhole) return hn::LoadU(d, row + i);
    return hn::LoadN(d, row + i, count);
  }
  HWY_INLINE void store(cell_vector v, float *row) const {
    if constexpr (kWhole)
      hn::StoreU(v, d, row + i);
    else
      hn::StoreN(v, d, row + i, count);
  }
};

// body(lanes) for every vector of a row.
template <class Body>
HWY_INLINE void for_each_vector_of(dim_t n, const Body &body) {
  const cell_tag d;
  const size_t size = size_t(n), step = hn::Lanes(d);
  size_t i = 0;
  for (; i + step <= size; i += step) body(cell_lanes<true>{d, i, step});
  if (i < size) body(cell_lanes<false>{d, i, size - i});
}

// y (1 - y), of what the logistic function gave; (1 - y) (1 + y), of tanh
HWY_INLINE cell_vector logistic_slope(cell_tag d, cell_vector y) {
  return hn::Mul(y, hn::Sub(hn::Set(d, 1.0f), y));
}
HWY_INLINE cell_vector tanh_slope(cell_tag d, cell_vector y) {
  const cell_vector one = hn::Set(d, 1.0f);
  return hn::Mul(hn::Sub(one, y), hn::Add(one, y));
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
