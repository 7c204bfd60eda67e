// SPDX-License-Identifier: Apache-2.0
// What post-ops and element-wise primitives need of a plugin: functions of rows of f32, compiled
// for its instruction set. What calls them is compiled once, for any CPU, in plugins/drivers.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_ROW_BACKEND_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_ROW_BACKEND_H

#include "core/support/data_type.h"

namespace dnnlet::drivers {

// y[i] = f(x[i], b[i]) with the parameters of f, for whole vectors: n is a multiple of their
// length. Functions of one row do not look at b. y may be x or b; else it is disjoint from them.
using row_function = void (*)(const float *x, const float *b, float *y, size_t n, float alpha,
                              float beta);

struct row_backend {
  // Calls a row function for any n. Nothing beyond the rows is read or written.
  void (*apply)(row_function f, const float *x, const float *b, float *y, size_t n, float alpha,
                float beta) noexcept;
  // The same past the caches, where y is neither x nor b.
  decltype(apply) apply_past;
  // f(x; alpha, beta), for algorithms that has_eltwise_row() knows.
  row_function (*eltwise)(dnnl_alg_kind_t alg, float alpha, float beta) noexcept;
  // x op b, for dnnl_binary_add to dnnl_binary_ne; comparisons answer 1 or 0.
  row_function (*binary)(dnnl_alg_kind_t alg) noexcept;
  row_function sum;    // x + alpha * (b - beta)
  row_function prelu;  // x > 0 ? x : x * b
  // Elements of any type from the number `offset` on, to f32 and back.
  void (*load)(data_type type, const void *base, size_t offset, float *values, size_t n) noexcept;
  void (*store)(data_type type, void *base, size_t offset, const float *values, size_t n) noexcept;
};

// The number of an element-wise algorithm, from 0, where those that differ in the gradient only
// have the same; -1 when unknown.
constexpr int eltwise_count = dnnl_eltwise_hardswish - dnnl_eltwise_relu + 1;
int eltwise_index(dnnl_alg_kind_t alg) noexcept;
// Powers need a finite exponent.
bool has_eltwise_row(dnnl_alg_kind_t alg, float beta) noexcept;

}  // namespace dnnlet::drivers

#endif
