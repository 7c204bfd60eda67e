// SPDX-License-Identifier: Apache-2.0
// Rows of two, three or four groups, interleaved:  to[i * groups + g] = from[g * n + i], and back
//   from, to: `rows` rows of groups * n elements of 1, 2 or 4 bytes, dense, any alignment, disjoint
//   scratch 0 B; exact; oneDNN v3, shuffle
#include "plugins/kernels/shuffle/interleaving.h"

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::interleaved_rows;
using drivers::interleaving_function;

// A vector of each group; x are the groups, y is where they are together.
template <int kGroups, class T>
HWY_INLINE void join(const T *x, size_t n, T *y) {
  const hn::ScalableTag<T> d;
  const auto x0 = hn::LoadU(d, x), x1 = hn::LoadU(d, x + n);
  if constexpr (kGroups == 2) hn::StoreInterleaved2(x0, x1, d, y);
  if constexpr (kGroups == 3) hn::StoreInterleaved3(x0, x1, hn::LoadU(d, x + 2 * n), d, y);
  if constexpr (kGroups == 4)
    hn::StoreInterleaved4(x0, x1, hn::LoadU(d, x + 2 * n), hn::LoadU(d, x + 3 * n), d, y);
}

template <int kGroups, class T>
HWY_INLINE void part(const T *y, T *x, size_t n) {
  const hn::ScalableTag<T> d;
  hn::Vec<decltype(d)> x0, x1, x2, x3;
  if constexpr (kGroups == 2) hn::LoadInterleaved2(d, y, x0, x1);
  if constexpr (kGroups == 3) hn::LoadInterleaved3(d, y, x0, x1, x2);
  if constexpr (kGroups == 4) hn::LoadInterleaved4(d, y, x0, x1, x2, x3);
  hn::StoreU(x0, d, x);
  hn::StoreU(x1, d, x + n);
  if constexpr (kGroups > 2) hn::StoreU(x2, d, x + 2 * n);
  if constexpr (kGroups > 3) hn::StoreU(x3, d, x + 3 * n);
}

// n is at least one vector; the last one may overlap the one before.
template <bool kJoins, int kGroups, class T>
void interleave(const interleaved_rows &job) {
  const size_t lanes = hn::Lanes(hn::ScalableTag<T>()), n = job.n;
  const T *from = reinterpret_cast<const T *>(job.from);
  T *to = reinterpret_cast<T *>(job.to);
  for (size_t r = 0; r < job.rows; ++r, from += kGroups * n, to += kGroups * n)
    for (size_t i = 0; i < n; i += lanes) {
      const size_t at = i + lanes <= n ? i : n - lanes;
      if constexpr (kJoins)
        join<kGroups>(from + at, n, to + kGroups * at);
      else
        part<kGroups>(from + kGroups * at, to + at, n);
    }
}

template <bool kJoins, class T>
interleaving_function function_of(int64_t groups, int64_t n) {
  if (n < int64_t(hn::Lanes(hn::ScalableTag<T>()))) return nullptr;
  switch (groups) {
    case 2: return interleave<kJoins, 2, T>;
    case 3: return interleave<kJoins, 3, T>;
    case 4: return interleave<kJoins, 4, T>;
    default: return nullptr;
  }
}

interleaving_function find(size_t size, int64_t groups, int64_t n, bool joins) noexcept {
  switch (size) {
    case 1:
      return joins ? function_of<true, uint8_t>(groups, n) : function_of<false, uint8_t>(groups, n);
    case 2:
      return joins ? function_of<true, uint16_t>(groups, n)
                   : function_of<false, uint16_t>(groups, n);
    case 4:
      return joins ? function_of<true, uint32_t>(groups, n)
                   : function_of<false, uint32_t>(groups, n);
    default: return nullptr;
  }
}

}  // namespace

extern const drivers::shuffle_backend interleaving = {find};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
