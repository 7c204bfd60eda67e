// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/channels_innermost.h"

#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/weights.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/support/activation.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

bool set_channels_innermost(memory_desc &weights) noexcept {
  int order[max_ndims];
  const int first = weights.dims[1] * weights.dims[2] > 1 ? 3 : 1;  // of those that groups follow
  for (int i = 0; i < weights.ndims; ++i) order[i] = (i + first) % weights.ndims;
  return set_layout(weights, order, 0, nullptr, nullptr);
}

bool has_channels_innermost(const memory_desc &weights) noexcept {
  memory_desc md = weights;
  return is_blocked(weights) && set_channels_innermost(md) && same_layout(weights, md);
}

namespace {

// From the end, since it is in place.
template <int kTimes>
void spread(float *rows, dim_t channels) noexcept {
  for (dim_t c = channels; c-- > 0;) {
    const float x = rows[c];
    for (int i = 0; i < kTimes; ++i) rows[c * kTimes + i] = x;
  }
}

template <int kTimes>
void gather(float *rows, dim_t channels) noexcept {
  for (dim_t c = 0; c < channels; ++c) {
    float sum = rows[c * kTimes];
    for (int i = 1; i < kTimes; ++i) sum += rows[c * kTimes + i];
    rows[c] = sum;
  }
}

using change = void (*)(float *rows, dim_t channels) noexcept;
constexpr change spreading[] = {spread<2>, spread<3>, spread<4>},
                 gathering[] = {gather<2>, gather<3>, gather<4>};
constexpr dim_t most_times = 4, fewest_channels = 32;

// Whether a channel is there for each of several: else a GEMM takes no longer.
bool spreads(const convolution_sizes &z) noexcept {
  const dim_t channels = max(z.ic, z.oc);
  return has_large_caches && channels >= fewest_channels && channels / z.groups <= most_times;
}

}  // namespace

refusal check_depthwise(convolution_op &op) noexcept {
  const convolution_sizes z = walked_sizes(op);
  const dim_t times = max(z.ic, z.oc) / max<dim_t>(z.groups, 1);
  if (!z.has_groups || z.groups != min(z.ic, z.oc) || (times > 1 && !spreads(z)))
    return "not depthwise";
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

void spread_channels(float *rows, dim_t pixels, dim_t step, dim_t channels, dim_t times) noexcept {
  for (; pixels > 0; --pixels, rows += step) spreading[times - 2](rows, channels);
}

void gather_channels(float *rows, dim_t pixels, dim_t step, dim_t channels, dim_t times) noexcept {
  for (; pixels > 0; --pixels, rows += step) gathering[times - 2](rows, channels);
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
