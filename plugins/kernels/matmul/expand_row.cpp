// SPDX-License-Identifier: Apache-2.0
// Words of a packed sparse row (core/kernel/packed.h) to all of their elements:
//     to[i] = bit i ? the next value : 0
//   bits: words of 64; values s8; to s8: any alignment, disjoint
//   reads 64 values for a word, of which the last ones may be those of rows behind
//   scratch 0 B; exact
//   oneDNN's developer guide, "Sparse memory formats"
#include "plugins/kernels/matmul/expand_row.h"

#include <cstring>

#include "plugins/drivers/matmul/places_of_bits.h"
#include "plugins/kernels/support/leave-inl.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr dim_t word_bytes = packed_word_bits / 8;

// A word, with as many values as it has bits in memory.
#if HWY_MAX_BYTES >= 16
constexpr bool expands = true;
template <bool kByInstruction>
HWY_INLINE void expand_word(const uint8_t *bits, const uint8_t *values, uint8_t *to) {
  const hn::FixedTag<uint8_t, kByInstruction ? packed_word_bits : 8> d;
  if constexpr (kByInstruction) {
    hn::StoreU(hn::Expand(hn::LoadU(d, values), hn::LoadMaskBits(d, bits)), d, to);
  } else {
    for (dim_t i = 0; i < word_bytes; ++i) {
      const auto places = hn::Load(d, drivers::places_of_bits.of[bits[i]]);
      hn::StoreU(hn::TableLookupBytesOr0(hn::LoadU(d, values), places), d, to + 8 * i);
      values += hwy::PopCount(uint64_t(bits[i]));
    }
  }
}
#else
constexpr bool expands = false;
template <bool>
void expand_word(const uint8_t *, const uint8_t *, uint8_t *) {}
#endif

HWY_INLINE dim_t bits_of(const char *word) {
  uint64_t bits;
  std::memcpy(&bits, word, sizeof bits);
  return dim_t(hwy::PopCount(bits));
}

}  // namespace

expanded expand_row(const packed_row &row) noexcept {
  expanded done = {0, 0};
  if (!expands) return done;
  const char *word = row.bits;
  for (; done.words < row.first; ++done.words, word += word_bytes) done.values += bits_of(word);
  const auto *values = reinterpret_cast<const uint8_t *>(row.values);
  auto *to = reinterpret_cast<uint8_t *>(row.to);
  const dim_t end = row.end, count = row.count;
  const dim_t last = row.readable - dim_t(packed_word_bits);  // that a word may begin with
  for (; done.words < end; ++done.words, word += word_bytes, to += packed_word_bits) {
    const dim_t behind = done.values + bits_of(word);
    if (behind > count || done.values > last) break;
    expand_word<has_expansion>(reinterpret_cast<const uint8_t *>(word), values + done.values, to);
    done.values = behind;
  }
  leave_vectors();
  return done;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
