// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/backward.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers::normalization {

namespace {

bool has_one_type(const normalization_backend &backend, const normalization_op &op) noexcept {
  const data_type type = op.src.data_type;
  return op.diff_dst.data_type == type && op.diff_src.data_type == type &&
         backend.functions_of(type).gradient;
}

}  // namespace

refusal check_backward(const plan_request &request, sizes &s) noexcept {
  const auto &op = request.problem<normalization_op>();
  if (const refusal reason = find_sizes(op.src, s)) return reason;
  layout l;
  if (!find_layout(op.diff_dst, s, l) || !find_layout(op.diff_src, s, l))
    return "gradients lie differently";
  if (!is_zero(op.workspace) && !find_layout(relu_mask(op), s, l))
    return "the workspace lies differently";
  return accepted;
}

backward_pass::backward_pass(const run_context &run, const sizes &shape) noexcept
    : context(run),
      backend(run.parts_as<normalization_backend>()),
      op(run.problem<normalization_op>()),
      s(shape),
      src(tensor_of(run, DNNL_ARG_SRC, op.src, shape)),
      diff_dst(tensor_of(run, DNNL_ARG_DIFF_DST, op.diff_dst, shape)),
      diff_src(tensor_of(run, DNNL_ARG_DIFF_SRC, op.diff_src, shape)),
      diff_src_1(tensor_of(run, DNNL_ARG_DIFF_SRC_1, op.diff_src_1, shape)),
      mask(tensor_of(run, DNNL_ARG_WORKSPACE, is_zero(op.workspace) ? zero_md : relu_mask(op),
                     shape)),
      functions(backend.functions_of(has_one_type(backend, op) ? op.src.data_type : dnnl_f32)),
      exceed_caches(diff_src.data != diff_dst.data &&
                    bytes_of({&op.src, &op.diff_dst, &op.diff_src}) > most_cached),
      is_direct_(has_one_type(backend, op)),
      mean_(run.data<float>(DNNL_ARG_MEAN)),
      variance_(run.data<float>(DNNL_ARG_VARIANCE)),
      scale_(op.scale ? run.first<float>(DNNL_ARG_SCALE, op.weights) : nullptr),
      diff_scale_(op.diff_scale ? run.first<float>(DNNL_ARG_DIFF_SCALE, op.weights) : nullptr),
      diff_shift_(op.diff_shift ? run.first<float>(DNNL_ARG_DIFF_SHIFT, op.weights) : nullptr) {}

void backward_pass::set_numbers(dim_t c, dim_t count, const double *first, const double *second,
                                float *const to[4]) const noexcept {
  for (dim_t i = 0; i < count; ++i) to[0][i] = mean_[c + i];
  channel_gradients g = {};
  g.variance = variance_ + c;
  g.scale = scale_ ? scale_ + c : nullptr;
  g.first = needs_sums() ? first : nullptr;
  g.second = second;
  g.epsilon = op.epsilon;
  g.share = 1 / (double(s.n) * double(s.pixels));
  g.is_global = op.has(dnnl_use_global_stats);
  g.factor = to[1];
  g.slope = to[2];
  g.offset = to[3];
  g.diff_scale = diff_scale_ ? diff_scale_ + c : nullptr;
  g.diff_shift = diff_shift_ ? diff_shift_ + c : nullptr;
  backend.channels.find_gradients(g, size_t(count));
}

void backward_pass::set_numbers(dim_t c, dim_t count, dim_t at, double n, const sum_pair &t,
                                float *const to[4]) const noexcept {
  const double r = inverse_deviation(at);
  const bool is_global = op.has(dnnl_use_global_stats);
  const float slope = is_global ? 0 : float(-r * r * r * t.second / n);
  const float offset = is_global ? 0 : float(-r * t.first / n);
  for (dim_t i = 0; i < count; ++i) {
    to[0][i] = mean_[at];
    to[1][i] = float(r * scale(c + i));
    to[2][i] = slope;
    to[3][i] = offset;
  }
}

void backward_pass::apply(const region &g, const float *const numbers[4]) const noexcept {
  const bool is_global = op.has(dnnl_use_global_stats);
  gradient_rows rows = {is_global ? read_rows{nullptr, 0} : g.read(src, s),
                        g.read(diff_dst, s),
                        g.written(diff_src, s),
                        g.written(diff_src_1, s),
                        mask_of(g),
                        g.rows(s),
                        g.elements(s),
                        numbers[0],
                        numbers[1],
                        numbers[2],
                        numbers[3],
                        exceed_caches};
  if (!is_direct()) return apply_to_values(g, rows);
  if (s.has_planes) return functions.gradient(rows);
  functions.gradient_lanes(rows);
  for (dim_t i = 1; i < g.runs; ++i) {
    go_to_next_run(src, rows.x);
    go_to_next_run(diff_dst, rows.dy);
    go_to_next_run(diff_src, rows.dx);
    rows.mean += g.channels, rows.factor += g.channels;
    rows.slope += g.channels, rows.offset += g.channels;
    functions.gradient_lanes(rows);
  }
}

// Through rows of f32.
[[gnu::noinline]] void backward_pass::apply_to_values(const region &g,
                                                      const gradient_rows &rows) const noexcept {
  float x[gradient_chunk], dy[gradient_chunk], kept[gradient_chunk];
  for (dim_t r = 0; r < dim_t(rows.count); ++r)
    for (dim_t i = 0; i < dim_t(rows.n); i += gradient_chunk) {
      const dim_t n = min(gradient_chunk, dim_t(rows.n) - i), numbers = s.has_planes ? r : i;
      const auto place = [&](const tensor &t) {
        return size_t(t.lies.at(g.item, g.pixel, g.c) + r * g.stride(t, s) + i);
      };
      if (rows.x.data) backend.rows.load(src.type, src.data, place(src), x, size_t(n));
      backend.rows.load(diff_dst.type, diff_dst.data, place(diff_dst), dy, size_t(n));
      gradient_rows some = rows;
      if (rows.x.data) some.x = {x, 0};
      some.dy = {dy, 0};
      some.dx = {dy, 0};
      if (diff_src_1) some.dy_out = {kept, 0};
      if (mask) some.mask.data += r * rows.mask.stride + i;
      some.exceed_caches = false;
      some.count = 1;
      some.n = size_t(n);
      some.mean += numbers;
      some.factor += numbers;
      some.slope += numbers;
      some.offset += numbers;
      s.has_planes ? functions.gradient(some) : functions.gradient_lanes(some);
      backend.rows.store(diff_src.type, diff_src.data, place(diff_src), dy, size_t(n));
      if (!diff_src_1) continue;
      backend.rows.store(diff_src_1.type, diff_src_1.data, place(diff_src_1), kept, size_t(n));
    }
}

}  // namespace dnnlet::drivers::normalization
