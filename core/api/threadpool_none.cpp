// SPDX-License-Identifier: Apache-2.0
// Builds whose DNNLET_CPU_RUNTIME is not THREADPOOL.
#include "core/support/status.h"
#include "oneapi/dnnl/dnnl_threadpool.h"

using namespace dnnlet;

namespace {

status no_pool(const char *function) noexcept {
  return unimplemented(function, ": this build's DNNLET_CPU_RUNTIME is not THREADPOOL");
}

}  // namespace

dnnl_status_t dnnl_threadpool_interop_stream_create(dnnl_stream_t *, dnnl_engine_t, void *) {
  return no_pool("threadpool_interop_stream_create");
}
dnnl_status_t dnnl_threadpool_interop_stream_get_threadpool(dnnl_stream_t, void **) {
  return no_pool("threadpool_interop_stream_get_threadpool");
}
dnnl_status_t dnnl_threadpool_interop_set_max_concurrency(int) {
  return no_pool("threadpool_interop_set_max_concurrency");
}
dnnl_status_t dnnl_threadpool_interop_get_max_concurrency(int *) {
  return no_pool("threadpool_interop_get_max_concurrency");
}
