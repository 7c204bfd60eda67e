// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_CONVOLUTION_BACKEND_H
#define DNNLET_PLUGINS_KERNELS_CONVOLUTION_BACKEND_H

#include "core/kernel/kernel.h"
#include "plugins/shared/convolution/backend.h"

namespace dnnlet::DNNLET_PLUGIN {

// The plugin's part of convolution, and the shared part with it: what a row of the tables needs.
extern const shared::convolution_backend convolution_parts;

template <refusal (*plan)(plan_request &, const shared::convolution_backend &)>
refusal plan_with_parts(plan_request &request) {
  return plan(request, convolution_parts);
}
template <void (*run)(const run_context &, const shared::convolution_backend &)>
void run_with_parts(const run_context &context) {
  run(context, convolution_parts);
}

// The same, where there is one for each product.
template <refusal (*plan)(plan_request &, const shared::convolution_backend &,
                          shared::product_kind),
          shared::product_kind kind>
refusal plan_product(plan_request &request) {
  return plan(request, convolution_parts, kind);
}
template <void (*run)(const run_context &, const shared::convolution_backend &,
                      shared::product_kind),
          shared::product_kind kind>
void run_product(const run_context &context) {
  run(context, convolution_parts, kind);
}

shared::pixel_reader pixel_reader(data_type from, shared::element to) noexcept;
shared::pixel_writer pixel_writer(data_type to) noexcept;
void scale_rows(const shared::scaled_rows &rows) noexcept;
shared::pixel_finisher pixel_finisher(data_type to) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
