// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_BACKEND_H
#define DNNLET_PLUGINS_KERNELS_GEMM_BACKEND_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/backend.h"

namespace dnnlet::DNNLET_PLUGIN {

// The part of GEMM that is compiled for this plugin.
extern const drivers::gemm_backend gemm_parts;

template <refusal (*plan)(plan_request &, const drivers::gemm_backend &)>
refusal plan_with_parts(plan_request &request) {
  return plan(request, gemm_parts);
}
template <void (*run)(const run_context &, const drivers::gemm_backend &)>
void run_with_parts(const run_context &context) {
  run(context, gemm_parts);
}

// The same, where there is one for each product.
template <refusal (*plan)(plan_request &, const drivers::gemm_backend &, drivers::product_kind),
          drivers::product_kind kind>
refusal plan_product(plan_request &request) {
  return plan(request, gemm_parts, kind);
}
template <void (*run)(const run_context &, const drivers::gemm_backend &, drivers::product_kind),
          drivers::product_kind kind>
void run_product(const run_context &context) {
  run(context, gemm_parts, kind);
}

drivers::pixel_reader pixel_reader(data_type from, drivers::element to) noexcept;
drivers::pixel_writer pixel_writer(data_type to) noexcept;
void scale_rows(const drivers::scaled_rows &rows) noexcept;
drivers::pixel_finisher pixel_finisher(data_type to) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
