// SPDX-License-Identifier: Apache-2.0
/// Types of the micro-kernel API, dnnl_ukernel.h.
#ifndef ONEAPI_DNNL_DNNL_UKERNEL_TYPES_H
#define ONEAPI_DNNL_DNNL_UKERNEL_TYPES_H

#include "oneapi/dnnl/dnnl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How the elements of a matrix B lie, K x N.
typedef enum {
  dnnl_pack_type_undef = 0,     ///< nothing was said
  dnnl_pack_type_no_trans = 1,  ///< rows of N elements
  dnnl_pack_type_trans = 2,     ///< columns: rows of K elements
  /// Rows of N groups: what fills 32 bits along K lies side by side, with zeros where K ends within
  /// a group. Groups are of two elements of bf16, or of four of s8 or u8.
  dnnl_pack_type_pack32 = 3
} dnnl_pack_type_t;

/// A batch-reduce GEMM.
struct dnnl_brgemm;
typedef struct dnnl_brgemm *dnnl_brgemm_t;
typedef const struct dnnl_brgemm *const_dnnl_brgemm_t;

/// A change of B's layout.
struct dnnl_transform;
typedef struct dnnl_transform *dnnl_transform_t;
typedef const struct dnnl_transform *const_dnnl_transform_t;

/// Where what attributes need lies: scales, and operands of post-ops.
struct dnnl_ukernel_attr_params;
typedef struct dnnl_ukernel_attr_params *dnnl_ukernel_attr_params_t;
typedef const struct dnnl_ukernel_attr_params *const_dnnl_ukernel_attr_params_t;

#ifdef __cplusplus
}
#endif

#endif  // ONEAPI_DNNL_DNNL_UKERNEL_TYPES_H
