// SPDX-License-Identifier: Apache-2.0
#include "problem.h"

#include "layers.h"

namespace bench {

namespace {

using rows = std::vector<row>;

void add_convolution(rows &list, const layer &what, types type, layout tensors) {
  const direction passes[] = {direction::inference, direction::backward_data,
                              direction::backward_weights};
  for (const direction dir : passes) list.push_back({&what, dir, type, tensors});
}

template <int count>
void add_convolutions(rows &list, const layer (&layers)[count], bool other_types) {
  for (const layout tensors : {layout::any, layout::nchw})
    for (const layer &what : layers) add_convolution(list, what, types::f32, tensors);
  if (!other_types) return;
  for (const layer &what : layers) add_convolution(list, what, types::bf16, layout::any);
  for (const types type : {types::u8s8u8, types::u8s8s8})
    for (const layer &what : layers)
      list.push_back({&what, direction::inference, type, layout::any});
}

template <int count>
void add_passes(rows &list, const layer (&layers)[count], std::initializer_list<direction> passes) {
  for (const types type : {types::f32, types::bf16})
    for (const layout tensors : {layout::any, layout::nchw})
      for (const layer &what : layers)
        for (const direction dir : passes) list.push_back({&what, dir, type, tensors});
}

rows make_rows() {
  rows list;
  add_convolutions(list, alexnet_convolutions, true);
  add_convolutions(list, resnet50_convolutions, true);
  add_convolutions(list, mobilenet_convolutions, true);
  add_convolutions(list, vgg16_convolutions, false);
  add_convolutions(list, deconvolutions, true);
  add_convolutions(list, inner_products, true);
  add_passes(list, pools, {direction::inference, direction::training, direction::backward});
  add_passes(list, lrns, {direction::training, direction::backward});
  add_passes(list, normalizations,
             {direction::inference, direction::training, direction::backward});
  add_passes(list, eltwises, {direction::inference, direction::backward});
  for (const layer &what : reorders) {
    for (const types type : {types::f32, types::bf16})
      for (const layout tensors : {layout::nchw_to_nhwc, layout::nhwc_to_nchw})
        list.push_back({&what, direction::inference, type, tensors});
    for (const types type :
         {types::f32_to_bf16, types::bf16_to_f32, types::f32_to_u8, types::u8_to_f32})
      list.push_back({&what, direction::inference, type, layout::nchw});
    list.push_back({&what, direction::inference, types::f32_to_u8, layout::nchw_to_nhwc});
  }
  for (const layer &what : weights_reorders)
    for (const types type : {types::f32, types::bf16, types::f32_to_bf16})
      list.push_back({&what, direction::inference, type, layout::any});
  for (const types type : {types::f32, types::u8s8s32})
    for (const layer &what : gemms)
      for (const layout transposed : {layout::nn, layout::nt, layout::tn})
        list.push_back({&what, direction::inference, type, transposed});
  for (const types type : {types::f32, types::bf16, types::u8s8s32, types::u8s8u8})
    for (const layer &what : matmuls)
      for (const layout weights : {layout::any, layout::nn, layout::nt})
        list.push_back({&what, direction::inference, type, weights});
  list.push_back({&tiny_convolution, direction::inference, types::f32, layout::any});
  list.push_back({&tiny_relu, direction::inference, types::f32, layout::nchw});
  return list;
}

double bytes_of_source(types t) {
  switch (t) {
    case types::f32:
    case types::f32_to_bf16:
    case types::f32_to_u8: return 4;
    case types::bf16:
    case types::bf16_to_f32: return 2;
    default: return 1;
  }
}
double bytes_of_result(types t) {
  switch (t) {
    case types::f32:
    case types::bf16_to_f32:
    case types::u8s8s32:
    case types::u8_to_f32: return 4;
    case types::bf16:
    case types::f32_to_bf16: return 2;
    default: return 1;
  }
}

bool has_weights(operation op) {
  return op == operation::convolution || op == operation::deconvolution ||
         op == operation::inner_product;
}

double elements_of_weights(const layer &l) {
  return double(l.oc) * l.ic / l.groups * l.kernel * l.kernel;
}

}  // namespace

const rows &all_rows() {
  static const rows list = make_rows();
  return list;
}

std::string name_of(const row &r) {
  return std::string(r.what->network) + "." + r.what->name;
}

const char *name_of(operation op) {
  switch (op) {
    case operation::convolution: return "convolution";
    case operation::deconvolution: return "deconvolution";
    case operation::inner_product: return "inner_product";
    case operation::pooling: return "pooling";
    case operation::lrn: return "lrn";
    case operation::normalization: return "normalization";
    case operation::eltwise: return "eltwise";
    case operation::reorder: return "reorder";
    case operation::weights_reorder: return "reorder";
    case operation::gemm: return "gemm";
    case operation::matmul: return "matmul";
  }
  return "";
}

const char *name_of(direction d) {
  switch (d) {
    case direction::inference: return "fwd";
    case direction::training: return "fwd_t";
    case direction::backward: return "bwd";
    case direction::backward_data: return "bwd_d";
    case direction::backward_weights: return "bwd_w";
  }
  return "";
}

const char *name_of(types t) {
  switch (t) {
    case types::f32: return "f32";
    case types::bf16: return "bf16";
    case types::u8s8u8: return "u8s8u8";
    case types::u8s8s8: return "u8s8s8";
    case types::u8s8s32: return "u8s8s32";
    case types::f32_to_bf16: return "f32>bf16";
    case types::bf16_to_f32: return "bf16>f32";
    case types::f32_to_u8: return "f32>u8";
    case types::u8_to_f32: return "u8>f32";
  }
  return "";
}

const char *name_of(layout l) {
  switch (l) {
    case layout::any: return "any";
    case layout::nchw: return "nchw";
    case layout::nhwc: return "nhwc";
    case layout::nchw_to_nhwc: return "nchw>nhwc";
    case layout::nhwc_to_nchw: return "nhwc>nchw";
    case layout::nn: return "nn";
    case layout::nt: return "nt";
    case layout::tn: return "tn";
  }
  return "";
}

double operations_of(const row &r) {
  const layer &l = *r.what;
  if (l.op == operation::gemm || l.op == operation::matmul) return 2.0 * l.n * l.ic * l.oc;
  if (!has_weights(l.op)) return 0;
  const int edge = l.op == operation::deconvolution ? l.in : l.out;
  return 2 * elements_of_weights(l) * l.n * edge * edge;
}

double bytes_of(const row &r) {
  const layer &l = *r.what;
  const double source = double(l.n) * l.ic * l.in * l.in,
               result = double(l.n) * l.oc * l.out * l.out;
  const double from = bytes_of_source(r.type), to = bytes_of_result(r.type);
  if (l.op == operation::gemm || l.op == operation::matmul)
    return (double(l.n) + l.oc) * l.ic * from + double(l.n) * l.oc * to;
  // s8 weights have the size of u8 data, and weights of the other types that of theirs.
  if (has_weights(l.op)) return source * from + elements_of_weights(l) * from + result * to;
  if (l.op == operation::weights_reorder) return elements_of_weights(l) * (from + to);
  const bool backward = r.dir == direction::backward;
  const bool reads_src_too = backward && l.op != operation::pooling;
  double bytes = source * from + result * to + (reads_src_too ? source * from : 0);
  if (l.op == operation::pooling && l.alg == algorithm::max && r.dir != direction::inference)
    bytes += result;  // a workspace of one byte for each result
  return bytes;
}

}  // namespace bench
