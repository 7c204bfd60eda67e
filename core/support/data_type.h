// SPDX-License-Identifier: Apache-2.0
// Data types: sizes, ranges, and the conversions that define how values are rounded.
#ifndef DNNLET_CORE_SUPPORT_DATA_TYPE_H
#define DNNLET_CORE_SUPPORT_DATA_TYPE_H

#include <cstddef>
#include <cstdint>

#include "oneapi/dnnl/dnnl_types.h"

namespace dnnlet {

using data_type = dnnl_data_type_t;

// Bytes of one element; 4-bit types answer 1, an undefined or unknown type 0.
size_t type_size(data_type type) noexcept;
// Bytes of `count` elements: 4-bit types put two in a byte, the even one in the low half.
size_t type_bytes(data_type type, int64_t count) noexcept;
bool is_known_type(data_type type) noexcept;
bool is_integer_type(data_type type) noexcept;  // s4 u4 s8 u8 s32 s64 boolean
bool is_four_bit_type(data_type type) noexcept;

// Element `index` of a dense array, as a number. s64 beyond 2^53 is rounded.
double load_element(data_type type, const void *base, int64_t index) noexcept;
// Rounds to nearest even; integers saturate, NaN becomes 0 in them; f8_e4m3 saturates to NaN.
void store_element(data_type type, void *base, int64_t index, double value) noexcept;

float bf16_to_f32(uint16_t bits) noexcept;
uint16_t f32_to_bf16(float value) noexcept;
float f16_to_f32(uint16_t bits) noexcept;
float f8_e5m2_to_f32(uint8_t bits) noexcept;
float f8_e4m3_to_f32(uint8_t bits) noexcept;
uint16_t f32_to_f16(float value) noexcept;

}  // namespace dnnlet

#endif
