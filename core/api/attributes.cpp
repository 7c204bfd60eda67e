// SPDX-License-Identifier: Apache-2.0
#include "core/api/attributes.h"

#include "core/support/data_type.h"
#include "core/support/settings.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

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
  *mask_desc = &mask_of(attr->dropout);
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
  if (mask_desc) *mask_desc = &mask_of(attr->dropout);
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
  dropout made = {};
  if (mask_desc) {
    if (!is_zero(*mask_desc) && mask_desc->data_type != dnnl_u8)
      return invalid(what, ": the mask has type ", int(mask_desc->data_type), ", expected u8");
    made = {{}, true, seed_dt, use_offset != 0, use_host_scalars != 0};
    if (!is_zero(*mask_desc)) DNNLET_CHECK(made.mask.push_back(*mask_desc));
  }
  attr->dropout.mask.free();
  attr->dropout = made;
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
  if (!is_fpmath_mode(mode))
    return invalid("set_default_fpmath_mode: there is no mode ", int(mode));
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

dnnl_status_t dnnl_primitive_attr_set_rounding(dnnl_primitive_attr_t attr, int arg,
                                               dnnl_rounding_mode_t mode) {
  DNNLET_CHECK(check_attr("set_rounding", attr));
  if (mode != dnnl_rounding_mode_environment && mode != dnnl_rounding_mode_stochastic)
    return invalid("set_rounding: there is no mode ", int(mode));
  if (arg != DNNL_ARG_DST && arg != DNNL_ARG_DIFF_SRC && arg != DNNL_ARG_DIFF_WEIGHTS)
    return mode == dnnl_rounding_mode_environment
               ? dnnl_success  // as every argument is rounded anyway
               : invalid("set_rounding: not for argument ", arg,
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
  DNNLET_CHECK(copy(made, *post_ops));
  destroy(attr->post_ops);
  attr->post_ops = made;
  return dnnl_success;
}
