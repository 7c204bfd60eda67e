// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/reorder/transposes-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

extern constexpr drivers::nest_functions copy_functions = copies;

}  // namespace dnnlet::DNNLET_PLUGIN
