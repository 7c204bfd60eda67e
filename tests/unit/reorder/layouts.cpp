// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/reorder/layouts.h"

#include <algorithm>

#include "core/primitives/kernel_tables.h"

namespace dnnlet::test {

namespace {

const all_rows_run rows(dnnl_reorder, dnnl_prop_kind_undef, reorder_kernels);

using tag = dnnl::memory::format_tag;

struct named_tag {
  const char *name;
  tag value;
};

// Orders and blocks of activations, weights and the panels that kernels pack weights into.
const std::vector<named_tag> &tags_of(size_t ndims) {
  static const std::vector<named_tag> tags[] = {
      {},
      {{"a", tag::a}},
      {{"ab", tag::ab},
       {"ba", tag::ba},
       {"AB16b64a2b", tag::AB16b64a2b},
       {"AB32a32b", tag::AB32a32b},
       {"BA16a16b4a", tag::BA16a16b4a},
       {"AB4b16a4b", tag::AB4b16a4b},
       {"BA4b8a8b4a", tag::BA4b8a8b4a}},
      {{"abc", tag::abc},
       {"acb", tag::acb},
       {"cba", tag::cba},
       {"bca", tag::bca},
       {"aBc16b", tag::aBc16b},
       {"aBc4b", tag::aBc4b},
       {"ABc16b16a", tag::ABc16b16a},
       {"Acb48a", tag::Acb48a},
       {"ABc2b8a16b4a", tag::ABc2b8a16b4a}},
      {{"abcd", tag::abcd},
       {"acdb", tag::acdb},
       {"bcda", tag::bcda},
       {"cdba", tag::cdba},
       {"dcab", tag::dcab},
       {"bacd", tag::bacd},
       {"aBcd4b", tag::aBcd4b},
       {"aBcd8b", tag::aBcd8b},
       {"aBcd16b", tag::aBcd16b},
       {"aBcd32b", tag::aBcd32b},
       {"ABcd16b16a", tag::ABcd16b16a},
       {"ABcd16a16b", tag::ABcd16a16b},
       {"ABcd8b8a", tag::ABcd8b8a},
       {"ABcd8b16a2b", tag::ABcd8b16a2b},
       {"ABcd4b16a4b", tag::ABcd4b16a4b},
       {"Acdb16a", tag::Acdb16a},
       {"Acdb32a", tag::Acdb32a},
       {"Acdb48a", tag::Acdb48a},
       {"Abcd8a", tag::Abcd8a},
       {"AcdB48a2b", tag::AcdB48a2b},
       {"BAcd16b16a", tag::BAcd16b16a},
       {"Bcda24b", tag::Bcda24b},
       {"AcdB16b32a4b", tag::AcdB16b32a4b},
       {"ABcd32a32b", tag::ABcd32a32b}},
      {{"abcde", tag::abcde},
       {"acdeb", tag::acdeb},
       {"decab", tag::decab},
       {"aBcde16b", tag::aBcde16b},
       {"aBcde8b", tag::aBcde8b},
       {"aBCde16c16b", tag::aBCde16c16b},
       {"aBCde8c16b2c", tag::aBCde8c16b2c},
       {"Abcde16a", tag::Abcde16a},
       {"aBdec48b", tag::aBdec48b},
       {"aBCde4c16b4c", tag::aBCde4c16b4c}},
      {{"abcdef", tag::abcdef},
       {"abdefc", tag::abdefc},
       {"defcab", tag::defcab},
       {"aBCdef16c16b", tag::aBCdef16c16b},
       {"Abcdef16a", tag::Abcdef16a},
       {"aBdefc8b", tag::aBdefc8b}},
  };
  return tags[ndims];
}

described tagged(const dims &shape, data_type type, dice &d) {
  const named_tag chosen = d.one_of(tags_of(shape.size()));
  return {chosen.name, {shape, type, chosen.value}};
}

// Any order of the dimensions, with gaps between and within them.
described strided(const dims &shape, data_type type, dice &d) {
  std::vector<size_t> order(shape.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (size_t i = order.size(); i-- > 1;)
    std::swap(order[i], order[size_t(d.below(int64_t(i) + 1))]);
  dims strides(shape.size());
  int64_t stride = d.below(3) == 0 ? 2 : 1;
  for (const size_t i : order) {
    strides[i] = stride;
    stride = stride * shape[i] + (d.below(3) == 0 ? d.below(5) : 0);
  }
  return {"strides " + text(strides), {shape, type, strides}};
}

// A part of a tensor in a tagged layout that begins at a block.
described part(const dims &shape, data_type type, dice &d) {
  dims parent_shape = shape, offsets(shape.size(), 0);
  const size_t along = size_t(d.below(int64_t(shape.size())));
  offsets[along] = 192 * d.below(2);  // a multiple of every block
  const int64_t behind = d.below(3);
  parent_shape[along] += offsets[along] + behind;
  const described parent = tagged(parent_shape, type, d);
  return {"part of " + parent.name, parent.md.submemory_desc(shape, offsets)};
}

}  // namespace

int64_t dice::below(int64_t count) {
  state_ = state_ * 6364136223846793005u + 1442695040888963407u;
  return int64_t((state_ >> 33) % uint64_t(count));
}

described random_layout(const dims &shape, data_type type, dice &d) {
  const int64_t kind = d.below(8);
  if (kind == 0) return strided(shape, type, d);
  if (kind == 1) return part(shape, type, d);
  return tagged(shape, type, d);
}

dims random_shape(int64_t most, dice &d) {
  static const std::vector<int64_t> extents = {1,  2,  3,  4,  5,  7,  8,  12, 16,
                                               17, 20, 32, 33, 48, 50, 64, 67};
  dims shape(size_t(1 + d.below(6)));
  int64_t left = most;
  for (size_t i = 0; i < shape.size(); ++i) {
    do shape[i] = d.one_of(extents);
    while (shape[i] > left);
    left /= shape[i];
  }
  for (size_t i = shape.size(); i-- > 1;)
    std::swap(shape[i], shape[size_t(d.below(int64_t(i) + 1))]);
  return shape;
}

::testing::AssertionResult gaps_are_untouched(placed &p, const dnnl::memory::desc &md) {
  const int bits = bits_of(md.get_data_type());
  if (bits < 8) return ::testing::AssertionSuccess();
  const size_t size = size_t(bits) / 8;
  const layout where(md);
  std::vector<bool> is_element(p.buffer().size());
  dims index(where.padded().size(), 0);
  if (count(where.padded()) > 0) {
    do {
      const size_t at = size_t(where.offset(index)) * size;
      for (size_t i = 0; i < size; ++i) is_element[at + i] = true;
    } while (next_index(index, where.padded()));
  }
  const unsigned char *bytes = p.buffer().as<unsigned char>();
  for (size_t i = 0; i < is_element.size(); ++i)
    if (!is_element[i] && bytes[i] != guarded_buffer::fresh)
      return ::testing::AssertionFailure() << "byte " << i << " of a gap was written";
  return ::testing::AssertionSuccess();
}

void check_reorder(const dnnl::reorder::primitive_desc &pd, const dnnl::stream &stream,
                   const dnnl::memory::desc &src_md, const tensor &src,
                   const dnnl::memory::desc &dst_md, const tensor &expected, const tensor *old,
                   const std::unordered_map<int, dnnl::memory> &others, const tolerance &allowed) {
  const dnnl::engine engine = stream.get_engine();
  // Aligned to no more than an element.
  const size_t from_size = size_t(std::max(bits_of(src.type), 8) / 8);
  const size_t to_size = size_t(std::max(bits_of(expected.type), 8) / 8);
  placed from(src_md, engine, src, from_size), to(dst_md, engine, 3 * to_size);
  const guarded_buffer before = [&] {
    guarded_buffer copy(from.buffer().size());
    std::copy_n(from.buffer().as<unsigned char>(), copy.size(), copy.as<unsigned char>());
    return copy;
  }();
  if (old) to.write(*old);
  std::unordered_map<int, dnnl::memory> arguments = others;
  arguments.emplace(DNNL_ARG_FROM, from.memory());
  arguments.emplace(DNNL_ARG_TO, to.memory());
  dnnl::reorder(pd).execute(stream, arguments);
  dnnl::stream(stream).wait();
  EXPECT_TRUE(matches(to, expected, allowed));
  EXPECT_TRUE(gaps_are_untouched(to, dst_md));
  EXPECT_TRUE(from.buffer() == before) << "src changed";
}

}  // namespace dnnlet::test
