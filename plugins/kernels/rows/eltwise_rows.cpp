// SPDX-License-Identifier: Apache-2.0
// Element-wise functions:  y[i] = f(x[i]; alpha, beta), oneDNN v3, dnnl_eltwise_...
//   x, y f32[n]: dense, any alignment, the same buffer or disjoint
//   scratch 0 B; errors: the functions of math-inl.h as stated there, the others 1 ulp of the
//   largest term; gelu_tanh 4 + 2 |z| ulp, where z is twice the argument of its tanh
//   source: the formulas of oneDNN's developer guide, rewritten so that nothing cancels
#include "plugins/kernels/rows/eltwise_rows.h"

#include "plugins/kernels/rows/eltwise_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using namespace eltwise_functions;

// In the order of the enumerators, from dnnl_eltwise_relu.
const row_function functions[drivers::eltwise_count] = {
    row_of_one<relu>,        row_of_one<tanh>,     row_of_one<elu>,    row_of_one<square>,
    row_of_one<abs>,         row_of_one<sqrt>,     row_of_one<linear>, row_of_one<soft_relu>,
    row_of_one<hardsigmoid>, row_of_one<logistic>, row_of_one<exp>,    row_of_one<gelu_tanh>,
    row_of_one<swish>,       row_of_one<log>,      row_of_one<clip>,   row_of_one<clip>,
    row_of_one<pow>,         row_of_one<gelu_erf>, row_of_one<round>,  row_of_one<mish>,
    row_of_one<hardswish>,
};

}  // namespace

row_function eltwise_row(dnnl_alg_kind_t alg, float alpha, float) noexcept {
  const row_function f = functions[drivers::eltwise_index(alg)];
  return f == row_of_one<relu> && alpha == 0 ? row_of_one<relu_without_slope> : f;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
