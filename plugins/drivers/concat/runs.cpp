// SPDX-License-Identifier: Apache-2.0
// concat_runs; five facts: plugins/kernels/concat/concat.cpp.
#include <cstring>

#include "plugins/drivers/concat/concat.h"
#include "plugins/drivers/concat/parts.h"
#include "plugins/drivers/reorder/loop_nest.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t item_bytes = 32 << 10;   // what one worker takes at a time
constexpr dim_t piece_bytes = 16 << 10;  // of a long run

struct runs_plan {
  dim_t count;       // of runs of each source
  dim_t dst_stride;  // from one to the next in dst, in bytes
  bool are_short;
};

// The runs of one source, in bytes.
struct source_runs {
  dim_t bytes, stride, from, to;
};

// False where the source is not `count` runs at equal distances in both tensors. 0: any number.
bool find_runs(const memory_desc &src, const memory_desc &part, dim_t count, source_runs &runs,
               dim_t &dst_stride) noexcept {
  nest_walk walk(src, part);
  loop_nest nest;
  if (!walk.is_regular() || !walk.next(nest)) return false;
  loop_nest rest;
  if (walk.next(rest)) return false;
  const dim_t size = dim_t(type_size(src.data_type));
  const nest_loop *inner = nest.count > 0 ? &nest.loops[nest.count - 1] : nullptr;
  runs = {size, 0, nest.first[nest_src] * size, nest.first[nest_dst] * size};
  int outer = nest.count;
  if (inner && inner->strides[nest_src] == 1 && inner->strides[nest_dst] == 1) {
    runs.bytes *= inner->extent;
    --outer;
  }
  if (outer > 1) return false;
  if (outer == 0) {  // one run, or several that follow each other in both
    dst_stride = 0;
    return count == 1;
  }
  runs.stride = nest.loops[0].strides[nest_src] * size;
  dst_stride = nest.loops[0].strides[nest_dst] * size;
  return nest.loops[0].extent == count;
}

// Short runs in pieces of a register, the last of which may overlap the one before.
template <dim_t kBytes>
void copy_pieces(char *to, const char *from, dim_t bytes) noexcept {
  for (dim_t i = 0; i + kBytes < bytes; i += kBytes) std::memcpy(to + i, from + i, kBytes);
  std::memcpy(to + bytes - kBytes, from + bytes - kBytes, kBytes);
}
void copy_run(char *to, const char *from, dim_t bytes) noexcept {
  if (to == from) return;  // a source may be where its part of dst is
  if (bytes >= 512)
    std::memcpy(to, from, size_t(bytes));
  else if (bytes >= 16)
    copy_pieces<16>(to, from, bytes);
  else if (bytes >= 4)
    copy_pieces<4>(to, from, bytes);
  else
    copy_pieces<1>(to, from, bytes);
}

// The outermost index of dst and what it is of: as many as there are runs of the first source that
// has any.
dim_t run_count(const concat_op &op) noexcept {
  const memory_desc &dst = op.dst;
  dim_t count = 1;
  for (int d = 0; d < dst.ndims; ++d) {
    dim_t blocks[max_ndims];
    block_sizes(dst, blocks);
    if (d != op.axis && dst.blocked.strides[d] > dst.blocked.strides[op.axis])
      count *= padded_dims(dst)[d] / blocks[d];
  }
  return count;
}

struct job {
  const run_context &context;
  const concat_op &op;
  const runs_plan &plan;
  char *dst;

  // Of a source that was planned. Without gaps and padding its runs follow each other, which is
  // known at once.
  source_runs runs_of(const memory_desc &src, const memory_desc &part) const noexcept {
    const dim_t size = dim_t(type_size(src.data_type));
    if (is_dense(src, false)) {
      const dim_t bytes = elements(src, false) / plan.count * size;
      return {bytes, bytes, src.offset0 * size, part.offset0 * size};
    }
    source_runs runs;
    dim_t dst_stride;
    find_runs(src, part, plan.count, runs, dst_stride);
    return runs;
  }

  // Calls body(from, to, runs) for each source that is not empty.
  template <class Body>
  void for_each_source(const Body &body) const noexcept {
    dim_t begin = 0;
    for (int i = 0; i < op.count; ++i) {
      const memory_desc &src = op.sources()[i];
      const dim_t extent = src.dims[op.axis];
      if (extent == 0) continue;
      const source_runs runs = runs_of(src, part_of(op.dst, op.axis, begin, extent));
      begin += extent;
      const char *from = context.data<const char>(DNNL_ARG_MULTIPLE_SRC + i) + runs.from;
      body(from, dst + runs.to, runs);
    }
  }
};

constexpr int most_together = 16;  // sources whose short runs are copied together

// All sources, run by run, so that lines of dst are written once.
void copy_together(const job &j) noexcept {
  struct source {
    const char *from;
    char *to;
    dim_t bytes, stride;
  } sources[most_together];
  int count = 0;
  dim_t all = 0;
  j.for_each_source([&](const char *from, char *to, const source_runs &runs) {
    sources[count++] = {from, to, runs.bytes, runs.stride};
    all += runs.bytes;
  });
  const dim_t per_item = max<dim_t>(1, item_bytes / all), runs = j.plan.count;
  parallel_for(j.context.workers, div_up(runs, per_item), [&](int64_t item, int) {
    const dim_t end = min((item + 1) * per_item, runs);
    for (dim_t r = item * per_item; r < end; ++r)
      for (int i = 0; i < count; ++i) {
        const source &s = sources[i];
        copy_run(s.to + r * j.plan.dst_stride, s.from + r * s.stride, s.bytes);
      }
  });
}

void copy_one_by_one(const job &j) noexcept {
  j.for_each_source([&](const char *from, char *to, const source_runs &runs) {
    const dim_t pieces = div_up(runs.bytes, piece_bytes);
    parallel_for(j.context.workers, pieces * j.plan.count, [&](int64_t item, int) {
      const dim_t r = item / pieces, at = item % pieces * piece_bytes;
      copy_run(to + r * j.plan.dst_stride + at, from + r * runs.stride + at,
               min(piece_bytes, runs.bytes - at));
    });
  });
}

}  // namespace

refusal plan_concat_runs(plan_request &request) {
  const auto &op = request.problem<concat_op>();
  if (kinds_in(*request.attr) != 0) return "attributes";
  if (has_zero_dim(op.dst)) return "no elements";
  const data_type type = op.dst.data_type;
  if (is_four_bit_type(type)) return "elements of four bits";
  if (!begins_with_blocks(op, op.dst)) return "a source begins inside a block of dst";
  auto &plan = request.make_plan<runs_plan, concat_op>();
  plan.count = run_count(op);
  dim_t begin = 0, longest = 0;
  int count = 0;
  for (int i = 0; i < op.count; ++i) {
    const memory_desc &src = op.sources()[i];
    if (src.data_type != type) return "types differ";
    const dim_t extent = src.dims[op.axis];
    if (extent == 0) continue;
    source_runs runs;
    dim_t stride;
    if (!find_runs(src, part_of(op.dst, op.axis, begin, extent), plan.count, runs, stride) ||
        (count > 0 && stride != plan.dst_stride))
      return "a source is not made of runs of dst";
    plan.dst_stride = stride;
    longest = max(longest, runs.bytes);
    begin += extent;
    ++count;
  }
  plan.are_short = longest < piece_bytes && count <= most_together;
  return accepted;
}

void run_concat_runs(const run_context &context) {
  const auto &op = context.problem<concat_op>();
  const auto &plan = context.plan_as<runs_plan, concat_op>();
  const job j = {context, op, plan, context.data<char>(DNNL_ARG_DST)};
  if (plan.are_short)
    copy_together(j);
  else
    copy_one_by_one(j);
}

}  // namespace dnnlet::drivers
