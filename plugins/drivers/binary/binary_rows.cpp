// SPDX-License-Identifier: Apache-2.0
// binary_rows; five facts: plugins/kernels/binary/binary.cpp.
#include "plugins/drivers/binary/binary_rows.h"

#include "core/kernel/binary.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/operand_rows.h"
#include "plugins/drivers/rows/row_post_ops.h"

namespace dnnlet::drivers {

namespace {

constexpr int max_binary_operands = 4;  // dst, src0, src1, src2
constexpr dim_t item_elements = 8192;   // what one worker takes at a time
constexpr dim_t pair_elements = 4096;   // of a tile that needs no rows of f32
constexpr dim_t least_row = 24;         // of one number; shorter ones are taken together

struct binary_plan {
  bool is_flat;      // all tensors lie alike, without gaps: one row, with the padding
  bool needs_index;  // post-ops have operands, or read dst
  bool reads_dst;    // a post-op does
  bool is_typed;     // by functions of typed pairs, if rows allow it
};

struct operands {
  const memory_desc *mds[max_binary_operands];
  int count;

  explicit operands(const binary_op &op) noexcept
      : mds{&op.dst, &op.src0, &op.src1, &op.src2}, count(is_zero(op.src2) ? 3 : 4) {}
};
constexpr int arguments[max_binary_operands] = {DNNL_ARG_DST, DNNL_ARG_SRC_0, DNNL_ARG_SRC_1,
                                                DNNL_ARG_SRC_2};

// The scale of a source, or 1.
float scale_of(const run_context &context, int arg) noexcept {
  const quantization *q = find(context.attr->scales, arg);
  if (!q) return 1;
  const dnnl_memory &memory = *context.memory(DNNL_ARG_ATTR_SCALES | arg);
  const dim_t offset = is_blocked(memory.md) ? memory.md.offset0 : 0;
  return float(load_element(q->data_type, data_of(memory), offset));
}

constexpr bool none_is_one[2] = {false, false};

// A row of elements of dst, and where its index begins.
struct row_place {
  size_t offset, n;
  const dim_t *index;
  int axis;
};

// One execution: what becomes of rows.
class computation {
 public:
  computation(const run_context &context, const binary_plan &plan) noexcept
      : context_(context),
        backend_(context.parts_as<binary_backend>()),
        rows_(*backend_.rows),
        op_(context.problem<binary_op>()),
        f_(rows_.binary(op_.head.alg)),
        scales_{scale_of(context, DNNL_ARG_SRC_0), scale_of(context, DNNL_ARG_SRC_1)},
        post_ops_(context.attr->post_ops.entries.count) {
    const operands all(op_);
    for (int i = 0; i < all.count; ++i) {
      types_[i] = all.mds[i]->data_type;
      data_[i] = context.data(arguments[i]);
    }
    writes_at_once_ = types_[0] == dnnl_f32 && !plan.reads_dst;
    if (plan.is_typed) pair_ = backend_.pairs->find(types_[0], op_.head.alg);
  }

  const row_backend &rows() const noexcept { return rows_; }
  data_type type(int operand) const noexcept { return types_[operand]; }
  const void *data(int operand) const noexcept { return data_[operand]; }

  // The element of a source from number `offset` on.
  const char *at(int operand, dim_t offset) const noexcept {
    return static_cast<const char *>(data_[operand]) + size_t(offset) * type_size(types_[operand]);
  }
  // From elements as they are: side by side, or one.
  void pair(const row_place &row, const void *a, const void *b, const bool *is_one) const noexcept {
    const size_t size = type_size(types_[0]);
    char *y = static_cast<char *>(data_[0]) + row.offset * size;
    pair_({op_.head.alg, {scales_[0], scales_[1]}, a, b, y, row.n, {is_one[0], is_one[1]}});
    if (post_ops_ > 0) apply_post_ops(reinterpret_cast<float *>(y), row);
  }
  // From rows of f32. Sources that are scaled are copied to their buffers' second halves.
  void row(const row_place &row, const float *const *x, float *const *buffers) const noexcept {
    const float *a = scaled(0, x[1], buffers[1], row.n), *b = scaled(1, x[2], buffers[2], row.n);
    float *y = writes_at_once_ ? static_cast<float *>(data_[0]) + row.offset : buffers[0];
    if (f_)
      rows_.apply(f_, a, b, y, row.n, 0, 0);
    else
      backend_.select(a, b, x[3], y, row.n);
    if (post_ops_ > 0) apply_post_ops(y, row);
    if (!writes_at_once_) rows_.store(types_[0], data_[0], row.offset, y, row.n);
  }

 private:
  void apply_post_ops(float *y, const row_place &row) const noexcept {
    apply_row_post_ops(rows_, context_, op_.dst, y, row.n, row.index, row.axis, 0, post_ops_);
  }

  const float *scaled(int source, const float *x, float *buffer, size_t n) const noexcept {
    const float s = scales_[source];
    if (s == 1) return x;
    // An operand that repeats stays in its buffer for the next tile.
    float *to = buffer + operand_reader::most;
    rows_.apply(rows_.eltwise(dnnl_eltwise_linear, s, -0.0f), x, nullptr, to, n, s, -0.0f);
    return to;
  }

  const run_context &context_;
  const binary_backend &backend_;
  const row_backend &rows_;
  const binary_op &op_;
  const row_function f_;
  const float scales_[2];
  const int post_ops_;
  bool writes_at_once_;  // before post-ops
  typed_pair_function pair_ = nullptr;
  data_type types_[max_binary_operands] = {};
  void *data_[max_binary_operands] = {};
};

// Rows of the operands of a tile: of dst, of two sources with what they are scaled to, and of the
// condition.
struct row_buffers {
  static constexpr dim_t n = operand_reader::most;
  float dst[n], src0[2 * n], src1[2 * n], src2[n];
  float *all[max_binary_operands] = {dst, src0, src1, src2};
  row_buffers() noexcept {}
};

void run_flat_rows(const computation &c, const operands &all, dim_t begin, dim_t end) noexcept {
  row_buffers buffers;
  for (dim_t i = begin; i < end; i += operand_reader::most) {
    const dim_t n = min(operand_reader::most, end - i);
    const float *x[max_binary_operands];
    for (int k = 1; k < all.count; ++k) {
      const size_t first = size_t(all.mds[k]->offset0 + i);
      x[k] = buffers.all[k];
      if (c.type(k) == dnnl_f32)
        x[k] = static_cast<const float *>(c.data(k)) + first;
      else
        c.rows().load(c.type(k), c.data(k), first, buffers.all[k], size_t(n));
    }
    c.row({size_t(all.mds[0]->offset0 + i), size_t(n), nullptr, 0}, x, buffers.all);
  }
}

void run_flat(const run_context &context, const binary_plan &plan, const computation &c) noexcept {
  const operands all(context.problem<binary_op>());
  const dim_t total = elements(*all.mds[0], true);
  parallel_for(context.workers, div_up(total, item_elements), [&](int64_t item, int) {
    const dim_t begin = item * item_elements, end = min(begin + item_elements, total);
    if (!plan.is_typed) return run_flat_rows(c, all, begin, end);
    c.pair({size_t(all.mds[0]->offset0 + begin), size_t(end - begin), nullptr, 0},
           c.at(1, all.mds[1]->offset0 + begin), c.at(2, all.mds[2]->offset0 + begin), none_is_one);
  });
}

// Calls body(cursor, state) for the tiles of a worker's item, for which a state is made.
template <class State, class Body>
void for_each_tile(const team &workers, const operand_nest &nest, const operand_tiling &t,
                   const State &make_state, const Body &body) noexcept {
  const dim_t per_item = max<dim_t>(1, item_elements / (t.inner * t.chunk));
  parallel_for(workers, div_up(t.tiles, per_item), [&](int64_t item, int) {
    auto state = make_state();
    const dim_t end = min((item + 1) * per_item, t.tiles);
    operand_cursor at(nest, t, item * per_item);
    for (dim_t tile = item * per_item; tile < end; ++tile, at.advance()) body(at, state);
  });
}

int axis_of(const operand_nest &nest, const operand_tiling &t) noexcept {
  return t.outer < nest.count ? nest.loops[t.outer].dim : 0;
}

struct no_state {};

// Tiles, or single rows, in which both sources are side by side, or one number. False where they
// are not, or where rows would be short and are better taken together.
bool run_pairs(const run_context &context, const binary_plan &plan, const computation &c,
               const operand_nest &nest, bool rows_only) noexcept {
  const operand_tiling t = tile_operands(nest, pair_elements, rows_only || plan.needs_index);
  bool is_one[2];
  for (int k = 0; k < 2; ++k) {
    const operand_place place = place_in(nest, t, k + 1);
    if (place == operand_place::elsewhere) return false;
    is_one[k] = place == operand_place::one;
  }
  const bool has_one = is_one[0] || is_one[1];
  if (is_one[0] && is_one[1]) return false;
  if (rows_only && t.inner * t.chunk < (has_one ? least_row : operand_reader::most)) return false;
  for_each_tile(
      context.workers, nest, t, [] { return no_state(); },
      [&](const operand_cursor &at, no_state) {
        dim_t index[max_ndims];
        if (plan.needs_index) at.index(index);
        c.pair({size_t(at.offset(0)), size_t(at.elements()), index, axis_of(nest, t)},
               c.at(1, at.offset(1)), c.at(2, at.offset(2)), is_one);
      });
  return true;
}

// The operands of tiles as rows of f32.
struct tile_rows {
  operand_reader readers[max_binary_operands - 1];
  row_buffers buffers;

  explicit tile_rows(const computation &c) noexcept
      : readers{{c.rows(), c.type(1), c.data(1), 1},
                {c.rows(), c.type(2), c.data(2), 2},
                {c.rows(), c.type(3), c.data(3), 3}} {}
};

void run_rows(const run_context &context, const binary_plan &plan, const computation &c,
              const operand_nest &nest) noexcept {
  const operand_tiling t = tile_operands(nest, operand_reader::most, plan.needs_index);
  for_each_tile(
      context.workers, nest, t, [&] { return tile_rows(c); },
      [&](const operand_cursor &at, tile_rows &rows) {
        const float *x[max_binary_operands];
        for (int k = 1; k < nest.operands; ++k)
          x[k] = rows.readers[k - 1].read(nest, t, at, rows.buffers.all[k]);
        dim_t index[max_ndims];
        if (plan.needs_index) at.index(index);
        c.row({size_t(at.offset(0)), size_t(at.elements()), index, axis_of(nest, t)}, x,
              rows.buffers.all);
      });
}

bool is_one_type(const binary_op &op) noexcept {
  return op.src0.data_type == op.dst.data_type && op.src1.data_type == op.dst.data_type;
}

}  // namespace

refusal plan_binary_rows(plan_request &request) {
  const auto &op = request.problem<binary_op>();
  const attributes &attr = *request.attr;
  if (has_zero_dim(op.dst)) return "there is nothing to do";
  const operands all(op);
  for (int i = 0; i < all.count; ++i)
    if (const refusal reason = check_row_type(all.mds[i]->data_type)) return reason;
  if (const refusal reason = check_row_post_ops(attr, op.dst)) return reason;
  auto &plan = request.make_plan<binary_plan, binary_op>();
  for (const post_op &entry : attr.post_ops.entries) {
    plan.needs_index = plan.needs_index || entry.kind != dnnl_eltwise;
    plan.reads_dst = plan.reads_dst || entry.kind == dnnl_sum;
  }
  const auto &backend = request.parts_as<binary_backend>();
  plan.is_typed = is_one_type(op) && !plan.reads_dst &&
                  backend.pairs->find(op.dst.data_type, op.head.alg) &&
                  (op.dst.data_type == dnnl_f32 || attr.post_ops.entries.empty());
  plan.is_flat = !plan.needs_index;
  for (int i = 1; i < all.count; ++i)
    plan.is_flat = plan.is_flat && lie_alike_densely(op.dst, *all.mds[i]);
  if (plan.is_flat) return accepted;
  operand_walk walk(all.mds, all.count, plan.needs_index);
  return walk.is_regular() ? accepted : "blocks overlap, or dst does";
}

void run_binary_rows(const run_context &context) {
  const auto &plan = context.plan_as<binary_plan, binary_op>();
  const computation c(context, plan);
  if (plan.is_flat) return run_flat(context, plan, c);
  const operands all(context.problem<binary_op>());
  operand_walk walk(all.mds, all.count, plan.needs_index);
  for (operand_nest nest; walk.next(nest);) {
    if (plan.is_typed &&
        (run_pairs(context, plan, c, nest, false) || run_pairs(context, plan, c, nest, true)))
      continue;
    run_rows(context, plan, c, nest);
  }
}

}  // namespace dnnlet::drivers
