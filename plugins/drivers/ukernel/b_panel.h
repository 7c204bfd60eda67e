// SPDX-License-Identifier: Apache-2.0
// A panel of B of a brgemm, where tiles do not read B where it lies.
#ifndef DNNLET_PLUGINS_DRIVERS_UKERNEL_B_PANEL_H
#define DNNLET_PLUGINS_DRIVERS_UKERNEL_B_PANEL_H

#include "core/kernel/ukernel.h"
#include "plugins/drivers/gemm/matrix_product.h"

namespace dnnlet::drivers {

// Whether B has the elements and groups that tiles read.
bool lies_as_read(const brgemm_op &op, const product &x) noexcept;
// Whether it does, or a panel that does can be made of it.
bool can_read_b(const brgemm_op &op, const multiply_backend &backend) noexcept;

struct b_format {
  const brgemm_op &op;
  const multiply_backend &backend;
  dim_t columns, steps;  // of a panel, of K
};
struct b_columns {
  const char *b;
  dim_t first, count;
};
// To a panel, in whole vectors, the last of which ends with zeros; by a stage of columns * 4
// values.
const char *read_b(const b_format &format, const b_columns &columns, char *panel,
                   float *stage) noexcept;

}  // namespace dnnlet::drivers

#endif
