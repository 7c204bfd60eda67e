// SPDX-License-Identifier: Apache-2.0
// Cells of recurrent networks, backward; formulas: derivatives of those of core/kernel/rnn.h
//   gates, dgates G x n, before, c, hidden, dhidden, dh, dc n, peephole 3 x n; all f32, rows dense,
//   any alignment, disjoint
//   scratch 0 B
//   error: 4 ulp for tanh, and the rounding of products and sums, none of them fused; sums for the
//   attention are made one after the other
//   source: the chain rule; for augru what oneDNN computes
#include "plugins/kernels/rnn/cell_gradients.h"

#include "plugins/kernels/rnn/cells-inl.h"
#include "plugins/kernels/rows/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::cell_gradient_row;

void lstm_gradient(const cell_gradient_row &row) noexcept {
  const dim_t n = row.n;
  const float *p_i = row.peephole, *p_f = p_i ? p_i + n : nullptr, *p_o = p_i ? p_f + n : nullptr;
  for_each_vector_of(n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector i = at.load(row.gates), f = at.load(row.gates + n);
    const cell_vector z = at.load(row.gates + 2 * n), o = at.load(row.gates + 3 * n);
    const cell_vector tanh_c = math::tanh(d, at.load(row.c)), dh = at.load(row.dh);
    const cell_vector d_o = hn::Mul(hn::Mul(dh, tanh_c), logistic_slope(d, o));
    cell_vector dc = hn::Add(at.load(row.dc), hn::Mul(hn::Mul(dh, o), tanh_slope(d, tanh_c)));
    if (p_i) dc = hn::Add(dc, hn::Mul(at.load(p_o), d_o));
    const cell_vector d_i = hn::Mul(hn::Mul(dc, z), logistic_slope(d, i));
    const cell_vector d_f = hn::Mul(hn::Mul(dc, at.load(row.before)), logistic_slope(d, f));
    at.store(d_i, row.dgates);
    at.store(d_f, row.dgates + n);
    at.store(hn::Mul(hn::Mul(dc, i), tanh_slope(d, z)), row.dgates + 2 * n);
    at.store(d_o, row.dgates + 3 * n);
    dc = hn::Mul(dc, f);
    if (p_i) dc = hn::Add(dc, hn::Add(hn::Mul(at.load(p_i), d_i), hn::Mul(at.load(p_f), d_f)));
    at.store(dc, row.dc);
  });
}

namespace {

// Of u and z, and dh; the gradient of a without `keep` goes to du_row for a while.
void update_gradient(const cell_gradient_row &row) noexcept {
  const dim_t n = row.n;
  for_each_vector_of(n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector u = at.load(row.gates), z = at.load(row.gates + 2 * n);
    const cell_vector dh = at.load(row.dh), one = hn::Set(d, 1.0f);
    const cell_vector du =
        hn::Mul(hn::Mul(dh, hn::Sub(at.load(row.before), z)), logistic_slope(d, u));
    at.store(du, row.dgates);
    at.store(hn::Mul(hn::Mul(dh, hn::Sub(one, u)), tanh_slope(d, z)), row.dgates + 2 * n);
    at.store(hn::Mul(dh, u), row.dh);
  });
}

// sum of du * u, and du times `keep`.
float keep_part(const cell_gradient_row &row) noexcept {
  float sum = 0;
  if (!row.has_attention) return sum;
  for (dim_t j = 0; j < row.n; ++j) {
    sum += row.dgates[j] * row.gates[j];
    row.dgates[j] *= row.keep;
  }
  return sum;
}

}  // namespace

float gru_gradient(const cell_gradient_row &row) noexcept {
  update_gradient(row);
  return keep_part(row);
}

void reset_gradient(const cell_gradient_row &row) noexcept {
  const float *r_row = row.gates + row.n;
  for_each_vector_of(row.n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector r = at.load(r_row), dhidden = at.load(row.dhidden);
    at.store(hn::Mul(hn::Mul(dhidden, at.load(row.before)), logistic_slope(d, r)),
             row.dgates + row.n);
    at.store(hn::Add(at.load(row.dh), hn::Mul(dhidden, r)), row.dh);
  });
}

float lbr_gru_gradient(const cell_gradient_row &row) noexcept {
  const dim_t n = row.n;
  update_gradient(row);
  for_each_vector_of(n, [&](const auto &at) HWY_ATTR {
    const cell_tag d;
    const cell_vector r = at.load(row.gates + n), dz = at.load(row.dgates + 2 * n);
    at.store(hn::Mul(hn::Mul(dz, at.load(row.hidden)), logistic_slope(d, r)), row.dgates + n);
    at.store(hn::Mul(dz, r), row.dhidden);
  });
  return keep_part(row);
}

namespace {

struct relu_slope {
  static HWY_INLINE row_vector of(row_tag d, row_vector y, row_vector b, float alpha, float) {
    return hn::IfThenElse(hn::Gt(y, hn::Zero(d)), b, hn::Mul(b, hn::Set(d, alpha)));
  }
};
struct tanh_from_y {
  static HWY_INLINE row_vector of(row_tag d, row_vector y, row_vector b, float, float) {
    return hn::Mul(b, tanh_slope(d, y));
  }
};
struct logistic_from_y {
  static HWY_INLINE row_vector of(row_tag d, row_vector y, row_vector b, float, float) {
    return hn::Mul(b, logistic_slope(d, y));
  }
};

}  // namespace

drivers::row_function activation_gradient(dnnl_alg_kind_t alg) noexcept {
  if (alg == dnnl_eltwise_relu) return row_of_two<relu_slope>;
  return alg == dnnl_eltwise_tanh ? row_of_two<tanh_from_y> : row_of_two<logistic_from_y>;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
