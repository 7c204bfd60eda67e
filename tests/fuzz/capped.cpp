// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/capped.h"

#include "dnnlet/dnnlet.h"
#include "tests/support/plugins.h"

namespace dnnlet::fuzz {

capped::capped(uint64_t number) {
  const auto &plugins = test::usable_plugins();
  dnnlet_set_max_plugin(plugins[number % plugins.size()].c_str());
}
capped::~capped() {
  dnnlet_set_max_plugin(test::usable_plugins().front().c_str());
}

}  // namespace dnnlet::fuzz
