// SPDX-License-Identifier: Apache-2.0
// The forward kernels of recurrent networks in which this plugin differs from avx512, whose kernels
// come next.
#include "plugins/drivers/rnn/rnn.h"
#include "plugins/kernels/gemm/product_parts.h"
#include "plugins/kernels/rnn/cells.h"
#include "plugins/kernels/rnn/row_products.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr drivers::rnn_parts bf16_pairs = {&product_by::bf16_pairs, &cells, &row_by_bf16};
static constexpr drivers::rnn_parts int8 = {&product_by::int8, &cells, &row_by_int8};

static constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("rnn_bf16_pairs"), drivers::plan_rnn_forward, drivers::run_rnn_forward,
     &bf16_pairs},
    {DNNLET_KERNEL_NAME("rnn_int8"), drivers::plan_rnn_forward, drivers::run_rnn_forward, &int8},
};

extern const kernel_rows rnn_forward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
