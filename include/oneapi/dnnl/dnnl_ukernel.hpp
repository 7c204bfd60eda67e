// SPDX-License-Identifier: Apache-2.0
/// The micro-kernel API in C++. dnnl_ukernel.h says what the functions do; here failures are thrown
/// as dnnl::error, and objects destroy themselves.
#ifndef ONEAPI_DNNL_DNNL_UKERNEL_HPP
#define ONEAPI_DNNL_DNNL_UKERNEL_HPP

#include <cstdint>
#include <utility>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "oneapi/dnnl/dnnl_ukernel.h"

namespace dnnl {

template <>
struct handle_traits<dnnl_brgemm_t> {
  static dnnl_status_t destructor(dnnl_brgemm_t brgemm) { return dnnl_brgemm_destroy(brgemm); }
};
template <>
struct handle_traits<dnnl_transform_t> {
  static dnnl_status_t destructor(dnnl_transform_t transform) {
    return dnnl_transform_destroy(transform);
  }
};
template <>
struct handle_traits<dnnl_ukernel_attr_params_t> {
  static dnnl_status_t destructor(dnnl_ukernel_attr_params_t params) {
    return dnnl_ukernel_attr_params_destroy(params);
  }
};

namespace ukernel {

/// How the elements of a matrix B lie.
enum class pack_type {
  undef = dnnl_pack_type_undef,
  no_trans = dnnl_pack_type_no_trans,
  trans = dnnl_pack_type_trans,
  pack32 = dnnl_pack_type_pack32
};

/// Where what attributes need lies: scales, and operands of post-ops.
struct attr_params : public handle<dnnl_ukernel_attr_params_t> {
  attr_params()
      : handle(dnnl::detail::create<dnnl_ukernel_attr_params_t>(
            "could not create parameters of attributes", dnnl_ukernel_attr_params_create)) {}

  void set_post_ops_args(const void **post_ops_args) {
    error::wrap_c_api(dnnl_ukernel_attr_params_set_post_ops_args(get(), post_ops_args),
                      "could not set the operands of post-ops");
  }
  void set_A_scales(const void *a_scales) {
    error::wrap_c_api(dnnl_ukernel_attr_params_set_A_scales(get(), a_scales),
                      "could not set the scales of A");
  }
  void set_B_scales(const void *b_scales) {
    error::wrap_c_api(dnnl_ukernel_attr_params_set_B_scales(get(), b_scales),
                      "could not set the scales of B");
  }
  void set_D_scales(const void *d_scales) {
    error::wrap_c_api(dnnl_ukernel_attr_params_set_D_scales(get(), d_scales),
                      "could not set the scales of D");
  }
};

/// A batch-reduce GEMM.
struct brgemm : public handle<dnnl_brgemm_t> {
  /// Makes an empty object.
  brgemm() = default;

  /// With allow_empty, it is empty where it would throw.
  brgemm(memory::dim M, memory::dim N, memory::dim K, memory::dim batch_size, memory::dim lda,
         memory::dim ldb, memory::dim ldc, memory::data_type a_dt, memory::data_type b_dt,
         memory::data_type c_dt, bool allow_empty = false)
      : handle(dnnl::detail::try_create<dnnl_brgemm_t>(
            "could not create a brgemm", allow_empty, dnnl_brgemm_create, M, N, K, batch_size, lda,
            ldb, ldc, memory::convert_to_c(a_dt), memory::convert_to_c(b_dt),
            memory::convert_to_c(c_dt))) {}

  void set_add_C(bool add_C) {
    error::wrap_c_api(dnnl_brgemm_set_add_C(get(), static_cast<int>(add_C)),
                      "could not set whether C is added");
  }
  void set_post_ops(memory::dim ldd, memory::data_type d_dt,
                    const post_ops &po = default_post_ops()) {
    error::wrap_c_api(dnnl_brgemm_set_post_ops(get(), ldd, memory::convert_to_c(d_dt), po.get()),
                      "could not set the post-ops of a brgemm");
  }
  void set_A_scales(int a_scale_mask) {
    error::wrap_c_api(dnnl_brgemm_set_A_scales(get(), a_scale_mask),
                      "could not set the mask of A's scales");
  }
  void set_B_scales(int b_scale_mask) {
    error::wrap_c_api(dnnl_brgemm_set_B_scales(get(), b_scale_mask),
                      "could not set the mask of B's scales");
  }
  void set_D_scales(int d_scale_mask) {
    error::wrap_c_api(dnnl_brgemm_set_D_scales(get(), d_scale_mask),
                      "could not set the mask of D's scales");
  }

  /// False if there is no kernel for this brgemm; throws if it makes no sense.
  bool finalize() {
    const dnnl_status_t status = dnnl_brgemm_finalize(get());
    if (status == dnnl_unimplemented) return false;
    error::wrap_c_api(status, "could not finalize a brgemm");
    return true;
  }

  /// undef where there is no brgemm for these types.
  static pack_type get_B_pack_type(memory::data_type a_dt, memory::data_type b_dt) {
    dnnl_pack_type_t type = dnnl_pack_type_undef;
    const dnnl_status_t status =
        dnnl_brgemm_get_B_pack_type(&type, memory::convert_to_c(a_dt), memory::convert_to_c(b_dt));
    if (status == dnnl_unimplemented) return pack_type::undef;
    error::wrap_c_api(status, "could not query how B is packed");
    return static_cast<pack_type>(type);
  }
  size_t get_scratchpad_size() const {
    size_t size = 0;
    error::wrap_c_api(dnnl_brgemm_get_scratchpad_size(get(), &size),
                      "could not query the scratchpad of a brgemm");
    return size;
  }
  bool is_execute_postops_valid() const {
    int valid = 0;
    error::wrap_c_api(dnnl_brgemm_is_execute_postops_valid(get(), &valid),
                      "could not query whether a brgemm has post-ops");
    return valid != 0;
  }

  void set_hw_context() const {
    error::wrap_c_api(dnnl_brgemm_set_hw_context(get()), "could not set the hardware's context");
  }
  static void release_hw_context() {
    error::wrap_c_api(dnnl_brgemm_release_hw_context(), "could not release the hardware's context");
  }
  void generate() { error::wrap_c_api(dnnl_brgemm_generate(get()), "could not generate a brgemm"); }

  /// C = [C +] the sum of all products.
  void execute(const void *A, const void *B,
               const std::vector<std::pair<memory::dim, memory::dim>> &A_B_offsets, void *C,
               void *scratchpad) const {
    error::wrap_c_api(dnnl_brgemm_execute(get(), A, B, numbers(A_B_offsets), C, scratchpad),
                      "could not execute a brgemm");
  }
  /// D = post-ops of [C +] the sum of all products.
  void execute(const void *A, const void *B,
               const std::vector<std::pair<memory::dim, memory::dim>> &A_B_offsets, const void *C,
               void *D, void *scratchpad, const attr_params &params = default_attr_params()) const {
    error::wrap_c_api(dnnl_brgemm_execute_postops(get(), A, B, numbers(A_B_offsets), C, D,
                                                  scratchpad, params.get()),
                      "could not execute a brgemm with post-ops");
  }

  static const post_ops &default_post_ops() {
    static const post_ops none;
    return none;
  }
  static const attr_params &default_attr_params() {
    static const attr_params none;
    return none;
  }

 private:
  static const memory::dim *numbers(
      const std::vector<std::pair<memory::dim, memory::dim>> &offsets) {
    static_assert(sizeof(std::pair<memory::dim, memory::dim>) == 2 * sizeof(memory::dim),
                  "pairs are two numbers and nothing else");
    return reinterpret_cast<const memory::dim *>(offsets.data());
  }
};

/// A change of B's layout.
struct transform : public handle<dnnl_transform_t> {
  /// Makes an empty object.
  transform() = default;

  /// With allow_empty, it is empty where it would throw.
  transform(memory::dim K, memory::dim N, pack_type in_pack_type, memory::dim in_ld,
            memory::dim out_ld, memory::data_type in_dt, memory::data_type out_dt,
            bool allow_empty = false)
      : handle(dnnl::detail::try_create<dnnl_transform_t>(
            "could not create a transform", allow_empty, dnnl_transform_create, K, N,
            static_cast<dnnl_pack_type_t>(in_pack_type), in_ld, out_ld, memory::convert_to_c(in_dt),
            memory::convert_to_c(out_dt))) {}

  void generate() {
    error::wrap_c_api(dnnl_transform_generate(get()), "could not generate a transform");
  }
  void execute(const void *in, void *out) const {
    error::wrap_c_api(dnnl_transform_execute(get(), in, out), "could not execute a transform");
  }
};

}  // namespace ukernel

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DNNL_UKERNEL_HPP
