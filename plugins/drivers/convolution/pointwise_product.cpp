// SPDX-License-Identifier: Apache-2.0
// Convolution with a 1x1 kernel on planes of pixels (nchw) backward by data, f32, where pixels are
// skipped, or sums so long that it pays to pack what they are made of:
//   diff_src[n][ic][o * stride] = sum over oc of weights[oc][ic] * diff_dst[n][oc][o], others 0
//   rows of A are channels of diff_src, read from weights as they are; rows of B are planes of
//   diff_dst; C are planes of diff_src, or of what is seen of it, which is spread out then
//
//   diff_src and diff_dst f32, each plane of diff_dst in one piece, weights f32 in any plain
//   layout; disjoint
//   scratch: what is seen of an image, if it is not all; that of multiply.cpp for each worker
//   error: one rounding for each product, in the order of the channels
//   oneDNN v3, convolution
#include "plugins/drivers/convolution/pointwise_product.h"

#include <cstring>

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/planes.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// Channels that are summed for each that is made, at least, where all pixels are seen; vectors of
// so many lanes gain nothing by packing, however many.
constexpr dim_t many_summed = 4;
constexpr size_t long_vector = 16;

struct geometry {
  convolution_sizes z;
  activation src, dst;
  dim_t pixels;  // of a plane of diff_dst
  dim_t oc_stride, ic_stride;
  bool in_place;  // C is diff_src
};

struct planes_plan {
  multiply_cut cut;
  size_t seen_at, workers_at;
};

bool make_geometry(const convolution_op &op, geometry &p) noexcept {
  p.z = walked_sizes(op);
  const convolution_sizes &z = p.z;
  if (z.groups != 1 || !picks_pixels(z)) return false;
  if (!find_layout(op.src, p.src) || !find_layout(op.dst, p.dst)) return false;
  if (p.src.run != 1 || p.src.w != 1 || !is_plane(p.dst, z.od, z.oh, z.ow)) return false;
  p.pixels = z.od * z.oh * z.ow;
  const int first = z.has_groups ? 1 : 0;
  p.oc_stride = stride_within(op.weights, first);
  p.ic_stride = stride_within(op.weights, first + 1);
  p.in_place = is_pointwise(z) && is_plane(p.src, z.id, z.ih, z.iw);
  return p.in_place || !is_pointwise(z);
}

multiply_problem problem_of(const geometry &p, const float *weights,
                            const float *diff_dst) noexcept {
  multiply_problem m;
  m.m = p.z.ic;
  m.n = p.pixels;
  m.k = p.z.oc;
  m.a = {dnnl_f32, weights, p.ic_stride, p.oc_stride};
  m.b = {dnnl_f32, diff_dst, p.dst.run_stride, 1};
  m.c_row_step = p.in_place ? p.src.run_stride : p.pixels;
  return m;
}

// A plane, row by row.
void spread(const geometry &p, const float *seen, float *plane) noexcept {
  const convolution_sizes &z = p.z;
  for (dim_t d = 0; d < z.id; ++d)
    for (dim_t h = 0; h < z.ih; ++h) {
      float *row = plane + d * p.src.d + h * p.src.h;
      std::memset(row, 0, size_t(z.iw) * sizeof(float));
      const bool is_seen = d % z.stride_d == 0 && d / z.stride_d < z.od && h % z.stride_h == 0 &&
                           h / z.stride_h < z.oh;
      for (dim_t w = 0; is_seen && w < z.ow; ++w) row[w * z.stride_w] = *seen++;
    }
}

}  // namespace

refusal plan_product_backward_data(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  if (const refusal reason = check_products_of_planes(request, op)) return reason;
  const bool may_choose = is_any(op.weights);
  if (!lay_out_plain(op.weights)) return "size";
  if (!is_plain(op.weights)) return "layout of weights";
  geometry p;
  if (!make_geometry(op, p)) return "not 1x1, or layout of diff_src or diff_dst";
  if ((may_choose || p.in_place) && p.pixels < pixels_of_any)
    return "weights had better be in panels";
  const size_t lanes = request.parts_as<product_parts>().gemm->lanes();
  if (p.in_place && (p.z.oc < many_summed * p.z.ic || lanes >= long_vector))
    return "pointwise_planes does it in less time";
  auto &plan = request.make_plan<planes_plan, convolution_op>();
  multiply_problem product = problem_of(p, nullptr, nullptr);
  product.c = &plan;  // which is not looked at yet
  const multiply_backend &backend = *request.parts_as<product_parts>().multiply;
  if (const refusal reason = plan_multiply(product, backend, product_room, plan.cut)) return reason;
  plan.seen_at =
      request.add_scratch(p.in_place ? 0 : scratch_bytes({p.z.ic, p.pixels, dim_t(sizeof(float))}));
  plan.workers_at = request.add_scratch(
      scratch_bytes({dim_t(worker_share(size_t(plan.cut.bytes))), request.max_workers}));
  return accepted;
}

void run_product_backward_data(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan_as<planes_plan, convolution_op>();
  geometry p;
  make_geometry(op, p);
  const auto *weights = context.first<const float>(DNNL_ARG_WEIGHTS, op.weights);
  const auto *diff_dst = context.first<const float>(DNNL_ARG_DIFF_DST, op.dst);
  auto *diff_src = context.first<float>(DNNL_ARG_DIFF_SRC, op.src);
  auto *seen = reinterpret_cast<float *>(context.scratchpad + plan.seen_at);
  for (dim_t n = 0; n < p.z.n; ++n, diff_src += p.src.n, diff_dst += p.dst.n) {
    multiply_problem product = problem_of(p, weights, diff_dst);
    product.c = p.in_place ? diff_src : seen;
    run_multiply(context.workers, product, *context.parts_as<product_parts>().multiply, plan.cut,
                 context.scratchpad + plan.workers_at);
    if (p.in_place) continue;
    parallel_for(context.workers, p.z.ic, [&](int64_t c, int) {
      spread(p, seen + c * p.pixels, diff_src + c * p.src.run_stride);
    });
  }
}

}  // namespace dnnlet::drivers
