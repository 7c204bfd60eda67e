// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/random.h"

#include <cstring>

namespace dnnlet::reference {

namespace {

struct block {
  uint32_t counter[4], key[2];
};

void mix(block &b) noexcept {
  const uint64_t a = uint64_t(0xD2511F53) * b.counter[0], c = uint64_t(0xCD9E8D57) * b.counter[2];
  b.counter[0] = uint32_t(c >> 32) ^ b.counter[1] ^ b.key[0];
  b.counter[1] = uint32_t(c);
  b.counter[2] = uint32_t(a >> 32) ^ b.counter[3] ^ b.key[1];
  b.counter[3] = uint32_t(a);
  b.key[0] += 0x9E3779B9;
  b.key[1] += 0xBB67AE85;
}

uint64_t integer_of(const run_context &context, int arg) noexcept {
  const dnnl_memory *memory = context.memory(arg);
  if (!memory) return 0;
  if (memory->md.data_type == dnnl_s64) {
    int64_t value;
    std::memcpy(&value, data_of(*memory), sizeof(value));
    return uint64_t(value);
  }
  return uint64_t(int64_t(load_element(memory->md.data_type, data_of(*memory), 0)));
}

// The bits of an f32 that `type` has no room for; 0 where it has all, or is not a float.
int dropped_bits(data_type type) noexcept {
  switch (type) {
    case dnnl_bf16: return 16;
    case dnnl_f16: return 13;
    case dnnl_f8_e4m3: return 20;
    case dnnl_f8_e5m2: return 21;
    default: return 0;
  }
}

struct float_range {
  double largest, smallest;  // the smallest is a normal number
};
float_range range_of(data_type type) noexcept {
  switch (type) {
    case dnnl_bf16: return {0x1.FEp127, 0x1p-126};
    case dnnl_f16: return {65504, 0x1p-14};
    case dnnl_f8_e4m3: return {448, 0x1p-6};
    default: return {57344, 0x1p-14};
  }
}

// Adds random bits below the last one that is kept, and cuts off. Numbers too small for the type
// become 0, too large ones its largest.
double round_randomly(double value, data_type type, uint32_t index, uint32_t seed) noexcept {
  const int dropped = dropped_bits(type);
  if (dropped == 0 || !(value == value)) return value;
  const bool is_byte = type_size(type) == 1;
  const uint32_t word = philox(is_byte ? index >> 2 : index >> 1, seed);
  const uint32_t noise =
      is_byte ? (word >> (index % 4 * 8) & 0xFF) << 13 : word >> (index % 2 * 16) & 0xFFFF;
  const uint32_t below = (uint32_t(1) << dropped) - 1;
  const float single = float(value);
  uint32_t bits;
  std::memcpy(&bits, &single, sizeof(bits));
  bits = (bits + (noise & below)) & ~below;
  float rounded;
  std::memcpy(&rounded, &bits, sizeof(rounded));
  const float_range range = range_of(type);
  const double x = double(rounded);
  if (x > range.largest) return range.largest;
  if (x < -range.largest) return -range.largest;
  return -range.smallest < x && x < range.smallest ? 0 : x;
}

}  // namespace

uint32_t philox(uint64_t index, uint64_t seed, uint64_t offset) noexcept {
  const uint64_t first = index & ~uint64_t(3);
  block b = {{uint32_t(offset), uint32_t(offset >> 32), uint32_t(first), uint32_t(first >> 32)},
             {uint32_t(seed), uint32_t(seed >> 32)}};
  for (int round = 0; round < 10; ++round) mix(b);
  return b.counter[index & 3];
}

uint32_t philox(uint32_t index, uint32_t seed) noexcept {
  const uint32_t first = index & ~uint32_t(3);
  block b = {{first, first + 1, first + 2, first + 3}, {seed, seed}};
  for (int round = 0; round < 10; ++round) mix(b);
  return b.counter[index & 3];
}

uint32_t philox_of_four(uint32_t index, uint32_t seed) noexcept {
  const uint32_t first = index & ~uint32_t(3);
  block b = {{first, first + 1, first, first + 3}, {seed, seed}};
  for (int round = 0; round < 10; ++round) mix(b);
  return b.counter[2];
}

dropout_values::dropout_values(const run_context &context) noexcept : how_(context.attr->dropout) {
  if (!how_.enabled) return;
  probability_ = load_element(dnnl_f32, context.data(DNNL_ARG_ATTR_DROPOUT_PROBABILITY), 0);
  probability_ = probability_ > 1 ? 1 : probability_ > 0 ? probability_ : 0;
  seed_ = integer_of(context, DNNL_ARG_ATTR_DROPOUT_SEED);
  if (how_.use_offset) offset_ = integer_of(context, DNNL_ARG_ATTR_DROPOUT_OFFSET);
  if (!how_.mask.empty()) mask_ = context.data(DNNL_ARG_ATTR_DROPOUT_MASK);
}

double dropout_values::apply(double value, const dim_t *index, dim_t offset) const noexcept {
  if (!how_.enabled) return value;
  const uint32_t drawn = offset_ != 0 ? philox(uint64_t(offset), seed_, offset_)
                                      : philox_of_four(uint32_t(offset), uint32_t(seed_));
  const bool stays = double(drawn) > double(UINT32_MAX) * probability_;
  if (mask_) store_element(dnnl_u8, mask_, offset_of(how_.mask[0], index), stays);
  return stays ? value / (1 - probability_) : 0;
}

rounding_writer::rounding_writer(const run_context &context, int arg, const tensor &output) noexcept
    : output_(output),
      is_stochastic_(rounding_of(*context.attr, arg) == dnnl_rounding_mode_stochastic) {
  if (is_stochastic_) seed_ = uint32_t(integer_of(context, DNNL_ARG_ATTR_ROUNDING_SEED));
}

void rounding_writer::set(const dim_t *index, double value) const noexcept {
  if (is_stochastic_) {
    const uint32_t offset = uint32_t(offset_of(output_.md(), index));
    value = round_randomly(value, output_.md().data_type, offset, seed_);
  }
  output_.set(index, value);
}

}  // namespace dnnlet::reference
