// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/planes.h"

#include <initializer_list>

#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/gemm/matrix_product.h"

namespace dnnlet::drivers {

refusal check_products_of_planes(const plan_request &request, const convolution_op &op) noexcept {
  const auto &parts = request.parts_as<product_parts>();
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  for (const memory_desc *md : {&op.src, &op.weights, &op.dst})
    if (md->data_type != dnnl_f32) return "types";
  if (!is_zero(op.bias) && op.bias.data_type != dnnl_f32) return "types";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (kinds_in(*request.attr)) return "attributes";
  if (is_any(op.src) || is_any(op.dst)) return "layout of src or diff_dst";
  return check_reach(op);
}

}  // namespace dnnlet::drivers
