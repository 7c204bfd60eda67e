// SPDX-License-Identifier: Apache-2.0
// What problems of convolution and deconvolution have in common.
#ifndef DNNLET_TESTS_FUZZ_CONVOLVED_H
#define DNNLET_TESTS_FUZZ_CONVOLVED_H

#include "tests/fuzz/draw.h"
#include "tests/fuzz/window.h"

namespace dnnlet::fuzz {

/// Where the window moves: over src, or, in a deconvolution, over dst.
enum class moves_over { src, dst };

struct convolved {
  dims src, weights, bias, dst;
  window w;
  int64_t inputs;  // channels that an output sees
};

convolved draw_convolved(choices &c, moves_over where);
/// Whole vectors of channels and parts of them, with rows that kernels have functions for.
convolved draw_convolved_channels(choices &c, moves_over where);

struct convolved_types {
  dnnl_data_type_t src, weights, bias, dst;
};
convolved_types draw_convolved_types(choices &c, moves_over where);

/// Sizes (strides, dilates, left, right) and tensors (src, weights, bias, dst) of the problem.
void set_convolved(choices &c, problem &p, const convolved &shapes, const convolved_types &types,
                   numbers fill);
/// Src and dst in two of the layouts in which channels are taken where they lie.
void set_channel_runs(choices &c, problem &p);

}  // namespace dnnlet::fuzz

#endif
