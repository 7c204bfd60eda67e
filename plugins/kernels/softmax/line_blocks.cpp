// SPDX-License-Identifier: Apache-2.0
// Lines of softmax to rows of f32 and back; five facts: softmax_forward.cpp. Blocks are as short as
// a vector: for these types they are converted without a call.
#include "plugins/kernels/softmax/line_blocks.h"

#include "core/support/arithmetic.h"
#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/support/convert.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace softmax {

namespace {

using drivers::softmax_tensor;

// Calls block(number in the tensor, place in rows, elements) for each block.
template <class Block>
HWY_INLINE void for_each_block(const softmax_tensor &t, size_t lines, size_t n, size_t row_step,
                               const Block &block) {
  for (size_t i = 0; i < lines; ++i) {
    size_t at = t.first + i * t.step;
    for (size_t done = 0; done < n; done += t.block, at += t.block_step)
      block(at, i * row_step + done, min(t.block, n - done));
  }
}

template <class T>
void gather(const softmax_tensor &from, size_t lines, size_t n, float *rows, size_t row_step) {
  const f32_tag d;
  const size_t length = hn::Lanes(d);
  const T *data = static_cast<const T *>(from.data);
  for_each_block(from, lines, n, row_step, [&](size_t at, size_t place, size_t count) HWY_ATTR {
    size_t k = 0;
    for (; k + length <= count; k += length)
      hn::StoreU(widen(d, data + at + k), d, rows + place + k);
    if (k < count)
      hn::StoreN(widen_part(d, data + at + k, count - k), d, rows + place + k, count - k);
  });
}

template <class T>
void scatter(const softmax_tensor &to, size_t lines, size_t n, const float *rows, size_t row_step) {
  const f32_tag d;
  const size_t length = hn::Lanes(d);
  T *data = static_cast<T *>(to.data);
  for_each_block(to, lines, n, row_step, [&](size_t at, size_t place, size_t count) HWY_ATTR {
    size_t k = 0;
    for (; k + length <= count; k += length)
      from_f32(hn::LoadU(d, rows + place + k), data + at + k);
    if (k < count)
      from_f32_part(hn::LoadN(d, rows + place + k, count - k), data + at + k, count - k);
  });
}

}  // namespace

void gather_lines(const softmax_tensor &from, size_t lines, size_t n, float *rows,
                  size_t row_step) noexcept {
  if (from.type == dnnl_f32) return gather<float>(from, lines, n, rows, row_step);
  if constexpr (has_type(dnnl_bf16))
    if (from.type == dnnl_bf16) return gather<hwy::bfloat16_t>(from, lines, n, rows, row_step);
  for_each_block(from, lines, n, row_step, [&](size_t at, size_t place, size_t count) {
    load_row(from.type, from.data, at, rows + place, count);
  });
}

void scatter_lines(const softmax_tensor &to, size_t lines, size_t n, const float *rows,
                   size_t row_step) noexcept {
  if (to.type == dnnl_f32) return scatter<float>(to, lines, n, rows, row_step);
  if constexpr (has_type(dnnl_bf16))
    if (to.type == dnnl_bf16) return scatter<hwy::bfloat16_t>(to, lines, n, rows, row_step);
  if constexpr (has_type(dnnl_s8) && is_byte<int8_t>)
    if (to.type == dnnl_s8) return scatter<int8_t>(to, lines, n, rows, row_step);
  if constexpr (has_type(dnnl_u8) && is_byte<uint8_t>)
    if (to.type == dnnl_u8) return scatter<uint8_t>(to, lines, n, rows, row_step);
  for_each_block(to, lines, n, row_step, [&](size_t at, size_t place, size_t count) {
    store_row(to.type, to.data, at, rows + place, count);
  });
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
