// SPDX-License-Identifier: Apache-2.0
// The gradient of weights, summed up over pixels by a batch-reduce GEMM:
//
//     panels[oc][k][ic] = sum over n, o of src[n][o * stride + k * dilate - padding][ic]
//                                        * diff_dst[n][o][oc]
//     bias[oc] = sum over n, o of diff_dst[n][o][oc]
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_SWEEP_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_SWEEP_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/panels.h"

namespace dnnlet::drivers {

struct weights_sweep {
  convolution_sizes z;
  activation src, dst;  // src is f32
  data_type dst_type;
  panel_shape panels;
};

// With a 1x1 kernel space is walked as one row, where it is one in memory.
void flatten(weights_sweep &s) noexcept;

// How it is cut, by shape alone.
struct weights_cut {
  dim_t lanes;
  dim_t parts;            // of the pixels, each summed by itself
  dim_t rows;             // of pixels in diff_dst, of all images
  bool merges_w;          // taps along w and channels are the rows of A together
  bool reads_in_place;    // diff_dst
  size_t rows_at, bytes;  // of a worker's scratch, which begins with the taps
};
weights_cut cut(const weights_sweep &s, dim_t lanes) noexcept;

struct weights_tensors {
  const float *src;
  const char *diff_dst;
  float *panels, *bias;  // of each part, one behind the other; bias may be null
};

// `scratch` is cut.bytes for each worker.
void run_sweep(const run_context &context, const weights_sweep &s, const weights_cut &c,
               const weights_tensors &tensors, char *scratch) noexcept;

}  // namespace dnnlet::drivers

#endif
