// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/primitive_desc.h"

#include <cstring>

#include "core/kernel/workspace.h"
#include "core/primitives/verbose.h"
#include "core/primitives/work.h"
#include "core/support/built_types.h"
#include "core/support/log.h"
#include "core/support/settings.h"

namespace dnnlet {

namespace {

// Lays out a one-dimensional scratchpad of bytes.
void describe_scratchpad(primitive_desc &pd) noexcept {
  pd.scratchpad_md = zero_md;
  if (pd.attr.scratchpad_mode != dnnl_scratchpad_mode_user || pd.scratchpad_bytes == 0) return;
  const dim_t bytes = dim_t(pd.scratchpad_bytes);
  init_by_strides(pd.scratchpad_md, 1, &bytes, dnnl_u8, nullptr);
}

constexpr int most_any_tensors = 64;  // bits of any_tensors

bool was_any(const primitive_desc &pd, int number) noexcept {
  return number < most_any_tensors && (pd.any_tensors >> number & 1);
}

void forget_chosen_layouts(primitive_desc &pd) noexcept {
  if (pd.any_tensors == 0) return;
  for (const auto &t : tensors_of(pd)) {
    if (!was_any(pd, t.number)) continue;
    if (t.slot.query == dnnl_query_workspace_md) {
      t.md = open_workspace();
      continue;
    }
    if (is_any(t.md)) continue;  // a kernel that refused at once has changed nothing
    const memory_desc chosen = t.md;
    t.md = zero_md;
    t.md.ndims = chosen.ndims;
    t.md.data_type = chosen.data_type;
    t.md.format_kind = dnnl_format_kind_any;
    std::memcpy(t.md.dims, chosen.dims, sizeof(t.md.dims));
  }
}

// Of all tensors; those that were given have been asked before. Notes whether outputs may be
// padded.
refusal check_layouts(primitive_desc &pd) noexcept {
  pd.may_pad_outputs = has_padding(mask_of(pd.attr.dropout));  // an open one is laid out as dst
  for (const auto &t : tensors_of(pd)) {
    if (is_any(t.md)) return "the kernel leaves a layout open";
    if (was_any(pd, t.number) && !is_addressable(t.md)) return "a layout is larger than any memory";
    if (t.slot.is_output && (has_runtime_dims(t.md) || has_padding(t.md)))
      pd.may_pad_outputs = true;
  }
  return accepted;
}

// Of the reference, which takes a hundred times as long as workers_worth() expects.
bool is_slow(const kernel &k) noexcept {
  return k.name[0] == 'r' && k.name[2] == 'f';
}

// Offers the operation to one kernel. `pd.op()` is rewritten for it, and again for the next one.
refusal offer(primitive_desc &pd, const kernel &k) noexcept {
  forget_chosen_layouts(pd);
  const int workers = is_slow(k) ? pd.team_size : pd.workers_worth;
  plan_request request{&pd.op(), &pd.attr, workers, pd.cpu, k.parts, pd.plan()};
  if (const refusal reason = k.plan(request)) return reason;
  if (request.scratchpad_overflows) return "the scratchpad is larger than any memory";
  if (const refusal reason = check_layouts(pd)) return reason;
  pd.max_workers = workers;
  pd.scratchpad_bytes = request.scratchpad_bytes;
  describe_scratchpad(pd);
  pd.counts = count_args(pd);
  pd.may_pad_outputs &= !request.pads_outputs;
  return accepted;
}

// The first kernel that takes the problem, from `place` on.
bool choose(primitive_desc &pd, kernel_place place) noexcept {
  const candidates c = {pd.cls->name, pd.cls->kernels, pd.usable, pd.attr.deterministic,
                        pd.by_reference_only};
  const kernel *k = choose_kernel(c, place, &pd, [](void *problem, const kernel &row) {
    return offer(*static_cast<primitive_desc *>(problem), row);
  });
  if (!k) return false;
  pd.impl = k;
  pd.next = place;
  return true;
}

size_t bytes_of(const primitive_class &cls, size_t op_bytes) noexcept {
  return sizeof(primitive_desc) + round_up(op_bytes, plan_alignment) + cls.room.plan;
}

status check_type(const primitive_class &cls, int arg, data_type type) noexcept {
  return type == dnnl_data_type_undef || has_type(type)
             ? dnnl_success
             : unimplemented(cls.name, ": argument ", arg, " has data type ", int(type),
                             ", which this build does without; see DNNLET_TYPES");
}

status check_size(const primitive_class &cls, int arg, const memory_desc &md) noexcept {
  return is_addressable(md) ? dnnl_success
                            : unimplemented(cls.name,
                                            ": the dimensions, strides or offset of "
                                            "argument ",
                                            arg, " are more than any memory has room for");
}

// What every tensor of every operation must be. Notes those that are for the kernel to lay out, and
// how many workers all of them are worth.
status check_tensors(primitive_desc &pd) noexcept {
  const primitive_class &cls = *pd.cls;
  dim_t bytes = 0;  // no more than a few times those that are addressable
  bool is_known = true;
  for (const auto &t : tensors_of(pd)) {
    if (is_zero(t.md)) continue;
    if (!is_any(t.md) && !is_blocked(t.md) && !(is_sparse(t.md) && cls.takes_sparse))
      return unimplemented(cls.name, ": tensors of layout kind ", int(t.md.format_kind),
                           " are not supported");
    if (t.arg() != DNNL_ARG_WORKSPACE) DNNLET_CHECK(check_type(cls, t.arg(), t.md.data_type));
    DNNLET_CHECK(check_size(cls, t.arg(), t.md));
    if (has_runtime_dims(t.md)) {
      if (!cls.takes_runtime_dims)
        return unimplemented(cls.name, ": argument ", t.arg(),
                             " has runtime dimensions or strides, which are not supported");
      is_known = false;
    } else {
      bytes += elements(t.md) * dim_t(type_size(t.md.data_type));
    }
    if (!is_any(t.md)) continue;
    if (t.number >= most_any_tensors)
      return unimplemented(cls.name, ": the layout of argument ", t.arg(),
                           " must be given, as that of every tensor from number ", most_any_tensors,
                           " on");
    pd.any_tensors |= uint64_t(1) << t.number;
  }
  if (!is_known) return dnnl_success;
  const double products = cls.products ? cls.products(pd.op()) : 0;
  pd.workers_worth = workers_worth(nanoseconds_of(products, double(bytes), pd.cpu), pd.team_size);
  return dnnl_success;
}

// The same for the tensors of attributes.
status check_operands(const primitive_class &cls, const attributes &attr) noexcept {
  DNNLET_CHECK(check_size(cls, DNNL_ARG_ATTR_DROPOUT_MASK, mask_of(attr.dropout)));
  const post_ops &ops = attr.post_ops;
  for (int i = 0; i < ops.entries.count; ++i) {
    const post_op &op = ops.entries[i];
    const int arg = DNNL_ARG_ATTR_MULTIPLE_POST_OP(i);
    if (op.kind == dnnl_sum) DNNLET_CHECK(check_type(cls, DNNL_ARG_DST, op.sum.data_type));
    if (op.kind == dnnl_binary) {
      DNNLET_CHECK(check_type(cls, arg | DNNL_ARG_SRC_1, ops.operand(op.binary.src1).data_type));
      DNNLET_CHECK(check_size(cls, arg | DNNL_ARG_SRC_1, ops.operand(op.binary.src1)));
      DNNLET_CHECK(check_size(cls, arg | DNNL_ARG_SRC_2, ops.operand(op.binary.src2)));
    } else if (op.kind == dnnl_convolution) {
      DNNLET_CHECK(check_size(cls, DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS,
                              ops.operand(op.depthwise.weights)));
    }
  }
  return dnnl_success;
}

// An operand of a post-op, or a mask of dropout, whose layout is open gets dst's, or channels last
// where dst's is open too.
status lay_out_operand(memory_desc &operand, const memory_desc &dst) noexcept {
  if (!is_any(operand)) return dnnl_success;
  if (is_blocked(dst) && set_layout_like(operand, dst)) return dnnl_success;
  return set_channels_last(operand) ? dnnl_success
                                    : invalid("post-op or dropout: the size overflows");
}

// What has more than one element in one dimension at most is plain, as in oneDNN: no padding.
status lay_out_row(memory_desc &operand) noexcept {
  int extents = 0;
  for (int d = 0; d < operand.ndims; ++d) extents += operand.dims[d] != 1;
  if (!is_any(operand) || extents > 1) return dnnl_success;
  return set_row_major(operand) ? dnnl_success : invalid("post-op: the size overflows");
}

status lay_out_operands(primitive_desc &pd) noexcept {
  const memory_desc &dst = find_tensor(pd, dnnl_query_dst_md, 0);
  post_ops &ops = pd.attr.post_ops;
  for (int i = 0; i < ops.entries.count; ++i)
    if (ops.entries[i].kind == dnnl_convolution) DNNLET_CHECK(describe_operands(ops, i, dst));
  for (memory_desc &operand : ops.operands) {
    DNNLET_CHECK(lay_out_row(operand));
    DNNLET_CHECK(lay_out_operand(operand, dst));
  }
  for (memory_desc &mask : pd.attr.dropout.mask) DNNLET_CHECK(lay_out_operand(mask, dst));
  return dnnl_success;
}

primitive_desc *allocate_primitive_desc(const primitive_class &cls, size_t op_bytes) noexcept {
  const size_t bytes = bytes_of(cls, op_bytes);
  void *block = allocate(bytes);
  if (!block) out_of_memory("primitive descriptor", bytes);
  return static_cast<primitive_desc *>(block);
}

void copy_op(primitive_desc &pd, const op_header &op, const op_tail &tail) noexcept {
  char *to = reinterpret_cast<char *>(&pd.op());
  std::memcpy(to, &op, pd.cls->room.op);
  auto *items = reinterpret_cast<memory_desc *>(to + pd.cls->room.op);
  for (int i = 0; i < tail.count; ++i) items[i] = *tail.items[i];
  if (tail.scales)
    std::memcpy(static_cast<void *>(items + tail.count), tail.scales,
                size_t(tail.count) * sizeof(float));
}

// Everything but the choice of a kernel.
status fill(primitive_desc &pd, const attributes *attr) noexcept {
  DNNLET_CHECK(check_tensors(pd));
  attributes defaults;
  if (!attr) {
    set_defaults(defaults, default_fpmath_mode());
    attr = &defaults;
  }
  DNNLET_CHECK(copy(pd.attr, *attr));
  pd.has_attribute_args =
      kinds_in(*attr) & (uses_scales | uses_zero_points | uses_dropout | uses_stochastic_rounding);
  DNNLET_CHECK(lay_out_operands(pd));
  DNNLET_CHECK(check_operands(*pd.cls, pd.attr));
  pd.by_reference_only = pd.cls->is_countable && !pd.cls->is_countable(pd.op(), pd.attr);
  return dnnl_success;
}

}  // namespace

const memory_desc &find_tensor(const primitive_desc &pd, dnnl_query_t query, int index) noexcept {
  for (int i = 0; i < pd.cls->slot_count; ++i) {
    const tensor_slot &slot = pd.cls->slots[i];
    const unsigned item = unsigned(index) - unsigned(slot.index);
    if (slot.query == query && item < unsigned(tensor_count(pd.op(), slot)))
      return tensor_at(pd.op(), slot, int(item));
  }
  return zero_md;
}

status create_primitive_desc(primitive_desc **out, dnnl_engine_t engine, const primitive_class &cls,
                             const op_header &op, const attributes *attr,
                             const op_tail &tail) noexcept {
  if (!out) return null_argument(cls.name, "primitive_desc");
  if (!engine) return null_argument(cls.name, "engine");
  const size_t item_bytes = sizeof(memory_desc) + (tail.scales ? sizeof(float) : 0);
  const size_t op_bytes = cls.room.op + size_t(tail.count) * item_bytes;
  primitive_desc *pd = allocate_primitive_desc(cls, op_bytes);
  if (!pd) return dnnl_out_of_memory;
  new (pd) primitive_desc();
  pd->cls = &cls;
  pd->engine = engine;
  pd->usable = engine->usable;
  pd->cpu = engine->cpu;
  pd->workers_worth = pd->team_size = max_workers();
  pd->op_bytes = op_bytes;
  copy_op(*pd, op, tail);
  const status filled = fill(*pd, attr);
  const int64_t start = log_clock();
  if (filled != dnnl_success || !choose(*pd, {0, 0})) {
    destroy_primitive_desc(pd);
    return filled != dnnl_success
               ? filled
               : unimplemented(cls.name,
                               ": no kernel of this build takes these types, layouts and "
                               "attributes on this CPU");
  }
  note_creation(*pd, start);
  *out = pd;
  return dnnl_success;
}

status choose_next_kernel(primitive_desc &pd) noexcept {
  if (choose(pd, pd.next)) return dnnl_success;
  offer(pd, *pd.impl);  // what it planned before, it plans again
  return dnnl_last_impl_reached;
}

status clone_primitive_desc(primitive_desc **out, const primitive_desc &from) noexcept {
  primitive_desc *pd = allocate_primitive_desc(*from.cls, from.op_bytes);
  if (!pd) return dnnl_out_of_memory;
  std::memcpy(static_cast<void *>(pd), &from, bytes_of(*from.cls, from.op_bytes));
  const status copied = copy(pd->attr, from.attr);
  if (copied != dnnl_success) {
    release(pd);
    return copied;
  }
  *out = pd;
  return dnnl_success;
}

void destroy_primitive_desc(primitive_desc *pd) noexcept {
  if (!pd) return;
  destroy(pd->attr);
  release(pd);
}

}  // namespace dnnlet
