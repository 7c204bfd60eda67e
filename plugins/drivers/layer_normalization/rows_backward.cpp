// SPDX-License-Identifier: Apache-2.0
// layer_norm_rows, backward; five facts:
// plugins/kernels/layer_normalization/layer_normalization_backward.cpp.
//
// An item is some rows, of which it adds up the gradients of scale and shift; then these sums are
// added, item after item. Where types differ, some rows stop as f32 in between.
#include "plugins/drivers/layer_normalization/backend.h"
#include "plugins/drivers/layer_normalization/places.h"
#include "plugins/drivers/layer_normalization/rows.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace layer {

namespace {

constexpr dim_t rows_of_item = 64;
constexpr dim_t converted_elements = 2048;  // of each of two tensors that stop as f32, or one row
constexpr dim_t added_together = 64;        // channels of an item that adds up the others' sums

struct plan {
  size_t scale;        // as f32, ones where there is none
  size_t sums;         // of each item: of diff_scale, then of diff_shift
  size_t rows, bytes;  // rows of f32 of each worker
  dim_t together;      // so many of each of two tensors; 0: none is converted
};

class backward_pass {
 public:
  backward_pass(const run_context &run, const plan &p) noexcept
      : context_(run),
        backend_(run.parts_as<layer_backend>()),
        op_(run.problem<normalization_op>()),
        plan_(p),
        s_(sizes_of(op_)),
        src_(tensor_of(run, DNNL_ARG_SRC, op_.src, op_.stats.ndims)),
        diff_dst_(tensor_of(run, DNNL_ARG_DIFF_DST, op_.diff_dst, op_.stats.ndims)),
        diff_src_(tensor_of(run, DNNL_ARG_DIFF_SRC, op_.diff_src, op_.stats.ndims)),
        stats_(op_.stats, op_.stats.ndims),
        mean_(run.first<float>(DNNL_ARG_MEAN, op_.stats)),
        variance_(run.first<float>(DNNL_ARG_VARIANCE, op_.stats)),
        scale_(scale()) {}

  void run() const noexcept {
    const dim_t items = div_up(s_.rows, rows_of_item);
    parallel_for(context_.workers, items, [&](int64_t item, int worker) {
      char *scratch = context_.scratchpad + plan_.rows + size_t(worker) * plan_.bytes;
      run_item(item, reinterpret_cast<float *>(scratch));
    });
    if (!has_weights()) return;
    parallel_for(context_.workers, div_up(s_.c, added_together), [&](int64_t item, int) {
      const dim_t begin = item * added_together;
      add_items(items, begin, min(added_together, s_.c - begin));
    });
  }

 private:
  bool has_weights() const noexcept { return op_.diff_scale || op_.diff_shift; }
  float *sums_of(dim_t item) const noexcept {
    return reinterpret_cast<float *>(context_.scratchpad + plan_.sums) + item * 2 * s_.c;
  }
  const float *scale() const noexcept {
    if (op_.scale && op_.weights.data_type == dnnl_f32)
      return context_.first<float>(DNNL_ARG_SCALE, op_.weights);
    float *to = reinterpret_cast<float *>(context_.scratchpad + plan_.scale);
    if (op_.scale)
      backend_.rows.load(op_.weights.data_type, first_byte(context_, DNNL_ARG_SCALE, op_.weights),
                         0, to, size_t(s_.c));
    for (dim_t i = 0; !op_.scale && i < s_.c; ++i) to[i] = 1;
    return to;
  }

  layer_gradient_rows rows_from(dim_t row, dim_t count, float *sums) const noexcept {
    const dim_t at = stats_.at(row);
    layer_gradient_rows rows = {};
    rows.count = size_t(count);
    rows.n = size_t(s_.c);
    rows.scale = scale_;
    rows.diff_scale = sums;
    rows.diff_shift = sums ? sums + s_.c : nullptr;
    rows.statistics = {op_.mean_in ? mean_ + at : nullptr, variance_ + at,
                       ptrdiff_t(stats_.stride())};
    rows.is_global = op_.has(dnnl_use_global_stats);
    rows.epsilon = op_.epsilon;
    return rows;
  }

  void run_item(dim_t item, float *scratch) const noexcept {
    float *sums = has_weights() ? sums_of(item) : nullptr;
    for (dim_t i = 0; sums && i < 2 * s_.c; ++i) sums[i] = 0;
    const dim_t begin = item * rows_of_item, count = min(rows_of_item, s_.rows - begin);
    if (plan_.together == 0)
      find_gradients(begin, count, sums);
    else
      find_values(begin, count, sums, scratch);
  }

  void find_gradients(dim_t begin, dim_t count, float *sums) const noexcept {
    const bool are_even = src_.rows.are_even() && diff_dst_.rows.are_even() &&
                          diff_src_.rows.are_even() && stats_.are_even();
    const dim_t together = are_even ? count : 1;
    const typed_layers f = backend_.functions_of(src_.type, src_.type);
    for (dim_t row = begin; row < begin + count; row += together) {
      layer_gradient_rows rows = rows_from(row, together, sums);
      rows.x = {src_.row(row), ptrdiff_t(src_.rows.stride())};
      rows.dy = {diff_dst_.row(row), ptrdiff_t(diff_dst_.rows.stride())};
      rows.dx = {diff_src_.row(row), ptrdiff_t(diff_src_.rows.stride())};
      f.gradient(rows);
    }
  }

  void find_values(dim_t begin, dim_t count, float *sums, float *x) const noexcept {
    float *dy = x + plan_.together * s_.c;
    const dim_t together = stats_.are_even() ? plan_.together : 1;
    const typed_layers f = backend_.functions_of(dnnl_f32, dnnl_f32);
    for (dim_t i = 0; i < count; i += together) {
      const dim_t row = begin + i, some = min(together, count - i);
      load_rows(backend_.rows, src_, row, some, s_.c, x);
      load_rows(backend_.rows, diff_dst_, row, some, s_.c, dy);
      layer_gradient_rows rows = rows_from(row, some, sums);
      rows.x = {x, ptrdiff_t(s_.c)};
      rows.dy = {dy, ptrdiff_t(s_.c)};
      rows.dx = {dy, ptrdiff_t(s_.c)};
      f.gradient(rows);
      store_rows(backend_.rows, diff_src_, row, some, s_.c, dy);
    }
  }

  void add_items(dim_t items, dim_t begin, dim_t count) const noexcept {
    double diff_scale[added_together] = {}, diff_shift[added_together] = {};
    for (dim_t item = 0; item < items; ++item) {
      const float *sums = sums_of(item) + begin;
      for (dim_t i = 0; i < count; ++i) {
        diff_scale[i] += double(sums[i]);
        diff_shift[i] += double(sums[s_.c + i]);
      }
    }
    if (op_.diff_scale) write(DNNL_ARG_DIFF_SCALE, begin, diff_scale, count);
    if (op_.diff_shift) write(DNNL_ARG_DIFF_SHIFT, begin, diff_shift, count);
  }
  void write(int arg, dim_t begin, const double *sums, dim_t count) const noexcept {
    float values[added_together];
    for (dim_t i = 0; i < count; ++i) values[i] = float(sums[i]);
    backend_.rows.store(op_.weights.data_type, first_byte(context_, arg, op_.weights),
                        size_t(begin), values, size_t(count));
  }

  const run_context &context_;
  const layer_backend &backend_;
  const normalization_op &op_;
  const plan &plan_;
  const sizes s_;
  const tensor src_, diff_dst_, diff_src_;
  const places stats_;
  float *const mean_, *const variance_;
  const float *const scale_;
};

}  // namespace

}  // namespace layer

refusal plan_layer_rows_backward(plan_request &request) {
  const auto &op = request.problem<normalization_op>();
  for (const memory_desc *md : {&op.src, &op.diff_dst, &op.diff_src})
    if (const refusal reason = layer::check(*md)) return reason;
  auto &p = request.make_plan<layer::plan, normalization_op>();
  const layer::sizes s = layer::sizes_of(op);
  constexpr dim_t number = sizeof(float);
  if (!op.scale || op.weights.data_type != dnnl_f32)
    p.scale = request.add_scratch(scratch_bytes({s.c, number}));
  if (op.diff_scale || op.diff_shift)
    p.sums =
        request.add_scratch(scratch_bytes({div_up(s.rows, layer::rows_of_item), 2, s.c, number}));
  const data_type type = op.src.data_type;
  const bool has_functions = request.parts_as<layer_backend>().functions_of(type, type).gradient;
  if (has_functions && op.diff_dst.data_type == type && op.diff_src.data_type == type)
    return accepted;
  p.together = max<dim_t>(layer::converted_elements / s.c, 1);
  p.bytes = worker_share(scratch_bytes({2, p.together, s.c, number}));
  p.rows = request.add_scratch(scratch_bytes({request.max_workers, dim_t(p.bytes)}));
  return accepted;
}

void run_layer_rows_backward(const run_context &context) {
  const auto &plan = context.plan_as<layer::plan, normalization_op>();
  layer::backward_pass(context, plan).run();
}

}  // namespace dnnlet::drivers
