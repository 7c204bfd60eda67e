// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution backward by weights:
//   diff_weights[c][k] = sum over n, o of src[n][c][o * stride + k * dilate - padding]
//                                         * diff_dst[n][c][o]
//   diff_bias[c] = sum over n, o of diff_dst[n][c][o]
//
//   src, diff_dst f32, bf16 or f16 in any layout of activation.h, diff_weights in any; disjoint
//   scratch: sums of the parts, [part][kd][kh][kw][channel] and [part][channel]; of each worker a
//   list of rows, and rows of pixels where channels do not lie side by side, are there several
//   times, or are of a type that is not multiplied as it is; of src, also where its pixels lie
//   whole 2 KB apart, or two rows of a vector of channels
//   error: one rounding for each product, in an order that only the problem decides: the outputs,
//   row by row, of each part of the rows of all images; then the parts; of bf16 at strides that
//   are not dilations, of the dots that a plugin has, those of two rows at a time
//   oneDNN v3, convolution
//
// A channel is a lane; sums of up to 3 x 3 taps are made together.
#include "plugins/drivers/convolution/depthwise_weights.h"

#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/depthwise_sweep.h"
#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/transposed_planes.h"
#include "plugins/drivers/gemm/add_up.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// Some channels, summed over some rows by one worker.
class channels_runner {
 public:
  channels_runner(const gemm_parts &parts, const depthwise_gradient &p,
                  const depthwise_gradient_cut &plan, const char *src, const char *diff_dst,
                  char *scratch) noexcept
      : backend_(*parts.backend),
        p_(p),
        plan_(plan),
        type_(plan.dst_in_place ? p.src_type : dnnl_f32),
        function_(plan.keeps ? keeping_of(*parts.gradients, p)
                  : has_large_caches && plan.is_wide
                      ? parts.gradients->wide
                      : parts.gradients->functions[type_ != dnnl_f32][slides(p.z)]),
        dots_(plan.dst_in_place && type_ == dnnl_bf16 && !slides(p.z) && parts.dots
                  ? parts.dots->gradient
                  : nullptr),
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
  const depthwise_gradient &p_;
  const depthwise_gradient_cut &plan_;
  const data_type type_;  // of what is multiplied
  const lane_gradient_function function_;
  size_t (*const dots_)(const lane_gradient &);  // before it; or null
  const char *src_, *diff_dst_;
  weights_row *list_;
  float *src_rows_, *dst_rows_, *kept_;
  dim_t channel_ = 0, end_ = 0, row_ = 0, rows_ = 0;  // at hand
  bool is_first_ = true;
};

void channels_runner::read_rows() noexcept {
  const dim_t times = p_.times.out();
  const pixel_run run = {&p_.dst, p_.dst.w, p_.z.ow, channel_ / times, (end_ - channel_) / times};
  const pixel_reader read = backend_.reader(p_.dst_type, element::f32);
  for (dim_t row = row_; row < row_ + rows_; ++row) {
    const place at = place_of(row);
    float *to = dst_rows_ + (row - row_) * p_.z.ow * plan_.step;
    read(run, diff_dst_ + p_.dst.pixel(at.n, at.od, at.oh, 0) * dim_t(type_size(p_.dst_type)), to,
         plan_.step);
    if (times > 1) spread_channels(to, run.pixels, plan_.step, run.channels, times);
  }
}

// The rows of src that the rows at hand, all of one plane, see through kd.
void channels_runner::read_src_rows(dim_t kd) noexcept {
  const convolution_sizes &z = p_.z;
  const dim_t times = p_.times.in();
  const pixel_run run = {&p_.src, p_.src.w, z.iw, channel_ / times, (end_ - channel_) / times};
  const pixel_reader read = backend_.reader(p_.src_type, element::f32);
  const place at = place_of(row_);
  const dim_t id = at.od * z.stride_d + kd * z.dilate_d - z.front, first = first_ih(at.oh);
  if (id < 0 || id >= z.id) return;
  const dim_t end = first_ih(at.oh + rows_ - 1) + (z.kh - 1) * z.dilate_h + 1;
  for (dim_t ih = max<dim_t>(first, 0); ih < min(end, z.ih); ++ih) {
    float *to = src_rows_ + (ih - first) * z.iw * plan_.step;
    read(run, src_ + p_.src.pixel(at.n, id, ih, 0) * dim_t(type_size(p_.src_type)), to, plan_.step);
    if (times > 1) spread_channels(to, run.pixels, plan_.step, run.channels, times);
  }
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
  g.sums_row = ptrdiff_t(z.kw * p_.channels);
  g.sums_tap = ptrdiff_t(p_.channels);
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
      g.sums = sums + ((kd * z.kh + kh) * z.kw + kw) * p_.channels + channel;
      g.bias = bias && kd + kh + kw == 0 ? bias + channel : nullptr;
      g.channels = size_t(min(plan_.columns, end_ - channel));
      g.first = has_type(dnnl_bf16) && dots_ ? dots_(g) : 0;
      if (g.first < g.channels) function_(g);
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

void run_lanes(const run_context &context, const convolution_op &op, const gemm_tensors &t,
               convolution_pass) noexcept {
  const auto &parts = context.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  const auto &plan = context.plan_as<depthwise_gradient_cut, convolution_op>();
  depthwise_gradient p;
  make_geometry(op, p);
  const char *src = first_byte(context, t.src.arg, op.src);
  const char *diff_dst = first_byte(context, t.dst.arg, op.dst);
  auto *others = reinterpret_cast<float *>(context.scratchpad + plan.sums_at), *sums = others;
  auto *bias = reinterpret_cast<float *>(context.scratchpad + plan.bias_at);
  const bool has_bias = !is_zero(op.bias);
  const dim_t each = block_of_task(p, plan, context.workers.size);
  const dim_t blocks = max<dim_t>(p.channels / each, 1), size = p.taps * p.channels;
  if (has_large_caches && plan.sums_in_place)
    sums = context.first<float>(t.weights.arg, op.weights);
  else
    others += size;
  parallel_for(context.workers, plan.parts * blocks, [&](int64_t item, int worker) {
    const dim_t part = item / blocks, block = item % blocks;
    channels_runner runner(
        parts, p, plan, src, diff_dst,
        context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes);
    runner.run(block * each, block == blocks - 1 ? p.channels : (block + 1) * each,
               p.rows * part / plan.parts, p.rows * (part + 1) / plan.parts,
               has_large_caches && part > 0 ? others + (part - 1) * size : sums + part * size,
               has_bias ? bias + part * p.channels : nullptr);
  });
  add_up(context, *backend.rows, sums, others, plan.parts, size);
  if (!has_large_caches || !plan.sums_in_place)
    unpack_channels_innermost(context, backend, op.weights, sums,
                              context.scratchpad + plan.narrow_at, context.data(t.weights.arg));
  if (!has_bias) return;
  add_up(context, *backend.rows, bias, plan.parts, p.channels);
  backend.rows->store(op.bias.data_type, context.data(t.bias_arg), size_t(op.bias.offset0), bias,
                      size_t(p.channels));
}

}  // namespace

void run_depthwise_weights(const run_context &context, const convolution_op &op,
                           const gemm_tensors &t) noexcept {
  run_either_way(context, op, t, convolution_pass::backward_weights, run_lanes);
}

refusal plan_depthwise_backward_weights(plan_request &request) {
  return plan_depthwise_weights(request, request.problem<convolution_op>());
}
void run_depthwise_backward_weights(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_depthwise_weights(context, op, backward_weights_roles(op));
}

}  // namespace dnnlet::drivers
