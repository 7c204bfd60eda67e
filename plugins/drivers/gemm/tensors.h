// SPDX-License-Identifier: Apache-2.0
// What GEMM knows of the tensors of a problem, whichever primitive it belongs to.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_TENSORS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_TENSORS_H

#include <cstdint>

#include "core/memory/memory_desc.h"

namespace dnnlet::drivers {

// A tensor with scales or zero points, and what its dimensions, as bits, are in dst. Values may
// differ along these, and along no others.
struct valued_tensor {
  const memory_desc *md;
  int arg;
  uint16_t shared;   // dimensions that are dst's of the same number, as those of a batch
  uint16_t columns;  // the columns, together where there are two: groups, and those of a group
};

// The tensors of a problem: src times weights make sums, which become dst. In a backward pass by
// data these are diff_dst, weights and diff_src.
struct gemm_tensors {
  valued_tensor src, weights, dst;
  const memory_desc *bias;  // may have no dimensions, and so be none
  int bias_arg;
  int columns;    // the dimension of dst that the columns of sums are
  int apart = 0;  // the argument whose scales are in what is multiplied already; 0: none
  bool starts_from_bias = true;  // else nothing adds it to sums of floats: there never is one
};

}  // namespace dnnlet::drivers

#endif
