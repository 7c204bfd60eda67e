// SPDX-License-Identifier: Apache-2.0
// Builds without verbose output.
#include "core/primitives/verbose.h"

namespace dnnlet {

void note_refusal(const char *, const char *, refusal) noexcept {}
void note_creation(const primitive_desc &, int64_t) noexcept {}
void note_execution(const primitive_desc &, int64_t) noexcept {}
void note_gemm(const gemm_op &, const char *, int64_t) noexcept {}
void note_brgemm(const brgemm_op &, const char *, int64_t) noexcept {}
void note_transform(const transform_op &, const char *, int64_t) noexcept {}

}  // namespace dnnlet
