// SPDX-License-Identifier: Apache-2.0
// Products of a sparse and a dense matrix, in CSR or COO.
#include "tests/unit/arguments/objects.h"
#include "tests/unit/matmul/cases.h"

namespace dnnlet::test {
namespace {

class matmul_sparse : public matmul_test {};

// A sparse matrix: its numbers, and its buffers.
struct sparse {
  tensor numbers;
  guarded_buffer values;
  std::vector<int32_t> rows, columns, pointers;
  desc csr, coo;

  sparse(const dims &shape, data_type type, uint64_t seed)
      : numbers(random_tensor(shape, type, seed, {-4, 4, 8})) {
    const tensor kept = random_tensor(shape, data_type::f32, seed + 1, {0, 2, 2});
    std::vector<double> stored;
    for (int64_t r = 0; r < shape[0]; ++r) {
      pointers.push_back(int32_t(stored.size()));
      for (int64_t c = 0; c < shape[1]; ++c) {
        if (kept.at({r, c}) != 0) {
          numbers.at({r, c}) = 0;
          continue;
        }
        rows.push_back(int32_t(r));
        columns.push_back(int32_t(c));
        stored.push_back(numbers.at({r, c}));
      }
    }
    pointers.push_back(int32_t(stored.size()));
    values = guarded_buffer(stored.size() * size_t(bits_of(type)) / 8);
    for (size_t i = 0; i < stored.size(); ++i) store(type, values.data(), int64_t(i), stored[i]);
    const int64_t nnz = int64_t(stored.size());
    csr = desc::csr(shape, type, nnz, data_type::s32, data_type::s32);
    coo = desc::coo(shape, type, nnz, data_type::s32);
  }

  dnnl::memory memory(const dnnl::engine &engine, bool is_csr) {
    if (is_csr) return {csr, engine, {values.data(), columns.data(), pointers.data()}};
    return {coo, engine, {values.data(), rows.data(), columns.data()}};
  }
};

TEST_P(matmul_sparse, either_side) {
  for (const data_type type : {data_type::f32, data_type::f16})
    for (const dims &s : {dims{7, 13, 20}, dims{1, 40, 3}, dims{65, 70, 130}, dims{4, 9, 1},
                          dims{5, 8, 41}, dims{35, 280, 300}})  // the last: too large for a cache
      for (const bool is_csr : {true, false})
        for (const bool of_src : {true, false}) {
          SCOPED_TRACE(text(s) + (is_csr ? " csr" : " coo") + (of_src ? " src" : " weights"));
          const dims a = {s[0], s[1]}, b = {s[1], s[2]}, c = {s[0], s[2]};
          sparse matrix(of_src ? a : b, type, 5);
          const desc sparse_md = is_csr ? matrix.csr : matrix.coo;
          const desc dense_md = plain(of_src ? b : a, type);
          const tensor dense = random_tensor(dense_md.get_dims(), type, 8, {-3, 3, 6});
          const product p = {
              of_src ? matrix.numbers : dense, of_src ? dense : matrix.numbers, {}, c};
          placed other(dense_md, engine_, dense, 4), dst(plain(c, type), engine_, 4);
          for_each_implementation(
              [&] {
                return matmul_desc(engine_, {of_src ? sparse_md : dense_md,
                                             of_src ? dense_md : sparse_md, any(c, type)});
              },
              GetParam() + ":",
              [&](const auto &pd) {
                EXPECT_EQ(std::string(pd.impl_info_str()),
                          GetParam() + (GetParam() == "reference" ? ":matmul" : ":matmul_sparse"));
                dnnl::matmul(pd).execute(
                    stream_,
                    {{of_src ? DNNL_ARG_SRC : DNNL_ARG_WEIGHTS, matrix.memory(engine_, is_csr)},
                     {of_src ? DNNL_ARG_WEIGHTS : DNNL_ARG_SRC, other},
                     {DNNL_ARG_DST, dst}});
                stream_.wait();
                EXPECT_EQ(matrix.values.damage(), "");
                EXPECT_TRUE(matches(dst, results_of(p, type)));
              });
        }
}

// Elements of COO may come in any order, and more than once.
TEST_P(matmul_sparse, in_any_order) {
  const data_type f32 = data_type::f32;
  std::vector<float> values = {1, 2, 3, 4, 5};
  std::vector<int32_t> rows = {1, 0, 1, 2, 1}, columns = {2, 1, 0, 0, 2};
  tensor of_rows({3, 3}, f32);
  of_rows.values = {0, 2, 0, 3, 0, 6, 4, 0, 0};
  const desc coo = desc::coo({3, 3}, f32, 5, data_type::s32), dense_md = plain({3, 3}, f32);
  const tensor dense = random_tensor({3, 3}, f32, 8, {-3, 3, 6});
  placed other(dense_md, engine_, dense, 4), dst(dense_md, engine_, 4);
  for (const bool of_src : {true, false})
    for_each_implementation(
        [&] {
          return matmul_desc(engine_, {of_src ? coo : dense_md, of_src ? dense_md : coo, dense_md});
        },
        GetParam() + ":",
        [&](const auto &pd) {
          const dnnl::memory given(coo, engine_, {values.data(), rows.data(), columns.data()});
          dnnl::matmul(pd).execute(stream_, {{of_src ? DNNL_ARG_SRC : DNNL_ARG_WEIGHTS, given},
                                             {of_src ? DNNL_ARG_WEIGHTS : DNNL_ARG_SRC, other},
                                             {DNNL_ARG_DST, dst}});
          stream_.wait();
          const product p = {of_src ? of_rows : dense, of_src ? dense : of_rows, {}, {3, 3}};
          EXPECT_TRUE(matches(dst, results_of(p, f32)));
        });
}

// Indices come from the caller, and lead nowhere else than into the matrix.
TEST_P(matmul_sparse, indices_that_do_not_fit) {
  const data_type f32 = data_type::f32;
  const auto pd_of = [&](const desc &md) {
    return matmul_desc(engine_, {md, plain({13, 20}, f32), plain({7, 20}, f32)});
  };
  const auto with = [&](sparse &m, bool is_csr) {
    return [&, is_csr] {
      dnnl::matmul(pd_of(is_csr ? m.csr : m.coo))
          .execute(stream_, {{DNNL_ARG_SRC, m.memory(engine_, is_csr)},
                             {DNNL_ARG_WEIGHTS, dnnl::memory(plain({13, 20}, f32), engine_)},
                             {DNNL_ARG_DST, dnnl::memory(plain({7, 20}, f32), engine_)}});
    };
  };
  for (const bool is_csr : {true, false})
    for (const int32_t wrong : {-1, 13, 1 << 30}) {
      sparse m({7, 13}, f32, 5);
      m.columns[3] = wrong;
      EXPECT_TRUE(refuses("index 3", dnnl_invalid_arguments, with(m, is_csr)));
    }
  sparse m({7, 13}, f32, 5);
  m.rows[0] = 7;
  EXPECT_TRUE(refuses("index 0", dnnl_invalid_arguments, with(m, false)));
  m.pointers[7] += 1;
  EXPECT_TRUE(refuses("row pointer 7", dnnl_invalid_arguments, with(m, true)));
  m.pointers[7] -= 1;
  m.pointers[2] = -1;
  EXPECT_TRUE(refuses("row pointer 2", dnnl_invalid_arguments, with(m, true)));
}

TEST_P(matmul_sparse, what_is_not_taken) {
  const data_type f32 = data_type::f32;
  const desc csr = desc::csr({7, 13}, f32, 9, data_type::s32, data_type::s32);
  const desc w = plain({13, 20}, f32), d = plain({7, 20}, f32);
  const auto with = [&](const matmul_descs &descs, const dnnl::primitive_attr &attr = {}) {
    return [&, descs, attr] { matmul_desc(engine_, descs, attr, false); };
  };
  const auto no = dnnl_unimplemented;
  EXPECT_TRUE(refuses("bias", no, with({csr, w, d, plain({1, 20}, f32)})));
  EXPECT_TRUE(refuses("row-major", no, with({csr, transposed({13, 20}, f32), d})));
  EXPECT_TRUE(refuses("row-major", no, with({csr, w, transposed({7, 20}, f32)})));
  EXPECT_TRUE(refuses("both", no, with({csr, desc::coo({13, 20}, f32, 9, data_type::s32), d})));
  EXPECT_TRUE(refuses("f32 or f16", no, with({csr, plain({13, 20}, data_type::bf16), d})));
  EXPECT_TRUE(refuses("dst", no, with({plain({7, 20}, f32), plain({20, 13}, f32), csr})));
  EXPECT_TRUE(refuses("K is", dnnl_invalid_arguments, with({csr, plain({12, 20}, f32), d})));
  dnnl::primitive_attr attr;
  attr.set_scales_mask(DNNL_ARG_SRC, 0);
  EXPECT_TRUE(refuses("scales", no, with({csr, w, d}, attr)));
}

INSTANTIATE_TEST_SUITE_P(plugins, matmul_sparse, testing::ValuesIn(matmul_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
