// SPDX-License-Identifier: Apache-2.0
// Which way a product goes; five facts: multiply.cpp.
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/multiply_cut.h"
#include "plugins/drivers/gemm/one_step.h"

namespace dnnlet::drivers {

const char *plan_multiply(const multiply_problem &p, const multiply_backend &backend,
                          const multiply_room &room, multiply_cut &cut) noexcept {
  if (!backend.multiply->tiles) return "no tiles";
  if (plan_few_rows(p, backend, room, cut)) return nullptr;
  if (has_large_caches && plan_one_step(p, backend, cut)) return nullptr;
  if (!can_pack_a(p.a, backend)) return "type of A";
  if (!p.panel_columns && !can_pack_b(p.b, p.b_values, backend)) return "type of B";
  cut_for_tiles(p, backend, room, cut);
  return nullptr;
}

void run_multiply_task(const multiply_problem &p, const multiply_backend &backend,
                       const multiply_cut &cut, dim_t task, char *memory,
                       rows_in_memory *packed) noexcept {
  if (cut.is_of_few_rows) return run_few_rows(p, backend, cut, task, memory);
  if (has_large_caches && cut.is_of_one_step) return run_one_step(p, backend, cut, task, memory);
  run_by_tiles(p, backend, cut, task, memory, packed);
}

}  // namespace dnnlet::drivers
