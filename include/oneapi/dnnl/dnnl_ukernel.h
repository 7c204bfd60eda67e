// SPDX-License-Identifier: Apache-2.0
/// The micro-kernel API: the tile under convolution and matrix product, for programs that make
/// loops of their own around it. It knows no engine, no stream and no memory objects, works on the
/// caller's thread, and allocates in the create calls only.
///
///     brgemm     C = [C +] A_0 * B_0 + A_1 * B_1 + ... , or D = post-ops of that
///     transform  B as brgemm takes it
///
/// A_i is M x K, B_i K x N; C and D are M x N. Leading dimensions count elements from row to row;
/// ldb of packed B counts groups. A and B are found by offsets, in bytes, from two base pointers.
///
/// | A | B | B's layout | C | D |
/// |---|---|---|---|---|
/// | f32 | f32, bf16, f16 | no_trans | f32 | f32, bf16, f16, s32, s8, u8 |
/// | bf16 | bf16 | pack32 | f32 | the same |
/// | f16 | f16 | no_trans | f32 | the same |
/// | u8, s8 | s8, u8 | pack32 | s32 | the same |
///
/// The life of a brgemm: create, set what is to be set, finalize, generate, execute many times,
/// from any number of threads that have a scratchpad each. What is set after dnnl_brgemm_finalize()
/// takes effect with the next one. Functions return dnnl_success, and dnnl_invalid_arguments if a
/// handle or pointer that they need is null.
#ifndef ONEAPI_DNNL_DNNL_UKERNEL_H
#define ONEAPI_DNNL_DNNL_UKERNEL_H

#include "oneapi/dnnl/dnnl_types.h"
#include "oneapi/dnnl/dnnl_ukernel_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes an empty list of where scales and operands lie.
DNNL_API dnnl_status_t dnnl_ukernel_attr_params_create(dnnl_ukernel_attr_params_t *attr_params);
/// @param post_ops_args a pointer for each binary post-op, in order, to what its operand has at row
///     0 and column 0 of D. The array must live as long as it is used.
DNNL_API dnnl_status_t dnnl_ukernel_attr_params_set_post_ops_args(
    dnnl_ukernel_attr_params_t attr_params, const void **post_ops_args);
/// @param a_scales one f32
DNNL_API dnnl_status_t dnnl_ukernel_attr_params_set_A_scales(dnnl_ukernel_attr_params_t attr_params,
                                                             const void *a_scales);
/// @param b_scales one f32, or N of them where the mask is 2
DNNL_API dnnl_status_t dnnl_ukernel_attr_params_set_B_scales(dnnl_ukernel_attr_params_t attr_params,
                                                             const void *b_scales);
/// @param d_scales one f32, by which values are divided
DNNL_API dnnl_status_t dnnl_ukernel_attr_params_set_D_scales(dnnl_ukernel_attr_params_t attr_params,
                                                             const void *d_scales);
/// Null is allowed.
DNNL_API dnnl_status_t dnnl_ukernel_attr_params_destroy(dnnl_ukernel_attr_params_t attr_params);

/// Makes a brgemm. Sizes and types are looked at by dnnl_brgemm_finalize().
/// @returns dnnl_invalid_arguments if batch_size is not positive; dnnl_out_of_memory
DNNL_API dnnl_status_t dnnl_brgemm_create(dnnl_brgemm_t *brgemm, dnnl_dim_t M, dnnl_dim_t N,
                                          dnnl_dim_t K, dnnl_dim_t batch_size, dnnl_dim_t lda,
                                          dnnl_dim_t ldb, dnnl_dim_t ldc, dnnl_data_type_t a_dt,
                                          dnnl_data_type_t b_dt, dnnl_data_type_t c_dt);
/// @param add_C 1: sums are added to what is in C; 0, as without this call: C is not read
DNNL_API dnnl_status_t dnnl_brgemm_set_add_C(dnnl_brgemm_t brgemm, int add_C);
/// What becomes of the sums on their way to D: eltwise, binary and sum, which reads D.
/// @param ldd D's leading dimension
/// @param d_dt D's data type
/// @param post_ops is copied; null for none
DNNL_API dnnl_status_t dnnl_brgemm_set_post_ops(dnnl_brgemm_t brgemm, dnnl_dim_t ldd,
                                                dnnl_data_type_t d_dt,
                                                const_dnnl_post_ops_t post_ops);
/// Sums are multiplied by a scale before the post-ops. @param a_scale_mask 0
DNNL_API dnnl_status_t dnnl_brgemm_set_A_scales(dnnl_brgemm_t brgemm, int a_scale_mask);
/// The same. @param b_scale_mask 0, or 2: a scale for each column
DNNL_API dnnl_status_t dnnl_brgemm_set_B_scales(dnnl_brgemm_t brgemm, int b_scale_mask);
/// Values are divided by a scale after the post-ops. @param d_scale_mask 0
DNNL_API dnnl_status_t dnnl_brgemm_set_D_scales(dnnl_brgemm_t brgemm, int d_scale_mask);
/// Looks at everything that was set, and chooses a kernel.
/// @returns dnnl_invalid_arguments if sizes do not fit; dnnl_unimplemented for types, masks and
///     post-ops other than those above
DNNL_API dnnl_status_t dnnl_brgemm_finalize(dnnl_brgemm_t brgemm);
/// How B has to lie: the same on every CPU.
/// @returns dnnl_unimplemented for types other than those above
DNNL_API dnnl_status_t dnnl_brgemm_get_B_pack_type(dnnl_pack_type_t *pack_type,
                                                   dnnl_data_type_t a_dt, dnnl_data_type_t b_dt);
/// The bytes of scratchpad that an execution needs, never none, of any alignment.
/// @returns dnnl_invalid_arguments before dnnl_brgemm_finalize()
DNNL_API dnnl_status_t dnnl_brgemm_get_scratchpad_size(const_dnnl_brgemm_t brgemm, size_t *size);
/// @param valid receives 1 if there are post-ops, scales or a D of another type than C, for
///     dnnl_brgemm_execute_postops() to apply; else 0
/// @returns dnnl_invalid_arguments before dnnl_brgemm_finalize()
DNNL_API dnnl_status_t dnnl_brgemm_is_execute_postops_valid(const_dnnl_brgemm_t brgemm, int *valid);
/// There is no such context; the two calls are for programs that go by oneDNN.
DNNL_API dnnl_status_t dnnl_brgemm_set_hw_context(const_dnnl_brgemm_t brgemm);
DNNL_API dnnl_status_t dnnl_brgemm_release_hw_context(void);
/// Nothing is generated. @returns dnnl_invalid_arguments before dnnl_brgemm_finalize()
DNNL_API dnnl_status_t dnnl_brgemm_generate(dnnl_brgemm_t brgemm);
/// C = [C +] the sum of all products, without post-ops.
/// @param A_ptr what offsets of A count from; the same of @param B_ptr
/// @param A_B_offsets batch_size pairs, in bytes: of A, of B
/// @param C_ptr disjoint from A and B
/// @param scratchpad_ptr this execution's alone
DNNL_API dnnl_status_t dnnl_brgemm_execute(const_dnnl_brgemm_t brgemm, const void *A_ptr,
                                           const void *B_ptr, const dnnl_dim_t *A_B_offsets,
                                           void *C_ptr, void *scratchpad_ptr);
/// D = post-ops of [C +] the sum of all products. C is not written.
/// @param attr_params where scales and operands lie
/// @returns dnnl_invalid_arguments if one of them is missing; dnnl_runtime_error if there is
/// nothing
///     to apply and C and D are not the same
DNNL_API dnnl_status_t dnnl_brgemm_execute_postops(const_dnnl_brgemm_t brgemm, const void *A,
                                                   const void *B, const dnnl_dim_t *A_B_offsets,
                                                   const void *C_ptr, void *D_ptr,
                                                   void *scratchpad_ptr,
                                                   const_dnnl_ukernel_attr_params_t attr_params);
/// Null is allowed.
DNNL_API dnnl_status_t dnnl_brgemm_destroy(dnnl_brgemm_t brgemm);

/// Makes a transform of K x N elements to blocks of out_ld columns, one behind the other. Each
/// block has all of K, packed as pack32 has it where out_dt is bf16, s8 or u8, in rows otherwise;
/// columns and groups that are short are filled with zeros.
/// @param in_pack_type dnnl_pack_type_no_trans or dnnl_pack_type_trans
/// @param in_ld the leading dimension of what is read
/// @param out_ld 16, 32, 48 or 64: ldb of the brgemm that takes a block
/// @param in_dt, out_dt f32, bf16, f16, s8 or u8; values are rounded where they differ
/// @returns dnnl_invalid_arguments if sizes do not fit; dnnl_unimplemented; dnnl_out_of_memory
DNNL_API dnnl_status_t dnnl_transform_create(dnnl_transform_t *transform, dnnl_dim_t K,
                                             dnnl_dim_t N, dnnl_pack_type_t in_pack_type,
                                             dnnl_dim_t in_ld, dnnl_dim_t out_ld,
                                             dnnl_data_type_t in_dt, dnnl_data_type_t out_dt);
/// Nothing is generated.
DNNL_API dnnl_status_t dnnl_transform_generate(dnnl_transform_t transform);
/// @param in_ptr, out_ptr disjoint
DNNL_API dnnl_status_t dnnl_transform_execute(const_dnnl_transform_t transform, const void *in_ptr,
                                              void *out_ptr);
/// Null is allowed.
DNNL_API dnnl_status_t dnnl_transform_destroy(dnnl_transform_t transform);

#ifdef __cplusplus
}
#endif

#endif  // ONEAPI_DNNL_DNNL_UKERNEL_H
