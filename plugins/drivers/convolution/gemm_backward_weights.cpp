// SPDX-License-Identifier: Apache-2.0
// Convolution backward by weights:
//   diff_weights[oc][ic][k] = sum over n, o of src[n][ic][o * stride + k * dilate - padding]
//                                             * diff_dst[n][oc][o]
//   diff_bias[oc] = sum over n, o of diff_dst[n][oc][o]
//   src, diff_dst f32, bf16, f16 or f8 in any layout of activation.h, all of src widened before;
//   or, where bf16 are multiplied in pairs, all of src paired before (pixel_pairs.h);
//   sums in f32 panels, converted and unpacked at the end where diff_weights are something else;
//   disjoint
//   scratch: src where it is not read as it is; panels where diff_weights are not, and where the
//   sum is made in parts; that of weights_sweep.cpp for each worker error: that of
//   weights_sweep.cpp for each part, and then the sum of the parts
#include "plugins/drivers/convolution/gemm_backward_weights.h"

#include "plugins/drivers/convolution/roles.h"
#include "plugins/drivers/convolution/transposed_planes.h"
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
  bool in_panels;  // diff_weights are summed up there
  size_t src_at, panels_at, narrow_at, bias_at, workers_at;
};

// src, once it is widened: channels last.
activation dense_pixels(const convolution_sizes &z) noexcept {
  return {z.id * z.ih * z.iw * z.ic, z.ih * z.iw * z.ic, z.iw * z.ic, z.ic, z.ic, 0};
}

// A sweep, and what is made of src before: `from` is how it lies.
struct prepared_sweep {
  weights_sweep sweep;
  activation from;
  bool is_needed;
  size_t bytes;
};
bool prepare(const convolution_op &op, const gemm_parts &parts, const panel_shape &panels,
             prepared_sweep &p) noexcept {
  weights_sweep &s = p.sweep;
  s = {};
  s.z = walked_sizes(op);
  if (!find_layout(op.src, p.from) || !find_layout(op.dst, s.dst)) return false;
  s.dst_type = op.dst.data_type;
  s.in_pairs = parts.multiply->group == 2;
  s.has_bias = !is_zero(op.bias);
  s.panels = panels;
  p.is_needed = s.in_pairs || op.src.data_type != dnnl_f32;
  s.src = s.in_pairs || !p.is_needed ? p.from : dense_pixels(s.z);
  p.bytes = p.is_needed ? scratch_bytes({elements(op.src), sizeof(float)}) : 0;
  flatten(s);
  if (!s.in_pairs) return true;
  s.paired = pair_outputs(s.z, s.src, s.dst);
  p.from = s.src;
  p.bytes = pairs_bytes(s.z, s.paired);
  s.src = layout_of(s.z, s.paired);
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
  const auto &parts = request.parts_as<gemm_parts>();
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  if (!parts.multiply->tiles) return "types";
  const bool in_pairs = parts.multiply->group == 2;
  if (in_pairs && (op.src.data_type != dnnl_bf16 || op.dst.data_type != dnnl_bf16)) return "types";
  if (!is_float(op.src.data_type) || !is_float(op.weights.data_type) ||
      !is_float(op.dst.data_type) || (!is_zero(op.bias) && !is_float(op.bias.data_type)))
    return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (kinds_in(*request.attr)) return "attributes";
  const convolution_sizes z = walked_sizes(op);
  if (in_pairs && z.stride_h > z.ih) return "strides are too large";
  return check_reach(op);
}

}  // namespace

refusal plan_gemm_weights(plan_request &request, convolution_op &op) noexcept {
  const auto &parts = request.parts_as<gemm_parts>();
  if (const refusal reason = check(request, op)) return reason;
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  if (is_faster_transposed(op, convolution_pass::backward_weights)) {
    const transposed_layouts transposed(request, op);
    return plan_gemm_weights(request, op);
  }
  auto &plan = request.make_plan<weights_plan, convolution_op>();
  const auto lanes = dim_t(parts.backend->lanes());
  prepared_sweep prepared;
  weights_sweep &s = prepared.sweep;
  if (!prepare(op, parts, {}, prepared)) return "layout of src or diff_dst";
  s.panels = plan.panels =
      shape_weights(op, false, 1, lanes, lanes * vectors_of_panel(s, parts.tiles(), lanes));
  if (is_any(op.weights) && !set_panels(op.weights, s.panels)) return "size";
  if (const refusal reason = lay_out_bias(op.bias)) return reason;
  const bool is_f32 = op.weights.data_type == dnnl_f32;
  const bool have_panels = is_in_panels(op.weights, s.panels);
  if (have_panels && !is_f32) s.narrow_to = op.weights.data_type;
  const weights_cut &c = plan.cut = cut(s, parts.tiles(), lanes);
  plan.in_panels = c.parts == 1 && have_panels;
  if (!plan.in_panels && !can_pack(op.weights, s.panels)) return "layout of diff_weights";
  plan.src_at = request.add_scratch(prepared.bytes);
  plan.panels_at = request.add_scratch(
      plan.in_panels ? 0 : scratch_bytes({c.parts, s.panels.size(), sizeof(float)}));
  plan.narrow_at = request.add_scratch(
      is_f32 || plan.in_panels ? 0 : size_t(s.panels.size()) * type_size(op.weights.data_type));
  plan.bias_at = request.add_scratch(scratch_bytes({c.parts, s.z.oc, sizeof(float)}));
  plan.workers_at = request.add_scratch(c.bytes * size_t(request.max_workers));
  return accepted;
}

namespace {

void run_weights(const run_context &context, const convolution_op &op, const gemm_tensors &t,
                 convolution_pass) noexcept {
  const auto &parts = context.parts_as<gemm_parts>();
  const gemm_backend &backend = *parts.backend;
  const auto &plan = context.plan_as<weights_plan, convolution_op>();
  prepared_sweep prepared;
  prepare(op, parts, plan.panels, prepared);
  weights_sweep &s = prepared.sweep;
  const weights_cut &c = plan.cut;
  s.narrow_to = op.weights.data_type;
  const char *src = first_byte(context, t.src.arg, op.src);
  char *made = context.scratchpad + plan.src_at, *workers = context.scratchpad + plan.workers_at;
  if (s.in_pairs)
    pair_src(context, s.z, s.paired, prepared.from, op.src.data_type, c.parts, src, made,
             workers + c.pairing_at, c.bytes);
  else if (prepared.is_needed)
    widen(context, backend, op, src, reinterpret_cast<float *>(made));
  weights_tensors tensors;
  tensors.src = reinterpret_cast<const float *>(prepared.is_needed ? made : src);
  tensors.diff_dst = first_byte(context, t.dst.arg, op.dst);
  tensors.narrow = plan.in_panels ? first_byte(context, t.weights.arg, op.weights) : nullptr;
  tensors.panels = reinterpret_cast<float *>(plan.in_panels ? tensors.narrow
                                                            : context.scratchpad + plan.panels_at);
  tensors.bias =
      is_zero(op.bias) ? nullptr : reinterpret_cast<float *>(context.scratchpad + plan.bias_at);
  run_sweep(context, s, c, tensors, workers);
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

}  // namespace

void run_gemm_weights(const run_context &context, const convolution_op &op,
                      const gemm_tensors &t) noexcept {
  run_either_way(context, op, t, convolution_pass::backward_weights, run_weights);
}

refusal plan_gemm_backward_weights(plan_request &request) {
  return plan_gemm_weights(request, request.problem<convolution_op>());
}
void run_gemm_backward_weights(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  run_gemm_weights(context, op, backward_weights_roles(op));
}

}  // namespace dnnlet::drivers
