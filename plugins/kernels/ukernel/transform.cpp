// SPDX-License-Identifier: Apache-2.0
// B to blocks of columns; five facts: plugins/drivers/ukernel/transform.cpp.
#include "plugins/drivers/ukernel/ukernel.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("transform"), drivers::plan_transform, drivers::run_transform, &row_parts}};

extern const kernel_rows transform = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
