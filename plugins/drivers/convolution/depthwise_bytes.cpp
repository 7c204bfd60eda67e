// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution forward of bytes; formula: core/kernel/convolution.h with one channel in a
// group. The rows of the kernel are taken in fours, or the taps of a long one by itself.
//   src u8 or s8, dst of any type, channels last and dense in a pixel, at least a block of them, or
//   of 2-D tensors as many as fill one with those of other pixels of the row, which are joined, or
//   nine and more where a plugin takes few of them;
//   weights s8 [kd][kh][kw][channel]: disjoint, any alignment
//   scratch: weights, and what dst is made with at once, in the order of blocks; with a zero point
//   of src, a row of what is outside; of a worker: the rows of the kernel; sums of some blocks of a
//   row of dst, unless these become bytes or f32 at once; of joined pixels the rows of src that a
//   task sees, with what is around them, or of taps in fours the part of one that some outputs see
//   error: sums are exact
//   oneDNN v3, convolution
#include "plugins/drivers/convolution/depthwise_bytes.h"

#include <cmath>
#include <cstring>

#include "plugins/drivers/convolution/bytes_runner.h"
#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/convolution/pixel_place.h"
#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/gemm/finish.h"
#include "plugins/drivers/gemm/integers.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t blocks_wanted = 4, rows_wanted = 8;  // of a task; the last ones have what is left
constexpr dim_t values_of_channel = 2;               // a scale and an offset
constexpr dim_t fewest_alone = 9;                    // channels of a block that is not full
constexpr dim_t sums_at_once = 32;                   // pixels of a row whose sums are kept

bool is_byte(data_type type) noexcept {
  return type == dnnl_u8 || type == dnnl_s8;
}

refusal check(const plan_request &request, convolution_op &op) noexcept {
  if (!is_byte(op.src.data_type) || op.weights.data_type != dnnl_s8) return "types";
  if (const refusal reason = check_depthwise(op)) return reason;
  if (op.src.dims[1] != op.dst.dims[1]) return "several channels of a group";
  if (!has_channels_innermost(op.weights)) return "layout of weights";
  const gemm_tensors t = forward_roles(op);
  if (find(request.attr->zero_points, t.weights.arg)) return "zero points";
  return check_input_zero_points(*request.attr, t, 0);
}

}  // namespace

bytes_runner::bytes_runner(const run_context &context, const bytes_part &part,
                           const convolution_op &op, bool turns, const gemm_tensors &t,
                           const finish_stage &stage) noexcept
    : context_(context),
      quads_(*context.parts_as<gemm_parts>().quads),
      p_(part),
      op_(op),
      turns_(turns),
      stage_(stage),
      src_(first_byte(context, t.src.arg, *t.src.md) + p_.first),
      dst_(first_byte(context, t.dst.arg, *t.dst.md)),
      weights_(reinterpret_cast<const int8_t *>(first_byte(context, t.weights.arg, op_.weights)) +
               p_.first),
      weights_step_(op.src.dims[1]) {
  const convolution_sizes z = walked_sizes(op_);
  d_ = forward_axis(depth_of(z));
  h_ = forward_axis(height_of(z));
  w_ = forward_axis(width_of(z));
  find_layout(op_.src, in_);
  find_layout(op_.dst, out_);
  make_window();
}

// What is outside is like the zero point: then all taps are seen, and sums start from what that is
// too much. Where no byte is like it, it is taken off times what outputs see of ones.
void bytes_runner::find_zero_point() noexcept {
  const int32_t zero_point = zero_point_of(context_, DNNL_ARG_SRC);
  const int64_t wanted = int64_t(zero_point) + flip();
  const bool fits = 0 <= wanted && wanted <= UINT8_MAX;
  window_.fill = uint8_t(fits ? wanted : flip());
  if (!fits) too_much_ = zero_point;
}

void bytes_runner::make_window() noexcept {
  find_zero_point();
  window_.pixel = ptrdiff_t(in_.w);
  window_.in = ptrdiff_t(w_.in);
  window_.outputs = ptrdiff_t(w_.outputs);
  window_.first = ptrdiff_t(w_.first);
  window_.stride = ptrdiff_t(w_.in_step);
  window_.dilate = ptrdiff_t(w_.step);
  window_.taps = int(w_.taps);
  window_.flips = flips();
  window_.channels = size_t(channels());
  window_.weights = scratch_at<int8_t>(p_.weights_at);
  window_.block_weights = ptrdiff_t(quads_of_block() * quad_bytes());
  if (window_.fill != 0) window_.start = scratch_at<int32_t>(p_.start_at);
  window_.values = scratch_at<float>(p_.values_at);
  const bool is_f32 = op_.dst.data_type == dnnl_f32;
  if ((is_f32 || is_byte(op_.dst.data_type)) && too_much_ == 0 && stage_.in_tile(finish_, true) &&
      !finish_.adds)
    window_.finish = &finish_;
  window_.is_signed = op_.dst.data_type == dnnl_s8;
  if (window_.finish)
    window_.low = uint8_t(int(std::nearbyint(std::fmin(finish_.low, finish_.high))));
  if (p_.in_row) {
    window_.first = 0;
    window_.taps = int(p_.quads);
  }
  if (!is_joined()) return;
  find_pieces();
  // Joined pixels instead of pixels, of which all taps are inside.
  const dim_t beside = p_.joined / p_.pieces;
  window_.pixel = ptrdiff_t(p_.width / beside);
  window_.in = ptrdiff_t(p_.line - beside + 1);
  window_.outputs = ptrdiff_t(div_up(p_.outputs, beside));
  window_.first = 0;
  window_.stride *= ptrdiff_t(beside);
  window_.out_pixel = ptrdiff_t(p_.width * out_size());
  window_.block = 0;
  window_.end_block = 1;
}

// A row of it; or of ones where there is src, with zeros around them where pixels are joined.
void bytes_runner::fill_outside() noexcept {
  auto *to = scratch_at<char>(p_.outside_at);
  const dim_t bytes = is_joined() ? line_bytes() : (w_.in - 1) * in_.w + p_.channels;
  const bool has_zeros = too_much_ != 0 && is_joined();
  std::memset(to, has_zeros ? 0 : too_much_ != 0 ? 1 : outside_byte(), size_t(bytes));
  if (has_zeros) fill_ones(to);
}

void bytes_runner::pack_block(dim_t block) noexcept {
  const dim_t columns = p_.in_row ? 1 : w_.taps, rows_in_all = p_.in_row ? w_.taps : h_.taps;
  const dim_t channel = channel_of(block), taps = d_.taps * rows_in_all * columns;
  auto *packed = scratch_at<int8_t>(p_.weights_at) + block * window_.block_weights;
  int8_t *to = packed;
  for (dim_t d = 0; d < d_.taps; ++d)
    for (dim_t quad = 0; quad < p_.quads; ++quad) {
      const dim_t rows = min<dim_t>(rows_in_all - quad * 4, 4);
      for (dim_t t = 0; t < columns; ++t, to += quad_bytes()) {
        const int8_t *from[4];
        for (dim_t i = 0; i < 4; ++i) {
          const dim_t tap = (d * rows_in_all + quad * 4 + min(i, rows - 1)) * columns + t;
          from[i] = weights_ + (turns_ ? taps - 1 - tap : tap) * weights_step_ + channel;
        }
        quads_.interleave(from, (1u << rows) - 1, size_t(channels()), to);
      }
    }
  if (window_.fill != 0)
    quads_.take_off(packed, size_t(quads_of_block()), window_.fill,
                    scratch_at<int32_t>(p_.start_at) + block * p_.width);
  if (!window_.finish) return;
  auto *values = scratch_at<float>(p_.values_at) + block * p_.width * values_of_channel;
  if (finish_.scales) {
    quads_.arrange(finish_.scales + p_.first + channel, values);
    quads_.arrange(finish_.offsets + p_.first + channel, values + p_.width);
  } else {
    for (dim_t c = 0; c < p_.width; ++c) values[c] = 1, values[p_.width + c] = 0;
  }
}

void bytes_runner::pack() noexcept {
  if (find(context_.attr->zero_points, DNNL_ARG_SRC)) fill_outside();
  if (is_joined()) repeat_weights();
  for (dim_t block = 0; block < p_.blocks; ++block) pack_block(block);
}

// Into a row of sums, and those of ones beside, which see as much of src.
void bytes_runner::sum(const quad_window &window, char *scratch) const noexcept {
  quads_.run(window);
  if (too_much_ == 0) return;
  auto *rows = reinterpret_cast<quad_row *>(scratch) + d_.taps * p_.quads;
  for (size_t i = 0; i < window.row_count; ++i) {
    rows[i] = window.rows[i];
    for (const char *&in : rows[i].in) in = scratch_at<char>(p_.outside_at);
  }
  quad_window ones = window;
  ones.rows = rows;
  ones.flips = false;
  ones.fill = 0;
  ones.start = nullptr;
  ones.out += p_.ones_at - p_.sums_at;
  quads_.run(ones);
}

void bytes_runner::take_off_seen(char *scratch, dim_t count) const noexcept {
  auto *sums = reinterpret_cast<uint32_t *>(scratch + p_.sums_at);
  const auto *ones = reinterpret_cast<const uint32_t *>(scratch + p_.ones_at);
  for (dim_t i = 0; too_much_ != 0 && i < count; ++i) sums[i] -= uint32_t(too_much_) * ones[i];
}

void bytes_runner::run(dim_t n, dim_t d, dim_t tile, dim_t group, char *scratch) const noexcept {
  quad_window window = window_;
  auto *rows = reinterpret_cast<quad_row *>(scratch);
  const bool is_last = group + 1 == p_.groups;
  const dim_t block = group * blocks_wanted, first = channel_of(block);
  const dim_t end = is_last ? p_.channels : (block + blocks_wanted) * p_.width;
  window.rows = rows;
  window.block = size_t(block);
  window.end_block = size_t(is_last ? p_.blocks : block + blocks_wanted);
  // The stage takes whole vectors of a row.
  const dim_t step = round_up(end - first, p_.width / 4), size = sizeof(int32_t);
  char *sums = scratch + p_.sums_at;
  window.out_pixel = ptrdiff_t((window.finish ? out_.w : step) * out_size());
  const dim_t most = window.finish && !p_.in_row ? w_.outputs : sums_at_once;
  for (dim_t h = tile * p_.tile_h; h < min((tile + 1) * p_.tile_h, h_.outputs); ++h) {
    if (!p_.in_row)
      window.row_count = list_rows(d, h, rows, [&](dim_t id, dim_t ih) {
        return src_ + in_.pixel(n, id, clamp<dim_t>(ih, 0, h_.in - 1), 0);
      });
    for (dim_t w = 0; w < w_.outputs; w += most) {
      const dim_t pixels = min(most, w_.outputs - w);
      char *out = dst_ + out_.pixel(n, d, h, w) * dim_t(type_size(op_.dst.data_type));
      window.outputs = ptrdiff_t(pixels);
      window.out = window.finish ? out : sums - first * size;
      if (p_.in_row) {
        read_line(n, d, h, w, first, end, scratch + p_.input_at);
        sum_line(window, first, end, scratch);
      } else {
        window.first = ptrdiff_t(w_.input(w, 0));
        sum(window, scratch);
      }
      if (window.finish) continue;
      take_off_seen(scratch, pixels * step);
      stage_.finish({&out_, out_.w, pixels, first, end - first}, sums, step,
                    place_of_pixels(stage_.ndims(), n, d, h, w, 1), out);
    }
  }
}

namespace {

// Whole blocks may be a part of their own, and pixels of what is left be joined.
dim_t channels_of_whole_blocks(const convolution_sizes &z, const activation &in,
                               const activation &out, dim_t width) noexcept {
  const dim_t left = z.ic % width;
  dim_t pieces = 0;
  const bool may_join = z.ic > width && left > 0 && quads_of_row(z) == 0;
  return may_join && joined_pixels(z, in, out, left, width, pieces) > 0 ? z.ic - left : z.ic;
}

struct part_of_channels {
  dim_t first, channels, width;  // of a block
};
part_of_channels rest_of(const part_of_channels &whole, dim_t channels) noexcept {
  return {whole.channels, channels - whole.channels, whole.width};
}

// Answers what a worker has for a part.
worker_scratch plan_part(plan_request &request, const convolution_sizes &z, const activation &in,
                         const activation &out, const part_of_channels &part, bool has_zero_point,
                         bytes_part &p) noexcept {
  const dim_t channels = part.channels;
  p.first = part.first;
  p.channels = channels;
  p.width = part.width;
  p.pieces = 1;
  p.joined = channels < p.width
                 ? max<dim_t>(joined_pixels(z, in, out, channels, p.width, p.pieces), 1)
                 : 1;
  p.blocks = div_up(channels * p.joined, p.width);
  p.groups = max<dim_t>(channels / p.width / blocks_wanted, 1);
  const bool is_joined = p.joined > 1;
  const dim_t quads = is_joined || has_zero_point ? 0 : quads_of_row(z);
  p.in_row = quads > 0;
  p.quads = p.in_row ? quads : div_up<dim_t>(z.kh, 4);
  p.tile_h = even_part(z.oh, rows_wanted);
  const dim_t all = p.blocks * p.width, taps = capped_product({z.kd, p.quads, p.in_row ? 1 : z.kw});
  const dim_t copied = is_joined ? capped_product({z.kh, z.kw, all}) : 0;
  p.weights_at = request.add_scratch(scratch_bytes({taps, all, 4}) + scratch_bytes({copied}));
  p.start_at = request.add_scratch(scratch_bytes({all, dim_t(sizeof(int32_t))}));
  p.values_at = request.add_scratch(scratch_bytes({all, values_of_channel, dim_t(sizeof(float))}));
  const dim_t seen_h = (p.tile_h - 1) * z.stride_h + (z.kh - 1) * z.dilate_h + 1;
  p.outputs = div_up(z.ow, p.pieces);
  const dim_t together = round_up(p.outputs, p.joined / p.pieces);
  if (is_joined) p.line = (together - 1) * z.stride_w + (z.kw - 1) * z.dilate_w + 1;
  if (p.in_row) p.line = round_up<dim_t>(min(z.ow, sums_at_once), 4) + 4 * p.quads;
  const dim_t row_bytes = is_joined ? p.line * channels * p.pieces : (z.iw - 1) * in.w + channels;
  p.outside_at = request.add_scratch(scratch_bytes({has_zero_point, row_bytes}));
  worker_scratch scratch;
  scratch.add({has_zero_point ? 2 : 1, z.kd, p.quads, dim_t(sizeof(quad_row))});
  const dim_t most = min(2 * blocks_wanted, p.blocks);  // blocks of a group
  const dim_t pixels = is_joined ? z.ow : min(z.ow, sums_at_once);
  p.sums_at = scratch.add({pixels, most, p.width, dim_t(sizeof(int32_t))});
  p.ones_at = scratch.add({has_zero_point, pixels, most, p.width, dim_t(sizeof(int32_t))});
  p.pixels_at = scratch.add({is_joined ? z.ow : 0, p.width, dim_t(sizeof(int32_t))});
  p.input_at = scratch.add({is_joined ? seen_h : dim_t(p.in_row), p.line,
                            is_joined ? channels * p.pieces : most * p.width});
  return scratch;
}

}  // namespace

refusal plan_depthwise_bytes(plan_request &request, convolution_op &op) noexcept {
  const auto &parts = request.parts_as<gemm_parts>();
  if (const refusal reason = check(request, op)) return reason;
  activation in, out;
  if (!find_layout(op.src, in) || !find_layout(op.dst, out)) return "layout of src or dst";
  auto &plan = request.make_plan<bytes_plan, convolution_op>();
  const dim_t channels = op.src.dims[1], width = dim_t(parts.quads->channels());
  if (in.run < channels || out.run < channels) return "layout of src or dst";
  const convolution_sizes z = walked_sizes(op);
  if (const refusal reason =
          plan_finish(request, *parts.backend, forward_roles(op), true, 2 * width, plan.finish))
    return reason;
  const bool has_zero_point = find(request.attr->zero_points, DNNL_ARG_SRC);
  const part_of_channels whole = {0, channels_of_whole_blocks(z, in, out, width), width};
  worker_scratch scratch = plan_part(request, z, in, out, whole, has_zero_point, plan.part);
  if (plan.part.joined == 1 && channels < width &&
      (!parts.quads->takes_few || channels < fewest_alone))
    return "too few channels";
  plan.rest_at = request.scratchpad_bytes;
  if (whole.channels < channels) {
    bytes_part rest = {};
    const worker_scratch of_rest =
        plan_part(request, z, in, out, rest_of(whole, channels), has_zero_point, rest);
    scratch = {max(scratch.bytes, of_rest.bytes), scratch.fits && of_rest.fits};
  }
  plan.worker_bytes = worker_share(scratch.bytes);
  plan.workers_at =
      request.add_scratch(scratch_bytes({dim_t(plan.worker_bytes), request.max_workers}));
  return scratch.fits ? accepted : "rows are too long";
}

void run_depthwise_bytes(const run_context &context, const convolution_op &op,
                         bool turns) noexcept {
  const auto &plan = context.plan_as<bytes_plan, convolution_op>();
  const gemm_tensors t = forward_roles(op);
  const finish_stage stage(context, *context.parts_as<gemm_parts>().backend, t, plan.finish);
  const dim_t channels = op.src.dims[1];
  bytes_part rest = {};
  if (plan.part.channels < channels) {
    // It is not in the plan, for which it would be too much.
    activation in, out;
    find_layout(op.src, in);
    find_layout(op.dst, out);
    plan_request again = {};
    again.scratchpad_bytes = plan.rest_at;
    const part_of_channels whole = {0, plan.part.channels, plan.part.width};
    plan_part(again, walked_sizes(op), in, out, rest_of(whole, channels),
              find(context.attr->zero_points, DNNL_ARG_SRC), rest);
  }
  const auto run_part = [&](const bytes_part &p) {
    if (p.joined > 1) stage.repeat_columns(p.joined, p.first);
    bytes_runner runner(context, p, op, turns, t, stage);
    runner.pack();
    const dim_t groups = p.groups, tiles = runner.tiles();
    parallel_for(context.workers, op.src.dims[0] * runner.depth() * tiles * groups,
                 [&](int64_t item, int worker) {
                   const dim_t group = take(item, groups), tile = take(item, tiles);
                   const dim_t d = take(item, runner.depth());
                   char *scratch =
                       context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes;
                   if (p.joined > 1)
                     runner.run_joined(item, tile, scratch);
                   else
                     runner.run(item, d, tile, group, scratch);
                 });
  };
  run_part(plan.part);
  if (rest.channels > 0) run_part(rest);
}

refusal plan_depthwise_bytes(plan_request &request) {
  return plan_depthwise_bytes(request, request.problem<convolution_op>());
}
void run_depthwise_bytes(const run_context &context) {
  run_depthwise_bytes(context, context.problem<convolution_op>(), false);
}

}  // namespace dnnlet::drivers
