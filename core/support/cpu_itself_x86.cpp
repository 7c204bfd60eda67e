// SPDX-License-Identifier: Apache-2.0
// CPUID, and XGETBV for the registers that the operating system saves. Intel 64 and IA-32
// Architectures Software Developer's Manual, volume 2A, CPUID; volume 1, sections 14.3 and 18.
#include <cpuid.h>

#include <atomic>

#include "core/support/cpu_itself.h"

namespace dnnlet {

namespace {

struct cpuid_registers {
  unsigned eax, ebx, ecx, edx;
};

// Zeros for a leaf that the CPU does not have.
cpuid_registers cpuid(unsigned leaf, unsigned sub_leaf = 0) noexcept {
  cpuid_registers r = {};
  if (!__get_cpuid_count(leaf, sub_leaf, &r.eax, &r.ebx, &r.ecx, &r.edx)) return {};
  return r;
}

cpu::registers saved_registers(unsigned leaf_1_ecx) noexcept {
  constexpr unsigned has_xgetbv = 1u << 27, ymm_bits = 0x06, zmm_bits = 0xE6;
  if ((leaf_1_ecx & has_xgetbv) == 0) return cpu::any;
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & zmm_bits) == zmm_bits) return cpu::zmm;
  return (low & ymm_bits) == ymm_bits ? cpu::ymm : cpu::any;
}

// "AuthenticAMD": no other vendor's name begins so.
bool is_amd() noexcept {
  return cpuid(0).ebx == 0x68747541;
}

cpu_features ask() noexcept {
  const cpuid_registers leaf_1 = cpuid(1), leaf_7 = cpuid(7), leaf_7_1 = cpuid(7, 1);
  cpu::answers a = {};
  a.words[cpu::leaf_1_ecx] = leaf_1.ecx;
  a.words[cpu::leaf_7_ebx] = leaf_7.ebx;
  a.words[cpu::leaf_7_ecx] = leaf_7.ecx;
  a.words[cpu::leaf_7_1_eax] = leaf_7_1.eax;
  a.words[cpu::extended_leaf_1_ecx] = cpuid(0x80000001).ecx;
  a.saved = saved_registers(leaf_1.ecx);
  const cpu_features found = cpu::features_of(a);
  return found | ((found & cpu::avx512bf16) != 0 && is_amd() ? cpu::fast_bf16_dot : 0) |
         cpu_features(may_use_amx()) << cpu::amx_index;
}

}  // namespace

// Linux's "Using XSTATE features in user space applications": it permits what there is, to those
// who ask. Once, since what was permitted remains so. All CPUs with tiles have those products of
// them.
bool may_use_amx() noexcept {
#if defined(__linux__) && defined(__x86_64__)
  static std::atomic<signed char> known{0};
  signed char may = known.load(std::memory_order_relaxed);
  if (may == 0) {
    constexpr long arch_prctl = 158, request_permission = 0x1023, tile_data = 18;
    long failure;
    __asm__ volatile("syscall"
                     : "=a"(failure)
                     : "0"(arch_prctl), "D"(request_permission), "S"(tile_data)
                     : "rcx", "r11", "memory");
    may = failure ? 2 : 1;
    known.store(may, std::memory_order_relaxed);
  }
  return may == 1;
#else
  return false;
#endif
}

bool sve_power_of_two() noexcept {
  return false;
}

// Asked once: in a virtual machine each CPUID takes microseconds.
cpu_features ask_cpu_itself() noexcept {
  constexpr cpu_features is_known = cpu_features(1) << 63;
  static_assert(cpu::feature_count < 63);
  static std::atomic<cpu_features> known{0};  // no guard: initialised at compile time
  cpu_features found = known.load(std::memory_order_relaxed);
  if (found == 0) {
    found = ask() | is_known;
    known.store(found, std::memory_order_relaxed);
  }
  return found & ~is_known;
}

}  // namespace dnnlet
