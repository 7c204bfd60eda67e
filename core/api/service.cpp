// SPDX-License-Identifier: Apache-2.0
// The version, and the global settings.
#include <atomic>

#include "core/engine/engine.h"
#include "core/support/environment.h"
#include "core/support/log.h"
#include "core/support/settings.h"
#include "core/support/status.h"
#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_version_hash.h"

using namespace dnnlet;

namespace {

// Creating a primitive is cheap here, and nothing is cached; the number is remembered because
// programs read it back.
int read_cache_capacity() noexcept {
  return environment_number("PRIMITIVE_CACHE_CAPACITY", 1024);
}
setting<read_cache_capacity> cache_capacity;

static_assert(dnnl_cpu_isa_no_hints == 0 && dnnl_cpu_isa_prefer_ymm == 1,
              "the words below are in this order");
int read_isa_hints() noexcept {
  return environment_word("CPU_ISA_HINTS", "NO_HINTS PREFER_YMM", 0);
}
setting<read_isa_hints> isa_hints;
std::atomic<bool> are_hints_settled{false};

}  // namespace

const dnnl_version_t *dnnl_version(void) {
  static const dnnl_version_t version = {DNNL_VERSION_MAJOR, DNNL_VERSION_MINOR, DNNL_VERSION_PATCH,
                                         DNNL_VERSION_HASH,  DNNL_CPU_RUNTIME,   DNNL_GPU_RUNTIME};
  return &version;
}

dnnl_status_t dnnl_set_verbose(int level) {
  if (level < 0 || level > 2)
    return invalid("set_verbose: there is no level ", level, "; 0, 1 and 2 are");
  return set_log_level(level) ? dnnl_success
                              : unimplemented("set_verbose: this build has no verbose output");
}

dnnl_status_t dnnl_get_primitive_cache_capacity(int *capacity) {
  if (!capacity) return null_argument("get_primitive_cache_capacity", "capacity");
  *capacity = cache_capacity.get();
  return dnnl_success;
}

dnnl_status_t dnnl_set_primitive_cache_capacity(int capacity) {
  if (capacity < 0) return invalid("set_primitive_cache_capacity: ", capacity);
  cache_capacity.set(capacity);
  return dnnl_success;
}

// There is no generated code to dump or to profile.
dnnl_status_t dnnl_set_jit_dump(int) {
  return dnnl_success;
}
dnnl_status_t dnnl_set_jit_profiling_flags(unsigned flags) {
  constexpr unsigned known =
      DNNL_JIT_PROFILE_VTUNE | DNNL_JIT_PROFILE_LINUX_PERF | DNNL_JIT_PROFILE_LINUX_JITDUMP_USE_TSC;
  return flags & ~known ? invalid("set_jit_profiling_flags: ", flags) : dnnl_success;
}
dnnl_status_t dnnl_set_jit_profiling_jitdumpdir(const char *) {
  return dnnl_success;
}

dnnl_status_t dnnl_set_max_cpu_isa(dnnl_cpu_isa_t isa) {
  return cap_isa(isa);
}
dnnl_cpu_isa_t dnnl_get_effective_cpu_isa(void) {
  return effective_isa();
}

dnnl_status_t dnnl_set_cpu_isa_hints(dnnl_cpu_isa_hints_t hints) {
  if (hints != dnnl_cpu_isa_no_hints && hints != dnnl_cpu_isa_prefer_ymm)
    return invalid("set_cpu_isa_hints: there is no hint ", int(hints));
  if (are_hints_settled.exchange(true))
    return fail(dnnl_runtime_error,
                "set_cpu_isa_hints: they can be set once, before they are read");
  isa_hints.set(int(hints));
  return dnnl_success;
}
dnnl_cpu_isa_hints_t dnnl_get_cpu_isa_hints(void) {
  are_hints_settled.store(true);
  return dnnl_cpu_isa_hints_t(isa_hints.get());
}
