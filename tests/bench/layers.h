// SPDX-License-Identifier: Apache-2.0
// How layers are written down, and the lists of them: networks.cpp, layers.cpp.
#ifndef DNNLET_TESTS_BENCH_LAYERS_H
#define DNNLET_TESTS_BENCH_LAYERS_H

#include "problem.h"

namespace bench {

using layers = std::vector<layer>;

constexpr extent square(int side) {
  return {side, side};
}

inline layer conv(const char *network, std::string name, int n, int ic, int in, int oc, int kernel,
                  int stride, int pad, int groups = 1) {
  return {operation::convolution,
          algorithm::convolution_direct,
          network,
          std::move(name),
          n,
          ic,
          square(in),
          oc,
          square((in + 2 * pad - kernel) / stride + 1),
          square(kernel),
          stride,
          square(pad),
          groups};
}

inline layer pool(algorithm alg, const char *network, const char *name, int n, int c, int in,
                  int kernel, int stride, int pad) {
  layer l = conv(network, name, n, c, in, c, kernel, stride, pad);
  l.op = operation::pooling;
  l.alg = alg;
  return l;
}

inline layer deconv(const char *network, const char *name, int n, int ic, int in, int oc,
                    int kernel, int stride, int pad) {
  layer l = conv(network, name, n, ic, in, oc, kernel, stride, pad);
  l.op = operation::deconvolution;
  l.alg = algorithm::deconvolution_direct;
  l.out = square((in - 1) * stride + kernel - 2 * pad);
  return l;
}

// The kernel is the whole picture.
inline layer full(const char *network, std::string name, int n, int ic, int in, int oc) {
  layer l = conv(network, std::move(name), n, ic, in, oc, in, 1, 0);
  l.op = operation::inner_product;
  return l;
}

inline layer same_shape(operation op, algorithm alg, const char *network, std::string name, int n,
                        int c, int in) {
  layer l = conv(network, std::move(name), n, c, in, c, 1, 1, 0);
  l.op = op;
  l.alg = alg;
  return l;
}

// m x k by k x n.
inline layer product(operation op, const char *network, std::string name, int m, int n, int k,
                     int batch = 1) {
  layer l = conv(network, std::move(name), m, k, 1, n, 1, 1, 0, batch);
  l.op = op;
  return l;
}

inline layer recurrent(const char *name, int steps, int n, int channels) {
  layer l = conv("lstm", name, n, channels, 1, channels, 1, 1, 0);
  l.op = operation::lstm;
  l.alg = algorithm::vanilla_lstm;
  l.in = l.out = {steps, 1};
  return l;
}

// networks.cpp
layers alexnet(), resnet50(), mobilenet_v1(), mobilenet_v2(), mobilenet_v3(), vgg16(), grouped(),
    large_windows(), unusual_channels(), unusual_channels(), lenet(), keyword_spotting(),
    person_detector(), small_networks(), deconvolutions();

// layers.cpp
layers inner_products(), matmuls(), attention_products(), gemms(), ukernels(), lstms();
layers pools(), lrns(), batch_normalizations(), layer_normalizations(), group_normalizations();
layers softmaxes(), row_softmaxes(), reductions(), row_reductions(), eltwises(), more_eltwises();
layers rounds(), prelus();
layers binaries(), row_binaries(), sums(), concats(), shuffles(), resamplings();
layers reorders(), heads(), weights_reorders();

// growth.cpp: the same problem in sizes that double, and beside each the next prime.
layers growing_planes(), growing_products(), growing_channels();

}  // namespace bench

#endif
