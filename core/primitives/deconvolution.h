// SPDX-License-Identifier: Apache-2.0
// What deconvolution takes: data types and attributes.
#ifndef DNNLET_CORE_PRIMITIVES_DECONVOLUTION_H
#define DNNLET_CORE_PRIMITIVES_DECONVOLUTION_H

#include "core/kernel/deconvolution.h"
#include "core/kernel/kernel.h"

namespace dnnlet {

status check_deconvolution_types(const char *what, const deconvolution_op &op) noexcept;
// Of a forward pass.
status check_deconvolution_attributes(const char *what, const deconvolution_op &op,
                                      const attributes &attr) noexcept;
status check_deconvolution_backward_attributes(const char *what, const attributes *attr) noexcept;
// Whether the scales and zero points of one execution are there and large enough.
status check_deconvolution_values(const char *what, const run_context &context) noexcept;

}  // namespace dnnlet

#endif
