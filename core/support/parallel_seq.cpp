// SPDX-License-Identifier: Apache-2.0
// DNNLET_CPU_RUNTIME=SEQ: the caller does it all.
#include "core/support/parallel.h"

namespace dnnlet {

int max_workers() noexcept {
  return 1;
}

team make_team(void *, int) noexcept {
  return {};
}

void run_tasks(const team &, int64_t count, task body, const void *context) noexcept {
  for (int64_t item = 0; item < count; ++item) body(context, item, 0);
}

}  // namespace dnnlet
