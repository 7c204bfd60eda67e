// SPDX-License-Identifier: Apache-2.0
// Convolution backward by data, where three channels would be three columns of a vector. Columns
// are points of the kernel and channels instead, added up afterwards:
//   products[o][k][ic] = sum over oc of diff_dst[n][oc][o] * weights[oc][ic][k]
//   diff_src[n][ic][i] = sum over o, k of products[o][k][ic], where o * stride + k * dilate
//                        - padding = i
// What a pixel of diff_dst adds to a row of diff_src lies side by side there. Of a deconvolution
// that is the way forward, where diff_src begins with the bias, and may have scales and post-ops.
//   diff_dst in any layout of activation.h and of any type that is read as the product's, weights
//   of the product's type in any layout that can be packed; diff_src of any type that there is a
//   writer for, in any layout of activation.h; disjoint scratch: weights as [oc][k][ic]; of a
//   worker: a row of diff_dst, where it cannot be read in place, the products of that row, and some
//   rows of diff_src with their padding error: one rounding for each product, in the order of oc,
//   and one for each addition of theirs, in the order of o K. Chellapilla et al.: "High Performance
//   Convolutional Neural Networks for Document Processing", 2006
#include "plugins/drivers/convolution/col2im.h"

#include <cstring>

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/pixel_place.h"
#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/sweep.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/gemm/finish.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// By shape alone, since the order of the sum is another one than that of a sweep.
constexpr dim_t most_channels = 4, fewest_summed = 16, fewest_points = 4;
constexpr dim_t rows_wanted = 32;     // of diff_src in a task
constexpr dim_t pixels_at_once = 56;  // of diff_dst: their products stay in the L2 cache

struct col2im_plan {
  finish_plan finish;
  dim_t lanes, step, summed;  // elements of a step, and of a sum with the padding of the last
  dim_t columns;              // from row to row of weights and of products
  dim_t tile_h;               // rows of diff_src of a task
  dim_t width;                // elements of such a row with its padding
  bool reads_in_place;
  size_t weights_at, workers_at, products_at, rows_at, worker_bytes;
};

struct geometry {
  convolution_sizes z;
  activation in, out;  // diff_dst, diff_src
};

bool make_geometry(const convolution_op &op, geometry &g) noexcept {
  g.z = walked_sizes(op);
  return find_layout(op.dst, g.in) && find_layout(op.src, g.out);
}

// Weights as [oc / step][k][ic][step].
bool set_rows(memory_desc &weights, bool has_groups, dim_t step) noexcept {
  const int oc = has_groups ? 1 : 0, ndims = weights.ndims;
  int order[max_ndims], count = 0;
  for (int d = 0; d <= oc; ++d) order[count++] = d;
  for (int d = oc + 2; d < ndims; ++d) order[count++] = d;
  order[count] = oc + 1;
  return set_layout(weights, order, step > 1 ? 1 : 0, &step, &oc);
}

// The same with rows that are `columns` long.
bool set_long_rows(memory_desc &weights, bool has_groups, const col2im_plan &plan) noexcept {
  if (!set_rows(weights, has_groups, plan.step)) return false;
  weights.blocked.strides[has_groups ? 1 : 0] = plan.columns * plan.step;
  weights.offset0 = 0;
  return true;
}

refusal check(const plan_request &request, const convolution_op &op) noexcept {
  const auto &parts = request.parts_as<gemm_parts>();
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  if (!takes_types(parts, op.dst.data_type, op.weights.data_type) ||
      !is_element(op.weights.data_type, parts.multiply->b))
    return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (const refusal reason = check_reach(op)) return reason;
  const convolution_sizes z = walked_sizes(op);
  if (z.groups != 1 || z.ic > most_channels || z.oc < fewest_summed || z.kh * z.kw < fewest_points)
    return "channels fill the columns of a tile";
  return z.dilate_w == 1 || z.kw == 1 ? accepted : "dilation";
}

// One worker at one task.
class rows_runner {
 public:
  rows_runner(const gemm_parts &parts, const convolution_op &op, const geometry &g,
              const col2im_plan &plan, const finish_stage &stage, char *scratch) noexcept
      : backend_(*parts.backend),
        x_(*parts.multiply),
        op_(op),
        g_(g),
        z_(g.z),
        plan_(plan),
        stage_(stage),
        input_(scratch),
        products_(reinterpret_cast<float *>(scratch + plan.products_at)),
        rows_(reinterpret_cast<float *>(scratch + plan.rows_at)) {}

  void run(const char *diff_dst, const char *weights, char *diff_src, dim_t n, dim_t d,
           dim_t h) noexcept;

 private:
  // Points of the kernel, along h.
  struct point_range {
    dim_t begin, end;
  };
  point_range points_inside(dim_t oh) const noexcept;
  const char *read_row(const char *from) noexcept;
  void multiply(const char *pixels, dim_t count, const char *weights,
                const point_range &points) noexcept;
  void add_plane(const char *diff_dst, const char *weights, dim_t n, dim_t od) noexcept;
  void add(dim_t oh, dim_t ow, dim_t count, const point_range &points) noexcept;
  void start_rows() noexcept;
  void write_row(dim_t h, float *values, char *diff_src, dim_t n) noexcept;
  void write_rows(char *diff_src, dim_t n) noexcept;

  // The place in diff_src that point 0 of the kernel sees from `o`.
  dim_t first_d(dim_t o) const noexcept { return o * z_.stride_d - z_.front; }

  dim_t in_size() const noexcept { return dim_t(type_size(op_.dst.data_type)); }
  dim_t a_size() const noexcept { return dim_t(size_of(x_.a)); }
  dim_t pixel_bytes() const noexcept {
    return plan_.reads_in_place ? g_.in.w * in_size() : plan_.summed * a_size();
  }
  dim_t line() const noexcept { return z_.kw * z_.ic; }  // of a row of the kernel

  const gemm_backend &backend_;
  const product &x_;
  const convolution_op &op_;
  const geometry &g_;
  const convolution_sizes &z_;
  const col2im_plan &plan_;
  const finish_stage &stage_;
  char *input_;
  float *products_, *rows_;
  dim_t d_ = 0, h_ = 0, h_count_ = 0;  // rows of diff_src
};

// Those that a row of diff_dst adds to rows at hand.
rows_runner::point_range rows_runner::points_inside(dim_t oh) const noexcept {
  const dim_t first = oh * z_.stride_h - z_.top;
  const auto before = [&](dim_t h) {
    return h <= first ? 0 : min(div_up(h - first, z_.dilate_h), z_.kh);
  };
  return {before(h_), before(h_ + h_count_)};
}

const char *rows_runner::read_row(const char *from) noexcept {
  if (plan_.reads_in_place) return from;
  if (plan_.summed != z_.oc) std::memset(input_, 0, size_t(z_.ow * pixel_bytes()));
  backend_.reader(op_.dst.data_type, x_.a)({&g_.in, g_.in.w, z_.ow, 0, z_.oc}, from, input_,
                                           plan_.summed);
  return input_;
}

void rows_runner::multiply(const char *pixels, dim_t count, const char *weights,
                           const point_range &points) noexcept {
  const tile_tap tap = {0, 0};
  const dim_t step_bytes = plan_.step * dim_t(size_of(x_.b));
  const dim_t columns = round_up((points.end - points.begin) * line(), plan_.lanes);
  const dim_t most = plan_.lanes * x_.tiles->max_vectors;
  tile_args t = {};
  t.a = pixels;
  t.a_row = ptrdiff_t(pixel_bytes());
  t.a_step = ptrdiff_t(plan_.step * a_size());
  t.b_step = ptrdiff_t(plan_.columns * step_bytes);
  t.taps = &tap;
  t.tap_count = 1;
  t.steps = size_t(plan_.summed / plan_.step);
  t.c_row = ptrdiff_t(plan_.columns);
  for (dim_t c = 0; c < columns; c += most) {
    t.b = weights + (points.begin * line() + c) * step_bytes;
    t.c = products_ + c;
    t.cols = size_t(min(most, columns - c));
    run_panel(*x_.tiles, size_t(plan_.lanes), t, size_t(count));
  }
}

void rows_runner::add(dim_t oh, dim_t ow, dim_t count, const point_range &points) noexcept {
  const dim_t length = line(), step = z_.stride_w * z_.ic;
  for (dim_t k = points.begin; k < points.end; ++k) {
    const dim_t h = oh * z_.stride_h - z_.top + k * z_.dilate_h - h_;
    float *to = rows_ + h * plan_.width + ow * step;
    const float *from = products_ + (k - points.begin) * length;
    for (dim_t i = 0; i < count; ++i, to += step, from += plan_.columns) {
      float *__restrict sums = to;
      const float *__restrict values = from;
      for (dim_t j = 0; j < length; ++j) sums[j] += values[j];
    }
  }
}

void rows_runner::start_rows() noexcept {
  const dim_t count = h_count_ * plan_.width;
  const float *bias = plan_.finish.tile_has_bias ? stage_.bias() : nullptr;
  if (!bias) {
    std::memset(rows_, 0, size_t(count) * sizeof(float));
    return;
  }
  for (dim_t i = 0; i < count; i += z_.ic)
    for (dim_t c = 0; c < z_.ic; ++c) rows_[i + c] = bias[c];
}

// Where pixels are dense, a row is as one of them, if all that is left to do is to round.
void rows_runner::write_row(dim_t h, float *values, char *diff_src, dim_t n) noexcept {
  const data_type type = op_.src.data_type;
  activation row = g_.out;
  pixel_run run = {&row, row.w, z_.iw, 0, z_.ic};
  void *to = diff_src + row.pixel(n, d_, h, 0) * dim_t(type_size(type));
  if (plan_.finish.relu.on)
    for (dim_t i = 0; i < z_.iw * z_.ic; ++i)
      if (values[i] <= 0) values[i] *= plan_.finish.relu.alpha;
  if (plan_.finish.is_needed && !plan_.finish.is_rounded_only) {
    stage_.finish(run, values, z_.ic, place_of_pixels(op_.src.ndims, n, d_, h, 0, 1), to);
    return;
  }
  if (row.run >= z_.ic && row.w == z_.ic) {
    row.run = z_.iw * z_.ic;
    run = {&row, 0, 1, 0, row.run};
  }
  backend_.writer(type)(run, values, z_.ic, to);
}

void rows_runner::write_rows(char *diff_src, dim_t n) noexcept {
  for (dim_t h = 0; h < h_count_; ++h)
    write_row(h_ + h, rows_ + h * plan_.width + z_.left * z_.ic, diff_src, n);
}

// What a plane of diff_dst adds; `weights` are those of the plane of the kernel between them.
void rows_runner::add_plane(const char *diff_dst, const char *weights, dim_t n, dim_t od) noexcept {
  const dim_t reach = (z_.kh - 1) * z_.dilate_h, first = h_ + z_.top - reach;
  const dim_t begin = first <= 0 ? 0 : div_up(first, z_.stride_h);
  const dim_t end = min(div_up(h_ + h_count_ + z_.top, z_.stride_h), z_.oh);
  for (dim_t oh = begin; oh < end; ++oh) {
    const point_range points = points_inside(oh);
    if (points.begin >= points.end) continue;
    const char *pixels = read_row(diff_dst + g_.in.pixel(n, od, oh, 0) * in_size());
    for (dim_t ow = 0; ow < z_.ow; ow += pixels_at_once) {
      const dim_t count = min(pixels_at_once, z_.ow - ow);
      multiply(pixels + ow * pixel_bytes(), count, weights, points);
      add(oh, ow, count, points);
    }
  }
}

void rows_runner::run(const char *diff_dst, const char *weights, char *diff_src, dim_t n, dim_t d,
                      dim_t h) noexcept {
  d_ = d;
  h_ = h;
  h_count_ = min(plan_.tile_h, z_.ih - h);
  start_rows();
  const dim_t plane_bytes = z_.kh * line() * plan_.step * dim_t(size_of(x_.b));
  for (dim_t od = 0; od < z_.od; ++od) {
    const dim_t way = d - first_d(od), kd = way / z_.dilate_d;
    if (way >= 0 && kd < z_.kd && way == kd * z_.dilate_d)
      add_plane(diff_dst, weights + kd * plane_bytes, n, od);
  }
  write_rows(diff_src, n);
}

void plan_scratch(plan_request &request, const convolution_sizes &z, const product &x,
                  col2im_plan &plan, bool &fits) noexcept {
  worker_scratch scratch;
  scratch.add({plan.reads_in_place ? 0 : z.ow, plan.summed, dim_t(size_of(x.a))});
  plan.products_at = scratch.add({min(pixels_at_once, z.ow), plan.columns, sizeof(float)});
  plan.rows_at = scratch.add({plan.tile_h, plan.width, sizeof(float)});
  fits = scratch.fits;
  plan.worker_bytes = worker_share(scratch.bytes);
  // Tiles read whole vectors beyond the last row.
  plan.weights_at = request.add_scratch(
      scratch_bytes({plan.summed + plan.step, plan.columns, dim_t(size_of(x.b))}));
  plan.workers_at =
      request.add_scratch(scratch_bytes({dim_t(plan.worker_bytes), request.max_workers}));
}

}  // namespace

refusal plan_col2im(plan_request &request, convolution_op &op, const gemm_tensors &t) noexcept {
  const auto &parts = request.parts_as<gemm_parts>();
  const product &x = *parts.multiply;
  if (const refusal reason = check(request, op)) return reason;
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  if (const refusal reason = lay_out_bias(op.bias)) return reason;
  geometry g;
  if (!make_geometry(op, g)) return "layout of diff_src or diff_dst";
  const convolution_sizes &z = g.z;
  auto &plan = request.make_plan<col2im_plan, convolution_op>();
  plan.lanes = dim_t(parts.backend->lanes());
  if (const refusal reason =
          plan_finish(request, *parts.backend, t, false, plan.lanes, plan.finish))
    return reason;
  plan.step = x.group;
  plan.summed = round_up(z.oc, plan.step);
  plan.columns = round_up(capped_product({z.kd, z.kh, z.kw, z.ic}), plan.lanes);
  plan.tile_h = even_part(z.ih, rows_wanted);
  plan.width = max((z.ow - 1) * z.stride_w + z.kw, z.left + z.iw) * z.ic;
  plan.reads_in_place =
      is_element(op.dst.data_type, x.a) && g.in.run >= z.oc && plan.summed == z.oc;
  if (is_any(op.weights) && !set_rows(op.weights, z.has_groups, plan.step)) return "size";
  memory_desc rows = op.weights;
  if (!is_blocked(op.weights) || !set_long_rows(rows, z.has_groups, plan) ||
      !nest_walk(op.weights, rows).is_regular())
    return "layout of weights";
  bool fits;
  plan_scratch(request, z, x, plan, fits);
  return fits ? accepted : "taps are too far apart";
}

void run_col2im(const run_context &context, const convolution_op &op,
                const gemm_tensors &t) noexcept {
  const auto &parts = context.parts_as<gemm_parts>();
  const auto &plan = context.plan_as<col2im_plan, convolution_op>();
  geometry g;
  make_geometry(op, g);
  const finish_stage stage(context, *parts.backend, t, plan.finish);
  char *weights = context.scratchpad + plan.weights_at;
  std::memset(weights, 0,
              size_t((plan.summed + plan.step) * plan.columns) * size_of(parts.multiply->b));
  memory_desc rows = op.weights;
  set_long_rows(rows, g.z.has_groups, plan);
  copy_layout(context.workers, *parts.backend->reorder, op.weights, context.data(t.weights.arg),
              rows, weights);
  const char *diff_dst = first_byte(context, t.src.arg, op.dst);
  char *diff_src = first_byte(context, t.dst.arg, op.src);
  const dim_t tiles = div_up(g.z.ih, plan.tile_h);
  parallel_for(context.workers, g.z.n * g.z.id * tiles, [&](int64_t item, int worker) {
    char *scratch = context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes;
    const dim_t h = take(item, tiles) * plan.tile_h, d = take(item, g.z.id);
    rows_runner(parts, op, g, plan, stage, scratch).run(diff_dst, weights, diff_src, item, d, h);
    release_unit(parts.tiles());
  });
}

refusal plan_col2im_backward_data(plan_request &request) {
  if (kinds_in(*request.attr)) return "attributes";
  auto &op = request.problem<convolution_op>();
  return plan_col2im(request, op, backward_data_roles(op));
}
void run_col2im_backward_data(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_col2im(context, op, backward_data_roles(op));
}

}  // namespace dnnlet::drivers
