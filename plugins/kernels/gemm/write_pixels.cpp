// SPDX-License-Identifier: Apache-2.0
// Rows of channels to pixels: a copy where channels lie side by side, a transposition where pixels
// do; f32 is rounded to the type on the way.
//   rows f32, activation in any layout of activation.h: disjoint, any alignment
//   scratch 0 B (a few hundred bytes of stack)
//   error: one rounding, to nearest even; integers saturate
#include "core/support/built_types.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/support/f8-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::pixel_run;

template <class T>
T one_of(float x) {
  HWY_ALIGN T values[hn::MaxLanes(f32_tag())];
  from_f32(hn::Set(f32_tag(), x), values);
  return values[0];
}
template <>
float one_of<float>(float x) {
  return x;
}

template <class T>
void copy(const float *from, T *to, dim_t count) {
  const f32_tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  dim_t i = 0;
  for (; i + lanes <= count; i += lanes) from_f32(hn::LoadU(d, from + i), to + i);
  if (i >= count) return;
  HWY_ALIGN T last[hn::MaxLanes(d)];
  from_f32(hn::LoadN(d, from + i, size_t(count - i)), last);
  __builtin_memcpy(to + i, last, size_t(count - i) * sizeof(T));
}

// Four channels of one vector of pixels at a time, as in read_pixels.cpp.
constexpr dim_t piece = 4;

template <class T>
void write_four(const float *rows, dim_t row_step, dim_t pixels, T *const (&channel)[piece]) {
  const f32_tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  HWY_ALIGN float pieces[piece * hn::MaxLanes(f32_tag())];
  dim_t p = 0;
  for (; p + lanes <= pixels; p += lanes) {
    for (dim_t i = 0; i < lanes; ++i)
      __builtin_memcpy(pieces + i * piece, rows + (p + i) * row_step, sizeof(float) * piece);
    f32_vector v0, v1, v2, v3;
    hn::LoadInterleaved4(d, pieces, v0, v1, v2, v3);
    from_f32(v0, channel[0] + p);
    from_f32(v1, channel[1] + p);
    from_f32(v2, channel[2] + p);
    from_f32(v3, channel[3] + p);
  }
  for (; p < pixels; ++p)
    for (dim_t i = 0; i < piece; ++i) channel[i][p] = one_of<T>(rows[p * row_step + i]);
}

template <class T>
void write_pixels(const pixel_run &r, const float *rows, dim_t row_step, void *to) noexcept {
  T *base = static_cast<T *>(to);
  const activation &layout = *r.layout;
  dim_t c = 0;
  if (layout.run == 1 && r.pixel_step == 1)
    for (; c + piece <= r.channels; c += piece) {
      T *channel[piece];
      for (dim_t i = 0; i < piece; ++i) channel[i] = base + (r.channel + c + i) * layout.run_stride;
      write_four(rows + c, row_step, r.pixels, channel);
    }
  while (c < r.channels) {
    const dim_t at = r.channel + c;
    const dim_t count = min(layout.run - at % layout.run, r.channels - c);
    T *first = base + layout.channel(at);
    if (count == 1)
      for (dim_t p = 0; p < r.pixels; ++p)
        first[p * r.pixel_step] = one_of<T>(rows[p * row_step + c]);
    else
      for (dim_t p = 0; p < r.pixels; ++p)
        copy(rows + p * row_step + c, first + p * r.pixel_step, count);
    c += count;
  }
}

// Null where the build does without the type.
template <data_type kTo, class T>
constexpr drivers::pixel_writer writer_of() {
  if constexpr (has_type(kTo)) return write_pixels<T>;
  return nullptr;
}

}  // namespace

drivers::pixel_writer pixel_writer(data_type to) noexcept {
  switch (to) {
    case dnnl_f32: return write_pixels<float>;
    case dnnl_bf16: return writer_of<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return writer_of<dnnl_f16, hwy::float16_t>();
    case dnnl_s32: return writer_of<dnnl_s32, int32_t>();
    case dnnl_s8: return writer_of<dnnl_s8, int8_t>();
    case dnnl_u8: return writer_of<dnnl_u8, uint8_t>();
    case dnnl_f8_e5m2: return writer_of<dnnl_f8_e5m2, f8_e5m2>();
    case dnnl_f8_e4m3: return writer_of<dnnl_f8_e4m3, f8_e4m3>();
    default: return nullptr;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
