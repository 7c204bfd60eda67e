// SPDX-License-Identifier: Apache-2.0
// concat_rows; five facts: plugins/kernels/concat/concat.cpp.
#include "plugins/drivers/concat/concat.h"
#include "plugins/drivers/concat/parts.h"
#include "plugins/drivers/reorder/loop_nest.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t item_elements = 8192;  // what one worker takes at a time

// Rows of a source and of its part of dst, in elements.
struct source_rows {
  dim_t rows, n, from, to, from_stride, to_stride;
};

// False where rows do not follow each other at equal distances, or are short.
bool find_rows(const memory_desc &src, const memory_desc &part, source_rows &r) noexcept {
  constexpr dim_t least = 8;
  nest_walk walk(src, part);
  loop_nest nest, rest;
  if (!walk.is_regular() || !walk.next(nest) || walk.next(rest)) return false;
  if (nest.count == 0 || nest.count > 2) return false;
  const nest_loop &inner = nest.loops[nest.count - 1];
  if (inner.strides[nest_src] != 1 || inner.strides[nest_dst] != 1 || inner.extent < least)
    return false;
  r = {1, inner.extent, nest.first[nest_src], nest.first[nest_dst], 0, 0};
  if (nest.count == 1) return true;
  r.rows = nest.loops[0].extent;
  r.from_stride = nest.loops[0].strides[nest_src];
  r.to_stride = nest.loops[0].strides[nest_dst];
  return true;
}

bool is_taken(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_s8 ||
         type == dnnl_u8;
}

struct converter {
  const run_context &context;
  data_type from_type, to_type;

  void run(const source_rows &r, char *from, char *to) const noexcept {
    const dim_t from_size = dim_t(type_size(from_type)), to_size = dim_t(type_size(to_type));
    const dim_t piece = min(r.n, item_elements), pieces = div_up(r.n, piece);
    const dim_t together = pieces > 1 ? 1 : max<dim_t>(1, item_elements / r.n);
    const dim_t groups = div_up(r.rows, together);
    parallel_for(context.workers, groups * pieces, [&](int64_t item, int) {
      const dim_t row = item / pieces * together, at = item % pieces * piece;
      const dim_t x = r.from + row * r.from_stride + at, y = r.to + row * r.to_stride + at;
      const formula_operand operands[2] = {
          {to + y * to_size, to_type, false, ptrdiff_t(r.to_stride * to_size)},
          {from + x * from_size, from_type, false, ptrdiff_t(r.from_stride * from_size)}};
      const row_step take = {row_action::take, 1, -1, 1, 0, 0, nullptr};
      context.parts_as<concat_backend>().convert({&take, 1, operands, 2},
                                                 size_t(min(together, r.rows - row)),
                                                 size_t(min(piece, r.n - at)));
    });
  }
};

// Calls body(number, source, its part of dst) for each source that is not empty, until it answers
// false.
template <class Body>
bool for_each_source(const concat_op &op, const Body &body) noexcept {
  dim_t begin = 0;
  for (int i = 0; i < op.count; ++i) {
    const memory_desc &src = op.sources()[i];
    const dim_t extent = src.dims[op.axis];
    if (extent == 0) continue;
    if (!body(i, src, part_of(op.dst, op.axis, begin, extent))) return false;
    begin += extent;
  }
  return true;
}

}  // namespace

refusal plan_concat_rows(plan_request &request) {
  const auto &op = request.problem<concat_op>();
  if (kinds_in(*request.attr) != 0) return "attributes";
  if (has_zero_dim(op.dst)) return "no elements";
  if (!is_taken(op.dst.data_type) || !is_taken(op.sources()[0].data_type))
    return "a data type is not taken";
  if (op.sources()[0].data_type == op.dst.data_type) return "nothing is converted";
  if (!begins_with_blocks(op, op.dst)) return "a source begins inside a block of dst";
  const bool are_rows =
      for_each_source(op, [](int, const memory_desc &src, const memory_desc &part) {
        source_rows rows;
        return find_rows(src, part, rows);
      });
  return are_rows ? accepted : "a source is not made of rows of dst";
}

void run_concat_rows(const run_context &context) {
  const auto &op = context.problem<concat_op>();
  const converter c = {context, op.sources()[0].data_type, op.dst.data_type};
  char *dst = context.data<char>(DNNL_ARG_DST);
  for_each_source(op, [&](int i, const memory_desc &src, const memory_desc &part) {
    source_rows rows;
    find_rows(src, part, rows);
    c.run(rows, context.data<char>(DNNL_ARG_MULTIPLE_SRC + i), dst);
    return true;
  });
}

}  // namespace dnnlet::drivers
