// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/lrn.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/window.h"
#include "core/primitives/work.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &op = as<lrn_op>(head);
  switch (what) {
    case dnnl_query_local_size_s64: return answer(result, op.local_size);
    case dnnl_query_alpha_f32: return answer(result, op.alpha);
    case dnnl_query_beta_f32: return answer(result, op.beta);
    case dnnl_query_k_f32: return answer(result, op.k);
    default: return dnnl_unimplemented;
  }
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<lrn_op>(head);
  describe_dims(op.src, out);
  out << "ls" << op.local_size << "beta" << op.beta;
}

constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(lrn_op, src)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(lrn_op, dst)},
};
constexpr tensor_slot backward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(lrn_op, src)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(lrn_op, diff_dst)},
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(lrn_op, diff_src)},
};

// Kernels extend the dimensions that a window spans by its size.
bool is_countable(const op_header &head, const attributes &) noexcept {
  const auto &op = as<lrn_op>(head);
  const bool across = op.head.alg == dnnl_lrn_across_channels;
  count_of points(most_counted);
  for (int d = 0; d < op.src.ndims; ++d) {
    const bool spans = across ? d == 1 : d >= 2;
    points.times(op.src.dims[d], spans ? op.local_size : 0);
  }
  return points.fits();
}

// The points of windows, and what a power takes.
double terms(const op_header &head) noexcept {
  if (!has_workers) return 0;
  constexpr double of_power = 16;
  const auto &op = as<lrn_op>(head);
  double points = double(op.local_size);
  for (int d = 3; op.head.alg == dnnl_lrn_within_channel && d < op.src.ndims; ++d)
    points *= double(op.local_size);
  return double(elements(op.src)) * (points + of_power) * sizeof(float);
}

constexpr primitive_class forward_class = {
    "lrn",    room_of<lrn_op>, forward_slots, 2,    &lrn_forward_kernels, query,
    describe, nullptr,         is_countable,  terms};
constexpr primitive_class backward_class = {
    "lrn backward", room_of<lrn_op>, backward_slots, 3,    &lrn_backward_kernels, query,
    describe,       nullptr,         is_countable,   terms};

status check(const char *what, dnnl_alg_kind_t alg, const memory_desc *src,
             dim_t local_size) noexcept {
  DNNLET_CHECK(check_given(what, "src", src));
  DNNLET_CHECK(check_not_any(what, "src", *src));
  if (alg != dnnl_lrn_across_channels && alg != dnnl_lrn_within_channel)
    return invalid(what, ": algorithm ", int(alg), " is not one of lrn");
  if (src->ndims < 2 || src->ndims > 5)
    return invalid(what, ": src has ", src->ndims, " dimensions, expected 2 to 5");
  if (local_size <= 0) return invalid(what, ": local_size is ", local_size, ", expected 1 or more");
  return dnnl_success;
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_lrn_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    dnnl_dim_t local_size, float alpha, float beta, float k, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  DNNLET_CHECK(check(what, alg_kind, src_desc, local_size));
  DNNLET_CHECK(check_given(what, "dst", dst_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "dst", *dst_desc));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  lrn_op op = {{dnnl_lrn, prop_kind, alg_kind},
               *src_desc,
               *dst_desc,
               zero_md,
               zero_md,
               local_size,
               alpha,
               beta,
               k};
  DNNLET_CHECK(copy_source(what, op.dst, op.src));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_lrn_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, dnnl_dim_t local_size, float alpha, float beta, float k,
    const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t attr) {
  const char *what = backward_class.name;
  DNNLET_CHECK(check(what, alg_kind, src_desc, local_size));
  DNNLET_CHECK(check_given(what, "diff_src", diff_src_desc));
  DNNLET_CHECK(check_given(what, "diff_dst", diff_dst_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "diff_dst", *diff_dst_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "diff_src", *diff_src_desc));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  lrn_op op = {{dnnl_lrn, dnnl_backward_data, alg_kind},
               *src_desc,
               zero_md,
               *diff_src_desc,
               *diff_dst_desc,
               local_size,
               alpha,
               beta,
               k};
  DNNLET_CHECK(copy_layout(what, op.diff_dst, op.src));
  DNNLET_CHECK(copy_layout(what, op.diff_src, op.src));
  return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
}
