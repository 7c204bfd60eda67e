// SPDX-License-Identifier: Apache-2.0
// What draws random numbers: dropout, and stochastic rounding. The numbers are those of oneDNN,
// made of the seed and an element's offset by the Philox generator of ten rounds (Salmon et al.,
// "Parallel random numbers: as easy as 1, 2, 3", 2011).
#ifndef DNNLET_PLUGINS_REFERENCE_RANDOM_H
#define DNNLET_PLUGINS_REFERENCE_RANDOM_H

#include "core/support/built_types.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

// Word index % 4 of the block of four that index belongs to.
uint32_t philox(uint64_t index, uint64_t seed, uint64_t offset) noexcept;
// The same with 32 bits of seed, and no offset: what is rounded by.
uint32_t philox(uint32_t index, uint32_t seed) noexcept;
// One number for four neighbours: what oneDNN 3.12 drops by where the offset is 0, however long the
// seed is.
uint32_t philox_of_four(uint32_t index, uint32_t seed) noexcept;

// Drops elements of dst: value / (1 - p) with probability 1 - p, or else 0.
class dropout_values {
 public:
  explicit dropout_values(const run_context &context) noexcept;

  // For the element at dst[index], which lies at `offset`. Writes the mask where there is one.
  double apply(double value, const dim_t *index, dim_t offset) const noexcept;

 private:
  const dropout &how_;
  double probability_ = 0;
  uint64_t seed_ = 0, offset_ = 0;
  void *mask_ = nullptr;
};

// Writes elements of an output, rounded as the attributes say.
class rounding_writer {
 public:
  rounding_writer(const run_context &context, int arg, const tensor &output) noexcept;

  void set(const dim_t *index, double value) const noexcept;

 private:
  const tensor &output_;
  type_flag<has_types_beside_f32> is_stochastic_;
  uint32_t seed_ = 0;
};

}  // namespace dnnlet::reference

#endif
