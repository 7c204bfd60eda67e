// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_POST_OPS_HPP
#define ONEAPI_DNNL_DETAIL_POST_OPS_HPP

#include "oneapi/dnnl/detail/enums.hpp"
#include "oneapi/dnnl/detail/primitive.hpp"

namespace dnnl {

template <>
struct handle_traits<dnnl_post_ops_t> {
  static dnnl_status_t destructor(dnnl_post_ops_t post_ops) {
    return dnnl_post_ops_destroy(post_ops);
  }
};

/// Operations that a primitive applies to its result, one after the other, before it is stored:
/// dst = op_n(... op_1(result)). Setting them in a primitive_attr copies them.
///
/// append_*() throws if a parameter is not valid, or if the list is full. get_params_*() throws if
/// `index` is not below len(), or if the operation there is of another kind.
struct post_ops : public handle<dnnl_post_ops_t> {
  using handle::handle;

  /// Makes an empty list.
  post_ops()
      : handle(detail::create<dnnl_post_ops_t>("could not create post-ops", dnnl_post_ops_create)) {
  }

  /// Takes over a C object.
  post_ops(dnnl_post_ops_t ops) : handle(ops) {}

  /// The number of operations.
  int len() const { return dnnl_post_ops_len(get()); }

  /// The kind of an operation.
  primitive::kind kind(int index) const {
    if (index < 0 || index >= len())
      detail::fail(dnnl_invalid_arguments, "there is no post-op with that index");
    return static_cast<primitive::kind>(dnnl_post_ops_get_kind(get(), index));
  }

  /// Adds what dst holds before the primitive runs: result + scale * (dst - zero_point).
  /// With a data_type, dst is read as that type, which must be of the same size.
  void append_sum(float scale = 1.f, int32_t zero_point = 0,
                  memory::data_type data_type = memory::data_type::undef) {
    error::wrap_c_api(
        dnnl_post_ops_append_sum(get(), scale, zero_point, memory::convert_to_c(data_type)),
        "could not append a sum post-op");
  }

  void get_params_sum(int index, float &scale) const {
    memory::data_type data_type;
    get_params_sum(index, scale, data_type);
  }

  void get_params_sum(int index, float &scale, memory::data_type &data_type) const {
    int32_t zero_point;
    get_params_sum(index, scale, zero_point, data_type);
  }

  void get_params_sum(int index, float &scale, int32_t &zero_point,
                      memory::data_type &data_type) const {
    dnnl_data_type_t c_data_type;
    error::wrap_c_api(dnnl_post_ops_get_params_sum(get(), index, &scale, &zero_point, &c_data_type),
                      "could not get the parameters of a sum post-op");
    data_type = static_cast<memory::data_type>(c_data_type);
  }

  /// Applies an element-wise function, with the parameters of eltwise_forward.
  void append_eltwise(algorithm aalgorithm, float alpha, float beta) {
    error::wrap_c_api(dnnl_post_ops_append_eltwise(get(), convert_to_c(aalgorithm), alpha, beta),
                      "could not append an eltwise post-op");
  }

  void get_params_eltwise(int index, algorithm &aalgorithm, float &alpha, float &beta) const {
    dnnl_alg_kind_t c_algorithm;
    error::wrap_c_api(dnnl_post_ops_get_params_eltwise(get(), index, &c_algorithm, &alpha, &beta),
                      "could not get the parameters of an eltwise post-op");
    aalgorithm = static_cast<algorithm>(c_algorithm);
  }

  /// Fuses a depthwise convolution after a 1x1 convolution: kernel_size x kernel_size, the same
  /// stride in both directions, padding_l before; the padding after follows from the sizes.
  /// Its weights and bias are arguments DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS or _BIAS; a
  /// bias_data_type of undef means no bias.
  void append_dw(memory::data_type weights_data_type, memory::data_type bias_data_type,
                 memory::data_type dst_data_type, memory::dim kernel_size, memory::dim stride_size,
                 memory::dim padding_l_size) {
    error::wrap_c_api(dnnl_post_ops_append_dw(get(), memory::convert_to_c(weights_data_type),
                                              memory::convert_to_c(bias_data_type),
                                              memory::convert_to_c(dst_data_type), kernel_size,
                                              stride_size, padding_l_size),
                      "could not append a depthwise convolution post-op");
  }

  void get_params_dw(int index, memory::data_type &weights_data_type,
                     memory::data_type &bias_data_type, memory::data_type &dst_data_type,
                     memory::dim &kernel_size, memory::dim &stride_size,
                     memory::dim &padding_l_size) const {
    dnnl_data_type_t weights, bias, dst;
    error::wrap_c_api(dnnl_post_ops_get_params_dw(get(), index, &weights, &bias, &dst, &kernel_size,
                                                  &stride_size, &padding_l_size),
                      "could not get the parameters of a depthwise convolution post-op");
    weights_data_type = static_cast<memory::data_type>(weights);
    bias_data_type = static_cast<memory::data_type>(bias);
    dst_data_type = static_cast<memory::data_type>(dst);
  }

  /// Applies `result op src1`. src1 has dst's shape, or size 1 where it is broadcast; it is the
  /// argument DNNL_ARG_ATTR_MULTIPLE_POST_OP(index) | DNNL_ARG_SRC_1.
  void append_binary(algorithm aalgorithm, const memory::desc &src1_desc) {
    error::wrap_c_api(dnnl_post_ops_append_binary(get(), convert_to_c(aalgorithm), src1_desc.get()),
                      "could not append a binary post-op");
  }

  /// The same for binary_select, `src2 ? result : src1`; src2 is the argument
  /// DNNL_ARG_ATTR_MULTIPLE_POST_OP(index) | DNNL_ARG_SRC_2.
  void append_binary(algorithm aalgorithm, const memory::desc &src1_desc,
                     const memory::desc &src2_desc) {
    error::wrap_c_api(dnnl_post_ops_append_binary_v2(get(), convert_to_c(aalgorithm),
                                                     src1_desc.get(), src2_desc.get()),
                      "could not append a binary post-op with three sources");
  }

  void get_params_binary(int index, algorithm &aalgorithm, memory::desc &src1_desc) const {
    dnnl_alg_kind_t c_algorithm;
    const_dnnl_memory_desc_t src1;
    error::wrap_c_api(dnnl_post_ops_get_params_binary(get(), index, &c_algorithm, &src1),
                      "could not get the parameters of a binary post-op");
    aalgorithm = static_cast<algorithm>(c_algorithm);
    src1_desc = detail::copy(src1);
  }

  /// src2_desc is the zero descriptor if the operation has two sources.
  void get_params_binary(int index, algorithm &aalgorithm, memory::desc &src1_desc,
                         memory::desc &src2_desc) const {
    dnnl_alg_kind_t c_algorithm;
    const_dnnl_memory_desc_t src1, src2;
    error::wrap_c_api(dnnl_post_ops_get_params_binary_v2(get(), index, &c_algorithm, &src1, &src2),
                      "could not get the parameters of a binary post-op with three sources");
    aalgorithm = static_cast<algorithm>(c_algorithm);
    src1_desc = detail::copy(src1);
    src2_desc = detail::copy(src2);
  }

  /// Applies PReLU: x > 0 ? x : w x. Bit d of the mask says that w has dst's size in dimension d
  /// instead of 1. w is f32, row-major, the argument
  /// DNNL_ARG_ATTR_MULTIPLE_POST_OP(index) | DNNL_ARG_WEIGHTS.
  void append_prelu(int mask) {
    error::wrap_c_api(dnnl_post_ops_append_prelu(get(), mask), "could not append a PReLU post-op");
  }

  void get_params_prelu(int index, int &mask) const {
    error::wrap_c_api(dnnl_post_ops_get_params_prelu(get(), index, &mask),
                      "could not get the parameters of a PReLU post-op");
  }
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_POST_OPS_HPP
