// SPDX-License-Identifier: Apache-2.0
// What descriptors refuse: sizes that overflow, strides that overlap, bytes that are no descriptor.
#include <gtest/gtest.h>

#include <cstring>

#include "core/support/arithmetic.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"
#include "tests/unit/memory/descriptors.h"

namespace dnnlet::test {
namespace {

const std::vector<dim_t> huge = {0x7fffffff,     0x80000000,     0xffffffff,
                                 dim_t(1) << 32, dim_t(1) << 40, (dim_t(1) << 62) - 1,
                                 dim_t(1) << 62, INT64_MAX - 63, INT64_MAX - 1,
                                 INT64_MAX,      INT64_MIN + 1,  -1};

TEST(sizes, overflow_is_refused) {
  dice d(31);
  for (const tag_row &row : canonical_tags()) {
    const parsed_name name = parse(row.name);
    if (name.ndims > max_ndims) continue;
    for (int trial = 0; trial < 8; ++trial) {
      index_t dims = shape_for(name, d);
      for (int i = 0; i < 3; ++i)
        dims[size_t(d.below(dim_t(dims.size())))] = huge[size_t(d.below(dim_t(huge.size())))];
      memory_desc md;
      if (init_by_tag(md, name.ndims, dims.data(), dnnl_f64, row.value) != dnnl_success) continue;
      // Whoever passes must have a size that is a size.
      dim_t bytes = 8;
      for (int e = 0; e < md.ndims; ++e)
        ASSERT_TRUE(checked_mul(bytes, padded_dims(md)[e], &bytes)) << row.name;
      ASSERT_EQ(size_of(md), as_size(bytes)) << row.name;
    }
  }
}

TEST(sizes, strides_that_overflow_are_refused) {
  dice d(32);
  for (int trial = 0; trial < 20000; ++trial) {
    const int ndims = int(1 + d.below(4));
    index_t dims(size_t(ndims), 0), strides(dims.size());
    for (size_t e = 0; e < dims.size(); ++e) {
      dims[e] = d.below(3) == 0 ? huge[size_t(d.below(dim_t(huge.size())))] : 1 + d.below(9);
      strides[e] = d.below(2) == 0 ? huge[size_t(d.below(dim_t(huge.size())))] : 1 + d.below(99);
    }
    memory_desc md;
    if (init_by_strides(md, ndims, dims.data(), dnnl_f64, strides.data()) != dnnl_success) continue;
    dim_t elements = 1, bytes;
    for (size_t e = 0; e < dims.size(); ++e) {
      dim_t way;
      ASSERT_TRUE(checked_mul(dims[e] - 1, strides[e], &way));
      ASSERT_TRUE(checked_add(elements, way, &elements));
    }
    ASSERT_TRUE(checked_mul(elements, dim_t(8), &bytes));
    ASSERT_GE(size_of(md), as_size(bytes));
  }
}

TEST(sizes, numbers_of_dimensions) {
  const dim_t ones[DNNL_MAX_NDIMS + 1] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  memory_desc md = tagged({2}, dnnl_f32, dnnl_a);
  EXPECT_EQ(init_by_strides(md, 0, nullptr, dnnl_f32, nullptr), dnnl_success);
  EXPECT_TRUE(is_zero(md));
  EXPECT_EQ(init_by_strides(md, max_ndims, ones, dnnl_f32, nullptr), dnnl_success);
  EXPECT_EQ(elements(md), 1);
  EXPECT_EQ(init_by_strides(md, max_ndims + 1, ones, dnnl_f32, nullptr), dnnl_invalid_arguments);
  EXPECT_EQ(init_by_strides(md, -1, ones, dnnl_f32, nullptr), dnnl_invalid_arguments);
  EXPECT_EQ(init_by_strides(md, INT32_MAX, ones, dnnl_f32, nullptr), dnnl_invalid_arguments);
  EXPECT_EQ(init_by_strides(md, 1, nullptr, dnnl_f32, nullptr), dnnl_invalid_arguments);
  EXPECT_EQ(init_by_strides(md, 1, ones, dnnl_data_type_undef, nullptr), dnnl_invalid_arguments);
  EXPECT_EQ(init_by_strides(md, 1, ones, dnnl_data_type_t(999), nullptr), dnnl_invalid_arguments);
}

TEST(sizes, on_failure_the_result_is_as_it_was) {
  memory_desc md = tagged({2, 3}, dnnl_f32, dnnl_ba);
  const memory_desc before = md;
  const dim_t wrong[] = {INT64_MAX, INT64_MAX};
  EXPECT_NE(init_by_tag(md, 2, wrong, dnnl_f32, dnnl_ab), dnnl_success);
  EXPECT_NE(init_by_strides(md, 2, wrong, dnnl_f32, nullptr), dnnl_success);
  EXPECT_NE(init_submemory(md, before, wrong, wrong), dnnl_success);
  EXPECT_NE(init_reshaped(md, before, 2, wrong), dnnl_success);
  EXPECT_EQ(std::memcmp(&md, &before, sizeof(md)), 0);
}

TEST(sizes, extents_of_one_take_no_room) {
  const dim_t ones[] = {1, 1, 1, 1}, strides[] = {8, 4, 2, 1}, far[] = {INT64_MAX, 7, 0, 1};
  memory_desc md;
  for (const dim_t *s : {strides, far}) {
    ASSERT_EQ(init_by_strides(md, 4, ones, dnnl_f32, s), dnnl_success);
    EXPECT_EQ(size_of(md), 4u);
    EXPECT_TRUE(is_dense(md));
  }
  const dim_t part[] = {1, 2}, at[] = {3, 1};
  ASSERT_EQ(init_submemory(md, tagged({4, 8}, dnnl_f32, dnnl_ab), part, at), dnnl_success);
  EXPECT_EQ(size_of(md), 8u);
  EXPECT_EQ(end_of(md), (3u * 8 + 1 + 2) * 4);
}

TEST(sizes, of_what_has_no_memory) {
  const dim_t whole = INT64_MAX, one = 1, part[] = {0, runtime_dim};
  memory_desc md;
  ASSERT_EQ(init_by_strides(md, 1, &whole, dnnl_u8, nullptr), dnnl_success);
  EXPECT_EQ(size_of(md), as_size(INT64_MAX));
  EXPECT_FALSE(is_addressable(md));
  EXPECT_EQ(init_by_strides(md, 1, &whole, dnnl_f32, nullptr), dnnl_invalid_arguments);
  ASSERT_EQ(init_by_strides(md, 1, &one, dnnl_f32, &whole), dnnl_success);
  EXPECT_EQ(size_of(md), 4u);
  EXPECT_FALSE(is_addressable(md));  // nobody may multiply by that stride
  ASSERT_EQ(init_by_tag(md, 2, part, dnnl_f32, dnnl_ab), dnnl_success);
  EXPECT_EQ(size_of(md), 0u);
}

TEST(sizes, of_sparse_tensors) {
  const dim_t dims[] = {5, 7};
  dnnl_memory_desc_t md = nullptr;
  ASSERT_EQ(dnnl_memory_desc_create_with_packed_encoding(&md, 2, dims, dnnl_s8, 9), dnnl_success);
  for (int handle = -1; handle < 4; ++handle)
    EXPECT_EQ(dnnl_memory_desc_get_size_v2(md, handle), 0u) << handle;
  dnnl_memory_desc_destroy(md);
  const dim_t three[] = {5, 7, 2}, unknown[] = {runtime_dim, 7};
  ASSERT_EQ(dnnl_memory_desc_create_with_packed_encoding(&md, 3, three, dnnl_s8, 9), dnnl_success);
  dnnl_memory_desc_destroy(md);
  EXPECT_EQ(dnnl_memory_desc_create_with_coo_encoding(&md, 3, three, dnnl_f32, 9, dnnl_s32),
            dnnl_unimplemented);
  ASSERT_EQ(
      dnnl_memory_desc_create_with_csr_encoding(&md, 1, dims, dnnl_f32, 9, dnnl_s32, dnnl_s32),
      dnnl_success);
  EXPECT_EQ(dnnl_memory_desc_get_size_v2(md, 2), 24u);
  dnnl_memory_desc_destroy(md);
  ASSERT_EQ(
      dnnl_memory_desc_create_with_csr_encoding(&md, 2, unknown, dnnl_f32, 9, dnnl_s32, dnnl_s32),
      dnnl_success);
  for (int handle = 0; handle < 3; ++handle)
    EXPECT_EQ(dnnl_memory_desc_get_size_v2(md, handle), DNNL_RUNTIME_SIZE_VAL) << handle;
  dnnl_memory_desc_destroy(md);
}

// With a stride of zero, the extent can be that of all elements although there are gaps.
TEST(strides, of_zero_are_not_dense) {
  const dim_t dims[] = {11, 20, 1, 14, 1}, strides[] = {20, 0, 220, 220, 1};
  memory_desc md;
  ASSERT_EQ(init_by_strides(md, 5, dims, dnnl_f32, strides), dnnl_success);
  EXPECT_EQ(size_of(md), size_t(elements(md)) * 4);
  EXPECT_FALSE(is_dense(md));
  EXPECT_FALSE(is_dense(md, true));
}

TEST(strides, elements_that_share_a_place_are_refused) {
  memory_desc md;
  const auto create = [&](index_t dims, index_t strides) {
    return init_by_strides(md, int(dims.size()), dims.data(), dnnl_f32, strides.data());
  };
  EXPECT_EQ(create({3, 4}, {4, 1}), dnnl_success);
  EXPECT_EQ(create({3, 4}, {1, 3}), dnnl_success);
  EXPECT_EQ(create({3, 4}, {3, 1}), dnnl_invalid_arguments);
  EXPECT_EQ(create({3, 4}, {1, 1}), dnnl_invalid_arguments);
  EXPECT_EQ(create({3, 4}, {4, -1}), dnnl_invalid_arguments);
  EXPECT_EQ(create({runtime_dim, 4}, {4, -1}), dnnl_invalid_arguments);
  EXPECT_EQ(create({3, 4}, {0, 1}), dnnl_success);  // repeats
  EXPECT_EQ(create({1, 4}, {1, 1}), dnnl_success);  // an extent of one is nowhere else
}

TEST(equality, sees_every_field_that_matters) {
  const memory_desc a = tagged({4, 20, 3}, dnnl_f32, dnnl_aBc16b);
  const auto differs = [&](auto change) {
    memory_desc b = a;
    change(b);
    return !equal(a, b) && !equal(b, a) && equal(b, b);
  };
  EXPECT_TRUE(equal(a, a));
  EXPECT_TRUE(differs([](memory_desc &b) { b.data_type = dnnl_s32; }));
  EXPECT_TRUE(differs([](memory_desc &b) { b.ndims = 2; }));
  EXPECT_TRUE(differs([](memory_desc &b) { b.dims[2] = 2; }));
  EXPECT_TRUE(differs([](memory_desc &b) { padded_dims(b)[0] = 5; }));
  EXPECT_TRUE(differs([](memory_desc &b) { b.offset0 = 1; }));
  EXPECT_TRUE(differs([](memory_desc &b) { b.blocked.strides[1] *= 2; }));
  EXPECT_TRUE(differs([](memory_desc &b) { b.blocked.inner_blks[0] = 8; }));
  EXPECT_TRUE(differs([](memory_desc &b) { b.inner_idxs[0] = 0; }));
  EXPECT_TRUE(differs([](memory_desc &b) { b.inner_nblks = 0; }));
  EXPECT_TRUE(differs([](memory_desc &b) { b.format_kind = dnnl_format_kind_any; }));
  // What lies behind the dimensions does not count.
  memory_desc b = a;
  b.dims[5] = 7;
  b.blocked.strides[5] = 7;
  EXPECT_TRUE(equal(a, b));
}

// ---- blobs

using blob = std::vector<uint8_t>;

blob blob_of(const memory_desc &md) {
  size_t size = 0;
  EXPECT_EQ(dnnl_memory_desc_get_blob(nullptr, &size, &md), dnnl_success);
  blob bytes(size);
  EXPECT_EQ(dnnl_memory_desc_get_blob(bytes.data(), &size, &md), dnnl_success);
  return bytes;
}

TEST(blobs, of_every_tag_come_back) {
  dice d(41);
  for (const tag_row &row : canonical_tags()) {
    const parsed_name name = parse(row.name);
    if (name.ndims > max_ndims) continue;
    const memory_desc md = tagged(shape_for(name, d), dnnl_bf16, row.value);
    dnnl_memory_desc_t back = nullptr;
    ASSERT_EQ(dnnl_memory_desc_create_with_blob(&back, blob_of(md).data()), dnnl_success)
        << row.name;
    EXPECT_TRUE(equal(md, *back)) << row.name;
    dnnl_memory_desc_destroy(back);
  }
}

TEST(blobs, of_other_kinds_come_back) {
  const dim_t dims[] = {4, 20};
  dnnl_memory_desc_t made[4] = {};
  ASSERT_EQ(dnnl_memory_desc_create_with_tag(&made[0], 2, dims, dnnl_f32, dnnl_format_tag_any),
            dnnl_success);
  ASSERT_EQ(dnnl_memory_desc_create_host_scalar(&made[1], dnnl_f32), dnnl_success);
  ASSERT_EQ(
      dnnl_memory_desc_create_with_csr_encoding(&made[2], 2, dims, dnnl_f32, 5, dnnl_s32, dnnl_s32),
      dnnl_success);
  ASSERT_EQ(dnnl_memory_desc_create_with_coo_encoding(&made[3], 2, dims, dnnl_f32, 5, dnnl_s32),
            dnnl_success);
  for (const dnnl_memory_desc_t md : made) {
    dnnl_memory_desc_t back = nullptr;
    ASSERT_EQ(dnnl_memory_desc_create_with_blob(&back, blob_of(*md).data()), dnnl_success);
    EXPECT_TRUE(equal(*md, *back));
    dnnl_memory_desc_destroy(back);
    dnnl_memory_desc_destroy(md);
  }
}

// Every element lies in the buffer that the descriptor asks for: in the corners of its indices, and
// so everywhere, as offsets are sums of what grows with each index.
bool stays_inside(const memory_desc &md) {
  if (is_zero(md) || !is_blocked(md) || has_runtime_dims(md) || has_zero_dim(md)) return true;
  index_t last(size_t(md.ndims));
  for (size_t e = 0; e < last.size(); ++e) last[e] = padded_dims(md)[e] - 1;
  const dim_t reach = offset_of(md, last.data()) - md.offset0;
  return reach >= 0 && type_bytes(md.data_type, reach + 1) <= size_of(md);
}

// Whatever is accepted can be asked about and used without harm.
void use(dnnl_memory_desc_t md) {
  EXPECT_TRUE(stays_inside(*md));
  EXPECT_TRUE(md->format_kind == dnnl_blocked || md->format_kind == dnnl_format_kind_any ||
              md->format_kind == dnnl_format_kind_sparse ||
              md->format_kind == dnnl_format_kind_host_scalar || md->ndims == 0);
  EXPECT_TRUE(md->ndims == 0 || is_known_type(md->data_type));
  int64_t room[DNNL_MAX_NDIMS];
  for (int what = dnnl_query_ndims_s32; what <= dnnl_query_num_handles_s32; ++what)
    dnnl_memory_desc_query(md, dnnl_query_t(what), room);
  for (int i = 0; i < 14; ++i) dnnl_memory_desc_get_size_v2(md, i);
  dnnl_memory_desc_t other = nullptr;
  EXPECT_EQ(dnnl_memory_desc_clone(&other, md), dnnl_success);
  EXPECT_TRUE(dnnl_memory_desc_equal(md, other));
  dnnl_memory_desc_destroy(other);
  other = nullptr;
  const dim_t ones[DNNL_MAX_NDIMS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
              zeros[DNNL_MAX_NDIMS] = {};
  if (dnnl_memory_desc_create_submemory(&other, md, ones, zeros) == dnnl_success)
    dnnl_memory_desc_destroy(other);
  if (dnnl_memory_desc_reshape(&other, md, 1, &md->dims[0]) == dnnl_success)
    dnnl_memory_desc_destroy(other);
}

// No tag has such layouts, and queries could not answer them.
TEST(blobs, of_blocks_that_do_not_take_turns_are_refused) {
  const memory_desc good = tagged({8, 8, 8}, dnnl_f32, dnnl_ABc4b16a4b);
  const uint8_t turns[][3] = {{1, 0, 1}, {0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0},
                              {2, 1, 0}, {1, 1, 0}, {0, 0, 0}, {1, 7, 1}};
  for (const auto &idxs : turns) {
    memory_desc md = good;
    std::memcpy(md.inner_idxs, idxs, sizeof(idxs));
    dnnl_memory_desc_t back = nullptr;
    const bool is_good = &idxs <= &turns[3];
    EXPECT_EQ(dnnl_memory_desc_create_with_blob(&back, blob_of(md).data()),
              is_good ? dnnl_success : dnnl_invalid_arguments)
        << int(idxs[0]) << int(idxs[1]) << int(idxs[2]);
    const dnnl_dims_t *answer = nullptr;
    if (is_good) {
      ASSERT_EQ(dnnl_memory_desc_query(back, dnnl_query_inner_idxs, &answer), dnnl_success);
      for (int i = 0; i < 3; ++i) EXPECT_EQ((*answer)[i], idxs[i]);
    }
    dnnl_memory_desc_destroy(back);
  }
}

TEST(blobs, changed_bytes_never_harm) {
  dice d(42);
  int accepted = 0;
  for (int trial = 0; trial < 100000; ++trial) {
    const tag_row &row = canonical_tags()[size_t(d.below(dim_t(canonical_tags().size())))];
    const parsed_name name = parse(row.name);
    if (name.ndims > max_ndims) continue;
    blob bytes = blob_of(tagged(shape_for(name, d), dnnl_f32, row.value));
    for (dim_t changes = 1 + d.below(3); changes > 0; --changes) {
      const size_t at = size_t(d.below(dim_t(bytes.size() / 4))) * 4;
      const int32_t values[] = {0, 1, 2, 3, -1, INT32_MAX, INT32_MIN, 16, 77, int32_t(d.bits())};
      std::memcpy(&bytes[at], &values[d.below(10)], 4);
    }
    dnnl_memory_desc_t md = nullptr;
    if (dnnl_memory_desc_create_with_blob(&md, bytes.data()) != dnnl_success) continue;
    ++accepted;
    use(md);
    dnnl_memory_desc_destroy(md);
    if (HasFailure()) return;
  }
  EXPECT_GT(accepted, 1000);  // changes of what does not count
}

TEST(blobs, that_end_beyond_all_numbers_are_refused) {
  for (const auto tag : {dnnl_ab, dnnl_AB16b16a})
    for (const dim_t room : {dim_t(0), dim_t(255), dim_t(1) << 31}) {
      memory_desc md = tagged({1, 1}, dnnl_s8, tag);
      md.offset0 = INT64_MAX - room;
      dnnl_memory_desc_t back = nullptr;
      EXPECT_EQ(dnnl_memory_desc_create_with_blob(&back, blob_of(md).data()),
                room < 256 ? dnnl_invalid_arguments : dnnl_success)
          << room;
      dnnl_memory_desc_destroy(back);
    }
}

TEST(blobs, garbage_is_refused) {
  dice d(43);
  blob bytes(blob_of(zero_md).size());
  for (int trial = 0; trial < 10000; ++trial) {
    for (uint8_t &b : bytes) b = uint8_t(d.bits());
    dnnl_memory_desc_t md = nullptr;
    EXPECT_EQ(dnnl_memory_desc_create_with_blob(&md, bytes.data()), dnnl_invalid_arguments);
  }
  for (const int value : {0, 0xff}) {
    std::fill(bytes.begin(), bytes.end(), uint8_t(value));
    dnnl_memory_desc_t md = nullptr;
    EXPECT_EQ(dnnl_memory_desc_create_with_blob(&md, bytes.data()), dnnl_invalid_arguments);
  }
}

// As in oneDNN: without a tag there is no tensor, whatever else is said; booleans are no numbers.
TEST(checks, no_tag_and_no_numbers) {
  const dim_t dims[] = {2, -3};
  memory_desc md;
  ASSERT_EQ(init_by_tag(md, 2, dims, dnnl_data_type_undef, dnnl_format_tag_undef), dnnl_success);
  EXPECT_TRUE(is_zero(md));
  const dim_t two[] = {2};
  EXPECT_EQ(init_by_tag(md, 1, two, dnnl_boolean, dnnl_a), dnnl_invalid_arguments);
  EXPECT_EQ(init_by_strides(md, 1, two, dnnl_boolean, nullptr), dnnl_invalid_arguments);
  dnnl_memory_desc_t scalar = nullptr;
  EXPECT_EQ(dnnl_memory_desc_create_host_scalar(&scalar, dnnl_boolean), dnnl_invalid_arguments);
}

// Nothing shares memory with nothing.
TEST(checks, strides_of_no_elements) {
  const dim_t dims[] = {4, 0, 3}, strides[] = {1, 1, 2}, negative[] = {1, -1, 2};
  memory_desc md;
  EXPECT_EQ(init_by_strides(md, 3, dims, dnnl_f32, strides), dnnl_success);
  EXPECT_EQ(init_by_strides(md, 3, dims, dnnl_f32, negative), dnnl_invalid_arguments);
}

}  // namespace
}  // namespace dnnlet::test
