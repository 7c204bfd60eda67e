// SPDX-License-Identifier: Apache-2.0
// Conversion of elements in f32:
//   dst = (src_scale * (src - src_zero_point) + sum_scale * (old - sum_zero_point)) / dst_scale
//         + dst_zero_point
//   src, dst, old: dense rows of any type, any alignment; old may be dst; scales and zero points
//   f32, one for all elements or one for each
//   scratch 0 B; error: one rounding for each operation, the sum is a fused multiply-add
//   oneDNN v3, reorder
#include "plugins/kernels/reorder/quantize.h"

#include <cstring>

#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/support/convert-inl.h"
#include "plugins/kernels/support/convert.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::converted_run;

using tag = hn::ScalableTag<float>;
using V = hn::Vec<tag>;

struct add {
  static HWY_INLINE V of(V x, V y) { return hn::Add(x, y); }
};
struct subtract {
  static HWY_INLINE V of(V x, V y) { return hn::Sub(x, y); }
};
struct multiply {
  static HWY_INLINE V of(V x, V y) { return hn::Mul(x, y); }
};
struct divide {
  static HWY_INLINE V of(V x, V y) { return hn::Div(x, y); }
};
struct at_most {  // NaN stays NaN
  static HWY_INLINE V of(V x, V y) { return hn::IfThenElse(hn::Gt(x, y), y, x); }
};

// The buffers below and the values of a run have room for whole vectors.
constexpr size_t chunk = 256;

// x[i] = x[i] op y[i], or op y[0] when step is 0.
template <class Op>
HWY_NOINLINE void combine(float *HWY_RESTRICT x, const float *y, int step, size_t n) {
  const tag d;
  const V one = hn::Set(d, y[0]);
  HWY_UNROLL(1)
  for (size_t i = 0; i < n; i += hn::Lanes(d))
    hn::StoreU(Op::of(hn::LoadU(d, x + i), step ? hn::LoadU(d, y + i) : one), d, x + i);
}

// sum[i] = x[i] + scale * (old[i] - zero_point); sum may be x or old.
HWY_NOINLINE void add_scaled(float *sum, const float *x, const float *old, float scale,
                             float zero_point, size_t n) {
  const tag d;
  const V factor = hn::Set(d, scale), origin = hn::Set(d, zero_point);
  HWY_UNROLL(1)
  for (size_t i = 0; i < n; i += hn::Lanes(d)) {
    const V from_origin = hn::Sub(hn::LoadU(d, old + i), origin);
    hn::StoreU(hn::MulAdd(factor, from_origin, hn::LoadU(d, x + i)), d, sum + i);
  }
}

template <class Op>
void combine_if_given(float *x, const converted_run::values &values, size_t first, size_t n) {
  if (values.items) combine<Op>(x, values.items + first * size_t(values.step), values.step, n);
}

bool has_values(const converted_run &run) {
  for (const auto &values : run.operands)
    if (values.items) return true;
  return false;
}

// A sum and nothing else: rows of f32 are read and written where they are, as far as they fill the
// buffers, which are whole vectors. (In the caches, half of the time of going through buffers.)
// Answers how many elements are done.
size_t add_whole_chunks(const converted_run &run, size_t count, float *x, float *old) {
  size_t first = 0;
  for (; first + chunk <= count; first += chunk) {
    const float *from = row_as_f32(run.from, run.src, first, x, chunk);
    const float *before = row_as_f32(run.old_type, run.old, first, old, chunk);
    float *sum = run.to == dnnl_f32 ? static_cast<float *>(run.dst) + first : x;
    add_scaled(sum, from, before, run.sum_scale, run.sum_zero_point, chunk);
    if (sum == x) store_row(run.to, run.dst, first, x, chunk);
  }
  return first;
}

// ---- from one type to another in registers, where there is no sum

// One for each element, or a vector of one for all.
struct direct_values {
  const float *items;
  size_t mask;

  HWY_INLINE V at(size_t i) const { return hn::LoadU(tag(), items + (i & mask)); }
};

// What is not given changes nothing.
struct direct_run {
  const void *src;
  void *dst;
  direct_values src_zero_points, src_scales, dst_scales, dst_zero_points;
  bool is_scaled_only;  // by src_scales
};

// Drivers do so, too.
constexpr bool has_runs = drivers::has_large_caches;

// What each run of several is given.
template <class Use>
HWY_INLINE void for_each_run(const converted_run &run, const Use &use) {
  const dim_t runs = run.runs;
  const ptrdiff_t *const from = run.src_runs, *const to = run.dst_runs;
  for (dim_t g = 0; g < run.groups; ++g) {
    const char *src = static_cast<const char *>(run.src) + run.src_groups[g];
    char *dst = static_cast<char *>(run.dst) + run.dst_groups[g];
    for (dim_t r = 0; r < runs; ++r) use(src + from[r], dst + to[r]);
  }
}

// Floats saturate to the largest one that an s32 can hold.
constexpr float largest_s32 = 0x1p31f - 0x1p7f;
template <class U>
HWY_INLINE void put(V x, U *p) {
  from_f32(x, p);
}
HWY_MAYBE_UNUSED HWY_INLINE void put(V x, int32_t *p) {
  const V most = hn::Set(tag(), largest_s32);
#if HWY_ARCH_X86 && HWY_MAX_BYTES >= 32  // the same as below in a third of the instructions
  hn::StoreU(to_integers(hn::IfThenElseZero(hn::Eq(x, x), hn::Min(x, most))), s32_tag(), p);
#else
  from_f32(at_most::of(x, most), p);
#endif
}

// dst[i] = of(i), whole vectors of elements from `begin` on.
template <class U, class Of>
HWY_INLINE void map_vectors(size_t begin, size_t end, U *dst, const Of &of) {
  const size_t lanes = hn::Lanes(tag());
  size_t i = begin;
  if constexpr (is_byte<U>)
    for (; i + 4 * lanes <= end; i += 4 * lanes)
      from_f32(of(i), of(i + lanes), of(i + 2 * lanes), of(i + 3 * lanes), dst + i);
  HWY_UNROLL(1)
  for (; i < end; i += lanes) put(of(i), dst + i);
}

// Runs that are a cache line each.
constexpr size_t line = 16;
HWY_MAYBE_UNUSED HWY_INLINE void copy_lines(const converted_run &run) {
  for_each_run(run, [&](const char *from, char *to) HWY_ATTR {
    const hn::CappedTag<float, line> d;
    for (size_t i = 0; i < line; i += hn::Lanes(d))
      hn::StoreU(hn::LoadU(d, reinterpret_cast<const float *>(from) + i), d,
                 reinterpret_cast<float *>(to) + i);
  });
}

// Blocks of a vector or half of one: the loop over a run would take longer than that.
template <class T, class U>
constexpr bool has_blocks = hn::MaxLanes(tag()) == line && (sizeof(T) == 4 || sizeof(U) == 4);

template <class D, class T>
HWY_INLINE hn::Vec<D> widen_any(D d, const T *p) {
  if constexpr (hwy::IsSame<T, int32_t>())
    return hn::ConvertTo(d, hn::LoadU(hn::Rebind<T, D>(), p));
  else
    return widen(d, p);
}
template <class T, class U>
HWY_INLINE void convert_halves(const converted_run &run) {
  for_each_run(run, [&](const char *from, char *to) HWY_ATTR {
    const hn::CappedTag<float, line / 2> half;
    const auto x = widen_any(half, reinterpret_cast<const T *>(from));
    if constexpr (sizeof(U) == sizeof(float)) {
      hn::StoreU(x, half, reinterpret_cast<float *>(to));
    } else {
      HWY_ALIGN U values[line];
      put(hn::ZeroExtendResizeBitCast(tag(), half, x), values);
      std::memcpy(to, values, line / 2 * sizeof(U));
    }
  });
}

// Plain runs of at least a vector, whose last one may overlap the one before; or blocks.
template <class T, class U>
HWY_INLINE void run_plain(const converted_run &run) {
  if constexpr (hwy::IsSame<T, U>())
    if (run.count == dim_t(line)) return copy_lines(run);
  const size_t n = size_t(run.count), lanes = hn::Lanes(tag()), whole = n - n % lanes;
  if constexpr (has_blocks<T, U>) {
    if (n < lanes) return convert_halves<T, U>(run);
    if (n == lanes)
      return for_each_run(run, [&](const char *from, char *to) HWY_ATTR {
        put(to_f32(reinterpret_cast<const T *>(from)), reinterpret_cast<U *>(to));
      });
  }
  for_each_run(run, [&](const char *from, char *to) HWY_ATTR {
    const T *src = reinterpret_cast<const T *>(from);
    U *dst = reinterpret_cast<U *>(to);
    map_vectors(0, whole, dst, [&](size_t i) HWY_ATTR { return to_f32(src + i); });
    if (whole != n) from_f32(to_f32(src + n - lanes), dst + n - lanes);
  });
}

// To s32, and from it to bytes, only rows with src_scales at most are done here: a fifth of the
// code.
template <class T, class U>
constexpr bool is_short = hwy::IsSame<U, int32_t>() ||
                          (hwy::IsSame<T, int32_t>() && hwy::IsInteger<U>());
bool is_short_pair(data_type from, data_type to) {
  return to == dnnl_s32 || (from == dnnl_s32 && (to == dnnl_s8 || to == dnnl_u8));
}

template <class T, class U>
void run_direct(const direct_run &given, const converted_run *runs, size_t begin, size_t end) {
  if constexpr (has_runs && !is_short<T, U>)
    if (runs) return run_plain<T, U>(*runs);
  const direct_run run = given;
  const T *src = static_cast<const T *>(run.src);
  U *dst = static_cast<U *>(run.dst);
  if (is_short<T, U> || run.is_scaled_only)
    return map_vectors(begin, end, dst, [&](size_t i) HWY_ATTR {
      return hn::Mul(to_f32(src + i), run.src_scales.at(i));
    });
  map_vectors(begin, end, dst, [&](size_t i) HWY_ATTR {
    const V x = hn::Sub(to_f32(src + i), run.src_zero_points.at(i));
    const V y = hn::Div(hn::Mul(x, run.src_scales.at(i)), run.dst_scales.at(i));
    return hn::Add(y, run.dst_zero_points.at(i));
  });
}
using direct_function = void (*)(const direct_run &, const converted_run *, size_t, size_t);

// Null where there is none: what stays of one type, but for f32, is rare, and where a vector is one
// element, there is nothing to gain. s32 become bf16 where an instruction rounds.
template <data_type kFrom, class T, data_type kTo, class U>
constexpr direct_function direct_of() {
  constexpr bool is_worth = hn::MaxLanes(tag()) > 1 && (kFrom != kTo || kFrom == dnnl_f32) &&
                            (drivers::has_large_caches || (kFrom != dnnl_s32 && kTo != dnnl_s32)) &&
                            !(kFrom == dnnl_s32 && kTo == dnnl_bf16 && is_whole);
  if constexpr (is_worth && has_type(kFrom) && has_own(kTo)) return run_direct<T, U>;
  return nullptr;
}
template <data_type kFrom, class T>
direct_function direct_from(data_type to) {
  switch (to) {
    case dnnl_f32: return direct_of<kFrom, T, dnnl_f32, float>();
    case dnnl_bf16: return direct_of<kFrom, T, dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_s8: return direct_of<kFrom, T, dnnl_s8, int8_t>();
    case dnnl_u8: return direct_of<kFrom, T, dnnl_u8, uint8_t>();
    case dnnl_s32: return direct_of<kFrom, T, dnnl_s32, int32_t>();
    default: return nullptr;
  }
}
direct_function find_direct(data_type from, data_type to) {
  switch (from) {
    case dnnl_f32: return direct_from<dnnl_f32, float>(to);
    case dnnl_bf16: return direct_from<dnnl_bf16, hwy::bfloat16_t>(to);
    case dnnl_s8: return direct_from<dnnl_s8, int8_t>(to);
    case dnnl_u8: return direct_from<dnnl_u8, uint8_t>(to);
    case dnnl_s32: return direct_from<dnnl_s32, int32_t>(to);
    default: return nullptr;
  }
}

// Whether the run was converted. A last vector may overlap the one before.
bool convert_directly(const converted_run &run) {
  const tag d;
  const size_t count = size_t(run.count), lanes = hn::Lanes(d), whole = count - count % lanes;
  const direct_function f = run.old || count < lanes ? nullptr : find_direct(run.from, run.to);
  if (!f) return false;
  HWY_ALIGN float repeated[drivers::nest_operand_count][hn::MaxLanes(tag())];
  bool is_scaled_only = true;
  const auto values_of = [&](int operand, float none) HWY_ATTR {
    const converted_run::values &v = run.operands[operand];
    if (v.items && operand != drivers::nest_src_scales) is_scaled_only = false;
    if (v.items && v.step != 0) return direct_values{v.items, ~size_t(0)};
    hn::Store(hn::Set(d, v.items ? v.items[0] : none), d, repeated[operand]);
    return direct_values{repeated[operand], 0};
  };
  // Adding -0 leaves -0 what it is.
  direct_run direct = {run.src,
                       run.dst,
                       values_of(drivers::nest_src_zero_points, 0.0f),
                       values_of(drivers::nest_src_scales, 1.0f),
                       values_of(drivers::nest_dst_scales, 1.0f),
                       values_of(drivers::nest_dst_zero_points, -0.0f),
                       false};
  direct.is_scaled_only = is_scaled_only;
  if (!is_scaled_only && is_short_pair(run.from, run.to)) return false;
  f(direct, nullptr, 0, whole);
  if (whole != count) f(direct, nullptr, count - lanes, count);
  return true;
}

void convert_runs(const converted_run &run) {
  const size_t n = size_t(run.count), lanes = hn::Lanes(tag());
  const bool is_half =
      lanes == line && n == line / 2 && (type_size(run.from) == 4 || type_size(run.to) == 4);
  const bool fits = (n >= lanes || is_half) && !is_short_pair(run.from, run.to);
  if (const direct_function f = fits ? find_direct(run.from, run.to) : nullptr)
    return f({}, &run, 0, 0);
  if constexpr (!is_whole)
    if (!has_own(run.to)) return beside::convert(run);
  for_each_run(run, [&](const char *from, char *to) {
    converted_run one = {};
    one.from = run.from;
    one.to = run.to;
    one.src = from;
    one.dst = to;
    one.count = run.count;
    convert(one);
  });
}

HWY_NOINLINE void convert_by_chunks(const converted_run &run, bool is_plain) {
  const tag d;
  HWY_ALIGN float x[chunk], old[chunk];
  const size_t count = size_t(run.count);
  const size_t done = is_plain && run.old ? add_whole_chunks(run, count, x, old) : 0;
  for (size_t first = done; first < count; first += chunk) {
    const size_t n = count - first < chunk ? count - first : chunk;
    if (n < chunk) {  // what is behind them in their last vector
      hn::StoreU(hn::Zero(d), d, x + n / hn::Lanes(d) * hn::Lanes(d));
      hn::StoreU(hn::Zero(d), d, old + n / hn::Lanes(d) * hn::Lanes(d));
    }
    // Whole rows of f32 are computed where they go; what they replace must not be needed.
    const bool in_place = run.to == dnnl_f32 && n == chunk && !run.old;
    float *row = in_place ? static_cast<float *>(run.dst) + first : x;
    load_row(run.from, run.src, first, row, n);
    combine_if_given<subtract>(row, run.operands[drivers::nest_src_zero_points], first, n);
    combine_if_given<multiply>(row, run.operands[drivers::nest_src_scales], first, n);
    if (run.old) {
      load_row(run.old_type, run.old, first, old, n);
      add_scaled(x, x, old, run.sum_scale, run.sum_zero_point, n);
    }
    combine_if_given<divide>(row, run.operands[drivers::nest_dst_scales], first, n);
    combine_if_given<add>(row, run.operands[drivers::nest_dst_zero_points], first, n);
    if (run.to == dnnl_s32) combine<at_most>(x, &largest_s32, 0, n);
    if (!in_place) store_row(run.to, run.dst, first, x, n);
  }
}

}  // namespace

void convert(const converted_run &run) noexcept {
  if (has_runs && run.groups > 0) return convert_runs(run);
  const size_t count = size_t(run.count);
  const bool is_plain = !has_values(run) && run.to != dnnl_s32;
  if (is_plain && !run.old && run.to == dnnl_f32)
    return load_row(run.from, run.src, 0, static_cast<float *>(run.dst), count);
  if (is_plain && !run.old && run.from == dnnl_f32)
    return store_row(run.to, run.dst, 0, static_cast<const float *>(run.src), count);
  if (convert_directly(run)) return;
  convert_by_chunks(run, is_plain);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
