// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/kernel_tables.h"
#include "tests/support/rows.h"

namespace dnnlet::test {
namespace {

// Columns of points are not for CPUs that are no faster by pairs.
bool can_run(const std::string &row) {
  return row.find("col2im_") == std::string::npos ? takes_pairs(row) : takes_fast_pairs(row);
}

const all_rows_run forward_rows(dnnl_convolution, dnnl_forward, convolution_forward_kernels,
                                can_run),
    backward_data_rows(dnnl_convolution, dnnl_backward_data, convolution_backward_data_kernels,
                       can_run),
    backward_weights_rows(dnnl_convolution, dnnl_backward_weights,
                          convolution_backward_weights_kernels, can_run);

}  // namespace
}  // namespace dnnlet::test
