// SPDX-License-Identifier: Apache-2.0
// The backward kernels of recurrent networks in which this plugin differs from avx512, whose
// kernels come next.
#include "plugins/drivers/rnn/rnn.h"
#include "plugins/kernels/gemm/product_parts.h"
#include "plugins/kernels/rnn/cells.h"
#include "plugins/kernels/rnn/row_products.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr drivers::rnn_parts bf16_pairs = {&product_by::bf16_pairs, &cells, &row_by_bf16};

static constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("rnn_bf16_pairs"), drivers::plan_rnn_backward, drivers::run_rnn_backward,
     &bf16_pairs},
};

extern const kernel_rows rnn_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
