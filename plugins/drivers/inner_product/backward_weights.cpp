// SPDX-License-Identifier: Apache-2.0
// Inner product backward by weights is a product of matrices, [OC][N] by [N][K], or that
// transposed:
//   diff_weights[oc][k] = sum over n of diff_dst[n][oc] * src[n][k]
//   diff_bias[oc] = sum over n of diff_dst[n][oc]
//   src and diff_weights in any layout in which the elements of an image follow each other at one
//   distance: any alignment, disjoint
//   scratch: that of matrix_product.cpp; src in the order of diff_weights where theirs differ, and
//   diff_weights where they have another layout; the rows of the first factor, which in diff_dst,
//   or src, are columns: a tile that read them there, at steps of a power of two, would have all of
//   them in few sets of the cache, and took three times as long
//   error: that of matrix_product.cpp; diff_bias: one rounding for each image, in their order
#include <algorithm>

#include "plugins/drivers/inner_product/inner_product.h"
#include "plugins/drivers/inner_product/matrices.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

struct backward_weights_plan {
  product_plan product;
  matrix a, b, c;
  bool is_transposed;  // rows are elements of images
  tensor_copy src, weights, rows;
};

// The rows of A side by side.
matrix dense_rows(const matrix &a, const multiply_problem &p) noexcept {
  return {a.type, nullptr, p.k, 1};
}

gemm_tensors tensors_of(const inner_product_op &op, const memory_desc &dst) noexcept {
  return {{&op.dst, DNNL_ARG_DIFF_DST, 0, 0},
          {&op.src, DNNL_ARG_SRC, 0, 0},
          {&dst, DNNL_ARG_DIFF_WEIGHTS, 1, 2},
          &zero_md,
          DNNL_ARG_BIAS,
          1};
}

// The order in which gradients are made: that of diff_weights, or, where these are no matrix, that
// of src.
bool find_result_order(const inner_product_op &op, image_order &order) noexcept {
  if (find_order(op.weights, order)) return true;
  if (!find_order(op.src, order)) order = channels_last_order(op.src);
  return false;
}

refusal lay_out(inner_product_op &op) noexcept {
  image_order order;
  if (is_any(op.src)) {
    const bool follows = !is_any(op.weights) && find_order(op.weights, order);
    if (!follows || !set_images(op.src, order))
      if (!set_images(op.src, channels_last_order(op.src))) return "size";
  }
  if (!is_any(op.weights)) return accepted;
  if (!find_order(op.src, order)) order = channels_last_order(op.src);
  return set_images(op.weights, order) ? accepted : "size";
}

refusal plan_matrices(plan_request &request, inner_product_op &op,
                      backward_weights_plan &plan) noexcept {
  image_order order, of_src;
  matrix images;
  if (find_result_order(op, order)) {
    plan.c = rows_of(op.weights, order.step);
  } else {
    memory_desc copy = op.weights;
    if (!set_images(copy, order) || !plan_copy(request, copy, op.weights, copy, plan.weights))
      return "layout of diff_weights";
    plan.c = rows_of(copy, 1);
  }
  if (find_order(op.src, of_src) && same_order(of_src, order)) {
    images = rows_of(op.src, of_src.step);
  } else {
    memory_desc copy = op.src;
    if (!set_images(copy, order) || !plan_copy(request, op.src, copy, copy, plan.src))
      return "layout of src";
    images = rows_of(copy, 1);
  }
  plan.is_transposed = plan.c.row_step == 1 && plan.c.col_step != 1;
  const matrix diff_dst = matrix_of(op.dst);
  plan.a = transposed(plan.is_transposed ? images : diff_dst);
  plan.b = plan.is_transposed ? diff_dst : images;
  if (plan.is_transposed) plan.c = transposed(plan.c);
  return accepted;
}

multiply_problem problem_of(const inner_product_op &op,
                            const backward_weights_plan &plan) noexcept {
  multiply_problem p = {};
  const dim_t channels = op.dst.dims[1], inputs = elements(op.weights) / channels;
  p.m = plan.is_transposed ? inputs : channels;
  p.n = plan.is_transposed ? channels : inputs;
  p.k = op.dst.dims[0];
  p.a = plan.a;
  p.b = plan.b;
  return p;
}

void plan_rows(plan_request &request, const inner_product_op &op,
               backward_weights_plan &plan) noexcept {
  if (plan.a.col_step == 1) return;
  const multiply_problem p = problem_of(op, plan);
  plan.rows.is_made = true;
  plan.rows.at = request.add_scratch(scratch_bytes({p.m, p.k, dim_t(type_size(p.a.type))}));
}

// Of A; its data becomes that of the copy.
void copy_rows(const run_context &context, const inner_product_op &op,
               const backward_weights_plan &plan, multiply_problem &p) noexcept {
  const matrix to = dense_rows(p.a, p);
  memory_desc from_md = describe(op.src, p.a, p.m, p.k), to_md = describe(op.src, to, p.m, p.k);
  from_md.offset0 = to_md.offset0 = 0;
  char *rows = context.scratchpad + plan.rows.at;
  copy_layout(context.workers, *context.parts_as<product_parts>().gemm->reorder, from_md, p.a.data,
              to_md, rows);
  p.a = to;
  p.a.data = rows;
}

memory_desc result_of(const inner_product_op &op, const backward_weights_plan &plan,
                      const multiply_problem &p) noexcept {
  memory_desc md = describe(op.weights, plan.c, p.m, p.n);
  if (plan.weights.is_made) md.offset0 = 0;
  return md;
}

const char *copy_src(const run_context &context, const inner_product_op &op,
                     const backward_weights_plan &plan) noexcept {
  image_order order;
  find_result_order(op, order);
  memory_desc copy = op.src;
  copy.offset0 = 0;
  set_images(copy, order);
  char *to = context.scratchpad + plan.src.at;
  copy_layout(context.workers, *context.parts_as<product_parts>().gemm->reorder, op.src,
              context.data(DNNL_ARG_SRC), copy, to);
  return to;
}

void copy_result(const run_context &context, const inner_product_op &op,
                 const backward_weights_plan &plan) noexcept {
  image_order order;
  find_result_order(op, order);
  memory_desc copy = op.weights;
  copy.offset0 = 0;
  set_images(copy, order);
  copy_layout(context.workers, *context.parts_as<product_parts>().gemm->reorder, copy,
              context.scratchpad + plan.weights.at, op.weights,
              context.data(DNNL_ARG_DIFF_WEIGHTS));
}

// sums[c] = the sum of so many rows, in their order, of columns [c, c + kColumns).
template <int kColumns>
void sum_columns(const float *row, dim_t rows, dim_t step, float *sums) noexcept {
  float sum[kColumns] = {};
  for (; rows > 0; --rows, row += step)
    for (int c = 0; c < kColumns; ++c) sum[c] += row[c];
  std::copy_n(sum, kColumns, sums);
}

// Some columns of diff_dst at a time, image by image.
void sum_images(const run_context &context, const inner_product_op &op) noexcept {
  constexpr dim_t piece = 256, few_columns = 64;
  const gemm_backend &backend = *context.parts_as<product_parts>().gemm;
  const row_backend &rows = *backend.rows;
  const matrix m = matrix_of(op.dst);
  const dim_t channels = op.dst.dims[1], images = op.dst.dims[0];
  activation layout = {};
  layout.run = m.col_step == 1 ? channels : 1;
  layout.run_stride = m.col_step == 1 ? 0 : m.col_step;
  const pixel_reader read = backend.reader(op.dst.data_type, element::f32);
  const char *from = first_byte(context, DNNL_ARG_DIFF_DST, op.dst);
  const auto size = dim_t(type_size(op.dst.data_type));
  // Of which calls for each row take longer than what they do.
  const bool are_few = has_large_caches && op.dst.data_type == dnnl_f32 && m.col_step == 1 &&
                       channels <= few_columns;
  parallel_for(context.workers, div_up(channels, piece), [&](int64_t item, int) {
    alignas(64) float sums[piece] = {}, values[piece];
    const dim_t first = item * piece, count = min(piece, channels - first);
    const auto *columns = reinterpret_cast<const float *>(from);
    dim_t c = 0;
    for (; are_few && c + 8 <= count; c += 8)
      sum_columns<8>(columns + c, images, m.row_step, sums + c);
    for (; are_few && c < count; ++c) sum_columns<1>(columns + c, images, m.row_step, sums + c);
    for (dim_t n = are_few ? images : 0; n < images; ++n) {
      read({&layout, 0, 1, first, count}, from + n * m.row_step * size, values, piece);
      rows.apply(rows.sum, sums, values, sums, size_t(count), 1, 0);
    }
    rows.store(op.bias.data_type, context.data(DNNL_ARG_DIFF_BIAS), size_t(op.bias.offset0 + first),
               sums, size_t(count));
  });
}

bool is_stored(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16;
}

}  // namespace

refusal plan_inner_product_backward_weights(plan_request &request) {
  auto &op = request.problem<inner_product_op>();
  if (const refusal reason = check_product(request, op, op.dst.data_type, op.src.data_type))
    return reason;
  if (!is_zero(op.bias) && !is_stored(op.bias.data_type)) return "type of diff_bias";
  auto &plan = request.make_plan<backward_weights_plan, inner_product_op>();
  if (const refusal reason = lay_out_ends(op)) return reason;
  if (const refusal reason = lay_out(op)) return reason;
  if (const refusal reason = plan_matrices(request, op, plan)) return reason;
  plan_rows(request, op, plan);
  multiply_problem p = problem_of(op, plan);
  if (plan.rows.is_made) p.a = dense_rows(p.a, p);
  const memory_desc result = result_of(op, plan, p);
  return plan_matrix_product(request, request.parts_as<product_parts>(), tensors_of(op, result), p,
                             false, plan.product);
}

void run_inner_product_backward_weights(const run_context &context) {
  const auto &op = context.problem<inner_product_op>();
  const auto &plan = context.plan_as<backward_weights_plan, inner_product_op>();
  multiply_problem p = problem_of(op, plan);
  const memory_desc result = result_of(op, plan, p);
  const char *images =
      plan.src.is_made ? copy_src(context, op, plan) : first_byte(context, DNNL_ARG_SRC, op.src);
  const char *diff_dst = first_byte(context, DNNL_ARG_DIFF_DST, op.dst);
  p.a.data = plan.is_transposed ? images : diff_dst;
  p.b.data = plan.is_transposed ? diff_dst : images;
  if (plan.rows.is_made) copy_rows(context, op, plan, p);
  result_argument to(context, DNNL_ARG_DIFF_WEIGHTS, result, plan.weights);
  run_matrix_product(to.context, context.parts_as<product_parts>(), tensors_of(op, result), p,
                     plan.product);
  if (plan.weights.is_made) copy_result(context, op, plan);
  if (!is_zero(op.bias)) sum_images(context, op);
}

}  // namespace dnnlet::drivers
