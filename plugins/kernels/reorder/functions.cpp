// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/reorder/quantize.h"
#include "plugins/kernels/reorder/transposes-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::nest_functions all_functions() {
  drivers::nest_functions f = copies;
  f.convert = convert;
#if HWY_MAX_BYTES >= 16
  f.transpose_evenly = transpose_evenly;
  f.pad_columns = pad_columns;
#endif
#if !DNNLET_IS_WHOLE
  f.convert_pairs = convert_pairs;
#endif
  return f;
}

}  // namespace

extern constexpr drivers::nest_functions reorder_functions = all_functions();

}  // namespace dnnlet::DNNLET_PLUGIN
