// SPDX-License-Identifier: Apache-2.0
// What core and kernels promise each other, where no primitive shows it yet. These tests know
// headers of the core: there is no other way to a primitive that the library has not got.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl.hpp"
#include "tests/unit/contract/toy.h"

namespace dnnlet::test {
namespace {

struct pd_deleter {
  void operator()(dnnl_primitive_desc_t pd) const { dnnl_primitive_desc_destroy(pd); }
};
using owned_pd = std::unique_ptr<dnnl_primitive_desc, pd_deleter>;

memory_desc matrix(dnnl_format_tag_t tag) {
  const dim_t dims[] = {2, 3};
  memory_desc md = zero_md;
  EXPECT_EQ(init_by_tag(md, 2, dims, dnnl_f32, tag), dnnl_success);
  return md;
}

std::vector<const memory_desc *> times(size_t n, const memory_desc &md) {
  return std::vector<const memory_desc *>(n, &md);
}

owned_pd make(dnnl_prop_kind_t prop, const std::vector<const memory_desc *> &sources,
              const memory_desc &dst, const_dnnl_primitive_desc_t hint = nullptr,
              dnnl_status_t expected = dnnl_success) {
  dnnl_primitive_desc_t pd = nullptr;
  EXPECT_EQ(toy::create(&pd, prop, sources, dst, hint), expected);
  return owned_pd(pd);
}

std::string name_of(const owned_pd &pd) {
  const char *name = "";
  EXPECT_EQ(dnnl_primitive_desc_query(pd.get(), dnnl_query_impl_info_str, 0, &name), dnnl_success);
  return name;
}

const memory_desc &tensor(const owned_pd &pd, dnnl_query_t query, int index = 0) {
  return *dnnl_primitive_desc_query_md(pd.get(), query, index);
}

// Memories of six floats, and one of bytes.
struct run {
  explicit run(const owned_pd &pd, size_t n) : values(n + 1, std::vector<float>(6)), bytes(16) {
    EXPECT_EQ(dnnl_primitive_create(&primitive, pd.get()), dnnl_success);
    for (size_t i = 0; i <= n; ++i) {
      for (float &x : values[i]) x = float(i + 1);
      memories.emplace_back(
          dnnl::memory::desc({2, 3}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::ab),
          engine, values[i].data());
      args.push_back({DNNL_ARG_MULTIPLE_SRC + int(i), memories[i].get()});
    }
  }
  ~run() { dnnl_primitive_destroy(primitive); }
  dnnl_status_t operator()() {
    return dnnl_primitive_execute(primitive, stream.get(), int(args.size()), args.data());
  }
  void add_workspace(const memory_desc &md) {
    dnnl_memory_desc_t copy;
    dnnl_memory_desc_clone(&copy, &md);
    memories.emplace_back(dnnl::memory::desc(copy), engine, bytes.data());
    args.push_back({DNNL_ARG_WORKSPACE, memories.back().get()});
  }

  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  std::vector<std::vector<float>> values;
  std::vector<uint8_t> bytes;
  std::vector<dnnl::memory> memories;
  std::vector<dnnl_exec_arg_t> args;
  dnnl_primitive_t primitive = nullptr;
};

TEST(contract, tensors_come_in_any_number) {
  const memory_desc md = matrix(dnnl_ab);
  for (const size_t n : {size_t(1), size_t(3), size_t(64), size_t(200)}) {
    const owned_pd pd = make(dnnl_forward_inference, times(n, md), md);
    EXPECT_EQ(name_of(pd), n <= 3 ? "toy:few" : "toy:many");
    EXPECT_EQ(dnnl_primitive_desc_query_s32(pd.get(), dnnl_query_num_of_inputs_s32, 0), int(n));
    for (const int i : {0, int(n) - 1}) {
      EXPECT_TRUE(equal(tensor(pd, dnnl_query_src_md, i), md)) << i;
      EXPECT_TRUE(equal(tensor(pd, dnnl_query_exec_arg_md, DNNL_ARG_MULTIPLE_SRC + i), md)) << i;
    }
    EXPECT_TRUE(is_zero(tensor(pd, dnnl_query_src_md, int(n))));
    run r(pd, n);
    r.args.back().arg = DNNL_ARG_DST;
    ASSERT_EQ(r(), dnnl_success);
    for (const float x : r.values[n]) EXPECT_EQ(x, float(n * (n + 1) / 2));
    r.args[n / 2].arg = DNNL_ARG_MULTIPLE_SRC + int(n);  // one is missing, one too many
    EXPECT_EQ(r(), dnnl_invalid_arguments) << n;
  }
}

TEST(contract, every_tensor_must_fit) {
  const memory_desc md = matrix(dnnl_ab);
  const owned_pd pd = make(dnnl_forward_inference, times(70, md), md);
  run r(pd, 70);
  r.args.back().arg = DNNL_ARG_DST;
  const dnnl::memory small(
      dnnl::memory::desc({2, 2}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::ab),
      r.engine, r.values[0].data());
  r.args[69].memory = small.get();
  EXPECT_EQ(r(), dnnl_invalid_arguments);
}

TEST(contract, kernels_lay_out_what_is_open_and_the_next_one_sees_it_open_again) {
  const memory_desc given = matrix(dnnl_ab), open = matrix(dnnl_format_tag_any);
  std::vector<const memory_desc *> sources = times(3, given);
  sources[1] = &open;
  const owned_pd pd = make(dnnl_forward_training, sources, open);
  EXPECT_EQ(name_of(pd), "toy:few");
  EXPECT_TRUE(has_tag(tensor(pd, dnnl_query_dst_md), dnnl_ab));
  EXPECT_EQ(size_of(tensor(pd, dnnl_query_workspace_md)), 8u);
  dnnl_primitive_desc_t copy;
  ASSERT_EQ(dnnl_primitive_desc_clone(&copy, pd.get()), dnnl_success);
  const owned_pd next(copy);
  ASSERT_EQ(dnnlet_next_impl(copy), dnnl_success);
  EXPECT_EQ(name_of(next), "toy:many");
  EXPECT_TRUE(has_tag(tensor(next, dnnl_query_dst_md), dnnl_ba));
  EXPECT_TRUE(has_tag(tensor(next, dnnl_query_src_md, 1), dnnl_ba));
  EXPECT_TRUE(has_tag(tensor(next, dnnl_query_src_md, 0), dnnl_ab));
  EXPECT_EQ(size_of(tensor(next, dnnl_query_workspace_md)), 16u);
  EXPECT_EQ(dnnlet_next_impl(copy), dnnl_last_impl_reached);
  EXPECT_EQ(size_of(tensor(next, dnnl_query_workspace_md)), 16u);
  EXPECT_EQ(name_of(pd), "toy:few");
}

// As in oneDNN, which creates them otherwise.
TEST(contract, the_iterator_of_reorder_concat_and_sum_is_at_its_end) {
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const memory_desc md = matrix(dnnl_ab);
  const memory_desc *const both[] = {&md, &md};
  const float scales[] = {1, 1};
  dnnl_primitive_desc_t made[3] = {};
  ASSERT_EQ(
      dnnl_reorder_primitive_desc_create(&made[0], &md, engine.get(), &md, engine.get(), nullptr),
      dnnl_success);
  ASSERT_EQ(dnnl_concat_primitive_desc_create(&made[1], engine.get(), nullptr, 2, 0, both, nullptr),
            dnnl_success);
  ASSERT_EQ(
      dnnl_sum_primitive_desc_create(&made[2], engine.get(), nullptr, 2, scales, both, nullptr),
      dnnl_success);
  for (const dnnl_primitive_desc_t each : made) {
    const owned_pd pd(each);
    EXPECT_EQ(dnnl_primitive_desc_next_impl(each), dnnl_last_impl_reached);
    int steps = 0;
    while (steps < 100 && dnnlet_next_impl(each) == dnnl_success) ++steps;
    EXPECT_LT(steps, 100);
    EXPECT_EQ(name_of(pd).substr(0, 9), "reference");
  }
  EXPECT_EQ(dnnlet_next_impl(nullptr), dnnl_invalid_arguments);
}

TEST(contract, layouts_are_open_for_the_first_64_tensors) {
  const memory_desc given = matrix(dnnl_ab), open = matrix(dnnl_format_tag_any);
  std::vector<const memory_desc *> sources = times(70, given);
  sources[63] = &open;
  make(dnnl_forward_inference, sources, given);
  sources[64] = &open;
  make(dnnl_forward_inference, sources, given, nullptr, dnnl_unimplemented);
}

TEST(contract, a_workspace_of_bytes_goes_from_forward_to_backward) {
  const memory_desc md = matrix(dnnl_ab);
  const owned_pd forward = make(dnnl_forward_training, times(2, md), md);
  const memory_desc &workspace = tensor(forward, dnnl_query_workspace_md);
  EXPECT_EQ(workspace.data_type, dnnl_u8);
  EXPECT_EQ(dnnl_primitive_desc_query_s32(forward.get(), dnnl_query_num_of_outputs_s32, 0), 2);
  run r(forward, 2);
  r.args.back().arg = DNNL_ARG_DST;
  EXPECT_EQ(r(), dnnl_invalid_arguments);
  r.add_workspace(workspace);
  ASSERT_EQ(r(), dnnl_success);
  EXPECT_EQ(r.bytes[0], 2);

  const owned_pd backward = make(dnnl_backward_data, times(2, md), md, forward.get());
  EXPECT_TRUE(equal(tensor(backward, dnnl_query_workspace_md), workspace));
  run b(backward, 2);
  b.args.back().arg = DNNL_ARG_DIFF_DST;
  b.bytes = r.bytes;
  b.add_workspace(workspace);
  ASSERT_EQ(b(), dnnl_success);
  for (const int i : {0, 1}) EXPECT_EQ(b.values[i], b.values[2]);
}

TEST(contract, a_backward_kernel_takes_the_workspace_that_it_was_given) {
  const memory_desc md = matrix(dnnl_ab);
  const owned_pd forward = make(dnnl_forward_training, times(2, md), md);
  ASSERT_EQ(dnnlet_next_impl(forward.get()), dnnl_success);
  // The first kernel would have eight bytes.
  EXPECT_EQ(name_of(make(dnnl_backward_data, times(2, md), md, forward.get())), "toy:many");
  EXPECT_EQ(name_of(make(dnnl_backward_data, times(2, md), md)), "toy:few");
  const owned_pd inference = make(dnnl_forward_inference, times(2, md), md);
  make(dnnl_backward_data, times(2, md), md, inference.get(), dnnl_unimplemented);
}

TEST(contract, a_hint_is_the_forward_pass_of_the_same_primitive) {
  const memory_desc md = matrix(dnnl_ab);
  const owned_pd forward = make(dnnl_forward_training, times(2, md), md);
  const owned_pd backward = make(dnnl_backward_data, times(2, md), md, forward.get());
  make(dnnl_backward_data, times(2, md), md, backward.get(), dnnl_invalid_arguments);
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const dnnl::memory::desc desc({2, 3}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::ab);
  const dnnl::eltwise_forward::primitive_desc other(engine, dnnl::prop_kind::forward_training,
                                                    dnnl::algorithm::eltwise_relu, desc, desc, 0.f);
  make(dnnl_backward_data, times(2, md), md, other.get(), dnnl_invalid_arguments);
}

}  // namespace
}  // namespace dnnlet::test
