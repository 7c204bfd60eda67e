// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/lrn/lrn.h"

namespace dnnlet::drivers::lrn {

sizes::sizes(const lrn_op &op) noexcept {
  const memory_desc &md = op.src;
  n = md.dims[0];
  c = md.dims[1];
  d = md.ndims > 4 ? md.dims[2] : 1;
  h = md.ndims > 3 ? md.dims[md.ndims - 2] : 1;
  w = md.ndims > 2 ? md.dims[md.ndims - 1] : 1;
  half = (op.local_size - 1) / 2;
  const dim_t most = op.head.alg == dnnl_lrn_across_channels ? c : max(d, max(h, w));
  half = min(half, max<dim_t>(most - 1, 0));
}

namespace {

// A tensor of 2 dimensions as one of 3.
memory_desc with_width(memory_desc md) noexcept {
  if (md.ndims != 2 || !is_blocked(md)) return md;
  md.ndims = 3;
  md.dims[2] = padded_dims(md)[2] = 1;
  md.blocked.strides[2] = 1;
  return md;
}

bool is_taken(const memory_desc &md) noexcept {
  activation a;
  return is_zero(md) ||
         ((md.data_type == dnnl_f32 || md.data_type == dnnl_bf16 || md.data_type == dnnl_f16) &&
          find_layout(with_width(md), a));
}

}  // namespace

refusal check(const plan_request &request, dnnl_alg_kind_t alg) noexcept {
  const auto &op = request.problem<lrn_op>();
  if (op.head.alg != alg) return "the other algorithm";
  if (has_zero_dim(op.src)) return "a tensor is empty";
  if (kinds_in(*request.attr)) return "an attribute is not taken";
  if (!is_taken(op.src) || !is_taken(op.dst) || !is_taken(op.diff_src) || !is_taken(op.diff_dst))
    return "a type or a layout is not taken";
  if (!(op.beta > -1e6f && op.beta < 1e6f) || op.beta == 0) return "beta is 0 or out of range";
  return accepted;
}

// The stride of a single column may be any number, but kernels step by it through pixels that
// follow each other.
activation layout_of(const memory_desc &md) noexcept {
  const memory_desc wide = with_width(md);
  activation a;
  find_layout(wide, a);
  if (wide.dims[wide.ndims - 1] == 1) a.w = 1;
  return a;
}

tensor tensor_of(const run_context &context, int arg, const memory_desc &md) noexcept {
  char *base = context.data<char>(arg);
  return {layout_of(md), md.data_type, base + md.offset0 * dim_t(type_size(md.data_type))};
}

lrn_parameters parameters_of(const lrn_op &op) noexcept {
  double points = double(op.local_size);
  if (op.head.alg == dnnl_lrn_within_channel) {
    points = 1;
    for (int d = 2; d < op.src.ndims; ++d) points *= double(op.local_size);
  }
  return {op.k, float(double(op.alpha) / points), op.beta};
}

bool pixels_are_dense(const activation &a, const sizes &s) noexcept {
  return (a.w == 1 || s.w == 1) && (a.h == s.w || s.h == 1) && (a.d == s.h * s.w || s.d == 1);
}

}  // namespace dnnlet::drivers::lrn
