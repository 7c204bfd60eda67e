// SPDX-License-Identifier: Apache-2.0
// Cells of recurrent networks, forward; formulas: core/kernel/rnn.h, oneDNN's developer guide
//   gates G x n, before n (lstm: c; gru: h), peephole 3 x n, c, hidden, h n; all f32, rows dense,
//   any alignment; h may be `before`, everything else is disjoint scratch 0 B error: 4 ulp for each
//   gate, and the rounding of products and sums in the order of the formulas, none of them fused,
//   so that all plugins have the same bits
#include "plugins/kernels/rnn/cells.h"

#include "plugins/kernels/rnn/cell_gradients.h"
#include "plugins/kernels/rnn/cells-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::cell_row;

void lstm(const cell_row &row) noexcept {
  float *i_row = row.gates, *f_row = i_row + row.n, *z_row = f_row + row.n, *o_row = z_row + row.n;
  const float *p_i = row.peephole, *p_f = p_i ? p_i + row.n : nullptr;
  const float *p_o = p_i ? p_f + row.n : nullptr;
  for_each_vector_of(row.n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector c = at.load(row.before);
    cell_vector i = at.load(i_row), f = at.load(f_row), o = at.load(o_row);
    if (p_i) {
      i = hn::Add(i, hn::Mul(at.load(p_i), c));
      f = hn::Add(f, hn::Mul(at.load(p_f), c));
    }
    i = math::logistic(d, i);
    f = math::logistic(d, f);
    const cell_vector z = math::tanh(d, at.load(z_row));
    const cell_vector next = hn::Add(hn::Mul(f, c), hn::Mul(i, z));
    if (p_i) o = hn::Add(o, hn::Mul(at.load(p_o), next));
    o = math::logistic(d, o);
    at.store(i, i_row);
    at.store(f, f_row);
    at.store(z, z_row);
    at.store(o, o_row);
    at.store(next, row.c);
    at.store(hn::Mul(o, math::tanh(d, next)), row.h);
  });
}

void gru_gates(const cell_row &row) noexcept {
  float *u_row = row.gates, *r_row = u_row + row.n;
  for_each_vector_of(row.n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector r = math::logistic(d, at.load(r_row));
    at.store(math::logistic(d, at.load(u_row)), u_row);
    at.store(r, r_row);
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
  for_each_vector_of(row.n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector z = math::tanh(d, at.load(z_row));
    at.store(z, z_row);
    at.store(updated(d, row.keep, at.load(u_row), at.load(row.before), z), row.h);
  });
}

void lbr_gru(const cell_row &row) noexcept {
  float *u_row = row.gates, *r_row = u_row + row.n, *z_row = r_row + row.n;
  for_each_vector_of(row.n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector u = math::logistic(d, at.load(u_row)), r = math::logistic(d, at.load(r_row));
    const cell_vector z = math::tanh(d, hn::Add(at.load(z_row), hn::Mul(r, at.load(row.hidden))));
    at.store(u, u_row);
    at.store(r, r_row);
    at.store(z, z_row);
    at.store(updated(d, row.keep, u, at.load(row.before), z), row.h);
  });
}

}  // namespace

constexpr drivers::rnn_functions cells = {
    lstm,           gru_gates,          gru, lbr_gru, lstm_gradient, gru_gradient, lbr_gru_gradient,
    reset_gradient, activation_gradient};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
