// SPDX-License-Identifier: Apache-2.0
// What dnnlet (oneDNN's API v3) and the peer (v2) do differently: api_v3.cpp, api_v2.cpp.
#ifndef DNNLET_TESTS_BENCH_API_H
#define DNNLET_TESTS_BENCH_API_H

#include "oneapi/dnnl/dnnl.hpp"
#include "problem.h"

namespace bench {

// The tensors of a problem. In backward passes, src stands for diff_src too, and so on.
struct tensors {
  dnnl::memory::desc src, weights, bias, dst;
};

struct passes {
  dnnl::primitive_desc_base measured;
  dnnl::primitive_desc_base forward;  // what a backward pass needs the workspace of
};

passes make_convolution(const dnnl::engine &engine, const row &r, const tensors &t);
passes make_deconvolution(const dnnl::engine &engine, const row &r, const tensors &t);
passes make_inner_product(const dnnl::engine &engine, const row &r, const tensors &t);
passes make_pooling(const dnnl::engine &engine, const row &r, const tensors &t);
passes make_lrn(const dnnl::engine &engine, const row &r, const tensors &t);
passes make_matmul(const dnnl::engine &engine, const tensors &t);
passes make_normalization(const dnnl::engine &engine, const row &r, const tensors &t);
passes make_eltwise(const dnnl::engine &engine, const row &r, const tensors &t);

// C = op(A) * op(B), with the threads of the stream; the name of what does it.
struct gemm_arguments {
  char transa, transb;
  dnnl_dim_t m, n, k, lda, ldb;
};
dnnl_status_t multiply(const dnnl::stream &stream, const gemm_arguments &g, const float *a,
                       const float *b, float *c);
dnnl_status_t multiply(const dnnl::stream &stream, const gemm_arguments &g, const uint8_t *a,
                       const int8_t *b, int32_t *c);
std::string gemm_kernel(const row &r);

// Before an engine is made.
void use_threads(int threads);
dnnl::stream make_stream(const dnnl::engine &engine, int threads);

dnnl::memory::dims dims_of(const dnnl::memory::desc &desc);

// The layout that convolution's `any` gives to activations.
dnnl::memory::format_tag native_layout();

// ---- for both

inline dnnl::prop_kind prop_kind_of(direction d) {
  return d == direction::inference ? dnnl::prop_kind::forward_inference
                                   : dnnl::prop_kind::forward_training;
}
inline bool is_backward(const row &r) {
  return r.dir != direction::inference && r.dir != direction::training;
}

inline dnnl::algorithm algorithm_of(const row &r) {
  using alg = dnnl::algorithm;
  switch (r.what->alg) {
    case algorithm::none: return alg::convolution_direct;
    case algorithm::max: return alg::pooling_max;
    case algorithm::average: return alg::pooling_avg_exclude_padding;
    case algorithm::across: return alg::lrn_across_channels;
    case algorithm::within: return alg::lrn_within_channel;
    case algorithm::batch:
    case algorithm::layer:
    case algorithm::group: return alg::undef;
    case algorithm::relu: return alg::eltwise_relu;
    case algorithm::tanh: return alg::eltwise_tanh;
    case algorithm::logistic: return alg::eltwise_logistic;
    case algorithm::gelu_erf: return alg::eltwise_gelu_erf;
    case algorithm::gelu_tanh: return alg::eltwise_gelu_tanh;
    case algorithm::swish: return alg::eltwise_swish;
    case algorithm::elu: return alg::eltwise_elu;
    case algorithm::exp: return alg::eltwise_exp;
  }
  return alg::undef;
}

// Of the elementwise functions that have a parameter: elu, swish.
constexpr float eltwise_alpha(algorithm a) {
  return a == algorithm::elu || a == algorithm::swish ? 1.0f : 0.0f;
}

// AlexNet's.
constexpr int lrn_size = 5;
constexpr float lrn_alpha = 1e-4f, lrn_beta = 0.75f, lrn_k = 1.0f;

constexpr float normalization_epsilon = 1e-5f;
constexpr int normalization_groups = 32;
inline dnnl::normalization_flags normalization_flags_of(const row &r) {
  const bool is_given = r.what->alg == algorithm::batch && r.dir == direction::inference;
  return is_given ? dnnl::normalization_flags::use_global_stats : dnnl::normalization_flags::none;
}
// Layer normalization is of rows, each a channel of a picture.
inline dnnl::memory::desc rows_of(const row &r, const dnnl::memory::desc &md) {
  const layer &l = *r.what;
  const auto type =
      r.type == types::bf16 ? dnnl::memory::data_type::bf16 : dnnl::memory::data_type::f32;
  if (l.alg != algorithm::layer) return md;
  return dnnl::memory::desc({l.n, l.ic, l.in * l.in}, type, dnnl::memory::format_tag::abc);
}

struct window {
  dnnl::memory::dims kernel, strides, padding, dilation;
  explicit window(const layer &l)
      : kernel{l.kernel, l.kernel},
        strides{l.stride, l.stride},
        padding{l.pad, l.pad},
        dilation{0, 0} {}
};

}  // namespace bench

#endif
