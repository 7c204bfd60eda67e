// SPDX-License-Identifier: Apache-2.0
// The same registers as the portable plugin's.
#include "plugins/portable/tuning.h"
