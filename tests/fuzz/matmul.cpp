// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

namespace {

// Tensors: src, weights, bias, dst.
dnnl_status_t create(const creation &c, dnnl_primitive_desc_t *pd) {
  return dnnl_matmul_primitive_desc_create(pd, c.engine, c.md[0], c.md[1], c.md[2], c.md[3],
                                           c.attr);
}

struct shapes {
  dims src, weights, bias, dst;
  int64_t k;
};

// An extent that groups divide, or any.
int64_t draw_inner(choices &c, bool wants_groups) {
  return wants_groups ? 32 * c.between(1, 6) : c.chance(2) ? 0 : c.extent(c.chance(20) ? 300 : 70);
}

shapes draw_shapes(choices &c, bool wants_groups) {
  shapes s;
  const size_t batches = c.pick<size_t>({0, 0, 0, 1, 1, 2, 3, size_t(c.below(5))});
  for (size_t d = 0; d < batches; ++d) {
    const int64_t extent = c.chance(2) ? 0 : c.between(1, 4);
    const uint64_t who = c.below(6);
    s.dst.push_back(extent);
    s.src.push_back(who == 0 ? 1 : extent);
    s.weights.push_back(who == 1 ? 1 : extent);
  }
  const int64_t m = c.chance(25) ? 1 : c.chance(2) ? 0 : c.extent(40);
  const int64_t n = draw_inner(c, wants_groups && c.chance(50));
  s.k = draw_inner(c, wants_groups);
  s.src.insert(s.src.end(), {m, s.k});
  s.weights.insert(s.weights.end(), {s.k, n});
  s.dst.insert(s.dst.end(), {m, n});
  s.bias = s.dst;
  const uint64_t kept = c.pick<uint64_t>(
      {uint64_t(1) << (s.dst.size() - 1), ~uint64_t(0), 0, c.below(uint64_t(1) << s.dst.size())});
  for (size_t d = 0; d < s.bias.size(); ++d)
    if (!(kept >> d & 1)) s.bias[d] = 1;
  return s;
}

struct types {
  dnnl_data_type_t src, weights, bias, dst;
  bool converts;  // integer weights, to the type of src
};

types draw_types(choices &c) {
  const uint64_t which = c.below(10);
  const dnnl_data_type_t f = c.pick({dnnl_f32, dnnl_f32, dnnl_bf16, dnnl_f16});
  const dnnl_data_type_t result = c.chance(60) ? f : dnnl_f32;
  if (which < 4) return {f, f, c.chance(50) ? f : dnnl_f32, result, false};
  if (which < 6)
    return {c.pick({dnnl_u8, dnnl_s8}), c.pick({dnnl_s8, dnnl_s8, dnnl_u8, dnnl_s4, dnnl_u4}),
            c.pick({dnnl_f32, dnnl_s32, dnnl_s8, dnnl_u8, dnnl_bf16}),
            c.pick({dnnl_f32, dnnl_s32, dnnl_s8, dnnl_u8, dnnl_bf16, dnnl_f16}), false};
  if (which < 9) return {f, c.pick({dnnl_s8, dnnl_u8, dnnl_s4, dnnl_u4}), dnnl_f32, result, true};
  if (c.chance(30))
    return {f == dnnl_f16 ? dnnl_f32 : f, c.pick({dnnl_bf16, dnnl_f16}), dnnl_f32,
            c.pick({dnnl_f32, dnnl_bf16, dnnl_s8, dnnl_u8}), false};
  const dnnl_data_type_t f8 = c.pick({dnnl_f8_e5m2, dnnl_f8_e4m3, dnnl_f4_e2m1});
  return {f8, f8, dnnl_f32, c.pick({f8, dnnl_f32, dnnl_bf16}), false};
}

bool is_small_integer(dnnl_data_type_t type) {
  return is_integer(type) && bits_of(type) <= 8;
}

tensor_spec make(choices &c, int arg, dnnl_data_type_t type, const dims &shape, numbers fill) {
  tensor_spec t;
  t.arg = arg;
  t.type = type;
  t.shape = shape;
  t.fill = fill;
  if (bits_of(type) < 8 && c.chance(70)) {  // most layouts divide bytes
    make_plain(t);
    if (c.chance(30)) t.layout = layout_kind::any;
    return t;
  }
  const size_t n = shape.size();
  if (c.chance(30)) {  // matrices that are transposed
    t.layout = layout_kind::strided;
    t.strides = dense_strides(shape);
    t.strides[n - 2] = 1;
    t.strides[n - 1] = std::max<int64_t>(shape[n - 2], 1);
  } else {
    draw_layout(c, t, true);
  }
  return t;
}

// One value for so many of a row or a column.
dims draw_groups(choices &c, const dims &shape, int split) {
  dims groups = {1, 1};
  const int64_t extent = shape[shape.size() - 2 + size_t(split)];
  const int64_t group = c.pick<int64_t>({32, 32, 64, 16, 96, extent});
  if (group > 0 && extent % group == 0) groups[size_t(split)] = group;
  return groups;
}

// Scales that are computed of each group of dst, where they hang on no rounding before them.
bool draw_computed_scales(choices &c, problem &p, int mask) {
  const tensor_spec &dst = p.tensors[3];
  const bool is_mx = c.likes_blocks || bits_of(dst.type) == 8;
  const int64_t group = is_mx ? 32 : 16;
  if (is_integer(dst.type) || bits_of(dst.type) > 8 || dst.fill != numbers::exact ||
      dst.shape.back() == 0 || dst.shape.back() % group != 0 || !c.chance(50))
    return false;
  quantization q = {DNNL_ARG_DST, false, false, mask, {1, group}, dnnl_e8m0, false};
  q.mode = dnnl_quantization_mode_dynamic_mx;
  if (!is_mx) q.type = dnnl_f8_e4m3, q.mode = dnnl_quantization_mode_dynamic_fp;
  p.attributes.quantizations.push_back(q);
  return true;
}

void draw_scales(choices &c, problem &p, bool has_groups) {
  const int last = int(p.tensors[3].shape.size()) - 1;
  const int all = (2 << last) - 1, column = 1 << last, row = 1 << (last - 1);
  const auto add = [&](quantization q) { p.attributes.quantizations.push_back(q); };
  const auto type = [&] {
    return c.chance(70) ? dnnl_f32 : c.pick({dnnl_bf16, dnnl_f16, dnnl_e8m0, dnnl_f8_e4m3});
  };
  if (c.chance(50)) {
    quantization q = {DNNL_ARG_SRC, false, false, 0, {}, type(), false};
    if (has_groups && is_integer(p.tensors[0].type) && c.chance(50)) {
      q.mask = c.pick({column, column | row, all});
      q.groups = draw_groups(c, p.tensors[0].shape, 1);
    } else if (c.chance(20)) {
      q.is_on_host = true;
      q.type = dnnl_f32;
    }
    add(q);
  }
  if (c.chance(60)) {
    quantization q = {
        DNNL_ARG_WEIGHTS, false, false, c.pick({0, column, column, column | row, all}), {},
        type(),           false};
    if (!has_groups && is_integer(p.tensors[0].type)) q.mask &= ~row;
    if (has_groups && (q.mask & row))
      q.groups = draw_groups(c, p.tensors[1].shape, c.chance(80) ? 0 : 1);
    add(q);
  }
  if (!draw_computed_scales(c, p, all) && c.chance(30))
    add({DNNL_ARG_DST,
         false,
         false,
         c.chance(90) ? 0 : c.pick({column, column | row, all}),
         {},
         type(),
         false});
}

void draw_zero_points(choices &c, problem &p, const types &t, bool has_groups) {
  const int last = int(p.tensors[3].shape.size()) - 1;
  const int all = (2 << last) - 1, column = 1 << last, row = 1 << (last - 1);
  const auto add = [&](quantization q) { p.attributes.quantizations.push_back(q); };
  if (!t.converts && c.chance(40))
    add({DNNL_ARG_SRC,
         true,
         false,
         c.chance(70) ? 0 : c.pick({column, column | row}),
         {},
         c.pick({dnnl_s32, dnnl_s32, dnnl_s8, dnnl_u8}),
         false});
  bool of_weights = c.chance(45);
  if (of_weights) {
    quantization q = {DNNL_ARG_WEIGHTS,
                      true,
                      false,
                      c.pick({0, column, column, column | row, all}),
                      {},
                      c.pick({dnnl_s32, dnnl_s32, dnnl_s8, dnnl_u8}),
                      false};
    if (q.mask && c.chance(20)) q.type = c.pick({dnnl_s4, dnnl_u4});
    if (has_groups && (q.mask & row) && c.chance(80))
      q.groups = draw_groups(c, p.tensors[1].shape, t.converts && c.chance(20) ? 1 : 0);
    add(q);
    if (!t.converts && c.chance(15)) {
      const int64_t group = q.groups.empty() ? p.tensors[0].shape.back() : q.groups[0];
      if (group > 1 && (q.groups.empty() ? !(q.mask & row) : true))
        add({DNNL_ARG_SRC, false, true, all, {1, group}, dnnl_s32, false});
    }
  }
  if (!t.converts && c.chance(30))
    add({DNNL_ARG_DST, true, false, last == 1 && c.chance(30) ? 2 : 0, {}, dnnl_s32, false});
}

// The largest number of a tensor, with what zero points make of it.
double largest(const tensor_spec &t) {
  if (t.fill == numbers::exact) return 6;
  if (!is_integer(t.type)) return 1;
  return bits_of(t.type) < 8 ? 18 : 260;
}

void set_error(problem &p, const types &t, int64_t k) {
  const tensor_spec &src = p.tensors[0], &weights = p.tensors[1];
  const bool is_exact = src.fill == numbers::exact, is_whole = is_integer(t.src);
  const double terms = double(k + 1);
  p.magnitude = terms * largest(src) * largest(weights);
  if (is_exact) return;
  if (!is_whole) p.absolute = 2 * terms * f32_half_step * p.magnitude;
  if (p.attributes.fpmath || t.converts) p.absolute += p.magnitude * 0x1p-7;
  if (p.attributes.accumulation) p.absolute += terms * p.magnitude * 0x1p-10;
}

}  // namespace

void run_matmul(choices &c, session &s) {
  const types t = draw_types(c);
  const bool may_group = is_small_integer(t.weights) || bits_of(t.weights) <= 8;
  const bool wants_groups = may_group && c.chance(50);
  const shapes sh = draw_shapes(c, wants_groups);
  numbers fill = draw_fill(c);
  if (fill == numbers::special && is_integer(t.weights)) fill = numbers::natural;
  problem p;
  p.name = "matmul";
  p.create = create;
  tensor_spec bias =
      make(c, DNNL_ARG_BIAS, t.bias, sh.bias, is_integer(t.src) ? numbers::exact : fill);
  if (c.chance(70)) make_plain(bias);
  if (c.chance(50)) bias.layout = layout_kind::none;
  p.tensors = {make(c, DNNL_ARG_SRC, t.src, sh.src, fill),
               make(c, DNNL_ARG_WEIGHTS, t.weights, sh.weights, fill), bias,
               make(c, DNNL_ARG_DST, t.dst, sh.dst, fill)};
  p.tensors[3].use = role::output;
  attribute_choice may;
  may.product = true;
  may.sum = may.eltwise = may.binary = may.prelu = may.dropout = may.stochastic = true;
  draw_attributes(c, p, may);
  if (c.chance(50)) draw_scales(c, p, wants_groups);
  if (is_small_integer(t.weights) && c.chance(50)) draw_zero_points(c, p, t, wants_groups);
  if (t.converts) {
    p.attributes.fpmath_to_integers = true;
    p.attributes.fpmath =
        t.src == dnnl_bf16 ? dnnl_fpmath_mode_bf16
        : t.src == dnnl_f16
            ? dnnl_fpmath_mode_f16
            : c.pick({dnnl_fpmath_mode_strict, dnnl_fpmath_mode_any, dnnl_fpmath_mode_tf32});
  }
  if (c.chance(8))
    for (tensor_spec &tensor : p.tensors)
      if (tensor.layout == layout_kind::tag || tensor.layout == layout_kind::strided)
        tensor.is_runtime = true;
  set_error(p, t, sh.k);
  check(p, c, s);
}

}  // namespace dnnlet::fuzz
