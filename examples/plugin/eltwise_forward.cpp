// SPDX-License-Identifier: Apache-2.0
// Kernels of eltwise_forward: the file has the operation's name.
#include "core/kernel/eltwise.h"
#include "core/kernel/kernel.h"

namespace dnnlet::my_plugin {

namespace {

// ReLU forward, f32:  dst[i] = src[i] > 0 ? src[i] : 0
//   src, dst f32[n]: dense and alike, the same buffer or disjoint
//   scratch 0 B; exact; oneDNN v3 eltwise_relu
refusal plan(plan_request &request) {
  const auto &op = request.problem<eltwise_op>();
  if (op.head.alg != dnnl_eltwise_relu || op.alpha != 0) return "not the plain ReLU";
  if (op.data.data_type != dnnl_f32 || op.dst.data_type != dnnl_f32) return "types";
  if (!is_dense(op.data) || !equal(op.data, op.dst)) return "layouts";
  if (kinds_in(*request.attr) != 0) return "attributes";
  return accepted;
}

void run(const run_context &context) {
  const auto &op = context.problem<eltwise_op>();
  const float *src = context.first<const float>(DNNL_ARG_SRC, op.data);
  float *dst = context.first<float>(DNNL_ARG_DST, op.dst);
  const dim_t n = elements(op.dst), piece = 4096;
  parallel_for(context.workers, (n + piece - 1) / piece, [&](int64_t number, int) {
    const dim_t end = (number + 1) * piece < n ? (number + 1) * piece : n;
    for (dim_t i = number * piece; i < end; ++i) dst[i] = src[i] > 0 ? src[i] : 0;
  });
}

constexpr kernel rows[] = {{"my_plugin:relu_f32", plan, run}};

}  // namespace

extern const kernel_rows eltwise_forward = all_of(rows);

}  // namespace dnnlet::my_plugin
