// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/options.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace cnn {

namespace {

constexpr char usage[] =
    "Trains a small convolutional network to tell digits apart.\n"
    "\n"
    "  --mnist DIR        with MNIST's t10k files in DIR: the first 9000 pictures to train with,\n"
    "                     the last 1000 to measure; without it, the example draws digits\n"
    "  --pictures N       drawn digits to train with (12000)\n"
    "  --epochs N         how often to go through the pictures (6; MNIST: 8)\n"
    "  --batch N          pictures per step (32)\n"
    "  --width N          channels of the first convolution (16); the others follow\n"
    "  --rate X           learning rate at the beginning (0.05)\n"
    "  --type f32|bf16    what to compute with (f32); with bf16, weights are still kept in f32\n"
    "  --lrn              with local response normalization after the first convolution\n"
    "  --seed N           another seed: other weights, other pictures, another order (1)\n"
    "  --threads N        threads to lend to the library (one for each processor)\n"
    "  --plugin NAME      the best plugin to use, instead of the best there is\n"
    "  --arena BYTES      take all memory from a static arena of this size; k, M: times 1024\n"
    "  --expect PERCENT   fail if fewer of the held-out pictures are recognized (97; 98 for "
    "MNIST)\n"
    "  --quick            a few seconds only: a narrower network, fewer pictures, expects 90\n"
    "  --help\n";

// A number that takes up the whole text; negative if it does not.
double number(const char *text, bool with_unit) {
  char *end = nullptr;
  double value = std::strtod(text, &end);
  if (end == text) return -1;
  if (with_unit && (*end == 'k' || *end == 'M')) value *= *end++ == 'k' ? 1024 : 1024 * 1024;
  return *end ? -1 : value;
}

struct setting {
  const char *name;
  double least, most;
  void (*set)(options &, double);
};

constexpr setting settings[] = {
    {"--pictures", 1, 1e6, [](options &o, double x) { o.pictures = int(x); }},
    {"--epochs", 0, 1000, [](options &o, double x) { o.epochs = int(x); }},
    {"--batch", 1, 4096, [](options &o, double x) { o.batch = int(x); }},
    {"--width", 1, 256, [](options &o, double x) { o.width = int(x); }},
    {"--rate", 0, 10, [](options &o, double x) { o.rate = float(x); }},
    {"--seed", 0, 1e15, [](options &o, double x) { o.seed = uint64_t(x); }},
    {"--threads", 1, 1024, [](options &o, double x) { o.threads = int(x); }},
    {"--arena", 1, 1e12, [](options &o, double x) { o.arena = size_t(x); }},
    {"--expect", 0, 100, [](options &o, double x) { o.expect = x; }},
};

void make_quick(options &o) {
  o.pictures = 2000;
  o.epochs = 3;
  o.batch = 16;
  o.width = 8;
  o.rate = 0.03f;
  o.expect = 90;
}

bool take_type(const std::string &name, options &o) {
  o.type = name == "bf16" ? dnnl_bf16 : dnnl_f32;
  return name == "bf16" || name == "f32";
}

// Takes the argument at argv[i], and its value after it. False if it makes no sense.
bool take(int argc, char **argv, int &i, options &o) {
  const std::string name = argv[i];
  if (name == "--lrn") return o.with_lrn = true;
  if (name == "--quick") return make_quick(o), true;
  if (i + 1 == argc) return false;
  const char *value = argv[++i];
  if (name == "--mnist") return o.mnist = value, o.epochs = 8, o.expect = 98, true;
  if (name == "--plugin") return o.plugin = value, true;
  if (name == "--type") return take_type(value, o);
  for (const setting &s : settings) {
    if (name != s.name) continue;
    const double x = number(value, name == "--arena");
    if (!(x >= s.least && x <= s.most)) return false;
    s.set(o, x);
    return true;
  }
  return false;
}

}  // namespace

bool parse(int argc, char **argv, options &o, int &exit_status) {
  o.threads = int(std::thread::hardware_concurrency());
  if (o.threads < 1) o.threads = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--help") == 0) {
      std::fputs(usage, stdout);
      exit_status = 0;
      return false;
    }
    const int at = i;
    if (!take(argc, argv, i, o)) {
      std::fprintf(stderr, "cnn_training: %s: see cnn_training --help\n", argv[at]);
      exit_status = 2;
      return false;
    }
  }
  return true;
}

}  // namespace cnn
