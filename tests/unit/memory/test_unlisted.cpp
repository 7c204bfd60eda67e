// SPDX-License-Identifier: Apache-2.0
// What oneDNN's own tests use beside the API: layouts by their names, and padding.
#include <gtest/gtest.h>

#include <cctype>
#include <cstring>

#include "oneapi/dnnl/dnnl.hpp"
#include "oneapi/dnnl/dnnl_debug.h"
#include "tests/unit/memory/descriptors.h"

extern "C" {
dnnl_status_t dnnl_memory_desc_create_with_string_tag(dnnl_memory_desc_t *, int, const dnnl_dims_t,
                                                      dnnl_data_type_t, const char *);
dnnl_status_t dnnl_memory_desc_set_data_type(dnnl_memory_desc_t, dnnl_data_type_t);
dnnl_status_t dnnl_impl_zero_pad(const dnnl_memory *, dnnl_stream *);
}

namespace dnnlet::test {
namespace {

using dnnl::memory;

const dnnl_dims_t dims = {3, 17, 5, 2, 4, 6, 1, 1, 1, 1, 1, 1};

dnnl_status_t by_name(const char *name, int ndims, memory::desc *made = nullptr) {
  dnnl_memory_desc_t md;
  const dnnl_status_t s = dnnl_memory_desc_create_with_string_tag(&md, ndims, dims, dnnl_f32, name);
  if (s != dnnl_success) return s;
  memory::desc owner(md);
  if (made) *made = owner;
  return s;
}

TEST(string_tags, are_those_of_every_format_tag) {
  int checked = 0;
  for (int tag = dnnl_a; tag < dnnl_format_tag_last; ++tag) {
    const char *name = dnnl_fmt_tag2str(dnnl_format_tag_t(tag));
    int ndims = 0;
    while (std::isalpha(static_cast<unsigned char>(name[ndims]))) ++ndims;
    dnnl_memory_desc_t md;
    ASSERT_EQ(dnnl_memory_desc_create_with_tag(&md, ndims, dims, dnnl_f32, dnnl_format_tag_t(tag)),
              dnnl_success);
    const memory::desc expected(md);
    memory::desc made;
    ASSERT_EQ(by_name(name, ndims, &made), dnnl_success) << name;
    EXPECT_EQ(made, expected) << name;
    ++checked;
  }
  EXPECT_GT(checked, 500);
}

TEST(string_tags, may_name_other_layouts) {
  memory::desc made;
  ASSERT_EQ(by_name("Ab5a", 2, &made), dnnl_success);
  EXPECT_EQ(made.get_padded_dims()[0], 5);
  EXPECT_EQ(by_name("any", 2, &made), dnnl_success);
  EXPECT_EQ(made.get_format_kind(), memory::format_kind::any);
}

TEST(string_tags, must_be_layouts) {
  for (const char *name : {"", "a", "aa", "ac", "abc", "ab0a", "ab16", "ab16c", "ab99999999999a",
                           "ab-1a", "AB2a2b2a2b2a"})
    EXPECT_EQ(by_name(name, 2), dnnl_invalid_arguments) << name;
}

TEST(string_tags, data_type_can_be_changed) {
  memory::desc md({2, 3}, memory::data_type::f32, memory::format_tag::ab);
  EXPECT_EQ(dnnl_memory_desc_set_data_type(md.get(), dnnl_s8), dnnl_success);
  EXPECT_EQ(md.get_size(), 6u);
  EXPECT_EQ(dnnl_memory_desc_set_data_type(md.get(), dnnl_data_type_t(999)),
            dnnl_invalid_arguments);
  const memory::dim many = memory::dim(1) << 62;  // as bytes
  memory::desc large({many}, memory::data_type::s8, memory::format_tag::a);
  EXPECT_EQ(dnnl_memory_desc_set_data_type(large.get(), dnnl_f32), dnnl_invalid_arguments);
  EXPECT_EQ(large.get_size(), as_size(many));
}

TEST(zero_pad, clears_padding_only) {
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const dnnl::stream stream(engine);
  const memory m({{1, 3, 2, 2}, memory::data_type::u8, memory::format_tag::nChw8c}, engine);
  auto *bytes = static_cast<unsigned char *>(m.get_data_handle());
  std::memset(bytes, 7, 32);
  EXPECT_EQ(dnnl_impl_zero_pad(m.get(), stream.get()), dnnl_success);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(bytes[i], i % 8 < 3 ? 7 : 0);
  EXPECT_EQ(dnnl_impl_zero_pad(nullptr, stream.get()), dnnl_invalid_arguments);
}

}  // namespace
}  // namespace dnnlet::test
