// SPDX-License-Identifier: Apache-2.0
// Problems of batch, layer and group normalization: their tensors, and how their descriptors are
// made.
#ifndef DNNLET_TESTS_UNIT_NORMALIZATION_PROBLEM_H
#define DNNLET_TESTS_UNIT_NORMALIZATION_PROBLEM_H

#include "tests/support/execute.h"
#include "tests/support/plugins.h"
#include "tests/unit/normalization/oracle.h"

namespace dnnlet::test {

using format = dnnl::memory::format_tag;

struct norm_descs {
  dnnl::memory::desc src, dst;    // backward: of src and diff_src; of diff_dst
  dnnl::memory::desc stats = {};  // layer normalization; nothing: the library's
  data_type weights = data_type::f32;
};

// A primitive descriptor of either of them.
using norm_pd = dnnl::primitive_desc;
norm_pd forward_desc(const dnnl::engine &engine, const norm_case &c, const norm_descs &d,
                     bool is_training, const dnnl::primitive_attr &attr = {});
norm_pd backward_desc(const dnnl::engine &engine, const norm_case &c, const norm_descs &d,
                      bool with_weights = true, const dnnl::primitive_attr &attr = {});

// Numbers for all tensors that the case has, of these types. Mean and variance are those of src,
// rounded, or any where they are global.
norm_inputs draw(const norm_case &c, const norm_descs &d, uint64_t seed);
tensors forward_arguments(const norm_case &c, const norm_inputs &in);
tensors backward_arguments(const norm_case &c, const norm_inputs &in);

// Statistics of at most so many rounding errors; results some more.
constexpr tolerance norm_statistics = {1, 160, 0}, norm_tolerance = {1, 200, 1},
                    norm_gradient = {1, 260, 0};

// Layouts by the number of dimensions, from 2.
struct norm_layout {
  const char *name;
  format tags[4];
  dnnl::memory::desc of(const dims &shape, data_type type) const {
    return {shape, type, tags[shape.size() - 2]};
  }
};
constexpr norm_layout planes = {"nchw", {format::nc, format::ncw, format::nchw, format::ncdhw}};
constexpr norm_layout channels_last = {"nhwc",
                                       {format::nc, format::nwc, format::nhwc, format::ndhwc}};
constexpr norm_layout blocks_of_8 = {"nChw8c",
                                     {format::nc, format::nCw8c, format::nChw8c, format::nCdhw8c}};
constexpr norm_layout blocks_of_16 = {
    "nChw16c", {format::nc, format::nCw16c, format::nChw16c, format::nCdhw16c}};

}  // namespace dnnlet::test

#endif
