// SPDX-License-Identifier: Apache-2.0
// shuffle_rows; five facts: plugins/kernels/shuffle/shuffle_forward.cpp.
#include <cstring>

#include "core/kernel/shuffle.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/shuffle/gather.h"
#include "plugins/drivers/shuffle/shuffle.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t item_bytes = 16 << 10;  // what one worker takes at a time, about

struct rows_plan {
  dim_t outer, run;  // matrices, and neighbours of each of their elements, which move together
  size_t offsets;    // of elements, where they are picked one by one
};

// A row-major tensor of outer x axis x run.
bool is_row_major(const memory_desc &md, int axis, rows_plan &plan) noexcept {
  plan.run = md.blocked.strides[axis];
  plan.outer = elements(md, false) / md.dims[axis] / max<dim_t>(plan.run, 1);
  dim_t inner = 1, outside = 1;
  for (int d = 0; d < md.ndims; ++d) {
    if (d == axis || md.dims[d] == 1) continue;
    (md.blocked.strides[d] < plan.run ? inner : outside) *= md.dims[d];
  }
  return md.inner_nblks == 0 && is_dense(md, false) && inner == plan.run && outside == plan.outer;
}

// Where the elements of the axis come from: the matrix of rows x columns is transposed.
void find_offsets(const shuffle_way &way, size_t size, ptrdiff_t *offsets) noexcept {
  for (dim_t column = 0; column < way.columns; ++column)
    for (dim_t row = 0; row < way.rows; ++row)
      *offsets++ = ptrdiff_t(row * way.columns + column) * ptrdiff_t(size);
}

// Elements side by side along the axis.
void run_elements(const run_context &context, const rows_plan &plan, const shuffle_way &way,
                  size_t size, const char *from, char *to) noexcept {
  const auto &backend = context.parts_as<shuffle_backend>();
  const dim_t n = way.rows * way.columns, bytes = n * dim_t(size);
  const bool joins = way.rows <= way.columns;
  const interleaving_function f =
      backend.find(size, joins ? way.rows : way.columns, joins ? way.columns : way.rows, joins);
  auto *offsets = reinterpret_cast<ptrdiff_t *>(context.scratchpad + plan.offsets);
  if (!f) find_offsets(way, size, offsets);
  const dim_t per_item = max<dim_t>(1, item_bytes / bytes);
  parallel_for(context.workers, div_up(plan.outer, per_item), [&](int64_t item, int) {
    const dim_t begin = item * per_item, count = min(per_item, plan.outer - begin);
    const char *x = from + begin * bytes;
    char *y = to + begin * bytes;
    if (f) return f({x, y, size_t(joins ? way.columns : way.rows), size_t(count)});
    gather(size, {x, offsets, y, n, count, bytes});
  });
}

// Runs of elements.
void run_runs(const run_context &context, const rows_plan &plan, const shuffle_way &way,
              size_t size, const char *from, char *to) noexcept {
  const dim_t n = way.rows * way.columns, bytes = plan.run * dim_t(size);
  const dim_t per_item = max<dim_t>(1, item_bytes / bytes), all = plan.outer * n;
  parallel_for(context.workers, div_up(all, per_item), [&](int64_t item, int) {
    const dim_t begin = item * per_item, end = min(begin + per_item, all);
    for (dim_t i = begin; i < end; ++i) {
      const dim_t c = i % n, source = i - c + c % way.rows * way.columns + c / way.rows;
      std::memcpy(to + i * bytes, from + source * bytes, size_t(bytes));
    }
  });
}

}  // namespace

refusal plan_shuffle_rows(plan_request &request) {
  const auto &op = request.problem<shuffle_op>();
  const memory_desc &md = op.src;
  if (has_zero_dim(md)) return "no elements";
  if (is_four_bit_type(md.data_type)) return "elements of four bits";
  auto &plan = request.make_plan<rows_plan, shuffle_op>();
  if (!is_row_major(md, op.axis, plan)) return "gaps, blocks, or another order of dimensions";
  if (plan.run == 1)
    plan.offsets = request.add_scratch(scratch_bytes({md.dims[op.axis], dim_t(sizeof(ptrdiff_t))}));
  return accepted;
}

void run_shuffle_rows(const run_context &context) {
  const auto &op = context.problem<shuffle_op>();
  const auto &plan = context.plan_as<rows_plan, shuffle_op>();
  const shuffle_way way = way_of(op);
  const bool forward = is_forward(op.head.prop);
  const char *from = first_byte(context, way.from_arg, forward ? op.src : op.dst);
  char *to = first_byte(context, way.to_arg, forward ? op.dst : op.src);
  const size_t size = type_size(op.src.data_type);
  if (plan.run == 1)
    run_elements(context, plan, way, size, from, to);
  else
    run_runs(context, plan, way, size, from, to);
}

}  // namespace dnnlet::drivers
