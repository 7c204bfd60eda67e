// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/reorder.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &, dnnl_query_t, void *) noexcept { return dnnl_unimplemented; }

void describe(const op_header &head, text_writer &out) noexcept {
  describe_dims(reinterpret_cast<const reorder_op &>(head).dst, out);
}

status check_sizes(const run_context &context) noexcept {
  return check_same_dims("reorder", "src", context.memory(DNNL_ARG_FROM)->md, "dst",
                         context.memory(DNNL_ARG_TO)->md);
}

constexpr tensor_slot slots[] = {
    {DNNL_ARG_FROM, false, dnnl_query_src_md, 0, offsetof(reorder_op, src)},
    {DNNL_ARG_TO, true, dnnl_query_dst_md, 0, offsetof(reorder_op, dst)},
};

constexpr primitive_class reorder_class = {
    "reorder", sizeof(reorder_op), slots, 2, &reorder_kernels, query, describe, check_sizes};

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_reorder_primitive_desc_create(
    dnnl_primitive_desc_t *reorder_primitive_desc, const_dnnl_memory_desc_t src_desc,
    dnnl_engine_t src_engine, const_dnnl_memory_desc_t dst_desc, dnnl_engine_t dst_engine,
    const_dnnl_primitive_attr_t attr) {
  const char *what = reorder_class.name;
  DNNLET_CHECK(check_given(what, "src", src_desc));
  DNNLET_CHECK(check_given(what, "dst", dst_desc));
  if (!src_engine) return null_argument(what, "src_engine");
  if (!dst_engine) return null_argument(what, "dst_engine");
  DNNLET_CHECK(check_not_any(what, "src", *src_desc));
  DNNLET_CHECK(check_not_any(what, "dst", *dst_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "dst", *dst_desc));
  DNNLET_CHECK(check_attribute_kinds(
      what, attr, uses_scales | uses_zero_points | uses_post_ops | uses_stochastic_rounding));
  DNNLET_CHECK(check_post_ops(what, attr, *dst_desc, {dnnl_sum}));
  const reorder_op op = {{dnnl_reorder, dnnl_prop_kind_undef, dnnl_alg_kind_undef}, *src_desc,
                         *dst_desc};
  return create_primitive_desc(reorder_primitive_desc, src_engine, reorder_class, op.head, attr);
}
