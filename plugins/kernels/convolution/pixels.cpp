// SPDX-License-Identifier: Apache-2.0
// Pixels to rows of channels and back, f32: a copy where channels lie side by side, a transposition
// where pixels do.
//   activation f32 in any layout of activation.h, rows f32: disjoint, any alignment
//   scratch 0 B (a few hundred bytes of stack); exact
#include "plugins/kernels/convolution/backend.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using tag = hn::ScalableTag<float>;

// One channel of pixels that are not side by side on both sides.
void copy_channel(const float *from, dim_t from_step, float *to, dim_t to_step, dim_t count) {
  for (dim_t i = 0; i < count; ++i) to[i * to_step] = from[i * from_step];
}

void copy(const float *from, float *to, dim_t count) {
  const tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  dim_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(hn::LoadU(d, from + i), d, to + i);
  if (i < count) hn::StoreN(hn::LoadN(d, from + i, size_t(count - i)), d, to + i, size_t(count - i));
}

// Four channels of one vector of pixels at a time: interleaved, they are four-element pieces of
// rows. A row is at least four wide here.
constexpr dim_t piece = 4;

void read_four(const float *const (&channel)[piece], dim_t pixels, float *rows, dim_t row_step) {
  const tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  HWY_ALIGN float pieces[piece * hn::MaxLanes(tag())];
  dim_t p = 0;
  for (; p + lanes <= pixels; p += lanes) {
    hn::StoreInterleaved4(hn::LoadU(d, channel[0] + p), hn::LoadU(d, channel[1] + p),
                          hn::LoadU(d, channel[2] + p), hn::LoadU(d, channel[3] + p), d, pieces);
    for (dim_t i = 0; i < lanes; ++i)
      __builtin_memcpy(rows + (p + i) * row_step, pieces + i * piece, sizeof(float) * piece);
  }
  for (; p < pixels; ++p)
    for (dim_t i = 0; i < piece; ++i) rows[p * row_step + i] = channel[i][p];
}

void write_four(const float *rows, dim_t row_step, dim_t pixels, float *const (&channel)[piece]) {
  const tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  HWY_ALIGN float pieces[piece * hn::MaxLanes(tag())];
  dim_t p = 0;
  for (; p + lanes <= pixels; p += lanes) {
    for (dim_t i = 0; i < lanes; ++i)
      __builtin_memcpy(pieces + i * piece, rows + (p + i) * row_step, sizeof(float) * piece);
    hn::Vec<tag> v0, v1, v2, v3;
    hn::LoadInterleaved4(d, pieces, v0, v1, v2, v3);
    hn::StoreU(v0, d, channel[0] + p);
    hn::StoreU(v1, d, channel[1] + p);
    hn::StoreU(v2, d, channel[2] + p);
    hn::StoreU(v3, d, channel[3] + p);
  }
  for (; p < pixels; ++p)
    for (dim_t i = 0; i < piece; ++i) channel[i][p] = rows[p * row_step + i];
}

bool is_transposed(const shared::pixel_run &run) { return run.layout->run == 1 && run.pixel_step == 1; }

}  // namespace

void read_pixels(const shared::pixel_run &r, const float *base, float *rows, dim_t row_step) noexcept {
  dim_t c = 0;
  if (is_transposed(r))
    for (; c + piece <= r.channels; c += piece) {
      const float *channel[piece];
      for (dim_t i = 0; i < piece; ++i) channel[i] = base + (r.channel + c + i) * r.layout->run_stride;
      read_four(channel, r.pixels, rows + c, row_step);
    }
  while (c < r.channels) {
    const dim_t at = r.channel + c;
    const dim_t count = min(r.layout->run - at % r.layout->run, r.channels - c);
    const float *from = base + r.layout->channel(at);
    if (count == 1)
      copy_channel(from, r.pixel_step, rows + c, row_step, r.pixels);
    else
      for (dim_t p = 0; p < r.pixels; ++p)
        copy(from + p * r.pixel_step, rows + p * row_step + c, count);
    c += count;
  }
}

void write_pixels(const shared::pixel_run &r, const float *rows, dim_t row_step, float *base) noexcept {
  dim_t c = 0;
  if (is_transposed(r))
    for (; c + piece <= r.channels; c += piece) {
      float *channel[piece];
      for (dim_t i = 0; i < piece; ++i) channel[i] = base + (r.channel + c + i) * r.layout->run_stride;
      write_four(rows + c, row_step, r.pixels, channel);
    }
  while (c < r.channels) {
    const dim_t at = r.channel + c;
    const dim_t count = min(r.layout->run - at % r.layout->run, r.channels - c);
    float *to = base + r.layout->channel(at);
    if (count == 1)
      copy_channel(rows + c, row_step, to, r.pixel_step, r.pixels);
    else
      for (dim_t p = 0; p < r.pixels; ++p)
        copy(rows + p * row_step + c, to + p * r.pixel_step, count);
    c += count;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
