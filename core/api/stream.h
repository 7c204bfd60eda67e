// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_CORE_API_STREAM_H
#define DNNLET_CORE_API_STREAM_H

#include "oneapi/dnnl/dnnl_types.h"

// Execution is synchronous: when a call returns, its work is done.
struct dnnl_stream {
  dnnl_engine_t engine;
  void *threadpool;  // lent by the application, or null
};

#endif
