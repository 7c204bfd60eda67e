// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/pooling/cases.h"

#include "core/primitives/kernel_tables.h"

namespace dnnlet::test {

const all_rows_run forward_rows(dnnl_pooling, dnnl_forward, pooling_forward_kernels),
    backward_rows(dnnl_pooling, dnnl_backward, pooling_backward_kernels);

std::vector<std::string> pooling_plugins() {
  return plugins_with(pooling_forward_kernels);
}

pooling_case plane(int64_t n, int64_t c, dims src, dims kernel, dims strides, dims left, dims right,
                   dims dilates) {
  return {n, c, src, kernel, strides, dilates, left, right.empty() ? left : right};
}

std::vector<pooling_case> pooling_cases(const std::string &plugin) {
  std::vector<pooling_case> list = {
      // channels and columns around the vector length, every kind of padding
      plane(2, 17, {9, 11}, {3, 3}, {2, 2}),
      plane(1, 33, {8, 7}, {2, 2}, {2, 2}),
      plane(1, 16, {7, 14}, {3, 3}, {1, 1}, {1, 1}),
      plane(2, 3, {13, 37}, {3, 2}, {2, 1}, {0, 1}, {1, 0}),
      plane(1, 5, {10, 9}, {2, 3}, {3, 4}, {1, 2}, {0, 1}),          // strides beyond the kernel
      plane(1, 8, {9, 10}, {3, 3}, {1, 2}, {2, 1}, {2, 2}, {1, 1}),  // dilated
      plane(1, 4, {6, 7}, {3, 2}, {1, 3}, {1, 3}, {2, 4}, {0, 3}),   // only some phases have points
      plane(1, 2, {3, 3}, {3, 3}, {1, 1}, {2, 2}, {2, 2}),
      plane(2, 70, {7, 7}, {7, 7}),                           // all of src
      plane(1, 65, {5, 3}, {7, 5}, {1, 1}, {1, 1}, {1, 1}),   // and more
      plane(1, 3, {8, 8}, {3, 3}, {2, 2}, {0, 0}, {-1, -1}),  // the right edge cut off
      {1, 19, {25}, {3}, {2}, {0}, {1}, {1}},
      {2, 4, {50}, {40}, {1}, {0}, {10}, {12}},  // elements in very many windows
      {1, 5, {5, 6, 7}, {2, 3, 2}, {1, 2, 2}, {0, 0, 0}, {0, 1, 1}, {1, 1, 0}},
      {1, 9, {4, 4, 5}, {4, 4, 5}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
      // nothing to do
      plane(0, 4, {6, 6}, {3, 3}, {1, 1}, {1, 1}),
  };
  if (quick() || plugin == "reference") return list;
  const std::vector<pooling_case> more = {
      plane(1, 3, {20, 21}, {17, 16}, {1, 2}, {3, 3}),  // indices of 32 bits; folded in parts
      plane(1, 260, {3, 70}, {1, 3}, {1, 1}, {0, 1}),   // several chunks of channels, of columns
      plane(3, 600, {2, 5}, {2, 2}),
      plane(1, 2, {90, 60}, {3, 3}, {2, 2}, {1, 1}),  // several bands of rows
      plane(1, 20, {12, 12}, {5, 5}, {5, 3}, {4, 4}, {4, 4}, {1, 2}),
      plane(1, 64, {17, 19}, {5, 5}, {3, 3}, {2, 2}),
      {1, 2, {2500}, {3}, {2}, {0}, {1}, {1}},     // several blocks of columns
      {1, 7, {5000}, {5000}, {1}, {0}, {0}, {0}},  // a plane in parts
      {1, 3, {9, 9, 8}, {7, 7, 3}, {1, 1, 2}, {0, 0, 0}, {3, 3, 1}, {3, 3, 1}},
      {1, 4, {8, 7, 9}, {2, 2, 3}, {2, 1, 1}, {2, 1, 0}, {1, 1, 1}, {1, 0, 2}},
  };
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

pooling_descs describe(const pooling_case &c, const pooling_layout &src, const pooling_layout &dst,
                       data_type src_type, data_type dst_type) {
  const size_t i = c.src.size() - 1;
  return {{c.src_dims(), src_type, src.tags[i]}, {c.dst_dims(), dst_type, dst.tags[i]}};
}

dnnl::pooling_forward::primitive_desc forward_desc(const dnnl::engine &engine,
                                                   const pooling_case &c, algorithm alg,
                                                   const pooling_descs &d, dnnl::prop_kind prop,
                                                   const dnnl::primitive_attr &attr) {
  return {engine,   prop,      alg,    d.src,   d.dst, c.strides,
          c.kernel, c.dilates, c.left, c.right, attr,  true};
}

dnnl::pooling_backward::primitive_desc backward_desc(const dnnl::engine &engine,
                                                     const pooling_case &c, algorithm alg,
                                                     const pooling_descs &d,
                                                     const dnnl::primitive_attr &attr) {
  return {engine,   alg,       d.src,  d.dst,   c.strides,
          c.kernel, c.dilates, c.left, c.right, forward_desc(engine, c, alg, d),
          attr,     true};
}

}  // namespace dnnlet::test
