// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/support/simd-inl.h"

// Vectors of one lane have nothing to shuffle.
#if HWY_MAX_BYTES >= 16
#define DNNLET_TRANSPOSE(bytes) transpose_##bytes
#else
#define DNNLET_TRANSPOSE(bytes) nullptr
#endif

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::nest_functions copy_functions = {
    {DNNLET_TRANSPOSE(1), DNNLET_TRANSPOSE(2), DNNLET_TRANSPOSE(4), DNNLET_TRANSPOSE(8)}, nullptr};

}  // namespace dnnlet::DNNLET_PLUGIN
