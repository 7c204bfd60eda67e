// SPDX-License-Identifier: Apache-2.0
// batch_norm_planes, group_norm_planes, backward; five facts:
// plugins/kernels/batch_normalization/batch_normalization_backward.cpp.
//
// An item is some channels of all batch items, or a group of channels of one: first the sums, then
// the gradients, from the cache if they are still there.
#include "plugins/drivers/normalization/backward.h"
#include "plugins/drivers/normalization/planes.h"

namespace dnnlet::drivers {

namespace normalization {

namespace {

struct planes_plan {
  size_t sums;  // group normalization: of each channel of each batch item
};

class planes_gradient : public backward_pass {
 public:
  planes_gradient(const run_context &run, const sizes &shape, const planes_plan &plan) noexcept
      : backward_pass(run, shape),
        sums_(reinterpret_cast<wide_sums *>(run.scratchpad + plan.sums)) {}

  // The channels [begin, end), each of which has a mean of its own.
  void run_channels(dim_t begin, dim_t end) const noexcept {
    row_gradient g[most_channels];
    const double n = double(s.n) * double(s.pixels);
    for (dim_t c = begin; c < end; ++c) {
      wide_sums t = {0, 0};
      if (needs_sums()) t = sums_of(0, s.n, c, mean(c));
      write_weights(c, t.second * inverse_deviation(c), t.first);
      g[c - begin] = gradient_of(c, c, n, {t.first * scale(c), t.second * scale(c)});
    }
    for (dim_t item = 0; item < s.n; ++item)
      for (dim_t c = begin; c < end; ++c) apply(g[c - begin], item, c);
  }

  void run_group(dim_t item, dim_t group) const noexcept {
    const dim_t channels = s.c / op.groups, begin = group * channels;
    const dim_t at = item * op.groups + group;
    wide_sums t = {0, 0};
    if (needs_sums())
      for (dim_t c = begin; c < begin + channels; ++c) {
        const wide_sums sums = sums_of(item, 1, c, mean(at));
        sums_[item * s.c + c] = sums;
        t.first += sums.first * scale(c);
        t.second += sums.second * scale(c);
      }
    for (dim_t c = begin; c < begin + channels; ++c)
      apply(gradient_of(c, at, double(channels) * double(s.pixels), t), item, c);
  }
  void find_weights(dim_t c) const noexcept {
    const dim_t group = c / (s.c / op.groups);
    double scale = 0, shift = 0;
    for (dim_t item = 0; item < s.n; ++item) {
      const wide_sums &sums = sums_[item * s.c + c];
      scale += sums.second * inverse_deviation(item * op.groups + group);
      shift += sums.first;
    }
    write_weights(c, scale, shift);
  }

 private:
  // Of dy and of dy * (x - center) over a channel of some batch items.
  wide_sums sums_of(dim_t item, dim_t items, dim_t c, float center) const noexcept;
  two_sums sums_of_piece(dim_t item, dim_t items, dim_t pixel, dim_t pixels, dim_t c,
                         float center) const noexcept;
  void apply(const row_gradient &g, dim_t item, dim_t c) const noexcept;

  wide_sums *const sums_;
};

wide_sums planes_gradient::sums_of(dim_t item, dim_t items, dim_t c, float center) const noexcept {
  const bool is_f32 = src.is_f32() && diff_dst.is_f32() && !mask;
  const piece_size piece = piece_of_rows(is_f32, s.pixels);
  wide_sums sums = {0, 0};
  for (dim_t i = 0; i < items; i += piece.rows)
    for (dim_t p = 0; p < s.pixels; p += piece.elements) {
      const dim_t rows = min(piece.rows, items - i), n = min(piece.elements, s.pixels - p);
      two_sums of_piece;
      if (is_f32)
        of_piece = backend.products(
            {src.f32(src.lies.at(item + i, p, c)), ptrdiff_t(src.lies.item)},
            {diff_dst.f32(diff_dst.lies.at(item + i, p, c)), ptrdiff_t(diff_dst.lies.item)},
            size_t(rows), size_t(n), center);
      else
        of_piece = sums_of_piece(item + i, rows, p, n, c, center);
      sums.first += double(of_piece.first);
      sums.second += double(of_piece.second);
    }
  return sums;
}

[[gnu::noinline]] two_sums planes_gradient::sums_of_piece(dim_t item, dim_t items, dim_t pixel,
                                                          dim_t pixels, dim_t c,
                                                          float center) const noexcept {
  float x[gradient_chunk], dy[gradient_chunk];
  for (dim_t i = 0; i < items; ++i) {
    float *x_row = x + i * pixels, *dy_row = dy + i * pixels;
    const float *from = read(src, src.lies.at(item + i, pixel, c), x_row, pixels);
    if (from != x_row) __builtin_memcpy(x_row, from, size_t(pixels) * sizeof(float));
    from = read_gradients(item + i, pixel, c, dy_row, pixels);
    if (from != dy_row) __builtin_memcpy(dy_row, from, size_t(pixels) * sizeof(float));
  }
  return backend.products({x, 0}, {dy, 0}, 1, size_t(items * pixels), center);
}

void planes_gradient::apply(const row_gradient &g, dim_t item, dim_t c) const noexcept {
  const dim_t x_at = src.lies.at(item, 0, c), dx_at = diff_src.lies.at(item, 0, c);
  if (is_direct())
    return backend.gradient(g, src.f32(x_at), diff_dst.f32(diff_dst.lies.at(item, 0, c)),
                            diff_src.f32(dx_at), size_t(s.pixels));
  float x_buffer[gradient_chunk], dy_buffer[gradient_chunk];
  for (dim_t p = 0; p < s.pixels; p += gradient_chunk) {
    const dim_t n = min(gradient_chunk, s.pixels - p);
    const float *x = read(src, x_at + p, x_buffer, n);
    const float *dy = read_gradients(item, p, c, dy_buffer, n);
    keep_gradients(dy, item, p, c, n);
    float *dx = diff_src.is_f32() ? diff_src.f32(dx_at + p) : dy_buffer;
    backend.gradient(g, x, dy, dx, size_t(n));
    if (!diff_src.is_f32())
      backend.rows.store(diff_src.type, diff_src.data, size_t(dx_at + p), dx, size_t(n));
  }
}

}  // namespace

}  // namespace normalization

refusal plan_normalization_planes_backward(plan_request &request) {
  normalization::sizes s;
  if (const refusal reason = normalization::check_backward(request, s)) return reason;
  if (!s.has_planes) return "pixels do not lie side by side";
  auto &plan = request.make_plan<normalization::planes_plan, normalization_op>();
  if (request.problem<normalization_op>().head.kind == dnnl_group_normalization)
    plan.sums =
        request.add_scratch(scratch_bytes({s.n, s.c, dim_t(sizeof(normalization::wide_sums))}));
  return accepted;
}

void run_normalization_planes_backward(const run_context &context) {
  normalization::sizes s;
  const auto &op = context.problem<normalization_op>();
  normalization::find_sizes(op.src, s);
  const auto &plan = context.plan_as<normalization::planes_plan, normalization_op>();
  const normalization::planes_gradient pass(context, s, plan);
  if (pass.is_batch()) {
    const dim_t block = normalization::channels_of_item(s);
    return parallel_for(context.workers, div_up(s.c, block), [&](int64_t item, int) {
      pass.run_channels(item * block, min(item * block + block, s.c));
    });
  }
  parallel_for(context.workers, s.n * op.groups,
               [&](int64_t item, int) { pass.run_group(item / op.groups, item % op.groups); });
  if (op.diff_scale || op.diff_shift)
    parallel_for(context.workers, s.c, [&](int64_t c, int) { pass.find_weights(c); });
}

}  // namespace dnnlet::drivers
