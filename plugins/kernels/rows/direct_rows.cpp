// SPDX-License-Identifier: Apache-2.0
// The formulas that most calls have, each in a loop of its own: with the bits of row_formula.cpp,
//   y[i] = (s0 * a[i]) op (s1 * b[i]),  or relu of a sum,  or c[i] != 0 ? a[i] : b[i]
//   a, b, y: one of f32, bf16, f16, s8, u8, or those of them together that find_mixed_row() has; c
//   s8; dense along the row, or one element for all of it; any alignment; an operand is y or
//   disjoint from it
//   scratch 0 B; a rounding for each scale that is not 1 and for each operation, then to y's type
//   oneDNN v3, binary
//
// Operands are few here and their type is known, so that nothing is asked between two vectors. Sums
// and products of f32 and bf16 that exceed the caches are written past them: of f32 1.5 to 2.2
// times as fast.
#include "plugins/kernels/rows/direct_rows.h"

#include <cstring>

#include "plugins/kernels/rows/direct_row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::formula_operand;
using drivers::row_action;
using drivers::row_formula;
using drivers::row_step;

constexpr size_t max_lanes = hn::MaxLanes(d);

using row_of_pair = void (*)(const direct_row &, char *, size_t, size_t);

bool is_comparison(row_action action) {
  return row_action::ge <= action && action <= row_action::ne;
}

// Null where there is none: quotients of integers are rare, and not worth the room.
template <class T>
row_of_pair row_of(row_action action) {
  switch (action) {
    case row_action::add: return run_row<binary_ops::add, T>;
    case row_action::mul: return run_row<binary_ops::mul, T>;
    case row_action::max: return run_row<binary_ops::max, T>;
    case row_action::min: return run_row<binary_ops::min, T>;
    case row_action::sub: return run_row<binary_ops::sub, T>;
    case row_action::relu: return run_row<add_relu, T>;
    case row_action::select: return run_row<select, T>;
    case row_action::div:
      if constexpr (sizeof(T) > 1) return run_row<binary_ops::div, T>;
      return nullptr;
    default: break;
  }
  const bool compares = is_comparison(action);
  // Scalars of f16 are compared by a function of the compiler's runtime that not all have.
  if constexpr (max_lanes > 1 || !hwy::IsSame<T, hwy::float16_t>())
    return compares ? run_row<compare, T> : nullptr;
  return nullptr;
}
template <data_type kType, class T>
row_of_pair row_of_type(row_action action) {
  if constexpr (has_own(kType)) return row_of<T>(action);
  return nullptr;
}
row_of_pair find_row(data_type type, row_action action) {
  switch (type) {
    case dnnl_f32: return row_of_type<dnnl_f32, float>(action);
    case dnnl_bf16: return row_of_type<dnnl_bf16, hwy::bfloat16_t>(action);
    case dnnl_f16: return row_of_type<dnnl_f16, hwy::float16_t>(action);
    case dnnl_s8: return row_of_type<dnnl_s8, int8_t>(action);
    case dnnl_u8: return row_of_type<dnnl_u8, uint8_t>(action);
    default: return nullptr;
  }
}

// Of several types: bf16 and bytes with f32, as offsets and factors of networks are, and what
// quantized networks add up.
template <data_type kY, class Y, class A, class B>
row_of_pair mixed_row(row_action action) {
  if constexpr (has_own(kY)) {
    if (action == row_action::add) return run_row<binary_ops::add, A, B, Y>;
    if (action == row_action::mul) return run_row<binary_ops::mul, A, B, Y>;
  }
  return nullptr;
}
// To bytes of one kind, where there are others as well.
template <data_type kY, class Y, data_type kOther, class Other>
row_of_pair find_byte_row(row_action action, data_type a, data_type b) {
  if constexpr (has_own(kY) && is_byte<Y>) {
    const row_of_pair own =
        a == dnnl_f32 && b == dnnl_f32 ? mixed_row<kY, Y, float, float>(action) : nullptr;
    if (own) return own;
    if (a == dnnl_f32 && b == kY) return mixed_row<kY, Y, float, Y>(action);
    if (a == kY && b == dnnl_f32) return mixed_row<kY, Y, Y, float>(action);
    if constexpr (has_type(kOther))
      if (a == kY && b == kOther) return mixed_row<kY, Y, Y, Other>(action);
    if (a != b || action == row_action::select) return nullptr;
    if (a == dnnl_f32) return run_bytes<float>;
    if (a == kY) return run_bytes<Y>;
    if constexpr (has_type(dnnl_bf16))
      if (a == dnnl_bf16) return run_bytes<hwy::bfloat16_t>;
  }
  return nullptr;
}
row_of_pair find_mixed_row(data_type y, data_type a, data_type b, row_action action) {
  if (y == dnnl_s8) return find_byte_row<dnnl_s8, int8_t, dnnl_u8, uint8_t>(action, a, b);
  if (y == dnnl_u8) return find_byte_row<dnnl_u8, uint8_t, dnnl_s8, int8_t>(action, a, b);
  if constexpr (has_type(dnnl_s8))
    if (y == dnnl_f32 && a == dnnl_f32 && b == dnnl_s8)
      return mixed_row<dnnl_f32, float, float, int8_t>(action);
  if constexpr (has_type(dnnl_bf16)) {
    using bf16 = hwy::bfloat16_t;
    const bool is_from_bf16 = a == dnnl_bf16 && b == dnnl_f32;
    if (y == dnnl_bf16 && is_from_bf16) return mixed_row<dnnl_bf16, bf16, bf16, float>(action);
    const bool has_bf16 = a == dnnl_f32 && b == dnnl_bf16;
    if (y == dnnl_f32 && has_bf16) return mixed_row<dnnl_f32, float, float, bf16>(action);
  }
  return nullptr;
}

// Of what networks have.
template <data_type kType, class T>
row_of_pair past_row_of(row_action action) {
  if constexpr (has_own(kType) && writes_past && (kType == dnnl_f32 || !is_whole)) {
    if (action == row_action::add) return run_row_past<binary_ops::add, T>;
    if (action == row_action::mul) return run_row_past<binary_ops::mul, T>;
  }
  return nullptr;
}
row_of_pair find_past_row(data_type type, row_action action) {
  if (type == dnnl_f32) return past_row_of<dnnl_f32, float>(action);
  return type == dnnl_bf16 ? past_row_of<dnnl_bf16, hwy::bfloat16_t>(action) : nullptr;
}

// In a whole vector, which is more than one of f32 where elements are shorter.
template <class B>
HWY_INLINE void repeat_bits(const char *element, char *to) {
  const hn::ScalableTag<B> narrow;
  B value;
  std::memcpy(&value, element, sizeof(value));
  hn::StoreU(hn::Set(narrow, value), narrow, reinterpret_cast<B *>(to));
}

template <class B>
HWY_INLINE void copy_bits(const char *from, char *to) {
  const hn::Rebind<B, f32_tag> narrow;
  hn::StoreU(hn::LoadU(narrow, reinterpret_cast<const B *>(from)), narrow,
             reinterpret_cast<B *>(to));
}
// A vector of elements of this size.
HWY_NOINLINE void copy_vector(const char *from, char *to, size_t size) {
  if (size == 4) return copy_bits<uint32_t>(from, to);
  if (size == 2) return copy_bits<uint16_t>(from, to);
  copy_bits<uint8_t>(from, to);
}

// n is at least one vector. A last vector that overlaps the one before is computed first, and
// written last: y may be where an operand is. Else all is in order, as memory likes it.
HWY_INLINE void run_whole(row_of_pair f, const direct_row &row, char *y, size_t n, size_t size) {
  const size_t lanes = hn::Lanes(d), rest = n % lanes;
  if (rest == 0) return f(row, y, 0, n);
  HWY_ALIGN char last[4 * max_lanes];
  f(row, last, n - lanes, n);
  f(row, y, 0, n - rest);
  copy_vector(last, y + (n - lanes) * size, size);
}

// What an operand is in a row.
class operand_rows {
 public:
  // is_widened: bf16 becomes f32 where it is one element.
  operand_rows(const formula_operand &o, bool is_widened)
      : o_(o), is_widened_(is_widened), size_(is_widened ? sizeof(float) : type_size(o.type)) {}

  HWY_INLINE direct_operand at(size_t row) {
    const char *data = o_.data + ptrdiff_t(row) * o_.stride;
    if (!o_.is_one) return {data, ~size_t(0)};
    if (row == 0 || o_.stride != 0) repeat(data);
    return {values_, 0};
  }

 private:
  HWY_NOINLINE void repeat(const char *element) {
    uint32_t widened;
    if (is_widened_) {
      uint16_t upper;
      std::memcpy(&upper, element, sizeof(upper));
      widened = uint32_t(upper) << 16;
      element = reinterpret_cast<const char *>(&widened);
    }
    if (size_ == 4) {  // bf16 that goes by two takes two vectors of f32
      repeat_bits<uint32_t>(element, values_);
      return repeat_bits<uint32_t>(element, values_ + 4 * hn::Lanes(d));
    }
    if (size_ == 2) return repeat_bits<uint16_t>(element, values_);
    repeat_bits<uint8_t>(element, values_);
  }

  const formula_operand o_;
  const bool is_widened_;
  const size_t size_;
  HWY_ALIGN char values_[8 * max_lanes];
};

// A pair of operands, as the formula has them.
struct operand_pair {
  const formula_operand &y, &a, &b, &condition;
  const row_step &take, &step;
  row_action action;

  // Bytes of one type are integers, but for quotients and what scales make of them.
  bool has_bytes_of_f32() const {
    const bool is_simple = has_one_type() && !has_scales() && action != row_action::div;
    return type_size(y.type) == 1 && !is_simple;
  }
  // Of integers and numbers, a < b is b > a.
  bool swaps() const {
    return !has_bytes_of_f32() && (action == row_action::lt || action == row_action::le);
  }
  // Where an instruction rounds to bf16, one element for all is widened once: 0.75 to 0.9 of the
  // time.
  bool widens() const {
    const bool is_common = action == row_action::add || action == row_action::mul;
    return !is_whole && b.is_one && b.type == dnnl_bf16 && has_one_type() && is_common;
  }
  bool has_scales() const { return take.scale != 1 || step.scale != 1; }
  bool has_one_type() const { return a.type == y.type && b.type == y.type; }
};

void set_answers(direct_row &row, row_action action) {
  const bool is_strict = action == row_action::gt || action == row_action::lt;
  const bool is_unequal = action == row_action::ne;
  row.if_greater = action == row_action::eq ? 0.0f : 1.0f;
  row.if_equal = is_strict || is_unequal ? 0.0f : 1.0f;
  row.otherwise = is_unequal ? 1.0f : 0.0f;
}

bool run_pairs(const operand_pair &pair, bool exceeds_caches, size_t rows, size_t n) {
  const size_t size = type_size(pair.y.type);
  const bool goes_past = exceeds_caches && pair.has_one_type() && n >= 2 * hn::Lanes(d);
  const row_of_pair past = goes_past ? find_past_row(pair.y.type, pair.action) : nullptr;
  const bool widens = !past && pair.widens(), has_bytes_of_f32 = pair.has_bytes_of_f32();
  const row_of_pair f =
      pair.has_one_type() && !widens && !has_bytes_of_f32
          ? find_row(pair.y.type, pair.action)
          : find_mixed_row(pair.y.type, pair.a.type, widens ? dnnl_f32 : pair.b.type, pair.action);
  if (!f || (pair.has_scales() && !has_bytes_of_f32)) return false;
  operand_rows a_rows(pair.a, false), b_rows(pair.b, widens), conditions(pair.condition, false);
  const bool swaps = pair.swaps();
  direct_row row;
  row.is_signed = pair.y.type == dnnl_s8;
  row.has_relu = pair.action == row_action::relu;
  row.action = row.has_relu ? row_action::add : pair.action;
  row.a_scale = pair.take.scale;
  row.b_scale = pair.step.scale;
  set_answers(row, pair.action);
  for (size_t r = 0; r < rows; ++r) {
    (swaps ? row.b : row.a) = a_rows.at(r);
    (swaps ? row.a : row.b) = b_rows.at(r);
    row.condition = conditions.at(r);
    char *const y = pair.y.data + ptrdiff_t(r) * pair.y.stride;
    if (past && can_write_past(y))
      past(row, y, 0, n);
    else
      run_whole(f, row, y, n, size);
  }
  if (past) hwy::FlushStream();
  return true;
}

bool run_two_operands(const row_formula &formula, size_t rows, size_t n) {
  const row_step &take = formula.steps[0], &step = formula.steps[1];
  if (step.operand < 0) return false;
  const formula_operand &y = formula.operands[0];
  const bool selects = step.action == row_action::select;
  const formula_operand none = {y.data, dnnl_s8, false, 0},
                        &condition = selects ? formula.operands[step.condition] : none;
  if (condition.type != dnnl_s8) return false;
  const operand_pair pair = {y,
                             formula.operands[take.operand],
                             formula.operands[step.operand],
                             condition,
                             take,
                             step,
                             formula.step_count == 3 ? row_action::relu : step.action};
  return run_pairs(pair, formula.exceeds_caches, rows, n);
}

}  // namespace

size_t run_directly(const row_formula &formula, size_t rows, size_t n) noexcept {
  if (formula.step_count < 2 || formula.steps[0].action != row_action::take) return 0;
  const bool is_sum = formula.step_count > 2 && formula.steps[1].action == row_action::add;
  const row_action last = formula.steps[formula.step_count - 1].action;
  // Rounded by an instruction is what two operands or weighted ones give.
  if (last == row_action::weighted && (is_whole || !is_sum)) return run_weighted(formula, rows, n);
  const bool is_relu = is_sum && formula.step_count == 3 && last == row_action::relu;
  if ((formula.step_count > 2 && !is_relu) || n < hn::Lanes(d)) return 0;
  return run_two_operands(formula, rows, n) ? n : 0;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
