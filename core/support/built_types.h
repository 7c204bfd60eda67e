// SPDX-License-Identifier: Apache-2.0
// The data types that primitives of this build take (DNNLET_TYPES). Descriptors may be of any type:
// what a program only passes on, or reads on another machine, is none of the build's business.
#ifndef DNNLET_CORE_SUPPORT_BUILT_TYPES_H
#define DNNLET_CORE_SUPPORT_BUILT_TYPES_H

#include "core/support/data_type.h"

#ifndef DNNLET_BUILT_TYPES
#define DNNLET_BUILT_TYPES ~0u
#endif

namespace dnnlet {

constexpr bool has_type(data_type type) noexcept {
  return (DNNLET_BUILT_TYPES) >> unsigned(type) & 1;
}

// Kinds of them, which code asks for so that builds without link nothing of it: those that sums of
// integers are made of; those of a byte or less; and all but f32.
constexpr bool has_integer_types = has_type(dnnl_s8) || has_type(dnnl_u8);
constexpr bool has_small_types = has_integer_types || has_type(dnnl_s4) || has_type(dnnl_u4) ||
                                 has_type(dnnl_f8_e5m2) || has_type(dnnl_f8_e4m3) ||
                                 has_type(dnnl_f4_e2m1) || has_type(dnnl_f4_e3m0);
constexpr bool has_types_beside_f32 = has_small_types || has_type(dnnl_bf16) || has_type(dnnl_f16);

// A flag that is raised for such types only: where the build has none, compilers know it.
template <bool kHasTypes>
class type_flag {
 public:
  constexpr type_flag(bool is_up = false) noexcept : is_up_(is_up) {}
  constexpr operator bool() const noexcept { return kHasTypes && is_up_; }

 private:
  bool is_up_;
};
using integer_flag = type_flag<has_integer_types>;

}  // namespace dnnlet

#endif
