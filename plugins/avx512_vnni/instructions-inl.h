// SPDX-License-Identifier: Apache-2.0
// What the compiler may use beside Highway's target.
#undef HWY_TARGET_STR
#define HWY_TARGET_STR HWY_TARGET_STR_AVX3 ",avx512vnni"
