// SPDX-License-Identifier: Apache-2.0
// The products of plugins, for tests that run the drivers themselves.
#ifndef DNNLET_TESTS_UNIT_GEMM_PLUGIN_PRODUCTS_H
#define DNNLET_TESTS_UNIT_GEMM_PLUGIN_PRODUCTS_H

#include <algorithm>
#include <string>
#include <vector>

#include "plugins/drivers/gemm/gemm_backend.h"
#include "tests/support/plugins.h"

// Products may be those of plugins beside.
#define X(name, beside, integers) \
  namespace dnnlet::name { \
  extern const drivers::gemm_backend gemm; \
  } \
  namespace dnnlet::integers { \
  extern const drivers::product int8_by_int8; \
  } \
  namespace dnnlet::beside { \
  extern const drivers::product f32_by_f32; \
  }
DNNLET_GEMM_PLUGINS
#undef X

namespace dnnlet::test {

struct plugin_products {
  const char *plugin;
  drivers::gemm_parts f32, int8;
};

// Of those that this CPU can run.
inline std::vector<plugin_products> usable_products() {
  std::vector<plugin_products> products = {
#define X(name, beside, integers) \
  {#name, \
   {&name::gemm, &beside::f32_by_f32, nullptr}, \
   {&integers::gemm, &integers::int8_by_int8, nullptr}},
      DNNLET_GEMM_PLUGINS
#undef X
  };
  const std::vector<std::string> usable = usable_plugins();
  const auto is_beyond = [&](const plugin_products &p) {
    return std::find(usable.begin(), usable.end(), p.plugin) == usable.end();
  };
  products.erase(std::remove_if(products.begin(), products.end(), is_beyond), products.end());
  return products;
}

}  // namespace dnnlet::test

#endif
