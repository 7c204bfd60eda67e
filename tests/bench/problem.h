// SPDX-License-Identifier: Apache-2.0
// What is measured: a list of rows, each a layer of a network, a direction, types and a layout.
// Both drivers are compiled with the list and speak of a row by its index.
#ifndef DNNLET_TESTS_BENCH_PROBLEM_H
#define DNNLET_TESTS_BENCH_PROBLEM_H

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

enum class operation {
  convolution,
  deconvolution,
  inner_product,
  pooling,
  lrn,
  normalization,
  eltwise,
  reorder,
  weights_reorder,
  gemm,
  matmul
};

enum class algorithm {
  none,
  max,
  average,
  across,
  within,
  batch,
  layer,
  group,
  relu,
  tanh,
  logistic,
  gelu_erf,
  gelu_tanh,
  swish,
  elu,
  exp
};

enum class direction { inference, training, backward, backward_data, backward_weights };

// Of src, weights and dst, or of A, B and C; a reorder has no weights.
enum class types {
  f32,
  bf16,
  u8s8u8,
  u8s8s8,
  u8s8s32,
  f32_to_bf16,
  bf16_to_f32,
  f32_to_u8,
  u8_to_f32
};

// any: what the library itself chooses; nchw, nhwc: src and dst, and weights as oihw; for a
// reorder: from, to. Of a gemm or a matmul: which of A and B is transposed; matmul, any: its
// weights.
enum class layout { any, nchw, nhwc, nchw_to_nhwc, nhwc_to_nchw, nn, nt, tn };

// Pictures and kernels are squares in all of these networks. A gemm and a
// matmul are n x ic by ic x oc.
struct layer {
  operation op;
  algorithm alg;
  const char *network, *name;
  int n, ic, in, oc, out;  // batch, channels and edge of src, channels and edge of dst
  int kernel, stride, pad, groups;
};

struct row {
  const layer *what;
  direction dir;
  types type;
  layout tensors;
};

const std::vector<row> &all_rows();

// In all places of the table, in options and in CSV.
std::string name_of(const row &r);  // resnet50.conv3x3_64_56
const char *name_of(operation op);
const char *name_of(direction d);
const char *name_of(types t);
const char *name_of(layout l);

// What the problem asks for: the operations of a convolution or a gemm (two for each product), 0
// for everything else; and the bytes of all tensors that are read or written, each once.
double operations_of(const row &r);
double bytes_of(const row &r);

}  // namespace bench

#endif
