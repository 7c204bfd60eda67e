// SPDX-License-Identifier: Apache-2.0
// Every type, struct layout and signature is what the tables say. Nothing runs: compiling is the
// check, and a message names what differs.
#include <cstddef>
#include <type_traits>

#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_debug.h"
#include "oneapi/dnnl/dnnl_threadpool.h"
#include "oneapi/dnnl/dnnl_ukernel.h"

// Handles are pointers to an opaque struct, and to the same struct as const.
#define HANDLE(object) \
  static_assert(std::is_same<dnnl_##object##_t, struct dnnl_##object *>::value, #object "_t"); \
  static_assert(std::is_same<const_dnnl_##object##_t, const struct dnnl_##object *>::value, \
                "const " #object "_t");

#define ENUM(name) static_assert(std::is_enum<name>::value, #name);

#define ENUMERATOR(enumeration, name) \
  static_assert(std::is_same<decltype(name), enumeration>::value, #name " is a " #enumeration);

#define UNSIGNED(macro) \
  static_assert(std::is_same<decltype(macro), unsigned>::value, #macro " is unsigned");

#define LAYOUT(name) \
  static_assert(sizeof(name) == sizeof(expected_##name), "size of " #name); \
  static_assert(alignof(name) == alignof(expected_##name), "alignment of " #name); \
  static_assert(std::is_trivial<name>::value && std::is_standard_layout<name>::value, #name);

#define MEMBER(name, type, member) \
  static_assert(std::is_same<decltype(name::member), type>::value, #name "::" #member); \
  static_assert(offsetof(name, member) == offsetof(expected_##name, member), \
                "offset of " #name "::" #member);

#define SIGNATURE(result, name, parameters) \
  static_assert(std::is_same<decltype(&name), result(*) parameters>::value, #name);

#include "functions.inc"
#include "types.inc"

static_assert(std::is_same<dnnl_dim_t, int64_t>::value, "dnnl_dim_t");
static_assert(std::is_same<dnnl_dims_t, dnnl_dim_t[12]>::value, "dnnl_dims_t");
static_assert(std::is_same<decltype(DNNL_RUNTIME_F32_VAL_REP.u), unsigned>::value, "u");
static_assert(std::is_same<decltype(DNNL_RUNTIME_F32_VAL_REP.f), float>::value, "f");
static_assert(std::is_same<decltype(DNNL_RUNTIME_SIZE_VAL), size_t>::value, "size");
static_assert(std::is_same<decltype(DNNL_RUNTIME_S32_VAL), const int>::value, "s32");
