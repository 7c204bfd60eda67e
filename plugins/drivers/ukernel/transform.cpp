// SPDX-License-Identifier: Apache-2.0
// B to blocks of columns; formula: core/kernel/ukernel.h.
//   from: a matrix in rows or in columns; to: dense blocks; disjoint, any alignment
//   scratch: 17 KB of stack
//   error: one rounding, where the type changes
#include "plugins/drivers/ukernel/ukernel.h"

#include <cstring>

#include "core/kernel/ukernel.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t square = most_transform_block;

bool is_known(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_s8 ||
         type == dnnl_u8;
}

// `rows` x `cols` elements as bytes: to[(r / group) * step * group + c * group + r % group].
struct interleaving {
  const char *from;
  dim_t row_step, col_step;  // elements
  dim_t rows, cols;
  char *to;
  dim_t step;  // columns
};

template <class T>
void interleave(const interleaving &p, dim_t group) noexcept {
  const auto *from = reinterpret_cast<const T *>(p.from);
  auto *to = reinterpret_cast<T *>(p.to);
  for (dim_t r = 0; r < p.rows; ++r) {
    const T *row = from + r * p.row_step;
    T *out = to + r / group * p.step * group + r % group;
    for (dim_t c = 0; c < p.cols; ++c)
      std::memcpy(out + c * group, row + c * p.col_step, sizeof(T));
  }
}

void interleave(size_t size, const interleaving &p, dim_t group) noexcept {
  if (size == 1) return interleave<uint8_t>(p, group);
  if (size == 2) return interleave<uint16_t>(p, group);
  interleave<uint32_t>(p, group);
}

// A square of the matrix, in the type of the result: lines of it, `square` elements apart.
void convert(const row_backend &rows, const transform_op &op, const char *from, dim_t first,
             dim_t step, dim_t lines, dim_t length, char *to) noexcept {
  float values[square];
  for (dim_t l = 0; l < lines; ++l) {
    rows.load(op.from, from, size_t(first + l * step), values, size_t(length));
    rows.store(op.to, to, size_t(l * square), values, size_t(length));
  }
}

}  // namespace

refusal plan_transform(plan_request &request) noexcept {
  const auto &op = request.problem<transform_op>();
  return is_known(op.from) && is_known(op.to) ? accepted : "types";
}

void run_transform(const run_context &context) noexcept {
  const auto &op = context.problem<transform_op>();
  const auto &rows = context.parts_as<row_backend>();
  const auto *from = context.data<const char>(DNNL_ARG_SRC);
  auto *to = context.data<char>(DNNL_ARG_DST);
  const dim_t group = packed_group(op.to), from_size = dim_t(type_size(op.from));
  const dim_t size = dim_t(type_size(op.to)), depth = round_up(op.k, group);
  alignas(64) char converted[square * square * sizeof(float)];
  for (dim_t n = 0; n < op.n; n += op.block) {
    const dim_t cols = min(op.block, op.n - n);
    char *block = to + n * depth * size;
    if (cols < op.block || depth != op.k) std::memset(block, 0, size_t(op.block * depth * size));
    for (dim_t k = 0; k < op.k; k += square) {
      const dim_t count = min(square, op.k - k), first = k * op.row_step + n * op.col_step;
      interleaving p = {from + first * from_size,    op.row_step, op.col_step, count, cols,
                        block + k * op.block * size, op.block};
      if (op.from != op.to) {
        const bool in_rows = op.col_step == 1;
        convert(rows, op, from, first, in_rows ? op.row_step : op.col_step, in_rows ? count : cols,
                in_rows ? cols : count, converted);
        p.from = converted;
        p.row_step = in_rows ? square : 1;
        p.col_step = in_rows ? 1 : square;
      }
      interleave(size_t(size), p, group);
    }
  }
}

}  // namespace dnnlet::drivers
