// SPDX-License-Identifier: Apache-2.0
// How depthwise convolution backward by weights is cut; five facts: depthwise_weights.cpp.
#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/depthwise_sweep.h"
#include "plugins/drivers/convolution/depthwise_weights.h"
#include "plugins/drivers/convolution/transposed_planes.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t rows_listed = 64;      // after which sums are set down
constexpr dim_t pixels_at_once = 128;  // that are read aside; their rows stay in cache
constexpr dim_t pixels_of_wide = 32;   // whose src stays in the first one for all rows of a kernel
// Few blocks, for each begins and ends its sums, and pixels come in longer pieces.
constexpr dim_t vectors_of_block = has_large_caches ? 32 : 8;
constexpr dim_t parts_wanted = 8;
constexpr dim_t outputs_kept = 16;  // of a row, at a stride of two
constexpr dim_t cache_line = line_bytes / sizeof(float);
constexpr dim_t pixels_of_part = 512;  // at least, for parts are added up in the end
constexpr dim_t fewest_rows = 4, second_cache = 768 << 10;  // which holds the rows of a list

// Whether the rows of src that see each other, and one of diff_dst, stay in the first cache: a line
// of each pixel, while one vector after the other takes all of them.
bool stay_near(const depthwise_gradient &p, dim_t times = 1) noexcept {
  const dim_t bytes = p.src.w * dim_t(sizeof(float));
  dim_t sets = sets_of_cache;
  for (dim_t lines = bytes / line_bytes; bytes % line_bytes == 0 && sets > 1 && lines % 2 == 0;
       lines /= 2)
    sets /= 2;
  return (min<dim_t>(p.z.kh, gradient_taps) + 1) * p.z.iw <= times * sets * lines_of_set;
}

// Whether what several rows see is kept: where it does not stay near anyway, and vectors are long
// enough, for each of them takes its share of a line by itself. Where only one row of three is seen
// again, as at a stride of two, that pays for whole lines and while what is kept is short.
bool keeps_rows(const depthwise_gradient &p, dim_t lanes) noexcept {
  const convolution_sizes &z = p.z;
  if (z.kh != gradient_taps || z.kw != gradient_taps || stay_near(p, 2)) return false;
  if (slides(z)) return z.stride_h == z.dilate_h && 2 * lanes * dim_t(sizeof(float)) >= line_bytes;
  return z.stride_h == 2 * z.dilate_h && z.stride_w == 2 * z.dilate_w && z.ow <= outputs_kept;
}

// Where channels lie side by side by whole vectors, or else they are read aside.
void choose_columns(const gemm_parts &parts, const depthwise_gradient &p,
                    depthwise_gradient_cut &plan) noexcept {
  const dim_t dst = columns_in_place(p.dst, p.channels, plan.lanes),
              src = p.times.in() > 1 ? dst : columns_in_place(p.src, p.channels, plan.lanes);
  plan.columns = min(src, dst);
  bool in_place = p.src_type == p.dst_type && plan.columns > 0 && src % plan.columns == 0 &&
                  dst % plan.columns == 0;
  in_place &= p.times.out() == 1;
  in_place &= p.src_type == dnnl_f32 || (p.src_type == dnnl_bf16 && p.times.in() == 1 &&
                                         parts.gradients->functions[1][slides(p.z)]);
  if (!in_place) plan.columns = p.channels;
  const bool is_f32_in_place = has_large_caches && in_place && p.src_type == dnnl_f32;
  // Pixels of src are seen through nine taps, those of diff_dst once for all of them.
  const bool are_far = is_f32_in_place && slides(p.z) && p.src.run >= p.channels &&
                       p.src.w * dim_t(sizeof(float)) % far_pixels == 0;
  const bool is_aside = are_far || p.times.in() > 1;
  plan.is_wide = is_f32_in_place && !is_aside && parts.gradients->wide && p.z.kw <= gradient_taps &&
                 plan.columns >= wide_vectors * plan.lanes && !(slides(p.z) && stay_near(p));
  plan.keeps = is_f32_in_place && p.times.in() == 1 && keeping_of(*parts.gradients, p) &&
               keeps_rows(p, plan.lanes);
  plan.is_wide &= !plan.keeps;
  plan.src_in_place = in_place && (plan.keeps || !is_aside);
  plan.dst_in_place = in_place;
  plan.block = min(p.channels, vectors_of_block * plan.lanes);
  const dim_t times = p.times.all();
  if (plan.columns < p.channels || times > 1)
    plan.block = min(round_up(plan.block, times * min(plan.columns, plan.block)), p.channels);
  const bool is_even = plan.block > 0 && p.channels % plan.block == 0;
  plan.step = round_up(is_even ? plan.block : min(p.channels, 2 * plan.block - 1), plan.lanes);
  if (are_far) plan.step = (div_up(plan.step, cache_line) | 1) * cache_line;
}

// Rows of a list, whose vectors are taken one after the other: those behind the first come from the
// second cache.
dim_t rows_in_place(const depthwise_gradient &p, const depthwise_gradient_cut &plan) noexcept {
  if (!has_large_caches) return rows_listed;
  const dim_t pixels = min(p.z.stride_h, p.z.ih) * p.z.iw + p.z.ow;  // of a row
  const dim_t bytes = pixels * plan.block * dim_t(sizeof(float));
  return clamp(second_cache / max<dim_t>(bytes, 1), fewest_rows, rows_listed);
}

}  // namespace

bool make_geometry(const convolution_op &op, depthwise_gradient &p) noexcept {
  p.z = walked_sizes(op);
  p.taps = p.z.kd * p.z.kh * p.z.kw;
  p.rows = p.z.n * p.z.od * p.z.oh;
  p.channels = max(p.z.ic, p.z.oc);
  p.times = {p.channels / p.z.ic, p.channels / p.z.oc};
  p.src_type = op.src.data_type;
  p.dst_type = op.dst.data_type;
  return find_layout(op.src, p.src) && find_layout(op.dst, p.dst);
}

dim_t block_of_task(const depthwise_gradient &p, const depthwise_gradient_cut &plan,
                    dim_t workers) noexcept {
  constexpr dim_t enough = 4;  // tasks of a worker, however they are shared out
  const dim_t vectors = plan.is_wide ? wide_vectors : 2;  // or one, where registers are few
  const dim_t least =
      p.times.all() * (plan.columns < p.channels ? plan.columns : vectors * plan.lanes);
  dim_t blocks = max<dim_t>(p.channels / plan.block, 1);
  if (!has_large_caches || plan.parts * blocks % workers == 0) return plan.block;
  while (plan.parts * blocks % workers != 0 && plan.parts * blocks < enough * workers) ++blocks;
  const dim_t each = clamp(p.channels / blocks / least * least, min(least, plan.block), plan.block);
  const dim_t last = p.channels - (p.channels / each - 1) * each;
  return last > plan.step ? plan.block : each;  // rows that are read aside have no room for more
}

refusal plan_depthwise_weights(plan_request &request, convolution_op &op) noexcept {
  if (kinds_in(*request.attr)) return "attributes";
  const auto &parts = request.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  if (const refusal reason = check_depthwise(op)) return reason;
  if (is_faster_transposed(op, convolution_pass::backward_weights)) {
    const transposed_layouts transposed(request, op);
    return plan_depthwise_weights(request, op);
  }
  if (!backend.reader(op.src.data_type, element::f32) ||
      !backend.reader(op.dst.data_type, element::f32))
    return "types";
  auto &plan = request.make_plan<depthwise_gradient_cut, convolution_op>();
  depthwise_gradient p;
  if (!make_geometry(op, p)) return "layout of src or diff_dst";
  if (p.times.out() > 1 && !is_zero(op.bias)) return "several channels of src for one of diff_dst";
  plan.lanes = dim_t(backend.lanes());
  choose_columns(parts, p, plan);
  plan.parts = clamp<dim_t>(min(p.rows * p.z.ow / pixels_of_part, p.rows), 1, parts_wanted);
  plan.rows_at_once = plan.src_in_place && !plan.is_wide
                          ? min(rows_in_place(p, plan), p.rows)
                          : clamp<dim_t>((has_large_caches && plan.is_wide ? pixels_of_wide
                                          : plan.dst_in_place              ? 2 * pixels_at_once
                                                                           : pixels_at_once) /
                                             p.z.ow,
                                         1, p.z.oh);
  const dim_t src_rows = (plan.rows_at_once - 1) * p.z.stride_h + (p.z.kh - 1) * p.z.dilate_h + 1;
  worker_scratch scratch;
  scratch.add({plan.rows_at_once, sizeof(weights_row)});
  plan.src_at =
      scratch.add({src_rows, p.z.iw, plan.src_in_place ? 0 : plan.step, dim_t(sizeof(float))});
  plan.dst_at = scratch.add(
      {plan.rows_at_once, p.z.ow, plan.dst_in_place ? 0 : plan.step, dim_t(sizeof(float))});
  plan.kept = plan.keeps ? (2 * p.z.ow + 1) * 2 * plan.lanes : 0;
  plan.kept_at = scratch.add({2, plan.kept, dim_t(sizeof(float))});
  if (!scratch.fits) return "rows are too long";
  plan.worker_bytes = worker_share(scratch.bytes);
  // Without such a vector.
  const bool has_vectors =
      plan.columns == p.channels ? p.channels >= plan.lanes : p.channels % plan.lanes == 0;
  plan.sums_in_place = has_large_caches && has_vectors && !needs_narrow(op.weights) &&
                       has_channels_innermost(op.weights);
  // With a vector behind them, which is read where there is less than one of channels.
  plan.sums_at = request.add_scratch(
      scratch_bytes({(has_large_caches && plan.sums_in_place ? plan.parts - 1 : plan.parts) *
                             p.taps * p.channels +
                         plan.lanes,
                     sizeof(float)}));
  plan.narrow_at = request.add_scratch(
      needs_narrow(op.weights) ? size_t(elements(op.weights)) * type_size(op.weights.data_type)
                               : 0);
  plan.bias_at =
      request.add_scratch(scratch_bytes({plan.parts * p.channels + plan.lanes, sizeof(float)}));
  plan.workers_at =
      request.add_scratch(scratch_bytes({dim_t(plan.worker_bytes), request.max_workers}));
  return accepted;
}

}  // namespace dnnlet::drivers
