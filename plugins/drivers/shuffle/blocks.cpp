// SPDX-License-Identifier: Apache-2.0
// shuffle_blocks; five facts: plugins/kernels/shuffle/shuffle_forward.cpp.
#include "core/kernel/shuffle.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/shuffle/gather.h"
#include "plugins/drivers/shuffle/shuffle.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t most_in_block = 64;
constexpr dim_t item_elements = 4096;  // what one worker takes at a time, about

struct blocks_plan {
  dim_t block, blocks;         // along the axis
  dim_t block_stride;          // in elements
  dim_t pixels, pixel_stride;  // positions of a block that follow each other at equal distances
  int pixel_dim;               // the outermost of the dimensions that are pixels
};

// Positions from the innermost dimension on, as long as they follow each other.
void find_pixels(const memory_desc &md, int axis, blocks_plan &plan) noexcept {
  plan.pixels = 1;
  plan.pixel_dim = md.ndims;
  plan.pixel_stride = 0;
  for (int d = md.ndims - 1; d >= 0 && d != axis; --d) {
    if (md.dims[d] == 1) {
      plan.pixel_dim = d;
      continue;
    }
    if (plan.pixels > 1 && md.blocked.strides[d] != plan.pixels * plan.pixel_stride) return;
    if (plan.pixels == 1) plan.pixel_stride = md.blocked.strides[d];
    plan.pixels *= md.dims[d];
    plan.pixel_dim = d;
  }
}

}  // namespace

refusal plan_shuffle_blocks(plan_request &request) {
  const auto &op = request.problem<shuffle_op>();
  const memory_desc &md = op.src;
  if (has_zero_dim(md)) return "no elements";
  if (is_four_bit_type(md.data_type)) return "elements of four bits";
  if (md.inner_nblks != 1 || md.inner_idxs[0] != op.axis) return "another layout than of one block";
  auto &plan = request.make_plan<blocks_plan, shuffle_op>();
  plan.block = md.blocked.inner_blks[0];
  if (plan.block > most_in_block) return "long blocks";
  for (int d = 0; d < md.ndims; ++d)
    if (md.blocked.strides[d] == 0 && md.dims[d] != 1) return "a tensor overlaps itself";
  plan.blocks = div_up(md.dims[op.axis], plan.block);
  plan.block_stride = md.blocked.strides[op.axis];
  find_pixels(md, op.axis, plan);
  return accepted;
}

void run_shuffle_blocks(const run_context &context) {
  const auto &op = context.problem<shuffle_op>();
  const auto &plan = context.plan_as<blocks_plan, shuffle_op>();
  const memory_desc &md = op.src;
  const shuffle_way way = way_of(op);
  const bool forward = is_forward(op.head.prop);
  const size_t size = type_size(md.data_type);
  const char *from = first_byte(context, way.from_arg, forward ? op.src : op.dst);
  char *to = first_byte(context, way.to_arg, forward ? op.dst : op.src);
  const dim_t step = plan.pixel_stride * dim_t(size);
  const dim_t part = min(plan.pixels, max<dim_t>(item_elements / plan.block, 1));
  const dim_t parts = div_up(plan.pixels, part);
  dim_t items = plan.blocks * parts;
  for (int d = 0; d < plan.pixel_dim; ++d)
    if (d != op.axis) items *= md.dims[d];
  parallel_for(context.workers, items, [&](int64_t item, int) {
    const dim_t pixel = item % parts * part;
    item /= parts;
    const dim_t block = item % plan.blocks;
    item /= plan.blocks;
    dim_t place = pixel * step;
    for (int d = plan.pixel_dim - 1; d >= 0; --d) {
      if (d == op.axis) continue;
      place += item % md.dims[d] * md.blocked.strides[d] * dim_t(size);
      item /= md.dims[d];
    }
    // Element c of the axis comes from row c % rows, column c / rows of the matrix.
    ptrdiff_t offsets[most_in_block];
    const dim_t begin = block * plan.block, count = min(plan.block, md.dims[op.axis] - begin);
    for (dim_t i = 0; i < count; ++i) {
      const dim_t c = begin + i, source = c % way.rows * way.columns + c / way.rows;
      offsets[i] =
          ptrdiff_t((source / plan.block * plan.block_stride + source % plan.block) * dim_t(size));
    }
    gather(size, {from + place, offsets, to + place + block * plan.block_stride * dim_t(size),
                  count, min(part, plan.pixels - pixel), step});
  });
}

}  // namespace dnnlet::drivers
