// SPDX-License-Identifier: Apache-2.0
// Verbose output about primitives, in oneDNN's line format.
#ifndef DNNLET_CORE_PRIMITIVES_VERBOSE_H
#define DNNLET_CORE_PRIMITIVES_VERBOSE_H

#include "core/kernel/gemm.h"
#include "core/kernel/ukernel.h"
#include "core/primitives/primitive_desc.h"

namespace dnnlet {

// Times are log_clock()'s.
void note_refusal(const char *what, const char *kernel, refusal reason) noexcept;
void note_creation(const primitive_desc &pd, int64_t start) noexcept;
void note_execution(const primitive_desc &pd, int64_t start) noexcept;
void note_gemm(const gemm_op &op, const char *kernel, int64_t start) noexcept;
void note_brgemm(const brgemm_op &op, const char *kernel, int64_t start) noexcept;
void note_transform(const transform_op &op, const char *kernel, int64_t start) noexcept;

}  // namespace dnnlet

#endif
