// SPDX-License-Identifier: Apache-2.0
// Products of matrices that become a tensor; formula: multiply.h, integers.h, finish.h.
//   A, B and dst of any strides: disjoint, any alignment
//   scratch: finish_plan::values_at, and product_plan::worker_bytes for each worker
//   error: that of multiply.cpp and finish.cpp; zero points are exact, modulo 2^32
#include "plugins/drivers/gemm/matrix_product.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/fetch.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/gemm/multiply_cut.h"
#include "plugins/drivers/gemm/stacked.h"
#include "plugins/drivers/gemm/zero_points.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t stages = 2;                  // packing takes as much again, at most
constexpr dim_t finished_bytes = 16 * 1024;  // of sums, which several passes go over

bool has_fast_pairs(const multiply_backend &backend) noexcept {
  const product &x = *backend.multiply;
  return has_large_caches && x.b == element::bf16 && x.group == 2 && x.tiles && !x.tiles->unit &&
         dim_t(backend.lanes()) >= longest_lanes;
}

const multiply_room &room_of(const multiply_backend &backend) noexcept {
  return has_fast_bytes(backend) || has_fast_pairs(backend) ? narrow_room : product_room;
}

dim_t room_bytes(const multiply_room &room) noexcept {
  return room.sums + stages * (room.a + room.b) + 4096;
}

activation layout_of_columns(const gemm_tensors &t) noexcept {
  const dim_t stride = t.dst.md->blocked.strides[t.columns], n = t.dst.md->dims[t.columns];
  activation a = {};
  if (stride == 1 || n == 1)
    a.run = max<dim_t>(n, 1);
  else
    a.run = 1, a.run_stride = stride;
  return a;
}

int row_dim(const gemm_tensors &t) noexcept {
  const int last = t.dst.md->ndims - 1;
  return t.columns == last ? last - 1 : last;
}

// Takes blocks of sums to dst.
struct product_finish {
  const finish_stage &stage;
  const gemm_tensors &t;
  const batch_walk *batches;
  const integer_correction *correction;  // null: none
  char *dst;
  const activation layout = layout_of_columns(t);
  const dim_t row_step = t.dst.md->blocked.strides[row_dim(t)];
  const dim_t size = dim_t(type_size(t.dst.md->data_type));

  void finish(const finished_block &block) const noexcept;
  dim_t find_batch(dim_t batch, dim_t *index) const noexcept;
};

// The batch's part of the index of dst; answers where it begins.
dim_t product_finish::find_batch(dim_t batch, dim_t *index) const noexcept {
  dim_t offset = 0;
  int at = t.dst.md->ndims;
  for (int d = batches ? batches->ndims - 1 : -1; d >= 0; --d) {
    do --at;
    while (at == t.columns || at == row_dim(t));
    index[at] = take(batch, batches->dims[d]);
    offset += index[at] * batches->steps[d][batch_c];
  }
  return offset;
}

void product_finish::finish(const finished_block &block) const noexcept {
  finish_stage::place place = {{}, 1};
  const dim_t offset = find_batch(block.batch, place.index);
  place.index[row_dim(t)] = block.row;
  if (has_integer_types && correction) correction->correct(block, place.index);
  const dim_t at_once = max<dim_t>(finished_bytes / (block.cols * sum_bytes), 1);
  for (dim_t r = 0; r < block.rows; r += at_once) {
    place.index[row_dim(t)] = block.row + r;
    stage.finish({&layout, row_step, min(at_once, block.rows - r), block.col, block.cols},
                 static_cast<char *>(block.sums) + r * block.step * sum_bytes, block.step, place,
                 dst + (offset + (block.row + r) * row_step) * size);
  }
}

// Tiles that store to rows of C that are alike to a cache push out of it what they read. Low ones
// with few steps read little: going by other memory would take 32 steps a third longer. So would it
// any number of bytes in the longest vectors.
bool are_alike(const multiply_problem &p, const multiply_backend &backend,
               dim_t row_step) noexcept {
  constexpr dim_t few_steps = 256;
  const product &x = *backend.multiply;
  if (row_step * sum_bytes % alike_bytes != 0 || p.m <= alike_rows || has_wide_tiles(backend) ||
      has_fast_bytes(backend))
    return false;
  return p.k > few_steps * x.group || x.tiles->max_rows[x.tiles->max_vectors - 1] > alike_rows;
}

// A problem as multiply takes it: `p` with what follows from the tensors.
multiply_problem complete(const attributes &attr, const gemm_tensors &t,
                          const multiply_problem &given, const multiply_backend &backend,
                          product_plan &plan) noexcept {
  const product &x = *backend.multiply;
  const multiply_room &room = room_of(backend);
  multiply_problem p = given;
  p.shifts_few_rows = false;
  const bool shifts =
      x.is_integer && shift_of(t.src.md->data_type, x.a) != 0 && !is_of_few_rows(p, backend, room);
  p.sums_columns = shifts || (x.is_integer && find(attr.zero_points, t.src.arg));
  p.sums_rows = x.is_integer && find(attr.zero_points, t.weights.arg);
  const dim_t row_step = t.dst.md->blocked.strides[row_dim(t)];
  const quantization *of_src = find(attr.zero_points, t.src.arg);
  p.may_take_off = p.sums_columns && !p.sums_rows && (!of_src || of_src->mask == 0) &&
                   !is_of_few_rows(p, backend, room);
  plan.in_dst = !plan.finish.is_needed && !p.sums_rows && (!p.sums_columns || p.may_take_off) &&
                layout_of_columns(t).run_stride == 0 &&
                (p.k > most_steps * x.group || !are_alike(p, backend, row_step));
  p.c_row_step = row_step;
  p.relu = plan.finish.relu;
  return p;
}

// What has to be taken off afterwards is taken off sums of the worker's.
void leave_dst_to_corrected(multiply_problem &p, product_plan &plan) noexcept {
  if (!plan.in_dst || !p.sums_columns || plan.cut.takes_off) return;
  plan.in_dst = false;
  p.c = nullptr;
}

// Whether tiles make dst of their sums, which are its whole elements then.
bool tiles_narrow(const finish_stage &stage, const gemm_tensors &t, const multiply_backend &backend,
                  const product_plan &plan, tile_finish &finish) noexcept {
  const product &x = *backend.multiply;
  const data_type type = t.dst.md->data_type;
  const dim_t lanes = dim_t(backend.lanes());
  if (!plan.cut.is_of_parts || layout_of_columns(t).run_stride != 0) return false;
  if (tiles_finish && plan.finish.tile_can_add)
    return adds_to(x, type, t.dst.md->dims[t.columns], plan.cut.columns, lanes) &&
           stage.in_tile(finish, true);
  if (!narrows_to(x, type, plan.cut.columns, lanes)) return false;
  return x.is_integer ? plan.finish.is_bounded_only && stage.in_tile(finish, true)
                      : plan.finish.is_rounded_only;
}

// Behind what a worker has for its tasks.
rows_in_memory *packed_of(char *memory, const product_plan &plan) noexcept {
  return reinterpret_cast<rows_in_memory *>(memory + plan.worker_bytes - line_bytes);
}

// Of a problem with `c` where sums may be made in dst.
refusal cut_product(const multiply_backend &backend, multiply_problem &p,
                    product_plan &plan) noexcept {
  const multiply_room &room = room_of(backend);
  if (has_stacks && plan_stacked(p, backend, room, plan.cut)) return accepted;
  if (const refusal reason = plan_multiply(p, backend, room, plan.cut)) return reason;
  const bool was_in_dst = plan.in_dst;
  leave_dst_to_corrected(p, plan);
  return plan.in_dst == was_in_dst ? accepted : plan_multiply(p, backend, room, plan.cut);
}

// What is too much in each element of src, as tiles read it.
int32_t offset_of_src(const run_context &context, const gemm_tensors &t, int32_t shift) noexcept {
  constexpr dim_t first[max_ndims] = {};
  int32_t zero_point;
  zero_points(context, t, t.src).read(first, t.columns, 1, &zero_point);
  return int32_t(uint32_t(zero_point) + uint32_t(shift));
}

// A copy of a tensor of which not all is known; kernels ask of it whether sizes are 1.
memory_desc with_any_sizes(const memory_desc &md) noexcept {
  memory_desc known = md;
  for (int d = 0; d < md.ndims; ++d) {
    if (md.dims[d] == runtime_dim) known.dims[d] = 2;
    if (md.blocked.strides[d] == runtime_dim) known.blocked.strides[d] = 2;
  }
  return known;
}

}  // namespace

refusal plan_matrix_product(plan_request &request, const product_parts &parts,
                            const gemm_tensors &tensors, const multiply_problem &problem,
                            bool is_unknown, product_plan &plan) noexcept {
  const product &x = *parts.multiply->multiply;
  if (!x.tiles) return "no tiles";
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  if (!takes_mode(x, *request.attr)) return "accumulation mode";
  if (x.is_integer)
    if (const refusal reason = check_zero_points(*request.attr, tensors)) return reason;
  gemm_tensors t = tensors;
  const memory_desc dst = with_any_sizes(*tensors.dst.md);
  t.dst.md = &dst;
  const dim_t most_columns = dim_t(parts.multiply->lanes()) * x.tiles->max_vectors;
  if (const refusal reason = plan_finish(request, *parts.gemm, t, x.is_integer, most_columns,
                                         plan.finish, true, kinds_of_tiles))
    return reason;
  if (tensors.dst.md->dims[t.columns] == runtime_dim && request.scratchpad_bytes > 0)
    return "values by column of an unknown number";
  plan.is_unknown = is_unknown;
  const multiply_room &room = room_of(*parts.multiply);
  dim_t rows = room.sums / sum_bytes, columns = rows;
  if (is_unknown) {
    plan.worker_bytes = room_bytes(room);
  } else {
    multiply_problem p = complete(*request.attr, t, problem, *parts.multiply, plan);
    if (plan.in_dst) p.c = &plan;  // which is not looked at yet
    if (const refusal reason = cut_product(*parts.multiply, p, plan)) return reason;
    plan.worker_bytes = plan.cut.bytes;
    rows = plan.cut.rows;
    columns = plan.cut.panels * plan.cut.columns;
  }
  if (x.is_integer) plan.worker_bytes += correction_bytes(rows, columns);
  plan.worker_bytes = round_up(plan.worker_bytes, line_bytes) + line_bytes;
  plan.workers_at = request.add_scratch(
      scratch_bytes({dim_t(worker_share(size_t(plan.worker_bytes))), request.max_workers}));
  return accepted;
}

void run_matrix_product(const run_context &context, const product_parts &parts,
                        const gemm_tensors &t, const multiply_problem &problem,
                        const product_plan &planned) noexcept {
  const dim_t batches = problem.batches ? problem.batches->count() : 1;
  if (problem.m == 0 || problem.n == 0 || batches == 0) return;  // sizes that were unknown
  product_plan plan = planned;
  const finish_stage stage(context, *parts.gemm, t, plan.finish);
  multiply_problem p = complete(*context.attr, t, problem, *parts.multiply, plan);
  p.bias = plan.finish.tile_has_bias ? stage.bias() : nullptr;
  char *dst = first_byte(context, t.dst.arg, *t.dst.md);
  if (plan.in_dst) p.c = dst;
  if (plan.is_unknown)
    cut_product(*parts.multiply, p, plan);
  else
    leave_dst_to_corrected(p, plan);
  const product &x = *parts.multiply->multiply;
  const int32_t shift = plan.cut.is_of_few_rows ? 0 : shift_of(t.src.md->data_type, x.a);
  const integer_correction correction(context, t, *parts.multiply, p.k, shift, row_dim(t),
                                      plan.cut.bytes);
  const bool corrects = p.sums_rows || (p.sums_columns && !plan.cut.takes_off);
  if (plan.cut.takes_off) p.a_offset = offset_of_src(context, t, shift);
  const product_finish finish = {stage, t, p.batches, corrects ? &correction : nullptr, dst};
  if (!plan.in_dst) {
    p.finish_context = &finish;
    p.finish = [](const void *by, const finished_block &block) noexcept {
      static_cast<const product_finish *>(by)->finish(block);
    };
  }
  tile_finish in_tile;
  const bool adds = tiles_finish && plan.finish.tile_can_add;
  const narrowed_result narrowed = {dst, finish.row_step,
                                    x.is_integer || adds ? &in_tile : nullptr};
  if (has_types_beside_f32 && !plan.in_dst &&
      tiles_narrow(stage, t, *parts.multiply, plan, in_tile)) {
    p.narrowed = &narrowed;
    if (adds) p.relu = stage.sum_in_tile().relu;
  }
  const bool is_stacked = has_stacks && plan.cut.stacked > 0;
  if (!is_stacked) plan.cut = cut_for(context.workers, p, *parts.multiply, plan.cut);
  const size_t share = worker_share(size_t(plan.worker_bytes));
  char *scratch = context.scratchpad + plan.workers_at;
  for (int worker = 0; worker < context.workers.size; ++worker)
    *packed_of(scratch + size_t(worker) * share, plan) = {};
  parallel_for(context.workers, plan.cut.tasks, [&](int64_t task, int worker) {
    char *memory = scratch + size_t(worker) * share;
    if (is_stacked) return run_stacked(p, *parts.multiply, plan.cut, task, memory);
    run_multiply_task(p, *parts.multiply, plan.cut, task, memory, packed_of(memory, plan));
  });
}

}  // namespace dnnlet::drivers
