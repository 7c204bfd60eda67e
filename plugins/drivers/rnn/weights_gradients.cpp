// SPDX-License-Identifier: Apache-2.0
// five facts: backward.cpp
#include "plugins/drivers/rnn/weights_gradients.h"

#include <cstring>

#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t sums_of_task = 1 << 14;  // of rows

}  // namespace

float weights_gradients::beta() const noexcept {
  return op_.flags & dnnl_rnn_flags_diff_weights_overwrite ? 0.0f : 1.0f;
}

void weights_gradients::add_product(const weights_product &product, const state_rows &in,
                                    const state_rows &of, const weights_part &to) const noexcept {
  const memory_desc &md = op_[diff_of(to.t)];
  multiply_problem p = problem_of(product, rows_.states);
  const state_rows &a = product.is_transposed ? of : in, &b = product.is_transposed ? in : of;
  p.a = {rows_.states, a.data, 1, a.step};
  if (product.turns_input) p.a = turned(in, product.m);
  p.b = {rows_.states, b.data, b.step, 1};
  float *first = context_.data<float>(to.arg) + place_of_weight(md, to.l, to.d, 0, to.first);
  const dim_t *strides = md.blocked.strides;
  if (product.is_staged) {
    p.c = part(plan_.gradient_stage_at);
  } else {
    p.c = first;
    p.c_row_step = strides[product.is_transposed ? md.ndims - 1 : 2];
    p.beta = beta();
  }
  products_.multiply(p, product.cut);
  if (product.is_staged) unstage(product, to);
}

matrix weights_gradients::turned(const state_rows &in, dim_t channels) const noexcept {
  constexpr dim_t at_once = 64;
  const element_packing &turn = *plan_.room.backend->packing_of_b(dnnl_f32);
  float *to = part(plan_.turned_at);
  parallel_for(context_.workers, div_up(channels, at_once), [&](int64_t task, int) {
    const dim_t first = task * at_once;
    turn.along({static_cast<const float *>(in.data) + first, in.step, s_.t * s_.n,
                min(at_once, channels - first), to + first * plan_.turned_step, plan_.turned_step});
  });
  return {dnnl_f32, to, plan_.turned_step, 1};
}

void weights_gradients::unstage(const weights_product &product,
                                const weights_part &to) const noexcept {
  const memory_desc &md = op_[diff_of(to.t)];
  const float *from = part(plan_.gradient_stage_at);
  float *data = context_.data<float>(to.arg);
  const bool overwrites = beta() == 0;
  parallel_for(context_.workers, product.m, [&](int64_t k, int) {
    for (dim_t c = 0; c < product.n; ++c) {
      float &at = data[place_of_weight(md, to.l, to.d, k, to.first + c)];
      const float sum = from[k * product.n + c];
      at = overwrites ? sum : at + sum;
    }
  });
}

void weights_gradients::add_weights(dim_t l, dim_t d) const noexcept {
  const state_rows input = l == 0 ? state_rows{part<char>(plan_.input_at), plan_.input_step}
                                  : state_rows{states(l - 1, 1, 0), plan_.state_step};
  const state_rows before = {states(l, 0, 0), plan_.state_step}, of_gates = all_gradients(0);
  add_product(plan_.of_layer, input, of_gates,
              {DNNL_ARG_DIFF_WEIGHTS_LAYER, rnn_weights_layer, l, d, 0});
  const state_rows reset = {part<char>(plan_.reset_at), plan_.reset_step};
  const int iter = DNNL_ARG_DIFF_WEIGHTS_ITER;
  add_product(plan_.of_iter, before, of_gates, {iter, rnn_weights_iter, l, d, 0});
  if (is_lbr(cell_)) {
    add_product(plan_.of_reset, before, all_gradients(plan_.row.hidden),
                {iter, rnn_weights_iter, l, d, 2 * s_.dhc});
  } else if (is_gru(cell_)) {
    add_product(plan_.of_reset, reset, all_gradients(2 * s_.dhc),
                {iter, rnn_weights_iter, l, d, 2 * s_.dhc});
  }
  if (rows_.has(rnn_projection))
    add_product(plan_.of_projection, reset, all_gradients(plan_.row.h),
                {DNNL_ARG_DIFF_WEIGHTS_PROJECTION, rnn_projection, l, d, 0});
  if (is_f32_) sum_rows(l, d, 0, s_.t);
  store_sums(l, d);
}

template <class Body>
void weights_gradients::for_each_sum(dim_t l, dim_t d, const Body &body) const noexcept {
  for (dim_t g = 0; rows_.has(rnn_bias) && g < s_.biases; ++g) {
    const dim_t index[] = {l, d, g, 0};
    body(DNNL_ARG_DIFF_BIAS, diff_of(rnn_bias), index, bias_sums() + g * s_.dhc);
  }
  for (dim_t g = 0; rows_.has(rnn_peephole) && g < 3; ++g) {
    const dim_t index[] = {l, d, g, 0};
    body(DNNL_ARG_DIFF_WEIGHTS_PEEPHOLE, diff_of(rnn_peephole), index,
         peephole_sums() + g * s_.dhc);
  }
}

void weights_gradients::load_sums(dim_t l, dim_t d) const noexcept {
  for_each_sum(l, d, [&](int arg, rnn_tensor t, const dim_t *index, float *sums) {
    std::memset(sums, 0, size_t(s_.dhc) * sizeof(float));
    if (beta() != 0) rows_.load(arg, t, index, sums, s_.dhc);
  });
}

void weights_gradients::store_sums(dim_t l, dim_t d) const noexcept {
  for_each_sum(l, d, [&](int arg, rnn_tensor t, const dim_t *index, const float *sums) {
    rows_.store(arg, t, index, sums, s_.dhc);
  });
}

void weights_gradients::sum_rows(dim_t l, dim_t d, dim_t first, dim_t steps) const noexcept {
  const dim_t count = s_.biases * s_.dhc;
  const dim_t each = max(sums_of_task / (steps * s_.n), dim_t(256));
  parallel_for(context_.workers, div_up(count, each), [&](int64_t task, int) {
    const dim_t from = task * each, to = min(count, from + each);
    for (dim_t step = first; step < first + steps; ++step)
      for (dim_t n = 0; n < s_.n; ++n) {
        float *sums = bias_sums() + from;
        rows_.apply(add(), sums, exact(step, n) + from, sums, to - from);
      }
  });
  if (!rows_.has(rnn_peephole)) return;
  for (dim_t step = first; step < first + steps; ++step)
    for (dim_t n = 0; n < s_.n; ++n) sum_peephole(l, d, step, n);
}

void weights_gradients::sum_peephole(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
  for (dim_t g = 0; g < 3; ++g) {
    const float *c = g == 2 ? record(l, d, step, n) + rows_.record.c : c_before(l, d, step, n);
    const float *of = exact(step, n) + (g == 2 ? 3 : g) * s_.dhc;
    float *sums = peephole_sums() + g * s_.dhc;
    for (dim_t i = 0; i < s_.dhc; ++i) sums[i] += c[i] * of[i];
  }
}

}  // namespace dnnlet::drivers
