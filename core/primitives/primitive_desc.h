// SPDX-License-Identifier: Apache-2.0
// The primitive descriptor: an operation, attributes and an engine, with the kernel that was chosen
// and what it planned. The operations differ in a constant, their primitive_class.
#ifndef DNNLET_CORE_PRIMITIVES_PRIMITIVE_DESC_H
#define DNNLET_CORE_PRIMITIVES_PRIMITIVE_DESC_H

#include "core/engine/engine.h"
#include "core/kernel/kernel.h"
#include "core/primitives/selection.h"
#include "core/primitives/tensors.h"
#include "core/support/arithmetic.h"
#include "core/support/text.h"

namespace dnnlet {

// Bytes behind a primitive descriptor: of the operation descriptor, without the descriptors that
// follow it, and of what kernels plan.
struct op_room {
  size_t op, plan;
};
template <class Op>
constexpr op_room room_of = {sizeof(Op), Op::plan_bytes};

struct primitive_class {
  const char *name;  // for sentences
  op_room room;
  const tensor_slot *slots;
  int slot_count;
  const kernel_index *kernels;
  // Parameters of the operation (strides, alpha, ...): dnnl_unimplemented where it has none.
  status (*query)(const op_header &op, dnnl_query_t what, void *result) noexcept;
  // Its dimensions as verbose output prints them.
  void (*describe)(const op_header &op, text_writer &out) noexcept;
  // Whether what one execution was given fits together: tensors with runtime dims, values of
  // attributes; or null.
  status (*check_sizes)(const run_context &context) noexcept = nullptr;
  // Whether kernels that take more than an element at a time may count what they count. Where not,
  // the numbers of the operation are legal, but near the end of their type, and the reference is
  // asked alone. Null: always.
  bool (*is_countable)(const op_header &op, const attributes &attr) noexcept = nullptr;
  // Multiply-adds, or as many of what else there is to do, times the bytes of an element of src; or
  // null, where it is bytes that count.
  // Asked if all dims are known.
  double (*products)(const op_header &op) noexcept = nullptr;
  // Whether dimensions and strides may be left for the execution to say; check_sizes is to look at
  // them then.
  bool takes_runtime_dims = false;
  // Whether tensors may be sparse.
  bool takes_sparse = false;
  // Whether an execution could do what it was to do, where only the numbers tell; or null.
  status (*check_results)(const run_context &context) noexcept = nullptr;
};

struct arg_counts {
  int inputs, outputs;
};

}  // namespace dnnlet

struct dnnl_primitive_desc {
  const dnnlet::primitive_class *cls;
  dnnl_engine_t engine;       // for queries only: it may be destroyed before this
  dnnlet::plugin_set usable;  // the engine's
  dnnlet::cpu_features cpu;   // the engine's
  const dnnlet::kernel *impl;
  dnnlet::kernel_place next;     // where the search for another implementation goes on
  int team_size, workers_worth;  // the most workers that there may be; see work.h
  int max_workers;               // of the kernel that was chosen
  bool by_reference_only;        // see primitive_class::is_countable
  uint64_t any_tensors;          // whose layout the kernel chose, by number
  size_t op_bytes;               // with the descriptors that follow the operation's own
  dnnlet::attributes attr;
  // What every execution asks, found when the kernel was chosen.
  dnnlet::arg_counts counts;
  bool may_pad_outputs;
  bool has_attribute_args;  // scales, zero points, those of dropout and of stochastic rounding
  size_t scratchpad_bytes;
  dnnlet::memory_desc scratchpad_md;  // zero in library mode
  // The operation descriptor follows, then the kernel's plan.

  dnnlet::op_header &op() noexcept { return *reinterpret_cast<dnnlet::op_header *>(this + 1); }
  const dnnlet::op_header &op() const noexcept {
    return *reinterpret_cast<const dnnlet::op_header *>(this + 1);
  }
  void *plan() noexcept { return reinterpret_cast<char *>(this + 1) + plan_offset(); }
  const void *plan() const noexcept {
    return reinterpret_cast<const char *>(this + 1) + plan_offset();
  }
  size_t plan_offset() const noexcept { return dnnlet::round_up(op_bytes, dnnlet::plan_alignment); }
};

namespace dnnlet {

using primitive_desc = dnnl_primitive_desc;
static_assert(sizeof(primitive_desc) % alignof(std::max_align_t) == 0 ||
              alignof(primitive_desc) <= 8);

// Tensors in variable number: their descriptors follow the operation's own, at its size, and a
// scale for each of them follows these, if there are any.
struct op_tail {
  const memory_desc *const *items;
  int count;
  const float *scales = nullptr;
};

// Makes a descriptor of a validated operation, with the first kernel that takes it.
// `op` is cls.room.op bytes; `attr` may be null.
status create_primitive_desc(primitive_desc **out, dnnl_engine_t engine, const primitive_class &cls,
                             const op_header &op, const attributes *attr,
                             const op_tail &tail = {nullptr, 0}) noexcept;
status clone_primitive_desc(primitive_desc **out, const primitive_desc &from) noexcept;
void destroy_primitive_desc(primitive_desc *pd) noexcept;
// Goes on to the next kernel; dnnl_last_impl_reached when there is none, and the descriptor is as
// it was.
status choose_next_kernel(primitive_desc &pd) noexcept;

using tensors_of_op = op_tensors<op_header, memory_desc>;
using tensors_of_const_op = op_tensors<const op_header, const memory_desc>;
inline tensors_of_op tensors_of(primitive_desc &pd) noexcept {
  return {pd.op(), pd.cls->slots, pd.cls->slot_count};
}
inline tensors_of_const_op tensors_of(const primitive_desc &pd) noexcept {
  return {pd.op(), pd.cls->slots, pd.cls->slot_count};
}
// A zero descriptor where the operation has no such tensor.
const memory_desc &find_tensor(const primitive_desc &pd, dnnl_query_t query, int index) noexcept;

// What an execution argument is to a primitive.
enum class arg_use { unused, input, output };
struct arg_info {
  arg_use use;
  const memory_desc *md;  // null where the descriptor does not say
  bool is_counted;        // among the inputs or outputs that must all be given
};
arg_info use_of_arg(const primitive_desc &pd, int arg) noexcept;
arg_counts count_args(const primitive_desc &pd) noexcept;

}  // namespace dnnlet

#endif
