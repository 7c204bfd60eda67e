// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/forward.h"

#include "plugins/drivers/normalization/scales.h"
#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers::normalization {

refusal check_forward(const plan_request &request, sizes &s) noexcept {
  const auto &op = request.problem<normalization_op>();
  if (const refusal reason = find_sizes(op.src, s)) return reason;
  layout l;
  if (!find_layout(op.dst, s, l)) return "dst lies differently";
  if (!is_zero(op.workspace) && !find_layout(relu_mask(op), s, l))
    return "the workspace lies differently";
  return check_row_post_ops(*request.attr, op.dst);
}

forward_pass::forward_pass(const run_context &run, const sizes &shape) noexcept
    : context(run),
      backend(run.parts_as<normalization_backend>()),
      op(run.problem<normalization_op>()),
      s(shape),
      src(tensor_of(run, DNNL_ARG_SRC, op.src, shape)),
      dst(tensor_of(run, DNNL_ARG_DST, op.dst, shape)),
      functions(backend.functions_of(op.src.data_type)),
      exceed_caches(dst.data != src.data && bytes_of({&op.src, &op.dst}) > most_cached),
      src_1_(tensor_of(run, DNNL_ARG_SRC_1, op.src_1, shape)),
      mask_(tensor_of(run, DNNL_ARG_WORKSPACE, is_zero(op.workspace) ? zero_md : relu_mask(op),
                      shape)),
      mean_(run.data<float>(DNNL_ARG_MEAN)),
      variance_(run.data<float>(DNNL_ARG_VARIANCE)),
      scale_(op.scale ? run.first<float>(DNNL_ARG_SCALE, op.weights) : nullptr),
      shift_(op.shift ? run.first<float>(DNNL_ARG_SHIFT, op.weights) : nullptr) {
  src_scale_ = scale_of(run, DNNL_ARG_SRC);
  inverse_dst_scale_ = 1 / scale_of(run, DNNL_ARG_DST);
  needs_index_ = has_operands(*run.attr);
  has_attributes_ =
      run.attr->post_ops.entries.count > 0 || src_scale_ != 1 || inverse_dst_scale_ != 1;
}

void forward_pass::write_statistics(dim_t at, const moments &m) const noexcept {
  if (!op.stats_out) return;
  mean_[at] = float(m.mean);
  variance_[at] = float(m.variance());
}

void forward_pass::set_numbers(dim_t c, dim_t count, float mean, float variance,
                               float *const to[3]) const noexcept {
  float factor;
  backend.channels.find_factors(&variance, op.epsilon, nullptr, &factor, 1);
  for (dim_t i = 0; i < count; ++i) {
    to[0][i] = mean;
    to[1][i] = scale_ ? factor * scale_[c + i] : factor;
    to[2][i] = shift_ ? shift_[c + i] : 0;
  }
}

void forward_pass::set_numbers(dim_t c, dim_t count, const float *mean, const float *variance,
                               float *const to[3]) const noexcept {
  backend.channels.find_factors(variance, op.epsilon, scale_ ? scale_ + c : nullptr, to[1],
                                size_t(count));
  for (dim_t i = 0; i < count; ++i) to[0][i] = mean[i];
  for (dim_t i = 0; i < count; ++i) to[2][i] = shift_ ? shift_[c + i] : 0;
}

void forward_pass::normalize(const region &g, const float *const numbers[3]) const noexcept {
  normalized_rows rows = {
      g.read(src, s),
      g.written(dst, s),
      g.read(src_1_, s),
      {mask_ ? mask_.byte(mask_.lies.at(g.item, g.pixel, g.c)) : nullptr, g.stride(mask_, s)},
      op.has_relu(),
      g.rows(s),
      g.elements(s),
      numbers[0],
      numbers[1],
      numbers[2],
      exceed_caches};
  if (!is_direct()) return normalize_values(g, rows);
  if (s.has_planes) return functions.normalize(rows);
  functions.normalize_lanes(rows);
  for (dim_t i = 1; i < g.runs; ++i) {
    go_to_next_run(src, rows.x);
    go_to_next_run(dst, rows.y);
    rows.mean += g.channels, rows.factor += g.channels, rows.shift += g.channels;
    functions.normalize_lanes(rows);
  }
}

// Through rows of f32: several of them where they follow each other in all tensors.
[[gnu::noinline]] void forward_pass::normalize_values(const region &g,
                                                      const normalized_rows &rows) const noexcept {
  const typed_normalization f = backend.functions_of(dnnl_f32);
  const dim_t n = dim_t(rows.n);
  const bool follow = rows.x.stride == n && rows.y.stride == n && !needs_index_ &&
                      (!src_1_ || rows.src_1.stride == n) && (!mask_ || rows.mask.stride == n);
  const dim_t together = follow ? max<dim_t>(chunk / n, 1) : 1;
  float values[chunk], added[chunk];
  dim_t part;
  for (dim_t r = 0; r < dim_t(rows.count); r += together)
    for (dim_t i = 0; i < n; i += part) {
      part = min(chunk, n - i);
      if (needs_index_ && s.has_planes) part = min(part, s.width - (g.pixel + i) % s.width);
      const dim_t count = min(together, dim_t(rows.count) - r), numbers = s.has_planes ? r : i;
      normalized_rows some = {
          {values, ptrdiff_t(part)},
          {values, ptrdiff_t(part)},
          {nullptr, 0},
          {rows.mask.data ? rows.mask.data + r * rows.mask.stride + i : nullptr, rows.mask.stride},
          rows.relu,
          size_t(count),
          size_t(part),
          rows.mean + numbers,
          rows.factor + numbers,
          rows.shift + numbers,
          false};
      const auto load = [&](const tensor &from, float *to) {
        const dim_t at = from.lies.at(g.item, g.pixel, g.c) + r * g.stride(from, s) + i;
        backend.rows.load(from.type, from.data, size_t(at), to, size_t(count * part));
      };
      load(src, values);
      if (src_1_) {
        load(src_1_, added);
        some.src_1 = {added, ptrdiff_t(part)};
      }
      s.has_planes ? f.normalize(some) : f.normalize_lanes(some);
      finish(values, g, r, i, count, part);
    }
}

void forward_pass::finish(float *y, const region &g, dim_t r, dim_t i, dim_t count,
                          dim_t n) const noexcept {
  const dim_t pixel = g.pixel + (s.has_planes ? i : r), c = g.c + (s.has_planes ? r : i);
  // What lies behind the last channel has no index.
  const dim_t real = needs_index_ && !s.has_planes ? min(n, s.c - c) : count * n;
  if (has_attributes_) apply_attributes(y, real, g.item, pixel, c);
  backend.rows.store(dst.type, dst.data, size_t(dst.lies.at(g.item, pixel, c)), y, size_t(real));
}

void forward_pass::apply_attributes(float *y, dim_t n, dim_t item, dim_t pixel,
                                    dim_t c) const noexcept {
  const auto multiply = [&](float factor) {
    const row_function f = backend.rows.eltwise(dnnl_eltwise_linear, factor, 0);
    backend.rows.apply(f, y, nullptr, y, size_t(n), factor, 0);
  };
  if (src_scale_ != 1) multiply(src_scale_);
  if (const int count = context.attr->post_ops.entries.count) {
    dim_t index[max_ndims] = {item, c};
    for (int d = op.dst.ndims - 1; d >= 2; --d) {
      index[d] = pixel % op.dst.dims[d];
      pixel /= op.dst.dims[d];
    }
    apply_row_post_ops(backend.rows, context, op.dst, y, size_t(n), index,
                       s.has_planes ? op.dst.ndims - 1 : 1, 0, count);
  }
  if (inverse_dst_scale_ != 1) multiply(inverse_dst_scale_);
}

}  // namespace dnnlet::drivers::normalization
