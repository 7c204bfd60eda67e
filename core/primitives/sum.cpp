// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/sum.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &, dnnl_query_t, void *) noexcept {
  return dnnl_unimplemented;
}

void describe(const op_header &head, text_writer &out) noexcept {
  describe_dims(as<sum_op>(head).dst, out);
}

constexpr tensor_slot slots[] = {
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(sum_op, dst)},
    {DNNL_ARG_MULTIPLE_SRC, false, dnnl_query_src_md, 0, sizeof(sum_op), offsetof(sum_op, count)},
};
constexpr primitive_class sum_class = {"sum",        room_of<sum_op>, slots,   2,
                                       &sum_kernels, query,           describe};

// The layout of the first source that has blocks, else that of the first one, gaps and all.
status lay_out(memory_desc &dst, const memory_desc *const *sources, int count) noexcept {
  for (int i = 0; i < count; ++i)
    if (is_blocked(*sources[i]) && !is_plain(*sources[i]))
      return follow_layout(sum_class.name, dst, *sources[i]);
  bool repeats = !is_blocked(*sources[0]);
  for (int d = 0; !repeats && d < dst.ndims; ++d)
    repeats = dst.dims[d] != 1 && sources[0]->blocked.strides[d] == 0;
  if (repeats) return follow_layout(sum_class.name, dst, *sources[0]);
  const data_type type = dst.data_type;
  dst = *sources[0];
  dst.data_type = type;
  return dnnl_success;
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_sum_primitive_desc_create(dnnl_primitive_desc_t *sum_primitive_desc,
                                             dnnl_engine_t engine,
                                             const_dnnl_memory_desc_t dst_desc, int n,
                                             const float *scales,
                                             const const_dnnl_memory_desc_t *src_descs,
                                             const_dnnl_primitive_attr_t attr) {
  const char *what = sum_class.name;
  DNNLET_CHECK(check_source_count(what, src_descs, n));
  if (!scales) return null_argument(what, "scales");
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  for (int i = 0; i < n; ++i) {
    DNNLET_CHECK(check_source(what, src_descs, i));
    DNNLET_CHECK(check_same_dims(what, "source 0", *src_descs[0], "another", *src_descs[i]));
  }
  sum_op op = {{dnnl_sum, dnnl_prop_kind_undef, dnnl_alg_kind_undef}, n, *src_descs[0]};
  op.dst.format_kind = dnnl_format_kind_any;
  if (dst_desc) {
    DNNLET_CHECK(check_given(what, "dst", dst_desc));
    if (has_runtime_dims(*dst_desc)) return invalid(what, ": dst has runtime dimensions");
    DNNLET_CHECK(check_same_dims(what, "source 0", *src_descs[0], "dst", *dst_desc));
    op.dst = *dst_desc;
  }
  if (is_any(op.dst)) DNNLET_CHECK(lay_out(op.dst, src_descs, n));
  return create_primitive_desc(sum_primitive_desc, engine, sum_class, op.head, attr,
                               {src_descs, n, scales});
}
