// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution backward by weights:
//   diff_weights[c][k] = sum over n, o of src[n][c][o * stride + k * dilate - padding]
//                                         * diff_dst[n][c][o]
//   diff_bias[c] = sum over n, o of diff_dst[n][c][o]
//
//   src, diff_dst f32, bf16 or f16 in any layout of activation.h, diff_weights in any; disjoint
//   scratch: sums of the parts, [part][kd][kh][kw][channel] and [part][channel]; of each worker
//   its taps, and rows of pixels where channels do not lie side by side, or are not f32
//   error: one rounding for each product, in an order that only the problem decides: parts of the
//   rows of all images, in each of them some rows at a time: the outputs that see the whole width
//   of the kernel, those left of them, those right of them; then the parts
//   oneDNN v3, convolution
//
// A channel is a lane; a tap of a tile is a row of pixels, which neighbouring columns of the kernel
// see together where all of them are inside; bias is a product with ones.
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/gemm/add_up.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t pixels_at_once = 128;  // after which sums are set down; their rows stay in cache
constexpr dim_t parts_wanted = 8;
constexpr dim_t pixels_of_part = 512;  // at least, for parts are added up in the end

struct weights_plan {
  dim_t lanes, columns, parts, rows_at_once;
  bool in_place;
  size_t sums_at, narrow_at, bias_at, ones_at, workers_at, worker_bytes, src_at, dst_at;
};

struct geometry {
  convolution_sizes z;
  activation src, dst;
  data_type src_type, dst_type;
  dim_t taps, rows;  // points of the kernel; rows of pixels in diff_dst, of all images
};

bool make_geometry(const convolution_op &op, geometry &p) noexcept {
  p.z = walked_sizes(op);
  p.taps = p.z.kd * p.z.kh * p.z.kw;
  p.rows = p.z.n * p.z.od * p.z.oh;
  p.src_type = op.src.data_type;
  p.dst_type = op.dst.data_type;
  return find_layout(op.src, p.src) && find_layout(op.dst, p.dst);
}

// Some channels, summed over some rows by one worker.
class channels_runner {
 public:
  channels_runner(const gemm_parts &parts, const geometry &p, const weights_plan &plan,
                  const char *src, const char *diff_dst, const float *ones, char *scratch) noexcept
      : backend_(*parts.backend),
        tiles_(*parts.by_lanes),
        p_(p),
        plan_(plan),
        src_(src),
        diff_dst_(diff_dst),
        ones_(ones),
        taps_(reinterpret_cast<tile_tap *>(scratch)),
        src_rows_(reinterpret_cast<float *>(scratch + plan.src_at)),
        dst_rows_(reinterpret_cast<float *>(scratch + plan.dst_at)) {}

  void run(dim_t channel, dim_t first_row, dim_t last_row, float *sums, float *bias) noexcept;

 private:
  struct place {
    dim_t n, od, oh;
  };
  // Outputs of a row.
  struct range {
    dim_t begin, end;
  };
  place place_of(dim_t row) const noexcept {
    return {row / p_.z.oh / p_.z.od, row / p_.z.oh % p_.z.od, row % p_.z.oh};
  }
  void read_rows() noexcept;
  void read_src_rows(dim_t kd, dim_t kh) noexcept;
  bool src_row(const place &at, dim_t kd, dim_t kh, dim_t *id, dim_t *ih) const noexcept;
  range seeing(dim_t kw) const noexcept;
  void list_rows(dim_t kd, dim_t kh) noexcept;
  void add_taps(float *sums) noexcept;
  void add_columns(dim_t kw, dim_t count, range ow, float *sums) noexcept;
  void add_bias(float *sum) noexcept;
  tile_args common(size_t taps, float *sum) const noexcept;
  dim_t dst_offset(const place &at, dim_t row) const noexcept;
  void advance(place &at) const noexcept;

  const gemm_backend &backend_;
  const lane_tiles &tiles_;
  const geometry &p_;
  const weights_plan &plan_;
  const char *src_, *diff_dst_;
  const float *ones_;
  tile_tap *taps_;
  float *src_rows_, *dst_rows_;
  dim_t channel_ = 0, columns_ = 0, row_ = 0, rows_ = 0;  // at hand
  size_t tap_count_ = 0;
  bool is_first_ = true;
};

bool channels_runner::src_row(const place &at, dim_t kd, dim_t kh, dim_t *id,
                              dim_t *ih) const noexcept {
  const convolution_sizes &z = p_.z;
  *id = at.od * z.stride_d + kd * z.dilate_d - z.front;
  *ih = at.oh * z.stride_h + kh * z.dilate_h - z.top;
  return 0 <= *id && *id < z.id && 0 <= *ih && *ih < z.ih;
}

// To the next row.
void channels_runner::advance(place &at) const noexcept {
  if (++at.oh < p_.z.oh) return;
  at.oh = 0;
  if (++at.od < p_.z.od) return;
  at.od = 0;
  ++at.n;
}

void channels_runner::read_rows() noexcept {
  const pixel_run run = {&p_.dst, p_.dst.w, p_.z.ow, channel_, columns_};
  const pixel_reader read = backend_.reader(p_.dst_type, element::f32);
  for (dim_t row = row_; row < row_ + rows_; ++row) {
    const place at = place_of(row);
    read(run, diff_dst_ + p_.dst.pixel(at.n, at.od, at.oh, 0) * dim_t(type_size(p_.dst_type)),
         dst_rows_ + (row - row_) * p_.z.ow * plan_.columns, plan_.columns);
  }
}

void channels_runner::read_src_rows(dim_t kd, dim_t kh) noexcept {
  const pixel_run run = {&p_.src, p_.src.w, p_.z.iw, channel_, columns_};
  const pixel_reader read = backend_.reader(p_.src_type, element::f32);
  for (dim_t row = row_; row < row_ + rows_; ++row) {
    const place at = place_of(row);
    dim_t id, ih;
    if (src_row(at, kd, kh, &id, &ih))
      read(run, src_ + p_.src.pixel(at.n, id, ih, 0) * dim_t(type_size(p_.src_type)),
           src_rows_ + (row - row_) * p_.z.iw * plan_.columns, plan_.columns);
  }
}

// Of the first pixel of a row, in elements of f32.
dim_t channels_runner::dst_offset(const place &at, dim_t row) const noexcept {
  return plan_.in_place ? p_.dst.pixel(at.n, at.od, at.oh, 0)
                        : (row - row_) * p_.z.ow * plan_.columns;
}

tile_args channels_runner::common(size_t taps, float *sum) const noexcept {
  tile_args t = {};
  t.b = plan_.in_place ? diff_dst_ + p_.dst.channel(channel_) * dim_t(sizeof(float))
                       : reinterpret_cast<const char *>(dst_rows_);
  t.b_step = ptrdiff_t((plan_.in_place ? p_.dst.w : plan_.columns) * dim_t(sizeof(float)));
  t.taps = taps_;
  t.tap_count = taps;
  t.c = sum;
  t.c_row = ptrdiff_t(p_.z.oc);
  t.cols = size_t(columns_);
  return t;
}

// The outputs that see src through column kw of the kernel.
channels_runner::range channels_runner::seeing(dim_t kw) const noexcept {
  const convolution_sizes &z = p_.z;
  const dim_t shift = kw * z.dilate_w - z.left;  // iw = ow * stride + shift
  const dim_t begin = shift < 0 ? div_up(-shift, z.stride_w) : 0;
  const dim_t end = min(z.ow, shift < z.iw ? div_up(z.iw - shift, z.stride_w) : 0);
  return {min(begin, z.ow), max(end, min(begin, z.ow))};
}

// The rows at hand that see src through a row of the kernel.
void channels_runner::list_rows(dim_t kd, dim_t kh) noexcept {
  tap_count_ = 0;
  place at = place_of(row_);
  for (dim_t row = row_; row < row_ + rows_; ++row, advance(at)) {
    dim_t id, ih;
    if (!src_row(at, kd, kh, &id, &ih)) continue;
    const dim_t a =
        plan_.in_place ? p_.src.pixel(at.n, id, ih, 0) : (row - row_) * p_.z.iw * plan_.columns;
    taps_[tap_count_++] = {ptrdiff_t(a * dim_t(sizeof(float))),
                           ptrdiff_t(dst_offset(at, row) * dim_t(sizeof(float)))};
  }
}

// Adds outputs `ow` of the rows listed to the sums of `count` columns of the kernel, from kw on.
void channels_runner::add_columns(dim_t kw, dim_t count, range ow, float *sums) noexcept {
  const convolution_sizes &z = p_.z;
  const bool is_empty = tap_count_ == 0 || ow.begin >= ow.end;
  if (is_empty && !is_first_) return;
  const dim_t pixel = (plan_.in_place ? p_.src.w : plan_.columns) * dim_t(sizeof(float));
  tile_args t = common(is_empty ? 0 : tap_count_, sums + kw * z.oc);
  t.start = is_first_ ? nullptr : t.c;
  t.start_row = is_first_ ? 0 : t.c_row;
  t.a = plan_.in_place ? src_ + p_.src.channel(channel_) * dim_t(sizeof(float))
                       : reinterpret_cast<const char *>(src_rows_);
  t.a += ptrdiff_t((ow.begin * z.stride_w + kw * z.dilate_w - z.left) * pixel);
  t.b += ow.begin * t.b_step;
  t.a_row = ptrdiff_t(z.dilate_w * pixel);
  t.a_step = ptrdiff_t(z.stride_w * pixel);
  t.steps = size_t(max<dim_t>(ow.end - ow.begin, 0));
  run_lanes(tiles_, size_t(plan_.lanes), t, size_t(count));
}

// A row of the kernel: what all its columns see, and then what is left at the edges of each.
void channels_runner::add_taps(float *sums) noexcept {
  const dim_t kw = p_.z.kw;
  range all = {0, p_.z.ow};
  for (dim_t k = 0; k < kw; ++k) {
    const range ow = seeing(k);
    all = {max(all.begin, ow.begin), min(all.end, ow.end)};
  }
  all.end = max(all.begin, all.end);
  add_columns(0, kw, all, sums);
  const bool was_first = is_first_;
  is_first_ = false;
  for (dim_t k = 0; k < kw; ++k) {
    const range ow = seeing(k);
    const dim_t left_end = min(ow.end, all.begin);
    add_columns(k, 1, {ow.begin, left_end}, sums);
    add_columns(k, 1, {max(max(ow.begin, left_end), all.end), ow.end}, sums);
  }
  is_first_ = was_first;
}

void channels_runner::add_bias(float *sum) noexcept {
  place at = place_of(row_);
  for (dim_t row = row_; row < row_ + rows_; ++row, advance(at))
    taps_[row - row_] = {0, ptrdiff_t(dst_offset(at, row) * dim_t(sizeof(float)))};
  tile_args t = common(size_t(rows_), sum);
  t.start = is_first_ ? nullptr : sum;
  t.a = reinterpret_cast<const char *>(ones_);
  t.steps = size_t(p_.z.ow);
  run_lanes(tiles_, size_t(plan_.lanes), t, 1);
}

void channels_runner::run(dim_t channel, dim_t first_row, dim_t last_row, float *sums,
                          float *bias) noexcept {
  const convolution_sizes &z = p_.z;
  channel_ = channel;
  columns_ = min(plan_.columns, z.oc - channel);
  is_first_ = true;
  for (row_ = first_row; row_ < last_row; row_ += plan_.rows_at_once) {
    rows_ = min(plan_.rows_at_once, last_row - row_);
    if (!plan_.in_place) read_rows();
    for (dim_t kd = 0; kd < z.kd; ++kd)
      for (dim_t kh = 0; kh < z.kh; ++kh) {
        if (!plan_.in_place) read_src_rows(kd, kh);
        list_rows(kd, kh);
        add_taps(sums + (kd * z.kh + kh) * z.kw * z.oc + channel);
      }
    if (bias) add_bias(bias + channel);
    is_first_ = false;
  }
}

}  // namespace

refusal plan_depthwise_weights(plan_request &request, convolution_op &op) noexcept {
  if (kinds_in(*request.attr)) return "attributes";
  const auto &parts = request.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  if (const refusal reason = check_depthwise(op)) return reason;
  if (!backend.reader(op.src.data_type, element::f32) ||
      !backend.reader(op.dst.data_type, element::f32))
    return "types";
  auto &plan = request.make_plan<weights_plan, convolution_op>();
  geometry p;
  if (!make_geometry(op, p)) return "layout of src or diff_dst";
  plan.lanes = dim_t(backend.lanes());
  plan.columns = min(plan.lanes * parts.by_lanes->whole->max_vectors, round_up(p.z.oc, plan.lanes));
  const dim_t run = min(p.src.run, p.dst.run);
  plan.in_place = p.src_type == dnnl_f32 && p.dst_type == dnnl_f32;
  plan.in_place &=
      run >= p.z.oc || (run >= plan.lanes && p.src.run % run == 0 && p.dst.run % run == 0);
  if (plan.in_place && run < p.z.oc) {
    plan.columns = min(plan.columns, run);
    while (run % plan.columns != 0) --plan.columns;
  }
  plan.parts = clamp<dim_t>(min(p.rows * p.z.ow / pixels_of_part, p.rows), 1, parts_wanted);
  plan.rows_at_once = clamp<dim_t>(pixels_at_once / p.z.ow, 1, p.rows);
  const dim_t pixel = plan.in_place ? 0 : plan.columns;
  worker_scratch scratch;
  scratch.add({plan.rows_at_once, sizeof(tile_tap)});
  plan.src_at = scratch.add({plan.rows_at_once, p.z.iw, pixel, dim_t(sizeof(float))});
  plan.dst_at = scratch.add({plan.rows_at_once, p.z.ow, pixel, dim_t(sizeof(float))});
  if (!scratch.fits) return "rows are too long";
  plan.worker_bytes = worker_share(scratch.bytes);
  plan.sums_at = request.add_scratch(scratch_bytes({plan.parts, p.taps, p.z.oc, sizeof(float)}));
  plan.narrow_at = request.add_scratch(
      needs_narrow(op.weights) ? size_t(elements(op.weights)) * type_size(op.weights.data_type)
                               : 0);
  plan.bias_at = request.add_scratch(scratch_bytes({plan.parts, p.z.oc, sizeof(float)}));
  plan.ones_at = request.add_scratch(size_t(plan.columns) * sizeof(float));
  plan.workers_at =
      request.add_scratch(scratch_bytes({dim_t(plan.worker_bytes), request.max_workers}));
  return accepted;
}

void run_depthwise_weights(const run_context &context, const convolution_op &op,
                           const gemm_tensors &t) noexcept {
  const auto &parts = context.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  const auto &plan = context.plan_as<weights_plan, convolution_op>();
  geometry p;
  make_geometry(op, p);
  const char *src = first_byte(context, t.src.arg, op.src);
  const char *diff_dst = first_byte(context, t.dst.arg, op.dst);
  auto *sums = reinterpret_cast<float *>(context.scratchpad + plan.sums_at);
  auto *bias = reinterpret_cast<float *>(context.scratchpad + plan.bias_at);
  auto *ones = reinterpret_cast<float *>(context.scratchpad + plan.ones_at);
  for (dim_t i = 0; i < plan.columns; ++i) ones[i] = 1;
  const bool has_bias = !is_zero(op.bias);
  const dim_t blocks = div_up(p.z.oc, plan.columns), size = p.taps * p.z.oc;
  parallel_for(context.workers, plan.parts * blocks, [&](int64_t item, int worker) {
    const dim_t part = item / blocks;
    channels_runner runner(
        parts, p, plan, src, diff_dst, ones,
        context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes);
    runner.run(item % blocks * plan.columns, p.rows * part / plan.parts,
               p.rows * (part + 1) / plan.parts, sums + part * size,
               has_bias ? bias + part * p.z.oc : nullptr);
  });
  add_up(context, *backend.rows, sums, plan.parts, size);
  unpack_channels_innermost(context, backend, op.weights, sums, context.scratchpad + plan.narrow_at,
                            context.data(t.weights.arg));
  if (!has_bias) return;
  add_up(context, *backend.rows, bias, plan.parts, p.z.oc);
  backend.rows->store(op.bias.data_type, context.data(t.bias_arg), size_t(op.bias.offset0), bias,
                      size_t(p.z.oc));
}

refusal plan_depthwise_backward_weights(plan_request &request) {
  return plan_depthwise_weights(request, request.problem<convolution_op>());
}
void run_depthwise_backward_weights(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_depthwise_weights(context, op, backward_weights_roles(op));
}

}  // namespace dnnlet::drivers
