// SPDX-License-Identifier: Apache-2.0
// Recurrent networks, with the C++ API: an LSTM reads a sequence in both directions, and a GRU
// learns to say what it has read two steps before.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::memory;
using dims = memory::dims;
using tag = memory::format_tag;

constexpr auto f32 = memory::data_type::f32;

float draw(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return float(state >> 8) / float(1 << 23) - 1;
}

memory tensor(const dnnl::engine &engine, const dims &shape, tag format, float range = 0,
              unsigned seed = 1) {
  memory m({shape, f32, format}, engine);
  float *numbers = static_cast<float *>(m.get_data_handle());
  const size_t count = m.get_desc().get_size() / sizeof(float);
  for (size_t i = 0; i < count; ++i) numbers[i] = range * draw(seed);
  return m;
}
float *data_of(const memory &m) {
  return static_cast<float *>(m.get_data_handle());
}

// One direction of the weights of both: a part of the tensor, where it begins.
memory direction(const memory &both, memory::dim d) {
  dims shape = both.get_desc().get_dims(), first(shape.size(), 0);
  shape[1] = 1;
  first[1] = d;
  return {both.get_desc().submemory_desc(shape, first), both.get_engine(), both.get_data_handle()};
}

memory read(dnnl::stream &stream, dnnl::rnn_direction way, const memory &x, const memory &w,
            const memory &u, const memory &b) {
  const bool is_both = way == dnnl::rnn_direction::bidirectional_concat;
  const dims in = x.get_desc().get_dims();
  const dnnl::engine engine = x.get_engine();
  const memory::dim h = u.get_desc().get_dims()[2];
  const memory y = tensor(engine, {in[0], in[1], is_both ? 2 * h : h}, tag::tnc);
  const memory::desc none;  // no states before, and none that anybody wants afterwards
  const dnnl::lstm_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_inference, way,
                                              x.get_desc(), none, none, w.get_desc(), u.get_desc(),
                                              b.get_desc(), y.get_desc(), none, none);
  dnnl::lstm_forward(pd).execute(stream, {{DNNL_ARG_SRC_LAYER, x},
                                          {DNNL_ARG_WEIGHTS_LAYER, w},
                                          {DNNL_ARG_WEIGHTS_ITER, u},
                                          {DNNL_ARG_BIAS, b},
                                          {DNNL_ARG_DST_LAYER, y}});
  stream.wait();
  if (is_both) std::printf("%s\n", pd.impl_info_str());
  return y;
}

// Both directions side by side are what each of them gives alone.
double read_both_ways(const dnnl::engine &engine) {
  constexpr memory::dim t = 7, n = 2, c = 5, h = 4;
  dnnl::stream stream(engine);
  const memory x = tensor(engine, {t, n, c}, tag::tnc, 1, 1);
  const memory w = tensor(engine, {1, 2, c, 4, h}, tag::ldigo, 0.5f, 2);
  const memory u = tensor(engine, {1, 2, h, 4, h}, tag::ldigo, 0.5f, 3);
  const memory b = tensor(engine, {1, 2, 4, h}, tag::ldgo, 0.5f, 4);
  const memory both = read(stream, dnnl::rnn_direction::bidirectional_concat, x, w, u, b);
  double error = 0;
  for (memory::dim d = 0; d < 2; ++d) {
    const auto way = d == 0 ? dnnl::rnn_direction::unidirectional_left2right
                            : dnnl::rnn_direction::unidirectional_right2left;
    const memory one = read(stream, way, x, direction(w, d), direction(u, d), direction(b, d));
    for (memory::dim row = 0; row < t * n; ++row)
      for (memory::dim i = 0; i < h; ++i)
        error = std::max(error, double(std::fabs(data_of(both)[row * 2 * h + d * h + i] -
                                                 data_of(one)[row * h + i])));
  }
  std::printf("both directions: largest difference from each alone %.1e\n", error);
  return error;
}

// Channel 0 of the GRU is to be the input of two steps before. Plain gradient descent.
struct learner {
  static constexpr memory::dim t = 12, n = 16, h = 12;
  dnnl::stream stream;
  memory x, y, diff_x, diff_y, workspace;
  memory weights[3], gradients[3];
  dnnl::primitive forward, backward;

  explicit learner(const dnnl::engine &engine)
      : stream(engine),
        x(tensor(engine, {t, n, 1}, tag::tnc)),
        y(tensor(engine, {t, n, h}, tag::tnc)),
        diff_x(tensor(engine, {t, n, 1}, tag::tnc)),
        diff_y(tensor(engine, {t, n, h}, tag::tnc)) {
    const dims shapes[] = {{1, 1, 1, 3, h}, {1, 1, h, 3, h}, {1, 1, 4, h}};
    for (unsigned i = 0; i < 3; ++i) {
      const tag format = i < 2 ? tag::ldigo : tag::ldgo;
      weights[i] = tensor(engine, shapes[i], format, i < 2 ? 0.4f : 0, 7 + i);
      gradients[i] = tensor(engine, shapes[i], format);
    }
    const auto way = dnnl::rnn_direction::unidirectional_left2right;
    const memory::desc none, w = weights[0].get_desc(), u = weights[1].get_desc(),
                             b = weights[2].get_desc();
    const dnnl::lbr_gru_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_training, way,
                                                   x.get_desc(), none, w, u, b, y.get_desc(), none);
    const dnnl::lbr_gru_backward::primitive_desc back(
        engine, dnnl::prop_kind::backward, way, x.get_desc(), none, w, u, b, y.get_desc(), none,
        x.get_desc(), none, w, u, b, y.get_desc(), none, pd);
    workspace = memory(pd.workspace_desc(), engine);
    forward = dnnl::lbr_gru_forward(pd);
    backward = dnnl::lbr_gru_backward(back);
  }

  double step(float rate, unsigned &seed) {
    for (memory::dim i = 0; i < t * n; ++i) data_of(x)[i] = draw(seed);
    std::unordered_map<int, memory> args = {
        {DNNL_ARG_SRC_LAYER, x},     {DNNL_ARG_WEIGHTS_LAYER, weights[0]},
        {DNNL_ARG_DST_LAYER, y},     {DNNL_ARG_WEIGHTS_ITER, weights[1]},
        {DNNL_ARG_BIAS, weights[2]}, {DNNL_ARG_WORKSPACE, workspace}};
    forward.execute(stream, args);
    stream.wait();
    double loss = 0;
    for (memory::dim i = 2 * n; i < t * n; ++i) {
      const float off = data_of(y)[i * h] - 0.5f * data_of(x)[i - 2 * n];
      loss += double(off * off) / double((t - 2) * n);
      data_of(diff_y)[i * h] = 2 * off / float((t - 2) * n);
    }
    // Gradients of weights are added to what is there.
    for (const memory &g : gradients)
      std::fill_n(data_of(g), g.get_desc().get_size() / sizeof(float), 0.f);
    args.insert({{DNNL_ARG_DIFF_DST_LAYER, diff_y},
                 {DNNL_ARG_DIFF_SRC_LAYER, diff_x},
                 {DNNL_ARG_DIFF_WEIGHTS_LAYER, gradients[0]},
                 {DNNL_ARG_DIFF_WEIGHTS_ITER, gradients[1]},
                 {DNNL_ARG_DIFF_BIAS, gradients[2]}});
    backward.execute(stream, args);
    stream.wait();
    for (int i = 0; i < 3; ++i)
      for (size_t k = 0; k < weights[i].get_desc().get_size() / sizeof(float); ++k)
        data_of(weights[i])[k] -= rate * data_of(gradients[i])[k];
    return loss;
  }
};

void run(dnnl::engine::kind kind) {
  const examples::static_arena<1 << 20> arena;
  const dnnl::engine engine(kind, 0);
  const double error = read_both_ways(engine);
  learner gru(engine);
  unsigned seed = 1;
  double loss = 0;
  constexpr int steps = 1500;
  for (int i = 0; i <= steps; ++i) {
    loss = gru.step(1.0f, seed);
    if (i % (steps / 5) == 0) std::printf("step %4d: mean square error %.5f\n", i, loss);
  }
  if (!(error < 1e-6)) throw std::runtime_error("the directions differ");
  if (!(loss < 0.02)) throw std::runtime_error("nothing was learned");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(run, parse_engine_kind(argc, argv));
}
