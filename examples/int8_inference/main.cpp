// SPDX-License-Identifier: Apache-2.0
// Trains a network in f32 for a short while, looks at the ranges of the numbers in it, and then
// tells held-out pictures apart with the same network in f32, bf16 and 8 bits.
//
//   int8_inference [--quick | MNIST_FOLDER]    without a folder, the digits are drawn
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include "dnnlet/dnnlet.h"
#include "examples/cnn_training/training.h"
#include "examples/int8_inference/inference.h"
#include "oneapi/dnnl/dnnl_debug.h"

namespace {

using namespace cnn;

constexpr int batch = 20, epochs = 4, calibration_batches = 10;

void print_failure(void *, dnnl_status_t status, const char *sentence) {
  std::fprintf(stderr, "int8_inference: %s: %s\n", dnnl_status2str(status), sentence);
}

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

struct result {
  double percent, pictures_per_second;
  std::vector<float> logits;
};

// How many of the pictures, which fill batches, are recognized, and how fast.
dnnl_status_t measure(inference &net, const picture_set &set, result *measured) {
  int right = 0;
  double taken = 0;
  for (int first = 0; first + batch <= set.count(); first += batch) {
    std::memcpy(net.pictures(), set.picture(first), size_t(batch) * picture_size);
    const double start = seconds();
    CNN_TRY(net.run());
    taken += seconds() - start;
    for (int i = 0; i < batch; ++i) right += net.answer(i) == set.labels[size_t(first + i)];
    measured->logits.insert(measured->logits.end(), net.logits(),
                            net.logits() + batch * net.classes());
  }
  measured->percent = 100.0 * right / set.count();
  measured->pictures_per_second = set.count() / taken;
  return dnnl_success;
}

dnnl_status_t train(network &net, const picture_set &set) {
  trainer t(net, set, epochs, 0.03f, 1);
  score s;
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    CNN_TRY(t.run_epoch(&s));
    std::printf("epoch %d of %d: loss %.4f, %.2f%% right\n", epoch, epochs, s.mean_loss(),
                s.percent());
  }
  return dnnl_success;
}

// Shows the trained network some of its pictures again, to see how large the numbers in it become.
dnnl_status_t calibrate(network &net, const picture_set &set, ranges *seen) {
  for (int i = 0; i < calibration_batches; ++i) {
    score s;
    CNN_TRY(show(net, set, i * batch, &s));
    seen->widen(net);
  }
  std::printf("\nranges in %d pictures:", calibration_batches * batch);
  for (int i = 0; i < net.layer_count(); ++i)
    if (seen->largest[i] > 0) std::printf(" 0..%.2f", seen->largest[i]);
  std::printf("\n");
  return dnnl_success;
}

void print(const inference &net, dnnl_data_type_t type, const result &r, const result &of_f32) {
  float difference = 0;
  for (size_t i = 0; i < r.logits.size(); ++i)
    difference = std::max(difference, std::fabs(r.logits[i] - of_f32.logits[i]));
  std::printf("\n%s: %.2f%% recognized, the last layer differs by at most %.3f from f32\n",
              dnnl_dt2str(type), r.percent, difference);
  std::printf("    %zu bytes of weights, %.0f pictures/s (%.2f of f32)\n", net.weights_bytes(),
              r.pictures_per_second, r.pictures_per_second / of_f32.pictures_per_second);
  for (int i = 0; i < net.steps().count; ++i) {
    const step &s = net.steps().steps[i];
    std::printf("    %-12s %s\n", s.what, kernel_of(s));
  }
}

dnnl_status_t run(dnnl_engine_t engine, dnnl_stream_t stream, const picture_set &training,
                  const picture_set &held_out, int width, bool *is_good) {
  const auto net = std::make_unique<network>();
  CNN_TRY(net->create(engine, stream, digit_network(batch, picture_side, width, false), 1));
  CNN_TRY(train(*net, training));
  ranges seen;
  CNN_TRY(calibrate(*net, training, &seen));

  result of_f32 = {};
  *is_good = true;
  for (const dnnl_data_type_t type : {dnnl_f32, dnnl_bf16, dnnl_u8, dnnl_s8}) {
    const auto smaller = std::make_unique<inference>();
    CNN_TRY(smaller->create(engine, stream, *net, seen, type));
    result r = {};
    CNN_TRY(measure(*smaller, held_out, &r));
    if (type == dnnl_f32) of_f32 = r;
    print(*smaller, type, r, of_f32);
    *is_good = *is_good && r.percent >= of_f32.percent - 1;
  }
  *is_good = *is_good && of_f32.percent >= 90;
  return dnnl_success;
}

}  // namespace

int main(int argc, char **argv) {
  picture_set training, held_out;
  const bool is_quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
  if (argc > 1 && !is_quick) {
    const std::string wrong = read_mnist(argv[1], 9000, training, held_out);
    if (!wrong.empty()) return std::fprintf(stderr, "int8_inference: %s\n", wrong.c_str()), 1;
  } else {
    training = draw_pictures(is_quick ? 2000 : 4000, 1);
    held_out = draw_pictures(is_quick ? 200 : 1000, 1000001);
  }
  dnnlet_set_diagnostics(print_failure, nullptr);

  owned_engine cpu;
  owned_stream stream;
  bool is_good = false;
  if (dnnl_engine_create(cpu.receive(), dnnl_cpu, 0) != dnnl_success ||
      dnnl_stream_create(stream.receive(), cpu, dnnl_stream_default_flags) != dnnl_success ||
      run(cpu, stream, training, held_out, is_quick ? 4 : 8, &is_good) != dnnl_success)
    return 1;
  std::printf("\nwith fewer bits, at most 1%% fewer are recognized: %s\n",
              is_good ? "passed" : "FAILED");
  return is_good ? 0 : 1;
}
