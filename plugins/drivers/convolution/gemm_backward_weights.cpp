// SPDX-License-Identifier: Apache-2.0
// Convolution backward by weights as a batch-reduce GEMM over pixels:
//   diff_weights[oc][ic][k] = sum over n, o of src[n][ic][o * stride + k * dilate - padding]
//                                             * diff_dst[n][oc][o]
//   diff_bias[oc] = sum over n, o of diff_dst[n][oc][o]
//   rows of A are channels of src, read where they are; rows of B are pixels of diff_dst; a tap is
//   a row of pixels; bias is a product with ones
//   src, diff_dst f32, bf16, f16 or f8 in any layout of activation.h, all of src widened before;
//   sums in f32 panels, converted and unpacked at the end where diff_weights are something else;
//   disjoint scratch: src where it is not f32; panels where diff_weights are not, and where the sum
//   is made in parts; for each worker its taps and rows of diff_dst that cannot be read where they
//   are error: one rounding for each product, in an order that only the problem decides: parts of
//   the rows of all images, in each of them n, od, oh, ow (with few channels, the columns first
//   that see the whole width of the kernel); then the parts
#include "plugins/drivers/convolution/gemm_backward_weights.h"

#include <initializer_list>

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/gemm/add_up.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t pixels_at_once = 256;  // after which sums are set down; their rows stay in cache
constexpr dim_t most_parts = 8;
constexpr dim_t small_weights = dim_t(1) << 18;
constexpr dim_t few_channels = 8;  // too few to be the rows of a tile alone

struct weights_plan {
  dim_t lanes, columns, parts;
  bool widens, in_panels, reads_in_place;
  size_t src_at, panels_at, narrow_at, bias_at, workers_at, worker_bytes, rows_at;
};

struct problem {
  convolution_sizes z;
  activation src, dst;
  data_type src_type, dst_type;
  panel_shape panels;
  dim_t rows;     // of pixels in diff_dst, of all images
  bool merges_w;  // taps along w and channels are the rows of A together
};

// With a 1x1 kernel space is walked as one row, where it is one in memory.
void flatten(problem &p) noexcept {
  convolution_sizes &z = p.z;
  const auto is_one_row = [&z](const activation &a) {
    return (z.oh == 1 || a.h == a.w * z.ow) && (z.od == 1 || a.d == a.w * z.ow * z.oh);
  };
  if (!is_pointwise(z) || !is_one_row(p.src) || !is_one_row(p.dst)) return;
  z.iw = z.ow = z.od * z.oh * z.ow;
  z.id = z.ih = z.od = z.oh = 1;
}

// src, once it is widened: channels last.
activation dense_pixels(const convolution_sizes &z) noexcept {
  return {z.id * z.ih * z.iw * z.ic, z.ih * z.iw * z.ic, z.iw * z.ic, z.ic, z.ic, 0};
}

bool make_problem(const convolution_op &op, dim_t lanes, dim_t most_columns, problem &p) noexcept {
  p.z = walked_sizes(op);
  if (!describe(op.src, p.src) || !describe(op.dst, p.dst)) return false;
  p.src_type = op.src.data_type;
  p.dst_type = op.dst.data_type;
  if (p.src_type != dnnl_f32) p.src = dense_pixels(p.z);
  p.panels = shape_weights(op.weights, p.z.has_groups, false, 1, lanes, most_columns);
  flatten(p);
  p.rows = p.z.n * p.z.od * p.z.oh;
  p.merges_w = p.z.groups == 1 && p.z.ic < few_channels && p.z.dilate_w == 1 && p.src.w == p.z.ic &&
               p.src.run >= p.z.ic;
  return true;
}

// Small weights leave few panels to share out: then the pixels are shared out as well.
dim_t parts_of(const problem &p) noexcept {
  const dim_t weights = p.z.oc * p.panels.summed * p.panels.taps;
  const dim_t rows = p.z.n * p.z.od * p.z.oh * div_up(p.z.ow, 4 * pixels_at_once);
  return clamp<dim_t>(min(small_weights / max<dim_t>(weights, 1), rows), 1, most_parts);
}

// Pixels that are summed at once: whole rows, or a piece of one.
struct chunk {
  dim_t row, rows, w, width;
};

// A panel and a row of taps of the kernel, summed over a part of the pixels by one worker.
class panel_runner {
 public:
  panel_runner(const gemm_parts &parts, const problem &p, const weights_plan &plan,
               const float *src, const char *diff_dst, char *scratch) noexcept
      : backend_(*parts.backend),
        tiles_(parts.tiles()),
        p_(p),
        plan_(plan),
        src_(src),
        diff_dst_(diff_dst),
        taps_(reinterpret_cast<tile_tap *>(scratch)),
        pixels_(reinterpret_cast<float *>(scratch + plan.rows_at)) {}

  void run(dim_t group, dim_t panel, dim_t kd, dim_t kh, const chunk &all, float *panels,
           float *bias) noexcept;

 private:
  // Outputs of a row.
  struct range {
    dim_t begin, end;
  };
  void add(const chunk &c, bool is_first) noexcept;
  void add_tap(const chunk &c, dim_t kw, range ow, bool is_first) noexcept;
  void add_merged(const chunk &c, bool is_first) noexcept;
  void add_bias(const chunk &c, bool is_first) noexcept;
  void read_pixels_of(const chunk &c) noexcept;
  range seeing(const chunk &c, dim_t kw) const noexcept;
  size_t list_taps(const chunk &c, dim_t kw, range ow) noexcept;
  void place_of(dim_t row, dim_t *n, dim_t *od, dim_t *oh) const noexcept;
  dim_t pixel_offset(const chunk &c, dim_t row, dim_t ow) const noexcept;
  tile_args common(size_t taps, size_t steps, bool is_first) const noexcept;

  const gemm_backend &backend_;
  const tile_table &tiles_;
  const problem &p_;
  const weights_plan &plan_;
  const float *src_;
  const char *diff_dst_;
  tile_tap *taps_;
  float *pixels_;
  dim_t group_ = 0, panel_ = 0, kd_ = 0, kh_ = 0;
  dim_t first_oc_ = 0, columns_ = 0;
  float *c_ = nullptr, *bias_ = nullptr;
};

void panel_runner::place_of(dim_t row, dim_t *n, dim_t *od, dim_t *oh) const noexcept {
  *oh = row % p_.z.oh;
  *od = row / p_.z.oh % p_.z.od;
  *n = row / p_.z.oh / p_.z.od;
}

// Of a pixel of diff_dst in B, in elements.
dim_t panel_runner::pixel_offset(const chunk &c, dim_t row, dim_t ow) const noexcept {
  if (!plan_.reads_in_place) return ((row - c.row) * c.width + ow - c.w) * p_.panels.columns;
  dim_t n, od, oh;
  place_of(row, &n, &od, &oh);
  return p_.dst.at(n, od, oh, ow, first_oc_);
}

void panel_runner::read_pixels_of(const chunk &c) noexcept {
  const pixel_reader read = backend_.reader(p_.dst_type, element::f32);
  const pixel_run run = {&p_.dst, p_.dst.w, c.width, first_oc_, columns_};
  for (dim_t row = c.row; row < c.row + c.rows; ++row) {
    dim_t n, od, oh;
    place_of(row, &n, &od, &oh);
    read(run, diff_dst_ + p_.dst.pixel(n, od, oh, c.w) * dim_t(type_size(p_.dst_type)),
         pixels_ + (row - c.row) * c.width * p_.panels.columns, p_.panels.columns);
  }
}

// The outputs that see src through column kw of the kernel.
panel_runner::range panel_runner::seeing(const chunk &c, dim_t kw) const noexcept {
  const convolution_sizes &z = p_.z;
  const dim_t shift = kw * z.dilate_w - z.left;  // iw = ow * stride + shift
  const dim_t begin = max(c.w, shift < 0 ? div_up(-shift, z.stride_w) : 0);
  const dim_t end = min(c.w + c.width, shift < z.iw ? div_up(z.iw - shift, z.stride_w) : 0);
  return {begin, max(begin, end)};
}

// The rows that see src through row (kd, kh) of the kernel, from output ow.begin and column kw on.
size_t panel_runner::list_taps(const chunk &c, dim_t kw, range ow) noexcept {
  const convolution_sizes &z = p_.z;
  if (ow.begin >= ow.end) return 0;
  size_t count = 0;
  for (dim_t row = c.row; row < c.row + c.rows; ++row) {
    dim_t n, od, oh;
    place_of(row, &n, &od, &oh);
    const dim_t id = od * z.stride_d + kd_ * z.dilate_d - z.front;
    const dim_t ih = oh * z.stride_h + kh_ * z.dilate_h - z.top;
    if (id < 0 || id >= z.id || ih < 0 || ih >= z.ih) continue;
    const dim_t a = p_.src.pixel(n, id, ih, ow.begin * z.stride_w + kw * z.dilate_w - z.left);
    const dim_t b = pixel_offset(c, row, ow.begin);
    taps_[count++] = {ptrdiff_t(a * dim_t(sizeof(float))), ptrdiff_t(b * dim_t(sizeof(float)))};
  }
  return count;
}

tile_args panel_runner::common(size_t taps, size_t steps, bool is_first) const noexcept {
  tile_args t = {};
  t.b = plan_.reads_in_place ? diff_dst_ : reinterpret_cast<const char *>(pixels_);
  t.b_step =
      ptrdiff_t((plan_.reads_in_place ? p_.dst.w : p_.panels.columns) * dim_t(sizeof(float)));
  t.taps = taps_;
  t.tap_count = taps;
  t.steps = steps;
  t.c_row = ptrdiff_t(p_.panels.columns);
  t.cols = size_t(columns_);
  t.start_row = is_first ? 0 : t.c_row;
  return t;
}

void panel_runner::add_tap(const chunk &c, dim_t kw, range ow, bool is_first) noexcept {
  const activation &src = p_.src;
  tile_args t = common(list_taps(c, kw, ow), size_t(ow.end - ow.begin), is_first);
  t.a_row = ptrdiff_t((src.run == 1 ? src.run_stride : 1) * dim_t(sizeof(float)));
  t.a_step = ptrdiff_t(src.w * p_.z.stride_w * dim_t(sizeof(float)));
  const dim_t summed = p_.panels.summed, first = group_ * summed;
  for (dim_t ic = 0; ic < summed;) {
    // Rows of A are as far apart as neighbouring channels: up to the end of a run.
    const dim_t left = src.run == 1 ? summed : src.run - (first + ic) % src.run;
    const dim_t count = min(left, summed - ic);
    t.a = reinterpret_cast<const char *>(src_ + src.channel(first + ic));
    t.c = c_ + (kw * summed + ic) * p_.panels.columns;
    t.start = is_first ? nullptr : t.c;
    run_panel(tiles_, size_t(plan_.lanes), t, size_t(count));
    ic += count;
  }
}

// Neighbouring columns of the kernel see neighbouring pixels: where an output sees all of them,
// they are rows of A as channels are. What is left at the edges is added column by column.
void panel_runner::add_merged(const chunk &c, bool is_first) noexcept {
  const range first = seeing(c, 0), last = seeing(c, p_.z.kw - 1);
  const range all = {first.begin, max(first.begin, min(first.end, last.end))};
  tile_args t = common(list_taps(c, 0, all), size_t(all.end - all.begin), is_first);
  t.a_row = sizeof(float);
  t.a_step = ptrdiff_t(p_.src.w * p_.z.stride_w * dim_t(sizeof(float)));
  t.a = reinterpret_cast<const char *>(src_);
  t.c = c_;
  t.start = is_first ? nullptr : t.c;
  run_panel(tiles_, size_t(plan_.lanes), t, size_t(p_.z.kw * p_.z.ic));
  for (dim_t kw = 0; kw < p_.z.kw; ++kw) {
    const range ow = seeing(c, kw);
    const range left = {ow.begin, min(ow.end, all.begin)};
    const range right = {max(ow.begin, max(all.end, left.end)), ow.end};
    for (const range edge : {left, right})
      if (edge.begin < edge.end) add_tap(c, kw, edge, false);
  }
}

void panel_runner::add_bias(const chunk &c, bool is_first) noexcept {
  static const float one = 1;
  for (dim_t row = c.row; row < c.row + c.rows; ++row)
    taps_[row - c.row] = {0, ptrdiff_t(pixel_offset(c, row, c.w) * dim_t(sizeof(float)))};
  tile_args t = common(size_t(c.rows), size_t(c.width), is_first);
  t.a = reinterpret_cast<const char *>(&one);
  t.c = bias_;
  t.start = is_first ? nullptr : t.c;
  run_panel(tiles_, size_t(plan_.lanes), t, 1);
}

void panel_runner::add(const chunk &c, bool is_first) noexcept {
  if (!plan_.reads_in_place) read_pixels_of(c);
  if (p_.merges_w)
    add_merged(c, is_first);
  else
    for (dim_t kw = 0; kw < p_.z.kw; ++kw) add_tap(c, kw, seeing(c, kw), is_first);
  if (bias_) add_bias(c, is_first);
}

void panel_runner::run(dim_t group, dim_t panel, dim_t kd, dim_t kh, const chunk &all,
                       float *panels, float *bias) noexcept {
  const panel_shape &s = p_.panels;
  group_ = group;
  panel_ = panel;
  kd_ = kd;
  kh_ = kh;
  first_oc_ = group * s.width + panel * s.columns;
  columns_ = min(s.columns, s.width - panel * s.columns);
  c_ = panels + (group * s.panels + panel) * s.panel_size() +
       (kd * p_.z.kh + kh) * p_.z.kw * s.summed * s.columns;
  bias_ = bias && kd == 0 && kh == 0 ? bias + first_oc_ : nullptr;
  const dim_t rows = max<dim_t>(pixels_at_once / p_.z.ow, 1);
  const dim_t width = min(p_.z.ow, 2 * pixels_at_once);
  bool is_first = true;
  for (dim_t row = all.row; row < all.row + all.rows; row += rows)
    for (dim_t w = all.w; w < all.w + all.width; w += width) {
      add({row, min(rows, all.row + all.rows - row), w, min(width, all.w + all.width - w)},
          is_first);
      is_first = false;
    }
}

// Part `i` of all pixels: rows, or, where there is but one row, a piece of it.
chunk part_of(const problem &p, dim_t i, dim_t parts) noexcept {
  if (p.rows >= parts) {
    const dim_t begin = p.rows * i / parts;
    return {begin, p.rows * (i + 1) / parts - begin, 0, p.z.ow};
  }
  const dim_t begin = p.z.ow * i / parts;
  return {0, p.rows, begin, p.z.ow * (i + 1) / parts - begin};
}

void widen(const run_context &context, const gemm_backend &backend, const convolution_op &op,
           const problem &p, float *to) noexcept {
  activation from;
  describe(op.src, from);
  const pixel_reader read = backend.reader(p.src_type, element::f32);
  const char *src = first_byte(context, DNNL_ARG_SRC, op.src);
  const convolution_sizes z = walked_sizes(op);  // before space was flattened
  const pixel_run run = {&from, from.w, z.iw, 0, z.ic};
  parallel_for(context.workers, z.n * z.id * z.ih, [&](int64_t row, int) {
    const dim_t h = row % z.ih, d = row / z.ih % z.id, n = row / z.ih / z.id;
    read(run, src + from.pixel(n, d, h, 0) * dim_t(type_size(p.src_type)), to + row * z.iw * z.ic,
         z.ic);
  });
}

// From panels of f32 to diff_weights.
void write_weights(const run_context &context, const gemm_backend &backend,
                   const convolution_op &op, const panel_shape &shape, const weights_plan &plan,
                   const float *panels) noexcept {
  constexpr dim_t piece = 4096;
  const data_type type = op.weights.data_type;
  const void *from = panels;
  if (type != dnnl_f32) {
    char *narrow = context.scratchpad + plan.narrow_at;
    parallel_for(context.workers, div_up(shape.size(), piece), [&](int64_t item, int) {
      const dim_t begin = item * piece;
      backend.rows->store(type, narrow, size_t(begin), panels + begin,
                          size_t(min(piece, shape.size() - begin)));
    });
    from = narrow;
  }
  unpack_panels(context, *backend.reorder, op.weights, shape, from,
                context.data(DNNL_ARG_DIFF_WEIGHTS));
}

}  // namespace

refusal plan_gemm_backward_weights(plan_request &request) {
  const auto &parts = request.parts_as<gemm_parts>();
  auto &op = request.problem<convolution_op>();
  const auto is_float = [](data_type type) {
    return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_f8_e5m2 ||
           type == dnnl_f8_e4m3;
  };
  if (!is_float(op.src.data_type) || !is_float(op.weights.data_type) ||
      !is_float(op.dst.data_type) || (!is_zero(op.bias) && !is_float(op.bias.data_type)))
    return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (kinds_in(*request.attr)) return "attributes";
  if (const refusal reason = check_reach(op)) return reason;
  auto &plan = request.make_plan<weights_plan, convolution_op>();
  plan.lanes = dim_t(parts.backend->lanes());
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  problem p;
  if (!make_problem(op, plan.lanes, plan.lanes * parts.tiles().max_vectors, p))
    return "layout of src or diff_dst";
  plan.columns = p.panels.columns;
  if (is_any(op.weights) && !set_panels(op.weights, p.panels)) return "size";
  if (is_any(op.bias) && !set_layout_by_tag(op.bias, dnnl_a)) return "size";
  if (!is_zero(op.bias) && !is_dense(op.bias)) return "layout of diff_bias";
  plan.parts = parts_of(p);
  const bool is_f32 = op.weights.data_type == dnnl_f32;
  plan.in_panels = plan.parts == 1 && is_f32 && is_in_panels(op.weights, p.panels);
  if (!plan.in_panels && !can_pack(op.weights, p.panels)) return "layout of diff_weights";
  plan.widens = p.src_type != dnnl_f32;
  plan.reads_in_place =
      p.dst_type == dnnl_f32 && p.dst.run >= p.z.oc && p.panels.width % plan.lanes == 0;
  plan.src_at =
      request.add_scratch(plan.widens ? scratch_bytes({elements(op.src), sizeof(float)}) : 0);
  plan.panels_at = request.add_scratch(
      plan.in_panels ? 0 : scratch_bytes({plan.parts, p.panels.size(), sizeof(float)}));
  plan.narrow_at =
      request.add_scratch(is_f32 ? 0 : size_t(p.panels.size()) * type_size(op.weights.data_type));
  plan.bias_at = request.add_scratch(scratch_bytes({plan.parts, p.z.oc, sizeof(float)}));
  const dim_t rows = max<dim_t>(pixels_at_once / p.z.ow, 1);
  const dim_t width = min(p.z.ow, 2 * pixels_at_once);
  plan.rows_at = round_up(size_t(rows) * sizeof(tile_tap), data_alignment);
  plan.worker_bytes =
      plan.rows_at +
      (plan.reads_in_place
           ? 0
           : round_up(size_t(rows * width * plan.columns) * sizeof(float), data_alignment));
  plan.worker_bytes = worker_share(plan.worker_bytes);
  plan.workers_at = request.add_scratch(plan.worker_bytes * size_t(request.max_workers));
  return accepted;
}

void run_gemm_backward_weights(const run_context &context) {
  const auto &parts = context.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan_as<weights_plan, convolution_op>();
  problem p;
  make_problem(op, plan.lanes, plan.columns, p);
  const auto *src = reinterpret_cast<const float *>(first_byte(context, DNNL_ARG_SRC, op.src));
  if (plan.widens) {
    auto *widened = reinterpret_cast<float *>(context.scratchpad + plan.src_at);
    widen(context, backend, op, p, widened);
    src = widened;
  }
  const char *diff_dst = first_byte(context, DNNL_ARG_DIFF_DST, op.dst);
  auto *panels = reinterpret_cast<float *>(
      plan.in_panels ? first_byte(context, DNNL_ARG_DIFF_WEIGHTS, op.weights)
                     : context.scratchpad + plan.panels_at);
  auto *bias = reinterpret_cast<float *>(context.scratchpad + plan.bias_at);
  const dim_t taps = p.z.kd * p.z.kh, all_panels = p.panels.batch * p.panels.panels;
  parallel_for(context.workers, plan.parts * all_panels * taps, [&](int64_t item, int worker) {
    const dim_t tap = item % taps, panel = item / taps % all_panels,
                part = item / taps / all_panels;
    panel_runner runner(parts, p, plan, src, diff_dst,
                        context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes);
    runner.run(panel / p.panels.panels, panel % p.panels.panels, tap / p.z.kh, tap % p.z.kh,
               part_of(p, part, plan.parts), panels + part * p.panels.size(),
               is_zero(op.bias) ? nullptr : bias + part * p.z.oc);
  });
  if (!plan.in_panels) {
    add_up(context, *backend.rows, panels, plan.parts, p.panels.size());
    write_weights(context, backend, op, p.panels, plan, panels);
  }
  if (is_zero(op.bias)) return;
  add_up(context, *backend.rows, bias, plan.parts, p.z.oc);
  backend.rows->store(op.bias.data_type, context.data(DNNL_ARG_DIFF_BIAS), size_t(op.bias.offset0),
                      bias, size_t(p.z.oc));
}

}  // namespace dnnlet::drivers
