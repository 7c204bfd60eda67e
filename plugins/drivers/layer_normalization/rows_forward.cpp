// SPDX-License-Identifier: Apache-2.0
// layer_norm_rows, forward; five facts:
// plugins/kernels/layer_normalization/layer_normalization_forward.cpp.
//
// An item is some rows. A row is read once from memory: its sums, and what becomes of it, come from
// the cache.
#include "plugins/drivers/layer_normalization/places.h"
#include "plugins/drivers/layer_normalization/rows.h"
#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/normalization/moments.h"
#include "plugins/drivers/normalization/scales.h"
#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace layer {

namespace {

constexpr dim_t item_elements = 16384;
constexpr dim_t piece = 4096;  // elements that are summed in f32 before f64 takes over

struct plan {
  size_t weights;      // scale and shift as f32
  size_t rows, bytes;  // a row of f32 of each worker
};

class forward_pass {
 public:
  forward_pass(const run_context &run, const plan &p) noexcept
      : context_(run),
        backend_(run.parts_as<normalization_backend>()),
        op_(run.problem<normalization_op>()),
        plan_(p),
        s_(sizes_of(op_)),
        src_(tensor_of(run, DNNL_ARG_SRC, op_.src, op_.stats.ndims)),
        dst_(tensor_of(run, DNNL_ARG_DST, op_.dst, op_.stats.ndims)),
        stats_(op_.stats, op_.stats.ndims),
        mean_(run.first<float>(DNNL_ARG_MEAN, op_.stats)),
        variance_(run.first<float>(DNNL_ARG_VARIANCE, op_.stats)),
        scale_(weights(DNNL_ARG_SCALE, op_.scale, 0)),
        shift_(weights(DNNL_ARG_SHIFT, op_.shift, 1)),
        src_scale_(normalization::scale_of(run, DNNL_ARG_SRC)),
        inverse_dst_scale_(1 / normalization::scale_of(run, DNNL_ARG_DST)),
        has_attributes_(run.attr->post_ops.entries.count > 0 || src_scale_ != 1 ||
                        inverse_dst_scale_ != 1) {}

  void run() const noexcept {
    const dim_t part = max<dim_t>(item_elements / s_.c, 1);
    parallel_for(context_.workers, div_up(s_.rows, part), [&](int64_t item, int worker) {
      char *scratch = context_.scratchpad + plan_.rows + size_t(worker) * plan_.bytes;
      const dim_t end = min(item * part + part, s_.rows);
      for (dim_t row = item * part; row < end; ++row)
        normalize(row, reinterpret_cast<float *>(scratch));
    });
  }

 private:
  // As f32, in their place or converted.
  const float *weights(int arg, int is_there, dim_t number) const noexcept {
    if (!is_there) return nullptr;
    if (op_.weights.data_type == dnnl_f32) return context_.first<float>(arg, op_.weights);
    float *to = reinterpret_cast<float *>(context_.scratchpad + plan_.weights) + number * s_.c;
    backend_.rows.load(op_.weights.data_type, first_byte(context_, arg, op_.weights), 0, to,
                       size_t(s_.c));
    return to;
  }

  // Of a row, which is f32 by now.
  row_normalization statistics(const float *x, dim_t at) const noexcept {
    double mean = 0, variance = 0;
    if (op_.stats_in) {
      if (op_.mean_in) mean = double(mean_[at]);
      variance = double(variance_[at]);
    } else {
      const normalization::moments m = moments_of(x);
      mean = m.mean;
      variance = m.variance();
      if (op_.mean_out) mean_[at] = float(mean);
      if (op_.stats_out) variance_[at] = float(variance);
    }
    return {float(mean), float(normalization::inverse_deviation(variance, op_.epsilon)), 0};
  }

  normalization::moments moments_of(const float *x) const noexcept {
    normalization::moments m = normalization::no_elements;
    const bool is_about_zero = op_.has(dnnl_rms_norm);
    for (dim_t i = 0; i < s_.c; i += piece) {
      const dim_t n = min(piece, s_.c - i), some = min(n, normalization::center_elements);
      const rows_of_f32 row = {x + i, 0};
      const float center = is_about_zero ? 0 : backend_.sum(row, 1, size_t(some)) / float(some);
      const two_sums sums = backend_.spread(row, 1, size_t(n), center);
      if (is_about_zero)
        m.add({double(n), 0, double(sums.second)});
      else
        m.add(normalization::moments_about(n, center, double(sums.first), double(sums.second)));
    }
    return m;
  }

  void normalize(dim_t row, float *scratch) const noexcept {
    const dim_t from = src_.rows.at(row), to = dst_.rows.at(row);
    const size_t n = size_t(s_.c);
    const float *x = src_.is_f32() ? src_.f32(from) : scratch;
    if (!src_.is_f32()) backend_.rows.load(src_.type, src_.data, size_t(from), scratch, n);
    const row_normalization r = statistics(x, stats_.at(row));
    float *y = dst_.is_f32() && !keeps_dst() ? dst_.f32(to) : scratch;
    backend_.normalize_scaled(r, x, scale_, shift_, y, n);
    if (has_attributes_) apply_attributes(y, row);
    if (y == scratch) backend_.rows.store(dst_.type, dst_.data, size_t(to), y, n);
  }

  // A sum reads what dst was.
  bool keeps_dst() const noexcept { return has_attributes_; }

  void apply_attributes(float *y, dim_t row) const noexcept {
    const auto multiply = [&](float factor) {
      const row_function f = backend_.rows.eltwise(dnnl_eltwise_linear, factor, 0);
      backend_.rows.apply(f, y, nullptr, y, size_t(s_.c), factor, 0);
    };
    if (src_scale_ != 1) multiply(src_scale_);
    if (const int count = context_.attr->post_ops.entries.count) {
      dim_t index[max_ndims] = {};
      for (int d = op_.stats.ndims - 1; d >= 0; --d) {
        index[d] = row % op_.stats.dims[d];
        row /= op_.stats.dims[d];
      }
      apply_row_post_ops(backend_.rows, context_, op_.dst, y, size_t(s_.c), index,
                         op_.dst.ndims - 1, 0, count);
    }
    if (inverse_dst_scale_ != 1) multiply(inverse_dst_scale_);
  }

  const run_context &context_;
  const normalization_backend &backend_;
  const normalization_op &op_;
  const plan &plan_;
  const sizes s_;
  const tensor src_, dst_;
  const places stats_;
  float *const mean_, *const variance_;
  const float *const scale_, *const shift_;
  const float src_scale_, inverse_dst_scale_;
  const bool has_attributes_;
};

}  // namespace

}  // namespace layer

refusal plan_layer_rows_forward(plan_request &request) {
  const auto &op = request.problem<normalization_op>();
  if (const refusal reason = layer::check(op.src)) return reason;
  if (const refusal reason = layer::check(op.dst)) return reason;
  if (const refusal reason = check_row_post_ops(*request.attr, op.dst)) return reason;
  auto &p = request.make_plan<layer::plan, normalization_op>();
  const dim_t c = layer::sizes_of(op).c;
  if (!is_zero(op.weights) && op.weights.data_type != dnnl_f32)
    p.weights = request.add_scratch(scratch_bytes({2, c, dim_t(sizeof(float))}));
  const bool is_direct =
      op.src.data_type == dnnl_f32 && op.dst.data_type == dnnl_f32 && kinds_in(*request.attr) == 0;
  p.bytes = is_direct ? 0 : worker_share(scratch_bytes({c, dim_t(sizeof(float))}));
  p.rows = request.add_scratch(scratch_bytes({request.max_workers, dim_t(p.bytes)}));
  return accepted;
}

void run_layer_rows_forward(const run_context &context) {
  const auto &plan = context.plan_as<layer::plan, normalization_op>();
  layer::forward_pass(context, plan).run();
}

}  // namespace dnnlet::drivers
