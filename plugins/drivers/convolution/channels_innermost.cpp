// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/channels_innermost.h"

#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers {

bool set_channels_innermost(memory_desc &weights) noexcept {
  int order[max_ndims];
  for (int i = 0; i < weights.ndims; ++i) order[i] = (i + 1) % weights.ndims;
  return set_layout(weights, order, 0, nullptr, nullptr);
}

bool has_channels_innermost(const memory_desc &weights) noexcept {
  memory_desc md = weights;
  return is_blocked(weights) && set_channels_innermost(md) && same_layout(weights, md);
}

refusal check_depthwise(convolution_op &op) noexcept {
  const convolution_sizes z = walked_sizes(op);
  if (!z.has_groups || z.groups != z.ic || z.groups != z.oc) return "not depthwise";
  if (type_size(op.weights.data_type) > 4) return "types";
  // Sums of integers must be exact in f32, which holds 512 products of them.
  if (is_integer_type(op.weights.data_type) && z.kd * z.kh * z.kw > 512)
    return "kernel is too large";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  if (const refusal reason = check_reach(op)) return reason;
  if (!lay_out_channels_last(op.src) || !lay_out_channels_last(op.dst)) return "size";
  if (is_any(op.weights) && !set_channels_innermost(op.weights)) return "size";
  memory_desc innermost = op.weights;
  if (!is_blocked(op.weights) || !set_channels_innermost(innermost) ||
      !nest_walk(op.weights, innermost).is_regular())
    return "layout of weights";
  return lay_out_bias(op.bias);
}

namespace {

memory_desc innermost(const memory_desc &weights) noexcept {
  memory_desc md = weights;
  set_channels_innermost(md);
  return md;
}

}  // namespace

void copy_channels_innermost(const run_context &context, const gemm_backend &backend,
                             const memory_desc &weights, const void *from, void *to) noexcept {
  copy_layout(context.workers, *backend.reorder, weights, from, innermost(weights), to);
}

bool needs_narrow(const memory_desc &weights) noexcept {
  return weights.data_type != dnnl_f32;
}

void pack_channels_innermost(const run_context &context, const gemm_backend &backend,
                             const memory_desc &weights, const void *from, void *narrow,
                             float *packed) noexcept {
  copy_channels_innermost(context, backend, weights, from, needs_narrow(weights) ? narrow : packed);
  if (needs_narrow(weights))
    backend.rows->load(weights.data_type, narrow, 0, packed, size_t(elements(weights)));
}

void unpack_channels_innermost(const run_context &context, const gemm_backend &backend,
                               const memory_desc &weights, const float *packed, void *narrow,
                               void *to) noexcept {
  if (needs_narrow(weights))
    backend.rows->store(weights.data_type, narrow, 0, packed, size_t(elements(weights)));
  const void *from = needs_narrow(weights) ? narrow : packed;
  copy_layout(context.workers, *backend.reorder, innermost(weights), from, weights, to);
}

}  // namespace dnnlet::drivers
