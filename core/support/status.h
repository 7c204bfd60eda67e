// SPDX-License-Identifier: Apache-2.0
// Failing with a reason. Every refusal of the library goes through these functions, so that the
// sentence reaches the diagnostics callback and, in hosted builds, the verbose output.
#ifndef DNNLET_CORE_SUPPORT_STATUS_H
#define DNNLET_CORE_SUPPORT_STATUS_H

#include <cstdint>

#include "core/support/text.h"
#include "oneapi/dnnl/dnnl_types.h"

namespace dnnlet {

using status = dnnl_status_t;
using dim_t = dnnl_dim_t;

// Delivers the sentence made of `parts` and returns `code`.
status report(status code, const text_part *parts, int count) noexcept;

template <class... Parts>
status fail(status code, const Parts &...parts) noexcept {
  const text_part list[] = {text_part(parts)...};
  return report(code, list, int(sizeof...(Parts)));
}

template <class... Parts>
status invalid(const Parts &...parts) noexcept {
  return fail(dnnl_invalid_arguments, parts...);
}

template <class... Parts>
status unimplemented(const Parts &...parts) noexcept {
  return fail(dnnl_unimplemented, parts...);
}

inline status null_argument(const char *function, const char *argument) noexcept {
  return invalid(function, ": ", argument, " is null");
}

status out_of_memory(const char *what, size_t bytes) noexcept;

// A sentence about a call that succeeds, to the same hearers: with dnnl_success.
void remark(const char *sentence) noexcept;

// Who hears of failures; a null function means nobody.
using diagnostics_fn = void (*)(void *context, status code, const char *sentence);
void set_diagnostics(diagnostics_fn function, void *context) noexcept;

}  // namespace dnnlet

#define DNNLET_CHECK(expression) \
  do { \
    const dnnl_status_t dnnlet_status_ = (expression); \
    if (dnnlet_status_ != dnnl_success) return dnnlet_status_; \
  } while (0)

#endif
