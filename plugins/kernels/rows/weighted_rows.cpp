// SPDX-License-Identifier: Apache-2.0
// Sums of rows of one type, with a weight each:
//   y[i] = w0 * a0[i] + w1 * a1[i] + ...
//   a0, a1, ..., y: one of f32, bf16, f16, s8, u8, or bf16 and y f32; dense along the row; any
//   alignment; an operand is y or disjoint from it
//   scratch 0 B; a rounding for each product and sum together, then to y's type
//   oneDNN v3, sum
#include <type_traits>

#include "plugins/kernels/rows/direct_rows.h"
#include "plugins/kernels/support/even_odd-inl.h"
#include "plugins/kernels/support/past-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::formula_operand;
using drivers::row_action;
using drivers::row_formula;
using drivers::row_step;
using V = f32_vector;

constexpr f32_tag d;

struct weighted_rows {
  const char *data[drivers::max_formula_operands];
  float weights[drivers::max_formula_operands];
  int count;
  char *y;
};

// The sum of weights[k] * data[k][i] in blocks of four vectors, which are written past the caches
// or not. The first product is the same when it is added to -0. Of so many operands, or any number.
template <class T, bool kPast = false, int kCount = 0, class Y = T>
void sum_row(const weighted_rows &given, size_t begin, size_t end) {
  const size_t lanes = hn::Lanes(d);
  const std::conditional_t<kCount != 0, weighted_rows, const weighted_rows &> rows = given;
  constexpr bool is_one_type = hwy::IsSame<T, Y>();
  Y *y = reinterpret_cast<Y *>(rows.y);
  for (size_t i = begin; i + 4 * lanes <= end; i += 4 * lanes) {
    V x0 = hn::Set(d, -0.0f), x1 = x0, x2 = x0, x3 = x0;
    const auto add = [&](int k) HWY_ATTR {
      const V w = hn::Set(d, rows.weights[k]);
      V p0 = w, p1 = w, p2 = w, p3 = w;
      const T *from = reinterpret_cast<const T *>(rows.data[k]) + i;
      if constexpr (is_one_type) {
        load_halves(from, p0, p1);
        load_halves(from + 2 * lanes, p2, p3);
      } else {
        p0 = to_f32(from);
        p1 = to_f32(from + lanes);
        p2 = to_f32(from + 2 * lanes);
        p3 = to_f32(from + 3 * lanes);
      }
      x0 = hn::MulAdd(w, p0, x0);
      x1 = hn::MulAdd(w, p1, x1);
      x2 = hn::MulAdd(w, p2, x2);
      x3 = hn::MulAdd(w, p3, x3);
    };
    if constexpr (kCount == 0)
      for (int k = 0; k < rows.count; ++k) add(k);
    if constexpr (kCount > 0) add(0), add(1);
    if constexpr (kCount > 2) add(2), add(3);
    if constexpr (kPast) {
      hn::Stream(x0, d, y + i);
      hn::Stream(x1, d, y + i + lanes);
      hn::Stream(x2, d, y + i + 2 * lanes);
      hn::Stream(x3, d, y + i + 3 * lanes);
    } else {
      if constexpr (is_byte<Y>) {
        from_f32(x0, x1, x2, x3, y + i);
      } else {
        store_halves(x0, x1, y + i);
        store_halves(x2, x3, y + i + 2 * lanes);
      }
    }
  }
}
using row_of_sum = void (*)(const weighted_rows &, size_t begin, size_t end);

// Where an instruction rounds to bf16, operands of which each has loads of its own take 0.65 of the
// time of a loop over them, whose loads prefetchers do not see through.
template <data_type kType, class T>
row_of_sum sum_of_type(int count) {
  if constexpr (!is_whole && has_own(kType)) {
    if (count == 2) return sum_row<T, false, 2>;
    if (count == 4) return sum_row<T, false, 4>;
  }
  if constexpr (has_own(kType)) return sum_row<T>;
  return nullptr;
}
row_of_sum find_sum(data_type type, data_type y, int count) {
  if (type != y) {
    if constexpr (has_own(dnnl_f32) && has_type(dnnl_bf16))
      if (type == dnnl_bf16 && y == dnnl_f32) return sum_row<hwy::bfloat16_t, false, 0, float>;
    return nullptr;
  }
  switch (type) {
    case dnnl_f32: return sum_of_type<dnnl_f32, float>(count);
    case dnnl_bf16: return sum_of_type<dnnl_bf16, hwy::bfloat16_t>(count);
    case dnnl_f16: return sum_of_type<dnnl_f16, hwy::float16_t>(count);
    case dnnl_s8: return sum_of_type<dnnl_s8, int8_t>(count);
    case dnnl_u8: return sum_of_type<dnnl_u8, uint8_t>(count);
    default: return nullptr;
  }
}

row_of_sum find_past_sum(data_type type) {
  if constexpr (has_own(dnnl_f32) && writes_past)
    if (type == dnnl_f32) return sum_row<float, true>;
  return nullptr;
}

// Those that are added have the weight 1, which changes no bit.
bool is_weighted(const row_step &step) {
  const bool is_sum = step.action == row_action::add || step.action == row_action::weighted;
  return is_sum && step.scale == 1 && step.beta == 0;
}
// Whether all sources have this type, and each but the first is only weighted.
bool is_sum(const row_formula &formula, data_type type) {
  for (int k = 0; k < formula.step_count; ++k) {
    const row_step &step = formula.steps[k];
    if ((k > 0 && !is_weighted(step)) || step.operand < 0) return false;
    const formula_operand &o = formula.operands[step.operand];
    if (o.is_one || o.type != type) return false;
  }
  return formula.step_count <= drivers::max_formula_operands;
}

}  // namespace

size_t run_weighted(const row_formula &formula, size_t rows, size_t n) noexcept {
  if (formula.steps[0].operand < 0) return 0;
  const data_type type = formula.operands[formula.steps[0].operand].type;
  const row_of_sum f = find_sum(type, formula.operands[0].type, formula.step_count);
  if (!f || !is_sum(formula, type)) return 0;
  const auto data_of = [&](int operand, size_t row) {
    const formula_operand &o = formula.operands[operand];
    return o.data + ptrdiff_t(row) * o.stride;
  };
  const size_t block = 4 * hn::Lanes(d), whole = n - n % block;
  const row_of_sum past = formula.exceeds_caches ? find_past_sum(type) : nullptr;
  weighted_rows row;
  row.count = formula.step_count;
  for (size_t r = 0; r < rows; ++r) {
    for (int k = 0; k < row.count; ++k) {
      const row_step &step = formula.steps[k];
      row.data[k] = data_of(step.operand, r);
      row.weights[k] = step.action == row_action::weighted ? step.alpha : step.scale;
    }
    row.y = data_of(0, r);
    if (past && can_write_past(row.y) && whole > 0) {
      f(row, 0, block);
      past(row, before_lines(row.y), whole);
      f(row, whole - block, whole);
    } else {
      f(row, 0, whole);
    }
  }
  if (past) hwy::FlushStream();
  return whole;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
