// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_FORWARD_H
#define DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_FORWARD_H

#include "core/kernel/softmax.h"
#include "plugins/drivers/softmax/softmax.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE::softmax {

// Lines of f32 that a step leaves to the next one, with their maxima, and their factors or
// logarithms.
struct row_set {
  float *e;
  size_t step;
  float *m, *numbers;
};
// Exponentials take the places of x, but for logarithms; finds the numbers.
void sum_lines(const drivers::softmax_lines &job, const row_set &rows) noexcept;

// One or four vectors of lines side by side, of which n are there, and their numbers.
struct line_column {
  const void *x;
  void *y;
  size_t x_step, y_step, count, n, vectors;
  float *e;  // the elements of a line are `vectors` apart
  float *m, *sums;
};
// The same of a column; the numbers take the place of sums.
void find_sums(dnnl_alg_kind_t alg, const line_column &c) noexcept;

void multiply(float *y, size_t n, float factor) noexcept;
void divide(float *y, size_t n, float divisor) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE::softmax

namespace dnnlet::DNNLET_PLUGIN::softmax {

using namespace DNNLET_BESIDE::softmax;

void forward_lines(const drivers::softmax_lines &job) noexcept;
void forward_planes(const drivers::softmax_lines &job) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN::softmax

#endif
