// SPDX-License-Identifier: Apache-2.0
// How fast dnnlet is: every row of the list, with every plugin, against what the machine can do and
// against the peer, which is measured by turns with it. See README.md.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

#include "clock.h"
#include "dnnlet/dnnlet.h"
#include "machine.h"
#include "options.h"
#include "peer_process.h"
#include "report.h"
#include "workload.h"

namespace bench {

namespace {

constexpr int turns = 4;
// OpenMP's threads wait in a loop for some milliseconds, on the processors that ours need.
constexpr std::chrono::milliseconds until_peer_sleeps(15);

std::string text_of(const row &r) {
  return name_of(r) + " " + name_of(r.what.op) + " " + name_of(r.dir) + " " + types_of(r) + " " +
         name_of(r.tensors);
}

bool is_wanted(const row &r, const options &o) {
  const std::string text = text_of(r);
  // One question of its own.
  const bool is_asked_for =
      std::any_of(o.filters.begin(), o.filters.end(),
                  [](const std::string &filter) { return filter.rfind("growth", 0) == 0; });
  if (r.what.network == "growth" && !is_asked_for) return false;
  return std::all_of(o.filters.begin(), o.filters.end(), [&](const std::string &filter) {
    return text.find(filter) != std::string::npos;
  });
}

bool is_among(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> plugins_of(const options &o) {
  std::vector<std::string> names;
  for (int i = 0; i < dnnlet_plugin_count(); ++i) {
    dnnlet_plugin_t plugin;
    if (dnnlet_get_plugin(i, &plugin) != dnnl_success) continue;
    const std::string name = plugin.name;
    if (!plugin.is_usable) {
      if (is_among(o.plugins, name))
        fprintf(stderr, "bench: plugin %s: %s\n", plugin.name, plugin.reason);
      continue;
    }
    const bool is_default = names.empty() || name == "avx2";
    if (o.plugins.empty() ? is_default : is_among(o.plugins, name) || is_among(o.plugins, "all"))
      names.push_back(name);
  }
  return names;
}

std::string peer_isa_of(const std::string &plugin, const options &o) {
  const peak_loops *loops = find_peak_loops(plugin);
  return o.whole_peer || !loops ? std::string() : loops->peer_isa;
}

// Its LSTM on top of products is called so, too.
bool is_reference(const row &r, const std::string &peer_kernel) {
  return peer_kernel.find("ref") != std::string::npos && r.what.op != operation::lstm;
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
    const std::unique_ptr<workload> own = make_workload(r, threads, &reason);
    if (!own) {
      fprintf(stderr, "bench: %s: %s\n", text_of(r).c_str(), reason.c_str());
      return;
    }
    result found = {&r, threads, plugin, own->kernel, "", own->bytes, own->scratchpad, 0, 0, 0, 0};
    if (!chosen.reference && found.kernel.rfind("reference:", 0) == 0) return;
    if (chosen.once) own->run();
    if (chosen.seconds > 0) run(*own, index, found);
    table.add(found);
  }

  void run(const workload &own, size_t index, result &found) {
    found.peer_kernel = peer.prepare(index, threads);
    // Seconds for one call, and nothing to compare with.
    const bool runs_peer =
        !found.peer_kernel.empty() && !is_reference(*found.what, found.peer_kernel);
    for (int turn = 0; turn < turns; ++turn) {
      if (runs_peer && threads > 1) std::this_thread::sleep_for(until_peer_sleeps);
      own.run();
      keep_least(found.seconds, best_time_of(own.run, threads, chosen.seconds / turns));
      if (runs_peer) keep_least(found.peer_seconds, peer.measure(chosen.seconds / turns));
    }
    const std::string ran = found.kernel.substr(0, found.kernel.find(':'));
    found.peak = ceiling.peak(ran, found.what->type.src);
    found.copy_rate = found.bytes > 0 ? ceiling.copy_rate(found.bytes) : 0;
  }
};

void print_ceiling(machine &ceiling, const std::string &plugin, const std::string &isa,
                   int threads) {
  printf(
      "\n== plugin %s, %d thread%s: peak %.0f GFLOP/s f32, %.0f bf16, %.0f int8; copy %.1f GB/s of "
      "256 MB, %.1f of 256 KB; the peer's instructions: %s\n",
      plugin.c_str(), threads, threads == 1 ? "" : "s", 1e-9 * ceiling.peak(plugin, data_type::f32),
      1e-9 * ceiling.peak(plugin, data_type::bf16), 1e-9 * ceiling.peak(plugin, data_type::u8),
      1e-9 * ceiling.copy_rate(1 << 28), 1e-9 * ceiling.copy_rate(1 << 18),
      isa.empty() ? "all" : isa.c_str());
}

int run(const options &o) {
  if (o.list) {
    for (const row &r : all_rows()) puts(text_of(r).c_str());
    return 0;
  }
  report table(o.csv);
  if (!table.is_open()) {
    fprintf(stderr, "bench: cannot write %s\n", o.csv.c_str());
    return 1;
  }
  const std::vector<std::string> plugins = plugins_of(o);
  if (plugins.empty()) {
    fprintf(stderr, "bench: there is no plugin to run\n");
    return 1;
  }
  for (const std::string &plugin : plugins) {
    dnnlet_set_max_plugin(plugin.c_str());
    const std::string isa = peer_isa_of(plugin, o);
    peer_process peer(o.peer, isa);
    for (const int threads : o.threads) {
      machine ceiling(threads);
      if (o.seconds > 0) print_ceiling(ceiling, plugin, isa, threads);
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
