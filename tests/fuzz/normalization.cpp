// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/normalization.h"

#include <algorithm>
#include <cmath>

#include "tests/fuzz/element.h"

namespace dnnlet::fuzz {

namespace {

double steps(const problem &p) {
  return 16 * double(count(p.tensors[0].shape));
}

tensor_spec plain(int arg, const dims &shape, dnnl_data_type_t type, numbers fill) {
  tensor_spec t;
  t.arg = arg;
  t.shape = shape;
  t.type = type;
  t.fill = fill;
  make_plain(t);
  return t;
}

unsigned draw_flags(const normalization_choice &n, choices &c) {
  unsigned flags = 0;
  for (const unsigned flag : {dnnl_use_global_stats, dnnl_use_scale, dnnl_use_shift})
    if (c.chance(50)) flags |= flag;
  for (const unsigned flag : {dnnl_fuse_norm_relu, dnnl_rms_norm})
    if ((n.may_flags & flag) && c.chance(30)) flags |= flag;
  if ((n.may_flags & dnnl_fuse_norm_add_relu) && c.chance(10))
    flags = (flags & 7) | dnnl_fuse_norm_add_relu;
  return flags;
}

tensor_spec draw_src(const normalization_choice &n, choices &c, unsigned flags) {
  tensor_spec src;
  src.arg = DNNL_ARG_SRC;
  src.shape = draw_shape(c, n.least_ndims + c.below(n.most_ndims - n.least_ndims + 1),
                         c.chance(10) ? 20000 : 3000);
  src.type = c.chance(15) ? c.pick({dnnl_s8, dnnl_s8, dnnl_u8, dnnl_s32}) : draw_float(c);
  // Where a ReLU begins must not hang on the last digit.
  const bool is_exact = c.chance(40) && !(flags & (dnnl_fuse_norm_relu | dnnl_fuse_norm_add_relu));
  src.fill = is_exact ? numbers::exact : numbers::natural;
  if (c.chance(40))
    make_plain(src);
  else
    draw_layout(c, src, false);
  return src;
}

// Statistics, scale and shift, as both passes have them.
struct numbers_of_channels {
  std::vector<tensor_spec> statistics, weights;
};
numbers_of_channels draw_numbers(const normalization_choice &n, choices &c, const problem &p,
                                 unsigned flags) {
  const dims &shape = p.tensors[0].shape;
  const bool is_layer = n.may_flags & dnnl_rms_norm;
  tensor_spec mean =
      plain(DNNL_ARG_MEAN, n.statistics(shape, p.sizes[0][0]), dnnl_f32, numbers::natural);
  if (is_layer && c.chance(40)) draw_layout(c, mean, true);
  tensor_spec variance = mean;
  variance.arg = DNNL_ARG_VARIANCE;
  variance.fill = numbers::positive;
  numbers_of_channels all;
  if (!(flags & dnnl_rms_norm)) all.statistics.push_back(mean);
  all.statistics.push_back(variance);
  const dnnl_data_type_t type =
      is_layer && c.chance(30) ? c.pick({dnnl_bf16, dnnl_f16, dnnl_f32}) : dnnl_f32;
  const dims channels = {n.channels(shape)};
  if (flags & dnnl_use_scale)
    all.weights.push_back(plain(DNNL_ARG_SCALE, channels, type, numbers::positive));
  if (flags & dnnl_use_shift)
    all.weights.push_back(plain(DNNL_ARG_SHIFT, channels, type, numbers::natural));
  return all;
}

void set_errors(problem &p, unsigned flags) {
  const double largest = is_integer(p.tensors[0].type)         ? 256
                         : p.tensors[0].fill == numbers::exact ? 8
                                                               : 1;
  // Means and variances in f32, through 1 / sqrt(variance + epsilon).
  const double r = flags & dnnl_use_global_stats ? 2 : 1 / std::sqrt(double(p.factors[0]));
  p.magnitude = 8 * largest * (flags & dnnl_use_global_stats ? 2 : 1) + 4;
  // Sums of f32 one after the other, as oneDNN's reference makes them, lose a bit for each
  // doubling.
  const double n = double(std::min<int64_t>(count(p.tensors[0].shape), 1 << 20));
  p.absolute = 4 * largest * r * (0x1p-19 + 0x1p-32 * n);
  p.relative = 0x1p-16;
}

void check_backward(const normalization_choice &n, choices &c, session &s, const problem &forward,
                    const numbers_of_channels &all, unsigned flags) {
  problem b = forward;
  b.name = std::string(n.name) + " backward";
  b.create = n.backward;
  b.prop = c.chance(70) ? dnnl_backward : dnnl_backward_data;
  b.attributes = {};
  tensor_spec src = forward.tensors[0], diff = src, result = src;
  diff.arg = DNNL_ARG_DIFF_DST;
  result.arg = DNNL_ARG_DIFF_SRC;
  result.use = role::output;
  if (c.chance(20)) draw_layout(c, diff, true);
  if (n.has_types && c.chance(20)) diff.type = draw_float(c);
  if (n.has_types) {
    if (c.chance(20)) draw_layout(c, result, true);
    if (c.chance(20)) result.type = draw_float(c);
  } else if (diff.layout != layout_kind::any) {
    result.layout = diff.layout, result.tag = diff.tag, result.strides = diff.strides;
    result.whole = diff.whole, result.offsets = diff.offsets;
  }
  b.tensors = {src, diff, result};
  for (tensor_spec t : all.statistics) b.tensors.push_back(t);
  for (tensor_spec t : all.weights) {
    if (t.arg == DNNL_ARG_SCALE) b.tensors.push_back(t);
    if (b.prop != dnnl_backward) continue;
    t.arg = t.arg == DNNL_ARG_SCALE ? DNNL_ARG_DIFF_SCALE : DNNL_ARG_DIFF_SHIFT;
    t.use = role::output;
    b.tensors.push_back(t);
  }
  if (flags & dnnl_fuse_norm_add_relu) {
    tensor_spec other = diff;
    other.arg = DNNL_ARG_DIFF_SRC_1;
    other.use = role::output;
    b.tensors.push_back(other);
  }
  const double largest = src.fill == numbers::exact ? 8 : 1;
  b.magnitude = 64;
  b.absolute = largest * largest *
               (0x1p-17 + 0x1p-22 * double(std::min<int64_t>(count(src.shape), 1 << 20)));
  b.relative = 0x1p-15;
  b.attributes.user_scratchpad = c.chance(20);
  if (c.chance(90)) b.forward = std::make_shared<problem>(forward);
  check(b, c, s);
}

}  // namespace

dnnl_status_t only_as_described(const creation &c, dnnl_status_t status,
                                dnnl_primitive_desc_t *pd) {
  if (status != dnnl_success || !c.p.is_mutated) return status;
  bool fits = true;
  for (size_t i = 0; i < c.p.tensors.size(); ++i) {
    const_dnnl_memory_desc_t md =
        dnnl_primitive_desc_query_md(*pd, dnnl_query_exec_arg_md, c.p.tensors[i].arg);
    dnnl_data_type_t type = dnnl_data_type_undef;
    dnnl_memory_desc_query(md, dnnl_query_data_type, &type);
    const bool is_any = c.p.tensors[i].layout == layout_kind::any;
    // With other flags, statistics that are read may be written.
    const int arg = c.p.tensors[i].arg;
    const bool reads = c.p.prop != dnnl_forward_training && c.p.prop != dnnl_forward_inference;
    if (arg == DNNL_ARG_MEAN || arg == DNNL_ARG_VARIANCE)
      fits = fits && (reads || (c.p.algorithm & dnnl_use_global_stats)) ==
                         (c.p.tensors[i].use == role::input);
    // RMS norm answers queries for a mean that it does not take.
    if (arg == DNNL_ARG_MEAN) fits = fits && !(c.p.algorithm & dnnl_rms_norm);
    fits = fits && (is_any ? type == c.p.tensors[i].type : dnnl_memory_desc_equal(md, c.md[i]));
  }
  if (fits) return status;
  dnnl_primitive_desc_destroy(*pd);
  *pd = nullptr;
  return dnnl_invalid_arguments;
}

const_dnnl_memory_desc_t statistics_of(const creation &c) {
  for (size_t i = 0; i < c.p.tensors.size(); ++i)
    if (c.p.tensors[i].arg == DNNL_ARG_VARIANCE) return c.md[i];
  return nullptr;
}

void check_normalization(const normalization_choice &n, choices &c, session &s) {
  problem p;
  p.name = n.name;
  p.create = n.forward;
  p.steps = steps;
  const unsigned flags = draw_flags(n, c);
  p.algorithm = int(flags);
  p.prop = c.chance(50) ? dnnl_forward_training : dnnl_forward_inference;
  p.factors = {c.pick({1e-3f, 0.125f, 1e-5f})};
  tensor_spec src = draw_src(n, c, flags), dst = src;
  const int64_t channels = src.shape[1];
  int64_t groups = c.pick<int64_t>({1, channels, 2, 4, 3});
  if (groups < 1 || channels % groups != 0) groups = 1;
  p.sizes = {{groups}};
  dst.arg = DNNL_ARG_DST;
  dst.use = role::output;
  if (n.has_types && c.chance(30))
    dst.type = c.pick({dnnl_f32, dnnl_bf16, dnnl_s8, dnnl_u8, dnnl_f16});
  if (c.chance(n.has_types ? 30 : 5)) draw_layout(c, dst, true);
  p.tensors = {src, dst};
  const numbers_of_channels all = draw_numbers(n, c, p, flags);
  const bool is_backward = c.chance(40);
  if (is_backward) p.prop = dnnl_forward_training;
  const bool is_read = flags & dnnl_use_global_stats;
  for (tensor_spec t : all.statistics) {
    t.use = is_read ? role::input : role::output;
    if (is_read || p.prop == dnnl_forward_training) p.tensors.push_back(t);
  }
  for (const tensor_spec &t : all.weights) p.tensors.push_back(t);
  if (flags & dnnl_fuse_norm_add_relu) {
    tensor_spec other = dst;
    other.arg = DNNL_ARG_SRC_1;
    other.use = role::input;
    p.tensors.push_back(other);
  }
  set_errors(p, flags);
  p.attributes.user_scratchpad = c.chance(20);
  if (is_backward) return check_backward(n, c, s, p, all, flags);
  draw_attributes(c, p, n.attributes);
  const bool alike = dst.type == src.type && dst.layout == src.layout && dst.tag == src.tag &&
                     dst.strides == src.strides && dst.whole == src.whole &&
                     dst.offsets == src.offsets;
  if (alike && p.tensors[1].use == role::output && c.chance(20)) {
    p.tensors[0].use = role::both;
    p.is_in_place = true;
  }
  check(p, c, s);
}

}  // namespace dnnlet::fuzz
