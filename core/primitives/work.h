// SPDX-License-Identifier: Apache-2.0
// How long operations take, by their numbers of multiply-adds and of bytes, for workers_worth().
#ifndef DNNLET_CORE_PRIMITIVES_WORK_H
#define DNNLET_CORE_PRIMITIVES_WORK_H

#include "core/memory/memory_desc.h"
#include "core/support/cpu_features.h"
#include "core/support/data_type.h"
#include "core/support/parallel.h"
#include "core/support/parallel_share.h"

namespace dnnlet {

// For one worker, nobody asks how long anything takes: in such builds, all of it is 0.

// primitive_class::products where all weights of a channel of `of` meet each of its elements.
inline double products_by_channel(const memory_desc &of, const memory_desc &weights,
                                  const memory_desc &src) noexcept {
  if (!has_workers) return 0;
  const auto channels = double(of.dims[1] | (of.dims[1] == 0));
  return double(elements(of)) * double(elements(weights)) / channels *
         double(type_size(src.data_type));
}

// What they take one worker, in nanoseconds: at about half the rates of the best kernels on one
// core with AVX-512, or with AVX2 or NEON, since layers this small are not their best. On a slower
// core a worker has more to do than is asked for; waking it is slower there, too.
inline double nanoseconds_of(double products, double bytes, cpu_features have) noexcept {
  if (!has_workers) return 0;
  const double by_products = have & cpu::avx512f ? 1.0 / 256 : 1.0 / 96;
  return products * by_products + bytes * (1.0 / 64);
}

}  // namespace dnnlet

#endif
