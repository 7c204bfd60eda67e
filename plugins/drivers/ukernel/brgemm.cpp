// SPDX-License-Identifier: Apache-2.0
// A batch of products into one C, or by post-ops into D; formula: core/kernel/ukernel.h, finish.h.
//   A, B, C, D with steps from row to row: any alignment; C and D are disjoint from A and B
//   scratch: a tap for each of the batch, and its A where tiles do not read that in place; a panel
//   of B where they do not, or where its last columns do not fill a vector; with D, the sums error:
//   sums of f32 are one chain each, in the order of the batch and of K; integers are exact E.
//   Georganas et al.: "Harnessing deep learning via a single building block", IPDPS 2020
#include "core/kernel/ukernel.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/finish.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/support/scratch.h"
#include "plugins/drivers/ukernel/b_panel.h"
#include "plugins/drivers/ukernel/ukernel.h"

namespace dnnlet::drivers {

namespace {

struct brgemm_plan {
  finish_plan finish;
  bool packs_a, reads_b_in_place;
  bool is_plain;                // tiles do all, in place
  dim_t lanes, columns, steps;  // of a vector, of a panel, of K
  dim_t a_bytes;                // of one A that is packed
  size_t taps_at, a_at, b_at, stage_at, sums_at, columns_at;
};

matrix a_of(const brgemm_op &op, const void *data) noexcept {
  return {op.a.data_type, data, op.lda, 1};
}

refusal check(const brgemm_op &op, const multiply_backend &backend) noexcept {
  const product &x = *backend.multiply;
  if (!x.tiles) return "no tiles";
  if (x.is_integer != (op.c_type == dnnl_s32)) return "type of C";
  if (!can_pack_a(a_of(op, nullptr), backend) || !can_read_b(op, backend)) return "types";
  const bool is_widened = backend.load != nullptr;
  const bool as_is = is_element(op.a.data_type, x.a) && is_element(op.b.data_type, x.b);
  return x.is_integer || is_widened || as_is ? accepted : "types";
}

gemm_tensors tensors_of(const brgemm_op &op) noexcept {
  gemm_tensors t = {};
  t.src = {&op.a, DNNL_ARG_SRC, 1, 0};
  t.weights = {&op.b, DNNL_ARG_WEIGHTS, 0, 2};
  t.dst = {&op.d, DNNL_ARG_DST, 1, 2};
  t.bias = &zero_md;
  t.bias_arg = DNNL_ARG_BIAS;
  t.columns = 1;
  t.starts_from_bias = false;
  return t;
}

}  // namespace

refusal plan_brgemm(plan_request &request) noexcept {
  const auto &op = request.problem<brgemm_op>();
  const auto &parts = request.parts_as<product_parts>();
  const multiply_backend &backend = *parts.multiply;
  if (const refusal reason = check(op, backend)) return reason;
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  const product &x = *backend.multiply;
  auto &plan = request.make_plan<brgemm_plan, brgemm_op>();
  const dim_t lanes = dim_t(backend.lanes());
  const dim_t steps = div_up(op.k, dim_t(x.group)), columns = lanes * x.tiles->max_vectors;
  plan.lanes = lanes;
  plan.columns = columns;
  plan.steps = steps;
  const matrix a = a_of(op, nullptr);
  plan.packs_a = !reads_a_in_place(a, x) || op.k % x.group != 0;
  plan.reads_b_in_place = lies_as_read(op, x);
  plan.is_plain = plan.reads_b_in_place && !plan.packs_a && !op.has_post_ops && op.n % lanes == 0 &&
                  !(x.is_integer && shift_of(op.a.data_type, x.a) != 0);
  if (op.has_post_ops)
    if (const refusal reason = plan_finish(request, *parts.gemm, tensors_of(op), x.is_integer,
                                           columns, plan.finish, true))
      return reason;
  plan.taps_at = request.add_scratch(scratch_bytes({op.batch, dim_t(sizeof(tile_tap))}));
  if (plan.packs_a) {
    plan.a_bytes = round_up(packed_a_bytes(a, op.m + lanes, steps, backend), dim_t(data_alignment));
    // All of the batch, where tiles take it at once.
    plan.a_at =
        request.add_scratch(scratch_bytes({plan.reads_b_in_place ? op.batch : 1, plan.a_bytes}));
  }
  // Whole groups as they are given, which may become several.
  plan.b_at = request.add_scratch(
      scratch_bytes({columns, round_up(steps * x.group, op.b_group), dim_t(size_of(x.b))}));
  plan.stage_at = request.add_scratch(scratch_bytes({columns, 4, dim_t(sizeof(float))}));
  if (x.is_integer)
    plan.columns_at = request.add_scratch(scratch_bytes({round_up(op.n, columns), sum_bytes}));
  if (op.has_post_ops)
    plan.sums_at = request.add_scratch(scratch_bytes({op.m, round_up(op.n, lanes), sum_bytes}));
  return accepted;
}

namespace {

// One execution.
class brgemm_run {
 public:
  explicit brgemm_run(const run_context &context) noexcept;
  void run() noexcept;

 private:
  template <class T>
  T *scratch(size_t at) const noexcept {
    return reinterpret_cast<T *>(context_.scratchpad + at);
  }
  char *sums(dim_t row, dim_t col) const noexcept {
    return sums_ + (row * step_ + col) * sum_bytes;
  }
  char *packed_a(dim_t i) const noexcept {
    return scratch<char>(plan_.a_at) + (plan_.reads_b_in_place ? i * plan_.a_bytes : 0);
  }
  void pack(dim_t i) noexcept;
  void set_taps() noexcept;
  void add_batch(dim_t col, dim_t cols) noexcept;
  void add_one(dim_t i, dim_t col, dim_t cols) noexcept;
  void set_start(tile_args &t, bool is_first, dim_t col) const noexcept;
  void sum_columns(tile_args t, bool is_first, dim_t col) noexcept;
  void take_off_shift() noexcept;
  void finish() noexcept;

  const run_context &context_;
  const brgemm_op &op_;
  const product_parts &parts_;
  const multiply_backend &backend_;
  const product &x_;
  const brgemm_plan &plan_;
  const char *const a_, *const b_;
  const dim_t *const offsets_;
  char *const c_, *const d_;
  const dim_t lanes_, columns_;
  dim_t step_;  // of sums
  char *sums_;
  int32_t shift_;  // of A
  tile_args args_ = {};
};

brgemm_run::brgemm_run(const run_context &context) noexcept
    : context_(context),
      op_(context.problem<brgemm_op>()),
      parts_(context.parts_as<product_parts>()),
      backend_(*parts_.multiply),
      x_(*backend_.multiply),
      plan_(context.plan_as<brgemm_plan, brgemm_op>()),
      a_(brgemm_call::of(context).a),
      b_(brgemm_call::of(context).b),
      offsets_(brgemm_call::of(context).offsets),
      c_(brgemm_call::of(context).c),
      d_(context.data<char>(DNNL_ARG_DST)),
      lanes_(plan_.lanes),
      columns_(plan_.columns),
      step_(d_ ? round_up(op_.n, lanes_) : op_.ldc),
      sums_(d_ ? scratch<char>(plan_.sums_at) : c_),
      shift_(x_.is_integer ? shift_of(op_.a.data_type, x_.a) : 0) {
  const dim_t a_size = dim_t(size_of(x_.a)), b_size = dim_t(size_of(x_.b));
  args_.steps = size_t(plan_.steps);
  args_.a_row = ptrdiff_t(op_.lda * a_size);
  args_.a_step = ptrdiff_t(x_.group * a_size);
  args_.b_step = ptrdiff_t(op_.ldb * x_.group * b_size);
  args_.c_row = ptrdiff_t(step_);
}

// From C, or from zeros; then from what is there.
void brgemm_run::set_start(tile_args &t, bool is_first, dim_t col) const noexcept {
  if (!is_first) {
    t.start = t.c;
    t.start_row = t.c_row;
  } else if (op_.adds_c) {
    t.start = c_ + col * sum_bytes;
    t.start_row = ptrdiff_t(op_.ldc);
  }
}

// All of the batch at once, read where it is.
void brgemm_run::add_batch(dim_t col, dim_t cols) noexcept {
  auto *taps = scratch<tile_tap>(plan_.taps_at);
  tile_args t = args_;
  t.a = plan_.packs_a ? scratch<char>(plan_.a_at) : a_;
  t.b = b_ + col * x_.group * dim_t(size_of(x_.b));
  t.taps = taps;
  t.tap_count = size_t(op_.batch);
  t.c = sums(0, col);
  t.cols = size_t(cols);
  set_start(t, true, col);
  if (d_) t.relu = plan_.finish.relu;
  run_panel(*x_.tiles, size_t(lanes_), t, size_t(op_.m));
  if (shift_ == 0) return;
  for (dim_t i = 0; i < op_.batch; ++i) taps[i].a = 0;
  sum_columns(t, true, col);
}

// One of the batch, to a panel of columns.
void brgemm_run::add_one(dim_t i, dim_t col, dim_t cols) noexcept {
  static constexpr tile_tap whole = {0, 0};
  const bool in_place = plan_.reads_b_in_place && cols % lanes_ == 0;
  tile_args t = args_;
  const char *b = b_ + offsets_[2 * i + 1];
  t.a = plan_.packs_a ? packed_a(i) : a_ + offsets_[2 * i];
  t.taps = &whole;
  t.tap_count = 1;
  t.b = in_place ? b + col * x_.group * dim_t(size_of(x_.b))
                 : read_b({op_, backend_, columns_, plan_.steps}, {b, col, cols},
                          scratch<char>(plan_.b_at), scratch<float>(plan_.stage_at));
  if (!in_place) t.b_step = ptrdiff_t(columns_ * x_.group * dim_t(size_of(x_.b)));
  t.c = sums(0, col);
  t.cols = size_t(cols);
  set_start(t, i == 0, col);
  if (d_ && i == op_.batch - 1) t.relu = plan_.finish.relu;
  run_panel(*x_.tiles, size_t(lanes_), t, size_t(op_.m));
  if (shift_ == 0) return;
  sum_columns(t, i == 0, col);
}

// By a row of ones.
void brgemm_run::sum_columns(tile_args t, bool is_first, dim_t col) noexcept {
  t.a = group_of_ones(x_.a);
  t.a_step = 0;
  t.c = scratch<uint32_t>(plan_.columns_at) + col;
  t.start = is_first ? nullptr : t.c;
  t.start_row = 0;
  t.c_row = 0;
  run_panel(*x_.tiles, size_t(lanes_), t, 1);
}

// sum(a * b) = sum((a + shift) * b) - shift * sum(b), modulo 2^32
void brgemm_run::take_off_shift() noexcept {
  auto *of_columns = scratch<uint32_t>(plan_.columns_at);
  for (dim_t c = 0; c < op_.n; ++c) of_columns[c] *= uint32_t(shift_);
  for (dim_t r = 0; r < op_.m; ++r) {
    auto *row = reinterpret_cast<uint32_t *>(sums(r, 0));
    for (dim_t c = 0; c < op_.n; ++c) row[c] -= of_columns[c];
  }
}

void brgemm_run::finish() noexcept {
  const gemm_tensors t = tensors_of(op_);
  const finish_stage stage(context_, *parts_.gemm, t, plan_.finish);
  activation layout = {};
  layout.run = op_.n;
  const dim_t row_step = op_.d.blocked.strides[0];
  stage.finish({&layout, row_step, op_.m, 0, op_.n}, sums_, step_, {{}, 1}, d_);
}

void brgemm_run::pack(dim_t i) noexcept {
  const matrix a = a_of(op_, a_ + offsets_[2 * i]);
  const packed_steps steps = pack_a(backend_, {a, 0, op_.m, 0, op_.k}, packed_a(i), nullptr);
  args_.a_row = steps.row;
  args_.a_step = steps.step;
}

// Of each panel anew: the sums of columns are made with others.
void brgemm_run::set_taps() noexcept {
  auto *taps = scratch<tile_tap>(plan_.taps_at);
  for (dim_t i = 0; i < op_.batch; ++i)
    taps[i] = {ptrdiff_t(plan_.packs_a ? i * plan_.a_bytes : offsets_[2 * i]),
               ptrdiff_t(offsets_[2 * i + 1])};
}

void brgemm_run::run() noexcept {
  const bool at_once = plan_.reads_b_in_place;
  for (dim_t i = 0; at_once && plan_.packs_a && i < op_.batch; ++i) pack(i);
  for (dim_t i = 0; i < op_.batch; ++i) {
    if (!at_once && plan_.packs_a) pack(i);
    for (dim_t col = 0, cols; col < op_.n; col += cols) {
      cols = min(columns_, op_.n - col);
      if (cols > lanes_) cols -= cols % lanes_;
      if (!at_once || cols % lanes_ != 0) {
        add_one(i, col, cols);
      } else if (i == 0) {
        set_taps();
        add_batch(col, cols);
      }
    }
  }
  if (shift_ != 0) take_off_shift();
  release_unit(*x_.tiles);
  if (d_) finish();
}

// The same, where tiles do all: of a call with 100 ns of products, looking for what else there is
// to be done takes 25.
void run_plain(const run_context &context) noexcept {
  const auto &op = context.problem<brgemm_op>();
  const auto &plan = context.plan_as<brgemm_plan, brgemm_op>();
  const product &x = *context.parts_as<product_parts>().multiply->multiply;
  const auto &call = brgemm_call::of(context);
  const dim_t *offsets = call.offsets;
  char *c = call.c;
  auto *taps = reinterpret_cast<tile_tap *>(context.scratchpad + plan.taps_at);
  const dim_t a_size = dim_t(size_of(x.a)), group_bytes = x.group * dim_t(size_of(x.b));
  for (dim_t i = 0; i < op.batch; ++i)
    taps[i] = {ptrdiff_t(offsets[2 * i]), ptrdiff_t(offsets[2 * i + 1])};
  tile_args t = {};
  t.a = call.a;
  t.b = call.b;
  t.taps = taps;
  t.tap_count = size_t(op.batch);
  t.steps = size_t(plan.steps);
  t.a_row = ptrdiff_t(op.lda * a_size);
  t.a_step = ptrdiff_t(x.group * a_size);
  t.b_step = ptrdiff_t(op.ldb * group_bytes);
  t.c_row = ptrdiff_t(op.ldc);
  t.start_row = op.adds_c ? t.c_row : 0;
  for (dim_t col = 0; col < op.n; col += plan.columns) {
    t.cols = size_t(min(plan.columns, op.n - col));
    t.c = c;
    t.start = op.adds_c ? c : nullptr;
    run_panel(*x.tiles, size_t(plan.lanes), t, size_t(op.m));
    t.b += plan.columns * group_bytes;
    c += plan.columns * sum_bytes;
  }
  release_unit(*x.tiles);
}

}  // namespace

void run_brgemm(const run_context &context) noexcept {
  if (context.plan_as<brgemm_plan, brgemm_op>().is_plain) return run_plain(context);
  brgemm_run(context).run();
}

}  // namespace dnnlet::drivers
