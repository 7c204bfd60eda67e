// SPDX-License-Identifier: Apache-2.0
// Arithmetic of several rows, step by step, on the way from memory to memory: elements of any types
// become f32, go through all steps in registers, and are written once.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_ROW_FORMULA_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_ROW_FORMULA_H

#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// What becomes of the value x of an element. b is the step's operand times its scale.
enum class row_action : uint8_t {
  take,  // b
  // x op b, in the order of dnnl_binary_add to dnnl_binary_ne
  add,
  mul,
  max,
  min,
  div,
  sub,
  ge,
  gt,
  le,
  lt,
  eq,
  ne,
  select,    // condition != 0 ? x : b
  weighted,  // x + alpha * (b - beta)
  relu,      // x < 0 ? 0 : x
  function,  // f(x; alpha, beta)
};

struct row_step {
  row_action action;
  int8_t operand, condition;  // numbers of operands; operand -1: none
  float scale, alpha, beta;
  row_function f;
};

struct formula_operand {
  char *data;  // of the first row
  data_type type;
  bool is_one;       // element for the whole row
  ptrdiff_t stride;  // from row to row, in bytes
};

struct row_formula {
  const row_step *steps;
  int step_count;
  const formula_operand *operands;  // number 0 is dst; others may be in its place
  int operand_count;
  bool exceeds_caches = false;  // with all rows, and dst is no operand
};
constexpr int max_formula_operands = 12;

// Computes so many rows of n elements. Nothing beyond the rows is touched.
using formula_function = void (*)(const row_formula &, size_t rows, size_t n) noexcept;

}  // namespace dnnlet::drivers

#endif
