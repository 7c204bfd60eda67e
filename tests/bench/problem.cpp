// SPDX-License-Identifier: Apache-2.0
#include "problem.h"

#include "oneapi/dnnl/dnnl_debug.h"

namespace bench {

namespace {

bool has_weights(operation op) {
  switch (op) {
    case operation::convolution:
    case operation::deconvolution:
    case operation::inner_product:
    case operation::matmul:
    case operation::lstm:
    case operation::gemm:
    case operation::ukernel: return true;
    default: return false;
  }
}

const char *name_of(data_type t) {
  return dnnl_dt2str(dnnl_data_type_t(t));
}

double products_of(const layer &l) {
  const double matrix = double(l.ic) * l.oc;
  switch (l.op) {
    case operation::gemm:
    case operation::ukernel:
    case operation::matmul: return l.groups * l.n * matrix;
    case operation::lstm: return 4.0 * (l.ic + l.oc) * l.oc * l.n * l.in.h;
    case operation::inner_product: return l.n * matrix * l.in.h * l.in.w;
    case operation::convolution:
    case operation::deconvolution: {
      const extent edge = l.op == operation::deconvolution ? l.in : l.out;
      return matrix / l.groups * l.kernel.h * l.kernel.w * l.n * edge.h * edge.w;
    }
    case operation::network: {
      double sum = 0;
      for (const layer &part : layers_of_network(l.name)) sum += products_of(part);
      return sum;
    }
    default: return 0;
  }
}

}  // namespace

std::string name_of(const row &r) {
  return r.what.network + "." + r.what.name;
}

std::string types_of(const row &r) {
  const std::string src = name_of(r.type.src), dst = name_of(r.type.dst);
  if (r.type.src == r.type.dst && r.type.weights == r.type.src) return src;
  return has_weights(r.what.op) ? src + name_of(r.type.weights) + dst : src + ">" + dst;
}

const char *name_of(operation op) {
  switch (op) {
    case operation::convolution: return "convolution";
    case operation::deconvolution: return "deconvolution";
    case operation::inner_product: return "inner_product";
    case operation::matmul: return "matmul";
    case operation::pooling: return "pooling";
    case operation::lrn: return "lrn";
    case operation::batch_normalization: return "batch_normalization";
    case operation::layer_normalization: return "layer_normalization";
    case operation::group_normalization: return "group_normalization";
    case operation::softmax: return "softmax";
    case operation::reduction: return "reduction";
    case operation::eltwise: return "eltwise";
    case operation::prelu: return "prelu";
    case operation::binary: return "binary";
    case operation::sum: return "sum";
    case operation::concat: return "concat";
    case operation::shuffle: return "shuffle";
    case operation::resampling: return "resampling";
    case operation::reorder:
    case operation::weights_reorder: return "reorder";
    case operation::lstm: return "lstm";
    case operation::gemm: return "gemm";
    case operation::ukernel: return "ukernel";
    case operation::network: return "network";
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
    case direction::step: return "step";
    case direction::creation: return "create";
  }
  return "";
}

const char *name_of(layout l) {
  switch (l) {
    case layout::any: return "any";
    case layout::plain: return "plain";
    case layout::nchw: return "nchw";
    case layout::nhwc: return "nhwc";
    case layout::blocked: return "nChw16c";
    case layout::blocked8: return "nChw8c";
    case layout::rows: return "rows";
    case layout::nchw_to_nhwc: return "nchw>nhwc";
    case layout::nhwc_to_nchw: return "nhwc>nchw";
    case layout::nchw_to_blocked: return "nchw>16c";
    case layout::nchw_to_blocked8: return "nchw>8c";
    case layout::blocked_to_nchw: return "16c>nchw";
    case layout::nhwc_to_blocked: return "nhwc>16c";
    case layout::heads_to_rows: return "heads>rows";
    case layout::nhwc_and_nchw: return "nhwc+nchw";
    case layout::nn: return "nn";
    case layout::nt: return "nt";
    case layout::tn: return "tn";
    case layout::packed: return "packed";
  }
  return "";
}

double operations_of(const row &r) {
  if (r.dir == direction::creation) return 0;
  // A training step has two products more, for the gradients of data and of weights.
  return 2 * products_of(r.what) * (r.dir == direction::step ? 3 : 1);
}

}  // namespace bench
