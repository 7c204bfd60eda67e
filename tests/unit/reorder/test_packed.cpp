// SPDX-License-Identifier: Apache-2.0
// Every implementation of reorder to packed sparse tensors, by the definition of their layout.
#include <cstring>

#include "core/memory/packed.h"
#include "tests/support/execute.h"
#include "tests/unit/reorder/layouts.h"

namespace dnnlet::test {
namespace {

using tag = dnnl::memory::format_tag;
using desc = dnnl::memory::desc;

// As a primitive that takes it would answer it.
desc laid_out(const desc &open) {
  memory_desc md = *open.get();
  lay_out_packed(md);
  dnnl_memory_desc_t copy = nullptr;
  EXPECT_EQ(dnnl_memory_desc_clone(&copy, &md), dnnl_success);
  return desc(copy);
}

template <typename T>
T number(const guarded_buffer &buffer, int64_t i) {
  T x;
  std::memcpy(&x, static_cast<const char *>(buffer.data()) + size_t(i) * sizeof(T), sizeof(T));
  return x;
}

// What the buffers say, row by row.
tensor unpacked(const dims &shape, const std::vector<guarded_buffer> &buffers) {
  tensor t(shape, data_type::s8);
  const int64_t columns = shape.back(), rows = count(shape) / columns;
  const int64_t words = (columns + 63) / 64;
  int64_t next = 0;
  for (int64_t r = 0; r < rows; ++r) {
    EXPECT_EQ(number<int64_t>(buffers[1], r), next) << "row " << r;
    for (int64_t i = 0; i < words * 64; ++i) {
      const bool has_value = number<uint64_t>(buffers[2], r * words + i / 64) >> (i % 64) & 1;
      EXPECT_FALSE(has_value && i >= columns) << "row " << r << ", bit " << i;
      if (has_value && i < columns)
        t.values[size_t(r * columns + i)] = number<int8_t>(buffers[0], next++);
    }
  }
  EXPECT_EQ(number<int64_t>(buffers[1], rows), next);
  return t;
}

void check(const desc &from, bool has_scales, uint64_t seed) {
  const dims shape = from.get_dims();
  const data_type type = from.get_data_type();
  SCOPED_TRACE(text(shape) + " " + name_of(type) + ", seed " + std::to_string(seed));
  const dnnl::engine engine = engine_for();
  const dnnl::stream stream(engine);
  const tensor src = random_tensor(shape, type, seed, {-3, 3, 6});
  tensor expected = src;
  int64_t nnz = 0;
  for (double &x : expected.values)
    nnz += (x = rounded(data_type::s8, has_scales ? 0.5 * x : x)) != 0;
  dnnl::primitive_attr attr;
  if (has_scales) attr.set_scales_mask(DNNL_ARG_FROM, 0);
  dnnl::memory scale({{1}, data_type::f32, tag::a}, engine);
  *static_cast<float *>(scale.get_data_handle()) = 0.5f;
  const desc to = laid_out(desc::packed(shape, data_type::s8, nnz));
  const int found = for_each_implementation(
      [&] { return dnnl::reorder::primitive_desc(engine, from, engine, to, attr); }, "",
      [&](const dnnl::reorder::primitive_desc &pd) {
        placed given(from, engine, src, 4);
        std::vector<guarded_buffer> buffers;
        std::vector<void *> handles;
        for (int i = 0; i < 3; ++i) {
          buffers.emplace_back(to.get_size(i), 1);
          handles.push_back(buffers.back().data());
        }
        std::unordered_map<int, dnnl::memory> args = {
            {DNNL_ARG_FROM, given}, {DNNL_ARG_TO, dnnl::memory(to, engine, handles)}};
        if (has_scales) args.emplace(DNNL_ARG_ATTR_SCALES | DNNL_ARG_FROM, scale);
        dnnl::primitive(pd.get()).execute(stream, args);
        for (const guarded_buffer &buffer : buffers) EXPECT_EQ(buffer.damage(), "");
        EXPECT_TRUE(matches(unpacked(shape, buffers), expected));
      });
  EXPECT_GE(found, 2);
}

TEST(reorder_packed, as_the_layout_says) {
  uint64_t seed = 100;
  for (const dims &shape : {dims{5, 7}, dims{40, 64}, dims{3, 200}, dims{130, 1}})
    for (const data_type type : {data_type::s8, data_type::f32, data_type::bf16, data_type::s32})
      for (const tag order : {tag::ab, tag::ba}) {
        ++seed;
        check({shape, type, order}, seed % 3 == 0, seed);
      }
  check({{2, 3, 9, 70}, data_type::s8, tag::abdc}, false, seed);
  check({{77}, data_type::f32, tag::a}, false, seed);
}

}  // namespace
}  // namespace dnnlet::test
