// SPDX-License-Identifier: Apache-2.0
// Gradients of shuffles, which put elements back; five facts: shuffle_forward.cpp.
#include "plugins/drivers/shuffle/shuffle.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/shuffle/interleaving.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("shuffle_rows"), drivers::plan_shuffle_rows, drivers::run_shuffle_rows,
     &interleaving},
    {DNNLET_KERNEL_NAME("shuffle_transpose"), drivers::plan_shuffle_transpose,
     drivers::run_shuffle_transpose, &copy_functions},
    {DNNLET_KERNEL_NAME("shuffle_blocks"), drivers::plan_shuffle_blocks,
     drivers::run_shuffle_blocks}};

}  // namespace

extern const kernel_rows shuffle_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
