// SPDX-License-Identifier: Apache-2.0
// A row formula over tensors of any layouts, of which some repeat their elements.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_FORMULA_WALK_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_FORMULA_WALK_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/operand_nest.h"
#include "plugins/drivers/rows/row_formula.h"

namespace dnnlet::drivers {

static_assert(max_formula_operands == max_operands, "a nest has all operands of a formula");

// The tensors of a formula; number 0 is dst, which may be there again as an operand.
struct formula_tensors {
  int count = 0;
  const memory_desc *mds[max_operands];
  data_type types[max_operands];
  void *data[max_operands];

  // Answers its number, or -1 where there is no room.
  int add(const memory_desc &md, data_type type, void *buffer) noexcept;
  int add(const memory_desc &md) noexcept { return add(md, md.data_type, nullptr); }
};

struct formula_plan {
  bool is_flat;  // all tensors lie alike, without gaps: one row, with the padding
  bool exceeds_caches;
};
// Refuses types that are not converted, layouts that do not fit, and a dst that overlaps itself.
refusal plan_formula(const formula_tensors &tensors, formula_plan &plan) noexcept;

struct even_transposition;
struct formula_backend {
  const row_backend *rows;
  formula_function run;
  bool (*transpose)(const even_transposition &) noexcept;  // or null
};
void run_formula(const team &workers, const formula_backend &backend, const formula_plan &plan,
                 const formula_tensors &tensors, const row_step *steps, int step_count) noexcept;

}  // namespace dnnlet::drivers

#endif
