// SPDX-License-Identifier: Apache-2.0
#define DNNLET_ARM_INSTRUCTIONS "arch=armv8.2-a+sve+i8mm"
#include "plugins/neon_dot/instructions-inl.h"
