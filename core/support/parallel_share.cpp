// SPDX-License-Identifier: Apache-2.0
#include "core/support/parallel_share.h"

#include <atomic>

#include "core/support/arithmetic.h"

namespace dnnlet {

namespace {
std::atomic<int> share{2000};
}

int least_share() noexcept {
  return share.load(std::memory_order_relaxed);
}

void set_least_share(int nanoseconds) noexcept {
  share.store(nanoseconds, std::memory_order_relaxed);
}

int workers_worth(double nanoseconds, int most) noexcept {
  const int each = least_share();
  return nanoseconds >= double(most) * each ? most : max(1, int(nanoseconds / each));
}

}  // namespace dnnlet
