// SPDX-License-Identifier: Apache-2.0
// The element-wise functions and their derivatives, in double precision.
#ifndef DNNLET_PLUGINS_REFERENCE_ELTWISE_MATH_H
#define DNNLET_PLUGINS_REFERENCE_ELTWISE_MATH_H

#include "oneapi/dnnl/dnnl_types.h"

namespace dnnlet::reference {

double eltwise(dnnl_alg_kind_t alg, double x, double alpha, double beta) noexcept;

// f'(x) at `data`, which is x, or f(x) for the algorithms that compute the derivative from it.
double eltwise_derivative(dnnl_alg_kind_t alg, double data, double alpha, double beta) noexcept;

}  // namespace dnnlet::reference

#endif
