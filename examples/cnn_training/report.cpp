// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/report.h"

#include <cstdio>

#include "oneapi/dnnl/dnnl_debug.h"

namespace cnn {

namespace {

const char *name_of(layer_kind kind) {
  switch (kind) {
    case layer_kind::convolution: return "convolution";
    case layer_kind::relu: return "ReLU";
    case layer_kind::lrn: return "LRN";
    case layer_kind::max_pooling: return "max pooling";
  }
  return "";
}

size_t bytes_of(dnnl_memory_t tensor) {
  return tensor ? dnnl_memory_desc_get_size(desc_of(tensor)) : 0;
}

size_t scratchpad_of(const step &s) {
  const_dnnl_primitive_desc_t desc = nullptr;
  dnnl_primitive_get_primitive_desc(s.primitive, &desc);
  return dnnl_memory_desc_get_size(dnnl_primitive_desc_query_md(desc, dnnl_query_scratchpad_md, 0));
}

void print_layer(const layer &l) {
  char what[32], result[32];
  if (l.spec.kind == layer_kind::convolution || l.spec.kind == layer_kind::max_pooling)
    std::snprintf(what, sizeof(what), "%s %dx%d", name_of(l.spec.kind), l.spec.size, l.spec.size);
  else
    std::snprintf(what, sizeof(what), "%s", name_of(l.spec.kind));
  std::snprintf(result, sizeof(result), "%d x %d x %d", l.out.channels, l.out.side, l.out.side);
  std::printf("  %2d  %-18s %-14s %10d %10zu %10zu\n", l.index + 1, what, result,
              l.parameter_count(), l.dst == l.src ? 0 : bytes_of(l.dst), bytes_of(l.workspace));
}

void print_steps(const network &net, const step_list &list) {
  for (int i = 0; i < list.count; ++i) {
    const step &s = list.steps[i];
    std::printf("  %2d  %-12s %-17s %-30s %8zu\n", s.layer + 1,
                name_of(net.layer_at(s.layer).spec.kind), s.what, kernel_of(s), scratchpad_of(s));
  }
}

}  // namespace

void print_library() {
  const dnnl_version_t *version = dnnl_version();
  std::printf("oneDNN API %d.%d.%d by %s, threads: %s\n\nplugin          used\n", version->major,
              version->minor, version->patch, version->hash,
              dnnl_runtime2str(version->cpu_runtime));
  for (int i = 0; i < dnnlet_plugin_count(); ++i) {
    dnnlet_plugin_t plugin;
    if (dnnlet_get_plugin(i, &plugin) == dnnl_success)
      std::printf("  %-12s  %s%s\n", plugin.name, plugin.is_usable ? "yes" : "no: ", plugin.reason);
  }
}

void print_network(const network &net) {
  std::printf("\n   #  layer              result         parameters      bytes  workspace\n");
  int parameters = 0;
  for (int i = 0; i < net.layer_count(); ++i) {
    print_layer(net.layer_at(i));
    parameters += net.layer_at(i).parameter_count();
  }
  std::printf("  %d parameters; batches of %d pictures\n", parameters, net.batch());
  std::printf("\n   #  primitives                     kernel                         scratchpad\n");
  print_steps(net, net.forward());
  print_steps(net, net.backward());
}

void print_memory(dnnlet_arena_t source, const dnnlet_footprint_t &creation) {
  dnnlet_footprint_t now;
  if (dnnlet_get_footprint(source, &now) != dnnl_success) return;
  std::printf("memory: %s, at most %zu bytes while the network was made, %zu in %zu blocks since\n",
              source ? "arena" : "heap", creation.peak, now.in_use, now.blocks);
  if (source) std::printf("arena: peak %zu of %zu bytes\n", creation.peak, now.capacity);
  if (now.peak == creation.in_use && now.blocks == creation.blocks)
    std::printf("training has allocated nothing\n");
}

}  // namespace cnn
