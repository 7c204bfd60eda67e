// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/heap_watch.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DNNLET_FUZZ_HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define DNNLET_FUZZ_HAS_SANITIZER 1
#endif
#endif

namespace dnnlet::fuzz {

namespace {

std::atomic<bool> is_watching{false};
std::atomic<int> calls{0};

void note() {
  if (is_watching.load(std::memory_order_relaxed)) ++calls;
}

}  // namespace

#ifdef DNNLET_FUZZ_HAS_SANITIZER

// Sanitizers have their own allocator, and tell about it.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *,
                                                                           size_t),
                                                         void (*on_free)(const volatile void *));

void watch_heap() {
  static const int installed = __sanitizer_install_malloc_and_free_hooks(
      [](const volatile void *, size_t) { note(); },
      [](const volatile void *p) { p ? note() : void(); });
  (void)installed;
  calls = 0;
  is_watching = true;
}

#else

#ifdef __GLIBC__
extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

void *malloc(size_t size) {
  return note(), __libc_malloc(size);
}
void *calloc(size_t n, size_t size) {
  return note(), __libc_calloc(n, size);
}
void *realloc(void *p, size_t size) {
  return note(), __libc_realloc(p, size);
}
void *memalign(size_t to, size_t size) {
  return note(), __libc_memalign(to, size);
}
void *aligned_alloc(size_t to, size_t size) {
  return note(), __libc_memalign(to, size);
}
int posix_memalign(void **p, size_t to, size_t size) {
  note();
  *p = __libc_memalign(to, size);
  return *p ? 0 : 12;
}
void free(void *p) {
  if (p) note();
  __libc_free(p);
}
}
#endif

void watch_heap() {
  calls = 0;
  is_watching = true;
}

#endif

int unwatch_heap() {
  is_watching = false;
  return calls;
}

}  // namespace dnnlet::fuzz
