// SPDX-License-Identifier: Apache-2.0
// The products of this plugin, a file each, so that programs link what they call.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_PRODUCTS_H
#define DNNLET_PLUGINS_KERNELS_GEMM_PRODUCTS_H

#include "plugins/drivers/gemm/group_gradients.h"
#include "plugins/drivers/gemm/lanes.h"
#include "plugins/drivers/gemm/product.h"

namespace dnnlet::DNNLET_PLUGIN {

using drivers::product;

extern const product f32_by_f32;    // every plugin has it
extern const product bf16_by_bf16;  // without tiles where there is no instruction for it
extern const product int8_by_int8;  // u8 or s8 by s8, read as the plugin likes them
// By tiles that join groups, where tuning.h says so; of bytes: gemm_parts.h.
extern const product f32_of_groups;
extern const product bf16_of_groups;
void interleave(const drivers::interleaving &i) noexcept;
extern const drivers::lane_functions lanes_f32;  // lane by lane
extern const drivers::lane_gradients gradients_f32;
extern const drivers::group_functions groups_f32;
size_t sum_lanes() noexcept;  // columns of a vector, of any product

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
