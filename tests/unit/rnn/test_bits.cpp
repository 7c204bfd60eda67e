// SPDX-License-Identifier: Apache-2.0
// With the deterministic attribute, recurrent networks and their gradients have the same bits on
// every plugin: those recorded in bits.inc. Without it, they do not depend on threads.
#include "core/primitives/kernel_tables.h"
#include "tests/support/bits.h"
#include "tests/unit/rnn/network.h"

namespace dnnlet::test {
namespace {

constexpr dnnl_rnn_direction_t l2r = dnnl_unidirectional_left2right,
                               r2l = dnnl_unidirectional_right2left,
                               side_by_side = dnnl_bidirectional_concat,
                               added = dnnl_bidirectional_sum;

struct problem {
  const char *name;
  network net;
};

std::vector<problem> problems() {
  network projected = {dnnl_vanilla_lstm, r2l, 3, 2, 1, 21, 40};
  projected.dic = 17;
  projected.has_peephole = true;
  network relu = {dnnl_vanilla_rnn, added, 4, 3, 1, 9, 33};
  relu.activation = dnnl_eltwise_relu;
  network bytes = {dnnl_vanilla_lstm, l2r, 4, 3, 2, 37, 37};
  bytes.type = data_type::u8;
  network signed_bytes = {dnnl_vanilla_lstm, side_by_side, 3, 2, 1, 19, 35};
  signed_bytes.type = data_type::s8;
  network row = {dnnl_vanilla_lstm, l2r, 2, 1, 1, 513, 160};  // enough of it for several workers
  network row_of_bytes = row;
  row_of_bytes.type = data_type::u8;
  network gates = {dnnl_vanilla_gru, l2r, 4, 3, 1, 24, 33};
  gates.type = data_type::u8;
  return {
      {"lstm", {dnnl_vanilla_lstm, l2r, 5, 4, 2, 37, 37}},
      {"lstm_long_sums", {dnnl_vanilla_lstm, l2r, 3, 2, 1, 520, 130}},
      {"lstm_peephole_projection", projected},
      {"gru", {dnnl_vanilla_gru, side_by_side, 4, 3, 1, 17, 40}},
      {"lbr_gru", {dnnl_lbr_gru, l2r, 4, 3, 2, 33, 33}},
      {"augru", {dnnl_vanilla_augru, l2r, 4, 3, 1, 17, 24}},
      {"lbr_augru", {dnnl_lbr_augru, l2r, 4, 3, 1, 17, 24}},
      {"vanilla_tanh", {dnnl_vanilla_rnn, l2r, 4, 3, 1, 9, 33}},
      {"vanilla_relu", relu},
      {"lstm_u8", bytes},
      {"lstm_s8", signed_bytes},
      {"gru_u8", gates},
      {"lstm_row", row},
      {"lstm_row_u8", row_of_bytes},
  };
}

struct outcome {
  bool is_of_reference;
  std::vector<tensor> forward, backward;
};

std::vector<tensor> results_of(const tensors &all) {
  std::vector<tensor> results;
  for (const auto &[arg, t] : all)
    if (arg != DNNL_ARG_WORKSPACE) results.push_back(t);
  return results;
}

outcome compute(const dnnl::stream &stream, network net, bool is_deterministic) {
  const dnnl::engine engine = stream.get_engine();
  net.is_deterministic = is_deterministic;
  const tensors inputs = inputs_of(net);
  const auto prop =
      net.is_integer() ? dnnl::prop_kind::forward_inference : dnnl::prop_kind::forward_training;
  const auto forward = forward_desc(engine, net, prop);
  EXPECT_TRUE(forward);
  tensors all = execute(forward, stream, inputs);
  outcome o = {std::string(forward.impl_info_str()).find("reference") == 0, results_of(all), {}};
  if (net.is_integer()) return o;
  all.insert(inputs.begin(), inputs.end());
  for (const auto &[arg, shape] : output_shapes(net))
    all.emplace(diff_of(arg), random_tensor(shape, data_type::f32, uint64_t(100 + arg)));
  const auto backward = backward_desc(engine, net, dnnl_rnn_flags_diff_weights_overwrite, forward);
  EXPECT_TRUE(backward);
  o.backward = results_of(execute(backward, stream, all));
  return o;
}

const std::vector<recorded_bits> records = {
#include "tests/unit/rnn/bits.inc"
};

class rnn_bits : public testing::TestWithParam<std::string> {};

TEST_P(rnn_bits, are_those_recorded) {
  if (GetParam() == "reference") GTEST_SKIP() << "it adds in another order, in f64";
  const dnnl::engine engine = engine_for(GetParam());
  for (const problem &p : problems()) {
    const outcome o = compute(dnnl::stream(engine), p.net, true);
    if (o.is_of_reference && GetParam() == "portable") continue;  // without plugin exact
    SCOPED_TRACE(p.name);
    EXPECT_FALSE(o.is_of_reference);
    const fingerprint backward = fingerprint_of(o.backward);
    expect_recorded(records, p.name, fingerprint_of(o.forward),
                    p.net.is_integer() ? nullptr : &backward);
  }
}

TEST_P(rnn_bits, do_not_depend_on_threads) {
  const dnnl::engine engine = engine_for(GetParam());
  for (const problem &p : drawn_from(problems(), 4)) {
    if (GetParam() == "reference" && p.net.dhc > 100) continue;  // minutes under an emulator
    expect_same_bits_with_threads(
        [&](thread_pool *pool) {
          outcome o = compute(stream_on(engine, pool), p.net, false);
          o.forward.insert(o.forward.end(), o.backward.begin(), o.backward.end());
          return o.forward;
        },
        {2, 5}, false);
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, rnn_bits, testing::ValuesIn(plugins_with(rnn_forward_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
