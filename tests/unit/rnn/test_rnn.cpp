// SPDX-License-Identifier: Apache-2.0
// Every implementation of recurrent networks, on every plugin: forward against the definition in
// f64, backward against finite differences of the definition.
#include <algorithm>
#include <cmath>

#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/unit/rnn/network.h"

namespace dnnlet::test {
namespace {

const all_rows_run forward_rows(dnnl_rnn, dnnl_forward, rnn_forward_kernels, takes_fast_pairs);
const all_rows_run backward_rows(dnnl_rnn, dnnl_backward, rnn_backward_kernels, takes_fast_pairs);

constexpr dnnl_rnn_direction_t l2r = dnnl_unidirectional_left2right,
                               r2l = dnnl_unidirectional_right2left,
                               side_by_side = dnnl_bidirectional_concat,
                               added = dnnl_bidirectional_sum;

network with_projection(network net, int64_t dic, bool has_peephole) {
  net.dic = dic;
  net.has_peephole = has_peephole;
  return net;
}
network plain(network net) {
  net.has_states = net.has_bias = false;
  return net;
}
network of(dnnl_alg_kind_t activation, network net) {
  net.activation = activation;
  return net;
}

using tag = dnnl::memory::format_tag;
constexpr network_layouts other_layouts[] = {
    {tag::ldigo, true, false}, {tag::ldgoi, true, false}, {tag::any, true, true}};

const std::vector<network> &all_networks() {
  static const std::vector<network> all = {
      {dnnl_vanilla_rnn, l2r, 3, 2, 1, 5, 7},
      of(dnnl_eltwise_relu, {dnnl_vanilla_rnn, side_by_side, 3, 2, 2, 9, 9}),
      of(dnnl_eltwise_logistic, {dnnl_vanilla_rnn, r2l, 2, 3, 1, 4, 17}),
      {dnnl_vanilla_lstm, l2r, 4, 3, 2, 19, 19},
      {dnnl_vanilla_lstm, side_by_side, 1, 1, 1, 1, 1},
      plain({dnnl_vanilla_lstm, added, 3, 2, 1, 6, 35}),
      with_projection({dnnl_vanilla_lstm, r2l, 3, 2, 1, 5, 9}, 6, true),
      with_projection({dnnl_vanilla_lstm, l2r, 2, 2, 2, 4, 11}, 4, false),
      {dnnl_vanilla_gru, l2r, 3, 2, 2, 18, 18},
      plain({dnnl_vanilla_gru, added, 3, 1, 1, 3, 5}),
      {dnnl_lbr_gru, side_by_side, 3, 2, 1, 6, 20},
      {dnnl_vanilla_augru, l2r, 3, 2, 1, 5, 7},
      {dnnl_lbr_augru, l2r, 3, 2, 1, 5, 17},
  };
  return all;
}
std::vector<network> networks() {
  return drawn_from(all_networks(), 6);
}
std::vector<network> integer_networks() {
  std::vector<network> some;
  for (const network &net : all_networks())
    if ((net.is_lstm() || net.cell == dnnl_vanilla_gru) && !net.has_peephole) some.push_back(net);
  return drawn_from(some, 6);
}

// Absolute: states are below 1, and errors come from sums as long as a row and go on for T steps.
tolerance forward_tolerance(const network &net) {
  const double steps = 24 + 2.0 * double((net.slc + net.outputs()) * net.t * net.l);
  if (net.type == data_type::f32) return {4, steps, 0};
  return {2, net.type == data_type::bf16 ? 0x1p17 : 0x1p14, 0};
}
// Products of bf16 round gradients of gates to 8 bits, some of them one after the other.
tolerance gradient_tolerance(const network &net) {
  return {8, net.type == data_type::bf16 ? 0x1p18 : 4000, 0};
}
std::vector<double> ones(const tensor &t) {
  return std::vector<double>(t.values.size(), 1.0);
}

class rnn : public testing::TestWithParam<std::string> {
 protected:
  void check_forward(const network &net, const network_layouts &layouts = {}) {
    SCOPED_TRACE(net.name());
    const tensors inputs = inputs_of(net), expected = evaluate(net, inputs);
    for (const auto prop : {dnnl::prop_kind::forward_inference, dnnl::prop_kind::forward_training})
      for_each_implementation(
          [&] { return forward_desc(engine_, net, prop, layouts); }, GetParam() + ":",
          [&](const auto &pd) {
            const tensors got = run(pd, inputs);
            for (const auto &[arg, e] : expected)
              EXPECT_TRUE(matches(got.at(arg), e, forward_tolerance(net), ones(e)))
                  << "argument " << arg;
          });
  }

  void check_integers(network net) {
    const dnnl::engine reference = engine_for("reference");
    const auto inference = dnnl::prop_kind::forward_inference;
    for (const data_type type : {data_type::u8, data_type::s8}) {
      net.type = type;
      SCOPED_TRACE(net.name());
      const tensors inputs = inputs_of(net);
      const tensors expected = run(forward_desc(reference, net, inference), inputs);
      for_each_implementation([&] { return forward_desc(engine_, net, inference); },
                              GetParam() + ":",
                              [&](const auto &pd) {
                                const tensors got = run(pd, inputs);
                                for (const auto &[arg, e] : expected)
                                  for (size_t i = 0; i < e.values.size(); ++i)
                                    EXPECT_NEAR(got.at(arg).values[i], e.values[i],
                                                arg == DNNL_ARG_DST_ITER_C ? 0.02 : 1)
                                        << "argument " << arg << ", element " << i;
                              });
    }
  }

  // execute() knows the arguments of other primitives; outputs are asked for by shape here.
  tensors run(const dnnl::primitive_desc &pd, const tensors &inputs,
              const further_arguments &more = {}) {
    return execute(pd, stream_, inputs, 4, more);
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(rnn, forward) {
  for (const network &net : networks()) check_forward(net);
}

TEST_P(rnn, forward_of_other_types) {
  for (network net : networks())
    for (const data_type type : {data_type::bf16, data_type::f16}) {
      net.type = type;
      check_forward(net);
    }
}

TEST_P(rnn, forward_of_other_layouts) {
  for (const network &net : networks())
    for (const network_layouts &layouts : other_layouts) check_forward(net, layouts);
}

// For inference, `any` weights of whole panels lie in them, and are read there.
TEST_P(rnn, forward_of_weights_in_panels) {
  const network row = {dnnl_vanilla_lstm, l2r, 2, 1, 1, 17, 32};
  const network small = {dnnl_vanilla_gru, r2l, 1, 3, 1, 18, 32};
  for (const network &net :
       {row, small, with_projection(row, 64, true), {dnnl_lbr_gru, side_by_side, 2, 3, 2, 96, 96}})
    check_forward(net);
  check_integers(row);
  check_integers(small);
  if (GetParam() != "avx2") return;
  for (network net : {row, small})
    for (const auto &[type, blocks] :
         std::map<data_type, dims>{{data_type::f32, {16}}, {data_type::u8, {16, 2}}}) {
      net.type = type;
      const auto pd = forward_desc(engine_, net, dnnl::prop_kind::forward_inference);
      for (const int arg : {DNNL_ARG_WEIGHTS_LAYER, DNNL_ARG_WEIGHTS_ITER})
        EXPECT_EQ(pd.query_md(dnnl::query::exec_arg_md, arg).get_inner_blks(), blocks)
            << net.name() << ", argument " << arg;
    }
}

// Of all plugins as of the reference, but for sums that lie between two integers.
TEST_P(rnn, forward_of_integers) {
  for (const network &net : integer_networks()) check_integers(net);
}

// Elements are added, each with its shift, and saturate.
TEST_P(rnn, directions_of_integers_are_added_as_elements) {
  const auto inference = dnnl::prop_kind::forward_inference;
  network net = {dnnl_vanilla_lstm, side_by_side, 3, 2, 1, 6, 7};
  for (const data_type type : {data_type::u8, data_type::s8}) {
    net.type = type;
    const tensors inputs = inputs_of(net);
    const auto layer = [&](dnnl_rnn_direction_t direction) {
      net.direction = direction;
      return run(forward_desc(engine_, net, inference), inputs).at(DNNL_ARG_DST_LAYER).values;
    };
    const auto both = layer(side_by_side), sums = layer(added);
    const double lowest = type == data_type::u8 ? 0 : -128;
    ASSERT_EQ(sums.size(), size_t(net.t * net.n * net.dhc));
    for (size_t i = 0; i < sums.size(); ++i) {
      const size_t row = i / size_t(net.dhc) * 2 * size_t(net.dhc), k = i % size_t(net.dhc);
      const double sum = both[row + k] + both[row + k + size_t(net.dhc)];
      EXPECT_EQ(sums[i], std::clamp(sum, lowest, lowest + 255)) << "element " << i;
    }
  }
}

// The gradient of loss = sum of r * output, with random r.
class gradients : public rnn {
 protected:
  static double loss(const network &net, const tensors &inputs, const tensors &r) {
    double sum = 0;
    for (const auto &[arg, output] : evaluate(net, inputs))
      for (size_t i = 0; i < output.values.size(); ++i)
        sum += output.values[i] * r.at(arg).values[i];
    return sum;
  }

  static double difference(const network &net, tensors inputs, const tensors &r, int arg,
                           size_t i) {
    constexpr double h = 1e-5;
    double &x = inputs.at(arg).values[i];
    const double middle = x;
    x = middle + h;
    const double above = loss(net, inputs, r);
    x = middle - h;
    return (above - loss(net, inputs, r)) / (2 * h);
  }

  static tensors weights_of_loss(const network &net) {
    tensors r;
    for (const auto &[arg, shape] : output_shapes(net))
      r.emplace(arg, random_tensor(shape, data_type::f32, uint64_t(100 + arg)));
    return r;
  }

  // What backward is given: everything of the forward pass, and r.
  tensors given(const network &net, const dnnl::primitive_desc &forward, const tensors &inputs,
                const tensors &r) {
    tensors all = run(forward, inputs);
    all.insert(inputs.begin(), inputs.end());
    for (const auto &[arg, tensor] : r) all.emplace(diff_of(arg), tensor);
    (void)net;
    return all;
  }

  void check(const network &net, const network_layouts &layouts = {}) {
    SCOPED_TRACE(net.name());
    const tensors inputs = inputs_of(net), r = weights_of_loss(net);
    const auto forward = forward_desc(engine_, net, dnnl::prop_kind::forward_training);
    ASSERT_TRUE(forward);
    const tensors all = given(net, forward, inputs, r);
    const unsigned overwrite = dnnl_rnn_flags_diff_weights_overwrite;
    for_each_implementation(
        [&] { return backward_desc(engine_, net, overwrite, forward, layouts); }, GetParam() + ":",
        [&](const auto &pd) { compare(net, inputs, r, run(pd, all)); });
  }

  // A few elements of each gradient. Those of augru are oneDNN's, and not derivatives.
  static void compare(const network &net, const tensors &inputs, const tensors &r,
                      const tensors &got) {
    if (net.has_attention()) return;
    for (const auto &[arg, input] : inputs) {
      const tensor &gradient = got.at(diff_of(arg));
      const size_t count = gradient.values.size(), step = count / 6 + 1;
      for (size_t i = 0; i < count; i += step) {
        const double expected = difference(net, inputs, r, arg, i);
        EXPECT_NEAR(gradient.values[i], expected, 1e-5 * (1 + std::abs(expected)))
            << "gradient of argument " << arg << ", element " << i;
      }
    }
  }
};

TEST_P(gradients, agree_with_finite_differences) {
  for (const network &net : networks()) check(net);
}

TEST_P(gradients, of_other_layouts_agree_with_finite_differences) {
  for (const network &net : networks())
    for (const network_layouts &layouts : other_layouts) check(net, layouts);
}

// All implementations agree, of augru and of 16-bit types too.
TEST_P(gradients, agree_with_the_reference) {
  const dnnl::engine reference = engine_for("reference");
  for (network net : networks())
    for (const data_type type : {data_type::f32, data_type::bf16}) {
      net.type = type;
      SCOPED_TRACE(net.name());
      const tensors inputs = inputs_of(net), r = weights_of_loss(net);
      const auto forward = forward_desc(reference, net, dnnl::prop_kind::forward_training);
      const tensors all = given(net, forward, inputs, r);
      const tensors expected =
          run(backward_desc(reference, net, dnnl_rnn_flags_diff_weights_overwrite, forward), all);
      for_each_implementation(
          [&] {
            return backward_desc(engine_, net, dnnl_rnn_flags_diff_weights_overwrite, forward);
          },
          GetParam() + ":",
          [&](const auto &pd) {
            const tensors got = run(pd, all);
            for (const auto &[arg, e] : expected) {
              if (arg == DNNL_ARG_WORKSPACE) continue;
              EXPECT_TRUE(matches(got.at(arg), e, gradient_tolerance(net), ones(e)))
                  << "argument " << arg;
            }
          });
    }
}

// Without the flag, gradients of weights are added to what is there.
TEST_P(gradients, of_weights_are_added) {
  for (const network &net : networks()) {
    const tensors inputs = inputs_of(net), r = weights_of_loss(net);
    const auto forward = forward_desc(engine_, net, dnnl::prop_kind::forward_training);
    const tensors all = given(net, forward, inputs, r);
    const tensors alone =
        run(backward_desc(engine_, net, dnnl_rnn_flags_diff_weights_overwrite, forward), all);
    further_arguments more;
    for (const int arg : {DNNL_ARG_WEIGHTS_LAYER, DNNL_ARG_WEIGHTS_ITER, DNNL_ARG_BIAS,
                          DNNL_ARG_WEIGHTS_PEEPHOLE, DNNL_ARG_WEIGHTS_PROJECTION})
      if (alone.count(diff_of(arg)))
        more.old.emplace(diff_of(arg), tensor(alone.at(diff_of(arg)).shape, data_type::f32, 3));
    const tensors sums = run(backward_desc(engine_, net, 0, forward), all, more);
    for (const auto &[arg, old] : more.old) {
      tensor expected = alone.at(arg);
      for (double &v : expected.values) v += 3;
      EXPECT_TRUE(matches(sums.at(arg), expected, {8, 4000, 0}, ones(expected)))
          << net.name() << ", argument " << arg;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, rnn, testing::ValuesIn(plugins_with(rnn_forward_kernels)),
                         [](const auto &info) { return info.param; });
INSTANTIATE_TEST_SUITE_P(plugins, gradients, testing::ValuesIn(plugins_with(rnn_forward_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
