// SPDX-License-Identifier: Apache-2.0
// Numbers near the end of their type: refused with a sentence where nothing can be executed, and
// no undefined behaviour anywhere. (The build with sanitizers sees what overflows.)
#include "core/support/arithmetic.h"
#include "tests/unit/arguments/objects.h"

namespace dnnlet::test {
namespace {

using desc = dnnl::memory::desc;

void execute(const dnnl::primitive &p, const std::unordered_map<int, desc> &tensors) {
  dnnl::stream stream(cpu());
  std::unordered_map<int, dnnl::memory> memories;
  for (const auto &t : tensors) memories.emplace(t.first, dnnl::memory(t.second, cpu()));
  p.execute(stream, memories);
  stream.wait();
}

const dnnl_dim_t numbers[] = {1,
                              2,
                              3,
                              dnnl_dim_t(1) << 20,
                              dnnl_dim_t(1) << 31,
                              dnnl_dim_t(1) << 40,
                              dnnl_dim_t(1) << 61,
                              dnnl_dim_t(1) << 62,
                              largest - 1,
                              largest};

// The extent of dst for a window of these numbers, or -1 where it is no number.
dnnl_dim_t outputs(dnnl_dim_t src, dnnl_dim_t kernel, dnnl_dim_t stride, dnnl_dim_t dilate,
                   dnnl_dim_t left, dnnl_dim_t right) {
  dnnl_dim_t padded, step, reach, length;
  if (!checked_add(src, left, &padded) || !checked_add(padded, right, &padded)) return -1;
  if (!checked_add(dilate, dnnl_dim_t(1), &step) || !checked_mul(kernel - 1, step, &reach) ||
      !checked_add(reach, dnnl_dim_t(1), &length))
    return 0;  // longer than any tensor
  const dnnl_dim_t count = length > padded ? 0 : (padded - length) / stride + 1;
  return count > 64 ? -1 : count;
}

struct tensors_2d {
  desc src, weights, dst;
  dims_t strides, dilates, left, right;
};

void run_convolutions(const tensors_2d &t, dnnl::algorithm alg) {
  const dnnl::convolution_forward::primitive_desc forward(cpu(), dnnl::prop_kind::forward_training,
                                                          alg, t.src, t.weights, t.dst, t.strides,
                                                          t.dilates, t.left, t.right);
  for (auto pd = forward;;) {
    execute(dnnl::convolution_forward(pd), {{DNNL_ARG_SRC, pd.src_desc()},
                                            {DNNL_ARG_WEIGHTS, pd.weights_desc()},
                                            {DNNL_ARG_DST, pd.dst_desc()}});
    if (!pd.next_impl()) break;
  }
  const dnnl::convolution_backward_data::primitive_desc data(
      cpu(), alg, t.src, t.weights, t.dst, t.strides, t.dilates, t.left, t.right, forward);
  for (auto pd = data;;) {
    execute(dnnl::convolution_backward_data(pd), {{DNNL_ARG_DIFF_SRC, pd.diff_src_desc()},
                                                  {DNNL_ARG_WEIGHTS, pd.weights_desc()},
                                                  {DNNL_ARG_DIFF_DST, pd.diff_dst_desc()}});
    if (!pd.next_impl()) break;
  }
  const dnnl::convolution_backward_weights::primitive_desc weights(
      cpu(), alg, t.src, t.weights, t.dst, t.strides, t.dilates, t.left, t.right, forward);
  for (auto pd = weights;;) {
    execute(dnnl::convolution_backward_weights(pd),
            {{DNNL_ARG_SRC, pd.src_desc()},
             {DNNL_ARG_DIFF_WEIGHTS, pd.diff_weights_desc()},
             {DNNL_ARG_DIFF_DST, pd.diff_dst_desc()}});
    if (!pd.next_impl()) break;
  }
}

// Strides, dilations and paddings of every size, where the tensors are small: every kernel that
// takes one runs.
TEST(numbers, windows_of_convolution) {
  for (const dnnl_dim_t stride : numbers)
    for (const dnnl_dim_t dilate : {dnnl_dim_t(0), dnnl_dim_t(1) << 40, largest - 1})
      for (const dnnl_dim_t kernel : {dnnl_dim_t(1), dnnl_dim_t(2)})
        for (const dnnl_dim_t right :
             {dnnl_dim_t(0), dnnl_dim_t(1) << 40, dnnl_dim_t(1) << 62, largest - 8}) {
          const dnnl_dim_t o = outputs(3, kernel, stride, dilate, 1, right);
          if (o < 0) continue;
          for (const tag_t tag : {tag_t::any, tag_t::nchw, tag_t::nhwc}) {
            const tensors_2d t = {{{1, 4, 3, 3}, type_t::f32, tag},
                                  {{8, 4, kernel, 1}, type_t::f32, tag_t::any},
                                  {{1, 8, o, 3}, type_t::f32, tag},
                                  {stride, 1},
                                  {dilate, 0},
                                  {1, 0},
                                  {right, 0}};
            EXPECT_TRUE(ends_well([&] {
              run_convolutions(t, dnnl::algorithm::convolution_direct);
            })) << "stride "
                << stride << " dilate " << dilate << " kernel " << kernel << " right " << right;
          }
        }
}

void run_poolings(const tensors_2d &t, dnnl::algorithm alg, const dims_t &kernel) {
  const auto prop = alg == dnnl::algorithm::pooling_max ? dnnl::prop_kind::forward_inference
                                                        : dnnl::prop_kind::forward_training;
  const dnnl::pooling_forward::primitive_desc forward(cpu(), prop, alg, t.src, t.dst, t.strides,
                                                      kernel, t.dilates, t.left, t.right);
  for (auto pd = forward;;) {
    execute(dnnl::pooling_forward(pd),
            {{DNNL_ARG_SRC, pd.src_desc()}, {DNNL_ARG_DST, pd.dst_desc()}});
    if (!pd.next_impl()) break;
  }
  if (alg == dnnl::algorithm::pooling_max) return;
  const dnnl::pooling_backward::primitive_desc backward(cpu(), alg, t.src, t.dst, t.strides, kernel,
                                                        t.dilates, t.left, t.right, forward);
  for (auto pd = backward;;) {
    execute(dnnl::pooling_backward(pd),
            {{DNNL_ARG_DIFF_SRC, pd.diff_src_desc()}, {DNNL_ARG_DIFF_DST, pd.diff_dst_desc()}});
    if (!pd.next_impl()) break;
  }
}

TEST(numbers, windows_of_pooling) {
  for (const dnnl::algorithm alg :
       {dnnl::algorithm::pooling_max, dnnl::algorithm::pooling_avg_include_padding,
        dnnl::algorithm::pooling_avg_exclude_padding})
    for (const dnnl_dim_t stride : numbers)
      for (const dnnl_dim_t dilate : {dnnl_dim_t(0), dnnl_dim_t(1) << 40, largest - 1})
        for (const dnnl_dim_t right : {dnnl_dim_t(0), dnnl_dim_t(1) << 40, dnnl_dim_t(1) << 62}) {
          const dnnl_dim_t o = outputs(3, 2, stride, dilate, 0, right);
          if (o < 0) continue;
          for (const tag_t tag : {tag_t::nchw, tag_t::nhwc}) {
            const tensors_2d t = {{{1, 4, 3, 3}, type_t::f32, tag},
                                  {},
                                  {{1, 4, o, 3}, type_t::f32, tag},
                                  {stride, 1},
                                  {dilate, 0},
                                  {0, 0},
                                  {right, 0}};
            EXPECT_TRUE(ends_well([&] {
              run_poolings(t, alg, {2, 1});
            })) << "stride "
                << stride << " dilate " << dilate << " right " << right;
          }
        }
}

// A depthwise post-op whose stride is far larger than its tensor leaves one element of each row.
TEST(numbers, depthwise_post_op) {
  for (const dnnl_dim_t stride : {dnnl_dim_t(2), dnnl_dim_t(1) << 40, largest})
    for (const dnnl_dim_t kernel : {dnnl_dim_t(3), dnnl_dim_t(1) << 31, largest}) {
      dnnl::post_ops ops;
      EXPECT_TRUE(ends_well([&] {
        ops.append_dw(type_t::f32, type_t::undef, type_t::f32, kernel, stride, 1);
        dnnl::primitive_attr attr;
        attr.set_post_ops(ops);
        const desc data({1, 2, 5, 5}, type_t::f32, tag_t::nchw);
        const desc weights({2, 2, 1, 1}, type_t::f32, tag_t::oihw);
        dnnl::convolution_forward::primitive_desc pd(cpu(), dnnl::prop_kind::forward_inference,
                                                     dnnl::algorithm::convolution_direct, data,
                                                     weights, data, {1, 1}, {0, 0}, {0, 0}, attr);
        for (;;) {
          const int second = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS;
          execute(dnnl::convolution_forward(pd),
                  {{DNNL_ARG_SRC, data},
                   {DNNL_ARG_WEIGHTS, weights},
                   {second, pd.query_md(dnnl::query::exec_arg_md, second)},
                   {DNNL_ARG_DST, pd.dst_desc()}});
          if (!pd.next_impl()) break;
        }
      })) << "kernel "
          << kernel << " stride " << stride;
    }
}

TEST(numbers, local_size) {
  for (const dnnl::algorithm alg :
       {dnnl::algorithm::lrn_across_channels, dnnl::algorithm::lrn_within_channel})
    for (const dnnl_dim_t size : numbers)
      for (const tag_t tag : {tag_t::nchw, tag_t::nhwc, tag_t::nChw16c}) {
        const desc md({1, 5, 3, 2}, type_t::f32, tag);
        EXPECT_TRUE(ends_well([&] {
          dnnl::lrn_forward::primitive_desc pd(cpu(), dnnl::prop_kind::forward_inference, alg, md,
                                               md, size, 1, 0.75f, 1);
          for (;;) {
            execute(dnnl::lrn_forward(pd), {{DNNL_ARG_SRC, md}, {DNNL_ARG_DST, md}});
            if (!pd.next_impl()) break;
          }
        })) << size;
      }
}

// Tensors of more than any memory: the descriptor is made, a primitive is not, and neither is a
// memory.
TEST(numbers, tensors) {
  const desc whole({largest}, type_t::u8, tag_t::a);
  EXPECT_EQ(whole.get_size(), size_t(largest));
  EXPECT_TRUE(refuses("memory source", dnnl_out_of_memory, [&] { dnnl::memory(whole, cpu()); }));
  const dnnl_dim_t half = dnnl_dim_t(1) << 62;
  for (const desc &md :
       {whole, desc({1, half}, type_t::u8, tag_t::ab),
        desc({2, 3}, type_t::f32, dims_t{half / 16, 1}),
        desc({1, 3}, type_t::f32, dims_t{largest, 1}), desc({0, half}, type_t::u8, tag_t::ab)}) {
    EXPECT_TRUE(refuses("more than any memory", dnnl_unimplemented,
                        [&] { dnnl::reorder::primitive_desc(cpu(), md, cpu(), md); }));
    EXPECT_TRUE(refuses("more than any memory", dnnl_unimplemented, [&] {
      dnnl::eltwise_forward::primitive_desc(cpu(), dnnl::prop_kind::forward_inference,
                                            dnnl::algorithm::eltwise_relu, md, md, 0.f);
    }));
    // As the operand of a post-op.
    dnnl::post_ops ops;
    ops.append_binary(dnnl::algorithm::binary_add, md);
    dnnl::primitive_attr attr;
    attr.set_post_ops(ops);
    const desc small(dims_t(md.get_dims().size(), 1), type_t::f32,
                     md.get_ndims() == 1 ? tag_t::a : tag_t::ab);
    EXPECT_NE(outcome_of([&] {
                dnnl::eltwise_forward::primitive_desc(cpu(), dnnl::prop_kind::forward_inference,
                                                      dnnl::algorithm::eltwise_relu, small, small,
                                                      0.f, 0.f, attr);
              }).status,
              dnnl_success);
  }
  // The same where the layout is open.
  EXPECT_TRUE(refuses("more than any memory", dnnl_unimplemented, [&] {
    const desc src({1, half / 16, 3, 3}, type_t::s8, tag_t::any);
    const desc weights({1, half / 16, 1, 1}, type_t::s8, tag_t::any);
    const desc dst({1, 1, 3, 3}, type_t::s32, tag_t::any);
    dnnl::convolution_forward::primitive_desc(cpu(), dnnl::prop_kind::forward_inference,
                                              dnnl::algorithm::convolution_direct, src, weights,
                                              dst, {1, 1}, {0, 0}, {0, 0});
  }));
}

// Groups of scales that are larger than the tensor, which only execution knows.
TEST(numbers, groups_with_runtime_dims) {
  const dnnl_dim_t open = DNNL_RUNTIME_DIM_VAL;
  dnnl::primitive_attr attr;
  attr.set_scales(DNNL_ARG_SRC, 3, {largest, 1}, type_t::f32);
  const desc src({open, open}, type_t::s8, dims_t{open, open});
  const desc dst({open, open}, type_t::f32, dims_t{open, open});
  const dnnl::reorder reorder(dnnl::reorder::primitive_desc(cpu(), src, cpu(), dst, attr));
  EXPECT_TRUE(refuses("do not divide", dnnl_invalid_arguments, [&] {
    execute(reorder, {{DNNL_ARG_FROM, {{4, 4}, type_t::s8, tag_t::ab}},
                      {DNNL_ARG_TO, {{4, 4}, type_t::f32, tag_t::ab}},
                      {DNNL_ARG_ATTR_SCALES | DNNL_ARG_FROM, {{1}, type_t::f32, tag_t::a}}});
  }));
}

// Strides too may be unknown, of any tensor.
TEST(numbers, runtime_strides_of_any_tensor) {
  const desc known({1, 4, 2, 2}, type_t::f32, tag_t::nchw);
  const desc open({1, 4, 2, 2}, type_t::f32, dims_t{DNNL_RUNTIME_DIM_VAL, 4, 2, 1});
  const auto lrn = [&](const desc &diff_src, const desc &diff_dst, const desc &src) {
    return [=] {
      const auto alg = dnnl::algorithm::lrn_across_channels;
      const dnnl::lrn_forward::primitive_desc hint(cpu(), dnnl::prop_kind::forward_training, alg,
                                                   known, known, 5, 1, 1, 1);
      dnnl::lrn_backward::primitive_desc(cpu(), alg, diff_src, diff_dst, src, 5, 1, 1, 1, hint);
    };
  };
  EXPECT_TRUE(refuses("runtime", dnnl_unimplemented, lrn(open, known, known)));
  EXPECT_TRUE(refuses("runtime", dnnl_unimplemented, lrn(known, open, known)));
  EXPECT_TRUE(refuses("runtime", dnnl_unimplemented, lrn(known, known, open)));
}

TEST(numbers, matrices) {
  float a[4] = {1, 1, 1, 1}, b[4] = {1, 1, 1, 1}, c[4] = {};
  const dnnl_dim_t large = dnnl_dim_t(1) << 62;
  const auto sgemm = [&](dnnl_dim_t m, dnnl_dim_t n, dnnl_dim_t k, dnnl_dim_t lda, dnnl_dim_t ldb,
                         dnnl_dim_t ldc) {
    return [=, &a, &b, &c] {
      dnnl::error::wrap_c_api(dnnl_sgemm('N', 'N', m, n, k, 1, a, lda, b, ldb, 0, c, ldc), "sgemm");
    };
  };
  EXPECT_TRUE(refuses("lda", dnnl_invalid_arguments, sgemm(2, 2, 2, large, 2, 2)));
  EXPECT_TRUE(refuses("ldb", dnnl_invalid_arguments, sgemm(2, 2, 2, 2, large, 2)));
  EXPECT_TRUE(refuses("ldc", dnnl_invalid_arguments, sgemm(2, 2, 2, 2, 2, large)));
  const dnnl_dim_t n = 1 << 20;
  EXPECT_TRUE(refuses("K", dnnl_invalid_arguments, sgemm(n, n, n, n, n, n)));
}

TEST(numbers, sparse_tensors) {
  dnnl_memory_desc_t md = nullptr;
  const dims_t huge = {largest, largest}, small = {3, 3};
  EXPECT_EQ(dnnl_memory_desc_create_with_csr_encoding(&md, 2, huge.data(), dnnl_f32, 4, dnnl_s32,
                                                      dnnl_s32),
            dnnl_invalid_arguments);
  EXPECT_EQ(
      dnnl_memory_desc_create_with_coo_encoding(&md, 2, small.data(), dnnl_f32, largest, dnnl_s32),
      dnnl_invalid_arguments);
  ASSERT_EQ(dnnl_memory_desc_create_with_csr_encoding(&md, 2, small.data(), dnnl_f32, 4, dnnl_s32,
                                                      dnnl_s32),
            dnnl_success);
  EXPECT_EQ(dnnl_memory_desc_get_size_v2(md, 2), 16u);
  EXPECT_EQ(dnnl_memory_desc_get_size_v2(md, -1), 0u);
  EXPECT_EQ(dnnl_memory_desc_get_size_v2(md, INT32_MIN), 0u);
  EXPECT_EQ(dnnl_memory_desc_get_size_v2(md, 3), 0u);
  dnnl_memory_desc_destroy(md);
}

// oneDNN takes the same, and no folder for the one it has.
TEST(numbers, flags_of_profilers) {
  for (unsigned flags = 0; flags < 16; ++flags)
    EXPECT_EQ(dnnl_set_jit_profiling_flags(flags), dnnl_success) << flags;
  EXPECT_EQ(dnnl_set_jit_profiling_flags(16), dnnl_invalid_arguments);
  EXPECT_EQ(dnnl_set_jit_profiling_flags(DNNL_JIT_PROFILE_NONE), dnnl_success);
  EXPECT_EQ(dnnl_set_jit_profiling_jitdumpdir(nullptr), dnnl_success);
}

}  // namespace
}  // namespace dnnlet::test
