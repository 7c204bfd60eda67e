// SPDX-License-Identifier: Apache-2.0
// Products of matrices that become a tensor: what matmul, inner product and the like have in
// common. multiply makes sums, and finish takes them to dst, a few rows at a time, while they are
// in the cache of the worker that made them; where they are what dst holds, they are made there.
//
// The columns of C are dst's dimension gemm_tensors::columns, its rows the last other one, or all
// others where those follow each other at one distance; batches are what is left, in order.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_MATRIX_PRODUCT_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_MATRIX_PRODUCT_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/finish.h"
#include "plugins/drivers/gemm/multiply.h"

namespace dnnlet::drivers {

// What a row of a kernel table has for its parts.
struct product_parts {
  const gemm_backend *gemm;
  const multiply_backend *multiply;
  cpu_features prefers = 0;  // the row is for CPUs with these, where the product is the fastest
};

// Sums of a task, what it packs of A, and a panel of B stay in the L2 cache.
constexpr multiply_room product_room = {256 * 1024, 288 * 1024, 256 * 1024};
// Of bytes and pairs of bf16 in the longest vectors, which are multiplied so fast that packing
// counts, more rows meet what is packed: 4096x4096x4096 takes a seventh less, or a tenth.
constexpr multiply_room narrow_room = {432 * 1024, 432 * 1024, 256 * 1024};

struct product_plan {
  finish_plan finish;
  multiply_cut cut;    // of a problem whose sizes are known
  bool in_dst;         // sums are made there
  bool is_unknown;     // the cut is made when sizes are known
  size_t workers_at;   // in the scratchpad
  dim_t worker_bytes;  // of each of them
};

// Of a problem, whoever plans it sets m, n, k, a, b, b_values, panel_columns and batches, whose
// steps of C are those of dst; the rest follows from the tensors. Sizes may be unknown: then `p`
// has any, and `t.dst` only as many dimensions as there are.
refusal plan_matrix_product(plan_request &request, const product_parts &parts,
                            const gemm_tensors &t, const multiply_problem &p, bool is_unknown,
                            product_plan &plan) noexcept;

// Tensors and problem are those that were planned, with their data, and now of known sizes.
void run_matrix_product(const run_context &context, const product_parts &parts,
                        const gemm_tensors &t, const multiply_problem &p,
                        const product_plan &plan) noexcept;

}  // namespace dnnlet::drivers

#endif
