// SPDX-License-Identifier: Apache-2.0
// Depthwise weights, [kd][kh][kw][channel].
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_CHANNELS_INNERMOST_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_CHANNELS_INNERMOST_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

// False when the size overflows.
bool set_channels_innermost(memory_desc &weights) noexcept;
bool has_channels_innermost(const memory_desc &weights) noexcept;

// Whether it is a depthwise convolution, with layouts that can be read; lays out what is `any`.
refusal check_depthwise(convolution_op &op) noexcept;

// Weights in that layout.
void copy_channels_innermost(const run_context &context, const gemm_backend &backend,
                             const memory_desc &weights, const void *from, void *to) noexcept;

// Weights of any type as f32 in that layout, and back. `narrow` has room for them in their own
// type; without need it may be null.
bool needs_narrow(const memory_desc &weights) noexcept;
void pack_channels_innermost(const run_context &context, const gemm_backend &backend,
                             const memory_desc &weights, const void *from, void *narrow,
                             float *packed) noexcept;
void unpack_channels_innermost(const run_context &context, const gemm_backend &backend,
                               const memory_desc &weights, const float *packed, void *narrow,
                               void *to) noexcept;

}  // namespace dnnlet::drivers

#endif
