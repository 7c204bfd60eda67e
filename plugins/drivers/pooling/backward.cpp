// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/pooling/backward.h"

namespace dnnlet::drivers::pooling {

namespace {

bool is_gradient_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16;
}

}  // namespace

refusal check_backward(const plan_request &request, activation &src, activation &dst) noexcept {
  const auto &op = request.problem<pooling_op>();
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "a tensor is empty";
  if (!is_gradient_type(op.src.data_type) || !is_gradient_type(op.dst.data_type))
    return "a type is not one of gradients";
  if (kinds_in(*request.attr)) return "an attribute is not taken";
  if (!find_pooled_layout(op.src, src) || !find_pooled_layout(op.dst, dst))
    return "a layout is not one of activations";
  if (!geometry(op).is_moderate()) return "the window is too large";
  return lies_alike(op.workspace, dst) ? accepted : "the workspace is not laid out as diff_dst";
}

backward_tensors::backward_tensors(const run_context &of, const row_backend &with) noexcept
    : context(of),
      op(of.problem<pooling_op>()),
      rows(with),
      src_size(dim_t(type_size(op.src.data_type))),
      dst_size(dim_t(type_size(op.dst.data_type))),
      index_size(dim_t(type_size(op.workspace.data_type))),
      is_max(op.head.alg == dnnl_pooling_max),
      counts_padding(op.head.alg == dnnl_pooling_avg_include_padding) {
  src = of.data<char>(DNNL_ARG_DIFF_SRC) + op.src.offset0 * src_size;
  dst = of.data<const char>(DNNL_ARG_DIFF_DST) + op.dst.offset0 * dst_size;
  index = is_max ? of.data<const char>(DNNL_ARG_WORKSPACE) + op.workspace.offset0 * index_size
                 : nullptr;
}

namespace {

// Calls body(offset, offset in a dense copy, elements) for runs without gaps.
template <class Body>
void for_each_run(const activation &a, const channel_runs &runs, dim_t n, dim_t c, dim_t count,
                  const Body &body) noexcept {
  if (has_large_caches && runs.are_dense(a, c + count))
    return body(a.at(n, 0, 0, 0, c), 0, count * runs.length);
  for (dim_t i = 0; i < (has_large_caches ? count : 1); ++i)
    runs.for_each([&](dim_t at, dim_t d, dim_t h) {
      body(a.at(n, d, h, 0, c + i), i * runs.elements() + at, runs.length);
    });
}

}  // namespace

void backward_tensors::load_channels(const activation &a, const channel_runs &runs, dim_t n,
                                     dim_t c, dim_t count, float *to) const noexcept {
  for_each_run(a, runs, n, c, count, [&](dim_t from, dim_t at, dim_t length) {
    rows.load(op.dst.data_type, dst, size_t(from), to + at, size_t(length));
  });
}

void backward_tensors::store_channels(const activation &a, const channel_runs &runs, dim_t n,
                                      dim_t c, dim_t count, const float *from) const noexcept {
  for_each_run(a, runs, n, c, count, [&](dim_t to, dim_t at, dim_t length) {
    rows.store(op.src.data_type, src, size_t(to), from + at, size_t(length));
  });
}

}  // namespace dnnlet::drivers::pooling
