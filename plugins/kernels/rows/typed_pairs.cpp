// SPDX-License-Identifier: Apache-2.0
// Arithmetic of two rows of one type:  y[i] = (s0 * a[i]) op (s1 * b[i]), or s0 * a[i] + s1 * b[i]
//   a, b, y T[n]: dense, any alignment; y is a or b or disjoint; a or b may be one number
//   scratch 0 B; one rounding for each factor, one of the operation (the weighted sum: the first
//   product, then fused), then to T; oneDNN v3, binary and sum
#include "plugins/kernels/rows/typed_pairs.h"

#include <cstring>

#include "core/support/built_types.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr f32_tag d;

HWY_INLINE f32_vector one_where(hn::Mask<f32_tag> condition) {
  return hn::IfThenElseZero(condition, hn::Set(d, 1.0f));
}

// Two rows of T in vectors of f32. A row that is one number repeats a vector of it: its mask is 0.
template <class T>
struct pair_of_rows {
  const T *a, *b;
  size_t a_mask, b_mask;
  float a_scale, b_scale;  // factors of 1 change nothing

  HWY_INLINE f32_vector a_at(size_t i) const {
    return hn::Mul(to_f32(a + (i & a_mask)), hn::Set(d, a_scale));
  }
  HWY_INLINE f32_vector b_at(size_t i) const {
    return hn::Mul(to_f32(b + (i & b_mask)), hn::Set(d, b_scale));
  }
};

struct add {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) { return hn::Add(x, b); }
};
struct mul {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) { return hn::Mul(x, b); }
};
struct max {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) {
    return hn::IfThenElse(hn::Gt(x, b), x, b);
  }
};
struct min {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) {
    return hn::IfThenElse(hn::Lt(x, b), x, b);
  }
};
struct div {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) { return hn::Div(x, b); }
};
struct sub {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) { return hn::Sub(x, b); }
};
struct ge {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) { return one_where(hn::Ge(x, b)); }
};
struct gt {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) { return one_where(hn::Gt(x, b)); }
};
struct le {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) { return one_where(hn::Le(x, b)); }
};
struct lt {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) { return one_where(hn::Lt(x, b)); }
};
struct eq {
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) { return one_where(hn::Eq(x, b)); }
};
struct ne {
  // hn::Ne may be false of NaN, which is equal to nothing.
  static HWY_INLINE f32_vector of(f32_vector x, f32_vector b) {
    return hn::IfThenZeroElse(hn::Eq(x, b), hn::Set(d, 1.0f));
  }
};

struct weighted {};

template <class F, class T>
HWY_INLINE f32_vector result(const pair_of_rows<T> &rows, size_t i) {
  if constexpr (hwy::IsSame<F, weighted>())
    return hn::MulAdd(hn::Set(d, rows.b_scale), to_f32(rows.b + i), rows.a_at(i));
  else
    return F::of(rows.a_at(i), rows.b_at(i));
}

// n is at least one vector. The last vector, which may overlap the one before, is computed first: y
// may be where a or b is.
template <class F, class T>
void run_row(const pair_of_rows<T> &given, T *y, size_t n) {
  const pair_of_rows<T> rows = given;
  const size_t lanes = hn::Lanes(d);
  const f32_vector last = result<F>(rows, n - lanes);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) from_f32(result<F>(rows, i), y + i);
  from_f32(last, y + n - lanes);
}

template <class T>
using row_of_pair = void (*)(const pair_of_rows<T> &, T *, size_t);

// Null where there is none: comparisons of types other than f32 are rare, and not worth the room.
template <class T>
row_of_pair<T> row_of(dnnl_alg_kind_t alg) {
  switch (alg) {
    case dnnl_binary_add: return run_row<add, T>;
    case dnnl_binary_mul: return run_row<mul, T>;
    case dnnl_binary_max: return run_row<max, T>;
    case dnnl_binary_min: return run_row<min, T>;
    case dnnl_binary_div: return run_row<div, T>;
    case dnnl_binary_sub: return run_row<sub, T>;
    case dnnl_alg_kind_undef: return run_row<weighted, T>;
    default: break;
  }
  if constexpr (sizeof(T) == sizeof(float)) {
    switch (alg) {
      case dnnl_binary_ge: return run_row<ge, T>;
      case dnnl_binary_gt: return run_row<gt, T>;
      case dnnl_binary_le: return run_row<le, T>;
      case dnnl_binary_lt: return run_row<lt, T>;
      case dnnl_binary_eq: return run_row<eq, T>;
      case dnnl_binary_ne: return run_row<ne, T>;
      default: break;
    }
  }
  return nullptr;
}

constexpr size_t max_lanes = hn::MaxLanes(d);

template <class T>
void run_pair(const drivers::typed_pair &p) noexcept {
  const size_t lanes = hn::Lanes(d), all = ~size_t(0);
  HWY_ALIGN float rows[3][max_lanes] = {};
  pair_of_rows<T> pair = {
      static_cast<const T *>(p.a), static_cast<const T *>(p.b), all, all, p.scales[0], p.scales[1]};
  const auto lay_out = [&](bool is_one, const T *&row, size_t &mask, void *own) {
    if (!is_one && p.n >= lanes) return;
    // Less than a vector has zeros behind it, and what they give is left behind.
    const size_t size = sizeof(T), n = is_one ? lanes : p.n;
    if (is_one) mask = 0;
    for (size_t i = 0; i < n; ++i)
      std::memcpy(static_cast<char *>(own) + i * size, row + (is_one ? 0 : i), size);
    row = static_cast<const T *>(own);
  };
  lay_out(p.is_constant[0], pair.a, pair.a_mask, rows[0]);
  lay_out(p.is_constant[1], pair.b, pair.b_mask, rows[1]);
  const row_of_pair<T> f = row_of<T>(p.alg);
  if (p.n >= lanes) return f(pair, static_cast<T *>(p.y), p.n);
  f(pair, reinterpret_cast<T *>(rows[2]), lanes);
  std::memcpy(p.y, rows[2], p.n * sizeof(T));
}

template <data_type kType, class T>
drivers::typed_pair_function function_of(dnnl_alg_kind_t alg) {
  if constexpr (has_type(kType)) return row_of<T>(alg) ? run_pair<T> : nullptr;
  return nullptr;
}

drivers::typed_pair_function find(data_type type, dnnl_alg_kind_t alg) noexcept {
  switch (type) {
    case dnnl_f32: return function_of<dnnl_f32, float>(alg);
    case dnnl_bf16: return function_of<dnnl_bf16, hwy::bfloat16_t>(alg);
    case dnnl_f16: return function_of<dnnl_f16, hwy::float16_t>(alg);
    case dnnl_s8: return function_of<dnnl_s8, int8_t>(alg);
    case dnnl_u8: return function_of<dnnl_u8, uint8_t>(alg);
    default: return nullptr;
  }
}

}  // namespace

extern const drivers::typed_pair_functions typed_pairs = {find};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
