// SPDX-License-Identifier: Apache-2.0
// Products of matrices, with the C++ API: a batch of them with a bias and a ReLU; a matrix as it
// lies and transposed; one primitive for any number of rows; and a sparse matrix.
#include <cmath>
#include <cstdio>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::matmul;
using dnnl::memory;
using tag = memory::format_tag;
using type = memory::data_type;
using numbers = std::vector<float>;

numbers draw(size_t count, int seed) {
  numbers list(count);
  for (size_t i = 0; i < count; ++i) list[i] = float(int(i * 29 + size_t(seed) * 7) % 17 - 8) / 8;
  return list;
}

memory over(const memory::desc &md, const dnnl::engine &engine, numbers &list) {
  return {md, engine, list.data()};
}

// An element of the product of row-major matrices.
float product_at(const float *a, const float *b, int m, int n, int k, int columns) {
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[m * k + i] * b[i * columns + n];
  return sum;
}

bool is_near(float a, float b) {
  return std::fabs(a - b) < 1e-4f;
}

// Two products by the same weights; the bias is of columns, and negative numbers become 0.
bool show_batch(const dnnl::engine &engine, dnnl::stream &stream) {
  constexpr int batch = 2, m = 3, k = 5, n = 4;
  numbers a = draw(batch * m * k, 1), b = draw(k * n, 2), c = draw(n, 3), d(batch * m * n);
  const memory::desc src({batch, m, k}, type::f32, tag::abc),
      weights({1, k, n}, type::f32, tag::abc), bias({1, 1, n}, type::f32, tag::abc),
      dst({batch, m, n}, type::f32, tag::abc);
  dnnl::post_ops ops;
  ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
  dnnl::primitive_attr attr;
  attr.set_post_ops(ops);
  const matmul::primitive_desc pd(engine, src, weights, bias, dst, attr);
  matmul(pd).execute(stream, {{DNNL_ARG_SRC, over(src, engine, a)},
                              {DNNL_ARG_WEIGHTS, over(weights, engine, b)},
                              {DNNL_ARG_BIAS, over(bias, engine, c)},
                              {DNNL_ARG_DST, over(dst, engine, d)}});
  stream.wait();
  bool is_right = true;
  for (int i = 0; i < batch * m * n; ++i) {
    const float sum = product_at(a.data(), b.data(), i / n, i % n, k, n) + c[i % n];
    is_right &= is_near(d[i], sum > 0 ? sum : 0);
  }
  std::printf("2 x (3x5 * 5x4), one matrix of weights for both, bias and ReLU: %s, %s\n",
              pd.impl_info_str(), is_right ? "right" : "wrong");
  return is_right;
}

// The strides say which index runs fastest: what is stored as n rows of k is a matrix k x n, too.
bool show_transposed(const dnnl::engine &engine, dnnl::stream &stream) {
  constexpr int m = 4, k = 6, n = 3;
  numbers a = draw(m * k, 4), b = draw(k * n, 5), stored(k * n), d(m * n);
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < n; ++j) stored[j * k + i] = b[i * n + j];
  const memory::desc src({m, k}, type::f32, tag::ab), weights({k, n}, type::f32, tag::ba),
      dst({m, n}, type::f32, tag::ab);
  matmul(matmul::primitive_desc(engine, src, weights, dst))
      .execute(stream, {{DNNL_ARG_SRC, over(src, engine, a)},
                        {DNNL_ARG_WEIGHTS, over(weights, engine, stored)},
                        {DNNL_ARG_DST, over(dst, engine, d)}});
  stream.wait();
  bool is_right = true;
  for (int i = 0; i < m * n; ++i)
    is_right &= is_near(d[i], product_at(a.data(), b.data(), i / n, i % n, k, n));
  std::printf("4x6 * 6x3, stored by columns: %s\n", is_right ? "right" : "wrong");
  return is_right;
}

// The number of rows is left open; each execution says it by its memories.
bool show_open_rows(const dnnl::engine &engine, dnnl::stream &stream) {
  constexpr int k = 8, n = 5;
  const memory::dim open = DNNL_RUNTIME_DIM_VAL;
  const memory::desc weights({k, n}, type::f32, tag::ab);
  const matmul primitive(matmul::primitive_desc(engine, {{open, k}, type::f32, tag::ab}, weights,
                                                {{open, n}, type::f32, tag::ab}));
  numbers b = draw(k * n, 6);
  bool is_right = true;
  for (const int m : {1, 7, 30}) {
    numbers a = draw(size_t(m) * k, m), d(size_t(m) * n);
    primitive.execute(stream, {{DNNL_ARG_SRC, over({{m, k}, type::f32, tag::ab}, engine, a)},
                               {DNNL_ARG_WEIGHTS, over(weights, engine, b)},
                               {DNNL_ARG_DST, over({{m, n}, type::f32, tag::ab}, engine, d)}});
    stream.wait();
    for (int i = 0; i < m * n; ++i)
      is_right &= is_near(d[i], product_at(a.data(), b.data(), i / n, i % n, k, n));
  }
  std::printf("one primitive for 1, 7 and 30 rows: %s\n", is_right ? "right" : "wrong");
  return is_right;
}

// Compressed rows: the numbers that are not 0, the column of each, and where each row begins.
bool show_sparse(const dnnl::engine &engine, dnnl::stream &stream) {
  numbers values = {2, -1, 3, 5}, b = draw(4 * 3, 8), d(3 * 3);
  std::vector<int32_t> columns = {0, 3, 1, 2}, rows = {0, 2, 3, 4};
  const memory::desc src = memory::desc::csr({3, 4}, type::f32, 4, type::s32, type::s32);
  const memory::desc weights({4, 3}, type::f32, tag::ab), dst({3, 3}, type::f32, tag::ab);
  matmul(matmul::primitive_desc(engine, src, weights, dst))
      .execute(stream,
               {{DNNL_ARG_SRC, memory(src, engine, {values.data(), columns.data(), rows.data()})},
                {DNNL_ARG_WEIGHTS, over(weights, engine, b)},
                {DNNL_ARG_DST, over(dst, engine, d)}});
  stream.wait();
  const float dense[] = {2, 0, 0, -1, 0, 3, 0, 0, 0, 0, 5, 0};
  bool is_right = true;
  for (int i = 0; i < 9; ++i)
    is_right &= is_near(d[size_t(i)], product_at(dense, b.data(), i / 3, i % 3, 4, 3));
  std::printf("a 3x4 matrix of which 4 numbers are stored: %s\n", is_right ? "right" : "wrong");
  return is_right;
}

// How fast a layer of a network is, in layouts of the library's choice.
void show_speed(const dnnl::engine &engine, dnnl::stream &stream) {
  constexpr int m = 64, k = 256, n = 256;
  const matmul::primitive_desc pd(engine, {{m, k}, type::f32, tag::any},
                                  {{k, n}, type::f32, tag::any}, {{m, n}, type::f32, tag::any});
  const memory src(pd.src_desc(), engine), weights(pd.weights_desc(), engine),
      dst(pd.dst_desc(), engine);
  std::memset(src.get_data_handle(), 0, pd.src_desc().get_size());
  std::memset(weights.get_data_handle(), 0, pd.weights_desc().get_size());
  const double seconds = examples::seconds_per_execution(
      matmul(pd), stream, {{DNNL_ARG_SRC, src}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, dst}});
  std::printf("64x256 * 256x256: %s, %.1f us, %.1f GFLOP/s\n", pd.impl_info_str(), 1e6 * seconds,
              2e-9 * m * n * k / seconds);
}

void run(dnnl::engine::kind kind) {
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  bool is_right = show_batch(engine, stream);
  is_right &= show_transposed(engine, stream);
  is_right &= show_open_rows(engine, stream);
  is_right &= show_sparse(engine, stream);
  show_speed(engine, stream);
  if (!is_right) throw std::logic_error("a product is wrong");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(run, parse_engine_kind(argc, argv));
}
