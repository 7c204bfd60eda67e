// SPDX-License-Identifier: Apache-2.0
// Runs a convolution of the oracle's through the library.
#ifndef DNNLET_TESTS_UNIT_CONVOLUTION_RUNNER_H
#define DNNLET_TESTS_UNIT_CONVOLUTION_RUNNER_H

#include <string>

#include "tests/support/plugins.h"
#include "tests/unit/convolution/oracle.h"

namespace dnnlet::test {

using format = dnnl::memory::format_tag;

// Layouts of src and dst, and of weights.
struct convolution_layouts {
  const char *name;
  format data[3];  // by the number of spatial dimensions, from 1
  format weights[3];
  format grouped[3];  // weights with groups
};

constexpr convolution_layouts any_layouts = {"any",
                                             {format::any, format::any, format::any},
                                             {format::any, format::any, format::any},
                                             {format::any, format::any, format::any}};
constexpr convolution_layouts channels_last = {"nhwc",
                                               {format::nwc, format::nhwc, format::ndhwc},
                                               {format::wio, format::hwio, format::dhwio},
                                               {format::goiw, format::hwigo, format::goidhw}};
constexpr convolution_layouts channels_first = {"nchw",
                                                {format::ncw, format::nchw, format::ncdhw},
                                                {format::oiw, format::oihw, format::oidhw},
                                                {format::goiw, format::goihw, format::goidhw}};
constexpr convolution_layouts blocked = {"nChw8c",
                                         {format::nCw8c, format::nChw8c, format::nCdhw8c},
                                         {format::OIw8i8o, format::OIhw8i8o, format::OIdhw8i8o},
                                         {format::gOIw8i8o, format::gOIhw8i8o, format::gOIdhw8i8o}};
constexpr convolution_layouts blocked_by_16 = {
    "nChw16c",
    {format::nCw16c, format::nChw16c, format::nCdhw16c},
    {format::OIw16i16o, format::OIhw16i16o, format::OIdhw16i16o},
    {format::gOIw16i16o, format::gOIhw16i16o, format::gOIdhw16i16o}};

struct convolution_descs {
  dnnl::memory::desc src, weights, bias, dst;
};

inline convolution_descs describe(const convolution_case &c, const convolution_layouts &l) {
  const size_t i = c.src.size() - 1;
  const auto f32 = dnnl::memory::data_type::f32;
  return {{c.src_dims(), f32, l.data[i]},
          {c.weights_dims(), f32, c.has_groups ? l.grouped[i] : l.weights[i]},
          {{c.oc}, f32, format::a},
          {c.dst_dims(), f32, l.data[i]}};
}

inline dnnl::convolution_forward::primitive_desc forward_desc(const dnnl::engine &engine,
                                                              const convolution_case &c,
                                                              const convolution_descs &d) {
  return {engine,
          dnnl::prop_kind::forward_training,
          dnnl::algorithm::convolution_direct,
          d.src,
          d.weights,
          d.bias,
          d.dst,
          c.strides,
          c.dilates,
          c.left,
          c.right};
}

inline dnnl::convolution_backward_data::primitive_desc backward_data_desc(
    const dnnl::engine &engine, const convolution_case &c, const convolution_descs &d) {
  return {engine,    dnnl::algorithm::convolution_direct,
          d.src,     d.weights,
          d.dst,     c.strides,
          c.dilates, c.left,
          c.right,   forward_desc(engine, c, d)};
}

inline dnnl::convolution_backward_weights::primitive_desc backward_weights_desc(
    const dnnl::engine &engine, const convolution_case &c, const convolution_descs &d) {
  return {engine,
          dnnl::algorithm::convolution_direct,
          d.src,
          d.weights,
          d.bias,
          d.dst,
          c.strides,
          c.dilates,
          c.left,
          c.right,
          forward_desc(engine, c, d)};
}

}  // namespace dnnlet::test

#endif
