// SPDX-License-Identifier: Apache-2.0
// Depthwise weights, [kd][kh][kw][channel]. A group has one channel of src and one of dst, or
// several of one of them: then these are the channels, and each of the other is there several
// times.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_CHANNELS_INNERMOST_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_CHANNELS_INNERMOST_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

// False when the size overflows.
bool set_channels_innermost(memory_desc &weights) noexcept;
bool has_channels_innermost(const memory_desc &weights) noexcept;

// Whether it is a depthwise convolution, with layouts that can be read; lays out what is `any`.
refusal check_depthwise(convolution_op &op) noexcept;

// Of rows of pixels that are `step` apart: channels, each so many times; and the sums of so many.
// In place.
void spread_channels(float *rows, dim_t pixels, dim_t step, dim_t channels, dim_t times) noexcept;
void gather_channels(float *rows, dim_t pixels, dim_t step, dim_t channels, dim_t times) noexcept;

// How many times a channel is there: one of both is 1, and each is where caches are small.
struct channel_times {
  dim_t of_in, of_out;
  dim_t in() const noexcept { return has_large_caches ? of_in : 1; }
  dim_t out() const noexcept { return has_large_caches ? of_out : 1; }
  dim_t all() const noexcept { return in() * out(); }
};

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
