// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/concat.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/support/arithmetic.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &, dnnl_query_t, void *) noexcept {
  return dnnl_unimplemented;
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<concat_op>(head);
  for (int i = 0; i < op.count; ++i) {
    if (i > 0) out << ':';
    describe_dims(op.sources()[i], out);
  }
  out << ' ' << op.axis << ' ';
  describe_dims(op.dst, out);
}

status check_values_of_scales(const run_context &context) noexcept {
  const auto &op = context.problem<concat_op>();
  for (const quantization &q : context.attr->scales)
    DNNLET_CHECK(check_values("concat", context, q, DNNL_ARG_ATTR_SCALES | q.arg, op.dst));
  return dnnl_success;
}

constexpr tensor_slot slots[] = {
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(concat_op, dst)},
    {DNNL_ARG_MULTIPLE_SRC, false, dnnl_query_src_md, 0, sizeof(concat_op),
     offsetof(concat_op, count)},
};
constexpr primitive_class concat_class = {"concat", room_of<concat_op>,    slots,
                                          2,        &concat_kernels,       query,
                                          describe, check_values_of_scales};

struct given_sources {
  const memory_desc *const *items;
  int count, axis;
};

// Sizes differ along the axis only; `sum` becomes the one of dst.
status check_sources(const given_sources &given, dim_t &sum) noexcept {
  const char *what = concat_class.name;
  DNNLET_CHECK(check_source_count(what, given.items, given.count));
  DNNLET_CHECK(check_source(what, given.items, 0));
  const memory_desc &first = *given.items[0];
  if (given.axis < 0 || given.axis >= first.ndims)
    return invalid(what, ": the axis is ", given.axis, ", expected 0 to ", first.ndims - 1);
  sum = first.dims[given.axis];
  for (int i = 1; i < given.count; ++i) {
    DNNLET_CHECK(check_source(what, given.items, i));
    const memory_desc &md = *given.items[i];
    for (int d = 0; d < md.ndims; ++d)
      if (d != given.axis && md.dims[d] != first.dims[d])
        return invalid(what, ": dim ", d, " of source ", i, " is ", md.dims[d], ", expected ",
                       first.dims[d]);
    if (md.data_type != first.data_type)
      return invalid(what, ": source ", i, " has data type ", int(md.data_type), ", source 0 ",
                     int(first.data_type));
    if (!checked_add(sum, md.dims[given.axis], &sum)) return invalid(what, ": the size overflows");
  }
  return dnnl_success;
}

status check_dst(const memory_desc &dst, const memory_desc &src, int axis, dim_t sum) noexcept {
  const char *what = concat_class.name;
  if (dst.ndims != src.ndims)
    return invalid(what, ": dst has ", dst.ndims, " dimensions, source 0 ", src.ndims);
  if (has_runtime_dims(dst)) return invalid(what, ": dst has runtime dimensions");
  for (int d = 0; d < dst.ndims; ++d) {
    const dim_t expected = d == axis ? sum : src.dims[d];
    if (dst.dims[d] != expected)
      return invalid(what, ": dim ", d, " of dst is ", dst.dims[d], ", expected ", expected);
  }
  return dnnl_success;
}

// Whether every source begins with a block of dst.
bool begins_with_blocks(const memory_desc &dst, const given_sources &given) noexcept {
  dim_t blocks[max_ndims], begin = 0;
  block_sizes(dst, blocks);
  for (int i = 0; i < given.count; ++i) {
    if (begin % blocks[given.axis] != 0) return false;
    begin += given.items[i]->dims[given.axis];
  }
  return true;
}

// The layout of the first source that has blocks, if the sources are whole blocks of it; else that
// of the first plain one, where it says something of the axis; else row-major.
status lay_out(memory_desc &dst, const given_sources &given) noexcept {
  const memory_desc open = dst;
  for (int i = 0; i < given.count; ++i) {
    const memory_desc &src = *given.items[i];
    if (!is_blocked(src) || is_plain(src)) continue;
    if (set_layout_like(dst, src) && begins_with_blocks(dst, given)) return dnnl_success;
    break;
  }
  for (int i = 0; i < given.count; ++i) {
    const memory_desc &src = *given.items[i];
    dst = open;
    if (is_plain(src) && src.dims[given.axis] != 1 && !has_zero_dim(src) &&
        set_layout_like(dst, src))
      return dnnl_success;
  }
  dst = open;
  return follow_layout(concat_class.name, dst, zero_md);
}

status check_attributes(const attributes &attr, int count) noexcept {
  const char *what = concat_class.name;
  DNNLET_CHECK(check_attribute_kinds(what, &attr, uses_scales));
  for (const quantization &q : attr.scales) {
    const int source = q.arg - DNNL_ARG_MULTIPLE_SRC;
    if (source < 0 || source >= count)
      return unimplemented(what, ": scales of argument ", q.arg, ", expected those of sources");
    if (q.mask != 0 || q.group_ndims != 0)
      return unimplemented(what, ": the mask of scales is ", q.mask, ", expected 0");
    if (q.mode != dnnl_quantization_mode_static_sazp)
      return unimplemented(what, ": scales are given, not computed");
  }
  return dnnl_success;
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_concat_primitive_desc_create(dnnl_primitive_desc_t *concat_primitive_desc,
                                                dnnl_engine_t engine,
                                                const_dnnl_memory_desc_t dst_desc, int n,
                                                int concat_dimension,
                                                const const_dnnl_memory_desc_t *src_descs,
                                                const_dnnl_primitive_attr_t attr) {
  const char *what = concat_class.name;
  if (attr) DNNLET_CHECK(check_attributes(*attr, n));
  const given_sources given = {src_descs, n, concat_dimension};
  dim_t sum = 0;
  DNNLET_CHECK(check_sources(given, sum));
  concat_op op = {
      {dnnl_concat, dnnl_prop_kind_undef, dnnl_alg_kind_undef}, n, concat_dimension, zero_md};
  if (dst_desc) {
    DNNLET_CHECK(check_given(what, "dst", dst_desc));
    DNNLET_CHECK(check_dst(*dst_desc, *src_descs[0], concat_dimension, sum));
    op.dst = *dst_desc;
  } else {
    const memory_desc &first = *src_descs[0];
    op.dst.ndims = first.ndims;
    op.dst.data_type = first.data_type;
    op.dst.format_kind = dnnl_format_kind_any;
    for (int d = 0; d < first.ndims; ++d)
      op.dst.dims[d] = d == concat_dimension ? sum : first.dims[d];
  }
  if (is_any(op.dst)) DNNLET_CHECK(lay_out(op.dst, given));
  return create_primitive_desc(concat_primitive_desc, engine, concat_class, op.head, attr,
                               {src_descs, n});
}
