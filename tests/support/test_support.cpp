// SPDX-License-Identifier: Apache-2.0
// The tests' own tools: a tool that finds nothing would let every test pass.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "tests/support/compare.h"
#include "tests/support/plugins.h"
#include "tests/support/thread_pool.h"

namespace dnnlet::test {
namespace {

using tag = dnnl::memory::format_tag;

TEST(Number, NarrowFloatsRoundToNearestEven) {
  EXPECT_EQ(rounded(data_type::bf16, 1 + 0x1p-8), 1);
  EXPECT_EQ(rounded(data_type::bf16, 1 + 3 * 0x1p-8), 1 + 0x1p-6);
  EXPECT_EQ(rounded(data_type::f16, 65519), 65504);
  EXPECT_TRUE(std::isinf(rounded(data_type::f16, 65520)));
  EXPECT_EQ(rounded(data_type::f16, 0x1p-24), 0x1p-24);
  EXPECT_EQ(rounded(data_type::f16, 0x1p-25), 0);
  EXPECT_EQ(rounded(data_type::f8_e4m3, 448), 448);
  EXPECT_TRUE(std::isnan(rounded(data_type::f8_e4m3, 1000)));
  EXPECT_TRUE(std::isnan(rounded(data_type::bf16, std::nan(""))));
  EXPECT_EQ(rounded(data_type::f4_e2m1, 2.4), 2);
}

TEST(Number, WideFloatsAreTheMachines) {
  for (const double value : {0.0, -0.0, 1.0, -3.1415926535, 1e-40, 3e38, 1e-310}) {
    float narrow;
    double wide;
    store(data_type::f32, &narrow, 0, value);
    store(data_type::f64, &wide, 0, value);
    EXPECT_EQ(narrow, float(value));
    EXPECT_EQ(std::signbit(narrow), std::signbit(value));
    EXPECT_EQ(wide, value);
  }
  EXPECT_EQ(ulp(data_type::f32, 1), 0x1p-23);
  EXPECT_EQ(ulp(data_type::f32, 0), 0x1p-149);
}

TEST(Number, IntegersSaturate) {
  EXPECT_EQ(rounded(data_type::s8, 127.6), 127);
  EXPECT_EQ(rounded(data_type::s8, -1000), -128);
  EXPECT_EQ(rounded(data_type::u8, -3), 0);
  EXPECT_EQ(rounded(data_type::s32, 1e12), 2147483647);
  EXPECT_EQ(rounded(data_type::s32, 2.5), 2);
  unsigned char pair[1] = {};
  store(data_type::s4, pair, 0, -3);
  store(data_type::s4, pair, 1, 5);
  EXPECT_EQ(load(data_type::s4, pair, 0), -3);
  EXPECT_EQ(load(data_type::s4, pair, 1), 5);
}

// Whether the byte can be read: the kernel says so, without a crash.
bool can_be_read(const unsigned char *byte) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const bool readable = write(ends[1], byte, 1) == 1;
  close(ends[0]);
  close(ends[1]);
  return readable;
}

TEST(Buffer, LiesAtTheEdge) {
  for (const char *edge : {"begin", "end"})
    for (const size_t bytes : {size_t(1), size_t(12), size_t(4096), size_t(70000)}) {
      setenv("DNNLET_TEST_EDGE", edge, 1);
      guarded_buffer buffer(bytes, 4);
      unsetenv("DNNLET_TEST_EDGE");
      unsigned char *const data = buffer.as<unsigned char>();
      EXPECT_EQ(data[bytes - 1], guarded_buffer::fresh);
      EXPECT_TRUE(can_be_read(data));
      EXPECT_FALSE(can_be_read(edge[0] == 'b' ? data - 1 : data + bytes));
      EXPECT_EQ(buffer.damage(), "");
    }
}

TEST(Buffer, SeesWritesOnBothSides) {
  guarded_buffer buffer(10, 3);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 64, 3u);
  EXPECT_EQ(buffer.damage(), "");
  buffer.as<char>()[-1] ^= 1;
  EXPECT_EQ(buffer.damage(), "byte -1 of a buffer of 10 was written");
  buffer.as<char>()[-1] ^= 1;
  buffer.as<char>()[10] ^= 1;
  EXPECT_EQ(buffer.damage(), "byte 10 of a buffer of 10 was written");
}

// The place of element (n, c, h, w) of a 2 x 17 x 3 x 5 tensor, written out for each layout.
TEST(Tensor, ElementsLieWhereTheTagSays) {
  const dnnl::engine engine = engine_for();
  const dims shape = {2, 17, 3, 5};
  const tensor content = random_tensor(shape, data_type::f32, 1);
  const auto check = [&](tag name, auto offset) {
    placed tensor({shape, data_type::f32, name}, engine);
    EXPECT_FALSE(matches(tensor, content));  // nothing is written yet
    tensor.write(content);
    EXPECT_TRUE(matches(tensor, content));
    dims x(4, 0);
    do {
      EXPECT_EQ(tensor.buffer().as<float>()[offset(x[0], x[1], x[2], x[3])], content.at(x));
    } while (next_index(x, shape));
  };
  using dim = dnnl::memory::dim;
  check(tag::nchw, [](dim n, dim c, dim h, dim w) { return ((n * 17 + c) * 3 + h) * 5 + w; });
  check(tag::nhwc, [](dim n, dim c, dim h, dim w) { return ((n * 3 + h) * 5 + w) * 17 + c; });
  check(tag::nChw8c,
        [](dim n, dim c, dim h, dim w) { return (((n * 3 + c / 8) * 3 + h) * 5 + w) * 8 + c % 8; });
  check(tag::NChw16n16c, [](dim n, dim c, dim h, dim w) {
    return (((c / 16 * 3 + h) * 5 + w) * 16 + n) * 16 + c % 16;
  });
}

TEST(Tensor, SubmemoryLiesInsideItsParent) {
  const dnnl::memory::desc parent({4, 6}, data_type::f32, tag::ab);
  placed part(parent.submemory_desc({2, 3}, {1, 2}), engine_for());
  part.write(tensor({2, 3}, data_type::f32, 5));
  EXPECT_EQ(part.buffer().as<float>()[1 * 6 + 2], 5);
  EXPECT_EQ(part.buffer().as<float>()[2 * 6 + 4], 5);
  EXPECT_NE(part.buffer().as<float>()[1 * 6 + 5], 5);
  EXPECT_EQ(part.buffer().damage(), "");
}

TEST(Tensor, PaddingThatIsNotZeroIsSeen) {
  const dims shape = {1, 3, 2, 2};
  placed blocked({shape, data_type::f32, tag::nChw8c}, engine_for(),
                 random_tensor(shape, data_type::f32, 1));
  EXPECT_EQ(blocked.damage(), "");
  blocked.buffer().as<float>()[3] = 0.5f;
  EXPECT_EQ(blocked.damage(), "the padding at 0x3x0x0 is 0.500000, expected 0");
}

TEST(Compare, FindsTheWorstElement) {
  const tensor expected = random_tensor({3, 4}, data_type::f32, 7);
  tensor got = expected;
  EXPECT_TRUE(matches(got, expected));
  got.values[6] += 2 * ulp(data_type::f32, got.values[6]);
  got.values[9] += 0.25;
  EXPECT_FALSE(matches(got, expected));
  const auto result = matches(got, expected, {4, 0, 0});
  EXPECT_NE(std::string(result.message()).find("at 2x1 of 3x4 f32"), std::string::npos)
      << result.message();
  EXPECT_NE(std::string(result.message()).find("1 of 12"), std::string::npos) << result.message();
  EXPECT_FALSE(matches(got, expected, {4, 0x1p24, 0})) << "there are no magnitudes";
  EXPECT_TRUE(matches(got, expected, {4, 0x1p24, 0}, std::vector<double>(12, 1)));
}

// What a kernel makes of the terms of a sum, in f32 from the first to the last, or backwards.
double accumulated(const std::vector<double> &terms, bool backwards) {
  float sum = 0;
  for (size_t i = 0; i < terms.size(); ++i)
    sum += float(terms[backwards ? terms.size() - 1 - i : i]);
  return double(sum);
}

// Sums of one length whose magnitudes differ: their terms, what they come to, and a right result.
struct sums_in_f32 {
  explicit sums_in_f32(int64_t length)
      : expected({6}, data_type::f32), got(expected.values), terms(6) {
    for (size_t e = 0; e < terms.size(); ++e) {
      terms[e] = random_tensor({length}, data_type::f32, e).values;
      for (double &term : terms[e]) {
        term = std::ldexp(term, -10 * int(e));
        expected.add(e, term);
      }
      got.values[e] = accumulated(terms[e], e % 2 == 0);
    }
  }
  sums expected;
  tensor got;
  std::vector<std::vector<double>> terms;
};

// Mistakes of kernels: a term of at least the usual size is left out, or taken twice; a neighbour's
// result; none. The elements before this one are larger by far.
TEST(Compare, MistakesInSmallElementsAreSeen) {
  for (const int64_t length : {1, 9, 64, 1000}) {
    const sums_in_f32 s(length);
    ASSERT_TRUE(matches(s.got, s.expected)) << length;
    for (size_t e = 0; e < s.terms.size(); ++e) {
      const double mean = s.expected.magnitudes[e] / double(length), sum = s.got.values[e];
      double term = 0;
      for (const double t : s.terms[e])
        if (std::fabs(t) >= mean) term = t;
      for (const double wrong : {sum - term, sum + term, s.got.values[(e + 1) % 6], 0.0}) {
        tensor mistaken = s.got;
        mistaken.values[e] = rounded(data_type::f32, wrong);
        EXPECT_FALSE(matches(mistaken, s.expected)) << length << " terms, element " << e;
      }
    }
  }
}

TEST(Compare, NotANumberIsNoNumber) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  tensor one({1}, data_type::f32, 1), none({1}, data_type::f32, nan);
  EXPECT_FALSE(matches(none, one, {1e9, 1e9, 0}));
  EXPECT_FALSE(matches(one, none, {1e9, 1e9, 0}));
  EXPECT_TRUE(matches(none, none));
}

TEST(Compare, SameValuesTellsZerosApart) {
  const tensor plus({1}, data_type::f32, 0.0), minus({1}, data_type::f32, -0.0);
  EXPECT_FALSE(same_values(plus, minus));
  EXPECT_TRUE(matches(plus, minus));
}

TEST(Plugins, ImplementationsAreOfTheUsablePlugins) {
  ASSERT_FALSE(usable_plugins().empty());
  const dnnl::memory::desc md({64}, data_type::f32, tag::a);
  for (const std::string &plugin : usable_plugins()) {
    const dnnl::engine engine = engine_for(plugin);
    const auto create = [&] {
      return dnnl::eltwise_forward::primitive_desc(engine, dnnl::prop_kind::forward_inference,
                                                   dnnl::algorithm::eltwise_relu, md, md);
    };
    bool before = true;  // plugins before the one asked for are not used
    for (const std::string &other : usable_plugins()) {
      before &= other != plugin;
      const int found = for_each_implementation(create, other + ":", [](const auto &) {});
      EXPECT_TRUE(!before || found == 0) << other << " is used where " << plugin << " is the best";
    }
    EXPECT_GE(for_each_implementation(create, "", [](const auto &) {}), 1);
  }
}

TEST(ThreadPool, RunsEveryPieceOnce) {
  for (const bool asynchronous : {false, true})
    for (const int threads : {1, 2, 5}) {
      thread_pool pool(threads, asynchronous);
      for (int round = 0; round < 50; ++round) {
        std::atomic<int> seen[7] = {};
        pool.parallel_for(7, [&seen, &pool](int i, int n) {
          EXPECT_EQ(n, 7);
          EXPECT_TRUE(pool.get_in_parallel());
          seen[i].fetch_add(1);
        });
        pool.wait();
        for (const auto &times : seen) EXPECT_EQ(times, 1);
      }
      EXPECT_EQ(pool.calls(), 50);
    }
}

}  // namespace
}  // namespace dnnlet::test
