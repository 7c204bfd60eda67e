// SPDX-License-Identifier: Apache-2.0
// Plugins and implementations: every test of a kernel runs on all of them.
#ifndef DNNLET_TESTS_SUPPORT_PLUGINS_H
#define DNNLET_TESTS_SUPPORT_PLUGINS_H

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl.hpp"
#include "tests/support/rows.h"
#include "tests/support/sample.h"

namespace dnnlet::test {

/// The names of the plugins that this CPU can run and the environment allows, best first. Of these,
/// DNNLET_TEST_PLUGINS=<name>,<name>... leaves only the ones that it names to the tests.
const std::vector<std::string> &usable_plugins();

/// An engine that uses the named plugin and those after it; no name: all that are usable.
/// Throws if the plugin is not usable.
dnnl::engine engine_for(const std::string &plugin = {});

/// The plugin beside which this one was compiled, whose kernels it takes for what it has none of;
/// itself, where it has kernels for everything.
std::string beside(const std::string &plugin);

/// Whether an implementation, as impl_info_str names it, is the plugin's ("avx2:relu_f32"), or that
/// of the plugin beside.
bool is_of(const std::string &implementation, const std::string &plugin);

/// The plugin whose kernels by channels take a tensor: the one that is named, or, where channels
/// that lie side by side fill half of its 16 lanes but not all, its HALF, if this build has it.
std::string by_channels(const std::string &plugin, const dnnl::memory::desc &md);

/// Calls body(pd) with each implementation of a problem whose name starts with `prefix`, best one
/// first, and answers how many there were. `create` makes the primitive descriptor, which may be
/// empty: then there is none. In failure messages the implementation is named; that it ran is
/// noted.
///
///     for_each_implementation([&] { return eltwise_forward::primitive_desc(engine, ...); },
///                             "avx2:", [&](const auto &pd) { ... });
template <typename Create, typename Body>
int for_each_implementation(Create create, const std::string &prefix, Body body) {
  auto pd = create();
  if (!pd) return 0;
  int found = 0;
  dnnl_status_t status = dnnl_success;
  do {
    const std::string name = pd.impl_info_str();
    if (name.compare(0, prefix.size(), prefix) == 0) {
      ++found;
      SCOPED_TRACE("implementation " + name);
      body(pd);
      note_run(pd.get());
    }
    status = dnnlet_next_impl(pd.get());
  } while (status == dnnl_success);
  EXPECT_EQ(status, dnnl_last_impl_reached);
  return found;
}

}  // namespace dnnlet::test

#endif
