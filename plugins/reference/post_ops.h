// SPDX-License-Identifier: Apache-2.0
// Post-ops on one element: value = op(value) for each of them in order.
#ifndef DNNLET_PLUGINS_REFERENCE_POST_OPS_H
#define DNNLET_PLUGINS_REFERENCE_POST_OPS_H

#include "plugins/reference/walk.h"

namespace dnnlet::reference {

// The element of an operand that is broadcast to `index`: extent one repeats.
inline double get_broadcast(const tensor &operand, const dim_t *index) noexcept {
  dim_t at[max_ndims];
  for (int d = 0; d < operand.md().ndims; ++d) at[d] = operand.md().dims[d] == 1 ? 0 : index[d];
  return operand.get(at);
}

class post_op_chain {
 public:
  // `dst` is what the operands are broadcast to.
  post_op_chain(const run_context &context, const memory_desc &dst) noexcept
      : context_(context), dst_(dst) {}

  // What becomes of `value` on its way to dst[index]. A sum reads what is in `dst` there.
  // Ends before the depthwise convolution, if there is one, or begins after it.
  double apply(double value, const tensor &dst, const dim_t *index) const noexcept {
    return apply(value, dst, index, 0, context_.attr->post_ops.entries.count);
  }
  double apply(double value, const tensor &dst, const dim_t *index, int begin,
               int end) const noexcept;

 private:
  const run_context &context_;
  const memory_desc &dst_;
};

double binary_value(dnnl_alg_kind_t alg, double a, double b, bool condition) noexcept;

}  // namespace dnnlet::reference

#endif
