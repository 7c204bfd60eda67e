// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_SUPPORT_OWN_IMPLEMENTATIONS_H
#define DNNLET_TESTS_SUPPORT_OWN_IMPLEMENTATIONS_H

#include "tests/support/plugins.h"

namespace dnnlet::test {

/// for_each_implementation() of the plugin's; where it has none of a problem, of the plugin's
/// beside which it was compiled, and whose kernels it takes then.
template <typename Create, typename Body>
int for_each_own_implementation(const Create &create, const std::string &plugin, const Body &body) {
  const int count = for_each_implementation(create, plugin + ":", body);
  const std::string other = beside(plugin);
  if (count > 0 || other == plugin) return count;
  return for_each_own_implementation(create, other, body);
}

}  // namespace dnnlet::test

#endif
