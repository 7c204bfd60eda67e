// SPDX-License-Identifier: Apache-2.0
#include "tests/support/plugins.h"

#include <cstdlib>
#include <stdexcept>

#include "dnnlet/dnnlet.h"

namespace dnnlet::test {

namespace {

// Of "<plugin>:<other plugin>," for each; without one, itself.
std::string other_in(const std::string &pairs, const std::string &plugin) {
  const std::string name = "," + plugin + ":";
  const size_t at = ("," + pairs).find(name);
  if (at == std::string::npos) return plugin;
  const size_t begin = at + name.size() - 1;
  return pairs.substr(begin, pairs.find(',', begin) - begin);
}

bool is_wanted(const std::string &plugin) {
  const char *wanted = std::getenv("DNNLET_TEST_PLUGINS");
  if (!wanted || !*wanted) return true;
  return ("," + std::string(wanted) + ",").find("," + plugin + ",") != std::string::npos;
}

// Asked once, before any test caps the choice.
const std::vector<std::string> &plugins_of_cpu() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    for (int i = 0; i < dnnlet_plugin_count(); ++i) {
      dnnlet_plugin_t plugin;
      if (dnnlet_get_plugin(i, &plugin) == dnnl_success && plugin.is_usable)
        found.push_back(plugin.name);
    }
    return found;
  }();
  return names;
}

}  // namespace

const std::vector<std::string> &usable_plugins() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    for (const std::string &name : plugins_of_cpu())
      if (is_wanted(name)) found.push_back(name);
    if (found.empty()) throw std::runtime_error("no plugin is usable and wanted");
    return found;
  }();
  return names;
}

dnnl::engine engine_for(const std::string &plugin) {
  bool found = plugin.empty();
  for (const std::string &name : plugins_of_cpu()) found |= name == plugin;
  if (!found) throw std::invalid_argument("the plugin " + plugin + " is not usable here");

  const std::string &best = usable_plugins().front();
  dnnlet_set_max_plugin((plugin.empty() ? best : plugin).c_str());
  dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnlet_set_max_plugin(best.c_str());
  return engine;
}

std::string beside(const std::string &plugin) {
  return other_in(DNNLET_TEST_BESIDE, plugin);
}

bool is_of(const std::string &implementation, const std::string &plugin) {
  const std::string owner = implementation.substr(0, implementation.find(':'));
  if (owner == plugin) return true;
  const std::string other = beside(plugin);  // which may be beside another one
  return other != plugin && is_of(implementation, other);
}

std::string by_channels(const std::string &plugin, const dnnl::memory::desc &md) {
  const dnnl::memory::dims shape = md.get_dims(), blocks = md.get_inner_blks();
  if (shape.size() < 3) return plugin;
  const bool are_last = md.get_strides()[1] == 1 || shape[1] == 1;
  const int64_t together = !blocks.empty() ? blocks[0] : are_last ? shape[1] : 1;
  return together >= 8 && together < 16 ? other_in(DNNLET_TEST_HALVES, plugin) : plugin;
}

}  // namespace dnnlet::test
