// SPDX-License-Identifier: Apache-2.0
// Eltwise, with the C++ API: some of the functions of each element, beside what the C++ library
// makes of them, and how fast they are.
#include <cmath>
#include <cstdlib>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::algorithm;
using dnnl::memory;

struct function {
  const char *name;
  algorithm kind;
  float alpha, beta;
  double (*exact)(double);
};

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

const function functions[] = {
    {"relu", algorithm::eltwise_relu, 0, 0, [](double x) { return x > 0 ? x : 0; }},
    {"leaky relu", algorithm::eltwise_relu, 0.125f, 0, [](double x) { return x > 0 ? x : x / 8; }},
    {"abs", algorithm::eltwise_abs, 0, 0, [](double x) { return std::fabs(x); }},
    {"clip -1..1", algorithm::eltwise_clip, -1, 1,
     [](double x) { return x < -1  ? -1
                           : x > 1 ? 1
                                   : x; }},
    {"tanh", algorithm::eltwise_tanh, 0, 0, [](double x) { return std::tanh(x); }},
    {"logistic", algorithm::eltwise_logistic, 0, 0, logistic},
    {"swish", algorithm::eltwise_swish, 1, 0, [](double x) { return x * logistic(x); }},
    {"gelu", algorithm::eltwise_gelu_erf, 0, 0,
     [](double x) { return x * 0.5 * (1 + std::erf(x / std::sqrt(2.0))); }},
    {"exp", algorithm::eltwise_exp, 0, 0, [](double x) { return std::exp(x); }},
};

// Applies a function to `src`, prints what came out, and returns the largest error, relative to
// values of 1 and more.
double show(const dnnl::engine &engine, dnnl::stream &stream, const function &f,
            std::vector<float> &src) {
  std::vector<float> dst(src.size());
  const memory::desc desc({memory::dim(src.size())}, memory::data_type::f32, memory::format_tag::a);
  const dnnl::eltwise_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_inference, f.kind,
                                                 desc, desc, f.alpha, f.beta);
  const double taken =
      examples::seconds_per_execution(dnnl::eltwise_forward(pd), stream,
                                      {{DNNL_ARG_SRC, memory(desc, engine, src.data())},
                                       {DNNL_ARG_DST, memory(desc, engine, dst.data())}});

  double error = 0;
  for (size_t i = 0; i < src.size(); ++i) {
    const double exact = f.exact(src[i]);
    error = std::max(error, std::fabs(dst[i] - exact) / std::max(1.0, std::fabs(exact)));
  }
  std::printf("%-11s", f.name);
  for (size_t i = 0; i < src.size(); i += src.size() / 4) std::printf(" %8.4f", dst[i]);
  std::printf("   %8.1e   %6.2f   %s\n", error, 1e-9 * double(src.size()) / taken,
              pd.impl_info_str());
  return error;
}

void show_all(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  std::vector<float> src(16 * 1024 + 1);
  for (size_t i = 0; i < src.size(); ++i) src[i] = -4 + float(i) / 2048;

  std::printf("f(x), x =  ");
  for (size_t i = 0; i < src.size(); i += src.size() / 4) std::printf(" %8.4f", src[i]);
  std::printf("      error   10^9/s   kernel\n");
  double worst = 0;
  for (const function &f : functions) worst = std::max(worst, show(engine, stream, f, src));
  if (!(worst < 1e-5)) throw std::runtime_error("a function is not exact enough");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(show_all, parse_engine_kind(argc, argv));
}
