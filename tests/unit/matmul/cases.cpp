// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/matmul/cases.h"

#include <algorithm>

#include "core/primitives/kernel_tables.h"

namespace dnnlet::test {
namespace {

const all_rows_run rows(dnnl_matmul, dnnl_prop_kind_undef, matmul_kernels, takes_fast_pairs);

int attribute_of(const tensor_values &v) {
  return v.arg | (v.what == tensor_values::scale        ? DNNL_ARG_ATTR_SCALES
                  : v.what == tensor_values::zero_point ? DNNL_ARG_ATTR_ZERO_POINTS
                                                        : DNNL_ARG_ATTR_PRECOMPUTED_REDUCTIONS);
}

const dims &shape_of(const product &p, int arg) {
  return arg == DNNL_ARG_SRC ? p.src.shape : arg == DNNL_ARG_WEIGHTS ? p.weights.shape : p.dst;
}

}  // namespace

std::vector<std::string> matmul_plugins() {
  return plugins_with(matmul_kernels);
}

desc plain(const dims &shape, data_type type) {
  dims strides(shape.size(), 1);
  for (size_t d = shape.size() - 1; d > 0; --d)
    strides[d - 1] = strides[d] * std::max<int64_t>(shape[d], 1);
  return {shape, type, strides};
}

desc transposed(const dims &shape, data_type type) {
  const size_t last = shape.size() - 1;
  dims order(shape.size());
  for (size_t d = 0; d < order.size(); ++d) order[d] = int64_t(d);
  dims other = shape;
  std::swap(other[last], other[last - 1]);
  dims strides = plain(other, type).get_strides();
  std::swap(strides[last], strides[last - 1]);
  return {shape, type, strides};
}

desc any(const dims &shape, data_type type) {
  return {shape, type, format::any};
}

dnnl::matmul::primitive_desc matmul_desc(const dnnl::engine &engine, const matmul_descs &d,
                                         const dnnl::primitive_attr &attr, bool allow_empty) {
  return d.bias.get_ndims() == 0
             ? dnnl::matmul::primitive_desc(engine, d.src, d.weights, d.dst, attr, allow_empty)
             : dnnl::matmul::primitive_desc(engine, d.src, d.weights, d.bias, d.dst, attr,
                                            allow_empty);
}

product draw_product(const matmul_descs &d, bool is_exact, uint64_t seed) {
  const auto draw = [&](const desc &md, uint64_t number) {
    const data_type type = md.get_data_type();
    const bool is_unsigned = type == data_type::u8 || type == data_type::u4;
    const fill whole = {is_unsigned ? 0.0 : -3.0, 3, is_unsigned ? 3 : 6};
    return random_tensor(md.get_dims(), type, seed + number, is_exact ? whole : fill_of(type));
  };
  product p = {draw(d.src, 1), draw(d.weights, 2), {}, d.dst.get_dims()};
  if (d.bias.get_ndims() > 0) p.bias = draw(d.bias, 3);
  return p;
}

void set(dnnl::primitive_attr &attr, const std::vector<tensor_values> &values) {
  for (const tensor_values &v : values) switch (v.what) {
      case tensor_values::scale: attr.set_scales(v.arg, v.mask, v.groups, v.type); break;
      case tensor_values::zero_point: attr.set_zero_points(v.arg, v.mask, v.groups, v.type); break;
      default: attr.set_precomputed_reductions(v.arg, v.mask, v.groups, v.type);
    }
}

std::unordered_map<int, dnnl::memory> memories_of(const dnnl::engine &engine,
                                                  const std::vector<tensor_values> &values) {
  std::unordered_map<int, dnnl::memory> memories;
  for (const tensor_values &v : values) {
    dnnl::memory memory(desc(v.numbers.shape, v.type, format::a), engine);
    for (size_t i = 0; i < v.numbers.values.size(); ++i)
      store(v.type, memory.get_data_handle(), int64_t(i), v.numbers.values[i]);
    memories.emplace(attribute_of(v), memory);
  }
  return memories;
}

tensor run(const dnnl::matmul::primitive_desc &pd, const dnnl::stream &stream, const product &p,
           const further_arguments &more, size_t misalignment) {
  tensors inputs = {{DNNL_ARG_SRC, p.src}, {DNNL_ARG_WEIGHTS, p.weights}};
  if (!p.bias.shape.empty()) inputs[DNNL_ARG_BIAS] = p.bias;
  return execute(pd, stream, inputs, misalignment, more).at(DNNL_ARG_DST);
}

bool matmul_test::check(const matmul_descs &d, const std::vector<tensor_values> &values,
                        dnnl::primitive_attr attr, bool is_exact) {
  product p = draw_product(d, is_exact, 7);
  p.values = values;
  for (tensor_values &v : p.values) v.draw(shape_of(p, v.arg), uint64_t(attribute_of(v)));
  set(attr, p.values);
  const data_type type = d.dst.get_data_type();
  const auto memories = memories_of(engine_, p.values);
  const int found =
      for_each_implementation([&] { return matmul_desc(engine_, d, attr); }, GetParam() + ":",
                              [&](const auto &pd) {
                                const tensor got = run(pd, stream_, p, {{}, memories});
                                if (is_exact) {
                                  EXPECT_TRUE(matches(got, results_of(p, type)));
                                } else {
                                  sums expected = sums_of(p);
                                  expected.values.type = type;
                                  EXPECT_TRUE(matches(got, expected));
                                }
                              });
  return found > 0;
}

}  // namespace dnnlet::test
