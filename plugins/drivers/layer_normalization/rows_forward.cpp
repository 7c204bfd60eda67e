// SPDX-License-Identifier: Apache-2.0
// layer_norm_rows, forward; five facts:
// plugins/kernels/layer_normalization/layer_normalization_forward.cpp.
//
// An item is some rows. A row is read once from memory: its sums, and what becomes of it, come from
// the cache. Where functions do not take both types, or there are attributes, some rows stop as f32
// in between; but scales are no reason to where dst is bytes.
#include "plugins/drivers/layer_normalization/backend.h"
#include "plugins/drivers/layer_normalization/places.h"
#include "plugins/drivers/layer_normalization/rows.h"
#include "plugins/drivers/normalization/layout.h"
#include "plugins/drivers/normalization/scales.h"
#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace layer {

namespace {

constexpr dim_t item_elements = 16384;
constexpr dim_t converted_elements = 2048;  // that stop as f32, or one row

struct plan {
  size_t weights;      // scale and shift as f32
  size_t rows, bytes;  // rows of f32 of each worker
  dim_t together;      // so many; 0: none is converted
};

// Of each of them: both begin with a cache line.
size_t weights_bytes(dim_t c) noexcept {
  return worker_share(scratch_bytes({c, dim_t(sizeof(float))}));
}

// Whether functions write dst as it is to be: those to bytes take scales.
bool can_write(const layer_backend &backend, data_type src, const attributes &attr,
               const normalization_op &op) noexcept {
  const unsigned taken = type_size(op.dst.data_type) == 1 ? unsigned(uses_scales) : 0;
  return backend.functions_of(src, op.dst.data_type).normalize && (kinds_in(attr) & ~taken) == 0;
}

class forward_pass {
 public:
  forward_pass(const run_context &run, const plan &p) noexcept
      : context_(run),
        backend_(run.parts_as<layer_backend>()),
        op_(run.problem<normalization_op>()),
        plan_(p),
        s_(sizes_of(op_)),
        src_(tensor_of(run, DNNL_ARG_SRC, op_.src, op_.stats.ndims)),
        dst_(tensor_of(run, DNNL_ARG_DST, op_.dst, op_.stats.ndims)),
        stats_(op_.stats, op_.stats.ndims),
        mean_(run.first<float>(DNNL_ARG_MEAN, op_.stats)),
        variance_(run.first<float>(DNNL_ARG_VARIANCE, op_.stats)),
        scale_(weights(DNNL_ARG_SCALE, op_.scale, 1, 0)),
        shift_(weights(DNNL_ARG_SHIFT, op_.shift, 0, 1)),
        src_scale_(normalization::scale_of(run, DNNL_ARG_SRC)),
        inverse_dst_scale_(1 / normalization::scale_of(run, DNNL_ARG_DST)),
        exceed_caches_(dst_.data != src_.data && bytes_of({&op_.src, &op_.dst}) > most_cached) {}

  void run() const noexcept {
    const dim_t part = max<dim_t>((exceed_caches_ ? 16 : 1) * item_elements / s_.c, 1);
    parallel_for(context_.workers, div_up(s_.rows, part), [&](int64_t item, int worker) {
      char *scratch = context_.scratchpad + plan_.rows + size_t(worker) * plan_.bytes;
      const dim_t begin = item * part, count = min(part, s_.rows - begin);
      if (plan_.together == 0)
        normalize(begin, count);
      else
        normalize_values(begin, count, reinterpret_cast<float *>(scratch));
    });
  }

 private:
  // As f32, in their place or converted; where there are none, numbers that change nothing.
  const float *weights(int arg, int is_there, float neutral, dim_t number) const noexcept {
    if (is_there && op_.weights.data_type == dnnl_f32)
      return context_.first<float>(arg, op_.weights);
    float *to = reinterpret_cast<float *>(context_.scratchpad + plan_.weights +
                                          size_t(number) * weights_bytes(s_.c));
    for (dim_t i = 0; !is_there && i < s_.c; ++i) to[i] = neutral;
    if (!is_there) return to;
    backend_.rows.load(op_.weights.data_type, first_byte(context_, arg, op_.weights), 0, to,
                       size_t(s_.c));
    return to;
  }

  layer_rows rows_from(dim_t row, dim_t count) const noexcept {
    const dim_t at = stats_.at(row);
    layer_rows rows = {};
    rows.count = size_t(count);
    rows.n = size_t(s_.c);
    rows.scale = scale_;
    rows.shift = shift_;
    rows.statistics = {op_.mean_in || op_.mean_out ? mean_ + at : nullptr,
                       op_.stats_in || op_.stats_out ? variance_ + at : nullptr,
                       ptrdiff_t(stats_.stride())};
    rows.is_given = op_.stats_in != 0;
    rows.is_rms = op_.has(dnnl_rms_norm);
    rows.epsilon = op_.epsilon;
    rows.dst_factor = src_scale_ * inverse_dst_scale_;
    return rows;
  }

  void normalize(dim_t begin, dim_t count) const noexcept {
    const bool are_even = src_.rows.are_even() && dst_.rows.are_even() && stats_.are_even();
    const dim_t together = are_even ? count : 1;
    const typed_layers f = backend_.functions_of(src_.type, dst_.type);
    for (dim_t row = begin; row < begin + count; row += together) {
      layer_rows rows = rows_from(row, together);
      rows.x = {src_.row(row), ptrdiff_t(src_.rows.stride())};
      rows.y = {dst_.row(row), ptrdiff_t(dst_.rows.stride())};
      rows.exceed_caches = exceed_caches_;
      f.normalize(rows);
    }
  }

  // Rows of f32, converted where they must be. Scales alone find f32 where it is to be.
  void normalize_values(dim_t begin, dim_t count, float *values) const noexcept {
    const dim_t together = stats_.are_even() ? plan_.together : 1;
    const bool reads = src_.type == dnnl_f32 && src_.rows.are_even();
    const bool to_f32 = dst_.type == dnnl_f32 && (kinds_in(*context_.attr) & ~uses_scales) == 0;
    const bool writes =
        dst_.rows.are_even() && (to_f32 || can_write(backend_, dnnl_f32, *context_.attr, op_));
    const typed_layers f = backend_.functions_of(dnnl_f32, writes ? dst_.type : dnnl_f32);
    for (dim_t i = 0; i < count; i += together) {
      const dim_t row = begin + i, some = min(together, count - i);
      layer_rows rows = rows_from(row, some);
      rows.x = {values, ptrdiff_t(s_.c)};
      rows.y = {values, ptrdiff_t(s_.c)};
      if (reads)
        rows.x = {src_.row(row), ptrdiff_t(src_.rows.stride())};
      else
        load_rows(backend_.rows, src_, row, some, s_.c, values);
      if (writes)
        rows.y = {dst_.row(row), ptrdiff_t(dst_.rows.stride())};
      else
        rows.dst_factor = 1;
      f.normalize(rows);
      if (writes) continue;
      apply_attributes(rows.y, row, some);
      store_rows(backend_.rows, dst_, row, some, s_.c, values);
    }
  }

  void apply_attributes(const written_rows &y, dim_t row, dim_t count) const noexcept {
    const bool has_post_ops = context_.attr->post_ops.entries.count > 0;
    const float first = has_post_ops ? src_scale_ : 1;
    const float last = has_post_ops ? inverse_dst_scale_ : src_scale_ * inverse_dst_scale_;
    if (first != 1) multiply(y, count, first);
    for (dim_t r = 0; has_post_ops && r < count; ++r)
      apply_post_ops(static_cast<float *>(y.data) + r * y.stride, row + r);
    if (last != 1) multiply(y, count, last);
  }
  void multiply(const written_rows &y, dim_t count, float factor) const noexcept {
    const row_function f = backend_.rows.eltwise(dnnl_eltwise_linear, factor, 0);
    const dim_t together = y.stride == s_.c ? count : 1;
    for (dim_t r = 0; r < count; r += together) {
      float *values = static_cast<float *>(y.data) + r * y.stride;
      backend_.rows.apply(f, values, nullptr, values, size_t(together * s_.c), factor, 0);
    }
  }
  void apply_post_ops(float *y, dim_t row) const noexcept {
    dim_t index[max_ndims] = {};
    for (int d = op_.stats.ndims - 1; d >= 0; --d) {
      index[d] = row % op_.stats.dims[d];
      row /= op_.stats.dims[d];
    }
    apply_row_post_ops(backend_.rows, context_, op_.dst, y, size_t(s_.c), index, op_.dst.ndims - 1,
                       0, context_.attr->post_ops.entries.count);
  }

  const run_context &context_;
  const layer_backend &backend_;
  const normalization_op &op_;
  const plan &plan_;
  const sizes s_;
  const tensor src_, dst_;
  const places stats_;
  float *const mean_, *const variance_;
  const float *const scale_, *const shift_;
  const float src_scale_, inverse_dst_scale_;
  const bool exceed_caches_;
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
  constexpr dim_t number = sizeof(float);
  if (!op.scale || !op.shift || op.weights.data_type != dnnl_f32)
    p.weights = request.add_scratch(2 * layer::weights_bytes(c));
  const auto &backend = request.parts_as<layer_backend>();
  if (layer::can_write(backend, op.src.data_type, *request.attr, op)) return accepted;
  p.together = max<dim_t>(layer::converted_elements / c, 1);
  p.bytes = worker_share(scratch_bytes({p.together, c, number}));
  p.rows = request.add_scratch(scratch_bytes({request.max_workers, dim_t(p.bytes)}));
  return accepted;
}

void run_layer_rows_forward(const run_context &context) {
  const auto &plan = context.plan_as<layer::plan, normalization_op>();
  layer::forward_pass(context, plan).run();
}

}  // namespace dnnlet::drivers
