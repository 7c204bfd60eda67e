// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cpu_itself.h"

namespace dnnlet::cpu {

cpu_features features_of(const answers &a) noexcept {
#define DNNLET_PLACE(name, question, place) place,
  static constexpr place places[] = {DNNLET_CPU_FEATURES(DNNLET_PLACE)};
#undef DNNLET_PLACE
  cpu_features found = 0;
  for (int i = 0; i < feature_count; ++i) {
    const place &p = places[i];
    if ((a.words[p.word] >> p.bit & 1) != 0 && p.needs <= a.saved) found |= cpu_features(1) << i;
  }
  return found;
}

}  // namespace dnnlet::cpu
