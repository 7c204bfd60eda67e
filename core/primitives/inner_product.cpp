// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/inner_product.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/product_slots.h"
#include "core/primitives/product_types.h"
#include "core/primitives/window.h"
#include "core/primitives/work.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

// There are no parameters beside the tensors.
status query(const op_header &, dnnl_query_t, void *) noexcept {
  return dnnl_unimplemented;
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<inner_product_op>(head);
  out << "mb" << op.src.dims[0] << "ic" << op.src.dims[1];
  static const char *const names[] = {"id", "ih", "iw"};
  for (int d = 2; d < op.src.ndims; ++d)
    out << names[max_spatial_ndims - op.src.ndims + d] << op.src.dims[d];
  out << "oc" << op.dst.dims[1];
}

using slots = product_slots<inner_product_op>;

bool is_countable(const op_header &head, const attributes &) noexcept {
  const auto &op = as<inner_product_op>(head);
  count_of products(most_products);
  products.times(op.dst.dims[0]);
  for (int d = 0; d < op.weights.ndims; ++d) products.times(op.weights.dims[d]);
  return products.fits();
}

// Scales of one execution.
status check_attribute_values(const run_context &context) noexcept {
  return check_inner_product_values("inner product", context);
}

double products(const op_header &head) noexcept {
  const auto &op = as<inner_product_op>(head);
  return products_by_channel(op.dst, op.weights, op.src);
}

constexpr primitive_class forward_class = {"inner product",
                                           room_of<inner_product_op>,
                                           slots::forward,
                                           4,
                                           &inner_product_forward_kernels,
                                           query,
                                           describe,
                                           check_attribute_values,
                                           is_countable,
                                           products};
constexpr primitive_class backward_data_class = {"inner product backward data",
                                                 room_of<inner_product_op>,
                                                 slots::backward_data,
                                                 3,
                                                 &inner_product_backward_data_kernels,
                                                 query,
                                                 describe,
                                                 nullptr,
                                                 is_countable,
                                                 products};
constexpr primitive_class backward_weights_class = {"inner product backward weights",
                                                    room_of<inner_product_op>,
                                                    slots::backward_weights,
                                                    4,
                                                    &inner_product_backward_weights_kernels,
                                                    query,
                                                    describe,
                                                    nullptr,
                                                    is_countable,
                                                    products};

// What the create calls are given, under the names of the forward pass.
struct given {
  const char *what;
  dnnl_prop_kind_t prop;
  const memory_desc *src, *weights, *bias, *dst;
};

status check_shapes(const given &g) noexcept {
  const char *what = g.what;
  if (g.src->ndims < 2 || g.src->ndims > 5)
    return invalid(what, ": src has ", g.src->ndims, " dimensions, expected 2 to 5");
  if (g.dst->ndims != 2)
    return invalid(what, ": dst has ", g.dst->ndims, " dimensions, expected 2");
  if (g.weights->ndims != g.src->ndims)
    return invalid(what, ": weights have ", g.weights->ndims, " dimensions, expected the ",
                   g.src->ndims, " of src");
  if (has_zero_dim(*g.weights)) return invalid(what, ": weights are empty");
  if (g.src->dims[0] != g.dst->dims[0])
    return invalid(what, ": the batch is ", g.src->dims[0], " in src and ", g.dst->dims[0],
                   " in dst");
  for (int d = 1; d < g.src->ndims; ++d)
    if (g.weights->dims[d] != g.src->dims[d])
      return invalid(what, ": dim ", d, " of weights is ", g.weights->dims[d], ", expected the ",
                     g.src->dims[d], " of src");
  if (g.weights->dims[0] != g.dst->dims[1])
    return invalid(what, ": weights make ", g.weights->dims[0], " channels, expected the ",
                   g.dst->dims[1], " of dst");
  if (g.bias && (g.bias->ndims != 1 || g.bias->dims[0] != g.dst->dims[1]))
    return invalid(what, ": bias has ", g.bias->ndims, " dimensions with ", g.bias->dims[0],
                   " channels, expected 1 with ", g.dst->dims[1]);
  return dnnl_success;
}

status init(inner_product_op &op, given g) noexcept {
  const char *what = g.what;
  DNNLET_CHECK(check_given(what, "src", g.src));
  DNNLET_CHECK(check_given(what, "weights", g.weights));
  DNNLET_CHECK(check_given(what, "dst", g.dst));
  if (g.bias && is_zero(*g.bias)) g.bias = nullptr;
  if (has_runtime_dims(*g.src) || has_runtime_dims(*g.weights) || has_runtime_dims(*g.dst) ||
      (g.bias && has_runtime_dims(*g.bias)))
    return unimplemented(what, ": runtime dimensions are not supported");
  DNNLET_CHECK(check_shapes(g));
  op = {};
  op.head = {dnnl_inner_product, g.prop, dnnl_alg_kind_undef};
  op.src = *g.src;
  op.weights = *g.weights;
  op.bias = g.bias ? *g.bias : zero_md;
  op.dst = *g.dst;
  return check_inner_product_types(what, op);
}

status check_backward_attributes(const char *what, const attributes *attr) noexcept {
  return check_attribute_kinds(what, attr, 0);
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_inner_product_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  inner_product_op op;
  DNNLET_CHECK(init(op, {what, prop_kind, src_desc, weights_desc, bias_desc, dst_desc}));
  if (attr) DNNLET_CHECK(check_inner_product_attributes(what, op, *attr));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_inner_product_backward_data_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t attr) {
  const char *what = backward_data_class.name;
  inner_product_op op;
  DNNLET_CHECK(
      init(op, {what, dnnl_backward_data, diff_src_desc, weights_desc, nullptr, diff_dst_desc}));
  DNNLET_CHECK(check_backward_attributes(what, attr));
  return create_primitive_desc(primitive_desc, engine, backward_data_class, op.head, attr);
}

dnnl_status_t dnnl_inner_product_backward_weights_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t attr) {
  const char *what = backward_weights_class.name;
  inner_product_op op;
  DNNLET_CHECK(init(op, {what, dnnl_backward_weights, src_desc, diff_weights_desc, diff_bias_desc,
                         diff_dst_desc}));
  DNNLET_CHECK(check_backward_attributes(what, attr));
  return create_primitive_desc(primitive_desc, engine, backward_weights_class, op.head, attr);
}
