// SPDX-License-Identifier: Apache-2.0
// The backward kernels of recurrent networks; five facts: plugins/drivers/rnn/backward.cpp.
#include "plugins/drivers/rnn/rnn.h"
#include "plugins/kernels/rnn/cells.h"
#include "plugins/kernels/rnn/row_products.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr drivers::rnn_parts f32 = rnn_by(product_by::f32, row_by_f32);
static constexpr drivers::rnn_parts bf16_pairs = rnn_by(product_by::bf16_pairs, row_by_bf16);
static constexpr drivers::rnn_parts widened = rnn_by(product_by::widened, row_by_f32);

static constexpr auto rows = rows_with_parts({
    {DNNLET_KERNEL_NAME("rnn_f32"), drivers::plan_rnn_backward, drivers::run_rnn_backward, f32},
    {DNNLET_KERNEL_NAME("rnn_bf16_pairs"), drivers::plan_rnn_backward, drivers::run_rnn_backward,
     bf16_pairs},
    {DNNLET_KERNEL_NAME("rnn_widened"), drivers::plan_rnn_backward, drivers::run_rnn_backward,
     widened},
});

extern const kernel_rows rnn_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
