// SPDX-License-Identifier: Apache-2.0
// Scales, zero points and precomputed reductions, by argument; and what RNN primitives have
// instead.
#include <cstring>

#include "core/api/attributes.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

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
bool takes_precomputed_reductions(int arg) noexcept {
  return arg == DNNL_ARG_SRC;
}

bool is_scale_type(int, data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_e8m0 ||
         type == dnnl_f8_e5m2 || type == dnnl_f8_e4m3;
}
// Those of dst are added to sums, which are of 32 bits.
bool is_zero_point_type(int arg, data_type type) noexcept {
  if (arg == DNNL_ARG_DST) return type == dnnl_s32;
  return type == dnnl_s32 || type == dnnl_s8 || type == dnnl_u8 || type == dnnl_s4 ||
         type == dnnl_u4;
}
bool is_reduction_type(int, data_type type) noexcept {
  return type == dnnl_s32;
}

struct quantization_rules {
  const char *function;
  bool has_groups_without_mask;
  bool (*takes_arg)(int arg) noexcept;
  bool (*takes_type)(int arg, data_type type) noexcept;
};
constexpr quantization_rules scale_rules = {"set_scales", false, takes_scales, is_scale_type};
constexpr quantization_rules zero_point_rules = {"set_zero_points", true, takes_zero_points,
                                                 is_zero_point_type};
constexpr quantization_rules reduction_rules = {"set_precomputed_reductions", true,
                                                takes_precomputed_reductions, is_reduction_type};

status check(const quantization_rules &rules, const quantization &q) noexcept {
  if (!rules.takes_arg(q.arg)) return invalid(rules.function, ": not for argument ", q.arg);
  if (q.mask < 0) return invalid(rules.function, ": the mask is ", q.mask, ", expected 0 or more");
  if (!rules.takes_type(q.arg, q.data_type))
    return invalid(rules.function, ": data type ", int(q.data_type), " is not taken for argument ",
                   q.arg);
  for (int d = 0; d < q.group_ndims; ++d)
    if (q.groups[d] <= 0) return invalid(rules.function, ": group ", d, " is ", q.groups[d]);
  if (q.mask == 0 && q.group_ndims != 0 && !rules.has_groups_without_mask)
    return invalid(rules.function, ": groups, but the mask names no dimension");
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

status set_quantization(
    const quantization_rules &rules, attributes *attr, owned_array<quantization> attributes::*list,
    int arg, int mask, int ndims, const dim_t *groups, data_type type, bool on_host,
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
  return set_quantization(scale_rules, attr, &attributes::scales, arg, mask, ndims, group_dims,
                          type, is_on_host != 0, qmode);
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
  if (arg == DNNL_ARG_DST && ndims != 0)
    return invalid("set_zero_points: those of dst have no groups");
  if (mask == 0 && (type == dnnl_s4 || type == dnnl_u4))
    return invalid("set_zero_points: a common zero point has 8 or 32 bits, not 4");
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
