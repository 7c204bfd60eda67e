// SPDX-License-Identifier: Apache-2.0
// transform of every plugin, element by element.
#include <gtest/gtest.h>

#include "core/primitives/kernel_tables.h"
#include "tests/support/plugins.h"
#include "tests/unit/ukernel/problem.h"

namespace dnnlet::test {
namespace {

using type = data_type;

const all_rows_run rows(dnnl_reorder, dnnl_prop_kind_undef, transform_kernels);

int64_t group_of(type to) {
  return to == type::bf16 ? 2 : to == type::s8 || to == type::u8 ? 4 : 1;
}

struct transform_case {
  int64_t k, n, pad, block;
  pack_type from_pack;
  type from, to;
};

void check(const transform_case &c, const std::string &plugin) {
  const bool in_rows = c.from_pack == pack_type::no_trans;
  const int64_t lines = in_rows ? c.k : c.n, ld = (in_rows ? c.n : c.k) + c.pad;
  const int64_t group = group_of(c.to), depth = (c.k + group - 1) / group * group;
  const int64_t blocks = (c.n + c.block - 1) / c.block;
  guarded_buffer in(size_t((lines - 1) * ld + (in_rows ? c.n : c.k)) * size_t(bits_of(c.from)) / 8);
  guarded_buffer out(size_t(blocks * depth * c.block * bits_of(c.to)) / 8);
  for (int64_t i = 0; i < int64_t(in.size()) * 8 / bits_of(c.from); ++i)
    store(c.from, in.data(), i, is_integer(c.from) ? double(i % 100) : double(i % 97) / 2 - 20.25);
  dnnl::ukernel::transform t(c.k, c.n, c.from_pack, ld, c.block, c.from, c.to);
  t.generate();
  const std::string name = kernel_of([&] { t.execute(in.data(), out.data()); });
  EXPECT_TRUE(is_of(name, plugin)) << name;
  note_run(dnnl_reorder, dnnl_prop_kind_undef, name);
  EXPECT_EQ(in.damage() + out.damage(), "");
  for (int64_t n = 0; n < blocks * c.block; ++n)
    for (int64_t k = 0; k < depth; ++k) {
      const bool is_there = n < c.n && k < c.k;
      const double value =
          is_there ? load(c.from, in.data(), in_rows ? k * ld + n : n * ld + k) : 0;
      const int64_t place =
          n / c.block * depth * c.block + (k / group * c.block + n % c.block) * group + k % group;
      ASSERT_EQ(load(c.to, out.data(), place), rounded(c.to, value))
          << "row " << k << ", column " << n;
    }
}

TEST(transform, packs_what_brgemm_takes) {
  const type types[] = {type::f32, type::bf16, type::f16, type::s8, type::u8};
  for (const std::string &plugin : plugins_with(transform_kernels)) {
    const capped cap(plugin);
    for (const type from : types)
      for (const type to : types)
        for (const pack_type pack : {pack_type::no_trans, pack_type::trans})
          for (const transform_case &c : {transform_case{7, 20, 0, 16, pack, from, to},
                                          transform_case{70, 64, 3, 64, pack, from, to},
                                          transform_case{1, 100, 0, 48, pack, from, to}}) {
            SCOPED_TRACE(plugin + ", " + name_of(from) + " to " + name_of(to) + ", K " +
                         std::to_string(c.k) + (pack == pack_type::trans ? ", transposed" : ""));
            check(c, plugin);
          }
  }
}

}  // namespace
}  // namespace dnnlet::test
