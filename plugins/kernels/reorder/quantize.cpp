// SPDX-License-Identifier: Apache-2.0
// Conversion of elements in f32:
//   dst = (src_scale * (src - src_zero_point) + sum_scale * (old - sum_zero_point)) / dst_scale
//         + dst_zero_point
//   src, dst, old: dense rows of any type, any alignment; old may be dst; scales and zero points
//   f32, one for all elements or one for each
//   scratch 0 B; error: one rounding for each operation, the sum is a fused multiply-add
//   oneDNN v3, reorder
#include "plugins/kernels/reorder/quantize.h"

#include "plugins/kernels/support/convert.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::converted_run;

using tag = hn::ScalableTag<float>;
using V = hn::Vec<tag>;

struct add {
  static HWY_INLINE V of(V x, V y) { return hn::Add(x, y); }
};
struct subtract {
  static HWY_INLINE V of(V x, V y) { return hn::Sub(x, y); }
};
struct multiply {
  static HWY_INLINE V of(V x, V y) { return hn::Mul(x, y); }
};
struct divide {
  static HWY_INLINE V of(V x, V y) { return hn::Div(x, y); }
};
struct at_most {  // NaN stays NaN
  static HWY_INLINE V of(V x, V y) { return hn::IfThenElse(hn::Gt(x, y), y, x); }
};

// The buffers below and the values of a run have room for whole vectors.
constexpr size_t chunk = 256;

// x[i] = x[i] op y[i], or op y[0] when step is 0.
template <class Op>
HWY_NOINLINE void combine(float *HWY_RESTRICT x, const float *y, int step, size_t n) {
  const tag d;
  const V one = hn::Set(d, y[0]);
  HWY_UNROLL(1)
  for (size_t i = 0; i < n; i += hn::Lanes(d))
    hn::StoreU(Op::of(hn::LoadU(d, x + i), step ? hn::LoadU(d, y + i) : one), d, x + i);
}

// sum[i] = x[i] + scale * (old[i] - zero_point); sum may be x or old.
HWY_NOINLINE void add_scaled(float *sum, const float *x, const float *old, float scale,
                             float zero_point, size_t n) {
  const tag d;
  const V factor = hn::Set(d, scale), origin = hn::Set(d, zero_point);
  HWY_UNROLL(1)
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    const V from_origin = hn::Sub(hn::LoadU(d, old + i), origin);
    hn::StoreU(hn::MulAdd(factor, from_origin, hn::LoadU(d, x + i)), d, sum + i);
  }
}

template <class Op>
void combine_if_given(float *x, const converted_run::values &values, size_t first, size_t n) {
  if (values.items) combine<Op>(x, values.items + first * size_t(values.step), values.step, n);
}

bool has_values(const converted_run &run) {
  for (const auto &values : run.operands)
    if (values.items) return true;
  return false;
}

// A sum and nothing else: rows of f32 are read and written where they are, as far as they fill the
// buffers, which are whole vectors. (In the caches, half of the time of going through buffers.)
// Answers how many elements are done.
size_t add_whole_chunks(const converted_run &run, size_t count, float *x, float *old) {
  size_t first = 0;
  for (; first + chunk <= count; first += chunk) {
    const float *from = row_as_f32(run.from, run.src, first, x, chunk);
    const float *before = row_as_f32(run.old_type, run.old, first, old, chunk);
    float *sum = run.to == dnnl_f32 ? static_cast<float *>(run.dst) + first : x;
    add_scaled(sum, from, before, run.sum_scale, run.sum_zero_point, chunk);
    if (sum == x) store_row(run.to, run.dst, first, x, chunk);
  }
  return first;
}

HWY_NOINLINE void convert_by_chunks(const converted_run &run, bool is_plain) {
  HWY_ALIGN float x[chunk] = {}, old[chunk] = {};
  const size_t count = size_t(run.count);
  const size_t done = is_plain && run.old ? add_whole_chunks(run, count, x, old) : 0;
  for (size_t first = done; first < count; first += chunk) {
    const size_t n = count - first < chunk ? count - first : chunk;
    // Whole rows of f32 are computed where they go; what they replace must not be needed.
    const bool in_place = run.to == dnnl_f32 && n == chunk && !run.old;
    float *row = in_place ? static_cast<float *>(run.dst) + first : x;
    load_row(run.from, run.src, first, row, n);
    combine_if_given<subtract>(row, run.operands[drivers::nest_src_zero_points], first, n);
    combine_if_given<multiply>(row, run.operands[drivers::nest_src_scales], first, n);
    if (run.old) {
      load_row(run.old_type, run.old, first, old, n);
      add_scaled(x, x, old, run.sum_scale, run.sum_zero_point, n);
    }
    combine_if_given<divide>(row, run.operands[drivers::nest_dst_scales], first, n);
    combine_if_given<add>(row, run.operands[drivers::nest_dst_zero_points], first, n);
    // Floats saturate to the largest one that an s32 can hold.
    const float largest = 0x1p31f - 0x1p7f;
    if (run.to == dnnl_s32) combine<at_most>(x, &largest, 0, n);
    if (!in_place) store_row(run.to, run.dst, first, x, n);
  }
}

}  // namespace

void convert(const converted_run &run) noexcept {
  const size_t count = size_t(run.count);
  const bool is_plain = !has_values(run) && run.to != dnnl_s32;
  if (is_plain && !run.old && run.to == dnnl_f32)
    return load_row(run.from, run.src, 0, static_cast<float *>(run.dst), count);
  if (is_plain && !run.old && run.from == dnnl_f32)
    return store_row(run.to, run.dst, 0, static_cast<const float *>(run.src), count);
  convert_by_chunks(run, is_plain);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
