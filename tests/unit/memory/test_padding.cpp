// SPDX-License-Identifier: Apache-2.0
// Zeroing the padding touches the padding, all of it, and nothing else.
#include <gtest/gtest.h>

#include "core/support/data_type.h"
#include "tests/support/buffer.h"
#include "tests/unit/memory/descriptors.h"

namespace dnnlet::test {
namespace {

void check_padding(const memory_desc &md) {
  const size_t bytes = size_of(md) + type_bytes(md.data_type, md.offset0);
  guarded_buffer buffer(bytes), expected(bytes);
  index_t index(size_t(md.ndims), 0);
  do {
    bool is_padding = false;
    for (int d = 0; d < md.ndims; ++d) is_padding = is_padding || index[size_t(d)] >= md.dims[d];
    if (is_padding) store_element(md.data_type, expected.data(), offset_of(md, index.data()), 0);
  } while (next(index, padded_dims(md)));
  zero_padding(md, buffer.data());
  EXPECT_TRUE(buffer == expected);
  EXPECT_EQ(buffer.damage(), "");
}

TEST(padding, of_every_tag) {
  dice d(21);
  for (const tag_row &row : canonical_tags()) {
    const parsed_name name = parse(row.name);
    if (name.ndims > max_ndims || name.blocks.empty()) continue;
    SCOPED_TRACE(row.name);
    for (const dnnl_data_type_t type : {dnnl_f32, dnnl_s8, dnnl_u4})
      check_padding(tagged(shape_for(name, d), type, row.value));
    if (HasFailure()) return;
  }
}

// From a byte to several vectors, of pixel after pixel.
TEST(padding, of_every_length) {
  for (const dnnl_data_type_t type : {dnnl_f32, dnnl_bf16, dnnl_s8, dnnl_u4})
    for (const dnnl_format_tag_t tag : {dnnl_aBcd8b, dnnl_aBcd16b, dnnl_aBcd32b})
      for (dim_t channels = 1; channels < 33; ++channels) {
        SCOPED_TRACE(std::to_string(channels) + " channels");
        check_padding(tagged({2, channels, 3, 5}, type, tag));
        if (HasFailure()) return;
      }
}

TEST(padding, of_parts) {
  dice d(22);
  for (int trial = 0; trial < 500; ++trial) {
    const dnnl_format_tag_t tags[] = {dnnl_ABcd16b16a, dnnl_aBcd16b, dnnl_ABcd4b16a4b,
                                      dnnl_Acdb48a};
    const memory_desc parent =
        tagged({40 + d.below(60), 40 + d.below(60), 2, 3}, dnnl_s8, tags[d.below(4)]);
    const index_t offsets = {48 * d.below(2) % parent.dims[0], 16 * d.below(3), d.below(2), 0};
    index_t dims(4);
    for (size_t e = 0; e < 4; ++e) dims[e] = 1 + d.below(parent.dims[e] - offsets[e]);
    memory_desc md;
    if (init_submemory(md, parent, dims.data(), offsets.data()) != dnnl_success) continue;
    check_padding(md);
    if (HasFailure()) return;
  }
}

// Dimensions that are padded without blocks, and by more than a block.
TEST(padding, beyond_one_block) {
  memory_desc md = tagged({3, 48, 5}, dnnl_f32, dnnl_aBc16b);
  md.dims[0] = 2;
  md.dims[1] = 9;
  check_padding(md);
  md = tagged({3, 4, 5}, dnnl_f32, dnnl_abc);
  md.dims[1] = 1;
  md.dims[2] = 3;
  check_padding(md);
}

TEST(padding, none_and_nothing) {
  const memory_desc whole = tagged({2, 32, 3}, dnnl_f32, dnnl_aBc16b);
  check_padding(whole);
  zero_padding(tagged({2, 0, 3}, dnnl_f32, dnnl_aBc16b), nullptr);
  zero_padding(zero_md, nullptr);
}

}  // namespace
}  // namespace dnnlet::test
