// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "core/support/environment.h"
#include "core/support/text.h"

namespace dnnlet {

const char *environment(const char *name) noexcept {
  static const char *const prefixes[] = {"ONEDNN_", "DNNL_", "DNNLET_"};
  for (const char *prefix : prefixes) {
    char full[64];
    text_writer(full, sizeof(full)) << prefix << name;
    if (const char *value = std::getenv(full)) return value;
  }
  return nullptr;
}

int environment_number(const char *name, int otherwise) noexcept {
  constexpr long most = 2147483647;
  const char *value = environment(name);
  if (!value || !*value) return otherwise;
  const long number = std::strtol(value, nullptr, 10);
  return number < 0 ? 0 : number > most ? int(most) : int(number);
}

int environment_word(const char *name, const char *words, int otherwise) noexcept {
  const char *value = environment(name);
  if (!value) return otherwise;
  for (int i = 0;; ++i) {
    const char *rest = value;
    for (; *words > ' ' && same_but_for_case(*rest, *words); ++rest) ++words;
    if (*words <= ' ' && !*rest) return i;
    while (*words > ' ') ++words;
    if (!*words++) return otherwise;
  }
}

}  // namespace dnnlet
