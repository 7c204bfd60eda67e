// SPDX-License-Identifier: Apache-2.0
// What the compiler may use beside Highway's target, which asks for nothing.
#ifndef DNNLET_ARM_INSTRUCTIONS
#define DNNLET_ARM_INSTRUCTIONS "arch=armv8.2-a+dotprod"
#endif
#undef HWY_TARGET_STR
#define HWY_TARGET_STR DNNLET_ARM_INSTRUCTIONS
#undef HWY_BEFORE_NAMESPACE
#define HWY_BEFORE_NAMESPACE() \
  HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR) \
  static_assert(true, "a semicolon follows")
#undef HWY_AFTER_NAMESPACE
#define HWY_AFTER_NAMESPACE() HWY_POP_ATTRIBUTES static_assert(true, "a semicolon follows")
#undef HWY_ATTR
#define HWY_ATTR __attribute__((target(HWY_TARGET_STR)))
