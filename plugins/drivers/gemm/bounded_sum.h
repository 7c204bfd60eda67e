// SPDX-License-Identifier: Apache-2.0
// The post-ops that one pass over sums does on the way to dst, or tiles do.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_BOUNDED_SUM_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_BOUNDED_SUM_H

#include <cmath>

#include "core/kernel/attributes.h"
#include "plugins/drivers/gemm/fused_relu.h"

namespace dnnlet::drivers {

// A sum with a tensor that lies as dst does and is of its type, or both are of bytes, which is dst
// itself or one beside; then a ReLU without a slope, a clip, a linear function, a hard sigmoid or a
// hard swish. Each may be missing:
//     y = y + scale * (added - zero_point), if there is one
//     slope * y + offset, at least `least`, at most `most`; or, if `gates`,
//     y * min(max(slope * y + offset, 0), 1)
struct bounded_sum {
  int operand = -1;  // the post-op whose tensor is added; -1: none
  float scale = 1, zero_point = 0;
  float least = -INFINITY, most = INFINITY, slope = 1, offset = -0.0f;
  bool gates = false, is_linear = false;  // else slope and offset leave y as it is
  bool has_other_sign = false;  // what is added is s8 where dst is u8, or the other way round
  bool clears_nan = false;      // which becomes `least`; else it stays

  bool adds() const noexcept { return operand >= 0; }
};

// What tiles of floats apply instead of the post-ops from `first` on, where it is on: first, y = y
// + scale * added. Of a ReLU without a slope they then make +0, as passes do, which take panels
// that are not of whole vectors.
struct fused_sum {
  bool on;
  float scale;
  fused_relu relu;  // what comes then, if anything does
};
fused_sum as_fused_sum(const post_ops &ops, int first, const memory_desc &dst) noexcept;

// Whether the post-ops from `first` on are no more than that.
bool is_bounded_sum(const post_ops &ops, int first, const memory_desc &dst,
                    bounded_sum &sum) noexcept;

// Whether what is linear in it goes into the scale that bytes of dst get: other roundings than
// those of one after the other.
inline bool goes_into_scale(const bounded_sum &sum, data_type dst,
                            const attributes &attr) noexcept {
  return !attr.deterministic && type_size(dst) == 1 && sum.slope > 0;
}

}  // namespace dnnlet::drivers

#endif
