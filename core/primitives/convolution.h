// SPDX-License-Identifier: Apache-2.0
// What convolution takes: data types and attributes.
#ifndef DNNLET_CORE_PRIMITIVES_CONVOLUTION_H
#define DNNLET_CORE_PRIMITIVES_CONVOLUTION_H

#include "core/engine/engine.h"
#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"

namespace dnnlet {

// Whether kernels may count its windows and its products (window.h).
bool are_products_countable(const convolution_op &op) noexcept;
status check_convolution_types(const char *what, const convolution_op &op) noexcept;
// Checks the attributes of a forward pass. With a depthwise post-op, `op` becomes the two
// convolutions, as core/kernel/convolution.h says.
status take_convolution_attributes(const char *what, convolution_op &op,
                                   const attributes &attr) noexcept;
// Whether oneDNN has layouts in blocks of channels on CPUs of this build.
#if defined(__x86_64__) || defined(_M_X64)
constexpr bool has_blocks_of_channels = true;
#else
constexpr bool has_blocks_of_channels = false;
#endif
// Where both src and dst are open and not for inference only, lays them out as oneDNN does: in
// blocks of channels. Frameworks with planes of their own reorder these once, but take channels
// last for what they asked for, to be copied twice: a whole call takes 0.33 to 1 of the time.
// Kernels themselves are faster by channels last, which inference gets.
void lay_out_blocks(convolution_op &op, const dnnl_engine &engine) noexcept;
// Whether the scales and zero points of one execution are there and large enough.
status check_convolution_values(const char *what, const run_context &context) noexcept;

}  // namespace dnnlet

#endif
