// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution backward by weights:
//   diff_weights[c][k] = sum over n, o of src[n][c][o * stride + k * dilate - padding]
//                                         * diff_dst[n][c][o]
//   diff_bias[c] = sum over n, o of diff_dst[n][c][o]
//
//   src, diff_dst f32, bf16 or f16 in any layout of activation.h, diff_weights in any; disjoint
//   scratch: sums of the parts, [part][kd][kh][kw][channel] and [part][channel]; of each worker a
//   list of rows, and rows of pixels where channels do not lie side by side, or are of a type that
//   is not multiplied as it is; of src, also where its pixels lie whole 2 KB apart, or two rows of a
//   vector of channels
//   error: one rounding for each product, in an order that only the problem decides: the outputs,
//   row by row, of each part of the rows of all images; then the parts
//   oneDNN v3, convolution
//
// A channel is a lane; sums of up to 3 x 3 taps are made together.
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/depthwise_sweep.h"
#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/gemm/add_up.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t rows_listed = 64;      // after which sums are set down
constexpr dim_t pixels_at_once = 128;  // that are read aside; their rows stay in cache
constexpr dim_t pixels_of_wide = 32;   // whose src stays in the first one for all rows of a kernel
constexpr dim_t vectors_of_block = 8;
constexpr dim_t parts_wanted = 8;
constexpr dim_t cache_line = line_bytes / sizeof(float);
constexpr dim_t pixels_of_part = 512;  // at least, for parts are added up in the end
constexpr dim_t second_cache = 1 << 20;

struct weights_plan {
  dim_t lanes, block, columns, step, parts, rows_at_once, kept;
  bool keeps, src_in_place, dst_in_place, is_wide;
  bool sums_in_place;  // those of the first part are diff_weights
  size_t sums_at, narrow_at, bias_at, workers_at, worker_bytes, src_at, dst_at, kept_at;
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

// Outputs are as far apart as taps.
bool slides(const convolution_sizes &z) noexcept {
  return z.stride_w == z.dilate_w;
}

// Some channels, summed over some rows by one worker.
class channels_runner {
 public:
  channels_runner(const gemm_parts &parts, const geometry &p, const weights_plan &plan,
                  const char *src, const char *diff_dst, char *scratch) noexcept
      : backend_(*parts.backend),
        p_(p),
        plan_(plan),
        type_(plan.dst_in_place ? p.src_type : dnnl_f32),
        function_(plan.keeps ? parts.gradients->keeping[slides(p.z)]
                  : has_large_caches && plan.is_wide
                      ? parts.gradients->wide
                      : parts.gradients->functions[type_ != dnnl_f32][slides(p.z)]),
        src_(src),
        diff_dst_(diff_dst),
        list_(reinterpret_cast<weights_row *>(scratch)),
        src_rows_(reinterpret_cast<float *>(scratch + plan.src_at)),
        dst_rows_(reinterpret_cast<float *>(scratch + plan.dst_at)),
        kept_(reinterpret_cast<float *>(scratch + plan.kept_at)) {}

  void run(dim_t channel, dim_t end, dim_t first_row, dim_t last_row, float *sums,
           float *bias) noexcept;

 private:
  struct place {
    dim_t n, od, oh;
  };
  place place_of(dim_t row) const noexcept {
    return {row / p_.z.oh / p_.z.od, row / p_.z.oh % p_.z.od, row % p_.z.oh};
  }
  dim_t first_ih(dim_t oh) const noexcept { return oh * p_.z.stride_h - p_.z.top; }
  dim_t src_pixel() const noexcept { return plan_.src_in_place ? p_.src.w : plan_.step; }
  dim_t dst_pixel() const noexcept { return plan_.dst_in_place ? p_.dst.w : plan_.step; }
  dim_t src_row_step() const noexcept {
    return plan_.src_in_place ? p_.src.h : p_.z.iw * plan_.step;
  }
  void read_rows() noexcept;
  void read_src_rows(dim_t kd) noexcept;
  void list_rows(dim_t kd, dim_t kh, dim_t kw) noexcept;
  void add_kernel_rows(dim_t kd, dim_t kh, float *sums, float *bias) noexcept;
  void set_taps(dim_t kw, lane_gradient &g) const noexcept;

  const gemm_backend &backend_;
  const geometry &p_;
  const weights_plan &plan_;
  const data_type type_;  // of what is multiplied
  const lane_gradient_function function_;
  const char *src_, *diff_dst_;
  weights_row *list_;
  float *src_rows_, *dst_rows_, *kept_;
  dim_t channel_ = 0, end_ = 0, row_ = 0, rows_ = 0;  // at hand
  bool is_first_ = true;
};

void channels_runner::read_rows() noexcept {
  const pixel_run run = {&p_.dst, p_.dst.w, p_.z.ow, channel_, end_ - channel_};
  const pixel_reader read = backend_.reader(p_.dst_type, element::f32);
  for (dim_t row = row_; row < row_ + rows_; ++row) {
    const place at = place_of(row);
    read(run, diff_dst_ + p_.dst.pixel(at.n, at.od, at.oh, 0) * dim_t(type_size(p_.dst_type)),
         dst_rows_ + (row - row_) * p_.z.ow * plan_.step, plan_.step);
  }
}

// The rows of src that the rows at hand, all of one plane, see through kd.
void channels_runner::read_src_rows(dim_t kd) noexcept {
  const convolution_sizes &z = p_.z;
  const pixel_run run = {&p_.src, p_.src.w, z.iw, channel_, end_ - channel_};
  const pixel_reader read = backend_.reader(p_.src_type, element::f32);
  const place at = place_of(row_);
  const dim_t id = at.od * z.stride_d + kd * z.dilate_d - z.front, first = first_ih(at.oh);
  if (id < 0 || id >= z.id) return;
  const dim_t end = first_ih(at.oh + rows_ - 1) + (z.kh - 1) * z.dilate_h + 1;
  for (dim_t ih = max<dim_t>(first, 0); ih < min(end, z.ih); ++ih)
    read(run, src_ + p_.src.pixel(at.n, id, ih, 0) * dim_t(type_size(p_.src_type)),
         src_rows_ + (ih - first) * z.iw * plan_.step, plan_.step);
}

// The rows at hand, as up to three rows of the kernel see them from (kd, kh, kw) on.
void channels_runner::list_rows(dim_t kd, dim_t kh, dim_t kw) noexcept {
  const convolution_sizes &z = p_.z;
  const dim_t size = dim_t(type_size(type_)), first = first_ih(row_ % z.oh);
  const dim_t kernel_rows = min<dim_t>(gradient_taps, z.kh - kh);
  place at = place_of(row_);
  for (dim_t i = 0; i < rows_; ++i) {
    const dim_t id = at.od * z.stride_d + kd * z.dilate_d - z.front;
    const dim_t ih = first_ih(at.oh) + kh * z.dilate_h;
    weights_row &row = list_[i];
    row.inside = 0;
    row.follows = i > 0 && at.oh > 0;
    for (dim_t k = 0; k < kernel_rows; ++k) {
      const dim_t h = ih + k * z.dilate_h;
      row.inside |= uint32_t(0 <= id && id < z.id && 0 <= h && h < z.ih) << k;
    }
    const dim_t src =
        plan_.src_in_place ? p_.src.pixel(at.n, id, ih, 0) : (ih - first) * src_row_step();
    const dim_t dst =
        plan_.dst_in_place ? p_.dst.pixel(at.n, at.od, at.oh, 0) : i * z.ow * plan_.step;
    row.src = ptrdiff_t((src + (kw * z.dilate_w - z.left) * src_pixel()) * size);
    row.diff_dst = ptrdiff_t(dst * size);
    if (++at.oh < z.oh) continue;
    at.oh = 0;
    if (++at.od < z.od) continue;
    at.od = 0;
    ++at.n;
  }
}

// The columns of the kernel from kw on, and the outputs that see src through them.
void channels_runner::set_taps(dim_t kw, lane_gradient &g) const noexcept {
  const convolution_sizes &z = p_.z;
  g.taps = int(min<dim_t>(gradient_taps, z.kw - kw));
  for (int t = 0; t < gradient_taps; ++t) {
    g.begin[t] = g.end[t] = 0;
    if (t >= g.taps) continue;
    const dim_t shift = (kw + t) * z.dilate_w - z.left;  // iw = ow * stride + shift
    const dim_t begin = min(z.ow, shift < 0 ? div_up(-shift, z.stride_w) : 0);
    const dim_t end = min(z.ow, shift < z.iw ? div_up(z.iw - shift, z.stride_w) : 0);
    g.begin[t] = ptrdiff_t(begin);
    g.end[t] = ptrdiff_t(max(begin, end));
  }
}

// Up to three rows of the kernel, from kh on.
void channels_runner::add_kernel_rows(dim_t kd, dim_t kh, float *sums, float *bias) noexcept {
  const convolution_sizes &z = p_.z;
  const dim_t size = dim_t(type_size(type_));
  lane_gradient g = {};
  g.src_step = ptrdiff_t(z.stride_w * src_pixel() * size);
  g.src_tap = ptrdiff_t(z.dilate_w * src_pixel() * size);
  g.src_row = ptrdiff_t(z.dilate_h * src_row_step() * size);
  g.diff_dst_step = ptrdiff_t(dst_pixel() * size);
  g.rows = list_;
  g.row_count = size_t(rows_);
  g.outputs = ptrdiff_t(z.ow);
  g.kernel_rows = int(min<dim_t>(gradient_taps, z.kh - kh));
  g.sums_row = ptrdiff_t(z.kw * z.oc);
  g.sums_tap = ptrdiff_t(z.oc);
  g.is_first = is_first_;
  g.kept = kept_;
  g.kept_row = ptrdiff_t(plan_.kept * dim_t(sizeof(float)));
  for (dim_t kw = 0; kw < z.kw; kw += gradient_taps) {
    list_rows(kd, kh, kw);
    set_taps(kw, g);
    for (dim_t channel = channel_; channel < end_; channel += plan_.columns) {
      g.src = plan_.src_in_place ? src_ + p_.src.channel(channel) * size
                                 : reinterpret_cast<const char *>(src_rows_ + channel - channel_);
      g.diff_dst = plan_.dst_in_place ? diff_dst_ + p_.dst.channel(channel) * size
                                      : reinterpret_cast<const char *>(dst_rows_);
      g.sums = sums + ((kd * z.kh + kh) * z.kw + kw) * z.oc + channel;
      g.bias = bias && kd + kh + kw == 0 ? bias + channel : nullptr;
      g.channels = size_t(min(plan_.columns, end_ - channel));
      function_(g);
    }
  }
}

void channels_runner::run(dim_t channel, dim_t end, dim_t first_row, dim_t last_row, float *sums,
                          float *bias) noexcept {
  const convolution_sizes &z = p_.z;
  channel_ = channel;
  end_ = end;
  is_first_ = true;
  for (row_ = first_row; row_ < last_row; row_ += rows_) {
    rows_ = min(plan_.rows_at_once, last_row - row_);
    if (!plan_.src_in_place) rows_ = min(rows_, z.oh - row_ % z.oh);
    if (!plan_.dst_in_place) read_rows();
    for (dim_t kd = 0; kd < z.kd; ++kd) {
      if (!plan_.src_in_place) read_src_rows(kd);
      for (dim_t kh = 0; kh < z.kh; kh += gradient_taps) add_kernel_rows(kd, kh, sums, bias);
    }
    is_first_ = false;
  }
}

// Whether the rows of src that see each other, and one of diff_dst, stay in the first cache: a line
// of each pixel, while one vector after the other takes all of them.
bool stay_near(const geometry &p, dim_t times = 1) noexcept {
  const dim_t bytes = p.src.w * dim_t(sizeof(float));
  dim_t sets = sets_of_cache;
  for (dim_t lines = bytes / line_bytes; bytes % line_bytes == 0 && sets > 1 && lines % 2 == 0;
       lines /= 2)
    sets /= 2;
  return (min<dim_t>(p.z.kh, gradient_taps) + 1) * p.z.iw <= times * sets * lines_of_set;
}

// Whether what several rows see is kept: where it does not stay near anyway, and vectors are long
// enough, for each of them takes its share of a line by itself. Where only one row of three is seen
// again and memory is far, whole lines are faster.
bool keeps_rows(const geometry &p, dim_t lanes) noexcept {
  const convolution_sizes &z = p.z;
  if (z.kh != gradient_taps || z.kw != gradient_taps) return false;
  const dim_t bytes = lanes * dim_t(sizeof(float));
  if (slides(z)) return z.stride_h == z.dilate_h && 2 * bytes >= line_bytes && !stay_near(p, 2);
  const dim_t pixels = z.n * (z.id * z.ih * z.iw + z.od * z.oh * z.ow);
  return z.stride_h == 2 * z.dilate_h && z.stride_w == 2 * z.dilate_w && bytes >= line_bytes &&
         pixels * z.oc <= second_cache / dim_t(sizeof(float));
}

// Where channels lie side by side by whole vectors, or else they are read aside.
void choose_columns(const gemm_parts &parts, const geometry &p, weights_plan &plan) noexcept {
  const dim_t src = columns_in_place(p.src, p.z.oc, plan.lanes),
              dst = columns_in_place(p.dst, p.z.oc, plan.lanes);
  plan.columns = min(src, dst);
  bool in_place = p.src_type == p.dst_type && plan.columns > 0 && src % plan.columns == 0 &&
                  dst % plan.columns == 0;
  in_place &= p.src_type == dnnl_f32 ||
              (p.src_type == dnnl_bf16 && parts.gradients->functions[1][slides(p.z)]);
  if (!in_place) plan.columns = p.z.oc;
  const bool is_f32_in_place = has_large_caches && in_place && p.src_type == dnnl_f32;
  // Pixels of src are seen through nine taps, those of diff_dst once for all of them.
  const bool are_far = is_f32_in_place && slides(p.z) && p.src.run >= p.z.oc &&
                       p.src.w * dim_t(sizeof(float)) % far_pixels == 0;
  plan.is_wide = is_f32_in_place && !are_far && parts.gradients->wide && p.z.kw <= gradient_taps &&
                 plan.columns >= wide_vectors * plan.lanes && !(slides(p.z) && stay_near(p));
  plan.keeps =
      is_f32_in_place && parts.gradients->keeping[slides(p.z)] && keeps_rows(p, plan.lanes);
  plan.is_wide &= !plan.keeps;
  plan.src_in_place = in_place && (plan.keeps || !are_far);
  plan.dst_in_place = in_place;
  plan.block = min(p.z.oc, vectors_of_block * plan.lanes);
  if (plan.columns < p.z.oc) plan.block = round_up(plan.block, plan.columns);
  const bool is_even = plan.block > 0 && p.z.oc % plan.block == 0;
  plan.step = round_up(is_even ? plan.block : min(p.z.oc, 2 * plan.block - 1), plan.lanes);
  if (are_far) plan.step = (plan.step / cache_line | 1) * cache_line;
}

// Channels of a task: fewer than planned where tasks are too few to be alike for all workers.
dim_t block_of_task(const geometry &p, const weights_plan &plan, dim_t workers) noexcept {
  constexpr dim_t enough = 4;  // tasks of a worker, however they are shared out
  const dim_t vectors = plan.is_wide ? wide_vectors : 1;
  const dim_t least = plan.columns < p.z.oc ? plan.columns : vectors * plan.lanes;
  dim_t blocks = max<dim_t>(p.z.oc / plan.block, 1);
  if (!has_large_caches || plan.parts * blocks % workers == 0) return plan.block;
  while (plan.parts * blocks % workers != 0 && plan.parts * blocks < enough * workers) ++blocks;
  return clamp(p.z.oc / blocks / least * least, min(least, plan.block), plan.block);
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
  choose_columns(parts, p, plan);
  plan.parts = clamp<dim_t>(min(p.rows * p.z.ow / pixels_of_part, p.rows), 1, parts_wanted);
  plan.rows_at_once = plan.src_in_place && !plan.is_wide
                          ? min(rows_listed, p.rows)
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
  plan.kept = plan.keeps ? ((slides(p.z) ? 1 : 2) * p.z.ow + 2) * plan.lanes : 0;
  plan.kept_at = scratch.add({2, plan.kept, dim_t(sizeof(float))});
  if (!scratch.fits) return "rows are too long";
  plan.worker_bytes = worker_share(scratch.bytes);
  // Without such a vector.
  const bool has_vectors = plan.columns == p.z.oc ? p.z.oc >= plan.lanes : p.z.oc % plan.lanes == 0;
  plan.sums_in_place = has_large_caches && has_vectors && !needs_narrow(op.weights) &&
                       has_channels_innermost(op.weights);
  // With a vector behind them, which is read where there is less than one of channels.
  plan.sums_at = request.add_scratch(scratch_bytes(
      {(has_large_caches && plan.sums_in_place ? plan.parts - 1 : plan.parts) * p.taps * p.z.oc +
           plan.lanes,
       sizeof(float)}));
  plan.narrow_at = request.add_scratch(
      needs_narrow(op.weights) ? size_t(elements(op.weights)) * type_size(op.weights.data_type)
                               : 0);
  plan.bias_at =
      request.add_scratch(scratch_bytes({plan.parts * p.z.oc + plan.lanes, sizeof(float)}));
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
  auto *others = reinterpret_cast<float *>(context.scratchpad + plan.sums_at), *sums = others;
  auto *bias = reinterpret_cast<float *>(context.scratchpad + plan.bias_at);
  const bool has_bias = !is_zero(op.bias);
  const dim_t each = block_of_task(p, plan, context.workers.size);
  const dim_t blocks = max<dim_t>(p.z.oc / each, 1), size = p.taps * p.z.oc;
  if (has_large_caches && plan.sums_in_place)
    sums = context.first<float>(t.weights.arg, op.weights);
  else
    others += size;
  parallel_for(context.workers, plan.parts * blocks, [&](int64_t item, int worker) {
    const dim_t part = item / blocks, block = item % blocks;
    channels_runner runner(
        parts, p, plan, src, diff_dst,
        context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes);
    runner.run(block * each, block == blocks - 1 ? p.z.oc : (block + 1) * each,
               p.rows * part / plan.parts, p.rows * (part + 1) / plan.parts,
               has_large_caches && part > 0 ? others + (part - 1) * size : sums + part * size,
               has_bias ? bias + part * p.z.oc : nullptr);
  });
  add_up(context, *backend.rows, sums, others, plan.parts, size);
  if (!has_large_caches || !plan.sums_in_place)
    unpack_channels_innermost(context, backend, op.weights, sums,
                              context.scratchpad + plan.narrow_at, context.data(t.weights.arg));
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
