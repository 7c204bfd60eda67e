// SPDX-License-Identifier: Apache-2.0
// Trains one transformer block to put sequences of symbols into another order: matrix products,
// softmax, layer normalization, GELU, binary and reduction, forward and backward. Its gradients are
// checked against finite differences before. See transformer_block --help.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "dnnlet/dnnlet.h"
#include "examples/transformer_block/model.h"

namespace {

using namespace transformer;

// Where --arena lives, as it would in firmware. Pages that are not touched cost nothing.
alignas(64) unsigned char arena_buffer[64 * 1024 * 1024];

struct options {
  task what = task::sort;
  int steps = 1000;
  float rate = 3e-3f;
  unsigned seed = 1;
  bool in_arena = false;
  double expect = 98;  // percent of the symbols
};

bool parse(int argc, char **argv, options &o) {
  for (int i = 1; i < argc; ++i) {
    const auto value = [&](const char *name) {
      return std::strcmp(argv[i], name) == 0 && i + 1 < argc ? argv[++i] : nullptr;
    };
    if (std::strcmp(argv[i], "--reverse") == 0)
      o.what = task::reverse;
    else if (std::strcmp(argv[i], "--arena") == 0)
      o.in_arena = true;
    else if (const char *steps = value("--steps"))
      o.steps = std::atoi(steps);
    else if (const char *rate = value("--rate"))
      o.rate = float(std::atof(rate));
    else if (const char *seed = value("--seed"))
      o.seed = unsigned(std::atoi(seed));
    else if (const char *expect = value("--expect"))
      o.expect = std::atof(expect);
    else
      return std::printf(
                 "transformer_block [--reverse] [--arena] [--steps N] [--rate R] [--seed S]\n"
                 "  [--expect PERCENT]: sorts sequences, or with --reverse reverses them;\n"
                 "  with --arena, all of the library's memory is a static buffer\n"),
             false;
  }
  return true;
}

// Adam: D. Kingma, J. Ba: "Adam: a method for stochastic optimization", ICLR 2015.
class adam {
 public:
  explicit adam(graph &g) : parameters_(g.parameters()) {
    for (const parameter *p : parameters_) {
      first_.emplace_back(count_of(p->value), 0.f);
      second_.emplace_back(count_of(p->value), 0.f);
    }
  }

  void step(float rate) {
    constexpr float keep_first = 0.9f, keep_second = 0.98f, least = 1e-8f;
    ++steps_;
    const float first_share = 1 - std::pow(keep_first, float(steps_));
    const float second_share = 1 - std::pow(keep_second, float(steps_));
    for (size_t i = 0; i < parameters_.size(); ++i) {
      float *value = data_of(parameters_[i]->value);
      const float *gradient = data_of(parameters_[i]->gradient);
      for (size_t j = 0; j < first_[i].size(); ++j) {
        float &first = first_[i][j], &second = second_[i][j];
        first = keep_first * first + (1 - keep_first) * gradient[j];
        second = keep_second * second + (1 - keep_second) * gradient[j] * gradient[j];
        value[j] -= rate * (first / first_share) / (std::sqrt(second / second_share) + least);
      }
    }
  }

 private:
  std::vector<parameter *> &parameters_;
  std::vector<std::vector<float>> first_, second_;
  int steps_ = 0;
};

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

double percent(int part, int of) {
  return 100.0 * part / of;
}

score measure(model &m, const options &o, const model_spec &spec) {
  std::mt19937 random(o.seed + 1000000);
  constexpr int batches = 16;
  score all;
  for (int i = 0; i < batches; ++i) {
    const score s = m.run(draw_sample(random, o.what, spec.batch, spec.length, spec.symbols));
    all.loss += s.loss / batches;
    all.right += s.right;
    all.whole += s.whole;
    all.symbols += s.symbols;
    all.sequences += s.sequences;
  }
  return all;
}

// The rate rises for a tenth of the steps, and falls to nothing.
float rate_at(const options &o, int step) {
  const float at = float(step) / float(o.steps);
  return o.rate * std::min(10 * at, (1 - at) / 0.9f);
}

score train(model &m, const options &o, const model_spec &spec) {
  std::mt19937 random(o.seed);
  adam optimizer(m.parts());
  const int lines = 10, each = std::max(o.steps / lines, 1);
  std::printf("\n   step     loss   symbols right   sequences right   sequences/s\n");
  double spent = 0;
  score held_out;
  for (int step = 1; step <= o.steps; ++step) {
    const double start = seconds();
    const score s = m.run(draw_sample(random, o.what, spec.batch, spec.length, spec.symbols));
    m.backward();
    optimizer.step(rate_at(o, step));
    spent += seconds() - start;
    if (step % each != 0 && step != o.steps) continue;
    held_out = measure(m, o, spec);
    std::printf("%7d   %.4f         %6.2f%%           %6.2f%%   %11.0f\n", step, s.loss,
                percent(held_out.right, held_out.symbols),
                percent(held_out.whole, held_out.sequences), spec.batch * step / spent);
    std::fflush(stdout);
  }
  std::printf("%d steps in %.2f s\n", o.steps, spent);
  return held_out;
}

int run(const options &o, dnnlet_arena_t source) {
  const model_spec spec;
  const double start = seconds();
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  model m(engine, spec);
  std::printf(
      "%s %d of %d symbols; width %d, %d heads, %d inside: %zu numbers, %zu primitives, "
      "made in %.1f ms\n",
      o.what == task::sort ? "sorts" : "reverses", spec.length, spec.symbols, spec.width,
      spec.heads, spec.inner, m.parts().parameter_count(), m.parts().primitive_count(),
      1e3 * (seconds() - start));
  std::mt19937 random(o.seed);
  const double error =
      check_gradients(m, draw_sample(random, o.what, spec.batch, spec.length, spec.symbols));
  const bool gradients_fit = error < 0.01;
  std::printf("largest relative difference %.1e: %s\n", error, gradients_fit ? "passed" : "FAILED");
  const score result = train(m, o, spec);
  dnnlet_footprint_t use;
  if (dnnlet_get_footprint(source, &use) == dnnl_success)
    std::printf("memory: %.2f MB of the %s in use, %.2f MB at most\n", double(use.in_use) / 1e6,
                source ? "arena" : "heap", double(use.peak) / 1e6);
  const double right = percent(result.right, result.symbols);
  const bool is_enough = right >= o.expect;
  std::printf("%.2f%% of the held-out symbols are right, expected %.2f%%: %s\n", right, o.expect,
              is_enough ? "passed" : "FAILED");
  return gradients_fit && is_enough ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
  options o;
  if (!parse(argc, argv, o)) return 1;
  dnnlet_arena_t source = nullptr;
  dnnlet_footprint_t heap;
  const bool has_heap = dnnlet_get_footprint(nullptr, &heap) == dnnl_success;
  if (o.in_arena || !has_heap) {
    if (dnnlet_arena_init(&source, arena_buffer, sizeof(arena_buffer)) != dnnl_success) return 1;
    if (dnnlet_arena_use(source) != dnnl_success) return 1;
  }
  try {
    return run(o, source);
  } catch (const dnnl::error &e) {
    std::fprintf(stderr, "transformer_block: %s, status %d\n", e.message, int(e.status));
    return 1;
  }
}
