// SPDX-License-Identifier: Apache-2.0
// Problems within a problem: a kernel that has other kernels solve parts of its own. The parts are
// planned when the whole is, and what they plan is kept in its plan; they run one after the other,
// and share one piece of its scratchpad.
#ifndef DNNLET_CORE_KERNEL_NESTED_H
#define DNNLET_CORE_KERNEL_NESTED_H

#include "core/kernel/kernel.h"

namespace dnnlet {

// Room in the plan of the whole for what a kernel of `Op` plans.
template <class Op>
struct nested_plan {
  alignas(plan_alignment) unsigned char bytes[Op::plan_bytes];
};

// The functions of the kernel that solves a part, and the parts of its row.
struct nested_kernel {
  refusal (*plan)(plan_request &);
  void (*run)(const run_context &);
  const void *parts;
};

// Plans a part. `scratch_bytes` grows to what the part needs: the most of all parts is what the
// whole has to add to its scratchpad.
template <class Op>
refusal plan_nested(const plan_request &whole, const nested_kernel &k, Op &op,
                    const attributes &attr, nested_plan<Op> &plan, size_t &scratch_bytes) noexcept {
  plan_request part = {&op.head, &attr, whole.max_workers, whole.cpu, k.parts, plan.bytes};
  if (const refusal reason = k.plan(part)) return reason;
  if (part.scratchpad_overflows) return "size";
  if (part.scratchpad_bytes > scratch_bytes) scratch_bytes = part.scratchpad_bytes;
  return accepted;
}

// Runs it, with arguments of its own. `scratch` is what plan_nested() asked for.
template <class Op>
void run_nested(const run_context &whole, const nested_kernel &k, const Op &op,
                const attributes &attr, const nested_plan<Op> &plan, char *scratch,
                const dnnl_exec_arg_t *args, int arg_count) noexcept {
  k.run({&op.head, &attr, k.parts, plan.bytes, whole.workers, scratch, args, arg_count});
}

// Arguments for what runs within: those of the whole, under its own numbers, and others.
struct argument_list {
  static constexpr int most = 128;  // of three tensors, six values, and three for each post-op
  dnnl_exec_arg_t items[most];
  int count = 0;

  void add(int arg, dnnl_memory *memory) noexcept {
    if (count < most) items[count++] = {arg, memory};
  }
};

}  // namespace dnnlet

#endif
