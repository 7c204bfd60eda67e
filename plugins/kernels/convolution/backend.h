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

void read_pixels(const shared::pixel_run &run, const float *base, float *rows,
                 dim_t row_step) noexcept;
void write_pixels(const shared::pixel_run &run, const float *rows, dim_t row_step,
                  float *base) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
