// SPDX-License-Identifier: Apache-2.0
// Convolution with a 3x3 kernel, forward and backward by data, by Winograd's F(4x4, 3x3), where it
// is asked for: for each of 36 points p, and tiles t of 4x4 outputs,
//   products_p[t][c] = sum over i of input_p[t][i] * weights_p[i][c]
// between the transforms of winograd_transforms.h. Backward by data the kernel is turned round, and
// channels change their roles.
//   f32 only, src and dst in any layout of activation.h, weights in any that can be packed;
//   disjoint scratch: weights as [3 * 3][i][c] and, transformed, [36][i][c]; of a worker: pixels
//   that cannot be read in place, input and products of some tiles, a tile of outputs error: at
//   most 2^-17 of the largest sum of |src * weights| that an output of the tensor has; that of
//   direct convolution grows with the length of the sum from 2^-24 on A. Lavin, S. Gray: "Fast
//   Algorithms for Convolutional Neural Networks", 2015
#include "plugins/drivers/convolution/winograd.h"

#include <cstring>

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/pixel_place.h"
#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/convolution/winograd_transforms.h"
#include "plugins/drivers/gemm/finish.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

using namespace winograd;

constexpr dim_t all_points = points * points, all_taps = taps * taps;
constexpr dim_t cache_floats = 144 * 1024;  // of transformed input and products
constexpr dim_t fewest_tiles = 14;          // of a task: rows of a tile of the GEMM

// Which of two numbers of channels are summed, and which are made.
struct geometry {
  dim_t n, summed, made;
  dim_t in_h, in_w, out_h, out_w, top, left;
  dim_t tiles_h, tiles_w;
  activation in, out;

  dim_t tiles() const noexcept { return n * tiles_h * tiles_w; }
};

struct winograd_plan {
  finish_plan finish;
  dim_t lanes, columns;  // floats from row to row of weights and of products
  dim_t tiles;           // of a task
  bool reads_in_place;
  size_t weights_at, points_at, zeros_at, workers_at;
  size_t products_at, pixels_at, outputs_at, worker_bytes;
};

bool make_geometry(const convolution_op &op, bool forward, geometry &g) noexcept {
  const convolution_sizes z = walked_sizes(op);
  if (forward)
    g = {z.n, z.ic, z.oc, z.ih, z.iw, z.oh, z.ow, z.top, z.left, 0, 0, {}, {}};
  else
    g = {z.n, z.oc, z.ic, z.oh, z.ow, z.ih, z.iw, 2 - z.top, 2 - z.left, 0, 0, {}, {}};
  g.tiles_h = div_up<dim_t>(g.out_h, outputs);
  g.tiles_w = div_up<dim_t>(g.out_w, outputs);
  return find_layout(forward ? op.src : op.dst, g.in) &&
         find_layout(forward ? op.dst : op.src, g.out);
}

// Weights as [3][3][i][c], with rows that are `columns` long.
bool set_rows(memory_desc &weights, bool has_groups, bool forward, dim_t columns) noexcept {
  const int oc = has_groups ? 1 : 0, ic = oc + 1;
  int order[max_ndims], count = 0;
  if (has_groups) order[count++] = 0;
  order[count++] = ic + 1;
  order[count++] = ic + 2;
  order[count++] = forward ? ic : oc;
  order[count++] = forward ? oc : ic;
  if (!set_layout(weights, order, 0, nullptr, nullptr)) return false;
  if (columns == 0) return true;
  const dim_t summed = weights.dims[forward ? ic : oc];
  weights.offset0 = 0;
  weights.blocked.strides[forward ? ic : oc] = columns;
  weights.blocked.strides[ic + 2] = summed * columns;
  weights.blocked.strides[ic + 1] = taps * summed * columns;
  return true;
}

refusal check(const plan_request &request, const convolution_op &op) noexcept {
  if (op.head.alg != dnnl_convolution_winograd) return "algorithm";
  if (op.src.data_type != dnnl_f32 || op.weights.data_type != dnnl_f32 ||
      op.dst.data_type != dnnl_f32 || (!is_zero(op.bias) && op.bias.data_type != dnnl_f32))
    return "types";
  if (kinds_in(*request.attr) & ~unsigned(uses_post_ops)) return "attributes";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  return check_distances(op);
}

// One worker at one task.
class tiles_runner {
 public:
  tiles_runner(const gemm_parts &parts, const geometry &g, const winograd_plan &plan,
               const finish_stage &stage, char *shared, char *scratch) noexcept
      : parts_(parts),
        g_(g),
        plan_(plan),
        stage_(stage),
        weights_(reinterpret_cast<const float *>(shared + plan.points_at)),
        zeros_(reinterpret_cast<const float *>(shared + plan.zeros_at)),
        input_(reinterpret_cast<float *>(scratch)),
        products_(reinterpret_cast<float *>(scratch + plan.products_at)),
        pixels_(reinterpret_cast<float *>(scratch + plan.pixels_at)),
        outputs_(reinterpret_cast<float *>(scratch + plan.outputs_at)) {}

  void run(const float *in, float *out, dim_t first, dim_t count) noexcept;

 private:
  struct tile {
    dim_t n, h, w;  // the first output
  };
  tile tile_of(dim_t index) const noexcept;
  void read_tile(const float *in, const tile &t, float *to) noexcept;
  void multiply(dim_t count) noexcept;
  void write_tile(const tile &t, const float *from, float *out) noexcept;

  const gemm_parts &parts_;
  const geometry &g_;
  const winograd_plan &plan_;
  const finish_stage &stage_;
  const float *weights_, *zeros_;
  float *input_, *products_, *pixels_, *outputs_;
};

tiles_runner::tile tiles_runner::tile_of(dim_t index) const noexcept {
  const dim_t w = take(index, g_.tiles_w), h = take(index, g_.tiles_h);
  return {index, h * outputs, w * outputs};
}

void tiles_runner::read_tile(const float *in, const tile &t, float *to) noexcept {
  const float *pixels[all_points];
  const pixel_reader read = parts_.backend->reader(dnnl_f32, element::f32);
  for (dim_t i = 0; i < all_points; ++i) {
    const dim_t h = t.h - g_.top + i / points, w = t.w - g_.left + i % points;
    pixels[i] = zeros_;
    if (h < 0 || h >= g_.in_h || w < 0 || w >= g_.in_w) continue;
    pixels[i] = in + g_.in.pixel(t.n, 0, h, w);
    if (plan_.reads_in_place) continue;
    float *copy = pixels_ + i * g_.summed;
    read({&g_.in, g_.in.w, 1, 0, g_.summed}, pixels[i], copy, g_.summed);
    pixels[i] = copy;
  }
  transform_input(pixels, g_.summed, to, plan_.tiles * g_.summed);
}

void tiles_runner::multiply(dim_t count) noexcept {
  const tile_tap tap = {0, 0};
  const dim_t most = plan_.lanes * parts_.tiles().max_vectors, size = dim_t(sizeof(float));
  tile_args t = {};
  t.a_row = ptrdiff_t(g_.summed * size);
  t.a_step = ptrdiff_t(size);
  t.b_step = ptrdiff_t(plan_.columns * size);
  t.taps = &tap;
  t.tap_count = 1;
  t.steps = size_t(g_.summed);
  t.c_row = ptrdiff_t(plan_.columns);
  for (dim_t p = 0; p < all_points; ++p)
    for (dim_t c = 0; c < plan_.columns; c += most) {
      t.a = reinterpret_cast<const char *>(input_ + p * plan_.tiles * g_.summed);
      t.b = reinterpret_cast<const char *>(weights_ + p * g_.summed * plan_.columns + c);
      t.c = products_ + p * plan_.tiles * plan_.columns + c;
      t.cols = size_t(min(most, plan_.columns - c));
      run_panel(parts_.tiles(), size_t(plan_.lanes), t, size_t(count));
    }
}

void tiles_runner::write_tile(const tile &t, const float *from, float *out) noexcept {
  const dim_t columns = plan_.columns;
  const fused_relu &relu = plan_.finish.relu;
  transform_output(from, plan_.tiles * columns, g_.made,
                   plan_.finish.tile_has_bias ? stage_.bias() : nullptr, outputs_, columns);
  const dim_t rows = min<dim_t>(outputs, g_.out_h - t.h);
  const pixel_run run = {&g_.out, g_.out.w, min<dim_t>(outputs, g_.out_w - t.w), 0, g_.made};
  for (dim_t h = 0; h < rows; ++h) {
    float *values = outputs_ + h * outputs * columns;
    if (relu.on)
      for (dim_t i = 0; i < outputs * columns; ++i)
        values[i] = values[i] <= 0 ? values[i] * relu.alpha : values[i];
    stage_.finish(run, values, columns, place_of_pixels(stage_.ndims(), t.n, 0, t.h + h, t.w, 1),
                  out + g_.out.pixel(t.n, 0, t.h + h, t.w));
  }
}

void tiles_runner::run(const float *in, float *out, dim_t first, dim_t count) noexcept {
  for (dim_t i = 0; i < count; ++i) read_tile(in, tile_of(first + i), input_ + i * g_.summed);
  multiply(count);
  for (dim_t i = 0; i < count; ++i)
    write_tile(tile_of(first + i), products_ + i * plan_.columns, out);
}

// From [3 * 3][i][c] to [36][i][c].
void transform_all(const run_context &context, const geometry &g, const winograd_plan &plan,
                   bool forward) noexcept {
  const auto *from = reinterpret_cast<const float *>(context.scratchpad + plan.weights_at);
  auto *to = reinterpret_cast<float *>(context.scratchpad + plan.points_at);
  const dim_t plane = g.summed * plan.columns;
  parallel_for(context.workers, g.summed, [&](int64_t i, int) {
    const float *rows[all_taps];
    for (dim_t k = 0; k < all_taps; ++k)
      rows[k] = from + (forward ? k : all_taps - 1 - k) * plane + i * plan.columns;
    transform_weights(rows, plan.columns, to + i * plan.columns, plane);
  });
}

bool plan_scratch(plan_request &request, const geometry &g, winograd_plan &plan) noexcept {
  const auto size = dim_t(sizeof(float));
  worker_scratch scratch;
  scratch.add({all_points, plan.tiles, g.summed, size});
  plan.products_at = scratch.add({all_points, plan.tiles, plan.columns, size});
  plan.pixels_at = scratch.add({plan.reads_in_place ? 0 : all_points, g.summed, size});
  plan.outputs_at = scratch.add({outputs * outputs, plan.columns, size});
  plan.worker_bytes = worker_share(scratch.bytes);
  plan.weights_at = request.add_scratch(scratch_bytes({all_taps, g.summed, plan.columns, size}));
  plan.points_at = request.add_scratch(scratch_bytes({all_points, g.summed, plan.columns, size}));
  plan.zeros_at = request.add_scratch(scratch_bytes({g.summed, size}));
  plan.workers_at =
      request.add_scratch(scratch_bytes({dim_t(plan.worker_bytes), request.max_workers}));
  return scratch.fits;
}

refusal plan_winograd(plan_request &request, bool forward) noexcept {
  auto &op = request.problem<convolution_op>();
  const auto &parts = request.parts_as<gemm_parts>();
  const gemm_tensors t = forward ? forward_roles(op) : backward_data_roles(op);
  if (const refusal reason = check(request, op)) return reason;
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  geometry g;
  if (!make_geometry(op, forward, g)) return "layout of src or dst";
  auto &plan = request.make_plan<winograd_plan, convolution_op>();
  plan.lanes = dim_t(parts.backend->lanes());
  if (const refusal reason = plan_finish(request, *parts.backend, t, false,
                                         plan.lanes * parts.tiles().max_vectors, plan.finish))
    return reason;
  plan.columns = round_up(g.made, plan.lanes);
  plan.tiles = even_part(g.tiles(),
                         max(cache_floats / all_points / (g.summed + plan.columns), fewest_tiles));
  plan.reads_in_place = g.in.run >= g.summed;
  const bool has_groups = op.weights.ndims > op.src.ndims;
  if (is_any(op.weights) && !set_rows(op.weights, has_groups, forward, 0)) return "size";
  memory_desc rows = op.weights;
  if (!is_blocked(op.weights) || !set_rows(rows, has_groups, forward, plan.columns) ||
      !nest_walk(op.weights, rows).is_regular())
    return "layout of weights";
  if (const refusal reason = lay_out_bias(op.bias)) return reason;
  return plan_scratch(request, g, plan) ? accepted : "size";
}

void run_winograd(const run_context &context, bool forward) noexcept {
  const auto &op = context.problem<convolution_op>();
  const auto &parts = context.parts_as<gemm_parts>();
  const auto &plan = context.plan_as<winograd_plan, convolution_op>();
  const gemm_tensors t = forward ? forward_roles(op) : backward_data_roles(op);
  geometry g;
  make_geometry(op, forward, g);
  const finish_stage stage(context, *parts.backend, t, plan.finish);
  memory_desc rows = op.weights;
  set_rows(rows, op.weights.ndims > op.src.ndims, forward, plan.columns);
  char *weights = context.scratchpad + plan.weights_at;
  std::memset(weights, 0, size_t(all_taps * g.summed * plan.columns) * sizeof(float));
  std::memset(context.scratchpad + plan.zeros_at, 0, size_t(g.summed) * sizeof(float));
  copy_layout(context.workers, *parts.backend->reorder, op.weights, context.data(t.weights.arg),
              rows, weights);
  transform_all(context, g, plan, forward);
  const auto *in = context.first<const float>(t.src.arg, *t.src.md);
  auto *out = context.first<float>(t.dst.arg, *t.dst.md);
  parallel_for(context.workers, div_up(g.tiles(), plan.tiles), [&](int64_t item, int worker) {
    char *scratch = context.scratchpad + plan.workers_at + size_t(worker) * plan.worker_bytes;
    const dim_t first = item * plan.tiles;
    tiles_runner(parts, g, plan, stage, context.scratchpad, scratch)
        .run(in, out, first, min(plan.tiles, g.tiles() - first));
  });
}

}  // namespace

refusal plan_winograd_forward(plan_request &request) {
  return plan_winograd(request, true);
}
void run_winograd_forward(const run_context &context) {
  run_winograd(context, true);
}
refusal plan_winograd_backward_data(plan_request &request) {
  return plan_winograd(request, false);
}
void run_winograd_backward_data(const run_context &context) {
  run_winograd(context, false);
}

}  // namespace dnnlet::drivers
