// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/matmul.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

constexpr char name[] = "matmul";

status query(const op_header &, dnnl_query_t, void *) noexcept {
  return dnnl_unimplemented;
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<matmul_op>(head);
  describe_dims(op.src, out);
  out << ':';
  describe_dims(op.weights, out);
}

constexpr tensor_slot slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(matmul_op, src)},
    {DNNL_ARG_WEIGHTS, false, dnnl_query_weights_md, 0, offsetof(matmul_op, weights)},
    {DNNL_ARG_BIAS, false, dnnl_query_weights_md, 1, offsetof(matmul_op, bias)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(matmul_op, dst)},
};

bool is_open(dim_t dim) noexcept {
  return dim == runtime_dim;
}
bool may_be_equal(dim_t a, dim_t b) noexcept {
  return a == b || is_open(a) || is_open(b);
}

// A batch dimension of dst is the greater of src's and weights', of which one may be 1.
status check_batch(const matmul_op &op, int d) noexcept {
  const dim_t src = op.src.dims[d], weights = op.weights.dims[d], dst = op.dst.dims[d];
  if (is_open(src) || is_open(weights) || is_open(dst)) return dnnl_success;
  if (src == weights && src == dst) return dnnl_success;
  if ((src == 1 && dst == weights) || (weights == 1 && dst == src)) return dnnl_success;
  return invalid(name, ": dim ", d, " is ", src, " in src, ", weights, " in weights and ", dst,
                 " in dst; a batch of 1 repeats, others must agree");
}

status check_shapes(const matmul_op &op) noexcept {
  const int ndims = op.dst.ndims;
  if (ndims < 2) return invalid(name, ": dst has ", ndims, " dimensions, expected 2 or more");
  if (op.src.ndims != ndims || op.weights.ndims != ndims)
    return invalid(name, ": src has ", int(op.src.ndims), " dimensions, weights ",
                   int(op.weights.ndims), ", dst ", ndims);
  for (int d = 0; d < ndims - 2; ++d) DNNLET_CHECK(check_batch(op, d));
  const int row = ndims - 2, col = ndims - 1;
  if (!may_be_equal(op.src.dims[row], op.dst.dims[row]))
    return invalid(name, ": M is ", op.src.dims[row], " in src and ", op.dst.dims[row], " in dst");
  if (!may_be_equal(op.weights.dims[col], op.dst.dims[col]))
    return invalid(name, ": N is ", op.weights.dims[col], " in weights and ", op.dst.dims[col],
                   " in dst");
  if (!may_be_equal(op.src.dims[col], op.weights.dims[row]))
    return invalid(name, ": K is ", op.src.dims[col], " in src and ", op.weights.dims[row],
                   " in weights");
  return dnnl_success;
}

status check_bias(const matmul_op &op) noexcept {
  if (is_zero(op.bias)) return dnnl_success;
  if (op.bias.ndims != op.dst.ndims)
    return invalid(name, ": bias has ", int(op.bias.ndims), " dimensions, dst ", int(op.dst.ndims));
  for (int d = 0; d < op.dst.ndims; ++d)
    if (op.bias.dims[d] != 1 && !may_be_equal(op.bias.dims[d], op.dst.dims[d]))
      return invalid(name, ": dim ", d, " of bias is ", op.bias.dims[d], ", expected 1 or ",
                     op.dst.dims[d]);
  return dnnl_success;
}

// Where dimensions were open, creation could not see whether they fit.
status check_sizes(const run_context &context) noexcept {
  if (!has_runtime_sizes(context.problem<matmul_op>())) return dnnl_success;
  const matmul_op op = operation_of(context);
  DNNLET_CHECK(check_shapes(op));
  return check_bias(op);
}

constexpr primitive_class matmul_class = {
    name,  room_of<matmul_op>, slots,       4,       &matmul_kernels,
    query, describe,           check_sizes, nullptr, true};

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_matmul_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_desc, const_dnnl_primitive_attr_t attr) {
  DNNLET_CHECK(check_given(name, "src", src_desc));
  DNNLET_CHECK(check_given(name, "weights", weights_desc));
  DNNLET_CHECK(check_given(name, "dst", dst_desc));
  const matmul_op op = {{dnnl_matmul, dnnl_prop_kind_undef, dnnl_alg_kind_undef},
                        *src_desc,
                        *weights_desc,
                        bias_desc ? *bias_desc : zero_md,
                        *dst_desc};
  DNNLET_CHECK(check_shapes(op));
  DNNLET_CHECK(check_bias(op));
  return create_primitive_desc(primitive_desc, engine, matmul_class, op.head, attr);
}
