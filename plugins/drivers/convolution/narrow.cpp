// SPDX-License-Identifier: Apache-2.0
// Convolution forward from at most four channels, f32 from any, to fewer than a vector holds,
// computed in f32; formula: core/kernel/convolution.h. Here rows of A are channels of dst, read
// from weights as they are, and columns of B neighbouring pixels: vectors are full where few
// channels would leave them half empty.
//   src f32, bf16, f16, or u8 or s8 with weights of s8, and dst of any type that rows are rounded
//   to, in any layout of activation.h; weights of src's type in any plain layout: disjoint, any
//   alignment
//   scratch: weights in f32, where they are not; of a worker: the taps; the rows of src that a task
//   sees, with padding, as planes by channel and by the remainder of a column by the stride, so
//   that the pixels that neighbours in dst see are neighbours; a row of sums, and the same by pixel
//   error: one rounding for each product in f32, in the order of gemm_f32: taps, then channels;
//   sums of integers are exact
//   oneDNN v3, convolution
#include "plugins/drivers/convolution/narrow.h"

#include <cstring>

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/pixel_place.h"
#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t few_channels = 4;         // of src: each pixel is in a line or two of the cache
constexpr dim_t many_outputs = 64;        // rows of dst of a task, where channels are many
constexpr dim_t outputs_wanted = 256;     // of a task
constexpr dim_t most_pixel_step = 64;     // elements between neighbours in src
constexpr dim_t most_bytes = 512 * 1024;  // of what a task sees of src
constexpr dim_t far_bytes = 384 * 1024;   // the same, where channels are many
constexpr dim_t most_integers = 512;      // products of a sum: less than 2^24 in all

struct narrow_plan {
  finish_plan finish;
  dim_t lanes, columns;  // of a vector; of a row of sums
  dim_t panel;           // columns that a tile takes
  dim_t tile_h;          // rows of dst of a task
  dim_t phases, line;    // remainders by the stride, and floats of a row of one of them
  bool only_rounds;      // what the last stage does
  dim_t joined;          // pixels that it takes together, or 0
  size_t weights_at, workers_at, worker_bytes;
  size_t taps_at, planes_at, source_at, sums_at, pixels_at;  // of a worker's scratch
};

bool has_integers(const convolution_op &op) noexcept {
  const data_type type = op.src.data_type;
  return (type == dnnl_u8 || type == dnnl_s8) && op.weights.data_type == dnnl_s8;
}

bool takes_types(const convolution_op &op) noexcept {
  const data_type type = op.src.data_type;
  const bool is_float = type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16;
  return has_integers(op) || (is_float && op.weights.data_type == type);
}

// Whether vectors of pixels are fewer than those of channels, by so much that reading is paid for.
// Products of integers take all channels of a pixel at once.
bool pays(const convolution_sizes &z, bool integers, dim_t lanes) noexcept {
  if (z.kh * z.kw < 4) return false;
  const dim_t by_pixels = z.oc * div_up(z.ow, lanes) * (integers ? z.ic : 1);
  const dim_t by_channels = z.ow * div_up(z.oc, lanes);
  if (integers && z.ic * z.kh * z.kw > most_integers) return false;
  if (has_large_caches && z.ic > few_channels) return by_pixels * 4 <= by_channels * 3;
  if (z.oc == 1) return true;
  if (by_pixels * 5 > by_channels * 4) return false;
  if (integers || !has_large_caches) return true;
  // Of a pixel of dst, in products of vectors: what it takes to move an element from sums to dst,
  // or to planes, unless they are copied, and what the start and end of a tile of pixels take.
  constexpr dim_t writing = 2, reading = 4, beside = 12;
  const bool copies = z.stride_w == 1 && (z.ic == 1 || z.ic == few_channels);
  const dim_t of_sum = z.ic * z.kh * z.kw, seen = z.ic * z.stride_h * z.stride_w;
  const dim_t moving = writing * z.oc + (copies ? 1 : reading) * seen;
  return capped_product({by_pixels, of_sum}) / z.ow + moving <=
         div_up(z.oc, lanes) * (of_sum + beside);
}

refusal check(const plan_request &request, const convolution_op &op, const convolution_sizes &z,
              dim_t lanes) noexcept {
  if (!takes_types(op)) return "types";
  const bool takes_many = has_large_caches && op.src.data_type == dnnl_f32;
  if ((z.ic > few_channels && !takes_many) || z.groups != 1)
    return "more than four channels, or groups";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (z.kd != 1 || z.id != 1 || z.od != 1 || z.front != 0) return "depth";
  if (const refusal reason = check_reach(op)) return reason;
  if (!pays(z, has_integers(op), lanes)) return "vectors of channels are fuller";
  if (find(request.attr->zero_points, DNNL_ARG_SRC)) return "zero points";
  return accepted;
}

refusal lay_out(convolution_op &op, activation &in, activation &out) noexcept {
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  if (!lay_out_plain(op.weights)) return "size";
  if (!is_plain(op.weights) || !is_dense(op.weights)) return "layout of weights";
  if (!find_layout(op.src, in) || !find_layout(op.dst, out)) return "layout of src or dst";
  // A row is widened as it lies.
  const bool is_together = in.run >= op.src.dims[1], is_planes = in.run == 1 && in.w == 1;
  if (in.w > most_pixel_step || !(is_together || is_planes)) return "layout of src";
  return lay_out_bias(op.bias);
}

void cut(const convolution_sizes &z, const tile_table &tiles, int workers,
         narrow_plan &p) noexcept {
  int vectors = tiles.max_vectors;
  while (vectors > 1 && tiles.max_rows[vectors - 1] < z.oc) --vectors;
  p.columns = round_up(z.ow, p.lanes);
  p.panel = even_part(p.columns / p.lanes, vectors) * p.lanes;
  p.phases = min(z.stride_w, (z.kw - 1) * z.dilate_w + 1);
  p.line = p.columns + (z.kw - 1) * z.dilate_w / z.stride_w;
  p.tile_h = even_part(z.oh, div_up(outputs_wanted, p.columns));
  if (!has_large_caches || z.ic <= few_channels) return;
  const dim_t rows = far_bytes / capped_product({z.ic, p.phases, p.line, sizeof(float)});
  const dim_t most = (rows - (z.kh - 1) * z.dilate_h) / z.stride_h;
  p.tile_h = even_part(z.oh, clamp<dim_t>(min(most, z.n * z.oh / workers), 1, many_outputs));
}

bool add_scratch(plan_request &request, const convolution_op &op, const convolution_sizes &z,
                 const activation &in, narrow_plan &p) noexcept {
  const bool widens = op.src.data_type != dnnl_f32;
  const dim_t rows = (p.tile_h - 1) * z.stride_h + (z.kh - 1) * z.dilate_h + 1;
  const dim_t size = sizeof(float);
  worker_scratch scratch;
  p.taps_at = scratch.add({z.kh, z.kw, dim_t(sizeof(tile_tap))});
  const dim_t seen = capped_product({z.ic, rows, p.phases, p.line, size});
  p.planes_at = scratch.add({seen});
  p.source_at = scratch.add({widens ? z.iw : 0, max(in.w, z.ic), size});
  p.sums_at = scratch.add({z.oc, p.columns, size});
  p.pixels_at = scratch.add({p.columns + 1, round_up(z.oc, p.lanes), size});
  p.worker_bytes = worker_share(scratch.bytes);
  p.weights_at = request.add_scratch(widens ? scratch_bytes({elements(op.weights), size}) : 0);
  p.workers_at = request.add_scratch(scratch_bytes({dim_t(p.worker_bytes), request.max_workers}));
  return scratch.fits && seen <= most_bytes;
}

// One worker at one task.
class narrow_rows {
 public:
  narrow_rows(const run_context &context, const finish_stage &stage) noexcept
      : backend_(*context.parts_as<gemm_parts>().backend),
        tiles_(context.parts_as<gemm_parts>().tiles()),
        p_(context.plan_as<narrow_plan, convolution_op>()),
        op_(context.problem<convolution_op>()),
        z_(walked_sizes(op_)),
        stage_(stage),
        join_(backend_.reader(dnnl_f32, element::f32)) {
    find_layout(op_.src, in_);
    find_layout(op_.dst, out_);
    src_ = first_byte(context, DNNL_ARG_SRC, op_.src);
    dst_ = first_byte(context, DNNL_ARG_DST, op_.dst);
    weights_ = context.first<const float>(DNNL_ARG_WEIGHTS, op_.weights);
    const dim_t *strides = op_.weights.blocked.strides;
    const int oc = z_.has_groups ? 1 : 0, last = op_.weights.ndims - 1;
    by_oc_ = strides[oc];
    by_ic_ = strides[oc + 1];
    by_h_ = last > oc + 2 ? strides[last - 1] : 0;
    by_w_ = strides[last];
    merges_w_ = z_.ic == 1 && z_.stride_w == 1;
  }

  dim_t tiles() const noexcept { return div_up(z_.oh, p_.tile_h); }
  void take_weights(const float *weights) noexcept { weights_ = weights; }
  void run(dim_t n, dim_t tile, char *scratch) const noexcept;

 private:
  struct task {
    dim_t n, h, count;  // rows of dst
    dim_t rows;         // of planes
    char *scratch;

    float *at(size_t offset) const noexcept { return reinterpret_cast<float *>(scratch + offset); }
  };
  void read(const task &t) const noexcept;
  void part(const float *from, dim_t channel_step, float *row, dim_t plane) const noexcept;
  void part_pixels(const float *from, float *row, dim_t plane) const noexcept;
  void list_taps(const task &t) const noexcept;
  void make_sums(const task &t, dim_t h) const noexcept;
  void write(const task &t, dim_t h) const noexcept;
  void round_to_dst(const float *sums, float *pixels, dim_t at) const noexcept;

  dim_t pitch() const noexcept { return p_.phases * p_.line; }  // from channel to channel
  dim_t row_size() const noexcept { return z_.ic * pitch(); }

  const gemm_backend &backend_;
  const tile_table &tiles_;
  const narrow_plan &p_;
  const convolution_op &op_;
  const convolution_sizes z_;
  const finish_stage &stage_;
  const pixel_reader join_;
  activation in_, out_;
  const char *src_;
  char *dst_;
  const float *weights_;
  dim_t by_oc_, by_ic_, by_h_, by_w_;  // strides of weights
  bool merges_w_;                      // taps of a row of the kernel are the steps of one
};

// A row of src to the rows of planes, from padding on, of which there are zeros already.
void narrow_rows::part(const float *from, dim_t channel_step, float *row,
                       dim_t plane) const noexcept {
  const dim_t stride = z_.stride_w, step = stride * in_.w;
  for (dim_t c = 0; c < z_.ic; ++c)
    for (dim_t phase = 0; phase < p_.phases; ++phase) {
      const dim_t before = z_.left - phase, behind = z_.iw + before;
      const dim_t begin = before > 0 ? div_up(before, stride) : 0;
      const dim_t end = behind > 0 ? min(div_up(behind, stride), p_.line) : 0;
      const float *pixel = from + c * channel_step + (begin * stride - before) * in_.w;
      float *to = row + c * plane + phase * p_.line;
      if (step == 1 && end > begin)
        std::memcpy(to + begin, pixel, size_t(end - begin) * sizeof(float));
      else
        for (dim_t i = begin; i < end; ++i, pixel += step) to[i] = *pixel;
    }
}

// The same of many channels that lie side by side, without strides.
void narrow_rows::part_pixels(const float *from, float *row, dim_t plane) const noexcept {
  const activation planes = {0, 0, 0, 1, 1, plane};
  const dim_t begin = max<dim_t>(z_.left, 0), first = begin - z_.left;
  const dim_t count = min(z_.iw - first, p_.line - begin);
  if (count > 0)
    backend_.writer(dnnl_f32)({&planes, 1, count, 0, z_.ic}, from + first * in_.w, in_.w,
                              row + begin);
}

void narrow_rows::read(const task &t) const noexcept {
  const dim_t plane = pitch(), first = t.h * z_.stride_h - z_.top;
  const bool is_together = in_.run >= z_.ic, is_f32 = op_.src.data_type == dnnl_f32;
  const dim_t count = (z_.iw - 1) * in_.w + (is_together ? z_.ic : 1);
  float *planes = t.at(p_.planes_at), *wide = t.at(p_.source_at);
  std::memset(planes, 0, size_t(t.rows * row_size()) * sizeof(float));
  for (dim_t i = 0; i < t.rows; ++i) {
    if (first + i < 0 || first + i >= z_.ih) continue;
    const dim_t at = in_.pixel(t.n, 0, first + i, 0);
    float *row = planes + i * row_size();
    if (has_large_caches && is_f32 && is_together && z_.ic >= few_channels && z_.stride_w == 1) {
      part_pixels(reinterpret_cast<const float *>(src_) + at, row, plane);
    } else if (is_f32) {
      part(reinterpret_cast<const float *>(src_) + at, is_together ? 1 : in_.run_stride, row,
           plane);
    } else if (is_together) {
      backend_.rows->load(op_.src.data_type, src_, size_t(at), wide, size_t(count));
      part(wide, 1, row, plane);
    } else {
      for (dim_t c = 0; c < z_.ic; ++c)
        backend_.rows->load(op_.src.data_type, src_, size_t(at + c * in_.run_stride),
                            wide + c * z_.iw, size_t(count));
      part(wide, z_.iw, row, plane);
    }
  }
}

// From the first row of planes that an output sees.
void narrow_rows::list_taps(const task &t) const noexcept {
  auto *taps = reinterpret_cast<tile_tap *>(t.scratch + p_.taps_at);
  constexpr dim_t size = sizeof(float);
  for (dim_t kh = 0; kh < z_.kh; ++kh)
    for (dim_t kw = 0; kw < (merges_w_ ? 1 : z_.kw); ++kw) {
      const dim_t x = kw * z_.dilate_w;
      const dim_t b = kh * z_.dilate_h * row_size() + x % z_.stride_w * p_.line + x / z_.stride_w;
      *taps++ = {ptrdiff_t((kh * by_h_ + kw * by_w_) * size), ptrdiff_t(b * size)};
    }
}

void narrow_rows::make_sums(const task &t, dim_t h) const noexcept {
  constexpr dim_t size = sizeof(float);
  const dim_t top = h * z_.stride_h - z_.top, per_row = merges_w_ ? 1 : z_.kw;
  dim_t begin = 0, end = z_.kh;
  while (begin < end && top + begin * z_.dilate_h < 0) ++begin;
  while (end > begin && top + (end - 1) * z_.dilate_h >= z_.ih) --end;
  tile_args a = {};
  a.a = reinterpret_cast<const char *>(weights_);
  a.a_row = ptrdiff_t(by_oc_ * size);
  a.a_step = ptrdiff_t((merges_w_ ? by_w_ : by_ic_) * size);
  a.b_step = ptrdiff_t((merges_w_ ? z_.dilate_w : pitch()) * size);
  a.taps = reinterpret_cast<const tile_tap *>(t.scratch + p_.taps_at) + begin * per_row;
  a.tap_count = size_t((end - begin) * per_row);
  a.steps = size_t(merges_w_ ? z_.kw : z_.ic);
  a.c_row = ptrdiff_t(p_.columns);
  a.row_start = p_.finish.tile_has_bias ? stage_.bias() : nullptr;
  a.relu = p_.finish.relu;
  const float *planes = t.at(p_.planes_at) + (h - t.h) * z_.stride_h * row_size();
  for (dim_t i = 0; i < p_.columns; i += p_.panel) {
    a.b = reinterpret_cast<const char *>(planes + i);
    a.c = t.at(p_.sums_at) + i;
    a.cols = size_t(min(p_.panel, p_.columns - i));
    run_panel(tiles_, size_t(p_.lanes), a, size_t(z_.oc));
  }
}

// Sums that become dst by nothing but rounding, if that: a row of planes at a time, or of pixels.
void narrow_rows::round_to_dst(const float *sums, float *pixels, dim_t at) const noexcept {
  const activation planes = {0, 0, 0, 1, 1, p_.columns};
  const pixel_run all = {&planes, 1, z_.ow, 0, z_.oc};
  const data_type type = op_.dst.data_type;
  if (out_.run < z_.oc) {
    for (dim_t c = 0; c < z_.oc; ++c)
      backend_.rows->store(type, dst_, size_t(at + out_.channel(c)), sums + c * p_.columns,
                           size_t(z_.ow));
  } else if (type == dnnl_f32) {
    join_(all, sums, reinterpret_cast<float *>(dst_) + at, out_.w);
  } else {
    join_(all, sums, pixels, z_.oc);
    backend_.rows->store(type, dst_, size_t(at), pixels, size_t(z_.ow * z_.oc));
  }
}

void narrow_rows::write(const task &t, dim_t h) const noexcept {
  const dim_t at = out_.pixel(t.n, 0, h, 0), step = round_up(z_.oc, p_.lanes);
  const float *sums = t.at(p_.sums_at);
  float *pixels = t.at(p_.pixels_at);
  if (p_.only_rounds) return round_to_dst(sums, pixels, at);
  const activation planes = {0, 0, 0, 1, 1, p_.columns};
  char *out = dst_ + at * dim_t(type_size(op_.dst.data_type));
  if (p_.joined > 0) {
    join_({&planes, 1, z_.ow, 0, z_.oc}, sums, pixels, z_.oc);
    return stage_.finish_joined(pixels, z_.ow * z_.oc, p_.joined * z_.oc, out);
  }
  join_({&planes, 1, z_.ow, 0, z_.oc}, sums, pixels, step);
  if (p_.finish.from_integers && !p_.finish.in_f32)
    backend_.rows->store(dnnl_s32, pixels, 0, pixels, size_t(z_.ow * step));
  stage_.finish({&out_, out_.w, z_.ow, 0, z_.oc}, pixels, step,
                place_of_pixels(stage_.ndims(), t.n, 0, h, 0, 1), out);
}

void narrow_rows::run(dim_t n, dim_t tile, char *scratch) const noexcept {
  task t = {n, tile * p_.tile_h, 0, 0, scratch};
  t.count = min(p_.tile_h, z_.oh - t.h);
  t.rows = (t.count - 1) * z_.stride_h + (z_.kh - 1) * z_.dilate_h + 1;
  read(t);
  list_taps(t);
  for (dim_t h = t.h; h < t.h + t.count; ++h) {
    make_sums(t, h);
    write(t, h);
  }
}

}  // namespace

refusal plan_narrow_forward(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  const auto &parts = request.parts_as<gemm_parts>();
  const convolution_sizes z = walked_sizes(op);
  const auto lanes = dim_t(parts.backend->lanes());
  activation in, out;
  if (const refusal reason = check(request, op, z, lanes)) return reason;
  if (const refusal reason = lay_out(op, in, out)) return reason;
  auto &p = request.make_plan<narrow_plan, convolution_op>();
  p.lanes = lanes;
  cut(z, parts.tiles(), request.max_workers, p);
  if (const refusal reason =
          plan_finish(request, *parts.backend, forward_roles(op), has_integers(op), 2 * lanes,
                      p.finish, false, kinds_of_tiles))
    return reason;
  p.finish.in_f32 = p.finish.from_integers && p.finish.is_needed;
  const bool is_row = out.run < z.oc ? out.w == 1 : op.dst.data_type == dnnl_f32 || out.w == z.oc;
  p.only_rounds = is_row && p.finish.tile_has_bias && !p.finish.has_scales &&
                  !p.finish.has_dst_values &&
                  p.finish.first_post_op >= request.attr->post_ops.entries.count;
  const bool joins = p.finish.is_one_pass && out.run >= z.oc && out.w == z.oc;
  p.joined = joins && 2 * lanes % z.oc == 0 ? 2 * lanes / z.oc : 0;
  return add_scratch(request, op, z, in, p) ? accepted : "rows are too long";
}

void run_narrow_forward(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  const gemm_backend &backend = *context.parts_as<gemm_parts>().backend;
  const auto &p = context.plan_as<narrow_plan, convolution_op>();
  const gemm_tensors t = forward_roles(op);
  const finish_stage stage(context, backend, t, p.finish);
  if (p.joined > 0) stage.repeat_columns(p.joined);
  narrow_rows rows(context, stage);
  if (op.weights.data_type != dnnl_f32) {
    auto *wide = reinterpret_cast<float *>(context.scratchpad + p.weights_at);
    backend.rows->load(op.weights.data_type, context.data(DNNL_ARG_WEIGHTS),
                       size_t(op.weights.offset0), wide, size_t(elements(op.weights)));
    rows.take_weights(wide);
  }
  const dim_t tiles = rows.tiles();
  parallel_for(context.workers, op.src.dims[0] * tiles, [&](int64_t item, int worker) {
    rows.run(item / tiles, item % tiles,
             context.scratchpad + p.workers_at + size_t(worker) * p.worker_bytes);
  });
}

}  // namespace dnnlet::drivers
