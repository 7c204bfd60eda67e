// SPDX-License-Identifier: Apache-2.0
// The primitive: a primitive descriptor of its own and, in library mode, a scratchpad.
#include <cstring>

#include "core/api/stream.h"
#include "core/memory/source.h"
#include "core/primitives/primitive_desc.h"
#include "core/primitives/verbose.h"
#include "core/support/log.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

struct dnnl_primitive {
  primitive_desc *pd;
  char *scratchpad;  // owned; null in user mode
};

namespace {

status create_scratchpad(dnnl_primitive &p) noexcept {
  if (p.pd->attr.scratchpad_mode == dnnl_scratchpad_mode_user || p.pd->scratchpad_bytes == 0)
    return dnnl_success;
  p.scratchpad = static_cast<char *>(allocate(p.pd->scratchpad_bytes, data_alignment));
  return p.scratchpad ? dnnl_success : out_of_memory("scratchpad", p.pd->scratchpad_bytes);
}

// Where the descriptor left dimensions open, the memory has them; the others must agree.
status check_known_dims(const char *what, int arg, const memory_desc &given,
                        const memory_desc &expected) noexcept {
  if (given.ndims != expected.ndims)
    return invalid(what, ": argument ", arg, " has ", given.ndims, " dimensions, expected ",
                   expected.ndims);
  for (int d = 0; d < given.ndims; ++d)
    if (expected.dims[d] != runtime_dim && given.dims[d] != expected.dims[d])
      return invalid(what, ": dim ", d, " of argument ", arg, " is ", given.dims[d], ", expected ",
                     expected.dims[d]);
  return is_addressable(given)
             ? dnnl_success
             : invalid(what, ": argument ", arg, " is larger than any memory has room for");
}

// The same type, or one of the same size that differs in the sign only: what a sum reads of an s8
// dst may be u8, say. The primitive takes the bytes by its own type.
bool are_alike(dnnl_data_type_t a, dnnl_data_type_t b) noexcept {
  const auto is_either = [=](dnnl_data_type_t x, dnnl_data_type_t y) {
    return (a == x || a == y) && (b == x || b == y);
  };
  return a == b || is_either(dnnl_s8, dnnl_u8) || is_either(dnnl_s4, dnnl_u4);
}

// Whether the memory can stand for the tensor `expected` of the primitive. It has what its own
// descriptor says: bytes up to the end of that tensor. The primitive goes by `expected`.
status check_memory(const primitive_desc &pd, int arg, const dnnl_memory &memory,
                    const memory_desc *expected) noexcept {
  const char *what = pd.cls->name;
  const memory_desc &given = memory.md;
  if (!data_of(memory) && size_of(given) > 0)
    return invalid(what, ": argument ", arg, " has no buffer");
  if (!expected || is_zero(*expected)) return dnnl_success;
  // As a rule it was made with a copy of that descriptor.
  if (std::memcmp(&given, expected, sizeof(memory_desc)) == 0) return dnnl_success;
  if (given.format_kind != expected->format_kind)
    return invalid(what, ": argument ", arg, " has a layout of another kind");
  if (!are_alike(given.data_type, expected->data_type))
    return invalid(what, ": argument ", arg, " has data type ", int(given.data_type), ", expected ",
                   int(expected->data_type));
  if (has_runtime_dims(*expected)) return check_known_dims(what, arg, given, *expected);
  if (end_of(given) < end_of(*expected))
    return invalid(what, ": argument ", arg, " has ", end_of(given),
                   " bytes with those before offset0, expected ", end_of(*expected));
  return dnnl_success;
}

// Everything that the primitive takes must be there, once, and fit.
status check_args(const primitive_desc &pd, int nargs, const dnnl_exec_arg_t *args) noexcept {
  const char *what = pd.cls->name;
  arg_counts given = {0, 0};
  for (int i = 0; i < nargs; ++i) {
    const arg_info info = use_of_arg(pd, args[i].arg);
    if (info.use == arg_use::unused || args[i].arg < 0) continue;  // slots for queries alone
    for (int j = 0; j < i; ++j)
      if (args[j].arg == args[i].arg)
        return invalid(what, ": argument ", args[i].arg, " is given twice");
    if (!args[i].memory) return invalid(what, ": argument ", args[i].arg, " is null");
    DNNLET_CHECK(check_memory(pd, args[i].arg, *args[i].memory, info.md));
    if (info.is_counted) ++(info.use == arg_use::input ? given.inputs : given.outputs);
  }
  const arg_counts expected = pd.counts;
  if (given.inputs != expected.inputs || given.outputs != expected.outputs)
    return invalid(what, ": ", given.inputs, " inputs and ", given.outputs,
                   " outputs are given, expected ", expected.inputs, " and ", expected.outputs);
  return dnnl_success;
}

status check_scalar(const run_context &context, int arg, const char *name, dnnl_data_type_t type,
                    bool on_host) noexcept {
  const dnnl_memory *given = context.memory(arg);
  if (!given) return invalid("execute: the ", name, " is missing");
  if (given->md.data_type != type || size_of(given->md) == 0)
    return invalid("execute: the ", name, " has data type ", int(given->md.data_type), " and ",
                   size_of(given->md), " bytes, expected one value of type ", int(type));
  if (on_host != (given->md.format_kind == dnnl_format_kind_host_scalar))
    return invalid("execute: the ", name, on_host ? " must be a host scalar" : " must be a memory");
  return dnnl_success;
}

status check_dropout_args(const run_context &context, const dropout &d) noexcept {
  if (!d.enabled) return dnnl_success;
  DNNLET_CHECK(check_scalar(context, DNNL_ARG_ATTR_DROPOUT_PROBABILITY, "probability of dropout",
                            dnnl_f32, d.on_host));
  DNNLET_CHECK(
      check_scalar(context, DNNL_ARG_ATTR_DROPOUT_SEED, "seed of dropout", d.seed_type, d.on_host));
  if (d.use_offset)
    DNNLET_CHECK(check_scalar(context, DNNL_ARG_ATTR_DROPOUT_OFFSET, "offset of dropout", dnnl_s64,
                              d.on_host));
  if (!is_zero(mask_of(d)) && !context.memory(DNNL_ARG_ATTR_DROPOUT_MASK))
    return invalid("execute: the mask of dropout is missing");
  return dnnl_success;
}

// What the attributes need is not counted with the tensors, but must be there as well.
status check_attribute_args(const run_context &context) noexcept {
  const attributes &attr = *context.attr;
  for (const quantization &q : attr.scales)
    if (!context.memory(DNNL_ARG_ATTR_SCALES | q.arg))
      return invalid("execute: the scales of argument ", q.arg, " are missing");
  for (const quantization &q : attr.zero_points)
    if (!context.memory(DNNL_ARG_ATTR_ZERO_POINTS | q.arg))
      return invalid("execute: the zero points of argument ", q.arg, " are missing");
  DNNLET_CHECK(check_dropout_args(context, attr.dropout));
  if (!(kinds_in(attr) & uses_stochastic_rounding)) return dnnl_success;
  const dnnl_memory *seed = context.memory(DNNL_ARG_ATTR_ROUNDING_SEED);
  const bool on_host = seed && seed->md.format_kind == dnnl_format_kind_host_scalar;
  return check_scalar(context, DNNL_ARG_ATTR_ROUNDING_SEED, "seed of stochastic rounding", dnnl_s32,
                      on_host);
}

status find_scratchpad(const dnnl_primitive &p, run_context &context) noexcept {
  context.scratchpad = p.scratchpad;
  if (is_zero(p.pd->scratchpad_md)) return dnnl_success;
  context.scratchpad = context.data<char>(DNNL_ARG_SCRATCHPAD);
  if (!context.scratchpad) return invalid(p.pd->cls->name, ": the user's scratchpad is missing");
  if (reinterpret_cast<uintptr_t>(context.scratchpad) % alignof(std::max_align_t) != 0)
    return invalid(p.pd->cls->name, ": the scratchpad is not aligned to ",
                   alignof(std::max_align_t), " bytes");
  return dnnl_success;
}

void zero_output_padding(const primitive_desc &pd, const run_context &context) noexcept {
  for (const auto &t : tensors_of(pd)) {
    if (!t.slot.is_output || is_zero(t.md)) continue;
    const dnnl_memory *memory = context.memory(t.arg());
    if (!memory) continue;
    const memory_desc &actual = has_runtime_dims(t.md) ? memory->md : t.md;
    if (has_padding(actual)) zero_padding(actual, data_of(*memory));
  }
  const memory_desc &mask = mask_of(pd.attr.dropout);
  if (is_zero(mask) || !has_padding(mask)) return;
  if (const dnnl_memory *memory = context.memory(DNNL_ARG_ATTR_DROPOUT_MASK))
    zero_padding(mask, data_of(*memory));
}

}  // namespace

dnnl_status_t dnnl_primitive_create(dnnl_primitive_t *primitive, const_dnnl_primitive_desc_t pd) {
  if (!primitive) return null_argument("primitive_create", "primitive");
  if (!pd) return null_argument("primitive_create", "primitive_desc");
  auto *made = create<dnnl_primitive>();
  if (!made) return out_of_memory("primitive", sizeof(dnnl_primitive));
  status s = clone_primitive_desc(&made->pd, *pd);
  if (s == dnnl_success) s = create_scratchpad(*made);
  if (s != dnnl_success) {
    dnnl_primitive_destroy(made);
    return s;
  }
  *primitive = made;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_execute(const_dnnl_primitive_t primitive, dnnl_stream_t stream,
                                     int nargs, const dnnl_exec_arg_t *args) {
  if (!primitive) return null_argument("primitive_execute", "primitive");
  if (!stream) return null_argument("primitive_execute", "stream");
  if (nargs < 0) return invalid("primitive_execute: ", nargs, " arguments");
  if (nargs > 0 && !args) return null_argument("primitive_execute", "args");
  const primitive_desc &pd = *primitive->pd;
  DNNLET_CHECK(check_args(pd, nargs, args));
  run_context context = {
      &pd.op(), &pd.attr, pd.impl->parts, pd.plan(), make_team(stream->threadpool, pd.max_workers),
      nullptr,  args,     nargs};
  if (pd.has_attribute_args) DNNLET_CHECK(check_attribute_args(context));
  if (pd.cls->check_sizes) DNNLET_CHECK(pd.cls->check_sizes(context));
  DNNLET_CHECK(find_scratchpad(*primitive, context));
  const int64_t start = log_clock();
  pd.impl->run(context);
  if (pd.may_pad_outputs) zero_output_padding(pd, context);
  note_execution(pd, start);
  return pd.cls->check_results ? pd.cls->check_results(context) : dnnl_success;
}

dnnl_status_t dnnl_primitive_get_primitive_desc(const_dnnl_primitive_t primitive,
                                                const_dnnl_primitive_desc_t *pd) {
  if (!primitive) return null_argument("primitive_get_primitive_desc", "primitive");
  if (!pd) return null_argument("primitive_get_primitive_desc", "primitive_desc");
  *pd = primitive->pd;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_destroy(dnnl_primitive_t primitive) {
  if (!primitive) return dnnl_success;
  release(primitive->scratchpad);
  destroy_primitive_desc(primitive->pd);
  release(primitive);
  return dnnl_success;
}

// Cache blobs hold generated code, and nothing is generated here.
dnnl_status_t dnnl_primitive_get_cache_blob(const_dnnl_primitive_t primitive, size_t *size,
                                            uint8_t *) {
  if (!primitive) return null_argument("primitive_get_cache_blob", "primitive");
  if (!size) return null_argument("primitive_get_cache_blob", "size");
  return unimplemented("primitive_get_cache_blob: CPU primitives have no blob");
}

dnnl_status_t dnnl_primitive_create_from_cache_blob(dnnl_primitive_t *primitive,
                                                    const_dnnl_primitive_desc_t pd, size_t size,
                                                    const uint8_t *cache_blob) {
  if (!primitive) return null_argument("primitive_create_from_cache_blob", "primitive");
  if (!pd) return null_argument("primitive_create_from_cache_blob", "primitive_desc");
  if (!cache_blob || size == 0)
    return invalid("primitive_create_from_cache_blob: the blob is empty");
  return unimplemented("primitive_create_from_cache_blob: CPU primitives have no blob");
}
