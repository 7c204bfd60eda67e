// SPDX-License-Identifier: Apache-2.0
// Reduction, with the C++ API: means of columns, maxima of rows and the Euclidean norm of a matrix.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::algorithm;
using dnnl::memory;

constexpr int rows = 64, columns = 48;

// A dimension in which the result has extent one is reduced.
std::vector<float> reduced(const dnnl::engine &engine, std::vector<float> &matrix, algorithm alg,
                           const memory::dims &shape) {
  dnnl::stream stream(engine);
  const auto f32 = memory::data_type::f32;
  const memory::desc src({rows, columns}, f32, memory::format_tag::ab);
  const memory::desc dst(shape, f32, memory::format_tag::ab);
  const dnnl::reduction::primitive_desc pd(engine, alg, src, dst, 2, 0);
  std::vector<float> result(size_t(shape[0] * shape[1]));
  dnnl::reduction(pd).execute(stream, {{DNNL_ARG_SRC, memory(src, engine, matrix.data())},
                                       {DNNL_ARG_DST, memory(dst, engine, result.data())}});
  stream.wait();
  std::printf("%s, %zu numbers, the first is %g\n", pd.impl_info_str(), result.size(),
              double(result[0]));
  return result;
}

void reduce(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  std::vector<float> matrix(rows * columns);
  for (size_t i = 0; i < matrix.size(); ++i) matrix[i] = float(i * 37 % 101) / 101;
  const auto means = reduced(engine, matrix, algorithm::reduction_mean, {1, columns});
  const auto maxima = reduced(engine, matrix, algorithm::reduction_max, {rows, 1});
  const auto norm = reduced(engine, matrix, algorithm::reduction_norm_lp_sum, {1, 1});

  double error = 0, squares = 0;
  for (const float x : matrix) squares += double(x) * double(x);
  for (int c = 0; c < columns; ++c) {
    double sum = 0;
    for (int r = 0; r < rows; ++r) sum += double(matrix[size_t(r * columns + c)]);
    error = std::max(error, std::fabs(double(means[size_t(c)]) - sum / rows));
  }
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      if (matrix[size_t(r * columns + c)] > maxima[size_t(r)]) error = 1;
  error = std::max(error, std::fabs(double(norm[0]) / std::sqrt(squares) - 1));
  std::printf("largest error %.1e\n", error);
  if (!(error < 1e-5)) throw std::runtime_error("that is too much");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(reduce, parse_engine_kind(argc, argv));
}
