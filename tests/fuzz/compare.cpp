// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/fuzz/check.h"
#include "tests/fuzz/element.h"

namespace dnnlet::fuzz {

namespace {

// Beyond what f32 holds, a computation in f64 and one in f32 part: one has overflowed.
bool is_beyond(double x) {
  return std::isinf(x) || std::fabs(x) > 1e37;
}

bool agree(double a, double b, const agreement &how, double on_top) {
  if (a == b || std::isinf(on_top) || (std::isnan(a) && std::isnan(b))) return true;
  // The instruction that rounds to bf16 makes zeros of f32 that are subnormal.
  if (how.type == dnnl_bf16 && (a == 0 || b == 0) && std::fabs(a + b) <= 0x1p-126) return true;
  // Infinity times zero, or times a number that is one where there are no subnormals.
  if (std::isnan(a) || std::isnan(b)) return !has_subnormals && (std::isinf(a) || std::isinf(b));
  const double error = how.absolute + how.relative * std::max(std::fabs(a), std::fabs(b)) + on_top;
  if (is_integer(how.type)) return error > 0 && std::fabs(a - b) <= std::floor(error) + 1;
  if (is_beyond(a) && is_beyond(b)) return std::signbit(a) == std::signbit(b);
  if (std::isinf(a) || std::isinf(b)) {
    // The largest number of a narrow type and infinity are neighbours.
    const double finite = std::isinf(a) ? b : a;
    return error > 0 &&
           std::isinf(rounded(how.type, finite * 1.26 + (finite > 0 ? error : -error)));
  }
  if (error == 0) return false;
  return std::fabs(a - b) <= error + ulp(how.type, std::max(std::fabs(a), std::fabs(b)));
}

}  // namespace

std::string difference(const std::vector<double> &a, const std::vector<double> &b,
                       const agreement &how) {
  if (a.size() != b.size()) return "another number of elements";
  size_t wrong = 0, worst = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (agree(a[i], b[i], how, i < how.of_elements.size() ? how.of_elements[i] : 0)) continue;
    if (wrong++ == 0 || std::fabs(a[i] - b[i]) > std::fabs(a[worst] - b[worst])) worst = i;
  }
  if (wrong == 0) return {};
  char line[200];
  std::snprintf(
      line, sizeof(line),
      "%zu of %zu elements differ, element %zu: %.9g and %.9g (allowed %.3g, %.3g relative)", wrong,
      a.size(), worst, a[worst], b[worst], how.absolute, how.relative);
  return line;
}

}  // namespace dnnlet::fuzz
