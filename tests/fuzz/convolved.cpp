// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/convolved.h"

#include "tests/fuzz/element.h"

namespace dnnlet::fuzz {

namespace {

convolved make(choices &c, int64_t batch, const channel_groups &g, const window &w,
               moves_over where) {
  convolved s;
  s.w = w;
  s.inputs = g.in;
  s.src = {batch, g.groups * g.in};
  s.dst = {batch, g.groups * g.out};
  s.weights = {g.out, g.in};
  if (g.groups > 1 || c.chance(10)) s.weights.insert(s.weights.begin(), g.groups);
  s.bias = {g.groups * g.out};
  const dims &over = w.in, &left = w.out;  // what the window moves over, and the sums it leaves
  const bool is_src = where == moves_over::src;
  s.src.insert(s.src.end(), (is_src ? over : left).begin(), (is_src ? over : left).end());
  s.dst.insert(s.dst.end(), (is_src ? left : over).begin(), (is_src ? left : over).end());
  s.weights.insert(s.weights.end(), w.kernel.begin(), w.kernel.end());
  return s;
}

}  // namespace

convolved draw_convolved(choices &c, moves_over where) {
  const size_t spatial = c.pick<size_t>({2, 2, 2, 1, 3});
  const window w = draw_window(c, spatial, spatial == 1 ? 33 : spatial == 2 ? 14 : 6);
  const int64_t batch = c.between(1, 3);
  channel_groups g = {1, 0, 0};
  g.in = c.extent(48), g.out = c.extent(48);
  if (c.chance(35)) {
    g.groups = c.extent(65);
    g.in = c.chance(60) ? 1 : c.between(1, 4);
    g.out = g.in == 1 && c.chance(80) ? 1 : c.between(1, 3);
  }
  return make(c, batch, g, w, where);
}

convolved draw_convolved_channels(choices &c, moves_over where) {
  const channel_groups g = draw_channel_groups(c);
  const bool are_few = g.in * g.out < 64;  // others have fewer pixels
  const size_t spatial = c.pick<size_t>({2, 2, 2, 1, 3});
  window w = draw_window(c, spatial, spatial == 1 ? 33 : (are_few ? 15 : 9) / int64_t(spatial - 1));
  if (c.chance(35)) draw_long_row(c, w, !are_few ? 12 : spatial == 1 ? 600 : 40);
  const int64_t batch = c.between(1, are_few ? 3 : 2);
  return make(c, batch, g, w, where);
}

convolved_types draw_convolved_types(choices &c, moves_over where) {
  const dnnl_data_type_t f = draw_float(c);
  const bool is_convolution = where == moves_over::src;
  if (c.chance(25)) {
    std::vector<dnnl_data_type_t> results = {dnnl_f32, dnnl_s32, dnnl_s8, dnnl_u8, dnnl_bf16};
    if (is_convolution) results.push_back(dnnl_f16);
    const dnnl_data_type_t dst = c.pick(results);
    return {c.pick({dnnl_u8, dnnl_s8}), dnnl_s8, c.pick({dnnl_f32, dnnl_s32, dnnl_s8, dnnl_u8}),
            dst};
  }
  if (c.chance(5)) return {dnnl_f32, c.pick({dnnl_bf16, dnnl_f16}), dnnl_f32, dnnl_f32};
  if (!is_convolution && c.chance(5))
    return {f, f, dnnl_f32, c.pick({dnnl_s8, dnnl_u8, dnnl_f16, dnnl_bf16})};
  if (c.chance(3)) {
    const dnnl_data_type_t f8 = c.pick({dnnl_f8_e5m2, dnnl_f8_e4m3});
    return {f8, f8, dnnl_f32, c.pick({f8, dnnl_f32})};
  }
  return {f, f, c.chance(70) ? f : dnnl_f32, c.chance(70) ? f : dnnl_f32};
}

void set_convolved(choices &c, problem &p, const convolved &shapes, const convolved_types &types,
                   numbers fill) {
  const window &w = shapes.w;
  p.sizes = {w.stride, w.dilation, w.left, w.right};
  tensor_spec bias = draw_tensor(c, DNNL_ARG_BIAS, types.bias, shapes.bias,
                                 is_integer(types.src) ? numbers::exact : fill);
  if (c.chance(50)) bias.layout = layout_kind::none;
  p.tensors = {draw_tensor(c, DNNL_ARG_SRC, types.src, shapes.src, fill),
               draw_tensor(c, DNNL_ARG_WEIGHTS, types.weights, shapes.weights, fill), bias,
               draw_tensor(c, DNNL_ARG_DST, types.dst, shapes.dst, fill)};
}

void set_channel_runs(choices &c, problem &p) {
  if (c.chance(60)) p.tensors[1].layout = layout_kind::any;
  draw_channel_runs(c, p.tensors[0]);
  draw_channel_runs(c, p.tensors[3]);
}

}  // namespace dnnlet::fuzz
