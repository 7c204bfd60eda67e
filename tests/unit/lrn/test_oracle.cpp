// SPDX-License-Identifier: Apache-2.0
// The definition of the gradient, against differences of the forward pass.
#include <cmath>

#include "tests/unit/lrn/oracle.h"

namespace dnnlet::test {
namespace {

TEST(lrn_oracle, gradients_are_slopes) {
  using a = dnnl::algorithm;
  for (const lrn_case &c : {lrn_case{{1, 7, 2, 2}, a::lrn_across_channels, 5, 1.5f, 0.75f, 1},
                            lrn_case{{1, 2, 4, 5}, a::lrn_within_channel, 3, 2, 0.6f, 0.5f},
                            lrn_case{{1, 6, 3}, a::lrn_across_channels, 4, 1, 1, 2}}) {
    SCOPED_TRACE(c.name());
    const tensor x = random_tensor(c.shape, data_type::f64, 1);
    const tensor diff = random_tensor(c.shape, data_type::f64, 2);
    const tensor gradient = backward(c, x, diff, data_type::f64).values;
    for (size_t i = 0; i < x.values.size(); ++i) {
      constexpr double step = 1e-5;
      double loss[2];
      for (const int side : {0, 1}) {
        tensor moved = x;
        moved.values[i] += side ? step : -step;
        const tensor y = forward(c, moved, data_type::f64).values;
        loss[side] = 0;
        for (size_t j = 0; j < y.values.size(); ++j) loss[side] += y.values[j] * diff.values[j];
      }
      // The third derivatives are below 100, the error of a loss below 1e-14.
      EXPECT_NEAR((loss[1] - loss[0]) / (2 * step), gradient.values[i], 1e-7) << "element " << i;
    }
  }
}

}  // namespace
}  // namespace dnnlet::test
