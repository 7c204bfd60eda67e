// SPDX-License-Identifier: Apache-2.0
// sum_rows; five facts: plugins/kernels/sum/sum.cpp.
#include "plugins/drivers/sum/sum_rows.h"

#include "core/kernel/sum.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/operand_rows.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t item_elements = 8192;  // what one worker takes at a time
constexpr dim_t row = operand_reader::most;

struct sum_plan {
  bool is_flat;  // all tensors lie alike, without gaps: one row, with the padding
  bool is_pair;  // and there are two sources, of dst's type
};

// dst first, as operand_walk has it.
struct operands {
  const memory_desc *mds[max_operands];

  explicit operands(const sum_op &op) noexcept : mds{&op.dst} {
    for (int i = 0; i < op.count && i + 1 < max_operands; ++i) mds[i + 1] = &op.sources()[i];
  }
};

// Adds up n elements of dst; read(i, buffer) answers those of source i.
class adder {
 public:
  explicit adder(const run_context &context) noexcept
      : backend_(context.parts_as<sum_backend>()),
        op_(context.problem<sum_op>()),
        dst_(context.data(DNNL_ARG_DST)) {}

  template <class Read>
  void add(size_t offset, size_t n, const Read &read) const noexcept {
    const row_backend &rows = *backend_.rows;
    const float *scales = op_.scales();
    float first[row], other[row], result[row];
    const bool is_direct = op_.dst.data_type == dnnl_f32;
    float *y = is_direct ? static_cast<float *>(dst_) + offset : result;
    const float *a = read(0, first);
    // The first source may be the buffer of dst, so that it is read before that is written.
    if (op_.count == 1)
      rows.apply(rows.eltwise(dnnl_eltwise_linear, scales[0], -0.0f), a, nullptr, y, n, scales[0],
                 -0.0f);
    else
      rows.apply(backend_.first_two, a, read(1, other), y, n, scales[0], scales[1]);
    for (int i = 2; i < op_.count; ++i) rows.apply(rows.sum, y, read(i, other), y, n, scales[i], 0);
    if (!is_direct) rows.store(op_.dst.data_type, dst_, offset, y, n);
  }

 private:
  const sum_backend &backend_;
  const sum_op &op_;
  void *const dst_;
};

void run_flat(const run_context &context) noexcept {
  const auto &op = context.problem<sum_op>();
  const row_backend &rows = *context.parts_as<sum_backend>().rows;
  const adder sums(context);
  const dim_t total = elements(op.dst, true);
  parallel_for(context.workers, div_up(total, item_elements), [&](int64_t item, int) {
    const dim_t end = min((item + 1) * item_elements, total);
    for (dim_t i = item * item_elements; i < end; i += row) {
      const size_t n = size_t(min(row, end - i));
      sums.add(size_t(op.dst.offset0 + i), n, [&](int source, float *buffer) -> const float * {
        const memory_desc &md = op.sources()[source];
        const void *data = context.data(DNNL_ARG_MULTIPLE_SRC + source);
        const size_t first = size_t(md.offset0 + i);
        if (md.data_type == dnnl_f32) return static_cast<const float *>(data) + first;
        rows.load(md.data_type, data, first, buffer, n);
        return buffer;
      });
    }
  });
}

void run_flat_pair(const run_context &context) noexcept {
  const auto &op = context.problem<sum_op>();
  const auto &backend = context.parts_as<sum_backend>();
  const typed_pair_function f = backend.pairs->find(op.dst.data_type, dnnl_alg_kind_undef);
  const char *a = first_byte(context, DNNL_ARG_MULTIPLE_SRC, op.sources()[0]);
  const char *b = first_byte(context, DNNL_ARG_MULTIPLE_SRC + 1, op.sources()[1]);
  char *y = first_byte(context, DNNL_ARG_DST, op.dst);
  const dim_t total = elements(op.dst, true), size = dim_t(type_size(op.dst.data_type));
  parallel_for(context.workers, div_up(total, item_elements), [&](int64_t item, int) {
    const dim_t begin = item * item_elements, at = begin * size;
    const size_t n = size_t(min(item_elements, total - begin));
    f({dnnl_alg_kind_undef, {op.scales()[0], op.scales()[1]}, a + at, b + at, y + at, n, {}});
  });
}

void run_nest(const run_context &context, const operand_nest &nest) noexcept {
  const auto &op = context.problem<sum_op>();
  const row_backend &rows = *context.parts_as<sum_backend>().rows;
  const adder sums(context);
  const operand_tiling t = tile_operands(nest, row, false);
  const dim_t per_item = max<dim_t>(1, item_elements / (t.inner * t.chunk));
  parallel_for(context.workers, div_up(t.tiles, per_item), [&](int64_t item, int) {
    const dim_t end = min((item + 1) * per_item, t.tiles);
    operand_cursor at(nest, t, item * per_item);
    for (dim_t tile = item * per_item; tile < end; ++tile, at.advance())
      sums.add(size_t(at.offset(0)), size_t(at.elements()), [&](int source, float *buffer) {
        operand_reader reader(rows, op.sources()[source].data_type,
                              context.data(DNNL_ARG_MULTIPLE_SRC + source), source + 1);
        return reader.read(nest, t, at, buffer);
      });
  });
}

}  // namespace

refusal plan_sum_rows(plan_request &request) {
  const auto &op = request.problem<sum_op>();
  if (has_zero_dim(op.dst)) return "there is nothing to do";
  if (const refusal reason = check_row_type(op.dst.data_type)) return reason;
  auto &plan = request.make_plan<sum_plan, sum_op>();
  plan.is_flat = true;
  for (int i = 0; i < op.count; ++i) {
    if (const refusal reason = check_row_type(op.sources()[i].data_type)) return reason;
    plan.is_flat = plan.is_flat && lie_alike_densely(op.dst, op.sources()[i]);
  }
  plan.is_pair = plan.is_flat && op.count == 2 && op.sources()[0].data_type == op.dst.data_type &&
                 op.sources()[1].data_type == op.dst.data_type &&
                 request.parts_as<sum_backend>().pairs->find(op.dst.data_type, dnnl_alg_kind_undef);
  if (plan.is_flat) return accepted;
  if (op.count >= max_operands) return "many sources, which do not lie alike";
  const operands all(op);
  operand_walk walk(all.mds, op.count + 1, false);
  return walk.is_regular() ? accepted : "blocks overlap, or dst does";
}

void run_sum_rows(const run_context &context) {
  const auto &plan = context.plan_as<sum_plan, sum_op>();
  if (plan.is_pair) return run_flat_pair(context);
  if (plan.is_flat) return run_flat(context);
  const auto &op = context.problem<sum_op>();
  const operands all(op);
  operand_walk walk(all.mds, op.count + 1, false);
  for (operand_nest nest; walk.next(nest);) run_nest(context, nest);
}

}  // namespace dnnlet::drivers
