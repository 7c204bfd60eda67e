// SPDX-License-Identifier: Apache-2.0
// What this plugin itself has for reorders between types, also where it is beside another one and
// has an instruction that rounds to a type.
#ifndef DNNLET_PLUGINS_KERNELS_REORDER_QUANTIZE_H
#define DNNLET_PLUGINS_KERNELS_REORDER_QUANTIZE_H

#include "plugins/drivers/reorder/nest_copy.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_PLUGIN {

// With the transpositions of functions.h.
extern const drivers::nest_functions reorder_functions;

void convert(const drivers::converted_run &run) noexcept;
// See pairs.cpp; of plugins beside others.
void convert_pairs(const drivers::converted_pairs &p) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
