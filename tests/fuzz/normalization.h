// SPDX-License-Identifier: Apache-2.0
// What the generators of batch, layer and group normalization share.
#ifndef DNNLET_TESTS_FUZZ_NORMALIZATION_H
#define DNNLET_TESTS_FUZZ_NORMALIZATION_H

#include "tests/fuzz/draw.h"

namespace dnnlet::fuzz {

// A problem's algorithm holds the flags, its first factor epsilon, its first size the groups.
struct normalization_choice {
  const char *name;
  creator forward, backward;
  unsigned may_flags;
  size_t least_ndims, most_ndims;
  bool has_types;  // one for each tensor
  attribute_choice attributes;
  // Of mean and variance, and of scale and shift, for a shape and groups.
  dims (*statistics)(const dims &shape, int64_t groups);
  int64_t (*channels)(const dims &shape);
};

void check_normalization(const normalization_choice &n, choices &c, session &s);

// Creation is not told of all tensors: a mutated problem, of which the primitive expects others, is
// none of this one.
dnnl_status_t only_as_described(const creation &c, dnnl_status_t status, dnnl_primitive_desc_t *pd);

// The descriptor that statistics were given, or null.
const_dnnl_memory_desc_t statistics_of(const creation &c);

}  // namespace dnnlet::fuzz

#endif
