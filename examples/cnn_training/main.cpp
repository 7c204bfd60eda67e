// SPDX-License-Identifier: Apache-2.0
// Trains a small convolutional network to tell digits apart: digits that it draws itself, or
// MNIST's. See cnn_training --help; the network itself is in network.h.
#include <chrono>
#include <cstdio>
#include <memory>

#include "dnnlet/dnnlet.h"
#include "examples/cnn_training/options.h"
#include "examples/cnn_training/report.h"
#include "examples/cnn_training/training.h"
#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_THREADPOOL
#include "examples/common/thread_pool.h"
#include "oneapi/dnnl/dnnl_threadpool.h"
#endif
#include "oneapi/dnnl/dnnl_debug.h"

namespace {

using namespace cnn;

// Where --arena lives, as it would in firmware. Pages that are not touched cost nothing.
alignas(64) unsigned char arena_buffer[128 * 1024 * 1024];

void print_failure(void *, dnnl_status_t status, const char *sentence) {
  std::fprintf(stderr, "cnn_training: %s: %s\n", dnnl_status2str(status), sentence);
}

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// Takes memory from the arena if there shall be one, or if this build has no heap.
dnnl_status_t choose_memory(const options &o, dnnlet_arena_t *source) {
  *source = nullptr;
  dnnlet_footprint_t heap;
  const bool has_heap = dnnlet_get_footprint(nullptr, &heap) == dnnl_success;
  if (o.arena == 0 && has_heap) return dnnl_success;
  if (o.arena > sizeof(arena_buffer)) {
    std::fprintf(stderr, "cnn_training: --arena: %zu bytes at most\n", sizeof(arena_buffer));
    return dnnl_invalid_arguments;
  }
  CNN_TRY(dnnlet_arena_init(source, arena_buffer, o.arena ? o.arena : sizeof(arena_buffer)));
  return dnnlet_arena_use(*source);
}

struct pictures {
  picture_set training, held_out;
};

// False if the pictures cannot be read.
bool load(const options &o, pictures &p) {
  if (o.mnist.empty()) {
    p = {draw_pictures(o.pictures, o.seed), draw_pictures(1000, o.seed + 1000000)};
    std::printf("\ndrawn digits");
  } else {
    const std::string wrong = read_mnist(o.mnist, 9000, p.training, p.held_out);
    if (!wrong.empty()) return std::fprintf(stderr, "cnn_training: %s\n", wrong.c_str()), false;
    std::printf("\nMNIST");
  }
  std::printf(": %d to train with, %d held out; %s, %d thread%s\n", p.training.count(),
              p.held_out.count(), dnnl_dt2str(o.type), o.threads, o.threads == 1 ? "" : "s");
  return true;
}

// What the library computes with.
struct machine {
  owned_engine engine;
  owned_stream stream;
  std::unique_ptr<trainer::thread_pool> pool;  // lent to the stream
};

#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_THREADPOOL
dnnl_status_t open_stream(machine &m, int threads) {
  m.pool = std::make_unique<examples::thread_pool>(threads);
  // Scratchpads are sized for as many threads as there will be, not for all processors.
  CNN_TRY(dnnl_threadpool_interop_set_max_concurrency(threads));
  return dnnl_threadpool_interop_stream_create(m.stream.receive(), m.engine, m.pool.get());
}
#else
dnnl_status_t open_stream(machine &m, int) {
  return dnnl_stream_create(m.stream.receive(), m.engine, dnnl_stream_default_flags);
}
#endif

// Trains and measures, and prints how it goes. `held_out_score` is the last measurement.
dnnl_status_t train(network &net, trainer &t, const options &o, const pictures &p,
                    score *held_out_score) {
  std::printf("\nepoch      loss   right   held out   pictures/s\n");
  for (int epoch = 1; epoch <= o.epochs; ++epoch) {
    const double start = seconds();
    score s;
    CNN_TRY(t.run_epoch(&s));
    const double taken = seconds() - start;
    CNN_TRY(measure(net, p.held_out, held_out_score));
    std::printf("%2d of %2d  %.4f  %5.2f%%     %5.2f%%  %11.0f\n", epoch, o.epochs, s.mean_loss(),
                s.percent(), held_out_score->percent(), s.count / taken);
    std::fflush(stdout);
  }
  return dnnl_success;
}

dnnl_status_t run(const options &o, const pictures &p, dnnlet_arena_t source, score *result) {
  machine m;
  CNN_TRY(dnnl_engine_create(m.engine.receive(), dnnl_cpu, 0));
  CNN_TRY(open_stream(m, o.threads));

  const double start = seconds();
  network_spec spec = digit_network(o.batch, picture_side, o.width, o.with_lrn);
  spec.type = o.type;
  const auto net = std::make_unique<network>();
  CNN_TRY(net->create(m.engine, m.stream, spec, o.seed));
  const double created = seconds();
  print_network(*net);
  dnnlet_footprint_t footprint;
  CNN_TRY(dnnlet_get_footprint(source, &footprint));
  CNN_TRY(dnnlet_reset_peak(source));

  trainer t(*net, p.training, o.epochs, o.rate, o.seed, m.pool.get());
  CNN_TRY(train(*net, t, o, p, result));
  std::printf("\nweights %08x\nnetwork made in %.1f ms, trained and measured in %.2f s\n",
              net->fingerprint(), 1e3 * (created - start), seconds() - created);
  print_memory(source, footprint);
  return dnnl_success;
}

}  // namespace

int main(int argc, char **argv) {
  options o;
  int exit_status = 0;
  if (!parse(argc, argv, o, exit_status)) return exit_status;

  dnnlet_arena_t source;
  if (choose_memory(o, &source) != dnnl_success) return 1;
  dnnlet_set_diagnostics(print_failure, nullptr);
  if (dnnlet_set_max_plugin(o.plugin.c_str()) != dnnl_success) return 1;
  print_library();

  pictures p;
  score result;
  if (!load(o, p) || run(o, p, source, &result) != dnnl_success) return 1;
  const bool is_enough = result.percent() >= o.expect;
  std::printf("recognized %.2f%% of the held-out pictures, expected %.2f%%: %s\n", result.percent(),
              o.expect, is_enough ? "passed" : "FAILED");
  return is_enough ? 0 : 1;
}
