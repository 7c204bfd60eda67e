// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/factors.h"

#include "core/support/data_type.h"

namespace dnnlet {

bool have_type_of_sum(data_type data, data_type weights, data_type dst) noexcept {
  const auto is_narrow = [](data_type type) { return is_float_type(type) && type != dnnl_f32; };
  if (is_narrow(data) || is_narrow(weights) || is_narrow(dst)) return true;
  if (data == weights && (data == dnnl_f32 || data == dnnl_f64)) return true;
  return (data == dnnl_f32 || is_8bit_integer(data)) && is_small_integer(weights);
}

bool may_decompress(const attributes *attr, data_type data, data_type weights) noexcept {
  if (!attr || !attr->fpmath_applies_to_integers || !is_small_integer(weights)) return false;
  switch (data) {
    case dnnl_f32: return true;
    case dnnl_bf16:
      return attr->fpmath_mode == dnnl_fpmath_mode_bf16 ||
             attr->fpmath_mode == dnnl_fpmath_mode_any;
    case dnnl_f16:
      return attr->fpmath_mode == dnnl_fpmath_mode_f16 || attr->fpmath_mode == dnnl_fpmath_mode_any;
    default: return false;
  }
}

group_sizes groups_of(const quantization &q, int ndims) noexcept {
  group_sizes sizes = {1, 1};
  if (q.group_ndims != 2) return sizes;
  if (q.mask >> (ndims - 2) & 1) sizes.row = q.groups[0];
  if (q.mask >> (ndims - 1) & 1) sizes.col = q.groups[1];
  return sizes;
}

status check_group_sizes(const char *what, const char *name, const quantization &q,
                         const memory_desc &tensor) noexcept {
  if (q.group_ndims == 0 || q.mask == 0) return dnnl_success;
  if (q.group_ndims != 2)
    return unimplemented(what, ": groups of ", q.group_ndims, " dimensions for ", name,
                         ", expected 2");
  if (q.groups[0] != 1 && q.groups[1] != 1)
    return unimplemented(what, ": groups of ", q.groups[0], " x ", q.groups[1], " for ", name,
                         ", but one of the two must be 1");
  for (int i = 0; i < 2; ++i) {
    const int d = tensor.ndims - 2 + i;
    const dim_t dim = tensor.dims[d];
    if (dim != runtime_dim && dim % q.groups[i] != 0)
      return unimplemented(what, ": groups of ", q.groups[i], " for ", name, " do not divide dim ",
                           d, ", which is ", dim);
  }
  return dnnl_success;
}

status check_sums(const char *what, const attributes &attr, data_type dst,
                  bool is_integer) noexcept {
  for (const post_op &entry : attr.post_ops.entries) {
    if (entry.kind != dnnl_sum) continue;
    const data_type type =
        entry.sum.data_type == dnnl_data_type_undef ? dst : data_type(entry.sum.data_type);
    if (type_bytes(type, 2) != type_bytes(dst, 2))
      return unimplemented(what, ": the data type of sum has another size than that of dst");
    if (entry.sum.zero_point != 0 && !is_integer)
      return unimplemented(what, ": sum has a zero point, but src is not of integers");
  }
  return dnnl_success;
}

}  // namespace dnnlet
