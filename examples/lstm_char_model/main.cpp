// SPDX-License-Identifier: Apache-2.0
// Learns to write as a text is written, one character after the other, with layers of LSTM. Shows
// what it writes while it learns, keeps checkpoints and goes on from them, and writes from one with
// all memory in a static buffer. See lstm_char_model --help.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "dnnlet/dnnlet.h"
#include "examples/lstm_char_model/checkpoint.h"
#include "examples/lstm_char_model/sampler.h"
#include "examples/lstm_char_model/text.h"

namespace {

using namespace char_model;

// All memory of --sample, and of builds without a heap. Pages that are not touched cost nothing.
alignas(64) unsigned char arena_buffer[32 * 1024 * 1024];

struct options {
  model_spec spec;
  const char *text = nullptr, *resume = nullptr, *sample = nullptr;
  std::string checkpoint = "lstm_char_model.ckpt";
  int steps = 300, every = 50, count = 400;
  float rate = 4e-3f;
  unsigned seed = 1;
  double expect = 1e9;  // nats a character
};

constexpr char help[] =
    "lstm_char_model [--text FILE] [--steps N] [--hidden H] [--layers L] [--streams N] [--length "
    "T]\n"
    "  [--rate R] [--every N] [--checkpoint FILE] [--seed S] [--expect LOSS]: learns a text, "
    "shows\n"
    "  what it writes every N steps, and keeps a checkpoint\n"
    "lstm_char_model --resume FILE [--steps N] ...: goes on, until there were N steps in all\n"
    "lstm_char_model --sample FILE [--count N] [--seed S] [--expect LOSS]: writes N characters, "
    "with\n"
    "  all memory in a static buffer, and tells how likely the text's beginning is\n";

bool parse(int argc, char **argv, options &o) {
  const struct {
    const char *name;
    int *number;
  } numbers[] = {{"--steps", &o.steps},        {"--every", &o.every},
                 {"--count", &o.count},        {"--hidden", &o.spec.hidden},
                 {"--layers", &o.spec.layers}, {"--streams", &o.spec.streams},
                 {"--length", &o.spec.length}};
  const struct {
    const char *name;
    const char **text;
  } texts[] = {{"--text", &o.text}, {"--resume", &o.resume}, {"--sample", &o.sample}};
  for (int i = 1; i + 1 < argc; i += 2) {
    const char *name = argv[i], *value = argv[i + 1];
    bool is_known = false;
    for (const auto &n : numbers)
      if (std::strcmp(name, n.name) == 0) *n.number = std::atoi(value), is_known = *n.number > 0;
    for (const auto &t : texts)
      if (std::strcmp(name, t.name) == 0) *t.text = value, is_known = true;
    if (std::strcmp(name, "--rate") == 0) o.rate = float(std::atof(value)), is_known = true;
    if (std::strcmp(name, "--seed") == 0) o.seed = unsigned(std::atoi(value)), is_known = true;
    if (std::strcmp(name, "--expect") == 0) o.expect = std::atof(value), is_known = true;
    if (std::strcmp(name, "--checkpoint") == 0) o.checkpoint = value, is_known = true;
    if (!is_known) return std::fputs(help, stdout), false;
  }
  return argc % 2 == 1 || (std::fputs(help, stdout), false);
}

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

float number_from_0_to_1(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return float(state >> 8) / float(1 << 24);
}

// Writes, after a new line.
bool write_text(sampler &s, const std::string &letters, int count, unsigned seed) {
  const size_t begin = letters.find('\n');
  int symbol = begin == std::string::npos ? 0 : int(begin);
  sampler_reset(&s);
  for (int i = 0; i < count; ++i) {
    if (sampler_show(&s, symbol) != dnnl_success) return false;
    symbol = sampler_draw(&s, number_from_0_to_1(seed));
    std::putchar(letters[size_t(symbol)]);
  }
  std::putchar('\n');
  return true;
}

// The loss of the beginning of a text, in nats a character; negative if something failed.
double loss_of(sampler &s, const std::vector<int> &text, size_t count) {
  double loss = 0;
  count = std::min(count, text.size() - 1);
  sampler_reset(&s);
  for (size_t i = 0; i < count; ++i) {
    if (text[i] < 0 || sampler_show(&s, text[i]) != dnnl_success) return -1;
    loss -= std::log(double(sampler_probabilities(&s)[text[i + 1]]));
  }
  return loss / double(count);
}

// ---- training

// Streams begin at places of the text that are equally far apart, and go on from step to step.
void take_batch(const symbols &text, const model_spec &s, int step, std::vector<int> &inputs,
                std::vector<int> &targets) {
  const size_t size = text.of_text.size(), n = size_t(s.streams), t = size_t(s.length);
  inputs.resize(n * t);
  targets.resize(n * t);
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < t; ++k) {
      const size_t at = (i * size / n + size_t(step) * t + k) % size;
      inputs[k * n + i] = text.of_text[at];
      targets[k * n + i] = text.of_text[(at + 1) % size];
    }
}

// What the model writes now, from the checkpoint that it has just left.
bool show_sample(const options &o, const std::string &letters) {
  std::FILE *file = std::fopen(o.checkpoint.c_str(), "rb");
  sampler s = {};
  const bool is_good = file && sampler_open(&s, file) == dnnl_success;
  if (file) std::fclose(file);
  std::printf("  | ");
  const bool is_written = is_good && write_text(s, letters, std::min(o.count, 120), o.seed);
  sampler_close(&s);
  return is_written;
}

void print_memory(size_t numbers, dnnlet_arena_t source) {
  dnnlet_footprint_t use;
  if (dnnlet_get_footprint(source, &use) != dnnl_success) return;
  std::printf("memory: %zu numbers, %.2f MB of the library's in use, %.2f MB at most\n", numbers,
              double(use.in_use) / 1e6, double(use.peak) / 1e6);
}

int train(options o, dnnlet_arena_t source) {
  std::string text = embedded_text(), letters;
  if (o.text && !read_text(o.text, text)) return std::fprintf(stderr, "no text in %s\n", o.text), 1;
  const symbols s = symbols_of(text);
  o.spec.symbols = int(s.letters.size());
  if (o.resume && (!read_spec(o.resume, o.spec, letters) || letters != s.letters))
    return std::fprintf(stderr, "%s is no checkpoint of this text\n", o.resume), 1;
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  model m(engine, o.spec, o.seed);
  if (o.resume && !load(o.resume, m)) return std::fprintf(stderr, "%s is too short\n", o.resume), 1;
  std::printf("%zu characters, %d different ones; %d layers of %d, %d streams of %d characters\n",
              text.size(), o.spec.symbols, o.spec.layers, o.spec.hidden, o.spec.streams,
              o.spec.length);
  std::vector<int> inputs, targets;
  double spent = 0, mean = 0;
  const int first = m.steps();
  for (int counted = 0; m.steps() < o.steps;) {
    const double start = seconds();
    take_batch(s, o.spec, m.steps(), inputs, targets);
    const double loss = double(m.learn(inputs.data(), targets.data(), o.rate));
    spent += seconds() - start;
    mean = (mean * counted + loss) / (counted + 1);
    ++counted;
    if (m.steps() % o.every != 0 && m.steps() != o.steps) continue;
    std::printf("step %5d   loss %.4f   %6.0f characters/s\n", m.steps(), mean,
                double(inputs.size()) * (m.steps() - first) / spent);
    if (!save(o.checkpoint, m, s.letters) || !show_sample(o, s.letters))
      return std::fprintf(stderr, "%s could not be written\n", o.checkpoint.c_str()), 1;
    std::fflush(stdout);
    if (m.steps() != o.steps) counted = 0;
  }
  std::printf("%d steps in %.2f s; %s\n", m.steps() - first, spent, o.checkpoint.c_str());
  print_memory(m.size(), source);
  const bool is_good = mean <= o.expect;
  std::printf("the last loss is %.4f: %s\n", mean, is_good ? "passed" : "FAILED");
  return is_good ? 0 : 1;
}

// ---- inference in a static buffer

int write_from_checkpoint(const options &o, dnnlet_arena_t arena) {
  std::FILE *file = std::fopen(o.sample, "rb");
  static sampler s;
  const dnnl_status_t status = file ? sampler_open(&s, file) : dnnl_invalid_arguments;
  if (file) std::fclose(file);
  if (status != dnnl_success)
    return std::fprintf(
               stderr, "%s: %s\n", o.sample,
               status == dnnl_out_of_memory ? "more than the buffer holds" : "no checkpoint"),
           1;
  const std::string letters(reinterpret_cast<const char *>(s.header.letters),
                            size_t(s.header.symbols));
  std::string text = embedded_text();
  if (o.text && !read_text(o.text, text)) return std::fprintf(stderr, "no text in %s\n", o.text), 1;
  std::vector<int> known;
  for (const char c : text) {
    const size_t symbol = letters.find(c);
    known.push_back(symbol == std::string::npos ? -1 : int(symbol));
  }
  const double start = seconds();
  const bool is_written = write_text(s, letters, o.count, o.seed);
  const double each = 1e6 * (seconds() - start) / o.count;
  const double loss = loss_of(s, known, 1000);
  dnnlet_footprint_t use, heap;
  dnnlet_get_footprint(arena, &use);
  const bool has_heap = dnnlet_get_footprint(nullptr, &heap) == dnnl_success;
  std::printf("\nstep %d: %.1f us a character; arena: %.1f KB in use; the heap was %s\n",
              s.header.step, each, double(use.in_use) / 1024,
              has_heap && heap.peak > 0 ? "used" : "not used");
  const bool is_good = is_written && loss >= 0 && loss <= o.expect;
  std::printf("loss of the text's beginning %.4f: %s\n", loss, is_good ? "passed" : "FAILED");
  sampler_close(&s);
  return is_good ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
  options o;
  if (!parse(argc, argv, o)) return 1;
  dnnlet_arena_t arena = nullptr;
  dnnlet_footprint_t heap;
  if (o.sample || dnnlet_get_footprint(nullptr, &heap) != dnnl_success) {
    if (dnnlet_arena_init(&arena, arena_buffer, sizeof(arena_buffer)) != dnnl_success) return 1;
    if (dnnlet_arena_use(arena) != dnnl_success) return 1;
  }
  try {
    return o.sample ? write_from_checkpoint(o, arena) : train(o, arena);
  } catch (const dnnl::error &e) {
    std::fprintf(stderr, "lstm_char_model: %s, status %d\n", e.message, int(e.status));
    return 1;
  }
}
