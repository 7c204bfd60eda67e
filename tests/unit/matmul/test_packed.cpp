// SPDX-License-Identifier: Apache-2.0
// Products with packed sparse weights: as those with the dense weights that they stand for.
#include <cstring>

#include "tests/unit/arguments/objects.h"
#include "tests/unit/matmul/cases.h"

namespace dnnlet::test {
namespace {

constexpr auto s8 = data_type::s8, u8 = data_type::u8, s32 = data_type::s32, f32 = data_type::f32;
constexpr int offsets = 1, bits = 2;

// Buffers of packed weights.
struct packed {
  desc md;
  std::vector<guarded_buffer> buffers;
  dnnl::memory memory;

  packed(const dnnl::engine &engine, const desc &laid_out, size_t misalignment = 3) : md(laid_out) {
    std::vector<void *> handles;
    for (int i = 0; i < md.get_num_handles(); ++i) {
      buffers.emplace_back(md.get_size(i), misalignment);
      handles.push_back(buffers.back().data());
    }
    memory = dnnl::memory(md, engine, handles);
  }
  template <typename T>
  T get(int handle, int64_t i) {
    T x;
    std::memcpy(&x, buffers[size_t(handle)].as<char>() + size_t(i) * sizeof(T), sizeof(T));
    return x;
  }
  template <typename T>
  void set(int handle, int64_t i, T x) {
    std::memcpy(buffers[size_t(handle)].as<char>() + size_t(i) * sizeof(T), &x, sizeof(T));
  }
  void expect_whole() const {
    for (const guarded_buffer &buffer : buffers) EXPECT_EQ(buffer.damage(), "");
  }
};

// Of which one in so many is not zero; how many these are.
int64_t thin_out(tensor &t, int64_t one_in, uint64_t seed) {
  const tensor dice = random_tensor(t.shape, s32, seed,
                                    {0, double(one_in - 1), int(std::max<int64_t>(one_in - 1, 1))});
  int64_t nnz = 0;
  for (size_t i = 0; i < t.values.size(); ++i) {
    if (one_in > 1 && dice.values[i] != 0) t.values[i] = 0;
    nnz += t.values[i] != 0;
  }
  return nnz;
}

class matmul_packed : public matmul_test {
 protected:
  void pack(const tensor &weights, const packed &to) {
    placed dense(plain(weights.shape, weights.type), engine_, weights, 1);
    dnnl::reorder(dnnl::reorder::primitive_desc(engine_, dense.memory().get_desc(), engine_, to.md))
        .execute(stream_, {{DNNL_ARG_FROM, dense}, {DNNL_ARG_TO, to.memory}});
    stream_.wait();
  }
  std::string name() const {
    return GetParam() + (GetParam() == "reference" ? ":matmul" : ":matmul_packed");
  }

  void check_packed(const matmul_descs &d, int64_t one_in, std::vector<tensor_values> values = {}) {
    product p = draw_product(d, true, 7);
    const int64_t nnz = thin_out(p.weights, one_in, 3);
    SCOPED_TRACE(text(p.src.shape) + " x " + text(p.weights.shape) + ", nnz " +
                 std::to_string(nnz));
    p.values = std::move(values);
    for (tensor_values &v : p.values)
      v.draw(v.arg == DNNL_ARG_SRC       ? p.src.shape
             : v.arg == DNNL_ARG_WEIGHTS ? p.weights.shape
                                         : p.dst,
             uint64_t(v.arg));
    dnnl::primitive_attr attr;
    set(attr, p.values);
    const matmul_descs with = {d.src, desc::packed(p.weights.shape, s8, nnz), d.dst, d.bias};
    const int found = for_each_implementation(
        [&] { return matmul_desc(engine_, with, attr); }, GetParam() + ":",
        [&](const auto &pd) {
          EXPECT_EQ(pd.impl_info_str(), name());
          packed weights(engine_, pd.weights_desc());
          pack(p.weights, weights);
          placed src(pd.src_desc(), engine_, p.src, 4), dst(pd.dst_desc(), engine_, 4);
          auto args = memories_of(engine_, p.values);
          args.insert({{DNNL_ARG_SRC, src}, {DNNL_ARG_DST, dst}});
          args.emplace(DNNL_ARG_WEIGHTS, weights.memory);
          std::unique_ptr<placed> bias;
          if (d.bias.get_ndims() > 0) {
            bias = std::make_unique<placed>(pd.bias_desc(), engine_, p.bias, 4);
            args.emplace(DNNL_ARG_BIAS, bias->memory());
          }
          dnnl::matmul(pd).execute(stream_, args);
          stream_.wait();
          weights.expect_whole();
          EXPECT_EQ(dst.damage(), "");
          EXPECT_TRUE(matches(dst, results_of(p, d.dst.get_data_type())));
        });
    const bool is_empty = count(p.src.shape) * count(p.dst) == 0;
    const bool has_kernel = GetParam() == "reference" || (!is_empty && !is_partial());
    EXPECT_GE(found, has_kernel ? 1 : 0);
  }
};

TEST_P(matmul_packed, as_dense_weights) {
  for (const data_type src : {u8, s8})
    for (const data_type dst : {s32, data_type::bf16})
      for (const dims &s : {dims{7, 13, 20}, dims{1, 40, 3}, dims{35, 70, 130}, dims{4, 9, 1},
                            dims{1, 64, 64}, dims{33, 128, 65}, dims{20, 1, 200}})
        for (const int64_t one_in : {1, 3, 10})
          check_packed({any({s[0], s[1]}, src), plain({s[1], s[2]}, s8), any({s[0], s[2]}, dst)},
                       one_in);
}

TEST_P(matmul_packed, batches) {
  for (const int64_t weights : {3, 1})
    check_packed({plain({3, 17, 30}, u8), plain({weights, 30, 70}, s8), plain({3, 17, 70}, s32)},
                 4);
  check_packed({plain({1, 2, 5, 9}, s8), plain({2, 1, 9, 16}, s8), plain({2, 2, 5, 16}, f32)}, 4);
}

TEST_P(matmul_packed, attributes) {
  using v = tensor_values;
  const auto scale = v::scale, zero_point = v::zero_point;
  for (const int64_t rows : {19, 2}) {
    const matmul_descs d = {plain({rows, 40}, u8), plain({40, 33}, s8), plain({rows, 33}, s8),
                            plain({1, 33}, f32)};
    check_packed(d, 3, {{scale, DNNL_ARG_WEIGHTS, 2, {}}, {scale, DNNL_ARG_DST, 0, {}}});
    check_packed(d, 3,
                 {{scale, DNNL_ARG_SRC, 0, {}},
                  {zero_point, DNNL_ARG_SRC, 0, {}, s32},
                  {zero_point, DNNL_ARG_DST, 0, {}, s32}});
    check_packed(d, 3, {{zero_point, DNNL_ARG_WEIGHTS, 0, {}, s32}});
  }
}

// Of few rows, whose weights are unpacked a part at a time: of columns, or of rows.
TEST_P(matmul_packed, parts_of_weights) {
  check_packed({plain({2, 70}, u8), plain({70, 4500}, s8), plain({2, 4500}, s32)}, 4);
  check_packed({plain({1, 2100}, s8), plain({2100, 140}, s8), plain({1, 140}, s32)}, 4);
}

TEST_P(matmul_packed, without_elements) {
  for (const dims &s : {dims{3, 0, 4}, dims{3, 5, 0}, dims{0, 5, 4}})
    check_packed({plain({s[0], s[1]}, u8), plain({s[1], s[2]}, s8), plain({s[0], s[2]}, s32)}, 2);
}

TEST_P(matmul_packed, sizes_that_are_known_later) {
  const dims weights = {40, 24};
  const desc open({DNNL_RUNTIME_DIM_VAL, 40}, u8, format::ab),
      result({DNNL_RUNTIME_DIM_VAL, 24}, s32, format::ab);
  product p = draw_product({plain({9, 40}, u8), plain(weights, s8), plain({9, 24}, s32)}, true, 7);
  const int64_t nnz = thin_out(p.weights, 3, 3);
  for_each_implementation(
      [&] {
        return matmul_desc(engine_, {open, desc::packed(weights, s8, nnz), result});
      },
      GetParam() + ":",
      [&](const auto &pd) {
        packed given(engine_, pd.weights_desc());
        pack(p.weights, given);
        placed src(plain({9, 40}, u8), engine_, p.src), dst(plain({9, 24}, s32), engine_);
        dnnl::matmul(pd).execute(
            stream_, {{DNNL_ARG_SRC, src}, {DNNL_ARG_WEIGHTS, given.memory}, {DNNL_ARG_DST, dst}});
        stream_.wait();
        EXPECT_TRUE(matches(dst, results_of(p, s32)));
      });
}

// What buffers hold comes from the caller, and leads nowhere else than into them.
TEST_P(matmul_packed, buffers_that_do_not_fit) {
  const dims shape = {20, 70};
  tensor numbers = random_tensor(shape, s8, 5, {-4, 4, 8});
  const int64_t nnz = thin_out(numbers, 3, 5);
  const auto pd_of = [&](int64_t room) {
    return matmul_desc(engine_,
                       {plain({6, 20}, u8), desc::packed(shape, s8, room), plain({6, 70}, s32)});
  };
  const auto multiply = [&](const packed &weights) {
    return [&] {
      dnnl::matmul(pd_of(weights.md.get_nnz()))
          .execute(stream_, {{DNNL_ARG_SRC, dnnl::memory(plain({6, 20}, u8), engine_)},
                             {DNNL_ARG_WEIGHTS, weights.memory},
                             {DNNL_ARG_DST, dnnl::memory(plain({6, 70}, s32), engine_)}});
      stream_.wait();
    };
  };
  const auto bad = dnnl_invalid_arguments;
  packed less(engine_, pd_of(nnz - 1).weights_desc());
  EXPECT_TRUE(refuses("not zero", bad, [&] { pack(numbers, less); }));
  less.expect_whole();
  EXPECT_TRUE(refuses("begins at value", bad, multiply(less)));

  packed w(engine_, pd_of(nnz).weights_desc());
  pack(numbers, w);
  for (int64_t i = 0; i < 40; ++i) w.set<uint64_t>(bits, i, ~uint64_t(0));
  multiply(w)();
  w.expect_whole();
  for (const int64_t wrong : {int64_t(-1), nnz + 1, INT64_MAX}) {
    pack(numbers, w);
    w.set<int64_t>(offsets, 7, wrong);
    EXPECT_TRUE(refuses("begins at value", bad, multiply(w)));
  }
  pack(numbers, w);
  w.set<int64_t>(offsets, 20, nnz + 1);
  EXPECT_TRUE(refuses("row 20", bad, multiply(w)));
  w.memory.set_data_handle(nullptr, bits);
  EXPECT_TRUE(refuses("buffer 2", bad, multiply(w)));
  packed other(engine_, pd_of(nnz + 1).weights_desc());
  other.md = w.md;
  EXPECT_TRUE(refuses("another sparse", bad, multiply(other)));
}

TEST_P(matmul_packed, what_is_not_taken) {
  const auto no = dnnl_unimplemented;
  const desc w = desc::packed({13, 20}, s8, 9);
  const auto with = [&](const desc &src, const desc &weights, const desc &dst) {
    return [=] { matmul_desc(engine_, {src, weights, dst}, {}, false); };
  };
  EXPECT_TRUE(
      refuses("src is packed", no,
              with(desc::packed({7, 13}, s8, 9), plain({13, 20}, s8), plain({7, 20}, s32))));
  EXPECT_TRUE(
      refuses("expected s8", no,
              with(plain({7, 13}, f32), desc::packed({13, 20}, f32, 9), plain({7, 20}, f32))));
  EXPECT_TRUE(refuses("fpmath", no, with(plain({7, 13}, f32), w, plain({7, 20}, f32))));
  EXPECT_TRUE(refuses("runtime", no,
                      with(plain({7, 13}, u8), desc::packed({13, DNNL_RUNTIME_DIM_VAL}, s8, 9),
                           desc({7, DNNL_RUNTIME_DIM_VAL}, s32, format::ab))));
  EXPECT_TRUE(
      refuses("K is", dnnl_invalid_arguments, with(plain({7, 12}, u8), w, plain({7, 20}, s32))));
  const auto reorder = [&](const desc &from, const desc &to) {
    return [=] { dnnl::reorder::primitive_desc(engine_, from, engine_, to); };
  };
  EXPECT_TRUE(refuses("not known", no, reorder(plain({13, 20}, s8), w)));
  const desc known =
      matmul_desc(engine_, {plain({7, 13}, u8), w, plain({7, 20}, s32)}).weights_desc();
  EXPECT_TRUE(refuses("packed dst", no, reorder(known, plain({13, 20}, s8))));
  dnnl::post_ops sum;
  sum.append_sum();
  dnnl::primitive_attr attr;
  attr.set_post_ops(sum);
  EXPECT_TRUE(refuses("post-ops", no, [&] {
    dnnl::reorder::primitive_desc(engine_, plain({13, 20}, s8), engine_, known, attr);
  }));
}

TEST(packed_desc, what_a_primitive_answers) {
  const dnnl::engine engine = cpu();
  const desc open = desc::packed({13, 70}, s8, 9);
  const auto pd_of = [&](const desc &weights) {
    return matmul_desc(engine, {plain({7, 13}, u8), weights, plain({7, 70}, s32)});
  };
  desc known = pd_of(open).weights_desc();
  EXPECT_TRUE(known != open);
  EXPECT_EQ(known.get_num_handles(), 3);
  EXPECT_EQ(known.get_nnz(), 9);
  EXPECT_EQ(known.get_dims(), open.get_dims());
  EXPECT_EQ(known.get_format_kind(), dnnl::memory::format_kind::sparse);
  EXPECT_EQ(known.get_sparse_encoding(), dnnl::memory::sparse_encoding::packed);
  EXPECT_EQ(known.get_size(), 9u);
  EXPECT_EQ(known.get_size(offsets), 14 * 8u);
  EXPECT_EQ(known.get_size(bits), 13 * 2 * 8u);
  EXPECT_EQ(known.get_size(3), 0u);
  EXPECT_EQ(open.get_size(bits), 0u);
  EXPECT_TRUE(pd_of(known).weights_desc() == known);
  EXPECT_TRUE(desc(known.get_blob()) == known);
  const dnnl::memory memory(known, engine);  // which the library allocates
  for (int i = 0; i < 3; ++i) EXPECT_NE(memory.get_data_handle(i), nullptr);
}

INSTANTIATE_TEST_SUITE_P(plugins, matmul_packed, testing::ValuesIn(matmul_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
