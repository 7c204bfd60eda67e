// SPDX-License-Identifier: Apache-2.0
// In place of what only this library is asked, in the program that another one is linked with.
#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl.h"
#include "tests/fuzz/capped.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/gemm.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/heap_watch.h"
#include "tests/fuzz/peer.h"
#include "tests/fuzz/pools.h"

dnnl_status_t dnnlet_next_impl(dnnl_primitive_desc_t pd) {
  return dnnl_primitive_desc_next_impl(pd);
}

namespace dnnlet::fuzz {

void watch_heap() {}
int unwatch_heap() {
  return 0;
}
void limit_workers(int) {}
dnnl_stream_t pooled_stream(dnnl_engine_t, int) {
  return nullptr;
}
capped::capped(uint64_t) {}
capped::~capped() {}
dnnl_status_t call_on_pool(const gemm_call &, int) {
  return dnnl_unimplemented;
}
// Only this library promises to survive every call.
void run_calls(choices &, session &) {}
void check_arenas(const problem &, choices &, session &) {}
void check_wrong_arguments(const problem &, dnnl_primitive_t, dnnl_stream_t, arguments &, choices &,
                           session &) {}
void compare_with_peer(const options &, loop &) {}

}  // namespace dnnlet::fuzz
