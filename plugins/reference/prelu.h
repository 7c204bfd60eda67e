// SPDX-License-Identifier: Apache-2.0
// Which weight an element of PReLU goes with.
#ifndef DNNLET_PLUGINS_REFERENCE_PRELU_H
#define DNNLET_PLUGINS_REFERENCE_PRELU_H

#include "core/kernel/prelu.h"
#include "plugins/reference/lines.h"

namespace dnnlet::reference {

struct prelu_weight {
  dim_t at[max_ndims];
};
inline prelu_weight weight_index(const prelu_op &op, const dim_t *index) noexcept {
  prelu_weight w;
  for (int d = 0; d < op.weights.ndims; ++d) w.at[d] = op.weights.dims[d] == 1 ? 0 : index[d];
  return w;
}

}  // namespace dnnlet::reference

#endif
