// SPDX-License-Identifier: Apache-2.0
// Elements of four bits, two in a byte, the even one in the low half, as bytes: a row is what lies
// between two elements, of which either may be in the middle of a byte.
#ifndef DNNLET_PLUGINS_DRIVERS_REORDER_NIBBLES_H
#define DNNLET_PLUGINS_DRIVERS_REORDER_NIBBLES_H

#include "core/memory/memory_desc.h"
#include "core/support/data_type.h"

namespace dnnlet::drivers {

// bytes[i] = element `first + i` of the array at `base`, from 0 to 15, or from -8 to 7.
void unpack_nibbles(const void *base, dim_t first, dim_t count, bool is_signed,
                    char *bytes) noexcept;
// Element `first + i` = the low half of bytes[i]. The neighbours keep what they have.
void pack_nibbles(const char *bytes, void *base, dim_t first, dim_t count) noexcept;
// The same without bytes between; the arrays are disjoint.
void copy_nibbles(const void *from_base, dim_t from, void *to_base, dim_t to, dim_t count) noexcept;

// What the elements of a type are where they are not packed: of four bits, integers become bytes,
// and floats f32.
data_type unpacked_type(data_type type) noexcept;
// What was unpacked to bytes: floats become f32 in their place.
void widen_unpacked(data_type type, char *buffer, dim_t count) noexcept;
// What was converted becomes the bytes that are packed; integers saturate.
void narrow_unpacked(data_type type, char *buffer, dim_t count) noexcept;

}  // namespace dnnlet::drivers

#endif
