// SPDX-License-Identifier: Apache-2.0
// Softmax, with the C++ API: scores of classes become probabilities, and the gradient of the
// cross-entropy comes back, which is the probabilities without the right class.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::algorithm;
using dnnl::memory;

constexpr int rows = 3, classes = 5;

void classify(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  std::vector<float> scores = {1, 2, 3, 4, 5, 0, 0, 9, 0, 0, -1, 4, 4, -1, 0};
  const int right[rows] = {4, 2, 1};
  std::vector<float> logs(scores.size()), diff(scores.size()), gradient(scores.size());
  for (int r = 0; r < rows; ++r) diff[size_t(r * classes + right[r])] = -1;

  // Along dimension 1; the logarithm is what the cross-entropy takes.
  const memory::desc desc({rows, classes}, memory::data_type::f32, memory::format_tag::ab);
  const dnnl::softmax_forward::primitive_desc forward(engine, dnnl::prop_kind::forward_training,
                                                      algorithm::softmax_log, desc, desc, 1);
  const dnnl::softmax_backward::primitive_desc backward(engine, algorithm::softmax_log, desc, desc,
                                                        desc, 1, forward);
  const memory dst(desc, engine, logs.data());
  dnnl::softmax_forward(forward).execute(
      stream, {{DNNL_ARG_SRC, memory(desc, engine, scores.data())}, {DNNL_ARG_DST, dst}});
  dnnl::softmax_backward(backward).execute(
      stream, {{DNNL_ARG_DST, dst},
               {DNNL_ARG_DIFF_DST, memory(desc, engine, diff.data())},
               {DNNL_ARG_DIFF_SRC, memory(desc, engine, gradient.data())}});
  stream.wait();

  std::printf("%s\n", forward.impl_info_str());
  double error = 0;
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int c = 0; c < classes; ++c) {
      const size_t i = size_t(r * classes + c);
      const double probability = std::exp(double(logs[i]));
      sum += probability;
      error = std::max(error, std::fabs(gradient[i] - (probability - (c == right[r]))));
      std::printf("  %6.4f (%7.4f)", probability, double(gradient[i]));
    }
    std::printf("   class %d\n", right[r]);
    error = std::max(error, std::fabs(sum - 1));
  }
  std::printf("largest error %.1e\n", error);
  if (!(error < 1e-5)) throw std::runtime_error("that is too much");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(classify, parse_engine_kind(argc, argv));
}
