// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/shuffle.h"

namespace dnnlet::reference {

namespace {

constexpr kernel rows[] = {{"reference:shuffle", plan_shuffle, run_shuffle}};

}  // namespace

extern const kernel_rows shuffle_backward = all_of(rows);

}  // namespace dnnlet::reference
