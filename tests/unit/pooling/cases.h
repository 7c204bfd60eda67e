// SPDX-License-Identifier: Apache-2.0
// Problems of pooling and layouts, and how to run them through the library.
#ifndef DNNLET_TESTS_UNIT_POOLING_CASES_H
#define DNNLET_TESTS_UNIT_POOLING_CASES_H

#include "tests/support/execute.h"
#include "tests/support/plugins.h"
#include "tests/unit/pooling/oracle.h"

namespace dnnlet::test {

using dnnl::algorithm;
using format = dnnl::memory::format_tag;

// The plugins with kernels of pooling that this CPU can run, and the reference.
std::vector<std::string> pooling_plugins();

// Windows on planes.
pooling_case plane(int64_t n, int64_t c, dims src, dims kernel, dims strides = {1, 1},
                   dims left = {0, 0}, dims right = {}, dims dilates = {0, 0});
// Fewer of them for emulators, and for the reference, whose time grows with the window squared.
std::vector<pooling_case> pooling_cases(const std::string &plugin);

constexpr algorithm pooling_algorithms[] = {algorithm::pooling_max,
                                            algorithm::pooling_avg_include_padding,
                                            algorithm::pooling_avg_exclude_padding};

// By the number of spatial dimensions, from 1.
struct pooling_layout {
  const char *name;
  format tags[3];
};
constexpr pooling_layout channels_first = {"nchw", {format::ncw, format::nchw, format::ncdhw}};
constexpr pooling_layout channels_last = {"nhwc", {format::nwc, format::nhwc, format::ndhwc}};
constexpr pooling_layout blocks_of_8 = {"nChw8c", {format::nCw8c, format::nChw8c, format::nCdhw8c}};
constexpr pooling_layout blocks_of_16 = {"nChw16c",
                                         {format::nCw16c, format::nChw16c, format::nCdhw16c}};
constexpr pooling_layout any_layout = {"any", {format::any, format::any, format::any}};

// Layouts and types of both sides.
struct pooling_descs {
  dnnl::memory::desc src, dst;
};
pooling_descs describe(const pooling_case &c, const pooling_layout &src, const pooling_layout &dst,
                       data_type src_type = data_type::f32, data_type dst_type = data_type::f32);

dnnl::pooling_forward::primitive_desc forward_desc(
    const dnnl::engine &engine, const pooling_case &c, algorithm alg, const pooling_descs &d,
    dnnl::prop_kind prop = dnnl::prop_kind::forward_training,
    const dnnl::primitive_attr &attr = {});
// The forward descriptor is the hint.
dnnl::pooling_backward::primitive_desc backward_desc(const dnnl::engine &engine,
                                                     const pooling_case &c, algorithm alg,
                                                     const pooling_descs &d,
                                                     const dnnl::primitive_attr &attr = {});

}  // namespace dnnlet::test

#endif
