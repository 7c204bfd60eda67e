// SPDX-License-Identifier: Apache-2.0
// Rows of depthwise convolution of bytes; five facts: plugins/kernels/gemm/quad_windows-inl.h.
#include "plugins/kernels/gemm/quad_windows-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::quad_functions quad_windows = all_quad_functions;

}  // namespace dnnlet::DNNLET_PLUGIN
