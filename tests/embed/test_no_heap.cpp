// SPDX-License-Identifier: Apache-2.0
// A network is created, trained and destroyed in an arena while every way to the heap is a trap:
// on the caller's thread, and on the threads of a pool, with the same results. With --use-the-heap
// it does use it, to show that the trap works.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <new>

#include "core/support/parallel_share.h"
#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl_threadpool.h"
#include "tests/embed/training.h"
#include "tests/support/thread_pool.h"

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
}

namespace {

volatile bool trapped = false;

void spring(const char *function) {
  if (!trapped) return;
  trapped = false;
  std::fprintf(stderr, "%s was called\n", function);
  _exit(1);
}

}  // namespace

// The C library's functions, and with them operator new, which calls malloc.
extern "C" {
void *malloc(size_t size) {
  return spring("malloc"), __libc_malloc(size);
}
void *calloc(size_t n, size_t size) {
  return spring("calloc"), __libc_calloc(n, size);
}
void *realloc(void *p, size_t size) {
  return spring("realloc"), __libc_realloc(p, size);
}
void *memalign(size_t to, size_t size) {
  return spring("memalign"), __libc_memalign(to, size);
}
void *aligned_alloc(size_t to, size_t size) {
  return spring("aligned_alloc"), memalign(to, size);
}
int posix_memalign(void **p, size_t to, size_t size) {
  spring("posix_memalign");
  *p = __libc_memalign(to, size);
  return *p ? 0 : 12;
}
void free(void *p) {
  if (p) spring("free");
  __libc_free(p);
}
}

namespace {

constexpr int steps = 30;

// Trains on a stream; false if something failed.
bool train(dnnl_engine_t engine, dnnl_stream_t stream, float *losses) {
  int line = training_open(engine, stream);
  for (int i = 0; i < steps && !line; ++i) line = training_step(&losses[i]);
  if (!line) line = training_close();
  if (line) std::fprintf(stderr, "line %d of training.c failed\n", line);
  return line == 0;
}

bool is(dnnl_status_t status) {
  return status == dnnl_success;
}

}  // namespace

int main(int argc, char **argv) {
  alignas(64) static unsigned char buffer[1 << 20];
  float alone[steps] = {}, together[steps] = {};

  dnnlet::test::thread_pool pool(3);
  dnnl_engine_t engine;
  if (!is(dnnl_engine_create(&engine, dnnl_cpu, 0))) return 2;  // cpuinfo's own heap is used here
  if (!is(dnnl_engine_destroy(engine))) return 2;

  dnnlet::set_least_share(0);  // a network as small as this one would keep to one thread

  trapped = true;
  dnnlet_arena_t arena;
  if (!is(dnnlet_arena_init(&arena, buffer, sizeof(buffer)))) return 2;
  const bool use_the_heap = argc > 1 && std::strcmp(argv[1], "--use-the-heap") == 0;
  if (!use_the_heap && !is(dnnlet_arena_use(arena))) return 2;
  if (!is(dnnl_engine_create(&engine, dnnl_cpu, 0))) return 2;
  dnnl_stream_t stream, pooled;
  if (!is(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags))) return 2;
  bool good = train(engine, stream, alone);
  bool same = true;
  if (dnnl_version()->cpu_runtime == DNNL_RUNTIME_THREADPOOL) {
    if (!is(dnnl_threadpool_interop_stream_create(&pooled, engine, &pool))) return 2;
    good = good && train(engine, pooled, together);
    same = std::memcmp(alone, together, sizeof(alone)) == 0;
    if (!is(dnnl_stream_destroy(pooled))) return 2;
  }
  if (!is(dnnl_stream_destroy(stream)) || !is(dnnl_engine_destroy(engine))) return 2;
  dnnlet_footprint_t use;
  if (!is(dnnlet_get_footprint(arena, &use))) return 2;
  trapped = false;

  std::printf(
      "loss %g at first, %g after %d steps; %zu bytes of the arena at most, %zu blocks left;"
      " the pool was used %d times\n",
      double(alone[0]), double(alone[steps - 1]), steps, use.peak, use.blocks, pool.calls());
  if (!same) std::printf("the threads of the pool gave other results\n");
  const bool shared = dnnl_version()->cpu_runtime != DNNL_RUNTIME_THREADPOOL || pool.calls() > 0;
  return good && same && shared && use.blocks == 0 && alone[steps - 1] < 0.7f * alone[0] ? 0 : 1;
}
