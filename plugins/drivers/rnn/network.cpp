// SPDX-License-Identifier: Apache-2.0
// Rows of networks; five facts: forward.cpp and backward.cpp.
#include "plugins/drivers/rnn/network.h"

#include <cstring>

#include "core/support/arithmetic.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

bool has_dense_rows(const memory_desc &md) noexcept {
  return md.inner_nblks == 0 &&
         (md.blocked.strides[md.ndims - 1] == 1 || md.dims[md.ndims - 1] == 1);
}

refusal check_types(const rnn_op &op, const multiply_backend &backend) noexcept {
  const data_type src = op[rnn_src_layer].data_type;
  if (backend.multiply->is_integer) return is_integer_type(src) ? accepted : "types";
  const bool is_widened = backend.load && (src == dnnl_bf16 || src == dnnl_f16);
  return is_widened || (!backend.load && is_element(src, backend.multiply->b)) ? accepted : "types";
}

constexpr dim_t rows_at_once = 128;  // elements on the stack

// A plain tensor's dense row, of its type.
void copy_row(const memory_desc &md, char *base, const dim_t *index, const void *elements,
              dim_t n) noexcept {
  dim_t offset = md.offset0;
  for (int d = 0; d < md.ndims; ++d) offset += index[d] * md.blocked.strides[d];
  const dim_t size = dim_t(type_size(md.data_type));
  std::memcpy(base + offset * size, elements, size_t(n * size));
}

}  // namespace

refusal check_network(const plan_request &request) noexcept {
  const product_parts &parts = *request.parts_as<rnn_parts>().product;
  if (!parts.multiply->multiply->tiles) return "no tiles";
  if ((request.cpu & parts.prefers) != parts.prefers) return "the CPU is no faster by it";
  return check_types(request.problem<rnn_op>(), *parts.multiply);
}

refusal lay_out_network(rnn_op &op) noexcept {
  for (int t = 0; t < rnn_workspace; ++t) {
    memory_desc &md = op[rnn_tensor(t)];
    if (is_zero(md)) continue;
    if (!lay_out_plain(md)) return "the size of a tensor overflows";
    if (has_zero_dim(md)) return "empty tensor";
    if (!is_blocked(md)) return "layout";
  }
  return accepted;
}

data_type states_of(const rnn_op &op, const rnn_parts &parts) noexcept {
  return parts.product->multiply->load ? dnnl_f32 : op[rnn_src_layer].data_type;
}

dim_t padded_row(dim_t count, size_t element_bytes) noexcept {
  constexpr dim_t line = 64, alike = 1024;
  const dim_t bytes = round_up(count * dim_t(element_bytes), line);
  return (bytes % alike == 0 ? bytes + line : bytes) / dim_t(element_bytes);
}

void rnn_rows::to_elements(data_type type, const float *from, float *to, dim_t n) const noexcept {
  const bool is_integer = is_integer_type(type);
  rows_.apply(linear_, from, nullptr, to, size_t(n), is_integer ? quantization_.data_scale : 1,
              is_integer ? quantization_.data_shift : 0);
}
void rnn_rows::from_elements(data_type type, float *row, dim_t n) const noexcept {
  if (!is_integer_type(type)) return;
  const float by = 1 / quantization_.data_scale;
  rows_.apply(linear_, row, nullptr, row, size_t(n), by, -quantization_.data_shift * by);
}

bool rnn_rows::holds_states(rnn_tensor t) const noexcept {
  const memory_desc &md = op[t];
  const bool are_rounded = states == op[rnn_src_layer].data_type;
  return are_rounded && md.data_type == states && is_plain(md) && has_dense_rows(md);
}

void rnn_rows::load(int arg, rnn_tensor t, const dim_t *index, float *to, dim_t n) const noexcept {
  const memory_desc &md = op[t];
  if (is_zero(md)) {
    std::memset(to, 0, size_t(n) * sizeof(float));
    return;
  }
  if (has_dense_rows(md)) {
    rows_.load(md.data_type, context_.data(arg), size_t(offset_of(md, index)), to, size_t(n));
  } else {
    dim_t at[max_ndims];
    std::memcpy(at, index, size_t(md.ndims) * sizeof(dim_t));
    for (dim_t i = 0; i < n; ++i, ++at[md.ndims - 1])
      rows_.load(md.data_type, context_.data(arg), size_t(offset_of(md, at)), to + i, 1);
  }
  from_elements(md.data_type, to, n);
}

void rnn_rows::store(int arg, rnn_tensor t, const dim_t *index, const float *from,
                     dim_t n) const noexcept {
  const memory_desc &md = op[t];
  if (is_zero(md)) return;
  const bool is_dense = has_dense_rows(md);
  if (is_dense && md.data_type == dnnl_f32 && is_plain(md))
    return copy_row(md, context_.data<char>(arg), index, from, n);
  if (is_dense && !is_integer_type(md.data_type))
    return rows_.store(md.data_type, context_.data(arg), size_t(offset_of(md, index)), from,
                       size_t(n));
  float elements[rows_at_once];
  dim_t at[max_ndims];
  std::memcpy(at, index, size_t(md.ndims) * sizeof(dim_t));
  dim_t &channel = at[md.ndims - 1];
  for (dim_t i = 0; i < n; i += rows_at_once) {
    const dim_t count = min(rows_at_once, n - i);
    to_elements(md.data_type, from + i, elements, count);
    for (dim_t j = 0, part = is_dense ? count : 1; j < count; j += part, channel += part)
      rows_.store(md.data_type, context_.data(arg), size_t(offset_of(md, at)), elements + j,
                  size_t(part));
  }
}

void rnn_rows::copy_state(int arg, rnn_tensor t, const dim_t *index, const void *elements,
                          dim_t n) const noexcept {
  copy_row(op[t], context_.data<char>(arg), index, elements, n);
}

void rnn_rows::put_state(float *row, void *elements, dim_t n) const noexcept {
  const data_type type = op[rnn_src_layer].data_type;
  uint16_t rounded[rows_at_once];
  for (dim_t i = 0; type != states && i < n; i += rows_at_once) {  // 16 bits, widened
    const size_t count = size_t(min(rows_at_once, n - i));
    rows_.store(type, rounded, 0, row + i, count);
    rows_.load(type, rounded, 0, row + i, count);
  }
  put_elements(row, elements, n);
  if (type == states && type != dnnl_f32) load_state(elements, row, n);
}

void rnn_rows::load_state(const void *elements, float *row, dim_t n) const noexcept {
  rows_.load(states, elements, 0, row, size_t(n));
  from_elements(states, row, n);
}

void rnn_rows::put_elements(const float *row, void *elements, dim_t n) const noexcept {
  if (elements == row) return;
  if (states == dnnl_f32) {
    std::memcpy(elements, row, size_t(n) * sizeof(float));
    return;
  }
  if (!is_integer_type(states)) return rows_.store(states, elements, 0, row, size_t(n));
  float values[rows_at_once];
  for (dim_t i = 0; i < n; i += rows_at_once) {
    const dim_t count = min(rows_at_once, n - i);
    to_elements(states, row + i, values, count);
    rows_.store(states, elements, size_t(i), values, size_t(count));
  }
}

matrix rnn_rows::weights(int arg, rnn_tensor t, dim_t l, dim_t d, char *stage) const noexcept {
  const memory_desc &md = op[t];
  const size_t size = type_size(md.data_type);
  const char *base = context_.data<char>(arg);
  matrix shape = shape_of_weights(md);
  shape.data = stage;
  if (is_matrix(md)) {
    shape.data = base + place_of_weight(md, l, d, 0, 0) * dim_t(size);
    return shape;
  }
  const weights_size all = size_of_weights(md);
  parallel_for(context_.workers, all.rows, [&](int64_t k, int) {
    for (dim_t c = 0; c < all.cols; ++c)
      std::memcpy(stage + (k * all.cols + c) * dim_t(size),
                  base + place_of_weight(md, l, d, k, c) * dim_t(size), size);
  });
  return shape;
}

matrix rnn_rows::panels(int arg, rnn_tensor t, dim_t l, dim_t d, dim_t column) const noexcept {
  const memory_desc &md = op[t];
  return {md.data_type,
          context_.data<char>(arg) +
              place_of_weight(md, l, d, 0, column) * dim_t(type_size(md.data_type)),
          0, 0};
}

matrix shape_of_weights(const memory_desc &md) noexcept {
  const dim_t *strides = md.blocked.strides;
  if (is_matrix(md)) return {md.data_type, nullptr, strides[2], strides[md.ndims - 1]};
  return {md.data_type, nullptr, size_of_weights(md).cols, 1};
}

bool is_matrix(const memory_desc &md) noexcept {
  const dim_t *strides = md.blocked.strides;
  return md.inner_nblks == 0 &&
         (md.ndims == 4 || md.dims[3] == 1 || strides[3] == md.dims[4] * strides[4]);
}

weights_size size_of_weights(const memory_desc &md) noexcept {
  return {md.dims[2], md.ndims == 4 ? md.dims[3] : md.dims[3] * md.dims[4]};
}

dim_t place_of_weight(const memory_desc &md, dim_t l, dim_t d, dim_t k, dim_t c) noexcept {
  const dim_t channels = md.dims[md.ndims - 1];
  const dim_t index[] = {l, d, k, md.ndims == 4 ? c : c / channels, c % channels};
  return offset_of(md, index);
}

bool panels_of(const memory_desc &md, const multiply_backend &backend,
               panel_shape *shape) noexcept {
  const product &x = *backend.multiply;
  const dim_t channels = md.dims[md.ndims - 1], lanes = dim_t(backend.lanes());
  int vectors = x.tiles->max_vectors;
  while (channels % (vectors * lanes) != 0)
    if (--vectors * 2 <= x.tiles->max_vectors) return false;
  if (!is_element(md.data_type, x.b)) return false;
  const bool has_gates = md.ndims == 5;
  const panel_axes axes = {uint16_t(has_gates ? 0b1011 : 0b11), 0, 0b100, uint8_t(md.ndims - 1)};
  *shape = shape_panels(extents_of(md, axes), axes, x.group, lanes, vectors * lanes);
  return true;
}

dim_t columns_in_place(const memory_desc &md, const multiply_backend &backend) noexcept {
  panel_shape shape;
  return panels_of(md, backend, &shape) && is_in_panels(md, shape) ? shape.columns : 0;
}

size_t staged_weights_bytes(const rnn_op &op, const multiply_backend *backend) noexcept {
  size_t bytes = 0;
  for (const rnn_tensor t : {rnn_weights_layer, rnn_weights_iter, rnn_projection}) {
    const memory_desc &md = op[t];
    if (is_zero(md) || is_matrix(md) || (backend && columns_in_place(md, *backend))) continue;
    const weights_size all = size_of_weights(md);
    bytes = max(bytes, scratch_bytes({all.rows, all.cols, dim_t(type_size(md.data_type))}));
  }
  return bytes;
}

}  // namespace dnnlet::drivers
