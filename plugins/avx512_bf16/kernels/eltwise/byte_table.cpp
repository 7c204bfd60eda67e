// SPDX-License-Identifier: Apache-2.0
// Any function of bytes, of which a table has all values:  y[i] = values[x[i]]
//   x, y u8[n]: dense, any alignment, the same buffer or disjoint; values u8[256], any alignment
//   scratch 0 B; exact; for CPUs that choose from 128 bytes at once: four vectors are the table
#include "plugins/kernels/eltwise/byte_table.h"

#include "plugins/kernels/support/leave-inl.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

void look_up_bytes(const uint8_t *x, uint8_t *y, size_t n, const uint8_t *values) {
  const hn::CappedTag<uint8_t, 64> d;
  constexpr size_t lanes = hn::MaxLanes(d);
  static_assert(lanes == 64, "");
  const auto t0 = hn::LoadU(d, values), t1 = hn::LoadU(d, values + lanes);
  const auto t2 = hn::LoadU(d, values + 2 * lanes), t3 = hn::LoadU(d, values + 3 * lanes);
  const auto half = hn::Set(d, 128);
  const auto values_of = [&](auto v) HWY_ATTR {
    const auto at = hn::IndicesFromVec(d, hn::AndNot(half, v));
    return hn::IfThenElse(hn::Lt(v, half), hn::TwoTablesLookupLanes(d, t0, t1, at),
                          hn::TwoTablesLookupLanes(d, t2, t3, at));
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(values_of(hn::LoadU(d, x + i)), d, y + i);
  if (i < n) hn::StoreN(values_of(hn::LoadN(d, x + i, n - i)), d, y + i, n - i);
  leave_vectors();
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
