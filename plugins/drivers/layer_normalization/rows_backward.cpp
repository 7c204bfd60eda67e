// SPDX-License-Identifier: Apache-2.0
// layer_norm_rows, backward; five facts:
// plugins/kernels/layer_normalization/layer_normalization_backward.cpp.
//
// An item is some rows, of which it adds up the gradients of scale and shift; then these sums are
// added, item after item.
#include "plugins/drivers/layer_normalization/places.h"
#include "plugins/drivers/layer_normalization/rows.h"
#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/normalization/moments.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace layer {

namespace {

constexpr dim_t rows_of_item = 64;
constexpr dim_t piece = 4096;         // elements that are summed in f32 before f64 takes over
constexpr dim_t added_together = 64;  // channels of an item that adds up the others' sums

struct plan {
  size_t scale;        // as f32
  size_t sums;         // of each item: of diff_scale, then of diff_shift
  size_t rows, bytes;  // two rows of f32 of each worker
};

class backward_pass {
 public:
  backward_pass(const run_context &run, const plan &p) noexcept
      : context_(run),
        backend_(run.parts_as<normalization_backend>()),
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
    if (!op_.scale) return nullptr;
    if (op_.weights.data_type == dnnl_f32)
      return context_.first<float>(DNNL_ARG_SCALE, op_.weights);
    float *to = reinterpret_cast<float *>(context_.scratchpad + plan_.scale);
    backend_.rows.load(op_.weights.data_type, first_byte(context_, DNNL_ARG_SCALE, op_.weights), 0,
                       to, size_t(s_.c));
    return to;
  }
  const float *read(const tensor &from, dim_t row, float *buffer) const noexcept {
    const dim_t at = from.rows.at(row);
    if (from.is_f32()) return from.f32(at);
    backend_.rows.load(from.type, from.data, size_t(at), buffer, size_t(s_.c));
    return buffer;
  }

  void run_item(dim_t item, float *scratch) const noexcept {
    const size_t n = size_t(s_.c);
    float *diff_scale = has_weights() ? sums_of(item) : nullptr, *diff_shift = diff_scale + n;
    for (size_t i = 0; diff_scale && i < 2 * n; ++i) diff_scale[i] = 0;
    const dim_t end = min(item * rows_of_item + rows_of_item, s_.rows);
    for (dim_t row = item * rows_of_item; row < end; ++row) {
      const float *x = read(src_, row, scratch), *dy = read(diff_dst_, row, scratch + n);
      const dim_t at = stats_.at(row);
      const float mean = op_.mean_in ? mean_[at] : 0;
      const double r = normalization::inverse_deviation(double(variance_[at]), op_.epsilon);
      if (diff_scale) backend_.add_weights({mean, float(r), 0}, x, dy, diff_scale, diff_shift, n);
      const dim_t to = diff_src_.rows.at(row);
      float *dx = diff_src_.is_f32() ? diff_src_.f32(to) : scratch + n;
      backend_.gradient_scaled(gradient_of(x, dy, mean, r), x, dy, scale_, dx, n);
      if (!diff_src_.is_f32())
        backend_.rows.store(diff_src_.type, diff_src_.data, size_t(to), dx, n);
    }
  }

  row_gradient gradient_of(const float *x, const float *dy, float mean, double r) const noexcept {
    if (op_.has(dnnl_use_global_stats)) return {mean, float(r), 0, 0};
    double t1 = 0, t2 = 0;
    for (dim_t i = 0; i < s_.c; i += piece) {
      const two_sums sums = backend_.scaled_products(x + i, dy + i, scale_ ? scale_ + i : nullptr,
                                                     size_t(min(piece, s_.c - i)), mean);
      t1 += double(sums.first);
      t2 += double(sums.second);
    }
    const double n = double(s_.c);
    return {mean, float(r), float(-r * r * r * t2 / n), float(-r * t1 / n)};
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
  const normalization_backend &backend_;
  const normalization_op &op_;
  const plan &plan_;
  const sizes s_;
  const tensor src_, diff_dst_, diff_src_;
  const places stats_;
  const float *const mean_, *const variance_;
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
  if (op.scale && op.weights.data_type != dnnl_f32)
    p.scale = request.add_scratch(scratch_bytes({s.c, number}));
  if (op.diff_scale || op.diff_shift)
    p.sums =
        request.add_scratch(scratch_bytes({div_up(s.rows, layer::rows_of_item), 2, s.c, number}));
  const bool is_f32 = op.src.data_type == dnnl_f32 && op.diff_dst.data_type == dnnl_f32 &&
                      op.diff_src.data_type == dnnl_f32;
  p.bytes = is_f32 ? 0 : worker_share(scratch_bytes({2, s.c, number}));
  p.rows = request.add_scratch(scratch_bytes({request.max_workers, dim_t(p.bytes)}));
  return accepted;
}

void run_layer_rows_backward(const run_context &context) {
  const auto &plan = context.plan_as<layer::plan, normalization_op>();
  layer::backward_pass(context, plan).run();
}

}  // namespace dnnlet::drivers
