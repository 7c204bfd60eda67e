// SPDX-License-Identifier: Apache-2.0
// Nothing outside a tensor is read or written: each of them ends, or begins, at a page that cannot
// be accessed, the scratchpad too, and results are the same bits as in the middle of memory.
#include "tests/support/execute.h"
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

// Executes in the middle of memory and beside pages, and compares the outputs.
template <class PrimitiveDesc>
void check(const PrimitiveDesc &pd, const dnnl::stream &stream, const tensors &inputs) {
  const tensors inside = execute(pd, stream, inputs);
  for (const edge where : {edge::end, edge::begin}) {
    const placed_at here(where);
    const tensors beside = execute(pd, stream, inputs);
    for (const auto &[arg, expected] : inside)
      EXPECT_TRUE(same_values(beside.at(arg), expected)) << "argument " << arg;
  }
}

struct edge_types {
  dt src, weights, dst;  // backward: dst and src the other way round
};

class convolution_edges : public testing::TestWithParam<std::string> {
 protected:
  dnnl::primitive_attr with_scratchpad() const {
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return attr;
  }
  void forward(const convolution_case &c, const edge_types &t, const convolution_layouts &l);
  void backward_data(const convolution_case &c, const edge_types &t, const convolution_layouts &l);
  void backward_weights(const convolution_case &c, const edge_types &t,
                        const convolution_layouts &l);
  convolution_descs descs(const convolution_case &c, const edge_types &t,
                          const convolution_layouts &l) const {
    const convolution_descs f32 = describe(c, l);
    const size_t i = c.src.size() - 1;
    return {{c.src_dims(), t.src, l.data[i]},
            {c.weights_dims(), t.weights, c.has_groups ? l.grouped[i] : l.weights[i]},
            f32.bias,
            {c.dst_dims(), t.dst, l.data[i]}};
  }
  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

void convolution_edges::forward(const convolution_case &c, const edge_types &t,
                                const convolution_layouts &l) {
  const tensor src = random_tensor(c.src_dims(), t.src, 1),
               weights = random_tensor(c.weights_dims(), t.weights, 2),
               bias = random_tensor({c.oc}, dt::f32, 3);
  const convolution_descs d = descs(c, t, l);
  for_each_implementation(
      [&] {
        return dnnl::convolution_forward::primitive_desc(
            engine_, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct, d.src,
            d.weights, d.bias, d.dst, c.strides, c.dilates, c.left, c.right, with_scratchpad(),
            true);
      },
      GetParam() + ":",
      [&](auto &pd) {
        check(pd, stream_,
              {{DNNL_ARG_SRC, src}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_BIAS, bias}});
      });
}

void convolution_edges::backward_data(const convolution_case &c, const edge_types &t,
                                      const convolution_layouts &l) {
  const tensor diff_dst = random_tensor(c.dst_dims(), t.dst, 1),
               weights = random_tensor(c.weights_dims(), t.weights, 2);
  const convolution_descs d = descs(c, t, l);
  for_each_implementation(
      [&] {
        return dnnl::convolution_backward_data::primitive_desc(
            engine_, dnnl::algorithm::convolution_direct, d.src, d.weights, d.dst, c.strides,
            c.dilates, c.left, c.right, forward_desc(engine_, c, describe(c, any_layouts)),
            with_scratchpad(), true);
      },
      GetParam() + ":",
      [&](auto &pd) {
        check(pd, stream_, {{DNNL_ARG_DIFF_DST, diff_dst}, {DNNL_ARG_WEIGHTS, weights}});
      });
}

void convolution_edges::backward_weights(const convolution_case &c, const edge_types &t,
                                         const convolution_layouts &l) {
  const tensor src = random_tensor(c.src_dims(), t.src, 1),
               diff_dst = random_tensor(c.dst_dims(), t.dst, 2);
  const convolution_descs d = descs(c, t, l);
  for_each_implementation(
      [&] {
        return dnnl::convolution_backward_weights::primitive_desc(
            engine_, dnnl::algorithm::convolution_direct, d.src, d.weights, d.bias, d.dst,
            c.strides, c.dilates, c.left, c.right,
            forward_desc(engine_, c, describe(c, any_layouts)), with_scratchpad(), true);
      },
      GetParam() + ":",
      [&](auto &pd) {
        check(pd, stream_, {{DNNL_ARG_SRC, src}, {DNNL_ARG_DIFF_DST, diff_dst}});
      });
}

// Planes shorter than a vector, channels that fill none, and what lies around.
std::vector<convolution_case> edge_cases() {
  return {
      {1, 1, 3, 4, {2, 2}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false},
      {2, 1, 5, 3, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false},
      {1, 2, 14, 6, {3, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, true},
      {1, 1, 40, 9, {3, 3}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false},
      {1, 1, 2, 3, {17, 3}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false},
      {1, 1, 3, 10, {5, 7}, {3, 3}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, false},  // a first layer
      {2, 1, 18, 19, {3, 2}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, false},
      {1, 1, 5, 67, {6, 7}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false},
      {1, 1, 67, 5, {3, 11}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, false},
      {1, 3, 9, 6, {4, 3}, {2, 2}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, true},
      {1, 5, 5, 5, {3, 3}, {3, 3}, {1, 1}, {0, 0}, {1, 1}, {1, 1}, true},  // depthwise
      {2, 33, 33, 33, {1, 2}, {3, 3}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, true},
      {1, 1, 7, 5, {3, 139}, {3, 3}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, false},  // 70 of a place
      {1, 1, 17, 40, {3, 139}, {3, 3}, {2, 2}, {0, 0}, {1, 1}, {1, 1}, false},
      {1, 1, 5, 3, {27, 19}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false},  // 512 pixels and one
      {1, 1, 7, 5, {9}, {3}, {1}, {1}, {2}, {2}, false},
      // Planes of one row, of which halves make pairs, and others that are not cut.
      {2, 1, 7, 5, {12}, {5}, {1}, {0}, {2}, {2}, false},
      {1, 1, 19, 33, {30}, {3}, {2}, {1}, {3}, {2}, false},
      {1, 1, 3, 17, {10}, {9}, {1}, {0}, {4}, {4}, false},
      {1, 1, 4, 20, {13}, {2}, {3}, {0}, {0}, {0}, false},
      {1, 1, 3, 17, {6}, {11}, {1}, {0}, {5}, {5}, false},
      {1, 1, 6, 18, {1, 14}, {1, 3}, {1, 1}, {0, 0}, {0, 1}, {0, 1}, false},
      {1, 2, 8, 6, {9}, {4}, {1}, {0}, {0}, {3}, true},
      {1, 1, 4, 6, {2, 3, 2}, {2, 1, 2}, {1, 1, 1}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}, false},
  };
}

TEST_P(convolution_edges, forward) {
  const edge_types types[] = {{dt::f32, dt::f32, dt::f32},
                              {dt::bf16, dt::bf16, dt::bf16},
                              {dt::f16, dt::f16, dt::f16},
                              {dt::u8, dt::s8, dt::s8},
                              {dt::s8, dt::s8, dt::f32}};
  for (const convolution_case &c : edge_cases())
    for (const edge_types &t : types)
      for (const convolution_layouts &l : {any_layouts, channels_last, channels_first, blocked}) {
        SCOPED_TRACE(c.name() + " " + name_of(t.src) + " " + l.name);
        forward(c, t, l);
      }
}

TEST_P(convolution_edges, backward) {
  const edge_types types[] = {
      {dt::f32, dt::f32, dt::f32}, {dt::bf16, dt::bf16, dt::bf16}, {dt::f16, dt::f16, dt::f16}};
  for (const convolution_case &c : edge_cases())
    for (const edge_types &t : types)
      for (const convolution_layouts &l : {any_layouts, channels_last, channels_first, blocked}) {
        SCOPED_TRACE(c.name() + " " + name_of(t.src) + " " + l.name);
        backward_data(c, t, l);
        backward_weights(c, t, l);
      }
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_edges, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
