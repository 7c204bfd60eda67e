// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/matmul.h"

#include "core/kernel/packed.h"
#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/packed.h"
#include "core/primitives/window.h"
#include "core/primitives/work.h"
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

// A batch dimension of dst is that of src and weights, of which one may be 1. If it is open in one
// of them, it is in all.
status check_batch(const matmul_op &op, int d) noexcept {
  const dim_t src = op.src.dims[d], weights = op.weights.dims[d], dst = op.dst.dims[d];
  const bool agree = src == weights && src == dst;
  if (agree || (!is_open(dst) && ((src == 1 && dst == weights) || (weights == 1 && dst == src))))
    return dnnl_success;
  return invalid(name, ": dim ", d, " is ", src, " in src, ", weights, " in weights and ", dst,
                 " in dst; a batch of 1 repeats, others must agree");
}

status check_extent(const char *what, const char *a_name, dim_t a, const char *b_name,
                    dim_t b) noexcept {
  return a == b ? dnnl_success
                : invalid(name, ": ", what, " is ", a, " in ", a_name, " and ", b, " in ", b_name);
}

status check_shapes(const matmul_op &op) noexcept {
  const int ndims = op.dst.ndims;
  if (ndims < 2) return invalid(name, ": dst has ", ndims, " dimensions, expected 2 or more");
  if (op.src.ndims != ndims || op.weights.ndims != ndims)
    return invalid(name, ": src has ", int(op.src.ndims), " dimensions, weights ",
                   int(op.weights.ndims), ", dst ", ndims);
  for (int d = 0; d < ndims - 2; ++d) DNNLET_CHECK(check_batch(op, d));
  const int row = ndims - 2, col = ndims - 1;
  DNNLET_CHECK(check_extent("M", "src", op.src.dims[row], "dst", op.dst.dims[row]));
  DNNLET_CHECK(check_extent("N", "weights", op.weights.dims[col], "dst", op.dst.dims[col]));
  return check_extent("K", "src", op.src.dims[col], "weights", op.weights.dims[row]);
}

// The number of products may be open where bias knows its own: execution sees whether they fit.
status check_bias(const matmul_op &op) noexcept {
  if (is_zero(op.bias)) return dnnl_success;
  if (op.bias.ndims != op.dst.ndims)
    return invalid(name, ": bias has ", int(op.bias.ndims), " dimensions, dst ", int(op.dst.ndims));
  const auto fits = [&](int d) {
    const dim_t extent = op.dst.dims[d];
    const bool is_batch = d < op.dst.ndims - 2;
    return op.bias.dims[d] == 1 || op.bias.dims[d] == extent || (is_batch && is_open(extent));
  };
  for (int d = 0; d < op.dst.ndims; ++d)
    if (!fits(d))
      return invalid(name, ": dim ", d, " of bias is ", op.bias.dims[d], ", expected 1 or ",
                     op.dst.dims[d]);
  return dnnl_success;
}

// A memory for a tensor with open sizes: it has the blocks, and the strides, that are known.
status check_layout(const char *tensor, const memory_desc &md, const memory_desc &given) noexcept {
  if (is_sparse(md)) return dnnl_success;
  bool fits = md.inner_nblks == given.inner_nblks;
  for (int i = 0; fits && i < md.inner_nblks; ++i)
    fits = md.inner_idxs[i] == given.inner_idxs[i] &&
           md.blocked.inner_blks[i] == given.blocked.inner_blks[i];
  for (int d = 0; fits && d < md.ndims; ++d) {
    const dim_t known = md.blocked.strides[d];
    fits = is_open(known) || known == given.blocked.strides[d] || given.dims[d] <= 1;
  }
  return fits ? dnnl_success
              : invalid(name, ": the memory of ", tensor,
                        " has other blocks or strides than the primitive descriptor");
}

status check_open_layouts(const run_context &context, const matmul_op &actual) noexcept {
  const auto &op = context.problem<matmul_op>();
  DNNLET_CHECK(check_layout("src", op.src, actual.src));
  DNNLET_CHECK(check_layout("weights", op.weights, actual.weights));
  DNNLET_CHECK(check_layout("bias", op.bias, actual.bias));
  DNNLET_CHECK(check_layout("dst", op.dst, actual.dst));
  return overlaps_itself(actual.dst)
             ? invalid(name, ": elements of dst overlap, as the strides of its memory have it")
             : dnnl_success;
}

// Where sizes were open, creation could not see whether they fit.
status check_sizes(const run_context &context) noexcept {
  const matmul_op op = operation_of(context);
  if (has_runtime_sizes(context.problem<matmul_op>())) {
    DNNLET_CHECK(check_open_layouts(context, op));
    DNNLET_CHECK(check_shapes(op));
    DNNLET_CHECK(check_bias(op));
  }
  if (is_sparse(op.src) || is_sparse(op.weights))
    DNNLET_CHECK(check_sparse_places(name, op, context));
  return check_matmul_values(name, op, context);
}

bool is_countable(const op_header &head, const attributes &) noexcept {
  const auto &op = as<matmul_op>(head);
  count_of products(most_products);
  const auto times = [&](dim_t extent) {
    if (!is_open(extent)) products.times(extent);
  };
  for (int d = 0; d < op.dst.ndims; ++d) times(op.dst.dims[d]);
  times(op.src.dims[op.src.ndims - 1]);
  return products.fits();
}

double products(const op_header &head) noexcept {
  if (!has_workers) return 0;
  const auto &op = as<matmul_op>(head);
  return double(elements(op.dst)) * double(op.src.dims[op.src.ndims - 1]) *
         double(type_size(op.src.data_type));
}

// Weights that stand for dense ones: everything is taken that is with those of their type.
bool has_packed_weights(const matmul_op &op) noexcept {
  return is_packed_here(op.weights) && !is_sparse(op.src);
}
status lay_out_weights(matmul_op &op) noexcept {
  if (!has_packed_weights(op)) return dnnl_success;
  DNNLET_CHECK(check_packed(name, "weights", op.weights));
  if (op.src.data_type != dnnl_u8 && op.src.data_type != dnnl_s8)
    return unimplemented(name, ": packed sparse weights, but src has data type ",
                         int(op.src.data_type), ", expected u8 or s8");
  lay_out_packed(op.weights);
  return dnnl_success;
}

constexpr primitive_class make_class() noexcept {
  primitive_class cls = {name,  room_of<matmul_op>, slots,       4,           &matmul_kernels,
                         query, describe,           check_sizes, is_countable};
  cls.products = products;
  cls.takes_runtime_dims = true;
  cls.takes_sparse = true;
  return cls;
}
constexpr primitive_class matmul_class = make_class();

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
  matmul_op op = {{dnnl_matmul, dnnl_prop_kind_undef, dnnl_alg_kind_undef},
                  *src_desc,
                  *weights_desc,
                  bias_desc ? *bias_desc : zero_md,
                  *dst_desc};
  DNNLET_CHECK(check_shapes(op));
  DNNLET_CHECK(check_bias(op));
  if (is_sparse(op.dst) || is_sparse(op.bias))
    return unimplemented(name, ": dst and bias are not sparse");
  if ((is_sparse(op.src) || is_sparse(op.weights)) && !has_packed_weights(op)) {
    DNNLET_CHECK(check_sparse_matmul(name, op, attr));
  } else {
    DNNLET_CHECK(check_matmul_types(name, op, attr));
    DNNLET_CHECK(lay_out_weights(op));
    if (attr) DNNLET_CHECK(check_matmul_attributes(name, op, *attr));
  }
  return create_primitive_desc(primitive_desc, engine, matmul_class, op.head, attr);
}
