// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/resampling.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/support/arithmetic.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &op = as<resampling_op>(head);
  if (what != dnnl_query_factors) return dnnl_unimplemented;
  return answer(result, static_cast<const float *>(op.factors));
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<resampling_op>(head);
  out << "mb" << op.src.dims[0] << "ic" << op.src.dims[1];
  static const char names[] = "dhw";
  for (int d = 2; d < op.src.ndims; ++d) {
    const char name = names[d + 3 - op.src.ndims];
    out << "_i" << name << op.src.dims[d] << 'o' << name << op.dst.dims[d];
  }
}

constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(resampling_op, src)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(resampling_op, dst)},
};
constexpr tensor_slot backward_slots[] = {
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(resampling_op, dst)},
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(resampling_op, src)},
};
constexpr primitive_class forward_class = {
    "resampling", room_of<resampling_op>, forward_slots, 2, &resampling_forward_kernels, query,
    describe};
constexpr primitive_class backward_class = {"resampling backward",
                                            room_of<resampling_op>,
                                            backward_slots,
                                            2,
                                            &resampling_backward_kernels,
                                            query,
                                            describe};

struct given {
  const char *what;
  dnnl_prop_kind_t prop;
  dnnl_alg_kind_t alg;
  const float *factors;
  const memory_desc *src, *dst;
};

// src enlarged by the factors, rounded down.
status size_by_factors(const given &g, memory_desc &dst) noexcept {
  dst = zero_md;
  dst.ndims = g.src->ndims;
  dst.data_type = g.src->data_type;
  dst.format_kind = dnnl_format_kind_any;
  for (int d = 0; d < 2; ++d) dst.dims[d] = g.src->dims[d];
  for (int d = 2; d < dst.ndims; ++d) {
    const double extent = double(g.src->dims[d]) * double(g.factors[d - 2]);
    if (!(extent >= 0 && extent < 0x1p62))
      return invalid(g.what, ": the factor of spatial dim ", d - 2, " makes no size");
    dst.dims[d] = dim_t(extent);
  }
  return dnnl_success;
}

status check_shapes(const given &g, const resampling_op &op) noexcept {
  const char *what = g.what;
  if (has_runtime_dims(op.src) || has_runtime_dims(op.dst))
    return invalid(what, ": runtime dimensions are not supported");
  if (op.dst.ndims != op.src.ndims)
    return invalid(what, ": dst has ", op.dst.ndims, " dimensions, src ", op.src.ndims);
  for (int d = 0; d < 2; ++d)
    if (op.dst.dims[d] != op.src.dims[d])
      return invalid(what, ": dim ", d, " is ", op.src.dims[d], " in src and ", op.dst.dims[d],
                     " in dst");
  for (int d = 2; d < op.src.ndims; ++d) {
    dim_t product;
    if (!checked_mul(op.src.dims[d], op.dst.dims[d], &product) || product > INT64_MAX / 8)
      return unimplemented(what, ": spatial dim ", d - 2, " is too large");
  }
  return dnnl_success;
}

status init(const given &g, resampling_op &op) noexcept {
  const char *what = g.what;
  if (g.alg != dnnl_resampling_nearest && g.alg != dnnl_resampling_linear)
    return invalid(what, ": algorithm ", int(g.alg), " is not one of resampling");
  DNNLET_CHECK(check_given(what, "src", g.src));
  if (g.src->ndims < 3 || g.src->ndims > 5)
    return invalid(what, ": src has ", g.src->ndims, " dimensions, expected 3 to 5");
  op = {};
  op.head = {dnnl_resampling, g.prop, g.alg};
  op.src = *g.src;
  if (g.dst && !is_zero(*g.dst))
    op.dst = *g.dst;
  else if (g.factors)
    DNNLET_CHECK(size_by_factors(g, op.dst));
  else
    return invalid(what, ": neither dst nor factors are given");
  DNNLET_CHECK(check_shapes(g, op));
  for (int d = 2; d < op.src.ndims; ++d)
    op.factors[d - 2] = float(double(op.dst.dims[d]) / double(op.src.dims[d]));
  return dnnl_success;
}

// Puts the dimensions of `md` in the order of a tag: with the blocks of `like`, or, if it has none,
// with channels first or last.
bool set_order(memory_desc &md, const memory_desc &like, bool channels_last) noexcept {
  if (channels_last) return like.inner_nblks == 0 && set_channels_last(md);
  int order[max_ndims], idxs[max_inner_blocks];
  for (int d = 0; d < md.ndims; ++d) order[d] = d;
  for (int i = 0; i < like.inner_nblks; ++i) idxs[i] = int(like.inner_idxs[i]);
  return set_layout(md, order, like.inner_nblks, like.blocked.inner_blks, idxs);
}

// As follow_layout(), but where `like` has a single pixel in some dimension, which then could stand
// anywhere, it stands where images have it: kernels are fast for these, and oneDNN decides so too,
// forward.
status follow_image(const char *what, memory_desc &md, const memory_desc &like) noexcept {
  if (is_any(md) && is_blocked(like))
    for (const bool channels_last : {true, false}) {
      memory_desc image = like;
      if (set_order(image, like, channels_last) && same_layout(image, like))
        return set_order(md, like, channels_last) ? dnnl_success
                                                  : invalid(what, ": the size overflows");
    }
  return follow_layout(what, md, like);
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_resampling_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const float *factors, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t dst_desc, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  resampling_op op;
  DNNLET_CHECK(init({what, prop_kind, alg_kind, factors, src_desc, dst_desc}, op));
  DNNLET_CHECK(check_not_any(what, "src", op.src));
  DNNLET_CHECK(check_attribute_kinds(what, attr, uses_post_ops));
  DNNLET_CHECK(check_post_ops(what, attr, op.dst, {dnnl_sum, dnnl_eltwise, dnnl_binary}));
  DNNLET_CHECK(check_plain_sums(what, attr, op.dst));
  DNNLET_CHECK(follow_image(what, op.dst, op.src));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_resampling_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const float *factors, const_dnnl_memory_desc_t diff_src_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr) {
  const char *what = backward_class.name;
  resampling_op op;
  DNNLET_CHECK(
      init({what, dnnl_backward_data, alg_kind, factors, diff_src_desc, diff_dst_desc}, op));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  const resampling_op *forward;
  DNNLET_CHECK(find_forward(what, hint_fwd_pd, op.head, forward));
  if (forward) DNNLET_CHECK(follow_layout(what, op.dst, forward->dst));
  if (is_any(op.src) && is_any(op.dst))
    return unimplemented(what, ": without a hint, a layout of diff_src or diff_dst must be given");
  DNNLET_CHECK(follow_layout(what, op.src, op.dst));
  DNNLET_CHECK(follow_layout(what, op.dst, op.src));
  return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
}
