// SPDX-License-Identifier: Apache-2.0
// Shuffles as copies.
#ifndef DNNLET_PLUGINS_DRIVERS_SHUFFLE_SHUFFLE_H
#define DNNLET_PLUGINS_DRIVERS_SHUFFLE_SHUFFLE_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// The axis as two dimensions, which change places; the parts of a row are nest_functions of
// reorder.
// Rows of groups x n elements become n x groups, or the other way round.
struct interleaved_rows {
  const char *from;
  char *to;
  size_t n, rows;
};
using interleaving_function = void (*)(const interleaved_rows &);
struct shuffle_backend {
  // `joins`: to[i * groups + g] = from[g * n + i]; else the other way round. Null where groups are
  // many, or n is less than a vector.
  interleaving_function (*find)(size_t size, int64_t groups, int64_t n, bool joins) noexcept;
};

// Row-major tensors.
refusal plan_shuffle_rows(plan_request &request);
void run_shuffle_rows(const run_context &context);

refusal plan_shuffle_transpose(plan_request &request);
void run_shuffle_transpose(const run_context &context);

// Blocks of the axis innermost: a table says where each element of a block comes from.
refusal plan_shuffle_blocks(plan_request &request);
void run_shuffle_blocks(const run_context &context);

}  // namespace dnnlet::drivers

#endif
