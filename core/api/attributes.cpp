// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/attributes.h"

#include <cstring>

#include "core/support/data_type.h"
#include "core/support/settings.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

status check_attr(const char *function, const void *attr) noexcept {
  return attr ? dnnl_success : null_argument(function, "attr");
}

template <class T>
status get(const char *function, const attributes *attr, T attributes::*member, T *out) noexcept {
  DNNLET_CHECK(check_attr(function, attr));
  if (!out) return null_argument(function, "the result");
  *out = attr->*member;
  return dnnl_success;
}

bool is_fpmath_mode(dnnl_fpmath_mode_t mode) noexcept {
  return mode == dnnl_fpmath_mode_strict || mode == dnnl_fpmath_mode_bf16 ||
         mode == dnnl_fpmath_mode_f16 || mode == dnnl_fpmath_mode_tf32 ||
         mode == dnnl_fpmath_mode_any;
}

bool is_accumulation_mode(dnnl_accumulation_mode_t mode) noexcept {
  return mode == dnnl_accumulation_mode_strict || mode == dnnl_accumulation_mode_relaxed ||
         mode == dnnl_accumulation_mode_any || mode == dnnl_accumulation_mode_s32 ||
         mode == dnnl_accumulation_mode_f32 || mode == dnnl_accumulation_mode_f16;
}

bool takes_scales(int arg) noexcept {
  switch (arg) {
    case DNNL_ARG_SRC_0:
    case DNNL_ARG_SRC_1:
    case DNNL_ARG_SRC_2:
    case DNNL_ARG_WEIGHTS:
    case DNNL_ARG_DST:
    case DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS:
    case DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_DST: return true;
    default: return arg >= DNNL_ARG_MULTIPLE_SRC && arg < DNNL_ARG_MULTIPLE_DST;
  }
}
bool takes_zero_points(int arg) noexcept {
  return arg == DNNL_ARG_SRC || arg == DNNL_ARG_WEIGHTS || arg == DNNL_ARG_DST;
}
bool takes_precomputed_reductions(int arg) noexcept { return arg == DNNL_ARG_SRC; }

bool is_scale_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_e8m0 ||
         type == dnnl_f8_e5m2 || type == dnnl_f8_e4m3;
}
bool is_zero_point_type(data_type type) noexcept {
  return type == dnnl_s32 || type == dnnl_s8 || type == dnnl_u8 || type == dnnl_s4 ||
         type == dnnl_u4;
}
bool is_reduction_type(data_type type) noexcept { return type == dnnl_s32; }

struct quantization_rules {
  const char *function;
  bool (*takes_arg)(int arg) noexcept;
  bool (*takes_type)(data_type type) noexcept;
};
constexpr quantization_rules scale_rules = {"set_scales", takes_scales, is_scale_type};
constexpr quantization_rules zero_point_rules = {"set_zero_points", takes_zero_points,
                                                 is_zero_point_type};
constexpr quantization_rules reduction_rules = {
    "set_precomputed_reductions", takes_precomputed_reductions, is_reduction_type};

status check(const quantization_rules &rules, const quantization &q) noexcept {
  if (!rules.takes_arg(q.arg)) return invalid(rules.function, ": not for argument ", q.arg);
  if (q.mask < 0) return invalid(rules.function, ": the mask is ", q.mask, ", expected 0 or more");
  if (!rules.takes_type(q.data_type))
    return invalid(rules.function, ": data type ", int(q.data_type), " is not taken");
  for (int d = 0; d < q.group_ndims; ++d)
    if (q.groups[d] <= 0) return invalid(rules.function, ": group ", d, " is ", q.groups[d]);
  if (q.on_host && (q.mask != 0 || q.group_ndims != 0))
    return invalid(rules.function, ": a host scalar is one value, with mask 0 and no groups");
  return dnnl_success;
}

// Sets, or replaces, what the list says of an argument.
status set(owned_array<quantization> &list, const quantization &q) noexcept {
  for (quantization &existing : list)
    if (existing.arg == q.arg) {
      existing = q;
      return dnnl_success;
    }
  return list.push_back(q);
}

status set_quantization(const quantization_rules &rules, attributes *attr,
                        owned_array<quantization> attributes::*list, int arg, int mask, int ndims,
                        const dim_t *groups, data_type type, bool on_host,
                        dnnl_quantization_mode_t mode = dnnl_quantization_mode_static_sazp) noexcept {
  DNNLET_CHECK(check_attr(rules.function, attr));
  if (ndims < 0 || ndims > max_ndims)
    return invalid(rules.function, ": ", ndims, " group dimensions");
  if (ndims > 0 && !groups) return null_argument(rules.function, "group_dims");
  quantization q = {arg, mask, type, ndims, {}, on_host, mode};
  for (int d = 0; d < ndims; ++d) q.groups[d] = groups[d];
  DNNLET_CHECK(check(rules, q));
  return set(attr->*list, q);
}

status get_rnn_scales(const char *function, const attributes *attr, int rnn_quantization::*mask_of,
                      owned_array<float> rnn_quantization::*list, dim_t *count, int *mask,
                      const float **scales) noexcept {
  DNNLET_CHECK(check_attr(function, attr));
  // With nothing set there is one scale, of one.
  static const float one = 1;
  const owned_array<float> &set = attr->rnn.*list;
  if (count) *count = set.empty() ? 1 : set.count;
  if (mask) *mask = attr->rnn.*mask_of;
  if (scales) *scales = set.empty() ? &one : set.items;
  return dnnl_success;
}

status set_rnn_scales(const char *function, attributes *attr, int rnn_quantization::*mask_of,
                      owned_array<float> rnn_quantization::*list, dim_t count, int mask,
                      const float *scales) noexcept {
  DNNLET_CHECK(check_attr(function, attr));
  if (!scales) return null_argument(function, "scales");
  if (count <= 0 || count > INT32_MAX) return invalid(function, ": ", count, " scales");
  if (mask < 0) return invalid(function, ": the mask is ", mask);
  owned_array<float> made;
  DNNLET_CHECK(made.reserve(int(count)));
  std::memcpy(made.items, scales, size_t(count) * sizeof(float));
  made.count = int(count);
  (attr->rnn.*list).free();
  attr->rnn.*list = made;
  attr->rnn.*mask_of = mask;
  return dnnl_success;
}

}  // namespace

dnnl_status_t dnnl_primitive_attr_create(dnnl_primitive_attr_t *attr) {
  DNNLET_CHECK(check_attr("primitive_attr_create", attr));
  auto *made = create<attributes>();
  if (!made) return out_of_memory("attributes", sizeof(attributes));
  set_defaults(*made, default_fpmath_mode());
  *attr = made;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_clone(dnnl_primitive_attr_t *attr,
                                        const_dnnl_primitive_attr_t existing_attr) {
  DNNLET_CHECK(check_attr("primitive_attr_clone", attr));
  if (!existing_attr) return null_argument("primitive_attr_clone", "existing_attr");
  auto *made = create<attributes>();
  if (!made) return out_of_memory("attributes", sizeof(attributes));
  const status copied = copy(*made, *existing_attr);
  if (copied != dnnl_success) {
    release(made);
    return copied;
  }
  *attr = made;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_destroy(dnnl_primitive_attr_t attr) {
  if (attr) destroy(*attr);
  release(attr);
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_get_dropout(const_dnnl_primitive_attr_t attr,
                                              const_dnnl_memory_desc_t *mask_desc) {
  DNNLET_CHECK(check_attr("get_dropout", attr));
  if (!mask_desc) return null_argument("get_dropout", "mask_desc");
  *mask_desc = &attr->dropout.mask;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_set_dropout(dnnl_primitive_attr_t attr,
                                              const_dnnl_memory_desc_t mask_desc) {
  return dnnl_primitive_attr_set_dropout_v2(attr, mask_desc, dnnl_s32, 0, 0);
}

dnnl_status_t dnnl_primitive_attr_get_dropout_v2(const_dnnl_primitive_attr_t attr,
                                                 const_dnnl_memory_desc_t *mask_desc,
                                                 dnnl_data_type_t *seed_dt, int *use_offset,
                                                 int *use_host_scalars) {
  DNNLET_CHECK(check_attr("get_dropout", attr));
  if (mask_desc) *mask_desc = &attr->dropout.mask;
  if (seed_dt) *seed_dt = attr->dropout.seed_type;
  if (use_offset) *use_offset = attr->dropout.use_offset;
  if (use_host_scalars) *use_host_scalars = attr->dropout.on_host;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_set_dropout_v2(dnnl_primitive_attr_t attr,
                                                 const_dnnl_memory_desc_t mask_desc,
                                                 dnnl_data_type_t seed_dt, int use_offset,
                                                 int use_host_scalars) {
  static const char what[] = "set_dropout";
  DNNLET_CHECK(check_attr(what, attr));
  if (seed_dt != dnnl_s32 && seed_dt != dnnl_s64)
    return invalid(what, ": the seed has type ", int(seed_dt), ", expected s32 or s64");
  const memory_desc mask = mask_desc ? *mask_desc : zero_md;
  if (!is_zero(mask) && mask.data_type != dnnl_u8)
    return invalid(what, ": the mask has type ", int(mask.data_type), ", expected u8");
  attr->dropout = {mask, true, seed_dt, use_offset != 0, use_host_scalars != 0};
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_get_fpmath_mode(const_dnnl_primitive_attr_t attr,
                                                  dnnl_fpmath_mode_t *mode) {
  return get("get_fpmath_mode", attr, &attributes::fpmath_mode, mode);
}

dnnl_status_t dnnl_primitive_attr_set_fpmath_mode(dnnl_primitive_attr_t attr,
                                                  dnnl_fpmath_mode_t mode) {
  return dnnl_primitive_attr_set_fpmath_mode_v2(attr, mode, 0);
}

dnnl_status_t dnnl_primitive_attr_get_fpmath_mode_v2(const_dnnl_primitive_attr_t attr,
                                                     dnnl_fpmath_mode_t *mode, int *apply_to_int) {
  DNNLET_CHECK(check_attr("get_fpmath_mode", attr));
  if (mode) *mode = attr->fpmath_mode;
  if (apply_to_int) *apply_to_int = attr->fpmath_applies_to_integers;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_set_fpmath_mode_v2(dnnl_primitive_attr_t attr,
                                                     dnnl_fpmath_mode_t mode, int apply_to_int) {
  DNNLET_CHECK(check_attr("set_fpmath_mode", attr));
  if (!is_fpmath_mode(mode)) return invalid("set_fpmath_mode: there is no mode ", int(mode));
  attr->fpmath_mode = mode;
  attr->fpmath_applies_to_integers = apply_to_int != 0;
  return dnnl_success;
}

dnnl_status_t dnnl_get_default_fpmath_mode(dnnl_fpmath_mode_t *mode) {
  if (!mode) return null_argument("get_default_fpmath_mode", "mode");
  *mode = default_fpmath_mode();
  return dnnl_success;
}

dnnl_status_t dnnl_set_default_fpmath_mode(dnnl_fpmath_mode_t mode) {
  if (!is_fpmath_mode(mode)) return invalid("set_default_fpmath_mode: there is no mode ", int(mode));
  set_default_fpmath_mode(mode);
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_get_deterministic(const_dnnl_primitive_attr_t attr, int *value) {
  DNNLET_CHECK(check_attr("get_deterministic", attr));
  if (!value) return null_argument("get_deterministic", "value");
  *value = attr->deterministic;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_set_deterministic(dnnl_primitive_attr_t attr, int value) {
  DNNLET_CHECK(check_attr("set_deterministic", attr));
  attr->deterministic = value != 0;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_get_accumulation_mode(const_dnnl_primitive_attr_t attr,
                                                        dnnl_accumulation_mode_t *mode) {
  return get("get_accumulation_mode", attr, &attributes::accumulation_mode, mode);
}

dnnl_status_t dnnl_primitive_attr_set_accumulation_mode(dnnl_primitive_attr_t attr,
                                                        dnnl_accumulation_mode_t mode) {
  DNNLET_CHECK(check_attr("set_accumulation_mode", attr));
  if (!is_accumulation_mode(mode))
    return invalid("set_accumulation_mode: there is no mode ", int(mode));
  attr->accumulation_mode = mode;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_get_scratchpad_mode(const_dnnl_primitive_attr_t attr,
                                                      dnnl_scratchpad_mode_t *mode) {
  return get("get_scratchpad_mode", attr, &attributes::scratchpad_mode, mode);
}

dnnl_status_t dnnl_primitive_attr_set_scratchpad_mode(dnnl_primitive_attr_t attr,
                                                      dnnl_scratchpad_mode_t mode) {
  DNNLET_CHECK(check_attr("set_scratchpad_mode", attr));
  if (mode != dnnl_scratchpad_mode_library && mode != dnnl_scratchpad_mode_user)
    return invalid("set_scratchpad_mode: there is no mode ", int(mode));
  attr->scratchpad_mode = mode;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_set_scales_mask(dnnl_primitive_attr_t attr, int arg, int mask) {
  return dnnl_primitive_attr_set_scales(attr, arg, mask, 0, nullptr, dnnl_f32);
}

dnnl_status_t dnnl_primitive_attr_set_scales(dnnl_primitive_attr_t attr, int arg, int mask,
                                             int group_ndims, const dnnl_dims_t group_dims,
                                             dnnl_data_type_t type) {
  return dnnl_primitive_attr_set_scales_v2(attr, arg, mask, group_ndims, group_dims, type, 0);
}

dnnl_status_t dnnl_primitive_attr_set_scales_v2(dnnl_primitive_attr_t attr, int arg, int mask,
                                                int ndims, const dnnl_dims_t group_dims,
                                                dnnl_data_type_t type, int is_on_host) {
  return dnnl_primitive_attr_set_scales_v3(attr, arg, mask, ndims, group_dims, type, is_on_host,
                                           dnnl_quantization_mode_static_sazp);
}

dnnl_status_t dnnl_primitive_attr_set_scales_v3(dnnl_primitive_attr_t attr, int arg, int mask,
                                                int ndims, const dnnl_dims_t group_dims,
                                                dnnl_data_type_t type, int is_on_host,
                                                dnnl_quantization_mode_t qmode) {
  if (qmode != dnnl_quantization_mode_static_sazp && qmode != dnnl_quantization_mode_dynamic_mx &&
      qmode != dnnl_quantization_mode_dynamic_fp)
    return invalid("set_scales: there is no quantization mode ", int(qmode));
  return set_quantization(scale_rules, attr, &attributes::scales, arg, mask, ndims, group_dims, type,
                          is_on_host != 0, qmode);
}

dnnl_status_t dnnl_primitive_attr_set_zero_points_mask(dnnl_primitive_attr_t attr, int arg,
                                                       int mask) {
  return dnnl_primitive_attr_set_zero_points(attr, arg, mask, 0, nullptr, dnnl_s32);
}

dnnl_status_t dnnl_primitive_attr_set_zero_points(dnnl_primitive_attr_t attr, int arg, int mask,
                                                  int group_ndims, const dnnl_dims_t group_dims,
                                                  dnnl_data_type_t type) {
  return dnnl_primitive_attr_set_zero_points_v2(attr, arg, mask, group_ndims, group_dims, type, 0);
}

dnnl_status_t dnnl_primitive_attr_set_zero_points_v2(dnnl_primitive_attr_t attr, int arg, int mask,
                                                     int ndims, const dnnl_dims_t group_dims,
                                                     dnnl_data_type_t type, int is_on_host) {
  return set_quantization(zero_point_rules, attr, &attributes::zero_points, arg, mask, ndims,
                          group_dims, type, is_on_host != 0);
}

dnnl_status_t dnnl_primitive_attr_set_precomputed_reductions(dnnl_primitive_attr_t attr, int arg,
                                                             int mask, int group_ndims,
                                                             const dnnl_dims_t group_dims,
                                                             dnnl_data_type_t type) {
  return set_quantization(reduction_rules, attr, &attributes::precomputed_reductions, arg, mask,
                          group_ndims, group_dims, type, false);
}

dnnl_status_t dnnl_primitive_attr_set_rounding(dnnl_primitive_attr_t attr, int arg,
                                               dnnl_rounding_mode_t mode) {
  DNNLET_CHECK(check_attr("set_rounding", attr));
  if (mode != dnnl_rounding_mode_environment && mode != dnnl_rounding_mode_stochastic)
    return invalid("set_rounding: there is no mode ", int(mode));
  if (arg != DNNL_ARG_DST && arg != DNNL_ARG_DIFF_SRC && arg != DNNL_ARG_DIFF_WEIGHTS)
    return invalid("set_rounding: not for argument ", arg,
                   "; only for dst, diff_src and diff_weights");
  for (rounding &r : attr->roundings)
    if (r.arg == arg) {
      r.mode = mode;
      return dnnl_success;
    }
  return attr->roundings.push_back({arg, mode});
}

dnnl_status_t dnnl_primitive_attr_get_rounding(dnnl_primitive_attr_t attr, int arg,
                                               dnnl_rounding_mode_t *mode) {
  DNNLET_CHECK(check_attr("get_rounding", attr));
  if (!mode) return null_argument("get_rounding", "mode");
  *mode = rounding_of(*attr, arg);
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_get_post_ops(const_dnnl_primitive_attr_t attr,
                                               const_dnnl_post_ops_t *post_ops) {
  DNNLET_CHECK(check_attr("get_post_ops", attr));
  if (!post_ops) return null_argument("get_post_ops", "post_ops");
  *post_ops = &attr->post_ops;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_set_post_ops(dnnl_primitive_attr_t attr,
                                               const_dnnl_post_ops_t post_ops) {
  DNNLET_CHECK(check_attr("set_post_ops", attr));
  if (!post_ops) return null_argument("set_post_ops", "post_ops");
  if (post_ops == &attr->post_ops) return dnnl_success;
  dnnl_post_ops made = {};
  DNNLET_CHECK(made.entries.copy_from(post_ops->entries));
  attr->post_ops.entries.free();
  attr->post_ops = made;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_set_rnn_data_qparams(dnnl_primitive_attr_t attr,
                                                       const float scale, const float shift) {
  DNNLET_CHECK(check_attr("set_rnn_data_qparams", attr));
  attr->rnn.data_scale = scale;
  attr->rnn.data_shift = shift;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_get_rnn_data_qparams(const_dnnl_primitive_attr_t attr,
                                                       float *scale, float *shift) {
  DNNLET_CHECK(check_attr("get_rnn_data_qparams", attr));
  if (scale) *scale = attr->rnn.data_scale;
  if (shift) *shift = attr->rnn.data_shift;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_attr_set_rnn_weights_qparams(dnnl_primitive_attr_t attr,
                                                          dnnl_dim_t count, int mask,
                                                          const float *scales) {
  return set_rnn_scales("set_rnn_weights_qparams", attr, &rnn_quantization::weights_mask,
                        &rnn_quantization::weights_scales, count, mask, scales);
}

dnnl_status_t dnnl_primitive_attr_get_rnn_weights_qparams(const_dnnl_primitive_attr_t attr,
                                                          dnnl_dim_t *count, int *mask,
                                                          const float **scales) {
  return get_rnn_scales("get_rnn_weights_qparams", attr, &rnn_quantization::weights_mask,
                        &rnn_quantization::weights_scales, count, mask, scales);
}

dnnl_status_t dnnl_primitive_attr_set_rnn_weights_projection_qparams(dnnl_primitive_attr_t attr,
                                                                     dnnl_dim_t count, int mask,
                                                                     const float *scales) {
  return set_rnn_scales("set_rnn_weights_projection_qparams", attr,
                        &rnn_quantization::projection_mask, &rnn_quantization::projection_scales,
                        count, mask, scales);
}

dnnl_status_t dnnl_primitive_attr_get_rnn_weights_projection_qparams(
    const_dnnl_primitive_attr_t attr, dnnl_dim_t *count, int *mask, const float **scales) {
  return get_rnn_scales("get_rnn_weights_projection_qparams", attr,
                        &rnn_quantization::projection_mask, &rnn_quantization::projection_scales,
                        count, mask, scales);
}
