// SPDX-License-Identifier: Apache-2.0
// What GEMM takes from neon, and pixels of f16, which stay what they are.
#include "plugins/kernels/gemm/gemm_parts.h"

#include "plugins/drivers/gemm/combines_rows.h"
#include "plugins/kernels/gemm/read_pixels-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

drivers::pixel_reader pixel_reader(data_type from, element to) noexcept {
  if (to == element::f16 && from == dnnl_f16) return reader_of<dnnl_f16, as_it_is<uint16_t>>();
  return beside::pixel_reader(from, to);
}

extern const drivers::gemm_backend gemm = {
    sum_lanes,
    pixel_reader,
    beside::pixel_writer,
    beside::scale_rows,
    drivers::combines_rows ? beside::combine_rows : nullptr,
    beside::pixel_finisher,
    &beside::row_parts,
    drivers::combines_rows ? beside::rounded_eltwise_row : nullptr,
    &beside::copy_functions,
};

}  // namespace dnnlet::DNNLET_PLUGIN
