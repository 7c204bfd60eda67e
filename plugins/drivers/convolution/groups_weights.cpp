// SPDX-License-Identifier: Apache-2.0
// Convolution backward by weights, in groups of few channels:
//   diff_weights[g][oc][ic][k] = sum over n, o of src[n][g][ic][o * stride + k * dilate - padding]
//                                                 * diff_dst[n][g][oc][o]
//   diff_bias[g][oc] = sum over n, o of diff_dst[n][g][oc][o]
//   src, diff_dst, diff_weights f32, bf16, f16 or f8 in any layout of activation.h: disjoint
//   scratch: sums in panels where diff_weights are not f32 or not in panels, and where they are
//   made in parts; panels of diff_weights' type, if they are neither; of each worker, rows of src
//   and diff_dst, and its sums
//   error: that of weights_sweep.cpp, in the same order
//   oneDNN v3, convolution
//
// A lane is a channel of src: a whole vector is of one group, or of several. Some rows of a plane
// are read aside, for each of their pixels meets all columns of its group.
#include "plugins/drivers/convolution/groups_weights.h"

#include <cstring>

#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/convolution/weights_sweep.h"
#include "plugins/drivers/gemm/add_up.h"
#include "plugins/drivers/gemm/group_gradients.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t most_channels = 32;       // of a group; of more, tiles of a GEMM are as fast
constexpr dim_t most_widened = 16;        // or of pairs, where those are taken by an instruction
constexpr dim_t near_bytes = 24 * 1024;   // of diff_dst that stay in the L1 cache,
constexpr dim_t plane_bytes = 64 * 1024;  // and of src in the L2
constexpr dim_t fewest_taps = 3;          // in a row of the kernel, for sums of as many are made

struct groups_plan {
  panel_shape panels;
  dim_t parts;              // of all pixels
  dim_t rows, rows_of_src;  // of diff_dst that are read at once; that see the rows of src that are
  bool has_panels;          // diff_weights are those,
  bool in_panels;           // and are summed up there, with what other parts are
  size_t src_at, dst_at, spread_at, sums_at, worker_bytes;
  size_t panels_at, narrow_at, bias_at, workers_at;
};

// What does not fit in the plan.
struct geometry {
  convolution_sizes z;
  activation src, dst;
  data_type src_type, dst_type;
  bool joins;
  dim_t lanes, vectors;  // panels in all
  dim_t columns;         // that a lane meets
  dim_t channels;        // of diff_dst that are read for a vector
  dim_t src_rows(dim_t rows) const noexcept {
    return (rows - 1) * z.stride_h + (z.kh - 1) * z.dilate_h + 1;
  }
  dim_t taps() const noexcept { return z.kd * z.kh * z.kw; }
};
bool make_geometry(const convolution_op &op, const panel_shape &p, geometry &g) noexcept {
  g.z = walked_sizes(op);
  g.src_type = op.src.data_type;
  g.dst_type = op.dst.data_type;
  g.joins = p.joins_groups();
  g.lanes = p.columns;
  g.vectors = p.batch * p.panels;
  g.columns = p.summed;
  g.channels = g.joins ? g.lanes : p.summed;
  return find_layout(op.src, g.src) && find_layout(op.dst, g.dst);
}

// A vector of channels of src, summed over some rows by one worker.
class vector_runner {
 public:
  vector_runner(const gemm_parts &parts, const geometry &g, const groups_plan &plan,
                const char *src, const char *diff_dst, char *scratch) noexcept
      : functions_(*parts.groups),
        read_src_(parts.backend->reader(g.src_type, element::f32)),
        read_dst_(parts.backend->reader(g.dst_type, element::f32)),
        g_(g),
        plan_(plan),
        src_(src),
        diff_dst_(diff_dst),
        list_(reinterpret_cast<group_row *>(scratch)),
        src_rows_(reinterpret_cast<float *>(scratch + plan.src_at)),
        dst_rows_(reinterpret_cast<float *>(scratch + plan.dst_at)),
        spread_(reinterpret_cast<float *>(scratch + plan.spread_at)),
        sums_(reinterpret_cast<float *>(scratch + plan.sums_at)),
        bias_sums_(sums_ + g.taps() * g.columns * g.lanes) {}

  void run(dim_t vector, dim_t first_row, dim_t last_row, float *panel, float *bias) noexcept;

 private:
  void read_diff_dst() noexcept;
  bool read_src(dim_t kd, dim_t rows) noexcept;
  size_t list_rows(dim_t kh) noexcept;
  void add_kernel_row(dim_t kd, dim_t kh, bool sees_plane, float *sums) noexcept;
  void write(dim_t skipped, float *panel, float *bias) const noexcept;

  const group_functions &functions_;
  const pixel_reader read_src_, read_dst_;
  const geometry &g_;
  const groups_plan &plan_;
  const char *src_, *diff_dst_;
  group_row *list_;
  float *src_rows_, *dst_rows_, *spread_, *sums_, *bias_sums_;
  dim_t ic_ = 0, oc_ = 0;                     // first channels
  dim_t n_ = 0, od_ = 0, oh_ = 0, rows_ = 0;  // at hand, of one plane
  dim_t first_ih_ = 0;                        // that may be outside
  bool is_first_ = true;
};

void vector_runner::read_diff_dst() noexcept {
  const dim_t ow = g_.z.ow, size = dim_t(type_size(g_.dst_type));
  const pixel_run run = {&g_.dst, g_.dst.w, ow, oc_, g_.channels};
  for (dim_t row = 0; row < rows_; ++row)
    read_dst_(run, diff_dst_ + g_.dst.pixel(n_, od_, oh_ + row, 0) * size,
              dst_rows_ + row * ow * g_.channels, g_.channels);
}

// The rows of src that so many rows see through kd, or false.
bool vector_runner::read_src(dim_t kd, dim_t rows) noexcept {
  const convolution_sizes &z = g_.z;
  const dim_t size = dim_t(type_size(g_.src_type));
  const pixel_run run = {&g_.src, g_.src.w, z.iw, ic_, g_.lanes};
  const dim_t id = od_ * z.stride_d + kd * z.dilate_d - z.front;
  first_ih_ = oh_ * z.stride_h - z.top;
  if (id < 0 || id >= z.id) return false;
  for (dim_t ih = max<dim_t>(first_ih_, 0); ih < min(first_ih_ + g_.src_rows(rows), z.ih); ++ih)
    read_src_(run, src_ + g_.src.pixel(n_, id, ih, 0) * size,
              src_rows_ + (ih - first_ih_) * z.iw * g_.lanes, g_.lanes);
  return true;
}

// The rows at hand that see src through row kh of the kernel.
size_t vector_runner::list_rows(dim_t kh) noexcept {
  const convolution_sizes &z = g_.z;
  const dim_t row_size = z.ow * (g_.joins ? g_.columns * g_.lanes : g_.channels);
  size_t count = 0;
  for (dim_t row = 0; row < rows_; ++row) {
    const dim_t ih = (oh_ + row) * z.stride_h - z.top + kh * z.dilate_h;
    if (ih < 0 || ih >= z.ih) continue;
    list_[count++] = {ptrdiff_t((ih - first_ih_) * z.iw * g_.lanes), ptrdiff_t(row * row_size)};
  }
  return count;
}

void vector_runner::add_kernel_row(dim_t kd, dim_t kh, bool sees_plane, float *sums) noexcept {
  const convolution_sizes &z = g_.z;
  group_gradient g = {};
  g.rows = list_;
  g.row_count = sees_plane ? list_rows(kh) : 0;
  if (g.row_count == 0 && !is_first_) return;
  g.diff_dst = g_.joins ? spread_ : dst_rows_;
  g.src_step = ptrdiff_t(z.stride_w * g_.lanes);
  g.src_tap = ptrdiff_t(z.dilate_w * g_.lanes);
  g.diff_dst_step = ptrdiff_t(g_.joins ? g_.columns * g_.lanes : g_.channels);
  g.is_first = is_first_;
  g.is_spread = g_.joins;
  g.columns = size_t(g_.columns);
  for (dim_t kw = 0; kw < z.kw; kw += group_taps) {
    g.taps = int(min<dim_t>(group_taps, z.kw - kw));
    for (int t = 0; t < group_taps; ++t) {
      const dim_t shift = (kw + t) * z.dilate_w - z.left;  // iw = ow * stride + shift
      const dim_t begin = min(z.ow, shift < 0 ? div_up(-shift, z.stride_w) : 0);
      const dim_t end = min(z.ow, shift < z.iw ? div_up(z.iw - shift, z.stride_w) : 0);
      g.begin[t] = t < g.taps ? ptrdiff_t(begin) : 0;
      g.end[t] = t < g.taps ? ptrdiff_t(max(begin, end)) : 0;
    }
    g.src = src_rows_ + (kw * z.dilate_w - z.left) * g_.lanes;
    g.sums = sums + ((kd * z.kh + kh) * z.kw + kw) * g_.columns * g_.lanes;
    functions_.add(g);
  }
}

// The last vector of joined groups ends with the channels, and has some of those of the one before:
// panels begin with what is behind them, and end in zeros.
void vector_runner::write(dim_t skipped, float *panel, float *bias) const noexcept {
  const size_t zeros = size_t(skipped) * sizeof(float);
  const size_t count = size_t(g_.lanes - skipped) * sizeof(float);
  const size_t vectors = size_t(g_.taps() * g_.columns), lanes = size_t(g_.lanes);
  for (size_t i = 0; skipped > 0 && i < vectors; ++i) {
    std::memcpy(panel + i * lanes, sums_ + i * lanes + skipped, count);
    std::memset(panel + i * lanes + count / sizeof(float), 0, zeros);
  }
  if (g_.joins)
    functions_.interleave(
        {panel, ptrdiff_t(lanes), vectors, lanes, plan_.panels.axes.joined, panel, 0});
  if (bias)
    std::memcpy(bias + skipped, bias_sums_ + skipped,
                size_t(g_.channels - skipped) * sizeof(float));
}

void vector_runner::run(dim_t vector, dim_t first_row, dim_t last_row, float *panel,
                        float *bias) noexcept {
  const convolution_sizes &z = g_.z;
  const panel_shape &p = plan_.panels;
  const dim_t at = vector * g_.lanes, group = at / p.width;
  ic_ = g_.joins ? min(at, p.width - g_.lanes) : at;
  oc_ = g_.joins ? ic_ : group * p.summed;
  const bool has_bias = bias && (g_.joins || at % p.width == 0);
  float *const sums = at == ic_ ? panel : sums_;
  std::memset(bias_sums_, 0, size_t(g_.channels) * sizeof(float));
  for (dim_t row = first_row, rows; row < last_row; row += rows) {
    od_ = row / z.oh % z.od;
    n_ = row / z.oh / z.od;
    const dim_t first_oh = row % z.oh;
    rows = min(min(plan_.rows_of_src, last_row - row), z.oh - first_oh);
    const dim_t end = first_oh + rows;
    for (dim_t kd = 0; kd < z.kd; ++kd) {
      oh_ = first_oh;
      const bool sees_plane = read_src(kd, rows);
      for (; oh_ < end; oh_ += rows_) {
        rows_ = min(plan_.rows, end - oh_);
        is_first_ = row == first_row && oh_ == first_oh;
        read_diff_dst();
        const group_pixels pixels = {dst_rows_, size_t(rows_ * z.ow), size_t(g_.channels),
                                     size_t(g_.columns)};
        if (has_bias && kd == 0) functions_.add_up(pixels, bias_sums_);
        if (g_.joins) functions_.spread(pixels, spread_);
        for (dim_t kh = 0; kh < z.kh; ++kh) add_kernel_row(kd, kh, sees_plane, sums);
      }
    }
  }
  write(at - ic_, panel, has_bias ? bias + oc_ : nullptr);
}

refusal check(const plan_request &request, const convolution_op &op) noexcept {
  const auto &parts = request.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  if (!backend.reader(op.src.data_type, element::f32) ||
      !backend.reader(op.dst.data_type, element::f32) ||
      !backend.reader(op.weights.data_type, element::f32))
    return "types";
  if (!is_zero(op.bias) && !backend.reader(op.bias.data_type, element::f32)) return "types";
  const bool widens = parts.widens != dnnl_data_type_undef;
  if (widens && op.src.data_type != parts.widens) return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (kinds_in(*request.attr)) return "attributes";
  const convolution_sizes z = walked_sizes(op);
  if (z.groups == 1 || (widens && z.ic / z.groups > most_widened)) return "groups";
  if (z.kw < fewest_taps) return "kernel";
  return check_reach(op);
}

// Panels of a vector: of several groups, or of a part of one.
bool shape(const convolution_op &op, dim_t lanes, panel_shape &p) noexcept {
  p = shape_weights(op, true, 1, lanes, lanes);
  if (lanes < dim_t(group_columns) || p.summed % dim_t(group_columns) != 0) return false;
  if (join_groups(p, lanes, false)) return p.width >= lanes;
  return p.summed <= most_channels && p.summed % lanes == 0 && p.width % lanes == 0;
}

// From sums that are elsewhere.
void write_weights(const run_context &context, const convolution_op &op, int arg,
                   const groups_plan &plan, const void *panels) noexcept {
  const gemm_backend &backend = *context.parts_as<gemm_parts>().backend;
  const data_type type = op.weights.data_type;
  if (type != dnnl_f32) {
    char *narrow = plan.has_panels ? first_byte(context, arg, op.weights)
                                   : context.scratchpad + plan.narrow_at;
    backend.rows->store(type, narrow, 0, static_cast<const float *>(panels),
                        size_t(plan.panels.size()));
    panels = narrow;
  }
  if (!plan.has_panels)
    unpack_panels(context, *backend.reorder, op.weights, plan.panels, panels, context.data(arg));
}

}  // namespace

refusal plan_groups_weights(plan_request &request, convolution_op &op) noexcept {
  if (!has_large_caches) return "there are no groups that share vectors";
  if (const refusal reason = check(request, op)) return reason;
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  auto &plan = request.make_plan<groups_plan, convolution_op>();
  const auto &parts = request.parts_as<gemm_parts>();
  if (!shape(op, dim_t(parts.backend->lanes()), plan.panels)) return "channels of a group";
  geometry g;
  if (!make_geometry(op, plan.panels, g)) return "layout of src or diff_dst";
  const dim_t rows = g.z.n * g.z.od * g.z.oh;
  plan.parts = parts_of(g.z, rows);
  if (rows < plan.parts) return "rows are few";
  if (is_any(op.weights) && !set_panels(op.weights, plan.panels)) return "size";
  if (const refusal reason = lay_out_bias(op.bias)) return reason;
  plan.has_panels = is_in_panels(op.weights, plan.panels);
  plan.in_panels = plan.has_panels && op.weights.data_type == dnnl_f32;
  if (!plan.has_panels && !can_pack(op.weights, plan.panels)) return "layout of diff_weights";
  constexpr dim_t size = sizeof(float);
  const dim_t pixel = g.joins ? g.columns * g.lanes : g.channels;
  plan.rows = clamp<dim_t>(near_bytes / size / capped_product({pixel, g.z.ow}), 1, g.z.oh);
  const dim_t src_row = capped_product({g.z.stride_h, g.z.iw, g.lanes, size});
  plan.rows_of_src = clamp(plane_bytes / src_row, plan.rows, g.z.oh);
  worker_scratch scratch;
  scratch.add({plan.rows, sizeof(group_row)});
  plan.src_at = scratch.add({g.src_rows(plan.rows_of_src), g.z.iw, g.lanes, size});
  plan.dst_at = scratch.add({plan.rows, g.z.ow, g.channels, size});
  plan.spread_at = scratch.add({g.joins ? plan.rows : 0, g.z.ow, pixel, size});
  plan.sums_at = scratch.add({capped_product({g.taps(), g.columns, g.lanes}) + g.channels, size});
  if (!scratch.fits) return "rows are too long";
  plan.worker_bytes = worker_share(scratch.bytes);
  const dim_t aside = plan.parts - (plan.in_panels ? 1 : 0);
  plan.panels_at = request.add_scratch(scratch_bytes({aside, plan.panels.size(), size}));
  const bool narrows = !plan.has_panels && op.weights.data_type != dnnl_f32;
  plan.narrow_at = request.add_scratch(
      scratch_bytes({narrows ? plan.panels.size() : 0, dim_t(type_size(op.weights.data_type))}));
  plan.bias_at = request.add_scratch(scratch_bytes({plan.parts, g.z.oc, size}));
  plan.workers_at =
      request.add_scratch(scratch_bytes({dim_t(plan.worker_bytes), request.max_workers}));
  return accepted;
}

void run_groups_weights(const run_context &context, const convolution_op &op,
                        const gemm_tensors &t) noexcept {
  if (!has_large_caches) return;
  const auto &parts = context.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  const auto &plan = context.plan_as<groups_plan, convolution_op>();
  geometry g;
  make_geometry(op, plan.panels, g);
  const char *src = first_byte(context, t.src.arg, op.src);
  const char *diff_dst = first_byte(context, t.dst.arg, op.dst);
  auto *others = reinterpret_cast<float *>(context.scratchpad + plan.panels_at);
  float *panels = others;
  if (plan.in_panels)
    panels = reinterpret_cast<float *>(first_byte(context, t.weights.arg, op.weights));
  else
    others += plan.panels.size();
  auto *bias =
      is_zero(op.bias) ? nullptr : reinterpret_cast<float *>(context.scratchpad + plan.bias_at);
  const dim_t rows = g.z.n * g.z.od * g.z.oh, size = plan.panels.size();
  parallel_for(context.workers, plan.parts * g.vectors, [&](int64_t item, int worker) {
    const dim_t part = item / g.vectors, vector = item % g.vectors;
    vector_runner runner(parts, g, plan, src, diff_dst,
                         context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes);
    runner.run(
        vector, rows * part / plan.parts, rows * (part + 1) / plan.parts,
        (part == 0 ? panels : others + (part - 1) * size) + vector * plan.panels.panel_size(),
        bias ? bias + part * g.z.oc : nullptr);
  });
  add_up(context, *backend.rows, panels, others, plan.parts, size);
  if (!plan.in_panels) write_weights(context, op, t.weights.arg, plan, panels);
  if (!bias) return;
  add_up(context, *backend.rows, bias, plan.parts, g.z.oc);
  backend.rows->store(op.bias.data_type, context.data(t.bias_arg), size_t(op.bias.offset0), bias,
                      size_t(g.z.oc));
}

refusal plan_groups_backward_weights(plan_request &request) {
  return plan_groups_weights(request, request.problem<convolution_op>());
}
void run_groups_backward_weights(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_groups_weights(context, op, backward_weights_roles(op));
}

}  // namespace dnnlet::drivers
