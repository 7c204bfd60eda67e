// SPDX-License-Identifier: Apache-2.0
// What is not blocks of two rows is multiplied as in neon_dot.
#include "plugins/neon_dot/kernels/gemm/quads-inl.h"
