// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/product_types.h"

#include "core/support/data_type.h"
#include "core/support/status.h"

namespace dnnlet {

bool is_f8(dnnl_data_type_t type) noexcept {
  return type == dnnl_f8_e5m2 || type == dnnl_f8_e4m3;
}

bool is_float(dnnl_data_type_t type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || is_f8(type);
}

bool is_int8(dnnl_data_type_t type) noexcept {
  return type == dnnl_s8 || type == dnnl_u8;
}

namespace {

// Whether there is a type that sums of products could have at all; where there is none, oneDNN
// takes the types for a mistake. One tensor of 16 bits or an 8-bit float is enough.
bool has_type_of_sum(const product_types &t, dnnl_prop_kind_t prop) noexcept {
  const auto is_narrow = [](dnnl_data_type_t type) {
    return (is_float(type) && type != dnnl_f32) || type == dnnl_f4_e2m1 || type == dnnl_f4_e3m0;
  };
  if (is_narrow(t.src) || is_narrow(t.weights) || is_narrow(t.dst)) return true;
  if (t.src == t.weights && (t.src == dnnl_f32 || t.src == dnnl_f64)) return true;
  if (prop == dnnl_backward_weights) return false;
  const auto is_int4 = [](dnnl_data_type_t type) { return type == dnnl_s4 || type == dnnl_u4; };
  if (prop == dnnl_backward_data) {
    if (t.weights == dnnl_s8)
      return t.src != dnnl_f64 && !is_int4(t.src) && (is_int8(t.dst) || t.dst == dnnl_s32);
    return is_int8(t.src) && t.weights == dnnl_f32 && t.dst == dnnl_f32;
  }
  return (t.src == dnnl_f32 || is_int8(t.src)) && (is_int8(t.weights) || is_int4(t.weights));
}

status refuse_types(const char *what, const product_types &t, dnnl_prop_kind_t prop) noexcept {
  if (!has_type_of_sum(t, prop))
    return invalid(what, ": products of the data types src ", int(t.src), ", weights ",
                   int(t.weights), ", dst ", int(t.dst), " have no type to be summed up in");
  return unimplemented(what, ": the data types src ", int(t.src), ", weights ", int(t.weights),
                       ", bias ", int(t.bias), ", dst ", int(t.dst), " are not taken together");
}

}  // namespace

status check_types(const char *what, const product_types &t, dnnl_prop_kind_t prop,
                   const passes_taken &are_taken) noexcept {
  const auto is_taken = prop == dnnl_backward_data      ? are_taken.backward_data
                        : prop == dnnl_backward_weights ? are_taken.backward_weights
                                                        : are_taken.forward;
  return is_taken(t) ? dnnl_success : refuse_types(what, t, prop);
}

status check_sum_post_ops(const char *what, const post_ops &ops, dnnl_data_type_t src,
                          dnnl_data_type_t dst) noexcept {
  for (const post_op &entry : ops.entries) {
    if (entry.kind != dnnl_sum) continue;
    const dnnl_data_type_t given = entry.sum.data_type;
    const dnnl_data_type_t type = given == dnnl_data_type_undef ? dst : given;
    if (type_bytes(type, 2) != type_bytes(dst, 2))
      return unimplemented(what, ": the data type of sum has another size than that of dst");
    if (entry.sum.zero_point != 0 && (!is_integer_type(src) || !is_integer_type(type)))
      return unimplemented(what, ": sum has a zero point, but is not one of integers");
  }
  return dnnl_success;
}

}  // namespace dnnlet
