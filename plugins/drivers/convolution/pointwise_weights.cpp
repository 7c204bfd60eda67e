// SPDX-License-Identifier: Apache-2.0
// Convolution with a 1x1 kernel on planes of pixels (nchw) backward by weights, f32:
//   diff_weights[oc][ic] = sum over n, o of diff_dst[n][oc][o] * src[n][ic][o * stride]
//   diff_bias[oc] = sum over n, o of diff_dst[n][oc][o]
//   rows of A are planes of diff_dst, columns of B those of src, and C is diff_weights as they are:
//   there is nothing to transpose in the end
//
//   src and diff_dst f32, each plane of diff_dst in one piece, diff_weights f32 with neighbouring
//   input channels; disjoint
//   scratch: the pixels of src that are seen, if they are not all; a plane of ones; that of
//   multiply.cpp for each worker
//   error: one rounding for each product, in the order of images and pixels; of diff_bias, that of
//   few_rows.h
//   oneDNN v3, convolution
#include "plugins/drivers/convolution/pointwise_weights.h"

#include "core/kernel/convolution.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/planes.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// Fewer weights are soon transposed.
constexpr dim_t fewest_weights = dim_t(1) << 10;
// Planes of src are packed for the rows of diff_weights, which had better be many, or as many as
// columns, about.
constexpr dim_t many_rows = 256, columns_of_row = 2;
// Planes that are so small would, of several images, fetch and store all weights again for few
// pixels; but that takes less than what is spared where pixels of src are skipped.
constexpr dim_t many_pixels = 512;

struct geometry {
  convolution_sizes z;
  activation src, dst;
  dim_t pixels;  // of a plane of diff_dst
  dim_t weights_row;
  bool src_in_place;
};

struct weights_plan {
  multiply_cut cut;  // of an image; that of diff_bias is made again
  size_t src_at, ones_at, workers_at;
};

bool make_geometry(const convolution_op &op, geometry &p) noexcept {
  p.z = walked_sizes(op);
  const convolution_sizes &z = p.z;
  if (z.groups != 1 || !picks_pixels(z)) return false;
  if (!find_layout(op.src, p.src) || !find_layout(op.dst, p.dst)) return false;
  if (!is_plane(p.dst, z.od, z.oh, z.ow)) return false;
  p.pixels = z.od * z.oh * z.ow;
  p.src_in_place =
      z.id == z.od && z.ih == z.oh && z.iw == z.ow && is_plane(p.src, z.id, z.ih, z.iw);
  if (!p.src_in_place && p.src.run != 1) return false;
  const int first = z.has_groups ? 1 : 0;
  p.weights_row = stride_within(op.weights, first);
  return z.ic == 1 || stride_within(op.weights, first + 1) == 1;
}

// Of an image; `src` is what was read of it.
multiply_problem problem_of(const geometry &p, const float *src, const float *diff_dst) noexcept {
  multiply_problem m;
  m.m = p.z.oc;
  m.n = p.z.ic;
  m.k = p.pixels;
  m.a = {dnnl_f32, diff_dst, p.dst.run_stride, 1};
  m.b = {dnnl_f32, src, 1, p.src_in_place ? p.src.run_stride : p.pixels};
  m.c_row_step = p.weights_row;
  return m;
}

multiply_problem bias_problem_of(const geometry &p, const float *ones,
                                 const float *diff_dst) noexcept {
  multiply_problem m;
  m.m = 1;
  m.n = p.z.oc;
  m.k = p.pixels;
  m.a = {dnnl_f32, ones, p.pixels, 1};
  m.b = {dnnl_f32, diff_dst, 1, p.dst.run_stride};
  m.c_row_step = p.z.oc;
  return m;
}

void read_src(const run_context &context, const geometry &p, const float *src, float *to) noexcept {
  const convolution_sizes &z = p.z;
  parallel_for(context.workers, z.ic, [&](int64_t c, int) {
    float *pixel = to + c * p.pixels;
    for (dim_t d = 0; d < z.od; ++d)
      for (dim_t h = 0; h < z.oh; ++h) {
        const float *row =
            src + c * p.src.run_stride + d * z.stride_d * p.src.d + h * z.stride_h * p.src.h;
        const dim_t step = z.stride_w * p.src.w;
        for (dim_t w = 0; w < z.ow; ++w) *pixel++ = row[w * step];
      }
  });
}

bool is_worth_it(const geometry &p) noexcept {
  const convolution_sizes &z = p.z;
  const bool packs_little = z.oc >= many_rows || columns_of_row * z.oc >= z.ic;
  return z.oc * z.ic >= fewest_weights && packs_little &&
         (z.n == 1 || p.pixels >= many_pixels || !p.src_in_place);
}

}  // namespace

refusal plan_pointwise_backward_weights(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  const multiply_backend &backend = *request.parts_as<product_parts>().multiply;
  if (const refusal reason = check_products_of_planes(request, op)) return reason;
  if (!is_plain(op.weights)) return "layout of diff_weights";
  geometry p;
  if (!make_geometry(op, p)) return "not 1x1, or layout of src, diff_dst or diff_weights";
  if (!is_worth_it(p)) return "few weights, few rows of them, or small planes of several images";
  if (const refusal reason = lay_out_bias(op.bias)) return reason;
  auto &plan = request.make_plan<weights_plan, convolution_op>();
  multiply_cut bias_cut;
  multiply_problem sums = problem_of(p, nullptr, nullptr);
  multiply_problem bias = bias_problem_of(p, nullptr, nullptr);
  sums.c = bias.c = &plan;  // which is not looked at yet
  if (const refusal reason = plan_multiply(sums, backend, product_room, plan.cut)) return reason;
  if (const refusal reason = plan_multiply(bias, backend, product_room, bias_cut)) return reason;
  plan.src_at = request.add_scratch(
      p.src_in_place ? 0 : scratch_bytes({p.z.ic, p.pixels, dim_t(sizeof(float))}));
  plan.ones_at =
      request.add_scratch(is_zero(op.bias) ? 0 : scratch_bytes({p.pixels, dim_t(sizeof(float))}));
  const dim_t bytes = max(plan.cut.bytes, bias_cut.bytes);
  plan.workers_at =
      request.add_scratch(scratch_bytes({dim_t(worker_share(size_t(bytes))), request.max_workers}));
  return accepted;
}

void run_pointwise_backward_weights(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  const auto &plan = context.plan_as<weights_plan, convolution_op>();
  const multiply_backend &backend = *context.parts_as<product_parts>().multiply;
  geometry p;
  make_geometry(op, p);
  const auto *src = context.first<const float>(DNNL_ARG_SRC, op.src);
  const auto *diff_dst = context.first<const float>(DNNL_ARG_DIFF_DST, op.dst);
  auto *seen = reinterpret_cast<float *>(context.scratchpad + plan.src_at);
  auto *ones = reinterpret_cast<float *>(context.scratchpad + plan.ones_at);
  char *workers = context.scratchpad + plan.workers_at;
  const bool has_bias = !is_zero(op.bias);
  for (dim_t i = 0; has_bias && i < p.pixels; ++i) ones[i] = 1;
  for (dim_t n = 0; n < p.z.n; ++n, src += p.src.n, diff_dst += p.dst.n) {
    if (!p.src_in_place) read_src(context, p, src, seen);
    multiply_problem sums = problem_of(p, p.src_in_place ? src : seen, diff_dst);
    sums.c = context.first<float>(DNNL_ARG_DIFF_WEIGHTS, op.weights);
    sums.beta = n > 0 ? 1 : 0;
    run_multiply(context.workers, sums, backend, plan.cut, workers);
    if (!has_bias) continue;
    multiply_problem bias = bias_problem_of(p, ones, diff_dst);
    bias.c = context.first<float>(DNNL_ARG_DIFF_BIAS, op.bias);
    bias.beta = sums.beta;
    multiply_cut cut;
    plan_multiply(bias, backend, product_room, cut);
    run_multiply(context.workers, bias, backend, cut, workers);
  }
}

}  // namespace dnnlet::drivers
