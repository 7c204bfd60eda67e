// SPDX-License-Identifier: Apache-2.0
// lrn_across_channels; five facts: plugins/kernels/lrn/lrn_forward.cpp,
// plugins/kernels/lrn/lrn_backward.cpp.
//
// An item is a block of pixels.
#include "plugins/drivers/lrn/across_channels.h"

#include <initializer_list>

#include "plugins/drivers/lrn/across.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace lrn {

namespace {

// Floats of an array of pixels: some arrays fit into the L1 cache, or, where there are blocks of
// channels, into the L2 cache: each block is read from another place, and more of it there.
constexpr dim_t budget = 2048, budget_of_blocks = 8192;

// Whether the channels of a pixel can be read or written where they are.
bool has_rows_of_f32(const tensor &t, const sizes &s) noexcept {
  return t.is_f32() && t.layout.run >= s.c;
}

// Whether pixels follow each other, with runs of some vectors of channels.
bool has_vectors(const tensor &t, const sizes &s, dim_t lanes) noexcept {
  const activation &a = t.layout;
  if (lanes == most_lrn_lanes && a.run != lanes && a.run < s.c) return false;
  return a.run % lanes == 0 && (a.h == s.w * a.w || s.h == 1) &&
         (a.d == s.h * s.w * a.w || s.d == 1);
}

// Whether these tensors, of the type of op.src, are what a plugin has a function for.
bool are_vectors(const lrn_op &op, const sizes &s, dim_t lanes,
                 std::initializer_list<const tensor *> tensors) noexcept {
  if (s.half != 2 || op.beta != 0.75f || lanes == 0 || s.c % lanes != 0) return false;
  for (const tensor *t : tensors)
    if (t->type != op.src.data_type || !has_vectors(*t, s, lanes)) return false;
  return true;
}

// The usual blocks of channels are copied without a call.
void copy(float *to, const float *from, dim_t n) noexcept {
  if (n == 16)
    std::memcpy(to, from, 64);
  else if (n == 8)
    std::memcpy(to, from, 32);
  else
    std::memcpy(to, from, size_t(n) * 4);
}

}  // namespace

refusal plan_pixels(plan_request &request, int arrays) noexcept {
  const auto &op = request.problem<lrn_op>();
  if (const refusal reason = check(request, dnnl_lrn_across_channels)) return reason;
  const sizes s(op);
  dim_t most = budget;
  for (const memory_desc *md : {&op.src, &op.dst, &op.diff_src, &op.diff_dst}) {
    if (is_zero(*md)) continue;
    const dim_t run = layout_of(*md).run;
    if (run == 1) return "channels do not lie side by side";
    if (has_large_caches && run < s.c) most = budget_of_blocks;
  }
  if (s.c > (1 << 17)) return "there are too many channels";
  auto &p = request.make_plan<pixel_plan, lrn_op>();
  p.pitch = s.c + s.half;
  p.block = clamp<dim_t>(most / p.pitch, 1, s.pixels());
  p.array = round_up(size_t(p.block * p.pitch + s.half) * 4, data_alignment) + 640;
  p.scratch = p.array * size_t(arrays);
  request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

void pixel_block::load(const tensor &from, float *to) const noexcept {
  const dim_t run = from.layout.run;
  for_each_pixel(from, [&](dim_t p, dim_t offset) {
    float *channels = to + p * plan_.pitch;
    for (dim_t c = 0; c < s_.c; c += run, offset += from.layout.run_stride) {
      const dim_t n = min(run, s_.c - c);
      if (from.is_f32())
        copy(channels + c, from.f32(offset), n);
      else
        rows_.load(from.type, from.data, size_t(offset), channels + c, size_t(n));
    }
  });
}

void pixel_block::store(const float *from, const tensor &to) const noexcept {
  const dim_t run = to.layout.run;
  for_each_pixel(to, [&](dim_t p, dim_t offset) {
    const float *channels = from + p * plan_.pitch;
    for (dim_t c = 0; c < s_.c; c += run, offset += to.layout.run_stride) {
      const dim_t n = min(run, s_.c - c);
      if (to.is_f32())
        copy(to.f32(offset), channels + c, n);
      else
        rows_.store(to.type, to.data, size_t(offset), channels + c, size_t(n));
    }
  });
}

void pixel_block::clear_margins(float *to) const noexcept {
  for (dim_t i = 0; i < s_.half; ++i)
    for (dim_t p = 0; p <= count_; ++p) to[p * plan_.pitch - s_.half + i] = 0;
}

}  // namespace lrn

refusal plan_lrn_across_channels_forward(plan_request &request) {
  return lrn::plan_pixels(request, 2);
}
refusal plan_lrn_across_channels_backward(plan_request &request) {
  return lrn::plan_pixels(request, 3);
}

void run_lrn_across_channels_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<lrn_forward_backend>();
  const auto &op = context.problem<lrn_op>();
  const auto &plan = context.plan_as<lrn::pixel_plan, lrn_op>();
  const lrn::sizes s(op);
  const lrn_parameters parameters = lrn::parameters_of(op);
  const lrn::tensor src = lrn::tensor_of(context, DNNL_ARG_SRC, op.src);
  const lrn::tensor dst = lrn::tensor_of(context, DNNL_ARG_DST, op.dst);
  const bool in_place = lrn::has_rows_of_f32(dst, s);
  const bool reads_in_place = has_large_caches && in_place && lrn::has_rows_of_f32(src, s);
  const auto pixels = backend.pixels(src.type);
  const bool is_direct = pixels && lrn::are_vectors(op, s, backend.lanes, {&src, &dst});
  const dim_t items = s.n * div_up(s.pixels(), plan.block);
  parallel_for(context.workers, items, [&](int64_t item, int worker) {
    char *scratch = context.scratchpad + size_t(worker) * plan.scratch;
    float *x = reinterpret_cast<float *>(scratch) + s.half;
    float *y = reinterpret_cast<float *>(scratch + plan.array);
    const lrn::pixel_block block(backend.rows, s, plan, item);
    const auto scale_pixel = [&](const float *from, float *to) {
      return backend.scale_pixel(parameters, from, s.half, s.c, to);
    };
    if (reads_in_place && block.for_each_pair(src, dst, scale_pixel)) return;
    if (is_direct)
      return pixels(parameters, block.pixels(src), block.pixels(dst), s.c, block.count(), y);
    block.clear_margins(x);
    block.load(src, x);
    if (in_place) {
      block.for_each_pixel(dst, [&](dim_t p, dim_t to) {
        backend.scale_window(parameters, x + p * plan.pitch, s.half, s.c, dst.f32(to));
      });
      return;
    }
    backend.scale_window(parameters, x, s.half, block.elements() - s.half, y);
    block.store(y, dst);
  });
}

void run_lrn_across_channels_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<lrn_backward_backend>();
  const auto &op = context.problem<lrn_op>();
  const auto &plan = context.plan_as<lrn::pixel_plan, lrn_op>();
  const lrn::sizes s(op);
  const lrn_parameters parameters = lrn::parameters_of(op);
  const lrn::tensor src = lrn::tensor_of(context, DNNL_ARG_SRC, op.src);
  const lrn::tensor diff_dst = lrn::tensor_of(context, DNNL_ARG_DIFF_DST, op.diff_dst);
  const lrn::tensor diff_src = lrn::tensor_of(context, DNNL_ARG_DIFF_SRC, op.diff_src);
  const float factor = 2 * parameters.weight * parameters.beta;
  const bool reads_in_place = lrn::has_rows_of_f32(diff_dst, s);
  const bool writes_in_place = lrn::has_rows_of_f32(diff_src, s);
  const auto gradient_pixels = backend.gradient_pixels(src.type);
  const bool is_direct =
      gradient_pixels && lrn::are_vectors(op, s, backend.lanes, {&src, &diff_dst, &diff_src});
  const dim_t items = s.n * div_up(s.pixels(), plan.block);
  parallel_for(context.workers, items, [&](int64_t item, int worker) {
    char *scratch = context.scratchpad + size_t(worker) * plan.scratch;
    float *x = reinterpret_cast<float *>(scratch) + s.half;
    float *a = reinterpret_cast<float *>(scratch + plan.array);
    float *b = reinterpret_cast<float *>(scratch + 2 * plan.array) + s.half;
    const lrn::pixel_block block(backend.rows, s, plan, item);
    if (is_direct)
      return gradient_pixels(parameters, factor, block.pixels(src), block.pixels(diff_dst),
                             block.pixels(diff_src), s.c, block.count(), a, b);
    const dim_t n = block.elements() - s.half;
    block.clear_margins(x);
    block.load(src, x);
    if (reads_in_place) {
      block.for_each_pixel(diff_dst, [&](dim_t p, dim_t from) {
        const dim_t i = p * plan.pitch;
        backend.gradient_window(parameters, x + i, diff_dst.f32(from), s.half, s.c, a + i, b + i);
      });
    } else {
      block.load(diff_dst, a);
      backend.gradient_window(parameters, x, a, s.half, n, a, b);
    }
    block.clear_margins(b);
    if (writes_in_place) {
      block.for_each_pixel(diff_src, [&](dim_t p, dim_t to) {
        const dim_t i = p * plan.pitch;
        backend.combine_window(factor, x + i, a + i, b + i, s.half, s.c, diff_src.f32(to));
      });
      return;
    }
    backend.combine_window(factor, x, a, b, s.half, n, a);
    block.store(a, diff_src);
  });
}

}  // namespace dnnlet::drivers
