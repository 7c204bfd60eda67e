// SPDX-License-Identifier: Apache-2.0
#include "core/support/cpu_itself.h"

namespace dnnlet::cpu {

cpu_features features_of(const answers &a) noexcept {
#define DNNLET_FEATURE_BIT(name, question, bit) bit,
  static constexpr feature_bit bits[] = {DNNLET_CPU_FEATURES(DNNLET_FEATURE_BIT)};
#undef DNNLET_FEATURE_BIT
  cpu_features found = 0;
  for (int i = 0; i < feature_count; ++i) {
    const feature_bit &b = bits[i];
    if ((a.words[b.word] >> b.bit & 1) != 0 && b.needs <= a.saved) found |= cpu_features(1) << i;
  }
  return found;
}

}  // namespace dnnlet::cpu
