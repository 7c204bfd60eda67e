// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/reorder/functions.h"

#include "plugins/kernels/support/simd-inl.h"

// Vectors of one lane have nothing to shuffle.
#if HWY_MAX_BYTES >= 16
#include "plugins/kernels/reorder/transpose-inl.h"
#define DNNLET_TRANSPOSE(type) transpose<type>
#else
#define DNNLET_TRANSPOSE(type) nullptr
#endif

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::nest_functions reorder_functions = {
    {DNNLET_TRANSPOSE(uint8_t), DNNLET_TRANSPOSE(uint16_t), DNNLET_TRANSPOSE(uint32_t),
     DNNLET_TRANSPOSE(uint64_t)},
    convert};

}  // namespace dnnlet::DNNLET_PLUGIN
