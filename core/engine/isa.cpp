// SPDX-License-Identifier: Apache-2.0
#include "core/engine/isa.h"

#include "core/support/environment.h"

namespace dnnlet {

namespace {

constexpr cpu_features avx2_needs = cpu::avx2 | cpu::fma;
constexpr cpu_features avx512_needs =
    avx2_needs | cpu::avx512f | cpu::avx512cd | cpu::avx512dq | cpu::avx512bw | cpu::avx512vl;
constexpr cpu_features vnni_needs = avx512_needs | cpu::avx512vnni;

constexpr cpu_features bf16_needs = vnni_needs | cpu::avx512bf16;

constexpr isa_row rows[] = {
    {dnnl_cpu_isa_default, "cpu_isa_default", 0},
    {dnnl_cpu_isa_sse41, "cpu_isa_sse41", cpu::sse4_1},
    {dnnl_cpu_isa_avx, "cpu_isa_avx", cpu::avx},
    {dnnl_cpu_isa_avx2, "cpu_isa_avx2", avx2_needs},
    {dnnl_cpu_isa_avx2_vnni, "cpu_isa_avx2_vnni", avx2_needs | cpu::avxvnni},
    {dnnl_cpu_isa_avx2_vnni_2, "cpu_isa_avx2_vnni_2", 0},
    {dnnl_cpu_isa_avx512_core, "cpu_isa_avx512_core", avx512_needs},
    {dnnl_cpu_isa_avx512_core_vnni, "cpu_isa_avx512_core_vnni", vnni_needs},
    {dnnl_cpu_isa_avx512_core_bf16, "cpu_isa_avx512_core_bf16", bf16_needs},
    {dnnl_cpu_isa_avx10_1_512, "cpu_isa_avx10_1_512", 0},
    {dnnl_cpu_isa_avx512_core_fp16, "cpu_isa_avx512_core_fp16", 0},
    {dnnl_cpu_isa_avx10_1_512_amx, "cpu_isa_avx10_1_512_amx", 0},
    {dnnl_cpu_isa_avx512_core_amx, "cpu_isa_avx512_core_amx", bf16_needs | cpu::amx},
    {dnnl_cpu_isa_avx10_1_512_amx_fp16, "cpu_isa_avx10_1_512_amx_fp16", 0},
    {dnnl_cpu_isa_avx512_core_amx_fp16, "cpu_isa_avx512_core_amx_fp16", 0},
    {dnnl_cpu_isa_avx10_2, "cpu_isa_avx10_2", 0},
    {dnnl_cpu_isa_avx10_2_512, "cpu_isa_avx10_2_512", 0},
    {dnnl_cpu_isa_avx10_2_amx_2, "cpu_isa_avx10_2_amx_2", 0},
    {dnnl_cpu_isa_avx10_2_512_amx_2, "cpu_isa_avx10_2_512_amx_2", 0},
};
constexpr int prefix_length = 8;  // of "cpu_isa_"

bool are_same_names(const char *a, const char *b) noexcept {
  while (*a && same_but_for_case(*a, *b)) ++a, ++b;
  return *a == *b;
}

}  // namespace

const isa_row *find_isa(int value) noexcept {
  for (const isa_row &row : rows)
    if (int(row.isa) == value) return &row;
  return nullptr;
}

const isa_row *find_isa(const char *name) noexcept {
  if (are_same_names(name, "all")) return &rows[0];
  for (const isa_row &row : rows)
    if (are_same_names(name, row.name + prefix_length)) return &row;
  return nullptr;
}

dnnl_cpu_isa_t best_isa(cpu_features have, unsigned cap) noexcept {
  dnnl_cpu_isa_t best = dnnl_cpu_isa_default;
  for (const isa_row &row : rows)
    if (row.needs != 0 && (row.needs & ~have) == 0 && admits(cap, unsigned(row.isa)))
      best = row.isa;
  return best;
}

}  // namespace dnnlet
