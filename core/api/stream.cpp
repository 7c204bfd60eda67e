// SPDX-License-Identifier: Apache-2.0
#include "core/api/stream.h"

#include "core/memory/source.h"
#include "core/support/status.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

dnnl_status_t dnnl_stream_create(dnnl_stream_t *stream, dnnl_engine_t engine, unsigned flags) {
  if (!stream) return null_argument("stream_create", "stream");
  if (!engine) return null_argument("stream_create", "engine");
  constexpr unsigned known = dnnl_stream_in_order | dnnl_stream_out_of_order;
  constexpr unsigned profiling = 4;  // oneDNN's experiment
  if (flags & profiling) return unimplemented("stream_create: this library does not measure time");
  if (flags & ~known) return invalid("stream_create: unknown flags ", flags);
  auto *made = create<dnnl_stream>();
  if (!made) return out_of_memory("stream", sizeof(dnnl_stream));
  made->engine = engine;
  *stream = made;
  return dnnl_success;
}

dnnl_status_t dnnl_stream_get_engine(const_dnnl_stream_t stream, dnnl_engine_t *engine) {
  if (!stream) return null_argument("stream_get_engine", "stream");
  if (!engine) return null_argument("stream_get_engine", "engine");
  *engine = stream->engine;
  return dnnl_success;
}

dnnl_status_t dnnl_stream_wait(dnnl_stream_t stream) {
  return stream ? dnnl_success : null_argument("stream_wait", "stream");
}

dnnl_status_t dnnl_stream_destroy(dnnl_stream_t stream) {
  release(stream);
  return dnnl_success;
}
