// SPDX-License-Identifier: Apache-2.0
// Problems of local response normalization and layouts, and how to make their descriptors.
#ifndef DNNLET_TESTS_UNIT_LRN_CASES_H
#define DNNLET_TESTS_UNIT_LRN_CASES_H

#include "tests/support/execute.h"
#include "tests/support/plugins.h"
#include "tests/unit/lrn/oracle.h"

namespace dnnlet::test {

using dnnl::algorithm;
using format = dnnl::memory::format_tag;

// The plugins with kernels of local response normalization that this CPU can run, and the
// reference.
std::vector<std::string> lrn_plugins();

lrn_case across(dims shape, int64_t local_size, float beta = 0.75f);
lrn_case within(dims shape, int64_t local_size, float beta = 0.75f);
// Fewer of them for emulators, and for the reference, whose time grows with the window squared.
std::vector<lrn_case> lrn_cases(const std::string &plugin);

// By the number of dimensions, from 2.
struct lrn_layout {
  const char *name;
  format tags[4];
  dnnl::memory::desc of(const dims &shape, data_type type) const {
    return {shape, type, tags[shape.size() - 2]};
  }
};
constexpr lrn_layout channels_first = {"nchw",
                                       {format::nc, format::ncw, format::nchw, format::ncdhw}};
constexpr lrn_layout channels_last = {"nhwc",
                                      {format::nc, format::nwc, format::nhwc, format::ndhwc}};
constexpr lrn_layout blocks_of_8 = {"nChw8c",
                                    {format::nc, format::nCw8c, format::nChw8c, format::nCdhw8c}};
constexpr lrn_layout blocks_of_16 = {
    "nChw16c", {format::nc, format::nCw16c, format::nChw16c, format::nCdhw16c}};

struct lrn_descs {
  dnnl::memory::desc src, dst;  // backward: src and diff_src; diff_dst
};
dnnl::lrn_forward::primitive_desc forward_desc(const dnnl::engine &engine, const lrn_case &c,
                                               const lrn_descs &d);
// diff_src has src's layout.
dnnl::lrn_backward::primitive_desc backward_desc(const dnnl::engine &engine, const lrn_case &c,
                                                 const lrn_descs &d,
                                                 const dnnl::primitive_attr &attr = {});

}  // namespace dnnlet::test

#endif
