// SPDX-License-Identifier: Apache-2.0
// Matmul whose sizes are known at execution only.
#include "tests/unit/arguments/objects.h"
#include "tests/unit/matmul/cases.h"

namespace dnnlet::test {
namespace {

constexpr int64_t open = DNNL_RUNTIME_DIM_VAL;

class matmul_runtime : public matmul_test {
 protected:
  // Executes on memories of these layouts.
  tensor run_on(const dnnl::matmul::primitive_desc &pd, const matmul_descs &d, const product &p) {
    placed src(d.src, engine_, p.src, 4), weights(d.weights, engine_, p.weights, 4),
        dst(d.dst, engine_, 4);
    std::unordered_map<int, dnnl::memory> memories = {
        {DNNL_ARG_SRC, src}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, dst}};
    std::unique_ptr<placed> bias;
    if (d.bias.get_ndims() > 0) {
      bias = std::make_unique<placed>(d.bias, engine_, p.bias, 4);
      memories.emplace(DNNL_ARG_BIAS, bias->memory());
    }
    dnnl::matmul(pd).execute(stream_, memories);
    stream_.wait();
    note_run(pd.get());
    EXPECT_EQ(dst.damage(), "");
    return dst.read();
  }
};

desc open_desc(const dims &shape, data_type type, const dims &strides) {
  return {shape, type, strides};
}

// One primitive for several shapes and layouts.
TEST_P(matmul_runtime, all_open) {
  for (const data_type type : {data_type::f32, data_type::bf16, data_type::s8}) {
    const data_type to = type == data_type::s8 ? data_type::s32 : data_type::f32;
    SCOPED_TRACE(name_of(type));
    const desc of_inputs = open_desc({open, open}, type, {open, open}),
               of_dst = open_desc({open, open}, to, {open, open}),
               of_bias = open_desc({1, open}, data_type::f32, {open, open});
    for_each_implementation(
        [&] {
          return matmul_desc(engine_, {of_inputs, of_inputs, of_dst, of_bias});
        },
        GetParam() + ":",
        [&](const auto &pd) {
          for (const dims &s : {dims{9, 17, 20}, dims{1, 40, 33}, dims{30, 1, 5}, dims{3, 0, 4},
                                dims{1, 6, 0}, dims{0, 6, 3}})
            for (const auto &of : {plain, transposed}) {
              const matmul_descs d = {of({s[0], s[1]}, type), of({s[1], s[2]}, type),
                                      of({s[0], s[2]}, to), plain({1, s[2]}, data_type::f32)};
              const product p = draw_product(d, true, 11);
              EXPECT_TRUE(matches(run_on(pd, d, p), results_of(p, to))) << text(s);
            }
        });
  }
}

TEST_P(matmul_runtime, rows_and_batches) {
  const data_type f32 = data_type::f32;
  const desc src({open, open, 17}, f32, {open, 17, 1}), weights({open, 17, 9}, f32, {153, 9, 1}),
      dst({open, open, 9}, f32, {open, 9, 1});
  for_each_implementation(
      [&] {
        return matmul_desc(engine_, {src, weights, dst});
      },
      GetParam() + ":",
      [&](const auto &pd) {
        for (const dims &s : {dims{1, 1}, dims{3, 7}}) {
          const matmul_descs d = {plain({s[0], s[1], 17}, f32), plain({s[0], 17, 9}, f32),
                                  plain({s[0], s[1], 9}, f32)};
          const product p = draw_product(d, true, 12);
          EXPECT_TRUE(matches(run_on(pd, d, p), results_of(p, f32)));
        }
      });
}

// No products at all, of rows and columns that are there.
TEST_P(matmul_runtime, no_batches) {
  for (const data_type type : {data_type::f32, data_type::s8}) {
    const data_type to = type == data_type::s8 ? data_type::s32 : data_type::f32;
    const dims all_open = {open, open, open};
    const desc of_inputs = open_desc(all_open, type, all_open);
    for_each_implementation(
        [&] {
          return matmul_desc(engine_, {of_inputs, of_inputs, open_desc(all_open, to, all_open)});
        },
        GetParam() + ":",
        [&](const auto &pd) {
          for (const int64_t rows : {1, 7}) {
            const matmul_descs d = {plain({0, rows, 32}, type), plain({0, 32, 64}, type),
                                    plain({0, rows, 64}, to)};
            run_on(pd, d, draw_product(d, true, 14));
          }
        });
  }
}

// A bias may know the number of products that the others do not: execution holds them to it.
TEST_P(matmul_runtime, bias_of_each_product) {
  const data_type f32 = data_type::f32;
  const desc src({open, 4, 17}, f32, {68, 17, 1}), weights({open, 17, 9}, f32, {153, 9, 1}),
      dst({open, 4, 9}, f32, {36, 9, 1});
  const auto pd = matmul_desc(engine_, {src, weights, dst, any({3, 1, 9}, f32)});
  const auto with = [&](int64_t n) {
    const matmul_descs d = {plain({n, 4, 17}, f32), plain({n, 17, 9}, f32), plain({n, 4, 9}, f32),
                            plain({3, 1, 9}, f32)};
    const product p = draw_product(d, true, 13);
    const tensor got = run_on(pd, d, p);
    EXPECT_TRUE(matches(got, results_of(p, f32)));
  };
  with(3);
  EXPECT_TRUE(refuses("dim 0 of bias is 3", dnnl_invalid_arguments, [&] { with(2); }));
}

// What creation could not see is refused at execution, and nothing is written.
TEST_P(matmul_runtime, sizes_that_do_not_fit) {
  const data_type f32 = data_type::f32;
  const desc whole({open, open}, f32, {open, 1});
  const auto pd = matmul_desc(engine_, {whole, whole, whole});
  const auto with = [&](const desc &src, const desc &weights, const desc &dst) {
    return [&, src, weights, dst] {
      dnnl::matmul(pd).execute(stream_, {{DNNL_ARG_SRC, dnnl::memory(src, engine_)},
                                         {DNNL_ARG_WEIGHTS, dnnl::memory(weights, engine_)},
                                         {DNNL_ARG_DST, dnnl::memory(dst, engine_)}});
    };
  };
  const auto bad = dnnl_invalid_arguments;
  EXPECT_TRUE(
      refuses("K is 5", bad, with(plain({3, 5}, f32), plain({6, 4}, f32), plain({3, 4}, f32))));
  EXPECT_TRUE(
      refuses("M is 3", bad, with(plain({3, 5}, f32), plain({5, 4}, f32), plain({2, 4}, f32))));
  EXPECT_TRUE(
      refuses("N is 4", bad, with(plain({3, 5}, f32), plain({5, 4}, f32), plain({3, 7}, f32))));
  EXPECT_TRUE(refuses("strides", bad,
                      with(transposed({3, 5}, f32), plain({5, 4}, f32), plain({3, 4}, f32))));
  EXPECT_TRUE(refuses("overlap", bad,
                      with(plain({3, 5}, f32), plain({5, 4}, f32), desc({3, 4}, f32, {0, 1}))));
  EXPECT_TRUE(refuses(
      "blocks", bad,
      with(desc({16, 16}, f32, format::AB16b16a), plain({16, 4}, f32), plain({16, 4}, f32))));
}

INSTANTIATE_TEST_SUITE_P(plugins, matmul_runtime, testing::ValuesIn(matmul_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
