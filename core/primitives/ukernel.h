// SPDX-License-Identifier: Apache-2.0
// What the micro-kernels' objects have in common: the kernel that was chosen for an operation, and
// what it planned. They know no engine, and take the best plugin that the caps allow.
#ifndef DNNLET_CORE_PRIMITIVES_UKERNEL_H
#define DNNLET_CORE_PRIMITIVES_UKERNEL_H

#include "core/engine/engine.h"
#include "core/kernel/kernel.h"
#include "core/kernel/ukernel.h"
#include "core/primitives/selection.h"

namespace dnnlet {

template <class Op>
struct chosen_kernel {
  const kernel *impl;  // null: none was chosen yet
  size_t scratchpad_bytes;
  alignas(plan_alignment) unsigned char plan[Op::plan_bytes];
};

template <class Op>
struct ukernel_problem {
  Op *op;
  const attributes *attr;
  chosen_kernel<Op> *chosen;
  cpu_features cpu;

  static refusal offer(void *problem, const kernel &k) {
    auto &p = *static_cast<ukernel_problem *>(problem);
    plan_request request = {&p.op->head, p.attr, 1, p.cpu, k.parts, p.chosen->plan};
    if (const refusal reason = k.plan(request)) return reason;
    if (request.scratchpad_overflows) return "the scratchpad is larger than any memory";
    p.chosen->scratchpad_bytes = request.scratchpad_bytes;
    return accepted;
  }
};

template <class Op>
status choose_ukernel(const char *name, const kernel_index &kernels, Op &op, const attributes &attr,
                      chosen_kernel<Op> &chosen) noexcept {
  const cpu_features cpu = detect_cpu_features();
  ukernel_problem<Op> problem = {&op, &attr, &chosen, cpu};
  kernel_place place = {0, 0};
  chosen.impl = choose_kernel({name, &kernels, usable_plugins(cpu), attr.deterministic, false},
                              place, &problem, ukernel_problem<Op>::offer);
  return chosen.impl ? dnnl_success
                     : unimplemented(name, ": no kernel of this build takes it on this CPU");
}

// A memory with a buffer and nothing else, as an argument of an execution.
struct plain_argument {
  dnnl_memory memory;

  void set(const void *data) noexcept {
    memory.md.format_kind = dnnl_format_kind_undef;
    memory.md.ndims = 0;
    memory.md.offset0 = 0;
    memory.first_handle = const_cast<void *>(data);
    memory.handles = &memory.first_handle;
  }
};

}  // namespace dnnlet

#endif
