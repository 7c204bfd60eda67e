// SPDX-License-Identifier: Apache-2.0
// Inner products, and what they are by their definition, in double precision.
#ifndef DNNLET_TESTS_UNIT_INNER_PRODUCT_PROBLEM_H
#define DNNLET_TESTS_UNIT_INNER_PRODUCT_PROBLEM_H

#include <string>
#include <vector>

#include "tests/support/execute.h"
#include "tests/support/plugins.h"
#include "tests/support/settings.h"

namespace dnnlet::test {

struct inner_product_types {
  data_type src, weights, bias, dst;  // bias undef: none
};
std::string text(const inner_product_types &t);

struct inner_product_case {
  int64_t n, oc;
  dims image;  // channels, and space if there is any

  int64_t inputs() const { return count(image); }
  dims src_dims() const;
  dims weights_dims() const;
  dims dst_dims() const { return {n, oc}; }
  std::string name() const;
};
/// Shapes around which vectors and tiles end, with up to three spatial dimensions; the last is
/// empty.
std::vector<inner_product_case> inner_product_cases();

/// Layouts of src and weights, by the number of dimensions; where one has no name for so many,
/// `any`.
struct inner_product_layouts {
  const char *name;
  dnnl::memory::format_tag src[4], weights[4];
};
const std::vector<inner_product_layouts> &all_inner_product_layouts();

struct inner_product_tensors {
  tensor src, weights, bias, dst;  // dst: its gradient
};
inner_product_tensors inputs_of(const inner_product_case &c, const inner_product_types &t,
                                uint64_t seed, const fill *how = nullptr);

sums forward(const inner_product_case &c, const inner_product_tensors &t);  // without bias
sums backward_data(const inner_product_case &c, const inner_product_tensors &t);
sums backward_weights(const inner_product_case &c, const inner_product_tensors &t);
sums backward_bias(const inner_product_case &c, const inner_product_tensors &t);

struct inner_product_descs {
  dnnl::memory::desc src, weights, bias, dst;
};
inner_product_descs describe(const inner_product_case &c, const inner_product_types &t,
                             const inner_product_layouts &l);
dnnl::inner_product_forward::primitive_desc forward_desc(const dnnl::engine &engine,
                                                         const inner_product_descs &d,
                                                         const dnnl::primitive_attr &attr = {});
dnnl::inner_product_backward_data::primitive_desc backward_data_desc(const dnnl::engine &engine,
                                                                     const inner_product_descs &d);
dnnl::inner_product_backward_weights::primitive_desc backward_weights_desc(
    const dnnl::engine &engine, const inner_product_descs &d);

}  // namespace dnnlet::test

#endif
