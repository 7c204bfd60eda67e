// SPDX-License-Identifier: Apache-2.0
// The same bits with any number of threads.
#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {
namespace {

const convolution_case deep = {2,      1,      24,     40,     {14, 13}, {3, 3},
                               {1, 1}, {0, 0}, {1, 1}, {1, 1}, false};
const convolution_case odd = {2,      1,      67,     65,     {14, 13}, {3, 3},
                              {1, 1}, {0, 0}, {1, 1}, {1, 1}, false};
const convolution_case depthwise = {2,      40,     40,     40,     {14, 13}, {3, 3},
                                    {2, 2}, {0, 0}, {1, 1}, {1, 1}, true};
// One panel, or an odd number of them, whose channels are cut.
const convolution_case pointwise = {2,      1,      72,     160,    {7, 9}, {1, 1},
                                    {1, 1}, {0, 0}, {0, 0}, {0, 0}, false};
const convolution_case narrow = {1,      1,      70,     40,     {7, 9}, {1, 1},
                                 {1, 1}, {0, 0}, {0, 0}, {0, 0}, false};
// An image whose gradient of weights is one sum, and one that is summed in parts.
const convolution_case one_part = {1,      1,      130,    40,     {11, 9}, {1, 1},
                                   {1, 1}, {0, 0}, {0, 0}, {0, 0}, false};
const convolution_case parts = {1,      1,      40,     24,     {64, 80}, {1, 1},
                                {1, 1}, {0, 0}, {0, 0}, {0, 0}, false};
// Of more than one tap, whose channels are cut.
const convolution_case taps = {1, 1, 80, 40, {9, 8}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, false};
// Few weights, summed in parts.
const convolution_case first_layer = {1,      1,      3,      16,     {70, 81}, {3, 3},
                                      {1, 1}, {0, 0}, {1, 1}, {1, 1}, false};
// Groups that share vectors, whose rows are shared out.
const convolution_case grouped = {1,      8,      64,     64,     {9, 10}, {3, 3},
                                  {2, 2}, {0, 0}, {1, 1}, {1, 1}, true};
// Far pixels, read aside in strips.
const convolution_case in_strips = {1,      1,      512,    320,    {5, 4}, {1, 1},
                                    {1, 1}, {0, 0}, {0, 0}, {0, 0}, false};
// Of several vectors, some of them parts.
const convolution_case wide = {1,      200,    200,    200,    {30, 31}, {3, 3},
                               {2, 2}, {0, 0}, {1, 1}, {1, 1}, true};
// Of blocks that windows step over, of which each task has some.
const convolution_case stepping = {1,      256,    256,    256,    {7, 9}, {3, 3},
                                   {1, 1}, {0, 0}, {1, 1}, {1, 1}, true};
// One row, which is cut.
const convolution_case one_row = {1,      96,     96,     96,     {1, 75}, {1, 5},
                                  {1, 1}, {0, 0}, {0, 2}, {0, 2}, true};

// Depthwise, with several channels of dst in a group.
const convolution_case spread = {1,      70,     70,     140,    {9, 11}, {3, 3},
                                 {1, 1}, {0, 0}, {1, 1}, {1, 1}, true};

// Results of all three passes, one after the other.
std::vector<tensor> results(const dnnl::engine &engine, const dnnl::stream &stream,
                            const convolution_case &c, const convolution_descs &d) {
  convolution_tensors t = inputs_of(c, 3);
  t.src.type = t.weights.type = t.bias.type = t.dst.type = d.src.get_data_type();
  const tensors forward =
      execute(forward_desc(engine, c, d), stream,
              {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}});
  const tensors of_data = execute(backward_data_desc(engine, c, d), stream,
                                  {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}});
  const tensors of_weights = execute(backward_weights_desc(engine, c, d), stream,
                                     {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_SRC, t.src}});
  return {forward.at(DNNL_ARG_DST), of_data.at(DNNL_ARG_DIFF_SRC),
          of_weights.at(DNNL_ARG_DIFF_WEIGHTS), of_weights.at(DNNL_ARG_DIFF_BIAS)};
}

convolution_descs in_bf16(convolution_descs d) {
  for (dnnl::memory::desc *md : {&d.src, &d.weights, &d.bias, &d.dst})
    *md = {md->get_dims(), dnnl::memory::data_type::bf16, format::any};
  return d;
}

void expect_same_bits(const dnnl::engine &engine, const convolution_case &c,
                      const convolution_descs &d) {
  expect_same_bits_with_threads(
      [&](thread_pool *pool) { return results(engine, stream_on(engine, pool), c, d); }, {2, 3, 5});
}

class convolution_threads : public testing::TestWithParam<std::string> {};

TEST_P(convolution_threads, do_not_change_a_bit) {
  const dnnl::engine engine = engine_for(GetParam());
  for (const convolution_case &c :
       {deep, odd, depthwise, pointwise, narrow, in_strips, wide, grouped, spread, first_layer}) {
    SCOPED_TRACE(c.name());
    expect_same_bits(engine, c, describe(c, any_layouts));
  }
}

// Whose workers share out pixels or channels of pairs, and channels of planes.
TEST_P(convolution_threads, do_not_change_pairs_and_planes) {
  const dnnl::engine engine = engine_for(GetParam());
  for (const convolution_case &c :
       {depthwise, pointwise, narrow, one_part, parts, taps, grouped, spread, first_layer}) {
    SCOPED_TRACE(c.name());
    expect_same_bits(engine, c, in_bf16(describe(c, any_layouts)));
    expect_same_bits(engine, c, describe(c, channels_first));
  }
}

// Depthwise, in blocks and with channels last.
TEST_P(convolution_threads, do_not_change_what_windows_make) {
  const dnnl::engine engine = engine_for(GetParam());
  for (const convolution_case &c : {stepping, one_row}) {
    SCOPED_TRACE(c.name());
    for (const convolution_layouts &l : {any_layouts, channels_last}) {
      expect_same_bits(engine, c, describe(c, l));
    }
    expect_same_bits(engine, c, in_bf16(describe(c, any_layouts)));
  }
}

// Depthwise, from blocks that are vectors to blocks twice as long, which no task ends within.
TEST_P(convolution_threads, do_not_cut_blocks) {
  const dnnl::engine engine = engine_for(GetParam());
  const struct {
    int channels;
    format src, dst;
  } cases[] = {{104, format::nchw, format::nChw8c},
               {160, format::nChw4c, format::nChw8c},
               {320, format::nChw8c, format::nChw16c},
               {640, format::nChw16c, format::nChw32c}};
  for (const auto &[channels, src, dst] : cases) {
    SCOPED_TRACE(channels);
    const convolution_case c = {1,      channels, channels, channels, {20, 6}, {1, 4},
                                {1, 1}, {0, 0},   {0, 0},   {0, 0},   true};
    convolution_descs d = describe(c, any_layouts);
    d.src = {c.src_dims(), dnnl::memory::data_type::f32, src};
    d.dst = {c.dst_dims(), dnnl::memory::data_type::f32, dst};
    expect_same_bits(engine, c, d);
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_threads, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
