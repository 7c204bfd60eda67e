// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "api.h"
#include "oneapi/dnnl/dnnl_config.h"
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
