// SPDX-License-Identifier: Apache-2.0
// What a plugin is: kernels compiled for one instruction set. The table is made by CMake from
// plugins/<name>/plugin.cmake.
#ifndef DNNLET_CORE_KERNEL_PLUGIN_H
#define DNNLET_CORE_KERNEL_PLUGIN_H

#include "core/support/cpu_features.h"

namespace dnnlet {

struct plugin {
  const char *name;
  cpu_features needs;  // everything its code assumes
  unsigned isa;        // the dnnl_cpu_isa_t that admits it; 0: always admitted
  bool fused;          // its MulAdd rounds once, as the deterministic attribute asks for
};

// Best first; a plugin is known by its place here.
extern const plugin plugins[];
extern const int plugin_count;

// A set of plugins, bit i for plugins[i].
using plugin_set = uint32_t;

}  // namespace dnnlet

#endif
