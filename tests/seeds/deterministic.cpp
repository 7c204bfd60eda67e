// SPDX-License-Identifier: Apache-2.0
// Linked with a seed by --wrap: its LSTM gets the deterministic attribute, and when it ends it
// prints a hash of the bits of every gradient and result that its primitives have given.
#include <cstdint>
#include <cstdio>

#include "oneapi/dnnl/dnnl.h"

namespace {

uint64_t hash = 0xcbf29ce484222325u;
int results = 0;

bool is_result(int arg) {
  switch (arg) {
    case DNNL_ARG_DST_LAYER:
    case DNNL_ARG_DIFF_SRC_LAYER:
    case DNNL_ARG_DIFF_SRC_ITER:
    case DNNL_ARG_DIFF_SRC_ITER_C:
    case DNNL_ARG_DIFF_WEIGHTS_LAYER:
    case DNNL_ARG_DIFF_WEIGHTS_ITER:
    case DNNL_ARG_DIFF_BIAS: return true;
    default: return false;
  }
}

void add(dnnl_memory_t memory) {
  const_dnnl_memory_desc_t md = nullptr;
  void *data = nullptr;
  dnnl_memory_get_memory_desc(memory, &md);
  dnnl_memory_get_data_handle(memory, &data);
  const size_t words = dnnl_memory_desc_get_size(md) / sizeof(uint32_t);
  for (size_t i = 0; i < words; ++i)
    hash = (hash ^ static_cast<const uint32_t *>(data)[i]) * 0x100000001b3u;
  ++results;
}

struct deterministic {
  dnnl_primitive_attr_t attr = nullptr;
  deterministic() {
    if (dnnl_primitive_attr_create(&attr) == dnnl_success)
      dnnl_primitive_attr_set_deterministic(attr, 1);
  }
  ~deterministic() { dnnl_primitive_attr_destroy(attr); }
};

struct report {
  ~report() {
    std::printf("%d results, hash %016llx\n", results, static_cast<unsigned long long>(hash));
  }
} at_end;

using md = const_dnnl_memory_desc_t;

}  // namespace

extern "C" {

dnnl_status_t __real_dnnl_primitive_execute(const_dnnl_primitive_t, dnnl_stream_t, int,
                                            const dnnl_exec_arg_t *);
dnnl_status_t __wrap_dnnl_primitive_execute(const_dnnl_primitive_t primitive, dnnl_stream_t stream,
                                            int count, const dnnl_exec_arg_t *args) {
  const dnnl_status_t status = __real_dnnl_primitive_execute(primitive, stream, count, args);
  // In the order of their numbers: that of the program's list is the C++ library's.
  for (int arg = 0; arg < 256 && status == dnnl_success; ++arg)
    for (int i = 0; i < count; ++i)
      if (args[i].arg == arg && is_result(arg)) add(args[i].memory);
  return status;
}

dnnl_status_t __real_dnnl_lstm_forward_primitive_desc_create(dnnl_primitive_desc_t *, dnnl_engine_t,
                                                             dnnl_prop_kind_t, dnnl_rnn_direction_t,
                                                             md, md, md, md, md, md, md, md, md, md,
                                                             md, unsigned,
                                                             const_dnnl_primitive_attr_t);
dnnl_status_t __wrap_dnnl_lstm_forward_primitive_desc_create(
    dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dnnl_prop_kind_t prop,
    dnnl_rnn_direction_t direction, md a, md b, md c, md d, md e, md f, md g, md h, md i, md j,
    md k, unsigned flags, const_dnnl_primitive_attr_t) {
  const deterministic always;
  return __real_dnnl_lstm_forward_primitive_desc_create(pd, engine, prop, direction, a, b, c, d, e,
                                                        f, g, h, i, j, k, flags, always.attr);
}

dnnl_status_t __real_dnnl_lstm_backward_primitive_desc_create(
    dnnl_primitive_desc_t *, dnnl_engine_t, dnnl_prop_kind_t, dnnl_rnn_direction_t, md, md, md, md,
    md, md, md, md, md, md, md, md, md, md, md, md, md, md, md, md, md, md, unsigned,
    const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t);
dnnl_status_t __wrap_dnnl_lstm_backward_primitive_desc_create(
    dnnl_primitive_desc_t *pd, dnnl_engine_t engine, dnnl_prop_kind_t prop,
    dnnl_rnn_direction_t direction, md a, md b, md c, md d, md e, md f, md g, md h, md i, md j,
    md k, md l, md m, md n, md o, md p, md q, md r, md s, md t, md u, md v, unsigned flags,
    const_dnnl_primitive_desc_t hint, const_dnnl_primitive_attr_t) {
  const deterministic always;
  return __real_dnnl_lstm_backward_primitive_desc_create(pd, engine, prop, direction, a, b, c, d, e,
                                                         f, g, h, i, j, k, l, m, n, o, p, q, r, s,
                                                         t, u, v, flags, hint, always.attr);
}

}  // extern "C"
