// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_CORE_SUPPORT_ENVIRONMENT_H
#define DNNLET_CORE_SUPPORT_ENVIRONMENT_H

namespace dnnlet {

// The value of ONEDNN_<name>, DNNL_<name> or DNNLET_<name>, the first that is set; null when none
// is, and in builds without an environment.
const char *environment(const char *name) noexcept;

// The number that the value begins with, and 0 for any other text; `otherwise` without a value.
int environment_number(const char *name, int otherwise) noexcept;

// Which of `words`, in capitals and between single spaces, the value is, whatever its case: the
// first is 0. `otherwise` without a value, and for any other word.
int environment_word(const char *name, const char *words, int otherwise) noexcept;

// The case of letters is one bit; characters that names have otherwise differ in more than this.
constexpr bool same_but_for_case(char a, char b) noexcept {
  return ((a ^ b) & ~('a' ^ 'A')) == 0;
}

}  // namespace dnnlet

#endif
