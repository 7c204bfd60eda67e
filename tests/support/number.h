// SPDX-License-Identifier: Apache-2.0
// Numbers of every data type, read and written as double. Independent of the library's conversions.
#ifndef DNNLET_TESTS_SUPPORT_NUMBER_H
#define DNNLET_TESTS_SUPPORT_NUMBER_H

#include <cstdint>

#include "oneapi/dnnl/dnnl.hpp"

namespace dnnlet::test {

using data_type = dnnl::memory::data_type;

const char *name_of(data_type type);
bool is_integer(data_type type);
/// Bits of an element; 4 for the types of which two share a byte.
int bits_of(data_type type);

/// The element number `index` of an array.
double load(data_type type, const void *base, int64_t index);
/// Rounds to nearest even. Integers saturate, and NaN becomes 0; floats overflow to infinity, or to
/// NaN where there is none.
void store(data_type type, void *base, int64_t index, double value);
/// What is read back after `value` was stored.
double rounded(data_type type, double value);
/// The distance of neighbouring numbers of the type around `value`.
double ulp(data_type type, double value);

}  // namespace dnnlet::test

#endif
