// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/normalization.h"

namespace dnnlet::reference {

namespace {

constexpr kernel rows[] = {
    {"reference:layer_normalization", plan_normalization_backward, run_normalization_backward}};

}  // namespace

extern const kernel_rows layer_normalization_backward = all_of(rows);

}  // namespace dnnlet::reference
