// SPDX-License-Identifier: Apache-2.0
#include "core/support/cpu_features.h"

namespace dnnlet {

const char *first_feature_name(cpu_features set) noexcept {
#define DNNLET_NAME(name, question, bit) #name,
  static const char *const names[] = {DNNLET_CPU_FEATURES(DNNLET_NAME)};
#undef DNNLET_NAME
  return names[__builtin_ctzll(set)];
}

}  // namespace dnnlet
