// SPDX-License-Identifier: Apache-2.0
// Tiles of f16 by f16 (plugins/drivers/gemm/tile.h) whose sums are f16 for some steps, and are then
// added up in f32: twice the products of f32 in an instruction.
//   A: kRows rows, a_row bytes apart; B: rows of kVectors vectors; C, start: rows of sums in f32;
//   no alignment is needed, and C may be start
//   scratch 0 B (kRows * kVectors vectors of f32 of stack)
//   error: (steps_in_f16 + 1) / 2 units of f16 of the sum of the products' magnitudes; a sum of
//   steps_in_f16 products beyond 65504 is infinite
#include <arm_neon.h>

#include "core/support/arithmetic.h"
#include "core/support/built_types.h"
#include "plugins/drivers/gemm/make_tiles.h"
#include "plugins/kernels/support/simd-inl.h"
#include "plugins/neon_fp16/kernels/gemm/f16_sums.h"
#include "tuning.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::element;
using drivers::tile_args;
using drivers::tile_table;

struct dot_f16 {
  static constexpr element of = element::f16;
  static constexpr int group = 1;
};

namespace {

constexpr size_t steps_in_f16 = 32;
constexpr int lanes = 8;          // columns of a vector
constexpr ptrdiff_t vector = 16;  // bytes

template <int kRows, int kVectors>
struct f16_sums {
  float16x8_t of[kRows][kVectors];

  HWY_INLINE void clear() {
    HWY_UNROLL(8)
    for (int r = 0; r < kRows; ++r) {
      HWY_UNROLL(3)
      for (int v = 0; v < kVectors; ++v) of[r][v] = vdupq_n_f16(0);
    }
  }
};
template <int kRows, int kVectors>
struct f32_sums {
  float of[kRows][kVectors * lanes];
};

HWY_INLINE float16x8_t load(const char *p) {
  return vreinterpretq_f16_u16(vld1q_u16(reinterpret_cast<const uint16_t *>(p)));
}

template <int kRows, int kVectors>
HWY_INLINE void multiply_add(const tile_args &t, const char *a, const char *b,
                             f16_sums<kRows, kVectors> &sums) {
  float16x8_t columns[kVectors];
  HWY_UNROLL(3)
  for (int v = 0; v < kVectors; ++v) columns[v] = load(b + v * vector);
  HWY_UNROLL(8)
  for (int r = 0; r < kRows; ++r) {
    const float16_t x = *reinterpret_cast<const float16_t *>(a + r * t.a_row);
    HWY_UNROLL(3)
    for (int v = 0; v < kVectors; ++v) sums.of[r][v] = vfmaq_n_f16(sums.of[r][v], columns[v], x);
  }
}

template <int kRows, int kVectors>
HWY_INLINE void add_up(f16_sums<kRows, kVectors> &from, f32_sums<kRows, kVectors> &to) {
  HWY_UNROLL(8)
  for (int r = 0; r < kRows; ++r) {
    HWY_UNROLL(3)
    for (int v = 0; v < kVectors; ++v) {
      float *sum = to.of[r] + v * lanes;
      const float16x8_t x = from.of[r][v];
      vst1q_f32(sum, vaddq_f32(vld1q_f32(sum), vcvt_f32_f16(vget_low_f16(x))));
      vst1q_f32(sum + 4, vaddq_f32(vld1q_f32(sum + 4), vcvt_f32_f16(vget_high_f16(x))));
    }
  }
  from.clear();
}

// Taps with few steps have sums together.
template <int kRows, int kVectors>
HWY_INLINE void take_taps(const tile_args &t, f32_sums<kRows, kVectors> &sums) {
  f16_sums<kRows, kVectors> part;
  part.clear();
  size_t left = steps_in_f16;
  for (size_t i = 0; i < t.tap_count; ++i) {
    const char *a = t.a + t.taps[i].a, *b = t.b + t.taps[i].b;
    for (size_t k = 0; k < t.steps;) {
      const size_t count = min(left, t.steps - k);
      for (size_t n = count; n > 0; --n, a += t.a_step, b += t.b_step) multiply_add(t, a, b, part);
      k += count;
      left -= count;
      if (left > 0) continue;
      add_up(part, sums);
      left = steps_in_f16;
    }
  }
  if (left < steps_in_f16) add_up(part, sums);
}

}  // namespace

HWY_INLINE float32x4_t apply(const drivers::fused_relu &relu, float32x4_t x) {
  const float32x4_t zero = vdupq_n_f32(0), one = vdupq_n_f32(1);
  if (relu.gates) {
    const float32x4_t z = vfmaq_f32(vdupq_n_f32(relu.beta), x, vdupq_n_f32(relu.alpha));
    const float32x4_t above = vbslq_f32(vcgtq_f32(zero, z), zero, z);
    return vmulq_f32(x, vbslq_f32(vcltq_f32(one, above), one, above));
  }
  if (relu.clips) return vminq_f32(vdupq_n_f32(relu.beta), vmaxnmq_f32(x, zero));
  return vbslq_f32(vcleq_f32(x, zero), vmulq_f32(x, vdupq_n_f32(relu.alpha)), x);
}

template <class Dot, int kRows, int kVectors>
void f16_tile(const tile_args &t) {
  constexpr int columns = kVectors * lanes;
  f32_sums<kRows, kVectors> sums;
  const auto *start = static_cast<const float *>(t.start);
  for (int r = 0; r < kRows; ++r, start += t.start_row)
    __builtin_memcpy(sums.of[r], start, sizeof(sums.of[r]));
  take_taps(t, sums);
  auto *c = static_cast<float *>(t.c);
  const drivers::fused_relu relu = t.relu;
  // Row by row: a vector's columns behind the panel's are where the next row begins.
  for (int r = 0; r < kRows; ++r, c += t.c_row)
    for (int i = 0; i < columns; i += 4) {
      const float32x4_t x = vld1q_f32(sums.of[r] + i);
      vst1q_f32(c + i, relu.on ? apply(relu, x) : x);
    }
}

namespace {

struct f16_tiles {
  template <int kRows, int kVectors>
  static constexpr drivers::tile_function function() {
    return f16_tile<dot_f16, kRows, kVectors>;
  }
};

constexpr bool has_f16 = has_type(dnnl_f16);
constexpr tile_table tiles = drivers::make_tiles<f16_tiles, has_f16>(tuning::tile_rows());

}  // namespace

extern const product f16_by_f16 = {
    has_f16 ? &tiles : nullptr, dot_f16::of, dot_f16::of, dot_f16::group, false, nullptr, true};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
