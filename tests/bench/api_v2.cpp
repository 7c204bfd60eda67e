// SPDX-License-Identifier: Apache-2.0
#include <omp.h>

#include "api.h"

namespace bench {

passes make_convolution(const dnnl::engine &engine, const row &r, const tensors &t) {
  const window w(*r.what);
  const dnnl::convolution_forward::primitive_desc forward(
      {prop_kind_of(r.dir), algorithm_of(r), t.src, t.weights, t.bias, t.dst, w.strides, w.dilation,
       w.padding, w.padding},
      engine);
  if (r.dir == direction::backward_data)
    return {
        dnnl::convolution_backward_data::primitive_desc(
            {algorithm_of(r), t.src, t.weights, t.dst, w.strides, w.dilation, w.padding, w.padding},
            engine, forward),
        forward};
  if (r.dir == direction::backward_weights)
    return {dnnl::convolution_backward_weights::primitive_desc(
                {algorithm_of(r), t.src, t.weights, t.bias, t.dst, w.strides, w.dilation, w.padding,
                 w.padding},
                engine, forward),
            forward};
  return {forward, forward};
}

passes make_deconvolution(const dnnl::engine &engine, const row &r, const tensors &t) {
  const window w(*r.what);
  const auto alg = dnnl::algorithm::deconvolution_direct;
  const dnnl::deconvolution_forward::primitive_desc forward(
      {prop_kind_of(r.dir), alg, t.src, t.weights, t.bias, t.dst, w.strides, w.padding, w.padding},
      engine);
  if (r.dir == direction::backward_data)
    return {dnnl::deconvolution_backward_data::primitive_desc(
                {alg, t.src, t.weights, t.dst, w.strides, w.padding, w.padding}, engine, forward),
            forward};
  if (r.dir == direction::backward_weights)
    return {dnnl::deconvolution_backward_weights::primitive_desc(
                {alg, t.src, t.weights, t.bias, t.dst, w.strides, w.padding, w.padding}, engine,
                forward),
            forward};
  return {forward, forward};
}

passes make_inner_product(const dnnl::engine &engine, const row &r, const tensors &t) {
  const dnnl::inner_product_forward::primitive_desc forward(
      {prop_kind_of(r.dir), t.src, t.weights, t.bias, t.dst}, engine);
  if (r.dir == direction::backward_data)
    return {dnnl::inner_product_backward_data::primitive_desc({t.src, t.weights, t.dst}, engine,
                                                              forward),
            forward};
  if (r.dir == direction::backward_weights)
    return {dnnl::inner_product_backward_weights::primitive_desc({t.src, t.weights, t.bias, t.dst},
                                                                 engine, forward),
            forward};
  return {forward, forward};
}

passes make_pooling(const dnnl::engine &engine, const row &r, const tensors &t) {
  const window w(*r.what);
  const dnnl::pooling_forward::primitive_desc forward(
      {prop_kind_of(r.dir), algorithm_of(r), t.src, t.dst, w.strides, w.kernel, w.padding,
       w.padding},
      engine);
  if (!is_backward(r)) return {forward, forward};
  return {dnnl::pooling_backward::primitive_desc(
              {algorithm_of(r), t.src, t.dst, w.strides, w.kernel, w.padding, w.padding}, engine,
              forward),
          forward};
}

passes make_lrn(const dnnl::engine &engine, const row &r, const tensors &t) {
  const dnnl::lrn_forward::primitive_desc forward(
      {prop_kind_of(r.dir), algorithm_of(r), t.src, lrn_size, lrn_alpha, lrn_beta, lrn_k}, engine);
  if (!is_backward(r)) return {forward, forward};
  return {
      dnnl::lrn_backward::primitive_desc(
          {algorithm_of(r), t.src, t.dst, lrn_size, lrn_alpha, lrn_beta, lrn_k}, engine, forward),
      forward};
}

passes make_matmul(const dnnl::engine &engine, const tensors &t) {
  const dnnl::matmul::primitive_desc forward({t.src, t.weights, t.dst}, engine);
  return {forward, forward};
}

passes make_normalization(const dnnl::engine &engine, const row &r, const tensors &t) {
  const dnnl::prop_kind prop = prop_kind_of(r.dir), back = dnnl::prop_kind::backward;
  const dnnl::normalization_flags flags = normalization_flags_of(r);
  const float epsilon = normalization_epsilon;
  const dnnl::memory::desc md = rows_of(r, t.src);
  if (r.what->alg == algorithm::batch) {
    const dnnl::batch_normalization_forward::primitive_desc forward({prop, md, epsilon, flags},
                                                                    engine);
    if (!is_backward(r)) return {forward, forward};
    return {dnnl::batch_normalization_backward::primitive_desc({back, md, md, epsilon, flags},
                                                               engine, forward),
            forward};
  }
  if (r.what->alg == algorithm::group)
    throw dnnl::error(dnnl_unimplemented, "oneDNN 2 has no group normalization");
  const dnnl::layer_normalization_forward::primitive_desc forward({prop, md, epsilon, flags},
                                                                  engine);
  if (!is_backward(r)) return {forward, forward};
  return {dnnl::layer_normalization_backward::primitive_desc({back, md, md, epsilon, flags}, engine,
                                                             forward),
          forward};
}

passes make_eltwise(const dnnl::engine &engine, const row &r, const tensors &t) {
  const float alpha = eltwise_alpha(r.what->alg);
  const dnnl::eltwise_forward::primitive_desc forward(
      {prop_kind_of(r.dir), algorithm_of(r), t.src, alpha, 0.0f}, engine);
  if (!is_backward(r)) return {forward, forward};
  return {dnnl::eltwise_backward::primitive_desc({algorithm_of(r), t.dst, t.src, alpha, 0.0f},
                                                 engine, forward),
          forward};
}

dnnl::memory::dims dims_of(const dnnl::memory::desc &desc) {
  return desc.dims();
}

dnnl::memory::format_tag native_layout() {
  const bool has_avx512 =
      (unsigned(dnnl::get_effective_cpu_isa()) & unsigned(dnnl::cpu_isa::avx512_core)) ==
      unsigned(dnnl::cpu_isa::avx512_core);
  return has_avx512 ? dnnl::memory::format_tag::nChw16c : dnnl::memory::format_tag::nChw8c;
}

dnnl_status_t multiply(const dnnl::stream &, const gemm_arguments &g, const float *a,
                       const float *b, float *c) {
  return dnnl_sgemm(g.transa, g.transb, g.m, g.n, g.k, 1, a, g.lda, b, g.ldb, 0, c, g.n);
}
dnnl_status_t multiply(const dnnl::stream &, const gemm_arguments &g, const uint8_t *a,
                       const int8_t *b, int32_t *c) {
  const int32_t offset = 0;
  return dnnl_gemm_u8s8s32(g.transa, g.transb, 'F', g.m, g.n, g.k, 1, a, g.lda, 0, b, g.ldb, 0, 0,
                           c, g.n, &offset);
}
std::string gemm_kernel(const row &) {
  return "gemm";
}

void use_threads(int threads) {
  omp_set_num_threads(threads);
}

dnnl::stream make_stream(const dnnl::engine &engine, int) {
  return dnnl::stream(engine);
}

}  // namespace bench
