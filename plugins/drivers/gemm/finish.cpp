// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/gemm/finish.h"

#include <cmath>

#include "core/kernel/quantization.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/row_post_ops.h"

namespace dnnlet::drivers {

namespace {

// Common to all, or by what `mask` has, which makes channels.
bool is_by(const quantization &q, int mask) noexcept {
  return (q.mask & ~mask) == 0 && q.group_ndims == 0 &&
         q.mode == dnnl_quantization_mode_static_sazp;
}

// Zero points of src and weights are not the stage's.
refusal check_values(const attributes &attr, bool has_groups) noexcept {
  constexpr int none = 0, by_channel = 2;
  for (const quantization &q : attr.scales) {
    const bool taken = q.arg == DNNL_ARG_WEIGHTS ? is_by(q, has_groups ? 3 : 1)
                       : q.arg == DNNL_ARG_SRC   ? is_by(q, none)
                       : q.arg == DNNL_ARG_DST   ? is_by(q, by_channel)
                                                 : false;
    if (!taken) return "scales";
  }
  for (const quantization &q : attr.zero_points)
    if (q.arg == DNNL_ARG_DST && !is_by(q, by_channel)) return "zero points";
  return accepted;
}

// The one value of an attribute.
float value_of(const run_context &context, const quantization &q, int kind) noexcept {
  const dnnl_memory &memory = *context.memory(kind | q.arg);
  const dim_t offset = is_blocked(memory.md) ? memory.md.offset0 : 0;
  return float(load_element(q.data_type, data_of(memory), offset));
}

// values[c] = what dst has in channel c, for `count` of them, which may be more than it has.
void fill_dst_values(const run_context &context, const quantization *q, int kind, float neutral,
                     dim_t channels, float *values, dim_t count) noexcept {
  const float first = q ? value_of(context, *q, kind) : neutral;
  for (dim_t c = 0; c < count; ++c) values[c] = first;
  if (!q || q->mask == 0) return;
  const dnnl_memory &memory = *context.memory(kind | q->arg);
  for (dim_t c = 0; c < channels; ++c)
    values[c] = float(load_element(q->data_type, data_of(memory), memory.md.offset0 + c));
}

void fill_scales(const run_context &context, const convolution_op &op, float *scales) noexcept {
  const quantization *src = find(context.attr->scales, DNNL_ARG_SRC);
  const quantization *weights = find(context.attr->scales, DNNL_ARG_WEIGHTS);
  const float common = src ? value_of(context, *src, DNNL_ARG_ATTR_SCALES) : 1;
  const convolution_sizes z = sizes_of(op);
  if (!weights) {
    for (dim_t c = 0; c < z.oc; ++c) scales[c] = common;
    return;
  }
  const value_layout layout = layout_of(*weights, op.weights.ndims, op.weights.dims);
  const dnnl_memory &memory = *context.memory(DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS);
  const dim_t offset = is_blocked(memory.md) ? memory.md.offset0 : 0, oc = z.oc / z.groups;
  for (dim_t c = 0; c < z.oc; ++c) {
    const dim_t at = z.has_groups ? c / oc * layout.strides[0] + c % oc * layout.strides[1]
                                  : c * layout.strides[0];
    scales[c] = common * float(load_element(weights->data_type, data_of(memory), offset + at));
  }
}

// Whether post-ops are nothing, or a ReLU, as a least value.
bool is_floor(const post_ops &ops, float &floor) noexcept {
  floor = -INFINITY;
  if (ops.entries.empty()) return true;
  const post_op &op = ops.entries[0];
  floor = 0;
  return ops.entries.count == 1 && op.kind == dnnl_eltwise && op.eltwise.alg == dnnl_eltwise_relu &&
         op.eltwise.alpha == 0;
}

}  // namespace

refusal plan_output(plan_request &request, const gemm_backend &backend, const memory_desc &dst,
                    bool from_integers, dim_t most_columns, output_plan &plan) noexcept {
  const auto &op = request.problem<convolution_op>();
  const attributes &attr = *request.attr;
  plan = {};
  if (kinds_in(attr) & ~unsigned(uses_scales | uses_zero_points | uses_post_ops))
    return "attributes";
  if (!backend.writer(dst.data_type)) return "type of dst";
  if (const refusal reason = check_values(attr, sizes_of(op).has_groups)) return reason;
  if (const refusal reason = check_row_post_ops(attr, dst)) return reason;
  plan.type = dst.data_type;
  plan.from_integers = from_integers;
  plan.has_scales = find(attr.scales, DNNL_ARG_SRC) || find(attr.scales, DNNL_ARG_WEIGHTS);
  plan.has_dst_values = find(attr.scales, DNNL_ARG_DST) || find(attr.zero_points, DNNL_ARG_DST);
  plan.tile_has_bias = !from_integers && !plan.has_scales;
  const auto &ops = attr.post_ops.entries;
  if (plan.tile_has_bias && ops.count > 0 && ops[0].kind == dnnl_eltwise &&
      ops[0].eltwise.alg == dnnl_eltwise_relu) {
    plan.relu = {true, ops[0].eltwise.alpha};
    plan.first_post_op = 1;
  }
  plan.is_needed = plan.has_scales || plan.has_dst_values || plan.first_post_op < ops.count ||
                   (from_integers && !is_zero(op.bias)) ||
                   plan.type != (from_integers ? dnnl_s32 : dnnl_f32);
  if (!plan.is_needed) plan.type = dnnl_f32;  // four bytes, as they are
  plan.values = round_up(dst.dims[1] + most_columns, dim_t(16));
  const bool converts_bias = !is_zero(op.bias) && op.bias.data_type != dnnl_f32;
  if (plan.is_needed || converts_bias)
    plan.values_at = request.add_scratch(size_t(plan.values) * 4 * sizeof(float));
  return accepted;
}

output_stage::output_stage(const run_context &context, const gemm_backend &backend,
                           const convolution_op &op, const memory_desc &dst,
                           const output_plan &plan) noexcept
    : context_(context),
      backend_(backend),
      dst_(dst),
      plan_(plan),
      write_(backend.writer(plan.type)) {
  if (plan.from_integers && plan.is_needed && is_floor(context.attr->post_ops, floor_))
    finisher_ = backend.finisher(plan.type);
  auto *values = reinterpret_cast<float *>(context.scratchpad + plan.values_at);
  const bool is_forward_pass = is_forward(op.head.prop);
  if (is_forward_pass && !is_zero(op.bias)) {
    bias_ = context.first<const float>(DNNL_ARG_BIAS, op.bias);
    // Tiles read no more than there is, the stage whole vectors.
    if (op.bias.data_type != dnnl_f32 || !plan.tile_has_bias) {
      backend.rows->load(op.bias.data_type, context.data(DNNL_ARG_BIAS), size_t(op.bias.offset0),
                         values, size_t(op.bias.dims[0]));
      bias_ = values;
    }
  }
  if (plan.has_scales) {
    fill_scales(context, op, values + plan.values);
    scales_ = values + plan.values;
  }
  if (!plan.has_dst_values) return;
  const quantization *scale = find(context.attr->scales, DNNL_ARG_DST);
  const quantization *zero_point = find(context.attr->zero_points, DNNL_ARG_DST);
  if ((scale && scale->mask != 0) || (zero_point && zero_point->mask != 0)) finisher_ = nullptr;
  float *scales = values + 2 * plan.values, *offsets = values + 3 * plan.values;
  const dim_t channels = dst.dims[1];
  fill_dst_values(context, scale, DNNL_ARG_ATTR_SCALES, 1, channels, scales, plan.values);
  fill_dst_values(context, zero_point, DNNL_ARG_ATTR_ZERO_POINTS, 0, channels, offsets,
                  plan.values);
  for (dim_t c = 0; c < plan.values; ++c) scales[c] = 1 / scales[c];
  dst_scales_ = scales;
  dst_offsets_ = offsets;
}

// All in one pass, where channels lie side by side.
bool output_stage::finish_at_once(const pixel_run &run, const void *rows, dim_t step,
                                  void *out) const noexcept {
  if (!finisher_ || !run.layout->together(run.channel, run.channels)) return false;
  const float *scales = scales_ ? scales_ + run.channel : nullptr;
  const float *offsets = bias_ ? bias_ + run.channel : nullptr;
  finisher_(run,
            {rows, step, scales, offsets, floor_, dst_scales_ ? dst_scales_[0] : 1,
             dst_offsets_ ? dst_offsets_[0] : 0},
            out);
  return true;
}

void output_stage::apply_post_op(int i, const pixel_run &run, float *rows, dim_t step,
                                 const place &at) const noexcept {
  const post_op &op = context_.attr->post_ops.entries[i];
  if (op.kind == dnnl_eltwise && run.channels == step) {
    const eltwise_post_op &e = op.eltwise;
    backend_.rows->apply(backend_.rows->eltwise(e.alg, e.alpha, e.beta), rows, nullptr, rows,
                         size_t(run.pixels * step), e.alpha, e.beta);
    return;
  }
  dim_t index[max_ndims] = {at.n, run.channel};
  const int ndims = dst_.ndims;
  const dim_t width = dst_.dims[ndims - 1], height = ndims > 3 ? dst_.dims[ndims - 2] : 1;
  for (dim_t p = 0; p < run.pixels; ++p) {
    // Space may be walked as one row.
    const dim_t w = at.w + p * at.w_step, h = at.h + w / width;
    index[ndims - 1] = w % width;
    if (ndims > 3) index[ndims - 2] = h % height;
    if (ndims > 4) index[ndims - 3] = at.d + h / height;
    apply_row_post_ops(*backend_.rows, context_, dst_, rows + p * step, size_t(run.channels), index,
                       1, i, i + 1);
  }
}

void output_stage::finish(const pixel_run &run, void *rows, dim_t step, const place &at,
                          void *out) const noexcept {
  auto *values = static_cast<float *>(rows);
  if (!plan_.is_needed) return write_(run, values, step, out);
  if (finish_at_once(run, rows, step, out)) return;
  scaled_rows scaled = {rows,    run.pixels,         step, run.channels, nullptr,
                        nullptr, plan_.from_integers};
  if (!plan_.tile_has_bias) {
    scaled.scales = scales_ ? scales_ + run.channel : nullptr;
    scaled.offsets = bias_ ? bias_ + run.channel : nullptr;
    backend_.scale(scaled);
  }
  for (int i = plan_.first_post_op; i < context_.attr->post_ops.entries.count; ++i)
    apply_post_op(i, run, values, step, at);
  if (dst_scales_) {
    scaled.from_integers = false;
    scaled.scales = dst_scales_ + run.channel;
    scaled.offsets = dst_offsets_ + run.channel;
    backend_.scale(scaled);
  }
  write_(run, values, step, out);
}

}  // namespace dnnlet::drivers
