// SPDX-License-Identifier: Apache-2.0
// Convolution backward by weights:
//   diff_weights[oc][ic][k] = sum over n, o of src[n][ic][o * stride + k * dilate - padding]
//                                             * diff_dst[n][oc][o]
//   diff_bias[oc] = sum over n, o of diff_dst[n][oc][o]
//   src, diff_dst f32, bf16, f16 or f8 in any layout of activation.h, all of src widened before;
//   sums in f32 panels, converted and unpacked at the end where diff_weights are something else;
//   disjoint
//   scratch: src where it is not f32; panels where diff_weights are not, and where the sum is made
//   in parts; that of weights_sweep.cpp for each worker
//   error: that of weights_sweep.cpp for each part, and then the sum of the parts
#include "plugins/drivers/convolution/gemm_backward_weights.h"

#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/convolution/weights_sweep.h"
#include "plugins/drivers/gemm/add_up.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// What takes divisions is kept; sizes and layouts are copied from the operation again.
struct weights_plan {
  panel_shape panels;
  weights_cut cut;
  bool widens, in_panels;
  size_t src_at, panels_at, narrow_at, bias_at, workers_at;
};

// src, once it is widened: channels last.
activation dense_pixels(const convolution_sizes &z) noexcept {
  return {z.id * z.ih * z.iw * z.ic, z.ih * z.iw * z.ic, z.iw * z.ic, z.ic, z.ic, 0};
}

bool make_sweep(const convolution_op &op, const panel_shape &panels, weights_sweep &s) noexcept {
  s.z = walked_sizes(op);
  if (!find_layout(op.src, s.src) || !find_layout(op.dst, s.dst)) return false;
  s.dst_type = op.dst.data_type;
  if (op.src.data_type != dnnl_f32) s.src = dense_pixels(s.z);
  s.panels = panels;
  flatten(s);
  return true;
}

void widen(const run_context &context, const gemm_backend &backend, const convolution_op &op,
           const char *src, float *to) noexcept {
  activation from;
  find_layout(op.src, from);
  const pixel_reader read = backend.reader(op.src.data_type, element::f32);
  const convolution_sizes z = walked_sizes(op);
  const pixel_run run = {&from, from.w, z.iw, 0, z.ic};
  parallel_for(context.workers, z.n * z.id * z.ih, [&](int64_t row, int) {
    const dim_t h = row % z.ih, d = row / z.ih % z.id, n = row / z.ih / z.id;
    read(run, src + from.pixel(n, d, h, 0) * dim_t(type_size(op.src.data_type)),
         to + row * z.iw * z.ic, z.ic);
  });
}

// From panels of f32 to diff_weights.
void write_weights(const run_context &context, const gemm_backend &backend,
                   const convolution_op &op, const panel_shape &shape, const weights_plan &plan,
                   const float *panels, void *weights) noexcept {
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
  unpack_panels(context, *backend.reorder, op.weights, shape, from, weights);
}

bool is_float(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_f8_e5m2 ||
         type == dnnl_f8_e4m3;
}

refusal check(const plan_request &request, const convolution_op &op) noexcept {
  if (!is_float(op.src.data_type) || !is_float(op.weights.data_type) ||
      !is_float(op.dst.data_type) || (!is_zero(op.bias) && !is_float(op.bias.data_type)))
    return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (kinds_in(*request.attr)) return "attributes";
  return check_reach(op);
}

}  // namespace

refusal plan_gemm_weights(plan_request &request, convolution_op &op) noexcept {
  const auto &parts = request.parts_as<gemm_parts>();
  if (const refusal reason = check(request, op)) return reason;
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  auto &plan = request.make_plan<weights_plan, convolution_op>();
  const auto lanes = dim_t(parts.backend->lanes());
  plan.panels = shape_weights(op, false, 1, lanes, lanes * parts.tiles().max_vectors);
  weights_sweep s;
  if (!make_sweep(op, plan.panels, s)) return "layout of src or diff_dst";
  if (is_any(op.weights) && !set_panels(op.weights, s.panels)) return "size";
  if (const refusal reason = lay_out_bias(op.bias)) return reason;
  const weights_cut &c = plan.cut = cut(s, lanes);
  const bool is_f32 = op.weights.data_type == dnnl_f32;
  plan.in_panels = c.parts == 1 && is_f32 && is_in_panels(op.weights, s.panels);
  if (!plan.in_panels && !can_pack(op.weights, s.panels)) return "layout of diff_weights";
  plan.widens = op.src.data_type != dnnl_f32;
  plan.src_at =
      request.add_scratch(plan.widens ? scratch_bytes({elements(op.src), sizeof(float)}) : 0);
  plan.panels_at = request.add_scratch(
      plan.in_panels ? 0 : scratch_bytes({c.parts, s.panels.size(), sizeof(float)}));
  plan.narrow_at =
      request.add_scratch(is_f32 ? 0 : size_t(s.panels.size()) * type_size(op.weights.data_type));
  plan.bias_at = request.add_scratch(scratch_bytes({c.parts, s.z.oc, sizeof(float)}));
  plan.workers_at = request.add_scratch(c.bytes * size_t(request.max_workers));
  return accepted;
}

void run_gemm_weights(const run_context &context, const convolution_op &op,
                      const gemm_tensors &t) noexcept {
  const gemm_backend &backend = *context.parts_as<gemm_parts>().backend;
  const auto &plan = context.plan_as<weights_plan, convolution_op>();
  weights_sweep s;
  make_sweep(op, plan.panels, s);
  const weights_cut &c = plan.cut;
  const char *src = first_byte(context, t.src.arg, op.src);
  weights_tensors tensors;
  tensors.src = reinterpret_cast<const float *>(src);
  if (plan.widens) {
    auto *widened = reinterpret_cast<float *>(context.scratchpad + plan.src_at);
    widen(context, backend, op, src, widened);
    tensors.src = widened;
  }
  tensors.diff_dst = first_byte(context, t.dst.arg, op.dst);
  tensors.panels =
      reinterpret_cast<float *>(plan.in_panels ? first_byte(context, t.weights.arg, op.weights)
                                               : context.scratchpad + plan.panels_at);
  tensors.bias =
      is_zero(op.bias) ? nullptr : reinterpret_cast<float *>(context.scratchpad + plan.bias_at);
  run_sweep(context, s, c, tensors, context.scratchpad + plan.workers_at);
  if (!plan.in_panels) {
    add_up(context, *backend.rows, tensors.panels, c.parts, s.panels.size());
    write_weights(context, backend, op, s.panels, plan, tensors.panels,
                  context.data(t.weights.arg));
  }
  if (!tensors.bias) return;
  add_up(context, *backend.rows, tensors.bias, c.parts, s.z.oc);
  backend.rows->store(op.bias.data_type, context.data(t.bias_arg), size_t(op.bias.offset0),
                      tensors.bias, size_t(s.z.oc));
}

refusal plan_gemm_backward_weights(plan_request &request) {
  return plan_gemm_weights(request, request.problem<convolution_op>());
}
void run_gemm_backward_weights(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_gemm_weights(context, op, backward_weights_roles(op));
}

}  // namespace dnnlet::drivers
