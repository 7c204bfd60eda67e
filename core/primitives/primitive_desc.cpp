// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/primitive_desc.h"

#include <cstring>

#include "core/primitives/verbose.h"
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

void forget_chosen_layouts(primitive_desc &pd) noexcept {
  for (int i = 0; i < pd.cls->slot_count; ++i)
    if (pd.any_slots >> i & 1) {
      memory_desc &md = tensor_at(pd.op(), pd.cls->slots[i]);
      const memory_desc chosen = md;
      md = zero_md;
      md.ndims = chosen.ndims;
      md.data_type = chosen.data_type;
      md.format_kind = dnnl_format_kind_any;
      std::memcpy(md.dims, chosen.dims, sizeof(md.dims));
    }
}

bool leaves_any(const primitive_desc &pd) noexcept {
  for (int i = 0; i < pd.cls->slot_count; ++i)
    if (is_any(tensor_at(pd.op(), pd.cls->slots[i]))) return true;
  return false;
}

bool are_addressable(const primitive_desc &pd) noexcept {
  for (int i = 0; i < pd.cls->slot_count; ++i)
    if (!is_addressable(tensor_at(pd.op(), pd.cls->slots[i]))) return false;
  return true;
}

// Offers the operation to one kernel. `pd.op()` is rewritten for it, and again for the next one.
refusal offer(primitive_desc &pd, const kernel &k) noexcept {
  forget_chosen_layouts(pd);
  plan_request request{&pd.op(), &pd.attr, pd.max_workers, pd.cpu, k.parts, pd.plan()};
  if (const refusal reason = k.plan(request)) return reason;
  if (leaves_any(pd)) return "the kernel leaves a layout open";
  if (request.scratchpad_overflows || !are_addressable(pd))
    return "a layout or the scratchpad is larger than any memory";
  pd.scratchpad_bytes = request.scratchpad_bytes;
  describe_scratchpad(pd);
  return accepted;
}

// The first kernel that takes the problem, from (set, row) on.
bool choose(primitive_desc &pd, int set, int row) noexcept {
  const kernel_index &index = *pd.cls->kernels;
  for (; set < index.count; ++set, row = 0) {
    const int plugin = index.sets[set].plugin;
    if (!(pd.usable >> plugin & 1)) continue;
    if (pd.attr.deterministic && !plugins[plugin].fused) continue;
    if (pd.by_reference_only && !same_text(plugins[plugin].name, "reference")) continue;
    const kernel_rows &rows = *index.sets[set].rows;
    for (; row < rows.count; ++row) {
      const kernel &k = rows.rows[row];
      const refusal reason = offer(pd, k);
      if (reason) {
        note_refusal(pd, k.name, reason);
        continue;
      }
      pd.impl = &k;
      pd.next_set = set;
      pd.next_row = row + 1;
      return true;
    }
  }
  return false;
}

size_t bytes_of(const primitive_class &cls) noexcept {
  return sizeof(primitive_desc) + round_up(cls.room.op, plan_alignment) + cls.room.plan;
}

status check_size(const primitive_class &cls, int arg, const memory_desc &md) noexcept {
  return is_addressable(md) ? dnnl_success
                            : unimplemented(cls.name,
                                            ": the dimensions, strides or offset of "
                                            "argument ",
                                            arg, " are more than any memory has room for");
}

// What every tensor of every operation must be.
status check_tensors(const primitive_class &cls, const op_header &op) noexcept {
  for (int i = 0; i < cls.slot_count; ++i) {
    const memory_desc &md = tensor_at(op, cls.slots[i]);
    if (!is_zero(md) && !is_any(md) && !is_blocked(md))
      return unimplemented(cls.name, ": tensors of layout kind ", int(md.format_kind),
                           " are not supported");
    DNNLET_CHECK(check_size(cls, cls.slots[i].arg, md));
  }
  return dnnl_success;
}

// The same for the tensors of attributes.
status check_operands(const primitive_class &cls, const attributes &attr) noexcept {
  DNNLET_CHECK(check_size(cls, DNNL_ARG_ATTR_DROPOUT_MASK, attr.dropout.mask));
  for (int i = 0; i < attr.post_ops.entries.count; ++i) {
    const post_op &op = attr.post_ops.entries[i];
    const int arg = DNNL_ARG_ATTR_MULTIPLE_POST_OP(i);
    if (op.kind == dnnl_binary) {
      DNNLET_CHECK(check_size(cls, arg | DNNL_ARG_SRC_1, op.binary.src1));
      DNNLET_CHECK(check_size(cls, arg | DNNL_ARG_SRC_2, op.binary.src2));
    } else if (op.kind == dnnl_convolution) {
      DNNLET_CHECK(
          check_size(cls, DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS, op.depthwise.weights));
    }
  }
  return dnnl_success;
}

// An operand of a post-op, or a mask of dropout, whose layout is open gets dst's, or channels last
// where dst's is open too.
status lay_out_operand(memory_desc &operand, const memory_desc &dst) noexcept {
  if (!is_any(operand)) return dnnl_success;
  if (is_blocked(dst) && set_layout_like(operand, dst)) return dnnl_success;
  int order[max_ndims];
  for (int i = 0; i < operand.ndims; ++i) order[i] = i == 0 ? 0 : i % (operand.ndims - 1) + 1;
  return set_layout(operand, order, 0, nullptr, nullptr)
             ? dnnl_success
             : invalid("post-op or dropout: the size overflows");
}

status lay_out_operands(primitive_desc &pd) noexcept {
  const memory_desc *dst = &zero_md;
  for (int i = 0; i < pd.cls->slot_count; ++i)
    if (pd.cls->slots[i].query == dnnl_query_dst_md) dst = &tensor_at(pd.op(), pd.cls->slots[i]);
  for (post_op &op : pd.attr.post_ops.entries)
    if (op.kind == dnnl_binary) {
      DNNLET_CHECK(lay_out_operand(op.binary.src1, *dst));
      DNNLET_CHECK(lay_out_operand(op.binary.src2, *dst));
    } else if (op.kind == dnnl_convolution) {
      DNNLET_CHECK(describe_operands(op.depthwise, *dst));
    }
  return pd.attr.dropout.enabled ? lay_out_operand(pd.attr.dropout.mask, *dst) : dnnl_success;
}

primitive_desc *allocate_primitive_desc(const primitive_class &cls) noexcept {
  void *block = allocate(bytes_of(cls));
  if (!block) out_of_memory("primitive descriptor", bytes_of(cls));
  return static_cast<primitive_desc *>(block);
}

}  // namespace

status create_primitive_desc(primitive_desc **out, dnnl_engine_t engine, const primitive_class &cls,
                             const op_header &op, const attributes *attr) noexcept {
  if (!out) return null_argument(cls.name, "primitive_desc");
  if (!engine) return null_argument(cls.name, "engine");
  DNNLET_CHECK(check_tensors(cls, op));
  primitive_desc *pd = allocate_primitive_desc(cls);
  if (!pd) return dnnl_out_of_memory;
  new (pd) primitive_desc();
  pd->cls = &cls;
  pd->engine = engine;
  pd->usable = engine->usable;
  pd->cpu = engine->cpu;
  pd->max_workers = max_workers();
  std::memcpy(static_cast<void *>(&pd->op()), &op, cls.room.op);
  for (int i = 0; i < cls.slot_count; ++i)
    if (is_any(tensor_at(op, cls.slots[i]))) pd->any_slots |= 1u << i;
  attributes defaults;
  set_defaults(defaults, default_fpmath_mode());
  status s = copy(pd->attr, attr ? *attr : defaults);
  if (s == dnnl_success) s = lay_out_operands(*pd);
  if (s == dnnl_success) s = check_operands(cls, pd->attr);
  if (s != dnnl_success) {
    destroy_primitive_desc(pd);
    return s;
  }
  pd->by_reference_only = cls.is_countable && !cls.is_countable(op, pd->attr);
  const int64_t start = log_clock();
  if (!choose(*pd, 0, 0)) {
    destroy_primitive_desc(pd);
    return unimplemented(cls.name,
                         ": no kernel of this build takes these types, layouts and "
                         "attributes on this CPU");
  }
  note_creation(*pd, start);
  *out = pd;
  return dnnl_success;
}

status choose_next_kernel(primitive_desc &pd) noexcept {
  if (choose(pd, pd.next_set, pd.next_row)) return dnnl_success;
  offer(pd, *pd.impl);  // what it planned before, it plans again
  return dnnl_last_impl_reached;
}

status clone_primitive_desc(primitive_desc **out, const primitive_desc &from) noexcept {
  primitive_desc *pd = allocate_primitive_desc(*from.cls);
  if (!pd) return dnnl_out_of_memory;
  std::memcpy(static_cast<void *>(pd), &from, bytes_of(*from.cls));
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
