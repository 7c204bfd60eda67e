// SPDX-License-Identifier: Apache-2.0
// Streams that run on a pool of the application's; DNNLET_CPU_RUNTIME=THREADPOOL.
#include "core/api/stream.h"
#include "core/support/parallel.h"
#include "core/support/status.h"
#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_threadpool.h"

using namespace dnnlet;

dnnl_status_t dnnl_threadpool_interop_stream_create(dnnl_stream_t *stream, dnnl_engine_t engine,
                                                    void *threadpool) {
  DNNLET_CHECK(dnnl_stream_create(stream, engine, dnnl_stream_default_flags));
  (*stream)->threadpool = threadpool;
  return dnnl_success;
}

dnnl_status_t dnnl_threadpool_interop_stream_get_threadpool(dnnl_stream_t stream,
                                                            void **threadpool) {
  if (!stream) return null_argument("stream_get_threadpool", "stream");
  if (!threadpool) return null_argument("stream_get_threadpool", "threadpool");
  *threadpool = stream->threadpool;
  return dnnl_success;
}

dnnl_status_t dnnl_threadpool_interop_set_max_concurrency(int max_concurrency) {
  if (max_concurrency < 1)
    return invalid("set_max_concurrency: ", max_concurrency, ", expected 1 or more");
  set_max_workers(max_concurrency);
  return dnnl_success;
}

dnnl_status_t dnnl_threadpool_interop_get_max_concurrency(int *max_concurrency) {
  if (!max_concurrency) return null_argument("get_max_concurrency", "max_concurrency");
  *max_concurrency = max_workers();
  return dnnl_success;
}
