// SPDX-License-Identifier: Apache-2.0
// The last stage of a GEMM; formula: finish.h; five facts of what it does to rows:
// plugins/kernels/gemm/finish_rows.cpp, plugins/drivers/rows/row_post_ops.cpp.
#include "plugins/drivers/gemm/finish.h"

#include <algorithm>
#include <initializer_list>

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/combines_rows.h"
#include "plugins/drivers/gemm/finish_columns.h"
#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

// Zero points of src and weights are not the stage's.
refusal check_values(const attributes &attr, const gemm_tensors &t, finish_plan &plan) noexcept {
  for (const quantization &q : attr.scales) {
    if (q.arg == t.apart) continue;
    const bool is_dst = q.arg == t.dst.arg;
    const valued_tensor &of = is_dst ? t.dst : q.arg == t.weights.arg ? t.weights : t.src;
    const values_by by = q.arg == of.arg ? differ_by(q, of) : values_by::unknown;
    if (by == values_by::unknown) return "scales";
    (is_dst ? plan.dst_by_row : plan.by_row) |= by == values_by::row;
  }
  for (const quantization &q : attr.zero_points) {
    if (q.arg != t.dst.arg) continue;
    const values_by by = differ_by(q, t.dst);
    if (by == values_by::unknown) return "zero points";
    plan.dst_by_row |= by == values_by::row;
  }
  const values_by by = bias_differs_by(t);
  if (by == values_by::unknown) return "layout of bias";
  plan.by_row |= by == values_by::row;
  return accepted;
}

bool is_common(const quantization *q) noexcept {
  return !q || q->mask == 0;
}

constexpr dim_t near_values = 4096;

// Whether the post-ops from `first` on make numbers of numbers.
bool keep_finite(const post_ops &ops, int first) noexcept {
  for (int i = first; i < ops.entries.count; ++i) {
    if (ops.entries[i].kind != dnnl_eltwise) return false;
    switch (ops.entries[i].eltwise.alg) {
      case dnnl_eltwise_tanh:
      case dnnl_eltwise_logistic:
      case dnnl_eltwise_swish:
      case dnnl_eltwise_mish:
      case dnnl_eltwise_gelu_tanh:
      case dnnl_eltwise_gelu_erf: break;
      default: return false;
    }
  }
  return true;
}

bool lies_together(const memory_desc &md, int d) noexcept {
  return md.inner_nblks == 0 && md.blocked.strides[d] == 1;
}

}  // namespace

refusal plan_finish(plan_request &request, const gemm_backend &backend, const gemm_tensors &t,
                    integer_flag from_integers, dim_t most_columns, finish_plan &plan,
                    bool pads_bias, fused_kinds kinds) noexcept {
  const attributes &attr = *request.attr;
  const memory_desc &dst = *t.dst.md;
  plan = {};
  if (kinds_in(attr) & ~unsigned(uses_scales | uses_zero_points | uses_post_ops))
    return "attributes";
  if (!backend.writer(dst.data_type)) return "type of dst";
  if (const refusal reason = check_values(attr, t, plan)) return reason;
  if (const refusal reason = check_row_post_ops(attr, dst)) return reason;
  plan.type = dst.data_type;
  plan.from_integers = from_integers;
  plan.has_scales = (t.src.arg != t.apart && find(attr.scales, t.src.arg)) ||
                    (t.weights.arg != t.apart && find(attr.scales, t.weights.arg));
  plan.has_dst_values = find(attr.scales, t.dst.arg) || find(attr.zero_points, t.dst.arg);
  const auto &ops = attr.post_ops.entries;
  plan.folds_dst = from_integers && plan.type == dnnl_f32 && ops.count == 0 && !plan.by_row &&
                   !plan.dst_by_row && find(attr.scales, t.dst.arg) &&
                   !find(attr.zero_points, t.dst.arg);
  if (plan.folds_dst) {
    plan.has_scales = true;
    plan.has_dst_values = false;
  }
  plan.tile_has_bias = !from_integers && !plan.has_scales && !plan.by_row;
  column_post_ops columns = {};  // other roundings than those of one after the other
  if (combines_rows && !attr.deterministic &&
      (from_integers ? !plan.by_row : plan.tile_has_bias && t.starts_from_bias))
    columns = first_by_column(attr.post_ops, t, from_integers);
  plan.first_post_op = uint8_t(columns.count);
  plan.has_scales |= columns.scale;
  if (plan.tile_has_bias && columns.count < ops.count) {
    plan.relu = as_fused_relu(ops[columns.count], kinds);
    plan.first_post_op += plan.relu.on;
  }
  plan.has_factors = plan.tile_has_bias && multiplies_columns(attr.post_ops, plan.first_post_op, t);
  const bool has_bias = columns.add || !is_zero(*t.bias);
  plan.is_needed = plan.has_scales || plan.has_dst_values || plan.first_post_op < ops.count ||
                   (has_bias && !plan.tile_has_bias) ||
                   plan.type != (from_integers ? dnnl_s32 : dnnl_f32);
  plan.is_rounded_only = plan.tile_has_bias && !plan.has_dst_values && !plan.dst_by_row &&
                         plan.first_post_op == ops.count;
  bounded_sum sum;
  const bool is_simple =
      plan.is_needed && !plan.by_row && !plan.dst_by_row &&
      is_bounded_sum(attr.post_ops, plan.first_post_op + plan.has_factors, dst, sum);
  const bool is_in_tile = is_simple && (!sum.is_linear || goes_into_scale(sum, plan.type, attr)),
             does_more = sum.adds() || sum.gates;
  plan.is_bounded_only = from_integers && is_in_tile && !does_more;
  const bool adds_bytes = tiles_finish && is_in_tile && type_size(plan.type) == 1 && does_more;
  const bool adds_floats = tiles_finish && plan.tile_has_bias && !plan.has_dst_values &&
                           as_fused_sum(attr.post_ops, columns.count, dst).on;
  plan.tile_can_add = from_integers ? adds_bytes : adds_floats;
  // Sums in f32 may be NaN, which only the finishers of long numbers keep, of values as they are.
  const bool can_finish = from_integers || (combines_rows && plan.tile_has_bias &&
                                            !plan.has_dst_values && type_size(plan.type) > 1);
  plan.takes_finisher = is_simple && can_finish && backend.finisher(plan.type) &&
                        (plan.folds_dst || (is_common(find(attr.scales, t.dst.arg)) &&
                                            is_common(find(attr.zero_points, t.dst.arg))));
  plan.is_one_pass = from_integers && plan.takes_finisher;
  if (!plan.is_needed) plan.type = dnnl_f32;  // four bytes, as they are
  plan.values = round_up(dst.dims[t.columns] + most_columns, dim_t(16));
  plan.copies_bias = has_bias && (pads_bias || columns.add || !plan.tile_has_bias ||
                                  t.bias->data_type != dnnl_f32);
  if (plan.is_needed || plan.copies_bias)
    plan.values_at = request.add_scratch(
        size_t(plan.values) * (has_large_caches && from_integers ? 6 : 4) * sizeof(float));
  return accepted;
}

finish_stage::finish_stage(const run_context &context, const gemm_backend &backend,
                           const gemm_tensors &t, const finish_plan &plan) noexcept
    : context_(context),
      backend_(backend),
      tensors_(t),
      plan_(plan),
      write_(backend.writer(plan.type)),
      row_dim_(t.dst.md->ndims - (t.columns == t.dst.md->ndims - 1 ? 2 : 1)) {
  if (plan.takes_finisher) {
    is_bounded_sum(context.attr->post_ops, plan.first_post_op + plan.has_factors, *t.dst.md,
                   post_ops_);
    finisher_ = backend.finisher(plan.type);
  }
  if (!plan.by_row) make_values();
  if (combines_rows && plan.from_integers && !plan.takes_finisher && !plan.by_row &&
      type_size(plan.type) == 1 && is_common(find(context.attr->scales, t.dst.arg)) &&
      is_common(find(context.attr->zero_points, t.dst.arg)) && are_moderate() &&
      keep_finite(context.attr->post_ops, plan.first_post_op))
    rounder_ = backend.finisher(plan.type);
  if (plan.has_dst_values && !plan.dst_by_row) make_dst_values();
}

void finish_stage::make_values() noexcept {
  const memory_desc &bias = *tensors_.bias;
  auto *values = reinterpret_cast<float *>(context_.scratchpad + plan_.values_at);
  if (!is_zero(bias)) {
    bias_ = context_.first<const float>(tensors_.bias_arg, bias);
    // Tiles read no more than there is, the stage whole vectors.
    if (plan_.copies_bias) {
      backend_.rows->load(bias.data_type, context_.data(tensors_.bias_arg), size_t(bias.offset0),
                          values, size_t(elements(bias)));
      bias_ = values;
    }
  } else if (combines_rows && plan_.copies_bias) {  // of post-ops alone
    std::fill_n(values, plan_.values, 0.0f);
    bias_ = values;
  }
  constexpr dim_t first[max_ndims] = {};
  const dim_t columns = tensors_.dst.md->dims[tensors_.columns];
  float *const scales = values + plan_.values;
  if (plan_.has_scales) {
    constexpr int kind = DNNL_ARG_ATTR_SCALES;
    float common;
    finish_values(context_, tensors_, tensors_.src, kind, 1).read(first, 1, &common);
    finish_values(context_, tensors_, tensors_.weights, kind, 1).read(first, columns, scales);
    for (dim_t c = 0; c < columns; ++c) scales[c] *= common;
    scales_ = scales;
  } else if (combines_rows && plan_.has_factors && finisher_) {
    finish_values(context_, tensors_, plan_.first_post_op).read(first, columns, scales);
    scales_ = scales;
  }
  if (combines_rows) fold_columns(values, scales, columns);
  if (plan_.folds_dst) fold_dst_scales(values, columns);
}

// Into scales, and into bias where there is any.
void finish_stage::fold_dst_scales(float *bias, dim_t columns) noexcept {
  constexpr dim_t first[max_ndims] = {};
  float *scales = bias + plan_.values, *divisors = scales + plan_.values;
  finish_values(context_, tensors_, tensors_.dst, DNNL_ARG_ATTR_SCALES, 1)
      .read(first, columns, divisors);
  for (dim_t c = 0; c < columns; ++c) scales[c] /= divisors[c];
  for (dim_t c = 0; bias_ && c < columns; ++c) bias[c] /= divisors[c];
}

void finish_stage::make_dst_values() noexcept {
  constexpr dim_t first[max_ndims] = {};
  const valued_tensor &dst = tensors_.dst;
  auto *scales =
      reinterpret_cast<float *>(context_.scratchpad + plan_.values_at) + 2 * plan_.values;
  float *offsets = scales + plan_.values;
  // Where all is done in one pass, one is asked for.
  const bool is_one = finisher_ && lies_together(*dst.md, tensors_.columns);
  const dim_t columns = is_one ? 1 : dst.md->dims[tensors_.columns];
  finish_values(context_, tensors_, dst, DNNL_ARG_ATTR_SCALES, 1).read(first, columns, scales);
  finish_values(context_, tensors_, dst, DNNL_ARG_ATTR_ZERO_POINTS, 0)
      .read(first, columns, offsets);
  for (dim_t c = 0; c < columns; ++c) scales[c] = 1 / scales[c];
  dst_scales_ = scales;
  dst_offsets_ = offsets;
}

void finish_stage::repeat_columns(dim_t times, dim_t first) const noexcept {
  const dim_t columns = tensors_.dst.md->dims[tensors_.columns], step = columns - first;
  auto *values = reinterpret_cast<float *>(context_.scratchpad + plan_.values_at);
  for (float *row : {bias_ ? values : nullptr, scales_ ? values + plan_.values : nullptr})
    for (dim_t c = columns; row && c < first + step * times; ++c) row[c] = row[c - step];
}

void finish_stage::finish_joined(float *sums, dim_t size, dim_t columns, char *out) const noexcept {
  const activation flat = {0, 0, 0, 0, columns, 0};
  const dim_t left = size % columns, whole = size - left;
  finish({&flat, columns, size / columns, 0, columns}, sums, columns, {}, out);
  if (left == 0) return;
  out += whole * dim_t(type_size(tensors_.dst.md->data_type));
  finish({&flat, columns, 1, 0, left}, sums + whole, columns, {}, out);
}

// All in one pass, where channels lie side by side.
bool finish_stage::finish_at_once(const pixel_run &run, const void *rows, dim_t step,
                                  void *out) const noexcept {
  if (!finisher_ || !run.layout->together(run.channel, run.channels)) return false;
  const float *scales = scales_ ? scales_ + run.channel : nullptr;
  const float *offsets = bias_ && plan_.from_integers ? bias_ + run.channel : nullptr;
  const ptrdiff_t beside = combines_rows && post_ops_.adds() ? added_beside(post_ops_.operand) : 0;
  finisher_(run,
            {rows, step, !plan_.from_integers || plan_.in_f32, scales, offsets, &post_ops_,
             static_cast<const char *>(out) + beside, dst_scales_ ? dst_scales_[0] : 1,
             dst_offsets_ ? dst_offsets_[0] : 0},
            out);
  return true;
}

ptrdiff_t finish_stage::added_beside(int post_op) const noexcept {
  if (context_.attr->post_ops.entries[post_op].kind == dnnl_sum) return 0;
  const int arg = DNNL_ARG_ATTR_MULTIPLE_POST_OP(post_op) | DNNL_ARG_SRC_1;
  return context_.data<const char>(arg) - context_.data<const char>(tensors_.dst.arg);
}

// Beyond the end of a dimension follows the next one of the dimension before.
void finish_stage::carry(dim_t *index) const noexcept {
  const memory_desc &dst = *tensors_.dst.md;
  for (int d = row_dim_; d > 0 && index[d] >= dst.dims[d];) {
    const int before = d - 1 == tensors_.columns ? d - 2 : d - 1;
    if (before < 0) return;
    index[before] += index[d] / dst.dims[d];
    index[d] %= dst.dims[d];
    d = before;
  }
}

void finish_stage::apply_post_op(int i, const pixel_run &run, float *rows, dim_t step,
                                 const place &at) const noexcept {
  const post_op &op = context_.attr->post_ops.entries[i];
  if (op.kind == dnnl_eltwise) {
    const eltwise_post_op &e = op.eltwise;
    const bool is_last = i + 1 == context_.attr->post_ops.entries.count;
    const bool is_rounded = combines_rows && is_last && type_size(plan_.type) < 4;
    row_function f = is_rounded ? backend_.rounded_eltwise(e.alg, e.alpha) : nullptr;
    if (!f) f = backend_.rows->eltwise(e.alg, e.alpha, e.beta);
    const bool is_dense = run.channels == step;
    const auto n = size_t(is_dense ? run.pixels * step : run.channels);
    for (dim_t p = 0; p < (is_dense ? 1 : run.pixels); ++p)
      backend_.rows->apply(f, rows + p * step, nullptr, rows + p * step, n, e.alpha, e.beta);
    return;
  }
  place next = at;
  next.index[tensors_.columns] = run.channel;
  for (dim_t p = 0, count; p < run.pixels; p += count, next.index[row_dim_] += count * at.step) {
    carry(next.index);
    count = combine_rows(i, run, p, rows + p * step, step, next);
    if (count > 0) continue;
    count = 1;
    apply_row_post_ops(*backend_.rows, context_, *tensors_.dst.md, rows + p * step,
                       size_t(run.channels), next.index, tensors_.columns, i, i + 1);
  }
}

// How many rows were combined with an operand: as far as dst's last dimension that is not the
// columns reaches; none where the operand does not lie in rows.
dim_t finish_stage::combine_rows(int i, const pixel_run &run, dim_t first, float *rows, dim_t step,
                                 const place &at) const noexcept {
  if (!combines_rows) return 0;
  const memory_desc &dst = *tensors_.dst.md;
  const dim_t left = div_up(dst.dims[row_dim_] - at.index[row_dim_], max<dim_t>(at.step, 1));
  const dim_t count = min(run.pixels - first, left);
  place next = at;
  combined_rows r;
  for (dim_t c = 0; c < run.channels; c += r.columns, next.index[tensors_.columns] += r.columns) {
    const row_block block = {rows + c,         count,    step,   run.channels - c, next.index,
                             tensors_.columns, row_dim_, at.step};
    if (!find_combined_rows(*backend_.rows, context_, dst, block, i, r)) return 0;
    backend_.combine(r);
  }
  return count;
}

// Scales and bias, or dst's values, where they differ from row to row.
void finish_stage::scale_by_row(const pixel_run &run, void *rows, dim_t step, const place &at,
                                bool for_dst) const noexcept {
  constexpr dim_t piece = 64;  // columns at a time: whole vectors, as long as there are any
  constexpr int kind = DNNL_ARG_ATTR_SCALES;
  float scales[piece], factors[piece], offsets[piece];
  const finish_values a(context_, tensors_, for_dst ? tensors_.dst : tensors_.src, kind, 1);
  const finish_values b(context_, tensors_, tensors_.weights, kind, 1);
  const finish_values c =
      for_dst ? finish_values(context_, tensors_, tensors_.dst, DNNL_ARG_ATTR_ZERO_POINTS, 0)
              : finish_values(context_, tensors_);
  place next = at;
  for (dim_t p = 0; p < run.pixels; ++p, next.index[row_dim_] += at.step) {
    carry(next.index);
    for (dim_t column = 0; column < run.channels; column += piece) {
      const dim_t count = min(piece, run.channels - column);
      next.index[tensors_.columns] = run.channel + column;
      a.read(next.index, count, scales);
      if (!for_dst) b.read(next.index, count, factors);
      c.read(next.index, count, offsets);
      for (dim_t i = 0; i < count; ++i)
        scales[i] = for_dst ? 1 / scales[i] : scales[i] * factors[i];
      backend_.scale({static_cast<float *>(rows) + p * step + column, 1, step, count, scales,
                      offsets, plan_.from_integers && !plan_.in_f32 && !for_dst});
    }
  }
}

// From sums to values, in f32.
void finish_stage::scale(const pixel_run &run, void *rows, dim_t step,
                         const place &at) const noexcept {
  if (plan_.by_row) return scale_by_row(run, rows, step, at, false);
  backend_.scale({rows, run.pixels, step, run.channels, scales_ ? scales_ + run.channel : nullptr,
                  bias_ ? bias_ + run.channel : nullptr, plan_.from_integers && !plan_.in_f32});
}

void finish_stage::finish(const pixel_run &run, void *rows, dim_t step, const place &at,
                          void *out) const noexcept {
  if (!plan_.is_needed) return write_(run, static_cast<float *>(rows), step, out);
  if (finish_at_once(run, rows, step, out)) return;
  const dim_t most = has_large_caches ? max<dim_t>(near_values / run.channels, 1) : run.pixels;
  const dim_t out_step = run.pixel_step * dim_t(type_size(plan_.type));
  place next = at;
  pixel_run some = run;
  for (dim_t p = 0; p < run.pixels; p += most, next.index[row_dim_] += most * at.step) {
    some.pixels = min(most, run.pixels - p);
    finish_near(some, static_cast<float *>(rows) + p * step, step, next,
                static_cast<char *>(out) + p * out_step);
  }
}

// Of so few sums that they stay in the first cache from one pass to the next.
void finish_stage::finish_near(const pixel_run &run, float *values, dim_t step, const place &at,
                               void *out) const noexcept {
  if (!plan_.tile_has_bias) scale(run, values, step, at);
  for (int i = plan_.first_post_op; i < context_.attr->post_ops.entries.count; ++i)
    apply_post_op(i, run, values, step, at);
  if (combines_rows && rounder_ && dst_scales_ && run.layout->together(run.channel, run.channels)) {
    static constexpr bounded_sum nothing;
    return rounder_(
        run, {values, step, true, nullptr, nullptr, &nothing, out, dst_scales_[0], dst_offsets_[0]},
        out);
  }
  if (plan_.dst_by_row)
    scale_by_row(run, values, step, at, true);
  else if (dst_scales_)
    backend_.scale({values, run.pixels, step, run.channels, dst_scales_ + run.channel,
                    dst_offsets_ + run.channel, false});
  write_(run, values, step, out);
}

}  // namespace dnnlet::drivers
