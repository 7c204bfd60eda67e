// SPDX-License-Identifier: Apache-2.0
// Arithmetic of rows, step by step:  y[i] = steps(operands[i]), formulas: row_formula.h of drivers
//   operands and y: f32, bf16, f16, f8, s32, s8, u8 in any mixture, dense along the row, or one
//   element for all of it; any alignment; an operand is y or disjoint from it
//   scratch 0 B (3 KB of stack); a rounding for each scale that is not 1 and for each step
//   (weighted: two), then to y's type; oneDNN v3, binary, sum and post-ops
//
// Four vectors go through all steps at once. What a step is, and of which type its operands are, is
// found out for each four of them: branches that are always foretold cost less than rows of f32 in
// memory, and one function for all operations and types less than one for each.
#include "plugins/kernels/rows/row_formula.h"

#include <cstring>

#include "core/support/built_types.h"
#include "plugins/kernels/rows/binary_ops-inl.h"
#include "plugins/kernels/rows/direct_rows.h"
#include "plugins/kernels/support/convert.h"
#include "plugins/kernels/support/s32-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::formula_operand;
using drivers::row_action;
using drivers::row_formula;
using drivers::row_step;
using V = f32_vector;

constexpr f32_tag d;
constexpr size_t max_lanes = hn::MaxLanes(d);
constexpr int most = drivers::max_formula_operands;

// Operands of a row. Those of one element for all are vectors of it: their type is constant_type.
constexpr data_type constant_type = dnnl_data_type_undef;
struct formula_row {
  const row_step *steps, *end;
  const char *data[most];
  char *y;
  data_type types[most];
};

// Where four vectors of a row begin; they may overlap.
struct four_places {
  size_t p0, p1, p2, p3;
};

template <class T>
HWY_INLINE void load_as(const char *from, const four_places &at, V &v0, V &v1, V &v2, V &v3) {
  const T *p = reinterpret_cast<const T *>(from);
  v0 = to_f32(p + at.p0);
  v1 = to_f32(p + at.p1);
  v2 = to_f32(p + at.p2);
  v3 = to_f32(p + at.p3);
}

// Bytes are narrowed together, and parted where four vectors are no row.
template <class T>
HWY_NOINLINE void copy_vectors(const T *from, T *to, const four_places &at) {
  const hn::Rebind<T, f32_tag> narrow;
  const size_t lanes = hn::Lanes(d);
  hn::StoreU(hn::LoadU(narrow, from), narrow, to + at.p0);
  hn::StoreU(hn::LoadU(narrow, from + lanes), narrow, to + at.p1);
  hn::StoreU(hn::LoadU(narrow, from + 2 * lanes), narrow, to + at.p2);
  hn::StoreU(hn::LoadU(narrow, from + 3 * lanes), narrow, to + at.p3);
}

template <class T>
HWY_INLINE void store_as(char *to, const four_places &at, V v0, V v1, V v2, V v3) {
  T *p = reinterpret_cast<T *>(to);
  if constexpr (is_byte<T>) {
    const size_t lanes = hn::Lanes(d);
    if (at.p3 - at.p0 == 3 * lanes) return from_f32(v0, v1, v2, v3, p + at.p0);
    HWY_ALIGN T all[4 * max_lanes];
    from_f32(v0, v1, v2, v3, all);
    return copy_vectors(all, p, at);
  }
  round_to(v0, p + at.p0);
  round_to(v1, p + at.p1);
  round_to(v2, p + at.p2);
  round_to(v3, p + at.p3);
}

// Of a type that is known at run time only.
HWY_INLINE void load_any(data_type type, const char *p, const four_places &at, V &v0, V &v1, V &v2,
                         V &v3) {
  switch (type) {
    case dnnl_f32: return load_as<float>(p, at, v0, v1, v2, v3);
    case dnnl_s32: return load_as<int32_t>(p, at, v0, v1, v2, v3);
    case dnnl_s8:
      if constexpr (has_type(dnnl_s8)) return load_as<int8_t>(p, at, v0, v1, v2, v3);
      break;
    case dnnl_u8:
      if constexpr (has_type(dnnl_u8)) return load_as<uint8_t>(p, at, v0, v1, v2, v3);
      break;
    case dnnl_bf16:
      if constexpr (has_type(dnnl_bf16)) return load_as<hwy::bfloat16_t>(p, at, v0, v1, v2, v3);
      break;
    case dnnl_f16:
      if constexpr (has_type(dnnl_f16)) return load_as<hwy::float16_t>(p, at, v0, v1, v2, v3);
      break;
    default: break;
  }
  HWY_ALIGN float values[max_lanes];
  const auto one = [&](size_t i) HWY_ATTR {
    load_row(type, p, i, values, hn::Lanes(d));
    return hn::Load(d, values);
  };
  v0 = one(at.p0);
  v1 = one(at.p1);
  v2 = one(at.p2);
  v3 = one(at.p3);
}

HWY_INLINE void store_any(data_type type, char *p, const four_places &at, V v0, V v1, V v2, V v3) {
  switch (type) {
    case dnnl_f32: return store_as<float>(p, at, v0, v1, v2, v3);
    case dnnl_s32: return store_as<int32_t>(p, at, v0, v1, v2, v3);
    case dnnl_s8:
      if constexpr (has_type(dnnl_s8)) return store_as<int8_t>(p, at, v0, v1, v2, v3);
      break;
    case dnnl_u8:
      if constexpr (has_type(dnnl_u8)) return store_as<uint8_t>(p, at, v0, v1, v2, v3);
      break;
    case dnnl_bf16:
      if constexpr (has_type(dnnl_bf16)) return store_as<hwy::bfloat16_t>(p, at, v0, v1, v2, v3);
      break;
    case dnnl_f16:
      if constexpr (has_type(dnnl_f16)) return store_as<hwy::float16_t>(p, at, v0, v1, v2, v3);
      break;
    default: break;
  }
  HWY_ALIGN float values[max_lanes];
  const auto one = [&](V v, size_t i) HWY_ATTR {
    hn::Store(v, d, values);
    store_row(type, p, i, values, hn::Lanes(d));
  };
  one(v0, at.p0);
  one(v1, at.p1);
  one(v2, at.p2);
  one(v3, at.p3);
}

HWY_INLINE void load(const formula_row &row, int operand, const four_places &at, V &v0, V &v1,
                     V &v2, V &v3) {
  const char *p = row.data[operand];
  const data_type type = row.types[operand];
  if (type == constant_type)
    v0 = v1 = v2 = v3 = to_f32(reinterpret_cast<const float *>(p));
  else
    load_any(type, p, at, v0, v1, v2, v3);
}

// x = f(x, b) for each vector.
template <class F>
HWY_INLINE void each(V &x0, V &x1, V &x2, V &x3, V b0, V b1, V b2, V b3, const F &f) {
  x0 = f(x0, b0);
  x1 = f(x1, b1);
  x2 = f(x2, b2);
  x3 = f(x3, b3);
}

HWY_INLINE void call(const row_step &step, V &x0, V &x1, V &x2, V &x3) {
  HWY_ALIGN float values[4 * max_lanes];
  const size_t lanes = hn::Lanes(d);
  const four_places at = {0, lanes, 2 * lanes, 3 * lanes};
  char *bytes = reinterpret_cast<char *>(values);
  store_as<float>(bytes, at, x0, x1, x2, x3);
  step.f(values, nullptr, values, 4 * lanes, step.alpha, step.beta);
  load_as<float>(bytes, at, x0, x1, x2, x3);
}

HWY_INLINE void take_step(const formula_row &row, const row_step &step, const four_places &at,
                          V &x0, V &x1, V &x2, V &x3) {
  V b0 = hn::Zero(d), b1 = b0, b2 = b0, b3 = b0;
  if (step.operand >= 0) load(row, step.operand, at, b0, b1, b2, b3);
  if (step.scale != 1) {
    const V s = hn::Set(d, step.scale);
    each(b0, b1, b2, b3, s, s, s, s, [](V x, V y) HWY_ATTR { return hn::Mul(x, y); });
  }
  const auto all = [&](const auto &f) HWY_ATTR { each(x0, x1, x2, x3, b0, b1, b2, b3, f); };
  const auto each_by = [&](auto op) HWY_ATTR {
    all([](V x, V b) HWY_ATTR { return decltype(op)::of(x, b); });
  };
  switch (step.action) {
    case row_action::take: return all([](V, V b) HWY_ATTR { return b; });
    case row_action::add: return each_by(binary_ops::add());
    case row_action::mul: return each_by(binary_ops::mul());
    case row_action::max: return each_by(binary_ops::max());
    case row_action::min: return each_by(binary_ops::min());
    case row_action::div: return each_by(binary_ops::div());
    case row_action::sub: return each_by(binary_ops::sub());
    case row_action::ge: return each_by(binary_ops::ge());
    case row_action::gt: return each_by(binary_ops::gt());
    case row_action::le: return each_by(binary_ops::le());
    case row_action::lt: return each_by(binary_ops::lt());
    case row_action::eq: return each_by(binary_ops::eq());
    case row_action::ne: return each_by(binary_ops::ne());
    case row_action::weighted:
      return all([&](V x, V b) HWY_ATTR {
        return hn::MulAdd(hn::Set(d, step.alpha), hn::Sub(b, hn::Set(d, step.beta)), x);
      });
    case row_action::relu:
      return all([](V x, V) HWY_ATTR { return hn::IfThenZeroElse(hn::Lt(x, hn::Zero(d)), x); });
    case row_action::select: {
      // x = b where the condition is 0
      V c0 = b0, c1 = b0, c2 = b0, c3 = b0;
      load(row, step.condition, at, c0, c1, c2, c3);
      const auto choose = [](V x, V b, V c)
                              HWY_ATTR { return hn::IfThenElse(hn::Eq(c, hn::Zero(d)), b, x); };
      x0 = choose(x0, b0, c0);
      x1 = choose(x1, b1, c1);
      x2 = choose(x2, b2, c2);
      x3 = choose(x3, b3, c3);
      return;
    }
    case row_action::function: return call(step, x0, x1, x2, x3);
  }
}

// Four vectors, and those that are 4, 8, ... vectors further, as long as that is less than `end`
// elements.
HWY_NOINLINE void run_fours(const formula_row &row, const four_places &first, size_t end) {
  const four_places places = first;
  for (size_t i = 0; i < end; i += 4 * hn::Lanes(d)) {
    const four_places at = {places.p0 + i, places.p1 + i, places.p2 + i, places.p3 + i};
    V x0 = hn::Zero(d), x1 = x0, x2 = x0, x3 = x0;
    for (const row_step *step = row.steps; step != row.end; ++step)
      take_step(row, *step, at, x0, x1, x2, x3);
    store_any(row.types[0], row.y, at, x0, x1, x2, x3);
  }
}

constexpr size_t four_bytes = 4 * 4 * max_lanes;  // of any type

formula_row moved(const formula_row &row, int count, size_t elements) {
  formula_row r = row;
  for (int k = 1; k < count; ++k)
    if (row.types[k] != constant_type) r.data[k] += elements * type_size(row.types[k]);
  return r;
}

// More than four vectors. The last four, which may overlap those before, are computed first: y may
// be where an operand is.
void run_long(const formula_row &row, int count, size_t n) {
  const size_t lanes = hn::Lanes(d), size = type_size(row.types[0]), four = 4 * lanes;
  const four_places places = {0, lanes, 2 * lanes, 3 * lanes};
  if (n % four == 0) return run_fours(row, places, n);
  HWY_ALIGN char last[four_bytes];
  formula_row end = moved(row, count, n - four);
  end.y = last;
  run_fours(end, places, four);
  run_fours(row, places, n - n % four);
  std::memcpy(row.y + (n - four) * size, last, four * size);
}

// Less than a vector has zeros behind it, and what they give is left behind.
void run_short(const formula_row &row, int count, size_t n) {
  HWY_ALIGN char own[most][four_bytes / 4] = {};
  formula_row copied = row;
  for (int k = 1; k < count; ++k) {
    if (row.types[k] == constant_type) continue;
    std::memcpy(own[k], row.data[k], n * type_size(row.types[k]));
    copied.data[k] = own[k];
  }
  copied.y = own[0];
  run_fours(copied, {0, 0, 0, 0}, 1);
  std::memcpy(row.y, own[0], n * type_size(row.types[0]));
}

void run_row(const formula_row &row, int count, size_t n) {
  const size_t lanes = hn::Lanes(d);
  if (n > 4 * lanes) return run_long(row, count, n);
  if (n < lanes) return run_short(row, count, n);
  const auto place = [&](size_t at) { return at < n - lanes ? at : n - lanes; };
  run_fours(row, {0, place(lanes), place(2 * lanes), n - lanes}, 1);
}

template <class T>
T scalar_at(const char *p) {
  T value;
  std::memcpy(&value, p, sizeof(value));
  return value;
}

// One element of any type: load_row() takes as long for it as a row of four vectors.
float number_at(data_type type, const char *p) {
  switch (type) {
    case dnnl_f32: return scalar_at<float>(p);
    case dnnl_s8: return float(scalar_at<int8_t>(p));
    case dnnl_u8: return float(scalar_at<uint8_t>(p));
    case dnnl_bf16: return bf16_to_f32(scalar_at<uint16_t>(p));
    default: break;
  }
  float value;
  load_row(type, p, 0, &value, 1);
  return value;
}

void run_steps(const row_formula &formula, size_t rows, size_t n) {
  HWY_ALIGN float constants[most][max_lanes];
  formula_row row;
  row.steps = formula.steps;
  row.end = formula.steps + formula.step_count;
  row.types[0] = formula.operands[0].type;
  for (size_t r = 0; r < rows; ++r) {
    row.y = formula.operands[0].data + ptrdiff_t(r) * formula.operands[0].stride;
    for (int k = 1; k < formula.operand_count; ++k) {
      const formula_operand &o = formula.operands[k];
      const char *data = o.data + ptrdiff_t(r) * o.stride;
      row.types[k] = o.is_one ? constant_type : o.type;
      row.data[k] = o.is_one ? reinterpret_cast<const char *>(constants[k]) : data;
      if (!o.is_one || (r > 0 && o.stride == 0)) continue;
      hn::Store(hn::Set(d, number_at(o.type, data)), d, constants[k]);
    }
    run_row(row, formula.operand_count, n);
  }
}

}  // namespace

void run_formula(const row_formula &formula, size_t rows, size_t n) noexcept {
  const size_t done = run_directly(formula, rows, n);
  if (done == n) return;
  formula_operand rest[most] = {};
  for (int k = 0; k < formula.operand_count; ++k) {
    rest[k] = formula.operands[k];
    if (!rest[k].is_one) rest[k].data += done * type_size(rest[k].type);
  }
  // Beside another plugin there are no steps, but loops whose dst is rounded by an instruction.
  const row_formula all = {formula.steps, formula.step_count, rest, formula.operand_count,
                           formula.exceeds_caches};
  if (is_whole)
    run_steps(all, rows, n - done);
  else
    beside::run_formula(all, rows, n - done);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
