// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/attributes.h"
#include "core/kernel/binary.h"
#include "core/kernel/eltwise.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

// One more entry of a kind, or why not.
status append(dnnl_post_ops *ops, const post_op &op) noexcept {
  if (ops->entries.count == max_post_ops)
    return fail(dnnl_out_of_memory, "post_ops_append: there are ", max_post_ops,
                " entries already, the most that fit");
  return ops->entries.push_back(op);
}

// The entry at `index` if it is of that kind; null otherwise.
const post_op *entry(const char *function, const dnnl_post_ops *ops, int index,
                     dnnl_primitive_kind_t kind) noexcept {
  if (!ops)
    null_argument(function, "post_ops");
  else if (index < 0 || index >= ops->entries.count)
    invalid(function, ": there is no entry ", index);
  else if (ops->entries[index].kind != kind)
    invalid(function, ": entry ", index, " is of another kind");
  else
    return &ops->entries[index];
  return nullptr;
}

}  // namespace

dnnl_status_t dnnl_post_ops_create(dnnl_post_ops_t *post_ops) {
  if (!post_ops) return null_argument("post_ops_create", "post_ops");
  auto *made = create<dnnl_post_ops>();
  if (!made) return out_of_memory("post-ops", sizeof(dnnl_post_ops));
  *post_ops = made;
  return dnnl_success;
}

dnnl_status_t dnnl_post_ops_clone(dnnl_post_ops_t *post_ops, const_dnnl_post_ops_t existing) {
  if (!post_ops) return null_argument("post_ops_clone", "post_ops");
  if (!existing) return null_argument("post_ops_clone", "existing_post_ops");
  dnnl_post_ops_t made = nullptr;
  DNNLET_CHECK(dnnl_post_ops_create(&made));
  const status copied = copy(*made, *existing);
  if (copied != dnnl_success) {
    release(made);
    return copied;
  }
  *post_ops = made;
  return dnnl_success;
}

dnnl_status_t dnnl_post_ops_destroy(dnnl_post_ops_t post_ops) {
  if (post_ops) destroy(*post_ops);
  release(post_ops);
  return dnnl_success;
}

int dnnl_post_ops_len(const_dnnl_post_ops_t post_ops) {
  return post_ops ? post_ops->entries.count : 0;
}

dnnl_primitive_kind_t dnnl_post_ops_get_kind(const_dnnl_post_ops_t post_ops, int index) {
  if (!post_ops || index < 0 || index >= post_ops->entries.count) return dnnl_undefined_primitive;
  return post_ops->entries[index].kind;
}

dnnl_status_t dnnl_post_ops_append_sum(dnnl_post_ops_t post_ops, float scale, int32_t zero_point,
                                       dnnl_data_type_t type) {
  if (!post_ops) return null_argument("post_ops_append_sum", "post_ops");
  if (type != dnnl_data_type_undef && !is_known_type(type))
    return invalid("post_ops_append_sum: unknown data type ", int(type));
  post_op op = {};
  op.kind = dnnl_sum;
  op.sum = {scale, zero_point, type};
  return append(post_ops, op);
}

dnnl_status_t dnnl_post_ops_get_params_sum(const_dnnl_post_ops_t post_ops, int index, float *scale,
                                           int32_t *zero_point, dnnl_data_type_t *type) {
  const post_op *op = entry("post_ops_get_params_sum", post_ops, index, dnnl_sum);
  if (!op) return dnnl_invalid_arguments;
  if (scale) *scale = op->sum.scale;
  if (zero_point) *zero_point = op->sum.zero_point;
  if (type) *type = op->sum.data_type;
  return dnnl_success;
}

dnnl_status_t dnnl_post_ops_append_eltwise(dnnl_post_ops_t post_ops, dnnl_alg_kind_t alg_kind,
                                           float alpha, float beta) {
  if (!post_ops) return null_argument("post_ops_append_eltwise", "post_ops");
  DNNLET_CHECK(check_eltwise("post_ops_append_eltwise", alg_kind, alpha, beta));
  post_op op = {};
  op.kind = dnnl_eltwise;
  op.eltwise = {alg_kind, alpha, beta};
  return append(post_ops, op);
}

dnnl_status_t dnnl_post_ops_get_params_eltwise(const_dnnl_post_ops_t post_ops, int index,
                                               dnnl_alg_kind_t *alg_kind, float *alpha,
                                               float *beta) {
  const post_op *op = entry("post_ops_get_params_eltwise", post_ops, index, dnnl_eltwise);
  if (!op) return dnnl_invalid_arguments;
  if (alg_kind) *alg_kind = op->eltwise.alg;
  if (alpha) *alpha = op->eltwise.alpha;
  if (beta) *beta = op->eltwise.beta;
  return dnnl_success;
}

dnnl_status_t dnnl_post_ops_append_dw(dnnl_post_ops_t post_ops, dnnl_data_type_t weights_type,
                                      dnnl_data_type_t bias_type, dnnl_data_type_t dst_type,
                                      dnnl_dim_t kernel_size, dnnl_dim_t stride_size,
                                      dnnl_dim_t padding_l_size) {
  static const char what[] = "post_ops_append_dw";
  if (!post_ops) return null_argument(what, "post_ops");
  DNNLET_CHECK(check_type(what, weights_type));
  DNNLET_CHECK(check_type(what, dst_type));
  if (bias_type != dnnl_data_type_undef) DNNLET_CHECK(check_type(what, bias_type));
  if (kernel_size <= 0 || stride_size <= 0 || padding_l_size < 0)
    return invalid(what, ": kernel ", kernel_size, ", stride ", stride_size, ", padding ",
                   padding_l_size);
  if (padding_l_size >= kernel_size)
    return invalid(what, ": a padding of ", padding_l_size, " hides a kernel of ", kernel_size);
  post_op op = {};
  op.kind = dnnl_convolution;
  op.depthwise = {weights_type, bias_type,      dst_type, kernel_size,
                  stride_size,  padding_l_size, 0,        0};
  return append(post_ops, op);
}

dnnl_status_t dnnl_post_ops_get_params_dw(const_dnnl_post_ops_t post_ops, int index,
                                          dnnl_data_type_t *weights_type,
                                          dnnl_data_type_t *bias_type, dnnl_data_type_t *dst_type,
                                          dnnl_dim_t *kernel_size, dnnl_dim_t *stride_size,
                                          dnnl_dim_t *padding_l_size) {
  const post_op *op = entry("post_ops_get_params_dw", post_ops, index, dnnl_convolution);
  if (!op) return dnnl_invalid_arguments;
  if (weights_type) *weights_type = op->depthwise.weights_type;
  if (bias_type) *bias_type = op->depthwise.bias_type;
  if (dst_type) *dst_type = op->depthwise.dst_type;
  if (kernel_size) *kernel_size = op->depthwise.kernel;
  if (stride_size) *stride_size = op->depthwise.stride;
  if (padding_l_size) *padding_l_size = op->depthwise.padding;
  return dnnl_success;
}

dnnl_status_t dnnl_post_ops_append_binary(dnnl_post_ops_t post_ops, dnnl_alg_kind_t alg_kind,
                                          const_dnnl_memory_desc_t src1_desc) {
  return dnnl_post_ops_append_binary_v2(post_ops, alg_kind, src1_desc, nullptr);
}

dnnl_status_t dnnl_post_ops_append_binary_v2(dnnl_post_ops_t post_ops, dnnl_alg_kind_t alg_kind,
                                             const_dnnl_memory_desc_t src1_desc,
                                             const_dnnl_memory_desc_t src2_desc) {
  static const char what[] = "post_ops_append_binary";
  if (!post_ops) return null_argument(what, "post_ops");
  if (!src1_desc) return null_argument(what, "src1_desc");
  if (!is_binary_alg(alg_kind))
    return invalid(what, ": algorithm ", int(alg_kind), " is not binary");
  // What is not read may be given, and is forgotten.
  const bool takes_condition = alg_kind == dnnl_binary_select;
  const memory_desc src2 = takes_condition && src2_desc ? *src2_desc : zero_md;
  if (takes_condition && is_zero(src2)) return invalid(what, ": select takes src2_desc");
  if (is_zero(*src1_desc) || has_runtime_dims(*src1_desc) || has_runtime_dims(src2))
    return invalid(what, ": the operand's dimensions must be known");
  if (is_sparse(*src1_desc) || is_sparse(src2))
    return unimplemented(what, ": the operand is sparse");
  if (!is_zero(src2) && src2.data_type != dnnl_s8)
    return invalid(what, ": the condition has type ", int(src2.data_type), ", expected s8");
  post_op op = {};
  op.kind = dnnl_binary;
  op.binary = {alg_kind, post_ops->operands.count + 1, 0};
  const memory_desc src1 = *src1_desc;  // which may be an operand already
  DNNLET_CHECK(post_ops->operands.reserve(post_ops->operands.count + 2));
  DNNLET_CHECK(append(post_ops, op));
  post_ops->operands.push_back(src1);
  if (is_zero(src2)) return dnnl_success;
  post_ops->operands.push_back(src2);
  post_ops->entries[post_ops->entries.count - 1].binary.src2 = post_ops->operands.count;
  return dnnl_success;
}

dnnl_status_t dnnl_post_ops_get_params_binary(const_dnnl_post_ops_t post_ops, int index,
                                              dnnl_alg_kind_t *alg_kind,
                                              const_dnnl_memory_desc_t *src1_desc) {
  return dnnl_post_ops_get_params_binary_v2(post_ops, index, alg_kind, src1_desc, nullptr);
}

dnnl_status_t dnnl_post_ops_get_params_binary_v2(const_dnnl_post_ops_t post_ops, int index,
                                                 dnnl_alg_kind_t *alg_kind,
                                                 const_dnnl_memory_desc_t *src1_desc,
                                                 const_dnnl_memory_desc_t *src2_desc) {
  const post_op *op = entry("post_ops_get_params_binary", post_ops, index, dnnl_binary);
  if (!op) return dnnl_invalid_arguments;
  if (alg_kind) *alg_kind = op->binary.alg;
  if (src1_desc) *src1_desc = &post_ops->operand(op->binary.src1);
  if (src2_desc) *src2_desc = &post_ops->operand(op->binary.src2);
  return dnnl_success;
}

dnnl_status_t dnnl_post_ops_append_prelu(dnnl_post_ops_t post_ops, int mask) {
  if (!post_ops) return null_argument("post_ops_append_prelu", "post_ops");
  if (mask < 0 || mask >= 1 << DNNL_MAX_NDIMS)
    return invalid("post_ops_append_prelu: the mask is ", mask);
  post_op op = {};
  op.kind = dnnl_prelu;
  op.prelu = {mask};
  return append(post_ops, op);
}

dnnl_status_t dnnl_post_ops_get_params_prelu(const_dnnl_post_ops_t post_ops, int index, int *mask) {
  const post_op *op = entry("post_ops_get_params_prelu", post_ops, index, dnnl_prelu);
  if (!op) return dnnl_invalid_arguments;
  if (mask) *mask = op->prelu.mask;
  return dnnl_success;
}
