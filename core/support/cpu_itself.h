// SPDX-License-Identifier: Apache-2.0
// What the CPU tells of itself, without an operating system's files: CPUID on x86, the bits that
// Linux hands to every program (AT_HWCAP) on Arm. For places where cpuinfo fails, as it does where
// there is no /proc.
#ifndef DNNLET_CORE_SUPPORT_CPU_ITSELF_H
#define DNNLET_CORE_SUPPORT_CPU_ITSELF_H

#include "core/support/cpu_features.h"

namespace dnnlet {

namespace cpu {

// The words that are asked for. Those of other architectures are 0.
enum word : uint8_t {
  no_word,
  leaf_1_ecx,  // of CPUID; leaf_7_1: leaf 7, sub-leaf 1; extended: from 0x80000000 on
  leaf_7_ebx,
  leaf_7_ecx,
  leaf_7_1_eax,
  extended_leaf_1_ecx,
  hwcap,
  hwcap2,
  word_count
};

// Registers that the operating system has to save, or the feature is none.
enum registers : uint8_t { any, ymm, zmm };

struct feature_bit {
  cpu::word word;
  uint8_t bit;
  cpu::registers needs;
};

// The third column of DNNLET_CPU_FEATURES.
constexpr feature_bit x86(word w, int bit, registers needs = any) {
  return {w, uint8_t(bit), needs};
}
// 32-bit Arm numbers these bits differently; -1: no plugin of its asks.
constexpr feature_bit arm(word w, int bit, int bit_of_32 = -1) {
  const int here = sizeof(void *) == 8 ? bit : bit_of_32;
  return here < 0 ? feature_bit{no_word, 0, any} : feature_bit{w, uint8_t(here), any};
}
// What no bit tells: ask_cpu_itself() finds it out.
constexpr feature_bit derived = {no_word, 0, any};

struct answers {
  uint64_t words[word_count];
  registers saved;
};

cpu_features features_of(const answers &a) noexcept;

}  // namespace cpu

// 0 for architectures that cannot be asked.
cpu_features ask_cpu_itself() noexcept;

// Whether there is AMX, for bf16 and bytes, and this process may use it: Linux has to be asked.
bool may_use_amx() noexcept;

// Whether the calling thread's vectors of SVE, which there must be, have 2^n bits. Linux lets every
// thread choose their length; unless a program does, all have the same.
bool sve_power_of_two() noexcept;

}  // namespace dnnlet

#endif
