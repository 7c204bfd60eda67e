// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/fuzz/draw.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

dnnl_status_t create_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_lrn_forward_primitive_desc_create(
      pd, c.engine, dnnl_prop_kind_t(c.p.prop), dnnl_alg_kind_t(c.p.algorithm), c.md[0], c.md[1],
      c.sizes(0)[0], c.p.factors[0], c.p.factors[1], c.p.factors[2], c.attr);
}
// src, diff_dst, diff_src
dnnl_status_t create_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_lrn_backward_primitive_desc_create(
      pd, c.engine, dnnl_alg_kind_t(c.p.algorithm), c.md[2], c.md[1], c.md[0], c.sizes(0)[0],
      c.p.factors[0], c.p.factors[1], c.p.factors[2], c.hint, c.attr);
}

// The reference computes the sum of squares around each point of a window when it meets it: windows
// of windows. They end where the tensor does.
double steps_backward(const problem &p) {
  const dims &shape = p.tensors[0].shape;
  const bool is_across = p.algorithm == dnnl_lrn_across_channels;
  const size_t end = std::min<size_t>(is_across ? 2 : DNNL_MAX_NDIMS, shape.size());
  double points = 1;
  for (size_t d = is_across ? 1 : 2; d < end; ++d)
    points *= double(std::min(shape[d], p.sizes[0][0]));
  return double(count(shape)) * points * points;
}

}  // namespace

void run_lrn(choices &c, session &s) {
  problem p;
  p.name = "lrn";
  p.create = create_forward;
  p.algorithm = c.chance(70) ? dnnl_lrn_across_channels : dnnl_lrn_within_channel;
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  p.sizes = {{c.pick<int64_t>({5, 3, 1, 7, 2, 4, c.between(1, 20)})}};
  p.factors = {c.pick({1e-4f, 1.0f, 0.5f}), c.pick({0.75f, 1.0f, 0.5f, 2.0f, 0.3f}),
               c.pick({1.0f, 2.0f, 0.5f})};
  tensor_spec src, dst;
  src.arg = DNNL_ARG_SRC;
  src.shape = draw_shape(c, 2 + c.below(4), 4000);
  src.type = draw_float(c);
  src.fill = c.pick({numbers::natural, numbers::exact});
  draw_layout(c, src, false);
  dst = src;
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  if (c.chance(30)) draw_layout(c, dst, true);
  if (c.chance(10)) dst.type = draw_float(c);
  p.tensors = {src, dst};
  p.magnitude = 64;
  p.absolute = p.relative = 0x1p-17;
  p.attributes.user_scratchpad = c.chance(20);
  if (c.chance(60)) return check(p, c, s);
  p.prop = dnnl_forward_training;
  problem b = p;
  b.name = "lrn backward";
  b.create = create_backward;
  b.steps = steps_backward;
  b.prop = 0;
  tensor_spec diff = src, result = src;
  diff.arg = DNNL_ARG_DIFF_DST;
  result.arg = DNNL_ARG_DIFF_SRC;
  result.use = role::output;
  if (c.chance(20)) draw_layout(c, diff, true);
  if (c.chance(30)) draw_layout(c, result, true);
  b.tensors = {src, diff, result};
  b.absolute = b.relative = 0x1p-13;  // differences of terms that are some times larger
  if (c.chance(90)) b.forward = std::make_shared<problem>(p);
  check(b, c, s);
}

}  // namespace dnnlet::fuzz
