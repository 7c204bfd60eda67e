// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_MATH_MODE_HPP
#define ONEAPI_DNNL_DETAIL_MATH_MODE_HPP

#include "oneapi/dnnl/dnnl_common.h"

namespace dnnl {

/// Which narrower types a primitive may convert its f32 inputs to, in order to be faster.
enum class fpmath_mode {
  /// None: f32 is computed in f32.
  strict = dnnl_fpmath_mode_strict,
  bf16 = dnnl_fpmath_mode_bf16,
  f16 = dnnl_fpmath_mode_f16,
  tf32 = dnnl_fpmath_mode_tf32,
  /// Any floating-point type.
  any = dnnl_fpmath_mode_any,
};

inline dnnl_fpmath_mode_t convert_to_c(fpmath_mode mode) {
  return static_cast<dnnl_fpmath_mode_t>(mode);
}

/// In which type a primitive may accumulate.
enum class accumulation_mode {
  /// f32 for floating-point inputs (f64 for f64), s32 for integers.
  strict = dnnl_accumulation_mode_strict,
  /// As strict, but partial sums may be kept in the type of the destination.
  relaxed = dnnl_accumulation_mode_relaxed,
  /// Any type that is fast.
  any = dnnl_accumulation_mode_any,
  s32 = dnnl_accumulation_mode_s32,
  f32 = dnnl_accumulation_mode_f32,
  f16 = dnnl_accumulation_mode_f16,
};

inline dnnl_accumulation_mode_t convert_to_c(accumulation_mode mode) {
  return static_cast<dnnl_accumulation_mode_t>(mode);
}

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_MATH_MODE_HPP
