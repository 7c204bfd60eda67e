// SPDX-License-Identifier: Apache-2.0
#include "primitives.h"

namespace bench {

namespace {

using dnnl::engine;
using dnnl::memory;
using dnnl::primitive_attr;
using tag = memory::format_tag;

// AlexNet's.
constexpr int lrn_size = 5;
constexpr float lrn_alpha = 1e-4f, lrn_beta = 0.75f, lrn_k = 1.0f;
constexpr float epsilon = 1e-5f;
constexpr int channels = 1;  // the axis

struct window {
  memory::dims kernel, strides, left, right, dilation;

  explicit window(const layer &l)
      : kernel{l.kernel.h, l.kernel.w},
        strides{l.stride, l.stride},
        left{l.pad.h, l.pad.w},
        dilation{l.tap_step - 1, l.tap_step - 1} {
    // A deconvolution's dst is what would be a convolution's src.
    const bool is_swapped = l.op == operation::deconvolution;
    const extent wide = is_swapped ? l.out : l.in, narrow = is_swapped ? l.in : l.out;
    right = {(narrow.h - 1) * l.stride + (l.kernel.h - 1) * l.tap_step + 1 - wide.h - l.pad.h,
             (narrow.w - 1) * l.stride + (l.kernel.w - 1) * l.tap_step + 1 - wide.w - l.pad.w};
  }
};

passes make_convolution(const engine &engine, const row &r, const tensors &t,
                        const primitive_attr &attr) {
  const window w(r.what);
  const algorithm alg = r.what.alg;
  const dnnl::convolution_forward::primitive_desc forward(engine, prop_kind_of(r.dir), alg, t.src,
                                                          t.weights, t.bias, t.dst, w.strides,
                                                          w.dilation, w.left, w.right, attr);
  if (r.dir == direction::backward_data)
    return {
        dnnl::convolution_backward_data::primitive_desc(
            engine, alg, t.src, t.weights, t.dst, w.strides, w.dilation, w.left, w.right, forward),
        forward};
  if (r.dir == direction::backward_weights)
    return {dnnl::convolution_backward_weights::primitive_desc(engine, alg, t.src, t.weights,
                                                               t.bias, t.dst, w.strides, w.dilation,
                                                               w.left, w.right, forward),
            forward};
  return {forward, forward};
}

passes make_deconvolution(const engine &engine, const row &r, const tensors &t) {
  const window w(r.what);
  const algorithm alg = r.what.alg;
  const dnnl::deconvolution_forward::primitive_desc forward(engine, prop_kind_of(r.dir), alg, t.src,
                                                            t.weights, t.bias, t.dst, w.strides,
                                                            w.dilation, w.left, w.right);
  if (r.dir == direction::backward_data)
    return {
        dnnl::deconvolution_backward_data::primitive_desc(
            engine, alg, t.src, t.weights, t.dst, w.strides, w.dilation, w.left, w.right, forward),
        forward};
  if (r.dir == direction::backward_weights)
    return {dnnl::deconvolution_backward_weights::primitive_desc(
                engine, alg, t.src, t.weights, t.bias, t.dst, w.strides, w.dilation, w.left,
                w.right, forward),
            forward};
  return {forward, forward};
}

passes make_inner_product(const engine &engine, const row &r, const tensors &t,
                          const primitive_attr &attr) {
  const dnnl::inner_product_forward::primitive_desc forward(engine, prop_kind_of(r.dir), t.src,
                                                            t.weights, t.bias, t.dst, attr);
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

passes make_pooling(const engine &engine, const row &r, const tensors &t) {
  const window w(r.what);
  const algorithm alg = r.what.alg;
  const dnnl::pooling_forward::primitive_desc forward(engine, prop_kind_of(r.dir), alg, t.src,
                                                      t.dst, w.strides, w.kernel, w.dilation,
                                                      w.left, w.right);
  if (!is_backward(r.dir)) return {forward, forward};
  return {dnnl::pooling_backward::primitive_desc(engine, alg, t.src, t.dst, w.strides, w.kernel,
                                                 w.dilation, w.left, w.right, forward),
          forward};
}

passes make_lrn(const engine &engine, const row &r, const tensors &t) {
  const algorithm alg = r.what.alg;
  const dnnl::lrn_forward::primitive_desc forward(engine, prop_kind_of(r.dir), alg, t.src, t.dst,
                                                  lrn_size, lrn_alpha, lrn_beta, lrn_k);
  if (!is_backward(r.dir)) return {forward, forward};
  return {dnnl::lrn_backward::primitive_desc(engine, alg, t.src, t.dst, t.src, lrn_size, lrn_alpha,
                                             lrn_beta, lrn_k, forward),
          forward};
}

// Statistics are given in inference, as they are known then.
template <class Forward, class Backward>
passes make_normalization(const engine &engine, const row &r, const tensors &t,
                          dnnl::normalization_flags flags) {
  const typename Forward::primitive_desc forward(engine, prop_kind_of(r.dir), t.src, t.dst, epsilon,
                                                 flags);
  if (!is_backward(r.dir)) return {forward, forward};
  return {typename Backward::primitive_desc(engine, dnnl::prop_kind::backward, t.src, t.dst, t.src,
                                            epsilon, flags, forward),
          forward};
}

passes make_group_normalization(const engine &engine, const row &r, const tensors &t,
                                dnnl::normalization_flags flags) {
  const int groups = r.what.groups;
  const dnnl::group_normalization_forward::primitive_desc forward(
      engine, prop_kind_of(r.dir), t.src, t.dst, groups, epsilon, flags);
  if (!is_backward(r.dir)) return {forward, forward};
  return {
      dnnl::group_normalization_backward::primitive_desc(
          engine, dnnl::prop_kind::backward, t.src, t.dst, t.src, groups, epsilon, flags, forward),
      forward};
}

passes make_softmax(const engine &engine, const row &r, const tensors &t) {
  const algorithm alg = r.what.alg;
  const dnnl::softmax_forward::primitive_desc forward(engine, prop_kind_of(r.dir), alg, t.src,
                                                      t.dst, channels);
  if (!is_backward(r.dir)) return {forward, forward};
  return {
      dnnl::softmax_backward::primitive_desc(engine, alg, t.src, t.dst, t.dst, channels, forward),
      forward};
}

struct parameters {
  float alpha, beta;
};

parameters parameters_of(algorithm eltwise) {
  switch (eltwise) {
    case algorithm::eltwise_elu:
    case algorithm::eltwise_swish:
    case algorithm::eltwise_mish:
    case algorithm::eltwise_soft_relu: return {1, 0};
    case algorithm::eltwise_hardswish:
    case algorithm::eltwise_hardsigmoid: return {1.0f / 6, 0.5f};
    case algorithm::eltwise_linear: return {2, 1};
    case algorithm::eltwise_clip:
    case algorithm::eltwise_clip_v2: return {-1, 1};
    case algorithm::eltwise_pow: return {1, 0.5f};
    default: return {0, 0};
  }
}

passes make_eltwise(const engine &engine, const row &r, const tensors &t) {
  const algorithm alg = r.what.alg;
  const auto [alpha, beta] = parameters_of(alg);
  const dnnl::eltwise_forward::primitive_desc forward(engine, prop_kind_of(r.dir), alg, t.src,
                                                      t.dst, alpha, beta);
  if (!is_backward(r.dir)) return {forward, forward};
  return {dnnl::eltwise_backward::primitive_desc(engine, alg, t.src, t.dst, t.src, alpha, beta,
                                                 forward),
          forward};
}

passes make_prelu(const engine &engine, const row &r, const tensors &t) {
  const dnnl::prelu_forward::primitive_desc forward(engine, prop_kind_of(r.dir), t.src, t.weights,
                                                    t.dst);
  if (!is_backward(r.dir)) return {forward, forward};
  return {dnnl::prelu_backward::primitive_desc(engine, t.src, t.weights, t.src, t.weights, t.dst,
                                               forward),
          forward};
}

passes make_shuffle(const engine &engine, const row &r, const tensors &t) {
  const int size = r.what.ic / r.what.groups;
  const dnnl::shuffle_forward::primitive_desc forward(engine, prop_kind_of(r.dir), t.src, t.dst,
                                                      channels, size);
  if (!is_backward(r.dir)) return {forward, forward};
  return {dnnl::shuffle_backward::primitive_desc(engine, t.src, t.dst, channels, size, forward),
          forward};
}

passes make_resampling(const engine &engine, const row &r, const tensors &t) {
  const algorithm alg = r.what.alg;
  const dnnl::resampling_forward::primitive_desc forward(engine, prop_kind_of(r.dir), alg, t.src,
                                                         t.dst);
  if (!is_backward(r.dir)) return {forward, forward};
  return {dnnl::resampling_backward::primitive_desc(engine, alg, t.src, t.dst, forward), forward};
}

dnnl::primitive_desc_base make_other(const engine &engine, const row &r, const tensors &t) {
  const std::vector<memory::desc> sources(size_t(r.what.groups), t.src);
  switch (r.what.op) {
    case operation::matmul: return dnnl::matmul::primitive_desc(engine, t.src, t.weights, t.dst);
    case operation::binary:
      return dnnl::binary::primitive_desc(engine, r.what.alg, t.src, t.weights, t.dst);
    case operation::reduction:
      return dnnl::reduction::primitive_desc(engine, r.what.alg, t.src, t.dst, 2.0f, 0.0f);
    case operation::concat: return dnnl::concat::primitive_desc(engine, t.dst, channels, sources);
    case operation::sum:
      return dnnl::sum::primitive_desc(engine, t.dst, std::vector<float>(sources.size(), 1.0f),
                                       sources);
    default: return dnnl::reorder::primitive_desc(engine, t.src, engine, t.dst);
  }
}

// Plain weights, and what a convolution of the reorder's dst type takes.
dnnl::primitive_desc_base make_weights_reorder(const engine &engine, const row &r) {
  row from = r, to = r;
  from.what.op = to.what.op = operation::convolution;
  from.tensors = layout::nchw;
  from.type = {r.type.src, r.type.src, r.type.src};
  to.type = {r.type.dst, r.type.dst, r.type.dst};
  const passes convolution = make_passes(engine, to, tensors_of(to));
  return dnnl::reorder::primitive_desc(engine, tensors_of(from).weights, engine,
                                       convolution.measured.query_md(dnnl::query::weights_md));
}

memory::desc matrix(memory::dim groups, memory::dim rows, memory::dim columns, data_type type,
                    bool is_any, bool is_transposed) {
  if (groups == 1)
    return {{rows, columns}, type, is_any ? tag::any : is_transposed ? tag::ba : tag::ab};
  return {{groups, rows, columns}, type, is_any ? tag::any : is_transposed ? tag::acb : tag::abc};
}

tensors tensors_of_matmul(const row &r) {
  const layer &l = r.what;
  memory::desc weights = matrix(l.groups, l.ic, l.oc, r.type.weights, r.tensors == layout::any,
                                r.tensors == layout::nt);
  if (r.tensors == layout::packed)
    weights = memory::desc::packed(weights.get_dims(), r.type.weights,
                                   memory::dim(l.ic) * l.oc / sparse_step + 1);
  return {matrix(l.groups, l.n, l.ic, r.type.src, false, r.tensors == layout::tn), weights,
          memory::desc(), matrix(l.groups, l.n, l.oc, r.type.dst, false, false)};
}

tag tag_of(layout l, bool is_dst) {
  switch (l) {
    case layout::any:
    case layout::plain: return tag::any;
    case layout::nhwc: return tag::nhwc;
    case layout::nchw_to_nhwc: return is_dst ? tag::nhwc : tag::nchw;
    case layout::nhwc_to_nchw: return is_dst ? tag::nchw : tag::nhwc;
    case layout::blocked: return tag::nChw16c;
    case layout::blocked8: return tag::nChw8c;
    case layout::nchw_to_blocked: return is_dst ? tag::nChw16c : tag::nchw;
    case layout::nchw_to_blocked8: return is_dst ? tag::nChw8c : tag::nchw;
    case layout::blocked_to_nchw: return is_dst ? tag::nchw : tag::nChw16c;
    case layout::nhwc_to_blocked: return is_dst ? tag::nChw16c : tag::nhwc;
    case layout::heads_to_rows: return is_dst ? tag::acbd : tag::abcd;
    case layout::nhwc_and_nchw: return tag::nhwc;
    default: return tag::nchw;
  }
}

// Of a convolution; or the other source of a binary, the slopes of a PReLU.
memory::desc weights_of(const row &r) {
  const layer &l = r.what;
  const bool is_any = tag_of(r.tensors, false) == tag::any;
  if (l.op == operation::prelu) return {{1, l.ic, 1, 1}, r.type.weights, tag::nchw};
  if (l.op == operation::binary) {
    const bool is_same = l.out.h == l.in.h, is_nchw = r.tensors == layout::nhwc_and_nchw;
    return {{is_same ? l.n : 1, l.oc, l.out.h, l.out.w},
            r.type.weights,
            is_same && !is_nchw ? tag_of(r.tensors, false) : tag::nchw};
  }
  if (l.groups == 1)
    return {{l.oc, l.ic, l.kernel.h, l.kernel.w}, r.type.weights, is_any ? tag::any : tag::oihw};
  return {{l.groups, l.oc / l.groups, l.ic / l.groups, l.kernel.h, l.kernel.w},
          r.type.weights,
          is_any ? tag::any : tag::goihw};
}

}  // namespace

tensors tensors_of(const row &r) {
  const layer &l = r.what;
  if (l.op == operation::matmul) return tensors_of_matmul(r);
  if (r.tensors == layout::rows) {
    const memory::desc same = {{l.n, l.ic}, r.type.weights, tag::ab};
    return {{{l.n, l.ic}, r.type.src, tag::ab}, same, {}, {{l.n, l.oc}, r.type.dst, tag::ab}};
  }
  const bool is_flat = l.op == operation::inner_product;
  const memory::desc src = {{l.n, l.ic, l.in.h, l.in.w}, r.type.src, tag_of(r.tensors, false)};
  const int channels_of_dst = l.op == operation::concat ? l.ic * l.groups : l.oc;
  const extent out = l.op == operation::binary ? l.in : l.out;
  memory::desc dst = {{l.n, channels_of_dst, out.h, out.w}, r.type.dst, tag_of(r.tensors, true)};
  if (is_flat) dst = {{l.n, l.oc}, r.type.dst, tag::nc};
  return {src, weights_of(r), {{l.oc}, data_type::f32, tag::x}, dst};
}

passes make_passes(const engine &engine, const row &r, const tensors &t,
                   const primitive_attr &attr) {
  const auto flags = dnnl::normalization_flags::none;
  const bool has_statistics = r.dir == direction::inference;
  switch (r.what.op) {
    case operation::convolution: return make_convolution(engine, r, t, attr);
    case operation::deconvolution: return make_deconvolution(engine, r, t);
    case operation::inner_product: return make_inner_product(engine, r, t, attr);
    case operation::pooling: return make_pooling(engine, r, t);
    case operation::lrn: return make_lrn(engine, r, t);
    case operation::batch_normalization:
      return make_normalization<dnnl::batch_normalization_forward,
                                dnnl::batch_normalization_backward>(
          engine, r, t, has_statistics ? dnnl::normalization_flags::use_global_stats : flags);
    case operation::layer_normalization:
      return make_normalization<dnnl::layer_normalization_forward,
                                dnnl::layer_normalization_backward>(engine, r, t, flags);
    case operation::group_normalization: return make_group_normalization(engine, r, t, flags);
    case operation::softmax: return make_softmax(engine, r, t);
    case operation::eltwise: return make_eltwise(engine, r, t);
    case operation::prelu: return make_prelu(engine, r, t);
    case operation::shuffle: return make_shuffle(engine, r, t);
    case operation::resampling: return make_resampling(engine, r, t);
    case operation::lstm: return make_lstm(engine, r);
    default: break;
  }
  const dnnl::primitive_desc_base other = r.what.op == operation::weights_reorder
                                              ? make_weights_reorder(engine, r)
                                              : make_other(engine, r, t);
  return {other, other};
}

}  // namespace bench
