// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/lrn/cases.h"

#include "core/primitives/kernel_tables.h"

namespace dnnlet::test {

const all_rows_run forward_rows(dnnl_lrn, dnnl_forward, lrn_forward_kernels),
    backward_rows(dnnl_lrn, dnnl_backward, lrn_backward_kernels);

std::vector<std::string> lrn_plugins() {
  return plugins_with(lrn_forward_kernels);
}

lrn_case across(dims shape, int64_t local_size, float beta) {
  return {shape, algorithm::lrn_across_channels, local_size, 1.5f, beta, 1};
}
lrn_case within(dims shape, int64_t local_size, float beta) {
  return {shape, algorithm::lrn_within_channel, local_size, 1.5f, beta, 1};
}

std::vector<lrn_case> lrn_cases(const std::string &plugin) {
  std::vector<lrn_case> list = {
      // channels and pixels around the vector length; odd and even windows, and large ones
      across({2, 17, 5, 7}, 5),
      across({1, 33, 4, 9}, 3, 0.5f),
      across({1, 96, 3, 3}, 5),
      across({1, 16, 2, 3}, 5),
      across({2, 7, 3, 11}, 4, 1),
      across({1, 5, 6, 6}, 15, 0.6f),
      across({1, 1, 4, 5}, 3),
      across({3, 20}, 5),
      across({2, 19, 13}, 2, -0.5f),
      across({1, 18, 2, 3, 5}, 7),
      across({1, 8, 4, 4}, 1, 2),
      within({2, 17, 5, 7}, 3),
      within({1, 3, 9, 10}, 5, 0.6f),
      within({1, 33, 4, 4}, 9, 1),
      within({2, 5, 37}, 5),
      within({1, 6, 3, 4, 5}, 3, 0.5f),
      within({1, 8, 6, 5}, 4),
      within({3, 20}, 5),  // a window of one element
      {{1, 24, 5, 5}, algorithm::lrn_across_channels, 5, 1e-4f, 0.75f, 2},
      {{2, 9, 5, 5}, algorithm::lrn_within_channel, 3, 1e-4f, 0.75f, 0.5f},
      // nothing to do
      across({2, 0, 4, 4}, 5),
      within({0, 3, 4, 4}, 3),
  };
  if (quick() || plugin == "reference") return list;
  const std::vector<lrn_case> more = {
      across({2, 130, 20, 17}, 5),      // several blocks of channels and runs of pixels
      across({1, 2100, 1, 2}, 9),       // a pixel is more than a block
      across({1, 1040, 1, 3}, 5),       // one pixel's sums at a time stay near
      across({1, 60, 9, 9}, 41, 0.6f),  // more than a window of channels is folded at a time
      within({2, 70, 13, 13}, 5),      within({1, 2, 40, 45}, 11, 0.6f),
      within({1, 20, 7, 8, 9}, 5),
  };
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

dnnl::lrn_forward::primitive_desc forward_desc(const dnnl::engine &engine, const lrn_case &c,
                                               const lrn_descs &d) {
  return {
      engine, dnnl::prop_kind::forward_training, c.alg, d.src, d.dst, c.local_size, c.alpha, c.beta,
      c.k};
}

dnnl::lrn_backward::primitive_desc backward_desc(const dnnl::engine &engine, const lrn_case &c,
                                                 const lrn_descs &d,
                                                 const dnnl::primitive_attr &attr) {
  return {engine,       c.alg,   d.src,  d.dst, d.src,
          c.local_size, c.alpha, c.beta, c.k,   forward_desc(engine, c, {d.src, d.src}),
          attr};
}

}  // namespace dnnlet::test
