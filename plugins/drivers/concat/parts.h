// SPDX-License-Identifier: Apache-2.0
// The part of dst that a source becomes, as a tensor.
#ifndef DNNLET_PLUGINS_DRIVERS_CONCAT_PARTS_H
#define DNNLET_PLUGINS_DRIVERS_CONCAT_PARTS_H

#include "core/kernel/concat.h"
#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

// Whether every source begins with a block of dst.
inline bool begins_with_blocks(const concat_op &op, const memory_desc &dst) noexcept {
  dim_t blocks[max_ndims], begin = 0;
  block_sizes(dst, blocks);
  for (int i = 0; i < op.count; ++i) {
    if (begin % blocks[op.axis] != 0) return false;
    begin += op.sources()[i].dims[op.axis];
  }
  return true;
}

// Of `extent` elements from `begin` on along the axis, which begin with a block.
inline memory_desc part_of(const memory_desc &dst, int axis, dim_t begin, dim_t extent) noexcept {
  memory_desc part = dst;
  dim_t blocks[max_ndims];
  block_sizes(dst, blocks);
  part.dims[axis] = extent;
  padded_dims(part)[axis] = round_up(extent, blocks[axis]);
  part.offset0 += begin / blocks[axis] * dst.blocked.strides[axis];
  return part;
}

}  // namespace dnnlet::drivers

#endif
