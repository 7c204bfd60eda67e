// SPDX-License-Identifier: Apache-2.0
// How the objects of the C++ API behave: sharing, weakness, emptiness, errors, values.

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "test_support.h"

namespace {

using dnnl::engine;
using dnnl::handle;
using dnnl::memory;
using dnnl::stream;
using dt = memory::data_type;
using tag = memory::format_tag;

// A C object that counts how often it is destroyed.
struct c_object {
  int destroyed = 0;
};

}  // namespace

namespace dnnl {
template <>
struct handle_traits<c_object *> {
  static dnnl_status_t destructor(c_object *object) {
    ++object->destroyed;
    return dnnl_success;
  }
};
}  // namespace dnnl

namespace {

using counted = handle<c_object *>;

TEST(Handle, EmptyUntilItIsGivenAnObject) {
  counted empty;
  EXPECT_FALSE(empty);
  EXPECT_EQ(empty.get(true), nullptr);
  EXPECT_EQ(static_cast<c_object *>(empty), nullptr);
  expect_error(dnnl_invalid_arguments, [&] { empty.get(); });
  c_object object;
  empty.reset(&object);
  EXPECT_TRUE(empty);
  EXPECT_EQ(empty.get(), &object);
}

TEST(Handle, LastCopyDestroysTheObjectOnce) {
  c_object object;
  {
    counted first(&object);
    {
      counted second = first;
      counted third;
      third = second;
      EXPECT_EQ(third.get(), &object);
    }
    EXPECT_EQ(object.destroyed, 0);
  }
  EXPECT_EQ(object.destroyed, 1);
}

TEST(Handle, MoveLeavesNothingBehind) {
  c_object object;
  counted first(&object);
  counted second = std::move(first);
  EXPECT_EQ(second.get(), &object);
  EXPECT_FALSE(first);  // NOLINT: that is the question
  EXPECT_EQ(object.destroyed, 0);
}

TEST(Handle, WeakOneDestroysNothing) {
  c_object object;
  {
    counted weak(&object, true);
    counted copy = weak;
    EXPECT_EQ(copy.get(), &object);
  }
  EXPECT_EQ(object.destroyed, 0);
}

TEST(Handle, ResetLetsGoOfTheOldObject) {
  c_object old_object, new_object;
  counted h(&old_object);
  h.reset(&new_object);
  EXPECT_EQ(old_object.destroyed, 1);
  h.reset(nullptr);
  EXPECT_EQ(new_object.destroyed, 1);
  EXPECT_FALSE(h);
}

TEST(Handle, EqualityIsIdentity) {
  c_object a, b;
  counted one(&a), same(&a, true), other(&b);
  EXPECT_TRUE(one == same);
  EXPECT_FALSE(one != same);
  EXPECT_TRUE(one != other);
  EXPECT_TRUE(one == &a);
  EXPECT_TRUE(one != &b);
  EXPECT_TRUE(counted() == counted());
}

TEST(Error, CarriesStatusAndMessage) {
  EXPECT_NO_THROW(dnnl::error::wrap_c_api(dnnl_success, "nothing"));
  try {
    dnnl::error::wrap_c_api(dnnl_out_of_memory, "the reason");
    FAIL() << "no exception";
  } catch (const std::exception &e) {
    EXPECT_STREQ(e.what(), "the reason");
    const auto *error = dynamic_cast<const dnnl::error *>(&e);
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->status, dnnl_out_of_memory);
    EXPECT_STREQ(error->message, "the reason");
  }
}

TEST(Engine, IsTheCpu) {
  EXPECT_EQ(engine::get_count(engine::kind::cpu), 1u);
  EXPECT_EQ(engine::get_count(engine::kind::gpu), 0u);
  EXPECT_EQ(engine(engine::kind::cpu, 0).get_kind(), engine::kind::cpu);
}

TEST(Engine, OneThatIsNotThereThrows) {
  expect_error(dnnl_invalid_arguments, [] { engine(engine::kind::cpu, 7); });
  expect_error(dnnl_invalid_arguments, [] { engine(engine::kind::gpu, 0); });
}

TEST(Stream, KnowsItsEngineWeakly) {
  engine e = cpu();
  stream s(e);
  EXPECT_TRUE(s.get_engine() == e);
  { engine weak = s.get_engine(); }
  EXPECT_EQ(e.get_kind(), engine::kind::cpu);
  EXPECT_EQ(&s.wait(), &s);
}

TEST(Flags, CombineLikeSets) {
  using flags = dnnl::normalization_flags;
  flags f = flags::use_scale | flags::use_shift;
  EXPECT_EQ(static_cast<unsigned>(f), unsigned{dnnl_use_scale | dnnl_use_shift});
  EXPECT_EQ(f & flags::use_scale, flags::use_scale);
  EXPECT_EQ(f ^ flags::use_scale, flags::use_shift);
  EXPECT_EQ(f & ~flags::use_shift, flags::use_scale);
  f &= flags::use_shift;
  EXPECT_EQ(f, flags::use_shift);
  f |= flags::rms_norm;
  f ^= flags::use_shift;
  EXPECT_EQ(f, flags::rms_norm);
}

TEST(MemoryDesc, DefaultIsTheZeroDescriptor) {
  memory::desc md;
  EXPECT_TRUE(md);
  EXPECT_TRUE(md.is_zero());
  EXPECT_EQ(md.get_ndims(), 0);
  EXPECT_EQ(md.get_dims(), memory::dims());
  EXPECT_EQ(md.get_strides(), memory::dims());
  EXPECT_EQ(md.get_data_type(), dt::undef);
  EXPECT_EQ(md.get_size(), 0u);
  EXPECT_EQ(md, memory::desc());
}

TEST(MemoryDesc, ByTagAndByStridesIsTheSame) {
  memory::desc by_tag({2, 3, 4, 5}, dt::f32, tag::nhwc);
  EXPECT_EQ(by_tag, memory::desc({2, 3, 4, 5}, dt::f32, {60, 1, 15, 3}));
  EXPECT_NE(by_tag, memory::desc({2, 3, 4, 5}, dt::f32, tag::nchw));
  EXPECT_EQ(memory::desc({2, 3}, dt::f32, memory::dims()), memory::desc({2, 3}, dt::f32, tag::ab));
  EXPECT_EQ(by_tag.get_ndims(), 4);
  EXPECT_EQ(by_tag.get_dims(), (memory::dims{2, 3, 4, 5}));
  EXPECT_EQ(by_tag.get_strides(), (memory::dims{60, 1, 15, 3}));
  EXPECT_EQ(by_tag.get_padded_dims(), (memory::dims{2, 3, 4, 5}));
  EXPECT_EQ(by_tag.get_padded_offsets(), (memory::dims{0, 0, 0, 0}));
  EXPECT_EQ(by_tag.get_data_type(), dt::f32);
  EXPECT_EQ(by_tag.get_format_kind(), memory::format_kind::blocked);
  EXPECT_EQ(by_tag.get_inner_nblks(), 0);
  EXPECT_EQ(by_tag.get_inner_blks(), memory::dims());
  EXPECT_EQ(by_tag.get_num_handles(), 1);
  EXPECT_EQ(by_tag.get_size(), 480u);
}

TEST(MemoryDesc, DescribesBlocks) {
  memory::desc md({1, 12, 2, 2}, dt::f32, tag::nChw8c);
  EXPECT_EQ(md.get_padded_dims(), (memory::dims{1, 16, 2, 2}));
  EXPECT_EQ(md.get_inner_nblks(), 1);
  EXPECT_EQ(md.get_inner_blks(), (memory::dims{8}));
  EXPECT_EQ(md.get_inner_idxs(), (memory::dims{1}));
  EXPECT_EQ(md.get_strides(), (memory::dims{64, 32, 16, 8}));
  EXPECT_EQ(md.get_size(), 256u);
}

TEST(MemoryDesc, AnyHasNoStrides) {
  memory::desc md({2, 3}, dt::bf16, tag::any);
  EXPECT_EQ(md.get_format_kind(), memory::format_kind::any);
  EXPECT_EQ(md.get_strides(), memory::dims());
  EXPECT_FALSE(md.is_zero());
}

TEST(MemoryDesc, DerivesOthers) {
  memory::desc md({4, 6}, dt::f32, tag::ab);
  memory::desc part = md.submemory_desc({2, 3}, {1, 2});
  EXPECT_EQ(part.get_dims(), (memory::dims{2, 3}));
  EXPECT_EQ(part.get_strides(), (memory::dims{6, 1}));
  EXPECT_EQ(part.get_submemory_offset(), 8);
  EXPECT_EQ(md.reshape({4, 2, 3}), memory::desc({4, 2, 3}, dt::f32, tag::abc));
  EXPECT_EQ(md.permute_axes({1, 0}), memory::desc({6, 4}, dt::f32, tag::ba));
  EXPECT_EQ(md, memory::desc({4, 6}, dt::f32, tag::ab)) << "deriving changes nothing";
}

TEST(MemoryDesc, AllowEmptyInsteadOfThrowing) {
  expect_error(dnnl_invalid_arguments, [] { memory::desc({2, 3}, dt::f32, tag::abcd); });
  EXPECT_FALSE(memory::desc({2, 3}, dt::f32, tag::abcd, true));
  expect_error(dnnl_invalid_arguments, [] { memory::desc({-2, 3}, dt::f32, {3, 1}); });
  EXPECT_FALSE(memory::desc({-2, 3}, dt::f32, {3, 1}, true));
  memory::desc md({4, 6}, dt::f32, tag::ab);
  expect_error(dnnl_invalid_arguments, [&] { md.reshape({5, 5}); });
  EXPECT_FALSE(md.reshape({5, 5}, true));
  expect_error(dnnl_invalid_arguments, [&] { md.submemory_desc({2, 3}, {3, 0}); });
  EXPECT_FALSE(md.submemory_desc({2, 3}, {3, 0}, true));
  expect_error(dnnl_invalid_arguments, [&] { md.permute_axes({0, 0}); });
  EXPECT_FALSE(md.permute_axes({0, 0}, true));
}

TEST(MemoryDesc, ListsOfTheWrongLengthAlwaysThrow) {
  const memory::dims thirteen(13, 1);
  expect_error(dnnl_invalid_arguments, [&] { memory::desc(thirteen, dt::f32, tag::any, true); });
  expect_error(dnnl_invalid_arguments, [] { memory::desc({2, 3}, dt::f32, {1}, true); });
  memory::desc md({4, 6}, dt::f32, tag::ab);
  expect_error(dnnl_invalid_arguments, [&] { md.submemory_desc({2}, {0, 0}, true); });
  expect_error(dnnl_invalid_arguments, [&] { md.permute_axes({0}, true); });
  EXPECT_NO_THROW(memory::validate_dims(memory::dims{1, 2}));
  EXPECT_NO_THROW(memory::validate_dims(memory::dims{1, 2}, 2));
  EXPECT_NO_THROW(memory::validate_dims(memory::dims(), -2));
  expect_error(dnnl_invalid_arguments, [] { memory::validate_dims(memory::dims{1, 2}, 3); });
}

TEST(MemoryDesc, SurvivesAsABlob) {
  memory::desc md({1, 12, 2, 2}, dt::bf16, tag::nChw8c);
  const std::vector<uint8_t> blob = md.get_blob();
  EXPECT_FALSE(blob.empty());
  EXPECT_EQ(memory::desc(blob), md);
}

TEST(MemoryDesc, DescribesSparseTensors) {
  memory::desc csr = memory::desc::csr({4, 6}, dt::f32, 5, dt::s32, dt::s32);
  EXPECT_EQ(csr.get_format_kind(), memory::format_kind::sparse);
  EXPECT_EQ(csr.get_sparse_encoding(), memory::sparse_encoding::csr);
  EXPECT_EQ(csr.get_nnz(), 5);
  EXPECT_EQ(csr.get_num_handles(), 3);
  EXPECT_EQ(csr.get_data_type(), dt::f32);
  EXPECT_EQ(csr.get_data_type(1), dt::s32);
  EXPECT_EQ(csr.get_size(), 20u);
  EXPECT_EQ(csr.get_size(2), 20u);
  memory::desc coo = memory::desc::coo({4, 6}, dt::f32, 5, dt::s32);
  EXPECT_EQ(coo.get_sparse_encoding(), memory::sparse_encoding::coo);
  EXPECT_EQ(coo.get_num_handles(), 3);
  EXPECT_EQ(memory::desc({4, 6}, dt::f32, tag::ab).get_sparse_encoding(),
            memory::sparse_encoding::undef);
}

TEST(Memory, UsesTheBufferItIsGiven) {
  float data[6] = {1, 2, 3, 4, 5, 6};
  memory m({{2, 3}, dt::f32, tag::ab}, cpu(), data);
  EXPECT_EQ(m.get_data_handle(), data);
  EXPECT_EQ(m.get_desc(), memory::desc({2, 3}, dt::f32, tag::ab));
  memory shared = m;
  float others[6];
  shared.set_data_handle(others);
  EXPECT_EQ(m.get_data_handle(), others);
  EXPECT_EQ(memory(m.get_desc(), cpu(), DNNL_MEMORY_NONE).get_data_handle(), nullptr);
}

TEST(Memory, AllocatesABuffer) {
  engine e = cpu();
  memory m({{2, 3}, dt::f32, tag::ab}, e);
  EXPECT_TRUE(m.get_engine() == e);
  float *data = m.map_data<float>();
  ASSERT_NE(data, nullptr);
  data[5] = 7;
  m.unmap_data(data);
  EXPECT_EQ(static_cast<float *>(m.get_data_handle())[5], 7);
  void *untyped = m.map_data();
  EXPECT_EQ(untyped, m.get_data_handle());
  m.unmap_data(untyped);
}

TEST(Memory, HasABufferForEachPartOfASparseTensor) {
  memory::desc md = memory::desc::csr({2, 2}, dt::f32, 2, dt::s32, dt::s32);
  float values[2] = {1, 2};
  int32_t columns[2] = {0, 1}, rows[3] = {0, 1, 2};
  memory m(md, cpu(), {values, columns, rows});
  EXPECT_EQ(m.get_data_handle(0), values);
  EXPECT_EQ(m.get_data_handle(2), rows);
  EXPECT_EQ(m.map_data<int32_t>(1), columns);
  m.set_data_handle(nullptr, 1);
  EXPECT_EQ(m.get_data_handle(1), nullptr);
  expect_error(dnnl_invalid_arguments, [&] { m.get_data_handle(3); });
  memory allocated(md, cpu());
  for (int i = 0; i < 3; ++i) EXPECT_NE(allocated.get_data_handle(i), nullptr);
}

TEST(Memory, HoldsAHostScalar) {
  memory::desc md = memory::desc::host_scalar(dt::f32);
  EXPECT_EQ(md.get_format_kind(), memory::format_kind::host_scalar);
  memory m(md, 0.5f);
  EXPECT_EQ(m.get_host_scalar_value<float>(), 0.5f);
  m.set_host_scalar_value(2.0f);
  EXPECT_EQ(m.get_host_scalar_value<float>(), 2.0f);
  expect_error(dnnl_invalid_arguments, [&] { m.get_host_scalar_value<double>(); });
  expect_error(dnnl_invalid_arguments, [&] { m.set_host_scalar_value(uint8_t{1}); });
  expect_error(dnnl_invalid_arguments, [&] { memory(md, int8_t{1}); });
}

TEST(Memory, NeedsADefiniteLayout) {
  expect_error(dnnl_invalid_arguments, [] { memory({{2, 3}, dt::f32, tag::any}, cpu()); });
}

TEST(Memory, TypesAndTagsCompareWithThoseOfC) {
  EXPECT_TRUE(dt::bf16 == dnnl_bf16);
  EXPECT_TRUE(dnnl_bf16 != dt::f16);
  EXPECT_TRUE(tag::nchw == dnnl_abcd);
  EXPECT_TRUE(dnnl_nhwc != tag::nchw);
  EXPECT_EQ(memory::data_type_size(dt::f64), 8u);
  EXPECT_EQ(memory::data_type_size(dt::u8), 1u);
}

TEST(Service, ReportsVersionAndSettings) {
  EXPECT_EQ(dnnl::version()->major, DNNL_VERSION_MAJOR);
  EXPECT_EQ(dnnl::version()->minor, DNNL_VERSION_MINOR);
  EXPECT_EQ(dnnl::set_verbose(0), dnnl::status::success);
  EXPECT_EQ(dnnl::set_verbose(-7), dnnl::status::invalid_arguments);
  const dnnl::fpmath_mode before = dnnl::get_default_fpmath_mode();
  EXPECT_EQ(dnnl::set_default_fpmath_mode(dnnl::fpmath_mode::bf16), dnnl::status::success);
  EXPECT_EQ(dnnl::get_default_fpmath_mode(), dnnl::fpmath_mode::bf16);
  EXPECT_EQ(dnnl::primitive_attr().get_fpmath_mode(), dnnl::fpmath_mode::bf16);
  EXPECT_EQ(dnnl::set_default_fpmath_mode(before), dnnl::status::success);
  expect_error(dnnl_invalid_arguments, [] { dnnl::set_primitive_cache_capacity(-1); });
}

}  // namespace
