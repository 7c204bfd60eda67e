// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_ELTWISE_BYTE_TABLE_H
#define DNNLET_PLUGINS_KERNELS_ELTWISE_BYTE_TABLE_H

#include <cstddef>
#include <cstdint>

namespace dnnlet::DNNLET_PLUGIN {

void look_up_bytes(const uint8_t *x, uint8_t *y, size_t n, const uint8_t *values);

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
