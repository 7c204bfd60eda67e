// SPDX-License-Identifier: Apache-2.0
// Cells of recurrent networks, forward; formulas: core/kernel/rnn.h, oneDNN's developer guide
//   linear, gates G x n, before n (lstm: c; gru: h), peephole 3 x n, c, hidden, h n; all f32, rows
//   dense, any alignment; gates may be `linear`, h or c `before`, everything else is disjoint
//   scratch 0 B
//   error: 4 ulp for each gate, and the rounding of products and sums in the order of the formulas,
//   none of them fused, so that all plugins have the same bits
#include "plugins/kernels/rnn/cells.h"

#include "plugins/kernels/rnn/cell_gradients.h"
#include "plugins/kernels/rnn/cells-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::cell_row;

void lstm(const cell_row &row) noexcept {
  const dim_t n = row.n;
  const float *linear = row.linear;
  const float *p_i = row.peephole, *p_f = p_i ? p_i + n : nullptr;
  const float *p_o = p_i ? p_f + n : nullptr;
  for_each_vector_of(n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector c = at.load(row.before);
    cell_vector i = at.load(linear), f = at.load(linear + n), o = at.load(linear + 3 * n);
    if (p_i) {
      i = hn::Add(i, hn::Mul(at.load(p_i), c));
      f = hn::Add(f, hn::Mul(at.load(p_f), c));
    }
    i = math::logistic(d, i);
    f = math::logistic(d, f);
    const cell_vector z = math::tanh(d, at.load(linear + 2 * n));
    const cell_vector next = hn::Add(hn::Mul(f, c), hn::Mul(i, z));
    if (p_i) o = hn::Add(o, hn::Mul(at.load(p_o), next));
    o = math::logistic(d, o);
    if (row.gates) {
      at.store(i, row.gates);
      at.store(f, row.gates + n);
      at.store(z, row.gates + 2 * n);
      at.store(o, row.gates + 3 * n);
    }
    at.store(next, row.c);
    at.store(hn::Mul(o, math::tanh(d, next)), row.h);
  });
}

void gru_gates(const cell_row &row) noexcept {
  const float *u_row = row.linear, *r_row = u_row + row.n;
  for_each_vector_of(row.n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector r = math::logistic(d, at.load(r_row));
    at.store(math::logistic(d, at.load(u_row)), row.gates);
    at.store(r, row.gates + row.n);
    at.store(hn::Mul(r, at.load(row.before)), row.hidden);
  });
}

// a h + (1 - a) z, with a = keep * u
HWY_INLINE cell_vector updated(cell_tag d, float keep, cell_vector u, cell_vector h,
                               cell_vector z) {
  const cell_vector a = hn::Mul(hn::Set(d, keep), u);
  return hn::Add(hn::Mul(a, h), hn::Mul(hn::Sub(hn::Set(d, 1.0f), a), z));
}

void gru(const cell_row &row) noexcept {
  float *u_row = row.gates, *z_row = u_row + 2 * row.n;
  const float *linear = row.linear + 2 * row.n;
  for_each_vector_of(row.n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector z = math::tanh(d, at.load(linear));
    at.store(z, z_row);
    at.store(updated(d, row.keep, at.load(u_row), at.load(row.before), z), row.h);
  });
}

void lbr_gru(const cell_row &row) noexcept {
  const dim_t n = row.n;
  const float *linear = row.linear;
  for_each_vector_of(n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector u = math::logistic(d, at.load(linear));
    const cell_vector r = math::logistic(d, at.load(linear + n));
    const cell_vector z =
        math::tanh(d, hn::Add(at.load(linear + 2 * n), hn::Mul(r, at.load(row.hidden))));
    at.store(u, row.gates);
    at.store(r, row.gates + n);
    at.store(z, row.gates + 2 * n);
    at.store(updated(d, row.keep, u, at.load(row.before), z), row.h);
  });
}

}  // namespace

constexpr drivers::rnn_functions cells = {
    lstm,           gru_gates,          gru, lbr_gru, lstm_gradient, gru_gradient, lbr_gru_gradient,
    reset_gradient, activation_gradient};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
