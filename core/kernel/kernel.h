// SPDX-License-Identifier: Apache-2.0
// The contract between the core and the plugins: what a kernel is, and what it may see.
//
// A kernel is a row of a constant table. The core offers it a problem (plan); if it accepts, the
// core calls it for every execution (run). Kernels see plain data only; they allocate nothing,
// keep no state, and cannot fail once they have accepted.
#ifndef DNNLET_CORE_KERNEL_KERNEL_H
#define DNNLET_CORE_KERNEL_KERNEL_H

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "core/kernel/attributes.h"
#include "core/kernel/op.h"
#include "core/kernel/plugin.h"
#include "core/memory/memory.h"
#include "core/support/data_type.h"
#include "core/support/parallel.h"
#include "oneapi/dnnl/dnnl_config.h"

namespace dnnlet {

// The room that a worker needs in the scratchpad to have `bytes` of its own. Processors fetch cache
// lines ahead of those that are asked for: with too little between them, what a worker writes slows
// down its neighbour. (The weights gradient of a first layer went 1.6 times as fast with two
// threads when it was 64 bytes, 1.7 times with 128, and 1.95 times with 512.)
// Under a sanitizer there is nothing, so that what is written behind a worker's own is noticed.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool has_room_between = false;
#else
constexpr bool has_room_between = has_workers;
#endif
constexpr size_t worker_share(size_t bytes) noexcept {
  constexpr size_t between = has_room_between ? 512 : 0;
  const size_t own = (bytes + data_alignment - 1) / data_alignment * data_alignment;
  return own == 0 ? 0 : own + between;
}

constexpr size_t plan_alignment = 8;
template <class Plan, class Op>
constexpr bool is_plan() noexcept {
  const bool is_data = std::is_trivially_copyable<Plan>() && std::is_trivially_destructible<Plan>();
  return is_data && sizeof(Plan) <= Op::plan_bytes && alignof(Plan) <= plan_alignment;
}

// A problem on offer. Tensors of `op` whose layout is `any` are for the kernel to lay out; only a
// kernel that accepts may have changed anything that the core looks at.
struct plan_request {
  op_header *op;
  const attributes *attr;
  int max_workers;              // run will have no more
  cpu_features cpu;             // for choices that are a matter of speed
  const void *parts;            // the row's
  void *plan;                   // see make_plan()
  size_t scratchpad_bytes = 0;  // what run needs, aligned to data_alignment
  bool scratchpad_overflows = false;
  bool pads_outputs = false;  // run writes the zeros of outputs' padding itself

  template <class Op>
  Op &problem() const noexcept {
    return as<Op>(*op);
  }
  template <class Parts>
  const Parts &parts_as() const noexcept {
    return *static_cast<const Parts *>(parts);
  }
  // What a kernel notes when it plans, for itself to read when it runs: zeros at first. An
  // operation has Op::plan_bytes of room for it.
  template <class Plan, class Op>
  Plan &make_plan() const noexcept {
    static_assert(is_plan<Plan, Op>(), "a plan is small, plain data");
    return *new (plan) Plan();
  }
  // Room in the scratchpad; answers its offset. A kernel that asks for more than there can be is
  // not taken.
  size_t add_scratch(size_t bytes) noexcept {
    const size_t offset = scratchpad_bytes;
    if (scratchpad_overflows || bytes > size_t(PTRDIFF_MAX) / 2 - offset) {
      scratchpad_overflows = true;
      return offset;
    }
    scratchpad_bytes += (bytes + data_alignment - 1) / data_alignment * data_alignment;
    return offset;
  }
};

// Null when the kernel takes the problem, or else the reason why not, as a constant.
using refusal = const char *;
constexpr refusal accepted = nullptr;

// One execution.
struct run_context {
  const op_header *op;
  const attributes *attr;
  const void *parts;  // the row's
  const void *plan;   // what make_plan() made
  team workers;
  char *scratchpad;
  const dnnl_exec_arg_t *args;
  int arg_count;

  template <class Op>
  const Op &problem() const noexcept {
    return as<Op>(*op);
  }
  template <class Parts>
  const Parts &parts_as() const noexcept {
    return *static_cast<const Parts *>(parts);
  }
  template <class Plan, class Op>
  const Plan &plan_as() const noexcept {
    static_assert(is_plan<Plan, Op>(), "a plan is small, plain data");
    return *static_cast<const Plan *>(plan);
  }
  // Null when the argument was not given.
  const dnnl_memory *memory(int arg) const noexcept;
  // The buffer of an argument, or null; offset0 of the descriptor is not added.
  template <class T = void>
  T *data(int arg) const noexcept {
    const dnnl_memory *m = memory(arg);
    return m ? static_cast<T *>(data_of(*m)) : nullptr;
  }
  // The element that lies at offset 0 of the layout `md`, offset0 included.
  template <class T>
  T *first(int arg, const memory_desc &md) const noexcept {
    T *base = data<T>(arg);
    return base ? base + md.offset0 : nullptr;
  }
};

// The same, where the type is known at run time only. Of two elements in a byte, the first is
// meant.
inline char *first_byte(const run_context &context, int arg, const memory_desc &md) noexcept {
  char *base = context.data<char>(arg);
  if (!base) return nullptr;
  const data_type type = md.data_type;
  return base + (is_four_bit_type(type) ? md.offset0 / 2 : md.offset0 * dim_t(type_size(type)));
}

struct kernel {
  const char *name;  // "plugin:kernel", as users see it
  refusal (*plan)(plan_request &);
  void (*run)(const run_context &);
  // What a plugin lends to functions that are compiled once, for any CPU: a constant of the type
  // that they ask for by parts_as(). Rows that name less link less.
  const void *parts = nullptr;
};

// The rows of one plugin for one operation, in order of preference.
struct kernel_rows {
  const kernel *rows;
  int count;
};
template <int kCount>
constexpr kernel_rows all_of(const kernel (&rows)[kCount]) {
  return {rows, kCount};
}

// The tables of all plugins for one operation, best plugin first. Made by CMake, one for each
// operation, so that a program links only the operations that it calls.
struct kernel_set {
  int plugin;
  const kernel_rows *rows;
};
struct kernel_index {
  const kernel_set *sets;
  int count;
};

}  // namespace dnnlet

#endif
