// SPDX-License-Identifier: Apache-2.0
// Convolutions of planes as convolutions of channels last: what is read is transposed before, and
// what is written afterwards.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_TRANSPOSED_PLANES_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_TRANSPOSED_PLANES_H

#include "core/kernel/convolution.h"
#include "core/kernel/nested.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/tensors.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

enum class convolution_pass { forward, backward_data, backward_weights };
constexpr convolution_pass pass_of(bool forward) noexcept {
  return forward ? convolution_pass::forward : convolution_pass::backward_data;
}

// Whether it is faster so than from plane to plane. Of src and dst, no layout may be `any` still.
bool is_faster_so(const convolution_op &op, convolution_pass pass) noexcept;
inline bool is_faster_transposed(const convolution_op &op, convolution_pass pass) noexcept {
  return has_large_caches && is_faster_so(op, pass);
}

// While it lives, the layouts of `op` are those of the transposed tensors, for which the scratchpad
// has room: it lives from before the driver asks for any of its own.
class transposed_layouts {
 public:
  transposed_layouts(plan_request &request, convolution_op &op) noexcept;
  ~transposed_layouts();
  transposed_layouts(const transposed_layouts &) = delete;
  transposed_layouts &operator=(const transposed_layouts &) = delete;

 private:
  convolution_op &op_;
  const memory_desc src_, dst_;
};

// Runs a driver with tensors as they are, or transposed.
using run_driver = void (*)(const run_context &context, const convolution_op &op,
                            const gemm_tensors &t, convolution_pass pass) noexcept;
void run_transposed(const run_context &context, const convolution_op &op, const gemm_tensors &t,
                    convolution_pass pass, run_driver run) noexcept;
inline void run_either_way(const run_context &context, const convolution_op &op,
                           const gemm_tensors &t, convolution_pass pass, run_driver run) noexcept {
  if (is_faster_transposed(op, pass)) return run_transposed(context, op, t, pass, run);
  run(context, op, t, pass);
}

}  // namespace dnnlet::drivers

#endif
