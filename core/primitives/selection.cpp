// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/selection.h"

#include "core/primitives/verbose.h"
#include "core/support/text.h"

namespace dnnlet {

namespace {

bool may_ask(const candidates &c, int index) noexcept {
  if (!(c.usable >> index & 1)) return false;
  if (c.deterministic && !plugins[index].fused) return false;
  return !c.reference_only || same_text(plugins[index].name, "reference");
}

}  // namespace

const kernel *choose_kernel(const candidates &c, kernel_place &place, void *problem,
                            refusal (*offer)(void *problem, const kernel &k)) noexcept {
  for (; place.set < c.kernels->count; ++place.set, place.row = 0) {
    const kernel_set &set = c.kernels->sets[place.set];
    if (!may_ask(c, set.plugin)) continue;
    while (place.row < set.rows->count) {
      const kernel &k = set.rows->rows[place.row++];
      const refusal reason = offer(problem, k);
      if (!reason) return &k;
      note_refusal(c.what, k.name, reason);
    }
  }
  return nullptr;
}

}  // namespace dnnlet
