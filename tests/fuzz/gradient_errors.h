// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_FUZZ_GRADIENT_ERRORS_H
#define DNNLET_TESTS_FUZZ_GRADIENT_ERRORS_H

#include "tests/fuzz/problem.h"

namespace dnnlet::fuzz {

/// Of a backward pass of eltwise, whose tensors are data and diff_dst: problem::element_errors.
std::vector<double> gradient_errors(const problem &p);

}  // namespace dnnlet::fuzz

#endif
