// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_SUPPORT_CACHES_H
#define DNNLET_PLUGINS_DRIVERS_SUPPORT_CACHES_H

#include "core/support/status.h"

namespace dnnlet::drivers {

// Whether data that several passes see are brought near first. CPUs of 32 bits have small caches or
// none, and little room for the code.
constexpr bool has_large_caches = sizeof(void *) == 8;

// The first cache of most CPUs: sets, each with places for so many lines.
constexpr dim_t line_bytes = 64, sets_of_cache = 64, lines_of_set = 8;
// Lines so far apart are alike to it: they have the places of one set.
constexpr dim_t alike_bytes = line_bytes * sets_of_cache;

// Of all tensors of a primitive: of more, the result is not expected to be in the caches when it is
// read, and is written past them where a CPU would read its lines first. With results of one as
// sources of the next, that is faster from 20 MB on (Emerald Rapids, 2 MB of L2: 1.03 times at 24
// MB, 2.8 times at 48).
constexpr dim_t most_cached = 16 << 20;

}  // namespace dnnlet::drivers

#endif
