// SPDX-License-Identifier: Apache-2.0
#include <climits>
#include <cstring>

#include "tests/unit/arguments/objects.h"

namespace dnnlet::test {
namespace {

using desc = dnnl::memory::desc;

dnnl::eltwise_forward::primitive_desc relu() {
  const desc md({4}, type_t::f32, tag_t::a);
  return {cpu(), dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_relu, md, md, 0.f};
}

// Every question has an answer or a sentence.
TEST(queries, what_has_no_answer_has_a_sentence) {
  const auto pd = relu();
  for (int query = 0; query < 300; ++query) {
    alignas(8) unsigned char answer[16];
    const outcome o = outcome_of([&] {
      dnnl::error::wrap_c_api(dnnl_primitive_desc_query(pd.get(), dnnl_query_t(query), 0, answer),
                              "query");
    });
    EXPECT_EQ(o.status == dnnl_success, o.sentence.empty()) << query << " " << o.sentence;
  }
}

// There is one workspace and one scratchpad; of other tensors there may be any number.
TEST(queries, workspace_and_scratchpad_have_the_index_0) {
  const auto pd = relu();
  for (const dnnl_query_t query : {dnnl_query_workspace_md, dnnl_query_scratchpad_md}) {
    EXPECT_NE(dnnl_primitive_desc_query_md(pd.get(), query, 0), nullptr) << query;
    for (const int index : {-1, 1}) {
      const_dnnl_memory_desc_t md = nullptr;
      EXPECT_EQ(dnnl_primitive_desc_query_md(pd.get(), query, index), nullptr) << query;
      EXPECT_EQ(dnnl_primitive_desc_query(pd.get(), query, index, &md), dnnl_invalid_arguments);
    }
  }
  EXPECT_NE(dnnl_primitive_desc_query_md(pd.get(), dnnl_query_src_md, 7), nullptr);
}

TEST(queries, of_tensors_with_any_index) {
  const desc md({5, 3}, type_t::f32, tag_t::ab);
  const dnnl::layer_normalization_forward::primitive_desc pd(
      cpu(), dnnl::prop_kind::forward_training, md, md, 1e-5f, dnnl::normalization_flags::none);
  for (const int index : {-1, 9, INT_MIN, INT_MIN + 1, INT_MAX})
    EXPECT_TRUE(pd.query_md(dnnl::query::dst_md, index).is_zero()) << index;
}

// By its argument a tensor is found also where an execution does without it: the mean of an RMS
// norm, and of scale and shift the one that is not used. Nothing answers for no argument.
TEST(queries, arguments_that_an_execution_does_without) {
  using flags = dnnl::normalization_flags;
  const desc md({5, 3}, type_t::f32, tag_t::ab), rows({5}, type_t::f32, tag_t::a);
  const auto made = [&](dnnl::prop_kind prop, flags f) {
    return dnnl::layer_normalization_forward::primitive_desc(cpu(), prop, md, md, 1e-5f, f);
  };
  for (const dnnl::prop_kind prop :
       {dnnl::prop_kind::forward_training, dnnl::prop_kind::forward_inference}) {
    const auto rms = made(prop, flags::rms_norm | flags::use_scale);
    const bool has_statistics = prop == dnnl::prop_kind::forward_training;
    EXPECT_EQ(rms.query_md(dnnl::query::exec_arg_md, DNNL_ARG_MEAN),
              has_statistics ? rows : desc());
    EXPECT_EQ(rms.query_md(dnnl::query::exec_arg_md, DNNL_ARG_MEAN), rms.mean_desc());
    EXPECT_EQ(rms.query_md(dnnl::query::exec_arg_md, DNNL_ARG_SHIFT), rms.weights_desc());
    EXPECT_TRUE(rms.query_md(dnnl::query::exec_arg_md, 0).is_zero());
    EXPECT_EQ(dnnl_primitive_desc_query_s32(rms.get(), dnnl_query_num_of_inputs_s32, 0), 2);
  }
  const auto forward = made(dnnl::prop_kind::forward_training, flags::rms_norm);
  const dnnl::layer_normalization_backward::primitive_desc backward(
      cpu(), dnnl::prop_kind::backward_data, md, md, md, 1e-5f, flags::rms_norm, forward);
  EXPECT_EQ(backward.query_md(dnnl::query::exec_arg_md, DNNL_ARG_MEAN), rows);
}

// A program may copy as many numbers as a dnnl_dims_t has, and where a layout has fewer, what lies
// behind them is of no use, but there: the sanitizer of addresses sees to it.
TEST(queries, arrays_are_as_long_as_dims) {
  const desc plain({2, 3, 4, 5}, type_t::f32, tag_t::nhwc);
  const desc blocked({1, 20, 4, 4}, type_t::f32, tag_t::nChw16c);
  for (const desc &md : {plain, blocked})
    for (const dnnl_query_t query : {dnnl_query_dims, dnnl_query_padded_dims, dnnl_query_strides,
                                     dnnl_query_inner_blks, dnnl_query_inner_idxs}) {
      const dnnl_dims_t *dims = nullptr;
      ASSERT_EQ(dnnl_memory_desc_query(md.get(), query, &dims), dnnl_success);
      dnnl_dims_t copied;
      std::memcpy(copied, *dims, sizeof(copied));
      for (const dnnl_dim_t number : copied) EXPECT_LE(number, 1 << 20) << query;
      for (const dnnl_dim_t number : copied)
        EXPECT_TRUE(query != dnnl_query_inner_idxs || number < DNNL_MAX_NDIMS);
    }
  EXPECT_EQ(blocked.get_padded_dims(), (dims_t{1, 32, 4, 4}));
  EXPECT_EQ(blocked.get_strides(), (dims_t{512, 256, 64, 16}));
  EXPECT_EQ(blocked.get_inner_blks(), (dims_t{16}));
  EXPECT_EQ(blocked.get_inner_idxs(), (dims_t{1}));
}

// Nothing is generated that could be cached: as in oneDNN on a CPU, the name is empty, and there is
// no blob.
TEST(queries, cache_blob) {
  const auto pd = relu();
  EXPECT_TRUE(pd.get_cache_blob_id().empty());
  const dnnl::eltwise_forward primitive(pd);
  EXPECT_EQ(outcome_of([&] { primitive.get_cache_blob(); }).status, dnnl_unimplemented);
  EXPECT_EQ(outcome_of([&] { dnnl::eltwise_forward(pd, std::vector<uint8_t>(8)); }).status,
            dnnl_unimplemented);
}

// A descriptor that is made can be made again from its own bytes.
TEST(queries, descriptors_come_back_from_their_blobs) {
  const dnnl_dim_t open = DNNL_RUNTIME_DIM_VAL;
  EXPECT_EQ(outcome_of([&] {
              desc({open, 4}, type_t::f32, dims_t{4, -5});
            }).status,
            dnnl_invalid_arguments);
  for (desc md :
       {desc({open, 4}, type_t::f32, dims_t{4, 1}),
        desc({open, 4}, type_t::f32, dims_t{open, open}), desc({largest}, type_t::u8, tag_t::a),
        desc({1, 3}, type_t::f32, dims_t{largest, 1}), desc({5, 7}, type_t::f32, tag_t::any),
        desc({4, 5}, type_t::f32, tag_t::ab).submemory_desc({1, 2}, {3, 1})}) {
    const std::vector<uint8_t> blob = md.get_blob();
    EXPECT_TRUE(desc(blob) == md);
  }
}

}  // namespace
}  // namespace dnnlet::test
