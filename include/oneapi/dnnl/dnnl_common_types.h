// SPDX-License-Identifier: Apache-2.0
/// Types that every part of the API uses: status, data type, dimensions, engine, stream, version.
#ifndef ONEAPI_DNNL_DNNL_COMMON_TYPES_H
#define ONEAPI_DNNL_DNNL_COMMON_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "oneapi/dnnl/dnnl_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a call. Only dnnl_success is 0. After a failure no output has been written and
/// every object is as it was before; "Conventions" in dnnl.h says when each of them is returned.
typedef enum {
  dnnl_success = 0,
  dnnl_out_of_memory = 1,      ///< the memory source, or a list of fixed length, is full
  dnnl_invalid_arguments = 2,  ///< the call makes no sense, whatever library it is made to
  dnnl_unimplemented = 3,      ///< the call makes sense, but nothing in this build can do it
  dnnl_last_impl_reached = 4,  ///< dnnl_primitive_desc_next_impl(): there is no further kernel
  dnnl_runtime_error = 5,      ///< something outside of the library failed while it was running
  dnnl_not_required = 6,       ///< what was asked for does not exist for this primitive
  dnnl_invalid_graph = 7,      ///< 7 to 10 belong to oneDNN's graph API; never returned here
  dnnl_invalid_graph_op = 8,
  dnnl_invalid_shape = 9,
  dnnl_invalid_data_type = 10,
} dnnl_status_t;

/// The type of a tensor's elements. Floating-point formats are given as exponent + mantissa bits.
typedef enum {
  dnnl_data_type_undef = 0,  ///< no type; also "the default" where a function says so
  dnnl_f16 = 1,              ///< IEEE half, 5 + 10
  dnnl_bf16 = 2,             ///< bfloat16, 8 + 7: the upper half of an f32
  dnnl_f32 = 3,              ///< IEEE single, 8 + 23
  dnnl_s32 = 4,              ///< signed integer
  dnnl_s8 = 5,
  dnnl_u8 = 6,
  dnnl_f64 = 7,       ///< IEEE double, 11 + 52
  dnnl_boolean = 8,   ///< of graphs alone: no tensor has it
  dnnl_f8_e5m2 = 9,   ///< OCP 8-bit float, 5 + 2, with infinities
  dnnl_f8_e4m3 = 10,  ///< OCP 8-bit float, 4 + 3, without infinities
  dnnl_s4 = 11,       ///< -8 to 7, two to a byte, the first in the low half
  dnnl_u4 = 12,       ///< 0 to 15, two to a byte, the first in the low half
  dnnl_e8m0 = 13,     ///< a power of two, 2^(byte - 127): scales of OCP MX tensors
  dnnl_f4_e2m1 = 14,  ///< OCP MX 4-bit float, 2 + 1, two to a byte
  dnnl_f4_e3m0 = 15,  ///< 4-bit float, 3 + 0, two to a byte
  dnnl_s64 = 16,
  dnnl_data_type_max = 0x7fff,  ///< not a type: makes the enum at least 16 bits wide
} dnnl_data_type_t;

/// Most dimensions that a tensor can have.
#define DNNL_MAX_NDIMS 12

/// A size, a stride or an offset along a dimension, in elements.
typedef int64_t dnnl_dim_t;

/// One number per dimension. A list for an n-dimensional tensor uses the first n; functions that
/// take `const dnnl_dim_t *` read no more than those.
typedef dnnl_dim_t dnnl_dims_t[DNNL_MAX_NDIMS];

/// Which narrower types f32 may be rounded to on the way into a multiplication. Tensors in memory
/// keep their type.
typedef enum {
  dnnl_fpmath_mode_strict = 0,  ///< none: f32 is multiplied as f32
  dnnl_fpmath_mode_bf16 = 1,    ///< bf16, or anything that has all of its bits
  dnnl_fpmath_mode_f16 = 2,     ///< f16, or anything that has all of its bits
  dnnl_fpmath_mode_any = 3,     ///< whatever is fastest
  dnnl_fpmath_mode_tf32 = 4,    ///< tf32 (8 + 10), or anything that has all of its bits
} dnnl_fpmath_mode_t;

/// In which type a long sum is kept.
typedef enum {
  dnnl_accumulation_mode_strict = 0,   ///< f32 for floats, s32 for integers, f64 for f64
  dnnl_accumulation_mode_relaxed = 1,  ///< the same, but partial sums may be stored in dst's type
  dnnl_accumulation_mode_any = 2,      ///< whatever is fastest and has the bits of src or dst
  dnnl_accumulation_mode_s32 = 3,      ///< s32
  dnnl_accumulation_mode_f32 = 4,      ///< f32
  dnnl_accumulation_mode_f16 = 5,      ///< f16
} dnnl_accumulation_mode_t;

/// What an engine runs on.
typedef enum {
  dnnl_any_engine = 0,  ///< unspecified; no engine can be created of it
  dnnl_cpu = 1,
  dnnl_gpu = 2,  ///< dnnlet has none: the count is 0
} dnnl_engine_kind_t;

/// A processor, and the plugins that it can run, best first.
struct dnnl_engine;
typedef struct dnnl_engine *dnnl_engine_t;
typedef const struct dnnl_engine *const_dnnl_engine_t;

/// Whether primitives that are given to a stream start in the order in which they were given. On a
/// CPU each one is complete when dnnl_primitive_execute() returns, so both mean the same.
typedef enum {
  dnnl_stream_in_order = 0x1,
  dnnl_stream_out_of_order = 0x2,
  dnnl_stream_default_flags = dnnl_stream_in_order,
  dnnl_stream_flags_max = 0x7fff,  ///< not a flag: makes the enum at least 16 bits wide
} dnnl_stream_flags_t;

/// Where primitives run: the calling thread, OpenMP's threads, or a thread pool of the application.
struct dnnl_stream;
typedef struct dnnl_stream *dnnl_stream_t;
typedef const struct dnnl_stream *const_dnnl_stream_t;

/// The version and the build of the library, see dnnl_version().
typedef struct {
  int major;
  int minor;
  int patch;
  const char *hash;      ///< which implementation of the API this is
  unsigned cpu_runtime;  ///< a DNNL_RUNTIME_ value
  unsigned gpu_runtime;  ///< always DNNL_RUNTIME_NONE
} dnnl_version_t;

#ifdef __cplusplus
}
#endif

#endif  // ONEAPI_DNNL_DNNL_COMMON_TYPES_H
