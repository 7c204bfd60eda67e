// SPDX-License-Identifier: Apache-2.0
// Which memories an execution takes: the bytes that the primitive reaches must lie inside of what
// the memory's own descriptor says that it has.
#include <climits>
#include <cstring>

#include "tests/support/buffer.h"
#include "tests/unit/arguments/objects.h"

namespace dnnlet::test {
namespace {

using desc = dnnl::memory::desc;

outcome run(const dnnl::primitive &p, const std::unordered_map<int, dnnl::memory> &memories) {
  return outcome_of([&] {
    dnnl::stream stream(cpu());
    p.execute(stream, memories);
    stream.wait();
  });
}

// Rows 2 and 3 of four: they lie behind a memory that has only two.
TEST(memories, offset0_counts) {
  const desc whole({4, 64}, type_t::f32, tag_t::ab), two({2, 64}, type_t::f32, tag_t::ab);
  const desc last = whole.submemory_desc({2, 64}, {2, 0}),
             first = whole.submemory_desc({2, 64}, {0, 0});
  dnnl::memory src(two, cpu());
  std::memset(src.get_data_handle(), 0, two.get_size());
  const auto reorder_to = [&](const desc &dst) {
    return dnnl::reorder(dnnl::reorder::primitive_desc(cpu(), two, cpu(), dst));
  };
  const auto status = [&](const desc &made_for, const desc &given) {
    guarded_buffer buffer(whole.get_size());
    dnnl::memory dst(given, cpu(), buffer.data());
    return run(reorder_to(made_for), {{DNNL_ARG_FROM, src}, {DNNL_ARG_TO, dst}}).status;
  };
  EXPECT_EQ(status(last, two), dnnl_invalid_arguments);
  EXPECT_EQ(status(last, first), dnnl_invalid_arguments);
  EXPECT_EQ(status(last, last), dnnl_success);
  EXPECT_EQ(status(last, whole), dnnl_success);  // the parent has the room
  EXPECT_EQ(status(first, two), dnnl_success);
  EXPECT_EQ(status(two, whole), dnnl_success);
}

// What differs in its sign only has the bytes; another size, or no integer, is a mistake.
TEST(memories, of_another_type) {
  const auto with = [](type_t made_for, type_t given) {
    const desc md({8}, made_for, tag_t::a), other({64}, given, tag_t::a);
    const dnnl::reorder reorder(dnnl::reorder::primitive_desc(cpu(), md, cpu(), md));
    return run(reorder, {{DNNL_ARG_FROM, dnnl::memory(md, cpu())},
                         {DNNL_ARG_TO, dnnl::memory(other, cpu())}})
        .status;
  };
  EXPECT_EQ(with(type_t::s8, type_t::u8), dnnl_success);
  EXPECT_EQ(with(type_t::u8, type_t::s8), dnnl_success);
  EXPECT_EQ(with(type_t::s8, type_t::f32), dnnl_invalid_arguments);
  EXPECT_EQ(with(type_t::f32, type_t::s32), dnnl_invalid_arguments);
  EXPECT_EQ(with(type_t::bf16, type_t::f16), dnnl_invalid_arguments);
}

class convolution {
 public:
  explicit convolution(const dnnl::primitive_attr &attr, type_t type = type_t::f32)
      : pd_(cpu(), dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
            desc({1, 2, 5, 5}, type, tag_t::nchw), desc({96, 2, 1, 1}, type, tag_t::oihw),
            desc({1, 96, 5, 5}, type, tag_t::nchw), {1, 1}, {0, 0}, {0, 0}, attr) {}

  outcome with(int arg, const dnnl::memory &extra) {
    std::unordered_map<int, dnnl::memory> memories = {
        {DNNL_ARG_SRC, dnnl::memory(pd_.src_desc(), cpu())},
        {DNNL_ARG_WEIGHTS, dnnl::memory(pd_.weights_desc(), cpu())},
        {DNNL_ARG_DST, dnnl::memory(pd_.dst_desc(), cpu())}};
    for (auto &m : memories)
      std::memset(m.second.get_data_handle(), 0, m.second.get_desc().get_size());
    if (extra) memories.emplace(arg, extra);
    return run(dnnl::convolution_forward(pd_), memories);
  }
  outcome with(int arg, const desc &md) { return with(arg, dnnl::memory(md, cpu())); }

 private:
  dnnl::convolution_forward::primitive_desc pd_;
};

TEST(memories, weights_of_prelu) {
  const int arg = DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_WEIGHTS;
  for (const int mask : {0, 2, 14}) {
    dnnl::post_ops ops;
    ops.append_prelu(mask);
    dnnl::primitive_attr attr;
    attr.set_post_ops(ops);
    convolution c(attr);
    const dims_t dims = {1, mask & 2 ? 96 : 1, mask & 4 ? 5 : 1, mask & 8 ? 5 : 1};
    EXPECT_EQ(c.with(arg, desc(dims, type_t::f32, tag_t::nchw)).status, dnnl_success);
    const outcome other = c.with(arg, desc(dims, type_t::bf16, tag_t::nchw));
    EXPECT_EQ(other.status, dnnl_invalid_arguments);
    EXPECT_NE(other.sentence.find("weights of post-op 0"), std::string::npos) << other.sentence;
    if (mask == 0) continue;
    EXPECT_EQ(c.with(arg, desc({1}, type_t::f32, tag_t::a)).status, dnnl_invalid_arguments);
    EXPECT_EQ(c.with(arg, dnnl::memory()).status, dnnl_invalid_arguments);
  }
}

// In front of a depthwise post-op, what a PReLU works on is larger than dst.
TEST(memories, weights_of_prelu_before_a_depthwise_post_op) {
  dnnl::post_ops ops;
  ops.append_prelu(4);
  ops.append_dw(type_t::f32, type_t::undef, type_t::f32, 3, 2, 1);
  dnnl::primitive_attr attr;
  attr.set_post_ops(ops);
  const desc src({1, 4, 9, 9}, type_t::f32, tag_t::nchw);
  const desc weights({4, 4, 1, 1}, type_t::f32, tag_t::oihw);
  const dnnl::convolution_forward::primitive_desc pd(cpu(), dnnl::prop_kind::forward_inference,
                                                     dnnl::algorithm::convolution_direct, src,
                                                     weights, src, {1, 1}, {0, 0}, {0, 0}, attr);
  const auto status = [&](dnnl_dim_t rows) {
    const int dw = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS;
    std::unordered_map<int, dnnl::memory> memories;
    const std::unordered_map<int, desc> tensors = {
        {DNNL_ARG_SRC, src},
        {DNNL_ARG_WEIGHTS, weights},
        {DNNL_ARG_DST, pd.dst_desc()},
        {dw, pd.query_md(dnnl::query::exec_arg_md, dw)},
        {DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_WEIGHTS,
         desc({1, 1, rows, 1}, type_t::f32, tag_t::nchw)}};
    for (const auto &t : tensors) {
      const auto at = memories.emplace(t.first, dnnl::memory(t.second, cpu())).first;
      std::memset(at->second.get_data_handle(), 0, t.second.get_size());
    }
    return run(dnnl::convolution_forward(pd), memories).status;
  };
  EXPECT_EQ(status(9), dnnl_success);
  EXPECT_EQ(status(5), dnnl_invalid_arguments);
}

// Neither of these two converts on its way, as in oneDNN, whose own tests look for the refusal.
TEST(memories, dst_of_eltwise_and_lrn_is_as_src) {
  const desc src({2, 16, 3, 5}, type_t::f32, tag_t::nchw);
  for (const desc &dst : {desc({2, 16, 3, 5}, type_t::bf16, tag_t::nchw),
                          desc({2, 16, 3, 5}, type_t::f32, tag_t::nhwc)}) {
    EXPECT_TRUE(refuses("than src", dnnl_unimplemented, [&] {
      dnnl::eltwise_forward::primitive_desc(cpu(), dnnl::prop_kind::forward_training,
                                            dnnl::algorithm::eltwise_relu, src, dst, 0.f, 0.f);
    }));
    EXPECT_TRUE(refuses("than src", dnnl_unimplemented, [&] {
      dnnl::lrn_forward::primitive_desc(cpu(), dnnl::prop_kind::forward_training,
                                        dnnl::algorithm::lrn_across_channels, src, dst, 5, 1e-4f,
                                        0.75f, 1.f);
    }));
  }
}

TEST(memories, seed_of_stochastic_rounding) {
  dnnl::primitive_attr attr;
  attr.set_rounding_mode(DNNL_ARG_DST, dnnl::rounding_mode::stochastic);
  convolution c(attr, type_t::bf16);
  const int arg = DNNL_ARG_ATTR_ROUNDING_SEED;
  EXPECT_EQ(c.with(arg, desc({1}, type_t::s32, tag_t::a)).status, dnnl_success);
  for (const desc &md : {desc({0}, type_t::s32, tag_t::a), desc({1}, type_t::u8, tag_t::a),
                         desc({4}, type_t::f32, tag_t::a)}) {
    const outcome o = c.with(arg, md);
    EXPECT_EQ(o.status, dnnl_invalid_arguments);
    EXPECT_NE(o.sentence.find("seed"), std::string::npos) << o.sentence;
  }
  EXPECT_EQ(c.with(arg, dnnl::memory()).status, dnnl_invalid_arguments);
}

TEST(memories, values_of_dropout) {
  const desc md({16}, type_t::f32, tag_t::a);
  dnnl::primitive_attr attr;
  attr.set_dropout(desc(), type_t::s64, true, false);
  const dnnl::eltwise_forward::primitive_desc pd(cpu(), dnnl::prop_kind::forward_inference,
                                                 dnnl::algorithm::eltwise_relu, md, md, 0.f, 0.f,
                                                 attr);
  struct value {
    int arg;
    type_t type;
  };
  const value values[] = {{DNNL_ARG_ATTR_DROPOUT_PROBABILITY, type_t::f32},
                          {DNNL_ARG_ATTR_DROPOUT_SEED, type_t::s64},
                          {DNNL_ARG_ATTR_DROPOUT_OFFSET, type_t::s64}};
  const auto status = [&](int spoilt, const desc &spoil) {
    std::unordered_map<int, dnnl::memory> memories = {{DNNL_ARG_SRC, dnnl::memory(md, cpu())},
                                                      {DNNL_ARG_DST, dnnl::memory(md, cpu())}};
    for (const value &v : values) {
      const desc one({1}, v.type, tag_t::a);
      const desc &given = v.arg == spoilt ? spoil : one;
      const auto at = memories.emplace(v.arg, dnnl::memory(given, cpu())).first;
      if (given.get_size()) std::memset(at->second.get_data_handle(), 0, given.get_size());
    }
    std::memset(memories.at(DNNL_ARG_SRC).get_data_handle(), 0, md.get_size());
    return run(dnnl::eltwise_forward(pd), memories).status;
  };
  EXPECT_EQ(status(0, desc()), dnnl_success);
  for (const value &v : values) {
    EXPECT_EQ(status(v.arg, desc({0}, v.type, tag_t::a)), dnnl_invalid_arguments) << v.arg;
    EXPECT_EQ(status(v.arg, desc({8}, type_t::u8, tag_t::a)), dnnl_invalid_arguments) << v.arg;
  }
}

// The elements between those of a tensor with a stride of zero belong to somebody else.
TEST(memories, stride_zero_is_not_dense) {
  const desc md({11, 20, 1, 14, 1}, type_t::f32, dims_t{20, 0, 220, 220, 1});
  const size_t count = md.get_size() / 4;
  std::vector<float> src(count, 1.f), dst(count, -7.f);
  dnnl::eltwise_forward::primitive_desc pd(cpu(), dnnl::prop_kind::forward_inference,
                                           dnnl::algorithm::eltwise_relu, md, md, 0.f);
  for (;;) {
    EXPECT_EQ(run(dnnl::eltwise_forward(pd), {{DNNL_ARG_SRC, dnnl::memory(md, cpu(), src.data())},
                                              {DNNL_ARG_DST, dnnl::memory(md, cpu(), dst.data())}})
                  .status,
              dnnl_success);
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(dst[i], i % 20 == 0 ? 1.f : -7.f) << i;
    if (!pd.next_impl()) break;
  }
}

TEST(memories, host_scalars_can_be_mapped) {
  const desc md = desc::host_scalar(type_t::s32);
  const dnnl::memory scalar(md, 42);
  auto *value = scalar.map_data<int32_t>();
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(*value, 42);
  *value = 7;
  scalar.unmap_data(value);
  EXPECT_EQ(scalar.get_host_scalar_value<int32_t>(), 7);
  EXPECT_EQ(outcome_of([&] { scalar.map_data<int32_t>(1); }).status, dnnl_invalid_arguments);
  EXPECT_EQ(outcome_of([&] { scalar.get_data_handle(); }).status, dnnl_invalid_arguments);
}

// As in oneDNN: a memory of no descriptor is that of a tensor that is not there, and what has no
// bytes is mapped to nothing.
TEST(memories, without_bytes) {
  dnnl_memory_t none = nullptr;
  void *mapped = &none;
  ASSERT_EQ(dnnl_memory_create(&none, nullptr, cpu().get(), DNNL_MEMORY_ALLOCATE), dnnl_success);
  EXPECT_EQ(dnnl_memory_map_data(none, &mapped), dnnl_success);
  EXPECT_EQ(mapped, nullptr);
  dnnl_memory_destroy(none);
  EXPECT_EQ(dnnl::memory(desc({4, 0}, type_t::f32, tag_t::ab), cpu()).map_data(), nullptr);
}

// 4 asks for time stamps, which oneDNN has as an experiment.
// Descriptors that answer queries alone have numbers of their own, which stand for no argument.
TEST(memories, of_slots_for_queries_alone) {
  const desc md({2, 8}, type_t::f32, tag_t::ab), by_channel({8}, type_t::f32, tag_t::a);
  const dnnl::primitive p(dnnl::batch_normalization_forward::primitive_desc(
      cpu(), dnnl::prop_kind::forward_inference, md, md, 1e-5f,
      dnnl::normalization_flags::use_global_stats));
  const dnnl::memory dst(md, cpu()), statistics(by_channel, cpu());
  EXPECT_EQ(run(p, {{INT_MIN / 2 + DNNL_ARG_MEAN, statistics},  // in the place of src
                    {DNNL_ARG_MEAN, statistics},
                    {DNNL_ARG_VARIANCE, statistics},
                    {DNNL_ARG_DST, dst}})
                .status,
            dnnl_invalid_arguments);
}

TEST(streams, flags) {
  for (const auto &[flags, expected] : {std::pair(0u, dnnl_success),
                                        {1u, dnnl_success},
                                        {2u, dnnl_success},
                                        {4u, dnnl_unimplemented}}) {
    dnnl_stream_t stream = nullptr;
    EXPECT_EQ(dnnl_stream_create(&stream, cpu().get(), flags), expected) << flags;
    dnnl_stream_destroy(stream);
  }
}

}  // namespace
}  // namespace dnnlet::test
