// SPDX-License-Identifier: Apache-2.0
// What primitives that multiply data by weights check alike: data types, scales, zero points and
// their groups, sums among post-ops. Matmul, inner product and the micro-kernels.
#ifndef DNNLET_CORE_PRIMITIVES_FACTORS_H
#define DNNLET_CORE_PRIMITIVES_FACTORS_H

#include "core/kernel/kernel.h"

namespace dnnlet {

inline bool is_8bit_float(data_type type) noexcept {
  return type == dnnl_f8_e5m2 || type == dnnl_f8_e4m3;
}
inline bool is_4bit_float(data_type type) noexcept {
  return type == dnnl_f4_e2m1 || type == dnnl_f4_e3m0;
}
inline bool is_8bit_integer(data_type type) noexcept {
  return type == dnnl_s8 || type == dnnl_u8;
}
inline bool is_4bit_integer(data_type type) noexcept {
  return type == dnnl_s4 || type == dnnl_u4;
}
// Integers that may stand for weights.
inline bool is_small_integer(data_type type) noexcept {
  return is_8bit_integer(type) || is_4bit_integer(type);
}
// Floats of 32 bits or fewer.
inline bool is_float_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || is_8bit_float(type) ||
         is_4bit_float(type);
}

// Whether there is a type that sums of products could have at all; where there is none, oneDNN
// takes the types for a mistake. One tensor of floats of less than 32 bits is enough.
bool have_type_of_sum(data_type data, data_type weights, data_type dst) noexcept;

// Integer weights of data of floats are converted to the data's type before they are multiplied, if
// the fpmath mode applies to integers and admits that type.
bool may_decompress(const attributes *attr, data_type data, data_type weights) noexcept;

// The groups of scales or zero points, by the last two dimensions; 1 where the mask does not name
// the dimension, or there are no groups.
struct group_sizes {
  dim_t row, col;
};
group_sizes groups_of(const quantization &q, int ndims) noexcept;

// Groups are of the last two dimensions, one of them is not divided, and they divide the tensor's
// extents, where those are known. `what`: "scales" or the like.
status check_group_sizes(const char *what, const char *name, const quantization &q,
                         const memory_desc &tensor) noexcept;

// Whether each sum among the post-ops reads dst by a type of its size, and has no zero point but
// with integers.
status check_sums(const char *what, const attributes &attr, data_type dst,
                  bool is_integer) noexcept;

}  // namespace dnnlet

#endif
