// SPDX-License-Identifier: Apache-2.0
// Builds without verbose output.
#include "core/primitives/verbose.h"

namespace dnnlet {

void note_refusal(const primitive_desc &, const char *, refusal) noexcept {}
void note_creation(const primitive_desc &, int64_t) noexcept {}
void note_execution(const primitive_desc &, int64_t) noexcept {}

}  // namespace dnnlet
