// SPDX-License-Identifier: Apache-2.0
// Compiled once for each plugin, like a kernel.
#include "peak_loops.h"

#include <type_traits>

#include "plugins/kernels/gemm/quads-inl.h"
#include "plugins/kernels/support/kernel_name.h"
#include "plugins/kernels/support/simd-inl.h"
#include "tuning.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using f32_tag = hn::ScalableTag<float>;

struct multiply_f32 {
  static constexpr size_t products_per_lane = 1;
  static constexpr bool is_one_instruction = true;
  using tag = f32_tag;
  using first_tag = f32_tag;
  using second_tag = f32_tag;
  template <class V, class X, class Y>
  static HWY_INLINE V add(X x, Y y, V sum) {
    return hn::MulAdd(x, y, sum);
  }
};

#if HWY_NATIVE_DOT_BF16
struct multiply_bf16 {
  static constexpr size_t products_per_lane = 2;
  static constexpr bool is_one_instruction = true;
  using tag = f32_tag;
  using first_tag = hn::Repartition<hwy::bfloat16_t, f32_tag>;
  using second_tag = first_tag;
  template <class V, class X, class Y>
  static HWY_INLINE V add(X x, Y y, V sum) {
    V other = hn::Zero(tag());  // where there is an instruction for it, it leaves this alone
    return hn::ReorderWidenMulAccumulate(tag(), x, y, sum, other);
  }
};
#endif

#if HWY_TARGET != HWY_SCALAR
struct multiply_int8 {
  [[maybe_unused]] static constexpr size_t products_per_lane = 4;
  [[maybe_unused]] static constexpr bool is_one_instruction = false;
  using tag = hn::ScalableTag<int32_t>;
  using first_tag = hn::Repartition<uint8_t, tag>;
  using second_tag = hn::Repartition<int8_t, tag>;
  template <class V, class X, class Y>
  static HWY_INLINE V add(X x, Y y, V sum) {
#if HWY_ARCH_X86
    return add_quads(x, y, sum);  // of plugins with an instruction that Highway does not use, too
#else
    return hn::SumOfMulQuadAccumulate(tag(), x, y, sum);
#endif
  }
};

// Bytes that were widened before.
struct multiply_s16 {
  [[maybe_unused]] static constexpr size_t products_per_lane = 2;
  [[maybe_unused]] static constexpr bool is_one_instruction = false;
  using tag = hn::ScalableTag<int32_t>;
  using first_tag = hn::Repartition<int16_t, tag>;
  using second_tag = first_tag;
  template <class V, class X, class Y>
  static HWY_INLINE V add(X x, Y y, V sum) {
    return hn::Add(sum, hn::WidenMulPairwiseAdd(tag(), x, y));
  }
};

constexpr bool goes_by_pairs = tuning::int8_dot == int8_form::pairs;
using multiply_bytes = std::conditional_t<goes_by_pairs, multiply_s16, multiply_int8>;
#endif

// As many chains as two units with a latency of six need, and no more than 16 registers hold.
constexpr size_t chains = 12;
volatile double sink;

template <class Multiply, class Y, class... Sum>
HWY_INLINE void repeat(size_t rounds, const void *operands, Y y, Sum &...sum) {
  if constexpr (sizeof...(Sum) < chains) {
    // Chains that begin alike would be one.
    using sum_tag = typename Multiply::tag;
    const auto *start = static_cast<const hn::TFromD<sum_tag> *>(operands);
    auto next = hn::LoadU(sum_tag(), start + sizeof...(Sum) * hn::Lanes(sum_tag()));
    repeat<Multiply>(rounds, operands, y, sum..., next);
  } else {
    const typename Multiply::first_tag d;
    using element = hn::TFromD<typename Multiply::first_tag>;
    const element *from = static_cast<const element *>(operands);
    const auto x = hn::LoadU(d, from);
    for (; rounds > 0; --rounds) {
      if constexpr (Multiply::is_one_instruction) {
        ((sum = Multiply::add(x, y, sum)), ...);
      } else {
        // Of several instructions, some could be done once for all chains and rounds if the operand
        // were the same: read another one each time.
        __asm__ volatile("" : "+r"(operands) : : "memory");
        from = static_cast<const element *>(operands);
        ((sum = Multiply::add(hn::LoadU(d, from), y, sum), from += hn::Lanes(d)), ...);
      }
    }
    double total = 0;
    ((total += double(hn::GetLane(sum))), ...);
    sink = total;
  }
}

template <class Multiply>
double run(size_t rounds) {
  alignas(64) static unsigned char operands[chains * HWY_MAX_BYTES];
  const void *unknown = operands;
  __asm__ volatile("" : "+r"(unknown) : : "memory");
  const typename Multiply::second_tag d;
  const auto y =
      hn::LoadU(d, static_cast<const hn::TFromD<typename Multiply::second_tag> *>(unknown));
  repeat<Multiply>(rounds, unknown, y);
  const size_t lanes = hn::Lanes(typename Multiply::tag());
  return 2.0 * double(rounds * chains * lanes * Multiply::products_per_lane);
}

}  // namespace

extern const ::bench::peak_loops bench_peak_loops;
const ::bench::peak_loops bench_peak_loops = {DNNLET_TEXT(DNNLET_PLUGIN), DNNLET_BENCH_PEER_ISA,
                                              run<multiply_f32>,
#if HWY_NATIVE_DOT_BF16
                                              run<multiply_bf16>,
#else
                                              nullptr,
#endif
#if HWY_TARGET != HWY_SCALAR
                                              run<multiply_bytes>
#else
                                              nullptr
#endif
};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
