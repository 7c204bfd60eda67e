// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "api.h"
#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl_config.h"
#include "oneapi/dnnl/dnnl_threadpool.h"
#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_THREADPOOL
#include "examples/common/thread_pool.h"
#include "oneapi/dnnl/dnnl_threadpool.hpp"
#endif

namespace bench {

passes make_convolution(const dnnl::engine &engine, const row &r, const tensors &t) {
  const window w(*r.what);
  const dnnl::convolution_forward::primitive_desc forward(
      engine, prop_kind_of(r.dir), algorithm_of(r), t.src, t.weights, t.bias, t.dst, w.strides,
      w.dilation, w.padding, w.padding);
  if (r.dir == direction::backward_data)
    return {dnnl::convolution_backward_data::primitive_desc(engine, algorithm_of(r), t.src,
                                                            t.weights, t.dst, w.strides, w.dilation,
                                                            w.padding, w.padding, forward),
            forward};
  if (r.dir == direction::backward_weights)
    return {dnnl::convolution_backward_weights::primitive_desc(
                engine, algorithm_of(r), t.src, t.weights, t.bias, t.dst, w.strides, w.dilation,
                w.padding, w.padding, forward),
            forward};
  return {forward, forward};
}

passes make_deconvolution(const dnnl::engine &engine, const row &r, const tensors &t) {
  const window w(*r.what);
  const auto alg = dnnl::algorithm::deconvolution_direct;
  const dnnl::deconvolution_forward::primitive_desc forward(engine, prop_kind_of(r.dir), alg, t.src,
                                                            t.weights, t.bias, t.dst, w.strides,
                                                            w.dilation, w.padding, w.padding);
  if (r.dir == direction::backward_data)
    return {dnnl::deconvolution_backward_data::primitive_desc(engine, alg, t.src, t.weights, t.dst,
                                                              w.strides, w.dilation, w.padding,
                                                              w.padding, forward),
            forward};
  if (r.dir == direction::backward_weights)
    return {dnnl::deconvolution_backward_weights::primitive_desc(
                engine, alg, t.src, t.weights, t.bias, t.dst, w.strides, w.dilation, w.padding,
                w.padding, forward),
            forward};
  return {forward, forward};
}

passes make_inner_product(const dnnl::engine &engine, const row &r, const tensors &t) {
  const dnnl::inner_product_forward::primitive_desc forward(engine, prop_kind_of(r.dir), t.src,
                                                            t.weights, t.bias, t.dst);
  if (r.dir == direction::backward_data)
    return {
        dnnl::inner_product_backward_data::primitive_desc(engine, t.src, t.weights, t.dst, forward),
        forward};
  if (r.dir == direction::backward_weights)
    return {dnnl::inner_product_backward_weights::primitive_desc(engine, t.src, t.weights, t.bias,
                                                                 t.dst, forward),
            forward};
  return {forward, forward};
}

passes make_pooling(const dnnl::engine &engine, const row &r, const tensors &t) {
  const window w(*r.what);
  const dnnl::pooling_forward::primitive_desc forward(engine, prop_kind_of(r.dir), algorithm_of(r),
                                                      t.src, t.dst, w.strides, w.kernel, w.dilation,
                                                      w.padding, w.padding);
  if (!is_backward(r)) return {forward, forward};
  return {
      dnnl::pooling_backward::primitive_desc(engine, algorithm_of(r), t.src, t.dst, w.strides,
                                             w.kernel, w.dilation, w.padding, w.padding, forward),
      forward};
}

passes make_lrn(const dnnl::engine &engine, const row &r, const tensors &t) {
  const dnnl::lrn_forward::primitive_desc forward(engine, prop_kind_of(r.dir), algorithm_of(r),
                                                  t.src, t.dst, lrn_size, lrn_alpha, lrn_beta,
                                                  lrn_k);
  if (!is_backward(r)) return {forward, forward};
  return {dnnl::lrn_backward::primitive_desc(engine, algorithm_of(r), t.src, t.dst, t.src, lrn_size,
                                             lrn_alpha, lrn_beta, lrn_k, forward),
          forward};
}

passes make_matmul(const dnnl::engine &engine, const tensors &t) {
  const dnnl::matmul::primitive_desc forward(engine, t.src, t.weights, t.dst);
  return {forward, forward};
}

passes make_normalization(const dnnl::engine &engine, const row &r, const tensors &t) {
  const dnnl::prop_kind prop = prop_kind_of(r.dir), back = dnnl::prop_kind::backward;
  const dnnl::normalization_flags flags = normalization_flags_of(r);
  const float epsilon = normalization_epsilon;
  const dnnl::memory::desc md = rows_of(r, t.src);
  if (r.what->alg == algorithm::batch) {
    const dnnl::batch_normalization_forward::primitive_desc forward(engine, prop, md, md, epsilon,
                                                                    flags);
    if (!is_backward(r)) return {forward, forward};
    return {dnnl::batch_normalization_backward::primitive_desc(engine, back, md, md, md, epsilon,
                                                               flags, forward),
            forward};
  }
  if (r.what->alg == algorithm::layer) {
    const dnnl::layer_normalization_forward::primitive_desc forward(engine, prop, md, md, epsilon,
                                                                    flags);
    if (!is_backward(r)) return {forward, forward};
    return {dnnl::layer_normalization_backward::primitive_desc(engine, back, md, md, md, epsilon,
                                                               flags, forward),
            forward};
  }
  const dnnl::group_normalization_forward::primitive_desc forward(
      engine, prop, md, md, normalization_groups, epsilon, flags);
  if (!is_backward(r)) return {forward, forward};
  return {dnnl::group_normalization_backward::primitive_desc(
              engine, back, md, md, md, normalization_groups, epsilon, flags, forward),
          forward};
}

passes make_eltwise(const dnnl::engine &engine, const row &r, const tensors &t) {
  const float alpha = eltwise_alpha(r.what->alg);
  const dnnl::eltwise_forward::primitive_desc forward(engine, prop_kind_of(r.dir), algorithm_of(r),
                                                      t.src, t.dst, alpha, 0.0f);
  if (!is_backward(r)) return {forward, forward};
  return {dnnl::eltwise_backward::primitive_desc(engine, algorithm_of(r), t.src, t.dst, t.src,
                                                 alpha, 0.0f, forward),
          forward};
}

dnnl::memory::dims dims_of(const dnnl::memory::desc &desc) {
  return desc.get_dims();
}

dnnl::memory::format_tag native_layout() {
  return dnnl::memory::format_tag::nhwc;
}

namespace {

// Null: there is none.
void *pool_of(const dnnl::stream &stream) {
  void *pool = nullptr;
#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_THREADPOOL
  dnnl_threadpool_interop_stream_get_threadpool(stream.get(), &pool);
#else
  (void)stream;
#endif
  return pool;
}

}  // namespace

dnnl_status_t multiply(const dnnl::stream &stream, const gemm_arguments &g, const float *a,
                       const float *b, float *c) {
  if (void *pool = pool_of(stream))
    return dnnl_threadpool_interop_sgemm(g.transa, g.transb, g.m, g.n, g.k, 1, a, g.lda, b, g.ldb,
                                         0, c, g.n, pool);
  return dnnl_sgemm(g.transa, g.transb, g.m, g.n, g.k, 1, a, g.lda, b, g.ldb, 0, c, g.n);
}
dnnl_status_t multiply(const dnnl::stream &stream, const gemm_arguments &g, const uint8_t *a,
                       const int8_t *b, int32_t *c) {
  const int32_t offset = 0;
  if (void *pool = pool_of(stream))
    return dnnl_threadpool_interop_gemm_u8s8s32(g.transa, g.transb, 'F', g.m, g.n, g.k, 1, a, g.lda,
                                                0, b, g.ldb, 0, 0, c, g.n, &offset, pool);
  return dnnl_gemm_u8s8s32(g.transa, g.transb, 'F', g.m, g.n, g.k, 1, a, g.lda, 0, b, g.ldb, 0, 0,
                           c, g.n, &offset);
}

// The first plugin that may be used has them all.
std::string gemm_kernel(const row &r) {
  dnnlet_plugin_t plugin;
  for (int i = 0; dnnlet_get_plugin(i, &plugin) == dnnl_success; ++i)
    if (plugin.is_usable)
      return std::string(plugin.name) + (r.type == types::f32 ? ":sgemm" : ":gemm_int8");
  return "";
}

#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_THREADPOOL

void use_threads(int threads) {
  dnnl_threadpool_interop_set_max_concurrency(threads);
}

dnnl::stream make_stream(const dnnl::engine &engine, int threads) {
  static std::unique_ptr<examples::thread_pool> pool;
  if (threads == 1) return dnnl::stream(engine);
  if (!pool || pool->get_num_threads() != threads)
    pool = std::make_unique<examples::thread_pool>(threads);
  return dnnl::threadpool_interop::make_stream(engine, pool.get());
}

#else

void use_threads(int) {}  // OMP_NUM_THREADS

dnnl::stream make_stream(const dnnl::engine &engine, int) {
  return dnnl::stream(engine);
}

#endif

}  // namespace bench
