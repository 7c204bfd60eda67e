// SPDX-License-Identifier: Apache-2.0
// What is measured: a list of rows, each a layer, a direction, types and a layout. dnnlet's driver
// and the peer's are compiled with the same list and speak of a row by its index.
#ifndef DNNLET_TESTS_BENCH_PROBLEM_H
#define DNNLET_TESTS_BENCH_PROBLEM_H

#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"

namespace bench {

using dnnl::algorithm;
using data_type = dnnl::memory::data_type;

enum class operation {
  convolution,
  deconvolution,
  inner_product,
  matmul,
  pooling,
  lrn,
  batch_normalization,
  layer_normalization,
  group_normalization,
  softmax,
  reduction,
  eltwise,
  prelu,
  binary,
  sum,
  concat,
  shuffle,
  resampling,
  reorder,
  weights_reorder,
  lstm,
  gemm,     // dnnl_sgemm and its like
  ukernel,  // a brgemm
  network   // small ones as a whole
};

struct extent {
  int h, w;
};

// Padding on the right and below is what `out` makes of it. A matmul (gemm, brgemm) is n x ic by
// ic x oc, `groups` of them; sum and concat have so many sources. An LSTM has in.h steps of n
// sequences, ic and oc channels.
struct layer {
  operation op;
  algorithm alg;
  std::string network, name;
  int n, ic;
  extent in;
  int oc;
  extent out, kernel;
  int stride;
  extent pad;
  int groups;
  int tap_step = 1;  // pixels
};

// step: forward_training and backward. creation: primitive descriptor and primitive, uncached.
enum class direction {
  inference,
  training,
  backward,
  backward_data,
  backward_weights,
  step,
  creation
};

// Where there are no weights, they are as dst.
struct types {
  data_type src, weights, dst;
};

// any: what the library itself chooses, reordered outside of the measured time; plain: the same,
// but nchw in and out, and everything is reordered in every call, as frameworks do it. blocked:
// nChw16c; blocked8: nChw8c, which is what oneDNN's kernels for AVX2 take. rows: n x ic. heads: n x
// heads x words x channels, of which a word has all heads side by side. nhwc_and_nchw: of the two
// sources of a binary. Of a gemm or a matmul: which of A and B is transposed; packed: B is sparse.
enum class layout {
  any,
  plain,
  nchw,
  nhwc,
  blocked,
  blocked8,
  rows,
  nchw_to_nhwc,
  nhwc_to_nchw,
  nchw_to_blocked,
  nchw_to_blocked8,
  blocked_to_nchw,
  nhwc_to_blocked,
  heads_to_rows,
  nhwc_and_nchw,
  nn,
  nt,
  tn,
  packed
};

// Of sparse weights, one in so many is not zero.
constexpr int sparse_step = 10;

struct row {
  layer what;
  direction dir;
  types type;
  layout tensors;
};

const std::vector<row> &all_rows();  // rows.cpp

// The layers of a network that is a row as a whole, one after the other; of others, none.
std::vector<layer> layers_of_network(const std::string &name);

// In all places of the table, in options and in CSV.
std::string name_of(const row &r);  // resnet50.conv3x3_64_56
std::string types_of(const row &r);
const char *name_of(operation op);
const char *name_of(direction d);
const char *name_of(layout l);

// Products and sums that the problem asks for, two for each product; 0 where there are none.
double operations_of(const row &r);

inline bool is_backward(direction d) {
  return d == direction::backward || d == direction::backward_data ||
         d == direction::backward_weights;
}

}  // namespace bench

#endif
