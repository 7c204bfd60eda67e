// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/rnn/network.h"

#include <cstring>

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

namespace {

bool lay_out_plain(memory_desc &md) noexcept {
  int order[max_ndims];
  for (int d = 0; d < md.ndims; ++d) order[d] = d;
  return !is_any(md) || set_layout(md, order, 0, nullptr, nullptr);
}

bool has_dense_rows(const memory_desc &md) noexcept {
  return md.inner_nblks == 0 &&
         (md.blocked.strides[md.ndims - 1] == 1 || md.dims[md.ndims - 1] == 1);
}

// Gates and channels as one dimension.
bool is_matrix(const memory_desc &md) noexcept {
  const dim_t *strides = md.blocked.strides;
  return md.inner_nblks == 0 && (md.ndims == 4 || strides[3] == md.dims[4] * strides[4]);
}

constexpr bool is_weights(int tensor) noexcept {
  const int t = tensor < rnn_diff ? tensor : tensor - rnn_diff;
  return t == rnn_weights_layer || t == rnn_weights_iter || t == rnn_projection;
}

constexpr dim_t rows_at_once = 128;  // elements on the stack

}  // namespace

refusal take_network(rnn_op &op, const rnn_parts &parts) noexcept {
  const multiply_backend &backend = *parts.product->multiply;
  if (!backend.multiply->tiles) return "no tiles";
  for (int t = 0; t < rnn_workspace; ++t) {
    memory_desc &md = op[rnn_tensor(t)];
    if (is_zero(md)) continue;
    if (!lay_out_plain(md)) return "the size of a tensor overflows";
    if (has_zero_dim(md)) return "empty tensor";
    if (!(is_weights(t) ? is_matrix(md) : has_dense_rows(md))) return "layout";
    // Gradients of weights are sums of rows.
    if (is_weights(t) && t >= rnn_diff && md.blocked.strides[md.ndims - 1] != 1) return "layout";
  }
  const bool is_f32 = op[rnn_weights_layer].data_type == dnnl_f32;
  return is_f32 == (backend.load == nullptr) ? accepted : "types";
}

void rnn_rows::to_elements(data_type type, const float *from, float *to, dim_t n) const noexcept {
  const bool is_integer = is_integer_type(type);
  const float scale = quantization_.data_scale, shift = quantization_.data_shift;
  for (dim_t i = 0; i < n; ++i) to[i] = is_integer ? from[i] * scale + shift : from[i];
}
void rnn_rows::from_elements(data_type type, float *row, dim_t n) const noexcept {
  if (!is_integer_type(type)) return;
  for (dim_t i = 0; i < n; ++i)
    row[i] = (row[i] - quantization_.data_shift) / quantization_.data_scale;
}

void rnn_rows::load(int arg, rnn_tensor t, const dim_t *index, float *to, dim_t n) const noexcept {
  const memory_desc &md = op[t];
  if (is_zero(md)) {
    std::memset(to, 0, size_t(n) * sizeof(float));
    return;
  }
  rows_.load(md.data_type, context_.data(arg), size_t(offset_of(md, index)), to, size_t(n));
  from_elements(md.data_type, to, n);
}

void rnn_rows::store(int arg, rnn_tensor t, const dim_t *index, const float *from,
                     dim_t n) const noexcept {
  const memory_desc &md = op[t];
  if (is_zero(md)) return;
  const size_t offset = size_t(offset_of(md, index));
  if (!is_integer_type(md.data_type))
    return rows_.store(md.data_type, context_.data(arg), offset, from, size_t(n));
  float elements[rows_at_once];
  for (dim_t i = 0; i < n; i += rows_at_once) {
    const dim_t count = min(rows_at_once, n - i);
    to_elements(md.data_type, from + i, elements, count);
    rows_.store(md.data_type, context_.data(arg), offset + size_t(i), elements, size_t(count));
  }
}

void rnn_rows::store_sum(int arg, rnn_tensor t, const dim_t *index, const float *a, const float *b,
                         dim_t n) const noexcept {
  float sums[rows_at_once];
  dim_t at[5];
  std::memcpy(at, index, size_t(op[t].ndims) * sizeof(dim_t));
  dim_t &i = at[op[t].ndims - 1];
  for (i = 0; i < n; i += rows_at_once) {
    const dim_t count = min(rows_at_once, n - i);
    apply(rows_.binary(dnnl_binary_add), a + i, b + i, sums, count);
    store(arg, t, at, sums, count);
  }
}

void rnn_rows::round_state(float *row, dim_t n) const noexcept {
  const data_type type = op[rnn_src_layer].data_type;
  if (type == dnnl_f32) return;
  uint16_t elements[rows_at_once];
  for (dim_t i = 0; i < n; i += rows_at_once) {
    const dim_t count = min(rows_at_once, n - i);
    to_elements(type, row + i, row + i, count);
    rows_.store(type, elements, 0, row + i, size_t(count));
    rows_.load(type, elements, 0, row + i, size_t(count));
    from_elements(type, row + i, count);
  }
}

matrix rnn_rows::weights(int arg, rnn_tensor t, dim_t l, dim_t d) const noexcept {
  const memory_desc &md = op[t];
  const dim_t *strides = md.blocked.strides;
  const char *base = first_byte(context_, arg, md);
  const dim_t offset = l * strides[0] + d * strides[1];
  return {md.data_type, base + offset * dim_t(type_size(md.data_type)), strides[2],
          strides[md.ndims - 1]};
}

}  // namespace dnnlet::drivers
