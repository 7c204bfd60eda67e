// SPDX-License-Identifier: Apache-2.0
// Planes of pixels that kernels of 1x1 go through.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_PLANES_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_PLANES_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers {

// Planes of fewer pixels are transposed in less time than weights in panels save, where weights are
// `any`.
constexpr dim_t pixels_of_any = 400;

// Whether the pixels of each channel lie in one piece.
inline bool is_plane(const activation &a, dim_t d, dim_t h, dim_t w) noexcept {
  return a.run == 1 && a.w == 1 && (h == 1 || a.h == w) && (d == 1 || a.d == w * h);
}

// Whether outputs are single pixels of src, all of them inside.
inline bool picks_pixels(const convolution_sizes &z) noexcept {
  return z.kd * z.kh * z.kw == 1 && z.front == 0 && z.top == 0 && z.left == 0 &&
         (z.od - 1) * z.stride_d < z.id && (z.oh - 1) * z.stride_h < z.ih &&
         (z.ow - 1) * z.stride_w < z.iw;
}

// What products of planes take, whose parts are product_parts: layouts of src and diff_dst that are
// chosen, f32, and nothing else.
refusal check_products_of_planes(const plan_request &request, const convolution_op &op) noexcept;

}  // namespace dnnlet::drivers

#endif
