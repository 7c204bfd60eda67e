// SPDX-License-Identifier: Apache-2.0
// Calls a row function for any number of elements:  y[i] = f(x[i], b[i]) for i < n
//   x, b, y f32[n]: dense, any alignment; y is x or b or disjoint; nothing beyond them is touched
//   scratch 0 B; error: that of f
#include "plugins/kernels/rows/rows-inl.h"
#include "plugins/kernels/support/past-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

void apply_row(row_function f, const float *x, const float *b, float *y, size_t n, float alpha,
               float beta) noexcept {
  const row_tag d;
  const size_t lanes = hn::Lanes(d), rest = n & (lanes - 1), whole = n - rest;
  if (whole != 0) f(x, b, y, whole, alpha, beta);
  if (rest == 0) return;
  // The rest goes through a vector of its own, filled up with zeros.
  HWY_ALIGN float x_rest[hn::MaxLanes(row_tag())];
  HWY_ALIGN float b_rest[hn::MaxLanes(row_tag())];
  hn::Store(hn::LoadN(d, x + whole, rest), d, x_rest);
  if (b) hn::Store(hn::LoadN(d, b + whole, rest), d, b_rest);
  f(x_rest, b_rest, x_rest, lanes, alpha, beta);
  hn::StoreN(hn::Load(d, x_rest), d, y + whole, rest);
}

// By pieces: the next ones are read while one is written.
void apply_row_past(row_function f, const float *x, const float *b, float *y, size_t n, float alpha,
                    float beta) noexcept {
  constexpr size_t piece = 256;
  const row_tag d;
  size_t i = 0;
  const auto run = [&](size_t count) {
    apply_row(f, x + i, b ? b + i : nullptr, y + i, count, alpha, beta);
    i += count;
  };
  if (can_write_past(y) && n > piece) {
    run(before_lines(y));
    HWY_ALIGN float values[piece];
    for (; i + piece <= n; i += piece) {
      f(x + i, b ? b + i : nullptr, values, piece, alpha, beta);
      HWY_UNROLL(1)
      for (size_t k = 0; k < piece; k += hn::Lanes(d))
        hn::Stream(hn::Load(d, values + k), d, y + i + k);
    }
    hwy::FlushStream();
  }
  run(n - i);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
