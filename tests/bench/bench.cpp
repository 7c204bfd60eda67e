// SPDX-License-Identifier: Apache-2.0
// How fast dnnlet is: every row of the list, with every plugin, against what the machine can do and
// against the peer, which is measured by turns with it. See README.md.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "dnnlet/dnnlet.h"
#include "machine.h"
#include "options.h"
#include "peer_process.h"
#include "report.h"
#include "workload.h"

namespace bench {

namespace {

constexpr int turns = 4;

std::string text_of(const row &r) {
  return name_of(r) + " " + name_of(r.what->op) + " " + name_of(r.dir) + " " + name_of(r.type) +
         " " + name_of(r.tensors);
}

bool is_wanted(const row &r, const options &o) {
  const std::string text = text_of(r);
  // Made for a test; a mean over all of it would say nothing.
  if (o.filters.empty() && text.rfind("tiny.", 0) == 0) return false;
  return std::all_of(o.filters.begin(), o.filters.end(), [&](const std::string &filter) {
    return text.find(filter) != std::string::npos;
  });
}

std::vector<std::string> plugins_of(const options &o) {
  std::vector<std::string> names;
  for (int i = 0; i < dnnlet_plugin_count(); ++i) {
    dnnlet_plugin_t plugin;
    if (dnnlet_get_plugin(i, &plugin) != dnnl_success) continue;
    const std::string name = plugin.name;
    if (o.plugin == name && !plugin.is_usable)
      fprintf(stderr, "bench: plugin %s: %s\n", plugin.name, plugin.reason);
    if (plugin.is_usable && (o.plugin.empty() ? name != "reference" : name == o.plugin))
      names.push_back(name);
  }
  return names;
}

std::string peer_isa_of(const std::string &plugin, const options &o) {
  const peak_loops *loops = find_peak_loops(plugin);
  return o.whole_peer || !loops ? std::string() : loops->peer_isa;
}

void keep_least(double &least, double seconds) {
  if (least == 0 || seconds < least) least = seconds;
}

struct bench_run {
  const options &chosen;
  std::string plugin;
  int threads;
  machine &ceiling;
  peer_process &peer;
  report &table;

  void measure(size_t index) {
    const row &r = all_rows()[index];
    std::string reason;
    const std::unique_ptr<workload> own = workload::make(r, threads, &reason);
    if (!own) {
      fprintf(stderr, "bench: %s: %s\n", text_of(r).c_str(), reason.c_str());
      return;
    }
    result found = {&r, threads, plugin, own->kernel(), "", 0, 0, 0, 0};
    if (!chosen.reference && found.kernel.rfind("reference:", 0) == 0) return;
    found.peer_kernel = peer.prepare(index, threads);
    for (int turn = 0; turn < turns; ++turn) {
      keep_least(found.seconds, own->best_time(chosen.seconds / turns));
      if (!found.peer_kernel.empty())
        keep_least(found.peer_seconds, peer.measure(chosen.seconds / turns));
    }
    found.peak = ceiling.peak(found.kernel.substr(0, found.kernel.find(':')), r.type);
    found.copy_rate = ceiling.copy_rate(bytes_of(r));
    table.add(found);
  }
};

void print_ceiling(machine &ceiling, const std::string &plugin, const std::string &isa, int threads,
                   FILE *file) {
  fprintf(
      file,
      "\n== plugin %s, %d thread%s: peak %.0f GFLOP/s f32, %.0f bf16, %.0f int8; copy %.1f GB/s of "
      "256 MB, %.1f of 256 KB; the peer's instructions: %s\n",
      plugin.c_str(), threads, threads == 1 ? "" : "s", 1e-9 * ceiling.peak(plugin, types::f32),
      1e-9 * ceiling.peak(plugin, types::bf16), 1e-9 * ceiling.peak(plugin, types::u8s8u8),
      1e-9 * ceiling.copy_rate(1 << 28), 1e-9 * ceiling.copy_rate(1 << 18),
      isa.empty() ? "all" : isa.c_str());
}

int run(const options &o) {
  if (o.list) {
    for (const row &r : all_rows()) puts(text_of(r).c_str());
    return 0;
  }
  report table(o.csv);
  const std::vector<std::string> plugins = plugins_of(o);
  if (plugins.empty()) {
    fprintf(stderr, "bench: there is no plugin to run\n");
    return 1;
  }
  for (const std::string &plugin : plugins) {
    dnnlet_set_max_plugin(plugin.c_str());
    const std::string isa = peer_isa_of(plugin, o);
    peer_process peer(o.peer ? DNNLET_BENCH_PEER : "", isa);
    for (const int threads : o.threads) {
      machine ceiling(threads);
      print_ceiling(ceiling, plugin, isa, threads, o.csv ? stderr : stdout);
      table.print_heading();
      bench_run current = {o, plugin, threads, ceiling, peer, table};
      for (size_t i = 0; i < all_rows().size(); ++i)
        if (is_wanted(all_rows()[i], o)) current.measure(i);
    }
  }
  table.print_means();
  return 0;
}

}  // namespace

}  // namespace bench

int main(int argc, char **argv) {
  return bench::run(bench::parse_options(argc, argv));
}
