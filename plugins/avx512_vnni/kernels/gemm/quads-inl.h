// SPDX-License-Identifier: Apache-2.0
// By the CPU's instruction.
#include "plugins/kernels/gemm/vnni_quads-inl.h"
