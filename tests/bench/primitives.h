// SPDX-License-Identifier: Apache-2.0
// From a row to primitive descriptors.
#ifndef DNNLET_TESTS_BENCH_PRIMITIVES_H
#define DNNLET_TESTS_BENCH_PRIMITIVES_H

#include "problem.h"

namespace bench {

// In backward passes, src stands for diff_src too, and so on.
struct tensors {
  dnnl::memory::desc src, weights, bias, dst;
};
tensors tensors_of(const row &r);

struct passes {
  dnnl::primitive_desc_base measured;
  dnnl::primitive_desc_base forward;  // what a backward pass needs the workspace of
};

// Throws dnnl::error if the library refuses.
passes make_passes(const dnnl::engine &engine, const row &r, const tensors &t,
                   const dnnl::primitive_attr &attr = {});

// rnn.cpp
passes make_lstm(const dnnl::engine &engine, const row &r);

inline dnnl::prop_kind prop_kind_of(direction d) {
  return d == direction::inference || d == direction::creation ? dnnl::prop_kind::forward_inference
                                                               : dnnl::prop_kind::forward_training;
}

}  // namespace bench

#endif
