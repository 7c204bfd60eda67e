// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/convolution.h"
#include "core/primitives/product_types.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

bool is_result(data_type type) noexcept {
  return is_float(type) || is_int8(type) || type == dnnl_s32;
}

// The types of the two factors: products are summed up in f32, f64 or s32. Weights may be narrower
// than data of f32.
bool are_factors(data_type a, data_type b) noexcept {
  if (is_int8(a)) return b == dnnl_s8;
  if (is_f8(a)) return is_f8(b);
  if (a == dnnl_f32 && (b == dnnl_bf16 || b == dnnl_f16)) return true;
  return (is_float(a) || a == dnnl_f64) && a == b;
}

bool is_forward_taken(const product_types &t) noexcept {
  const bool has_bias = t.bias != dnnl_data_type_undef;
  if (!are_factors(t.src, t.weights)) return false;
  if (t.src == dnnl_f64) return t.dst == dnnl_f64 && (!has_bias || t.bias == dnnl_f64);
  if (!is_result(t.dst)) return false;
  if (is_int8(t.src)) return !has_bias || (is_result(t.bias) && !is_f8(t.bias));
  return !has_bias || t.bias == dnnl_f32 || t.bias == t.src ||
         (is_f8(t.src) && (t.bias == dnnl_f16 || t.bias == dnnl_bf16));
}

bool is_backward_data_taken(const product_types &t) noexcept {
  if (!are_factors(t.dst, t.weights)) return false;
  if (is_int8(t.dst)) return is_result(t.src) && !is_f8(t.src);
  return t.src == t.dst || (t.dst != dnnl_f64 && (t.src == dnnl_f32 || is_int8(t.src))) ||
         (is_f8(t.dst) && is_float(t.src));
}

bool is_backward_weights_taken(const product_types &t) noexcept {
  const auto is_gradient = [&](data_type type) {
    return type == t.src || (t.src != dnnl_f64 && type == dnnl_f32);
  };
  if (!are_factors(t.src, t.dst) || is_int8(t.src)) return false;
  if (t.src != t.dst && !is_f8(t.src)) return false;
  return is_gradient(t.weights) && (t.bias == dnnl_data_type_undef || is_gradient(t.bias));
}

}  // namespace

status check_convolution_types(const char *what, const convolution_op &op) noexcept {
  return check_types(
      what, {op.src.data_type, op.weights.data_type, op.bias.data_type, op.dst.data_type},
      op.head.prop, {is_forward_taken, is_backward_data_taken, is_backward_weights_taken});
}

}  // namespace dnnlet
