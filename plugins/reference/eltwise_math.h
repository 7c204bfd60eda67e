// SPDX-License-Identifier: Apache-2.0
// The element-wise functions and their derivatives, in double precision.
#ifndef DNNLET_PLUGINS_REFERENCE_ELTWISE_MATH_H
#define DNNLET_PLUGINS_REFERENCE_ELTWISE_MATH_H

#include "oneapi/dnnl/dnnl_types.h"

namespace dnnlet::reference {

// With `is_f64` intermediate results may be numbers that f32 does not hold; else they are infinite
// or 0 there, as in kernels.
double eltwise(dnnl_alg_kind_t alg, double x, double alpha, double beta,
               bool is_f64 = false) noexcept;

// diff * f'(x) at `data`, which is x, or f(x) for the algorithms that compute the derivative from
// it.
double eltwise_gradient(dnnl_alg_kind_t alg, double data, double diff, double alpha, double beta,
                        bool is_f64) noexcept;

}  // namespace dnnlet::reference

#endif
