// SPDX-License-Identifier: Apache-2.0
// What a primitive does beside its operation: plain data behind dnnl_primitive_attr_t and
// dnnl_post_ops_t.
#ifndef DNNLET_CORE_KERNEL_ATTRIBUTES_H
#define DNNLET_CORE_KERNEL_ATTRIBUTES_H

#include "core/memory/memory_desc.h"
#include "core/memory/owned_array.h"

namespace dnnlet {

// Scales, zero points or precomputed reductions of one argument. Bit d of the mask says that they
// differ along dimension d; with groups, one value serves group[0] x group[1] elements of the
// last two dimensions.
struct quantization {
  int arg;
  int mask;
  dnnl_data_type_t data_type;
  int group_ndims;
  dim_t groups[max_ndims];
  bool on_host;  // one value, in a host scalar memory
  dnnl_quantization_mode_t mode;
};

struct rounding {
  int arg;
  dnnl_rounding_mode_t mode;
};

// Of a tensor that a post-op takes, among those of all its neighbours, from 1 on; 0 is none. Most
// post-ops take no tensor, and shall not have room for two.
using operand_number = int;

struct sum_post_op {
  float scale;
  int32_t zero_point;
  dnnl_data_type_t data_type;  // undef: as dst
};
struct eltwise_post_op {
  dnnl_alg_kind_t alg;
  float alpha, beta;
};
struct depthwise_post_op {
  dnnl_data_type_t weights_type, bias_type, dst_type;
  dim_t kernel, stride, padding;
  operand_number weights, bias;  // set by the primitive descriptor; the user's post-ops have none
};
struct binary_post_op {
  dnnl_alg_kind_t alg;
  operand_number src1, src2;  // src2: the condition of select, or none
};
struct prelu_post_op {
  int mask;
};

struct post_op {
  dnnl_primitive_kind_t kind;  // which member counts; depthwise: dnnl_convolution
  union {
    sum_post_op sum;
    eltwise_post_op eltwise;
    depthwise_post_op depthwise;
    binary_post_op binary;
    prelu_post_op prelu;
  };
};
static_assert(sizeof(post_op) <= 64, "small targets count on this");
constexpr int max_post_ops = 32;

struct dropout {
  owned_array<memory_desc> mask;  // one; empty: no dropout, or no mask asked for
  bool enabled;
  dnnl_data_type_t seed_type;
  bool use_offset, on_host;
};

struct rnn_quantization {
  float data_scale, data_shift;
  int weights_mask, projection_mask;
  owned_array<float> weights_scales, projection_scales;
};

// The kinds of attributes that change results.
enum attribute_kind : unsigned {
  uses_scales = 1,
  uses_zero_points = 2,
  uses_precomputed_reductions = 4,
  uses_post_ops = 8,
  uses_dropout = 16,
  uses_stochastic_rounding = 32,
  uses_rnn_quantization = 64,
};

}  // namespace dnnlet

struct dnnl_post_ops {
  dnnlet::owned_array<dnnlet::post_op> entries;
  dnnlet::owned_array<dnnlet::memory_desc> operands;  // what entries have the numbers of

  // A zero descriptor for none.
  const dnnlet::memory_desc &operand(dnnlet::operand_number number) const noexcept {
    return number == 0 ? dnnlet::zero_md : operands[number - 1];
  }
};

struct dnnl_primitive_attr {
  dnnl_scratchpad_mode_t scratchpad_mode;
  dnnl_fpmath_mode_t fpmath_mode;
  bool fpmath_applies_to_integers;
  bool deterministic;
  dnnl_accumulation_mode_t accumulation_mode;
  dnnlet::dropout dropout;
  dnnlet::owned_array<dnnlet::quantization> scales, zero_points, precomputed_reductions;
  dnnlet::owned_array<dnnlet::rounding> roundings;
  dnnl_post_ops post_ops;
  dnnlet::rnn_quantization rnn;
};

namespace dnnlet {

using attributes = dnnl_primitive_attr;
using post_ops = dnnl_post_ops;

// What is in `attr`, as a set of attribute_kind.
unsigned kinds_in(const attributes &attr) noexcept;
// Null when there is none for the argument.
const quantization *find(const owned_array<quantization> &list, int arg) noexcept;
int find_post_op(const post_ops &ops, dnnl_primitive_kind_t kind, int from = 0) noexcept;
// Sets the weights and the bias of the depthwise post-op at `index`, whose output is `dst`.
status describe_operands(post_ops &ops, int index, const memory_desc &dst) noexcept;
inline const memory_desc &mask_of(const dropout &d) noexcept {
  return d.mask.empty() ? zero_md : d.mask[0];
}
dnnl_rounding_mode_t rounding_of(const attributes &attr, int arg) noexcept;

void set_defaults(attributes &attr, dnnl_fpmath_mode_t fpmath) noexcept;
// Into what owns nothing; on failure it owns nothing either.
status copy(attributes &to, const attributes &from) noexcept;
status copy(post_ops &to, const post_ops &from) noexcept;
void destroy(attributes &attr) noexcept;
void destroy(post_ops &ops) noexcept;

}  // namespace dnnlet

#endif
