// SPDX-License-Identifier: Apache-2.0
// Matrices without descriptors, with the C++ API: a product in f32, and the same one in integers
// with offsets and a requantization by alpha. No engine, no memory objects, nothing allocated.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

constexpr dnnl_dim_t m = 24, n = 36, k = 50;

template <class Call>
double seconds(const Call &call) {
  using clock = std::chrono::steady_clock;
  int calls = 0;
  const clock::time_point start = clock::now();
  double taken;
  do {
    dnnl::error::wrap_c_api(dnnl_status_t(call()), "could not multiply");
    ++calls;
    taken = std::chrono::duration<double>(clock::now() - start).count();
  } while (taken < 0.05);
  return taken / calls;
}

void multiply(dnnl::engine::kind) {
  // Levels that stand for numbers: a = (level - 128) / 64, b = level / 64.
  std::vector<uint8_t> a_levels(m * k);
  std::vector<int8_t> b_levels(k * n);
  for (size_t i = 0; i < a_levels.size(); ++i) a_levels[i] = uint8_t(i * 37 % 256);
  for (size_t i = 0; i < b_levels.size(); ++i) b_levels[i] = int8_t(i * 53 % 255);
  std::vector<float> a(a_levels.size()), b(b_levels.size()), c(m * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = (a_levels[i] - 128) / 64.0f;
  for (size_t i = 0; i < b.size(); ++i) b[i] = b_levels[i] / 64.0f;

  const double f32_time = seconds(
      [&] { return dnnl::sgemm('N', 'N', m, n, k, 1, a.data(), k, b.data(), n, 0, c.data(), n); });

  // In C, a level is a tenth.
  std::vector<int32_t> c_levels(m * n);
  const int32_t c_offset = 0;
  const double int8_time = seconds([&] {
    return dnnl::gemm_u8s8s32('N', 'N', 'F', m, n, k, 10.0f / (64 * 64), a_levels.data(), k, 128,
                              b_levels.data(), n, 0, 0, c_levels.data(), n, &c_offset);
  });

  double error = 0, int8_error = 0;
  for (dnnl_dim_t i = 0; i < m; ++i)
    for (dnnl_dim_t j = 0; j < n; ++j) {
      double sum = 0;
      for (dnnl_dim_t step = 0; step < k; ++step) sum += double(a[i * k + step]) * b[step * n + j];
      error = std::max(error, std::fabs(c[i * n + j] - sum));
      int8_error = std::max(int8_error, std::fabs(c_levels[i * n + j] / 10.0 - sum));
    }
  std::printf(
      "%d x %d x %d\nf32:  %.2f us, largest error %.1e\nint8: %.2f us, largest error %.3f, "
      "where a level is 0.1\n",
      int(m), int(n), int(k), 1e6 * f32_time, error, 1e6 * int8_time, int8_error);
  if (!(error < 1e-4) || !(int8_error < 0.0501)) throw std::runtime_error("that is too much");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(multiply, parse_engine_kind(argc, argv));
}
