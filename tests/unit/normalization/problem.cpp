// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/normalization/problem.h"

namespace dnnlet::test {

namespace {

// Owns what the C function made; throws as the C++ API does.
norm_pd owned(dnnl_status_t status, const dnnl_primitive_desc_t &pd) {
  dnnl::error::wrap_c_api(status, "could not create a primitive descriptor");
  return norm_pd(pd);
}

bool is_batch(const norm_case &c) {
  return c.kind == dnnl::primitive::kind::batch_normalization;
}
bool is_layer(const norm_case &c) {
  return c.kind == dnnl::primitive::kind::layer_normalization;
}

}  // namespace

norm_pd forward_desc(const dnnl::engine &engine, const norm_case &c, const norm_descs &d,
                     bool is_training, const dnnl::primitive_attr &attr) {
  const dnnl_prop_kind_t prop = is_training ? dnnl_forward_training : dnnl_forward_inference;
  dnnl_primitive_desc_t pd = nullptr;
  if (is_batch(c))
    return owned(
        dnnl_batch_normalization_forward_primitive_desc_create(
            &pd, engine.get(), prop, d.src.get(), d.dst.get(), c.epsilon, c.flags, attr.get()),
        pd);
  if (is_layer(c))
    return owned(dnnl_layer_normalization_forward_primitive_desc_create_v2(
                     &pd, engine.get(), prop, d.src.get(), d.dst.get(), d.stats.get(true),
                     dnnl_data_type_t(d.weights), c.epsilon, c.flags, attr.get()),
                 pd);
  return owned(dnnl_group_normalization_forward_primitive_desc_create(
                   &pd, engine.get(), prop, d.src.get(), d.dst.get(), c.groups, c.epsilon, c.flags,
                   attr.get()),
               pd);
}

norm_pd backward_desc(const dnnl::engine &engine, const norm_case &c, const norm_descs &d,
                      bool with_weights, const dnnl::primitive_attr &attr) {
  const dnnl_prop_kind_t prop = with_weights ? dnnl_backward : dnnl_backward_data;
  dnnl_primitive_desc_t pd = nullptr;
  const auto src = d.src.get(), dst = d.dst.get();
  if (is_batch(c)) {
    const norm_pd hint = forward_desc(engine, c, {d.src, d.src}, true);
    return owned(
        dnnl_batch_normalization_backward_primitive_desc_create(
            &pd, engine.get(), prop, dst, dst, src, c.epsilon, c.flags, hint.get(), attr.get()),
        pd);
  }
  const auto weights = dnnl_data_type_t(d.weights);
  if (is_layer(c))
    return owned(dnnl_layer_normalization_backward_primitive_desc_create_v2(
                     &pd, engine.get(), prop, src, dst, src, d.stats.get(true), weights, weights,
                     c.epsilon, c.flags, nullptr, attr.get()),
                 pd);
  return owned(dnnl_group_normalization_backward_primitive_desc_create(
                   &pd, engine.get(), prop, src, dst, src, c.groups, c.epsilon, c.flags, nullptr,
                   attr.get()),
               pd);
}

norm_inputs draw(const norm_case &c, const norm_descs &d, uint64_t seed) {
  norm_inputs in;
  const dims channels = {c.channels()};
  in.src = random_tensor(c.shape, d.src.get_data_type(), seed);
  in.diff_dst = random_tensor(c.shape, d.dst.get_data_type(), seed + 1);
  if (c.has(dnnl_use_scale)) in.scale = random_tensor(channels, d.weights, seed + 2, {0.5, 2, 48});
  if (c.has(dnnl_use_shift)) in.shift = random_tensor(channels, d.weights, seed + 3);
  if (c.has(dnnl_fuse_norm_add_relu))
    in.src_1 = random_tensor(c.shape, d.src.get_data_type(), seed + 4);
  if (c.has(dnnl_use_global_stats)) {
    if (!c.has(dnnl_rms_norm)) in.mean = random_tensor(c.statistics(), data_type::f32, seed + 5);
    in.variance = random_tensor(c.statistics(), data_type::f32, seed + 6, {0.5, 4, 4096});
    return in;
  }
  if (count(c.shape) == 0) {
    in.mean = in.variance = tensor(c.statistics(), data_type::f32);
  } else {
    const norm_forward r = forward(c, in, data_type::f32);
    in.mean = r.mean.values;
    in.variance = r.variance.values;
    for (tensor *t : {&in.mean, &in.variance})
      for (double &x : t->values) x = double(float(x));
  }
  if (c.has(dnnl_rms_norm)) in.mean = {};
  return in;
}

tensors forward_arguments(const norm_case &c, const norm_inputs &in) {
  tensors t = {{DNNL_ARG_SRC, in.src}};
  if (!in.scale.shape.empty()) t[DNNL_ARG_SCALE] = in.scale;
  if (!in.shift.shape.empty()) t[DNNL_ARG_SHIFT] = in.shift;
  if (!in.src_1.shape.empty()) t[DNNL_ARG_SRC_1] = in.src_1;
  if (!c.has(dnnl_use_global_stats)) return t;
  if (!in.mean.shape.empty()) t[DNNL_ARG_MEAN] = in.mean;
  t[DNNL_ARG_VARIANCE] = in.variance;
  return t;
}

tensors backward_arguments(const norm_case &, const norm_inputs &in) {
  tensors t = {
      {DNNL_ARG_SRC, in.src}, {DNNL_ARG_DIFF_DST, in.diff_dst}, {DNNL_ARG_VARIANCE, in.variance}};
  if (!in.mean.shape.empty()) t[DNNL_ARG_MEAN] = in.mean;
  if (!in.scale.shape.empty()) t[DNNL_ARG_SCALE] = in.scale;
  return t;
}

}  // namespace dnnlet::test
