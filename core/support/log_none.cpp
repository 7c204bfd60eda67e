// SPDX-License-Identifier: Apache-2.0
#include "core/support/log.h"

namespace dnnlet {

bool logs(log_kind) noexcept {
  return false;
}
bool set_log_level(int level) noexcept {
  return level == 0;
}
void log_line(const char *) noexcept {}
int64_t log_clock() noexcept {
  return 0;
}

}  // namespace dnnlet
