// SPDX-License-Identifier: Apache-2.0
// Pixels of f32 or bf16 that are weighted sums of four; five facts: weighted_lines.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_RESAMPLING_WEIGHTED_FOURS_INL_H
#define DNNLET_PLUGINS_KERNELS_RESAMPLING_WEIGHTED_FOURS_INL_H

#include "plugins/drivers/resampling/resampling.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/support/ahead-inl.h"
#include "plugins/kernels/support/convert-inl.h"
#include "plugins/kernels/support/even_odd-inl.h"
#include "plugins/kernels/support/register-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::weighted_lines;

// Whether pixels lie further apart than those that are made of them.
HWY_MAYBE_UNUSED HWY_INLINE bool is_reduced(const weighted_lines &job) {
  return job.taps[job.pixels - 1].first - job.taps[0].first > job.pixels;
}

HWY_INLINE f32_vector sum_of_four(f32_vector w0, f32_vector v0, f32_vector w1, f32_vector v1,
                                  f32_vector w2, f32_vector v2, f32_vector w3, f32_vector v3) {
  return hn::MulAdd(w3, v3, hn::MulAdd(w2, v2, hn::MulAdd(w1, v1, hn::Mul(w0, v0))));
}

// Where loads cost nothing beside the sums. A pixel may have one vector only, so that weights are
// multiplied as vectors, which the compiler must not see to be all the same. Pixels of a line that
// lie apart are asked for, which takes 0.8 of the time. Of bf16, halves of two vectors at a time,
// which a pixel has at least.
template <class T>
HWY_NOINLINE dim_t sum_two_lines(const weighted_lines &given, dim_t begin) {
  constexpr bool by_halves = hwy::IsSame<T, hwy::bfloat16_t>();
  const f32_tag d;
  const weighted_lines job = given;
  const size_t step = (by_halves ? 2 : 1) * hn::Lanes(d), n = size_t(job.channels);
  const T *x = static_cast<const T *>(job.x), *x0 = x + job.lines[0], *x1 = x + job.lines[1];
  const f32_vector l0 = in_register(hn::Set(d, job.line_weights[0])),
                   l1 = in_register(hn::Set(d, job.line_weights[1]));
  const bool asks = n * sizeof(T) <= size_t(drivers::line_bytes) && is_reduced(job);
  dim_t p = begin;
  for (; p < job.pixels && job.taps[p].count == 2; ++p) {
    const float *own = job.weights + p * job.most;
    const f32_vector o0 = hn::Set(d, own[0]), o1 = hn::Set(d, own[1]);
    const f32_vector w0 = hn::Mul(l0, o0), w1 = hn::Mul(l0, o1), w2 = hn::Mul(l1, o0),
                     w3 = hn::Mul(l1, o1);
    const dim_t first = job.taps[p].first * job.stride;
    const T *r0 = x0 + first, *r1 = r0 + job.stride, *r2 = x1 + first, *r3 = r2 + job.stride;
    T *y = static_cast<T *>(job.y) + p * job.y_stride;
    if (asks) {
      look_ahead(r0);
      look_ahead(r1);
      look_ahead(r2);
      look_ahead(r3);
    }
    const auto sum = [&](f32_vector v0, f32_vector v1, f32_vector v2, f32_vector v3)
                         HWY_ATTR { return sum_of_four(w0, v0, w1, v1, w2, v2, w3, v3); };
    const auto write = [&](size_t c) HWY_ATTR {
      if constexpr (by_halves) {
        f32_vector e0, e1, e2, e3, f0, f1, f2, f3;
        load_halves(r0 + c, e0, f0);
        load_halves(r1 + c, e1, f1);
        load_halves(r2 + c, e2, f2);
        load_halves(r3 + c, e3, f3);
        store_halves(sum(e0, e1, e2, e3), sum(f0, f1, f2, f3), y + c);
      } else {
        from_f32(sum(to_f32(r0 + c), to_f32(r1 + c), to_f32(r2 + c), to_f32(r3 + c)), y + c);
      }
    };
    size_t c = 0;
    for (; c + step <= n; c += step) write(c);
    if (c < n) write(n - step);
  }
  return p;
}

// Pixels of one vector each, or of two, which may overlap: those of which several are made are
// loaded once for all of them, which takes 0.8 of the time where something is enlarged.
template <int kVectors, class T>
HWY_NOINLINE dim_t sum_vectors(const weighted_lines &given, dim_t begin) {
  const f32_tag d;
  const weighted_lines job = given;
  const ptrdiff_t c = kVectors > 1 ? job.channels - ptrdiff_t(hn::Lanes(d)) : 0;
  const T *x = static_cast<const T *>(job.x), *x0 = x + job.lines[0], *x1 = x + job.lines[1];
  const f32_vector l0 = in_register(hn::Set(d, job.line_weights[0])),
                   l1 = in_register(hn::Set(d, job.line_weights[1]));
  dim_t p = begin;
  while (p < job.pixels && job.taps[p].count == 2) {
    const int32_t tap = job.taps[p].first;
    const dim_t first = tap * job.stride, next = first + job.stride;
    const f32_vector v0 = to_f32(x0 + first), v1 = to_f32(x0 + next), v2 = to_f32(x1 + first),
                     v3 = to_f32(x1 + next);
    const f32_vector u0 = to_f32(x0 + first + c), u1 = to_f32(x0 + next + c),
                     u2 = to_f32(x1 + first + c), u3 = to_f32(x1 + next + c);
    do {
      const float *own = job.weights + p * job.most;
      const f32_vector o0 = hn::Set(d, own[0]), o1 = hn::Set(d, own[1]);
      const f32_vector w0 = hn::Mul(l0, o0), w1 = hn::Mul(l0, o1), w2 = hn::Mul(l1, o0),
                       w3 = hn::Mul(l1, o1);
      T *y = static_cast<T *>(job.y) + p++ * job.y_stride;
      from_f32(sum_of_four(w0, v0, w1, v1, w2, v2, w3, v3), y);
      if (kVectors > 1) from_f32(sum_of_four(w0, u0, w1, u1, w2, u2, w3, u3), y + c);
    } while (p < job.pixels && job.taps[p].first == tap && job.taps[p].count == 2);
  }
  return p;
}

// Pixels of four terms each, of f32 or bf16 as they are: of one vector at least. Answers the pixel
// that has another number of terms, or the end.
template <class T>
dim_t sum_fours(const weighted_lines &job, dim_t begin) {
  const size_t n = size_t(job.channels), lanes = hn::Lanes(f32_tag());
  const bool is_wide = sizeof(T) == sizeof(float) || n >= 2 * lanes;
  if (n > 2 * lanes || (is_wide && is_reduced(job))) return sum_two_lines<T>(job, begin);
  return n == lanes ? sum_vectors<1, T>(job, begin) : sum_vectors<2, T>(job, begin);
}

// Whether pixels of four terms are rounded as soon as they are summed up: by instructions for it.
template <class T>
constexpr bool may_round_at_once = !is_whole && hwy::IsSame<T, hwy::bfloat16_t>();
template <class T>
bool rounds_at_once(const weighted_lines &job) {
  return may_round_at_once<T> && job.y_type == dnnl_bf16 && job.line_count == 2 &&
         size_t(job.channels) >= hn::Lanes(f32_tag());
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
