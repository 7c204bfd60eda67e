// SPDX-License-Identifier: Apache-2.0
// What tiles are told of the last stage of a GEMM, where they do it themselves (finish.h).
#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/finish.h"

namespace dnnlet::drivers {

namespace {

constexpr float s32_end = 2147483648.0f, most_moderate = 1e28f;

// The largest magnitude of all. Nothing has more bits, without its sign, than infinity and NaN.
float largest(const float *values, dim_t count) noexcept {
  uint32_t most = 0;
  for (dim_t i = 0; i < count; ++i) {
    uint32_t bits;
    std::memcpy(&bits, values + i, sizeof(bits));
    most = max(most, bits << 1);
  }
  most >>= 1;
  float magnitude;
  std::memcpy(&magnitude, &most, sizeof(magnitude));
  return magnitude;
}

}  // namespace

// Of products of bytes; with zero points they are of anything.
float finish_stage::largest_sum() const noexcept {
  for (const quantization &q : context_.attr->zero_points)
    if (q.arg != tensors_.dst.arg) return s32_end;
  const dim_t summed = elements(*tensors_.weights.md) / tensors_.dst.md->dims[tensors_.columns];
  return std::fmin(float(UINT8_MAX) * -INT8_MIN * float(summed), s32_end);
}

// Whether sums times scales, and bias with them, are finite.
bool finish_stage::are_moderate() const noexcept {
  const dim_t columns = tensors_.dst.md->dims[tensors_.columns];
  return (!scales_ || largest(scales_, columns) <= most_moderate) &&
         (!bias_ || largest(bias_, columns) <= most_moderate);
}

fused_sum finish_stage::sum_in_tile() const noexcept {
  return as_fused_sum(context_.attr->post_ops, plan_.first_post_op - plan_.relu.on,
                      *tensors_.dst.md);
}

// Of bytes, nothing is NaN then, so that the least value that a ReLU leaves can be dst's, after its
// scale. Numbers in f32 have no bounds.
bool finish_stage::in_tile(tile_finish &f, bool has_gate) const noexcept {
  f = {};
  f.is_f32 = plan_.type == dnnl_f32;
  const bool does_more = tiles_finish && plan_.tile_can_add;
  if (does_more && !plan_.from_integers) {
    f.adds = true;
    f.added_at = added_beside(plan_.first_post_op - plan_.relu.on);
    f.added = sum_in_tile().scale;
    return true;
  }
  const bool adds = does_more && post_ops_.adds(), gates = does_more && post_ops_.gates;
  if (!finisher_ || adds != post_ops_.adds() || gates != post_ops_.gates || (gates && !has_gate) ||
      (post_ops_.is_linear && !goes_into_scale(post_ops_, plan_.type, *context_.attr)))
    return false;
  f.adds = adds;
  if (adds) {
    f.added_at = added_beside(post_ops_.operand);
    f.added = post_ops_.scale;
    f.added_zero = int32_t(post_ops_.zero_point);
  }
  f.gates = gates;
  f.slope = post_ops_.slope;
  f.gate_offset = post_ops_.offset;
  auto *values = reinterpret_cast<float *>(context_.scratchpad + plan_.values_at);
  const bool has_any = scales_ || bias_ || f.is_f32;
  if (has_any && !bias_) std::fill_n(values, plan_.values, 0.0f);
  if (has_any && !scales_) std::fill_n(values + plan_.values, plan_.values, 1.0f);
  f.offsets = bias_ || !has_any ? bias_ : values;
  f.scales = scales_ || !has_any ? scales_ : values + plan_.values;
  f.dst_scale = dst_scales_ ? dst_scales_[0] : 1;
  f.dst_offset = dst_offsets_ ? dst_offsets_[0] : 0;
  if (f.is_f32)
    return f.dst_scale == 1 && f.dst_offset == 0 && post_ops_.least == -INFINITY &&
           post_ops_.most == INFINITY;
  f.is_signed = plan_.type == dnnl_s8;
  f.adds_signed = f.is_signed != post_ops_.has_other_sign;
  const float first = f.is_signed ? INT8_MIN : 0;
  const auto end_for = [&](float bound) {
    return std::fmin(std::fmax(std::fma(bound, f.dst_scale, f.dst_offset), first), first + 255);
  };
  f.low = end_for(post_ops_.least);
  f.high = end_for(post_ops_.most);
  if (post_ops_.is_linear) {
    f.dst_offset = std::fma(post_ops_.offset, f.dst_scale, f.dst_offset);
    f.dst_scale *= post_ops_.slope;
  }
  f.scales_dst = f.dst_scale != 1 || f.dst_offset != 0;
  const dim_t columns = tensors_.dst.md->dims[tensors_.columns];
  const float scale = scales_ ? largest(scales_, columns) : 1;
  float offset = bias_ ? largest(bias_, columns) : 0;
  if (adds) offset += std::fabs(f.added) * (UINT8_MAX + std::fabs(post_ops_.zero_point));
  const float most = (largest_sum() * scale + offset) * f.dst_scale + std::fabs(f.dst_offset);
  // Roundings of `most` are far from the end.
  f.heeds_high = f.high < first + 255 || !(most < s32_end / 2);
  // Of what is moderate, a gate makes no NaN.
  const bool is_right = gates ? scale <= most_moderate && offset <= most_moderate
                              : std::isfinite(scale) && std::isfinite(offset);
  if (!is_right || !(f.dst_scale > 0) || !std::isfinite(f.dst_scale) ||
      !std::isfinite(f.dst_offset))
    return false;
  // Other roundings than those of one after the other.
  if (has_large_caches && f.scales && f.scales_dst && !gates && std::isfinite(most) &&
      !context_.attr->deterministic)
    fold_dst(f);
  return true;
}

// Dst's scale and zero point into those of the columns, which may come round again.
void finish_stage::fold_dst(tile_finish &f) const noexcept {
  auto *values = reinterpret_cast<float *>(context_.scratchpad + plan_.values_at);
  float *const scales = values + 4 * plan_.values, *const offsets = scales + plan_.values;
  for (dim_t c = 0; c < plan_.values; ++c) {
    scales[c] = f.scales[c] * f.dst_scale;
    offsets[c] = f.offsets[c] * f.dst_scale + f.dst_offset;
  }
  f.scales = scales;
  f.offsets = offsets;
  f.added *= f.dst_scale;
  f.dst_scale = 1;
  f.dst_offset = 0;
  f.scales_dst = false;
}

}  // namespace dnnlet::drivers
