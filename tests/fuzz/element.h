// SPDX-License-Identifier: Apache-2.0
// Elements of every type, as double.
#ifndef DNNLET_TESTS_FUZZ_ELEMENT_H
#define DNNLET_TESTS_FUZZ_ELEMENT_H

#include <cstdint>

#include "oneapi/dnnl/dnnl_types.h"

namespace dnnlet::fuzz {

// NEON of 32-bit Arm takes subnormal numbers for zeros, as its architecture says.
#ifdef __arm__
constexpr bool has_subnormals = false;
#else
constexpr bool has_subnormals = true;
#endif

bool is_known(dnnl_data_type_t type);  // types of which elements can be read and written here
bool is_integer(dnnl_data_type_t type);
int bits_of(dnnl_data_type_t type);
double load(dnnl_data_type_t type, const void *base, int64_t index);
void store(dnnl_data_type_t type, void *base, int64_t index, double value);
double rounded(dnnl_data_type_t type, double value);
double ulp(dnnl_data_type_t type, double value);
/// The bits of one element, from one buffer to the same place of another.
void copy_element(dnnl_data_type_t type, const void *from, void *to, int64_t index);

}  // namespace dnnlet::fuzz

#endif
