// SPDX-License-Identifier: Apache-2.0
// The descriptors of LSTM in all their versions, and of its siblings: what may be left out, as NULL
// or as a zero descriptor, and what must go together.
#include <gtest/gtest.h>

#include "tests/unit/op_desc/descriptors.h"

namespace dnnlet::test {
namespace {

constexpr dnnl_rnn_direction_t l2r = dnnl_unidirectional_left2right;
using md = const_dnnl_memory_desc_t;

// How tensors are left out.
enum class absent { null, zero };

// The tensors of an LSTM; those of groups that are left out are null, or zero descriptors.
struct lstm_tensors {
  enum group { src_iter = 1, peephole = 2, projection = 4, bias = 8, dst_iter = 16, all = 31 };

  lstm_tensors(unsigned groups, absent how) : groups_(groups), how_(how) {}

  md layer() const { return x_; }
  md first(bool is_c) const { return is_c ? given(src_iter, cell_) : given(src_iter, state()); }
  md last(bool is_c) const { return is_c ? given(dst_iter, cell_) : given(dst_iter, state()); }
  md weights() const { return groups_ & projection ? md(w_) : md(w_square_); }
  md weights_of_iter() const { return groups_ & projection ? md(u_) : md(w_square_); }
  md of_peephole() const { return given(peephole, peephole_); }
  md of_projection() const { return given(projection, projection_); }
  md of_bias() const { return given(bias, bias_); }
  md out() const { return groups_ & projection ? md(y_) : md(y_square_); }

 private:
  const tensor_desc &state() const { return groups_ & projection ? state_ : cell_; }
  md given(group g, const tensor_desc &t) const {
    if (groups_ & g) return t;
    return how_ == absent::zero ? zero_.get() : nullptr;
  }

  const unsigned groups_;
  const absent how_;
  const dnnl::memory::desc zero_;
  const tensor_desc x_{{3, 2, 6}}, y_{{3, 2, 4}}, y_square_{{3, 2, 6}};
  const tensor_desc state_{{1, 1, 2, 4}}, cell_{{1, 1, 2, 6}};
  const tensor_desc w_{{1, 1, 6, 4, 6}, true}, u_{{1, 1, 4, 4, 6}, true};
  const tensor_desc w_square_{{1, 1, 6, 4, 6}, true};
  const tensor_desc peephole_{{1, 1, 3, 6}}, projection_{{1, 1, 6, 4}, true}, bias_{{1, 1, 4, 6}};
};

made create(const dnnl_rnn_desc_t &desc, const made *hint) {
  return made::by([&](dnnl_primitive_desc_t *pd) {
    return dnnl_primitive_desc_create(pd, &desc, nullptr, cpu(), hint ? hint->pd.get() : nullptr);
  });
}

made forward_of(const lstm_tensors &t) {
  dnnl_rnn_desc_t desc;
  EXPECT_EQ(dnnl_lstm_forward_desc_init_v3(&desc, dnnl_forward_training, l2r, t.layer(),
                                           t.first(false), t.first(true), t.weights(),
                                           t.weights_of_iter(), t.of_peephole(), t.of_projection(),
                                           t.of_bias(), t.out(), t.last(false), t.last(true), 0),
            dnnl_success);
  return create(desc, nullptr);
}

// `g` are the gradients of `t`.
made backward_of(const lstm_tensors &t, const lstm_tensors &g, const made &forward) {
  dnnl_rnn_desc_t desc;
  EXPECT_EQ(dnnl_lstm_backward_desc_init_v3(
                &desc, dnnl_backward, l2r, t.layer(), t.first(false), t.first(true), t.weights(),
                t.weights_of_iter(), t.of_peephole(), t.of_projection(), t.of_bias(), t.out(),
                t.last(false), t.last(true), g.layer(), g.first(false), g.first(true), g.weights(),
                g.weights_of_iter(), g.of_peephole(), g.of_projection(), g.of_bias(), g.out(),
                g.last(false), g.last(true), 0),
            dnnl_success);
  return create(desc, &forward);
}

// A build without gradients, or without recurrent networks, says so.
bool is_as_expected(const made &m, dnnl_status_t expected) {
  return m.status == expected || (!DNNLET_HAS_ALL && m.status == dnnl_unimplemented);
}

TEST(lstm_desc, groups_may_be_null_or_zero) {
  for (unsigned groups = 0; groups <= lstm_tensors::all; ++groups) {
    SCOPED_TRACE(groups);
    const lstm_tensors null(groups, absent::null), zero(groups, absent::zero);
    const made forward = forward_of(null), forward_of_zero = forward_of(zero);
    EXPECT_TRUE(is_as_expected(forward, dnnl_success)) << forward.status;
    EXPECT_EQ(text_of(forward), text_of(forward_of_zero));
    const made backward = backward_of(null, null, forward);
    EXPECT_TRUE(is_as_expected(backward, dnnl_success)) << backward.status;
    EXPECT_EQ(text_of(backward), text_of(backward_of(zero, zero, forward)));
    EXPECT_EQ(text_of(backward), text_of(backward_of(null, zero, forward)));
  }
}

// A tensor without its gradient, or a gradient without its tensor.
TEST(lstm_desc, gradients_go_with_their_tensors) {
  const lstm_tensors whole(lstm_tensors::all & ~lstm_tensors::projection, absent::null);
  const made forward = forward_of(whole);
  for (const unsigned group :
       {lstm_tensors::src_iter, lstm_tensors::peephole, lstm_tensors::bias, lstm_tensors::dst_iter})
    for (const absent how : {absent::null, absent::zero}) {
      const lstm_tensors fewer((lstm_tensors::all & ~lstm_tensors::projection) & ~group, how);
      EXPECT_TRUE(is_as_expected(backward_of(whole, fewer, forward), dnnl_invalid_arguments));
      EXPECT_TRUE(is_as_expected(backward_of(fewer, whole, forward), dnnl_invalid_arguments));
    }
}

TEST(lstm_desc, states_and_cells_go_together) {
  const lstm_tensors t(lstm_tensors::all & ~lstm_tensors::projection, absent::null);
  const dnnl::memory::desc zero;
  for (const md none : {md(nullptr), md(zero.get())})
    for (const int which : {0, 1, 2, 3}) {
      dnnl_rnn_desc_t desc;
      dnnl_lstm_forward_desc_init(
          &desc, dnnl_forward_training, l2r, t.layer(), which == 0 ? none : t.first(false),
          which == 1 ? none : t.first(true), t.weights(), t.weights_of_iter(), t.of_bias(), t.out(),
          which == 2 ? none : t.last(false), which == 3 ? none : t.last(true), 0);
      EXPECT_TRUE(is_as_expected(create(desc, nullptr), dnnl_invalid_arguments)) << which;
    }
}

TEST(lstm_desc, what_must_be_there) {
  const lstm_tensors t(0, absent::null);
  const dnnl::memory::desc zero;
  for (const md none : {md(nullptr), md(zero.get())})
    for (const int which : {0, 1, 2, 3}) {
      dnnl_rnn_desc_t desc;
      dnnl_lstm_forward_desc_init_v2(
          &desc, dnnl_forward_inference, l2r, which == 0 ? none : t.layer(), nullptr, nullptr,
          which == 1 ? none : t.weights(), which == 2 ? none : t.weights_of_iter(), nullptr,
          nullptr, which == 3 ? none : t.out(), nullptr, nullptr, 0);
      EXPECT_TRUE(is_as_expected(create(desc, nullptr), dnnl_invalid_arguments)) << which;
    }
  EXPECT_EQ(
      dnnl_lstm_forward_desc_init(nullptr, dnnl_forward_inference, l2r, t.layer(), nullptr, nullptr,
                                  t.weights(), t.weights(), nullptr, t.out(), nullptr, nullptr, 0),
      dnnl_invalid_arguments);
}

// The older calls leave out what the newer ones have added.
TEST(lstm_desc, versions) {
  const unsigned groups = lstm_tensors::all & ~(lstm_tensors::peephole | lstm_tensors::projection);
  const lstm_tensors t(groups, absent::null), p(groups | lstm_tensors::peephole, absent::null);
  const made forward = forward_of(t), with_peephole = forward_of(p);
  dnnl_rnn_desc_t first, second;
  dnnl_lstm_forward_desc_init(&first, dnnl_forward_training, l2r, t.layer(), t.first(false),
                              t.first(true), t.weights(), t.weights(), t.of_bias(), t.out(),
                              t.last(false), t.last(true), 0);
  dnnl_lstm_forward_desc_init_v2(&second, dnnl_forward_training, l2r, p.layer(), p.first(false),
                                 p.first(true), p.weights(), p.weights(), p.of_peephole(),
                                 p.of_bias(), p.out(), p.last(false), p.last(true), 0);
  EXPECT_EQ(text_of(create(first, nullptr)), text_of(forward));
  EXPECT_EQ(text_of(create(second, nullptr)), text_of(with_peephole));
  dnnl_lstm_backward_desc_init(&first, dnnl_backward, l2r, t.layer(), t.first(false), t.first(true),
                               t.weights(), t.weights(), t.of_bias(), t.out(), t.last(false),
                               t.last(true), t.layer(), t.first(false), t.first(true), t.weights(),
                               t.weights(), t.of_bias(), t.out(), t.last(false), t.last(true), 0);
  dnnl_lstm_backward_desc_init_v2(
      &second, dnnl_backward, l2r, p.layer(), p.first(false), p.first(true), p.weights(),
      p.weights(), p.of_peephole(), p.of_bias(), p.out(), p.last(false), p.last(true), p.layer(),
      p.first(false), p.first(true), p.weights(), p.weights(), p.of_peephole(), p.of_bias(),
      p.out(), p.last(false), p.last(true), 0);
  EXPECT_EQ(text_of(create(first, &forward)), text_of(backward_of(t, t, forward)));
  EXPECT_EQ(text_of(create(second, &with_peephole)), text_of(backward_of(p, p, with_peephole)));
}

// The siblings: the same tensors of a GRU and of a vanilla RNN, there, null, or zero.
TEST(lstm_desc, siblings) {
  const tensor_desc x({3, 2, 6}), h({1, 1, 2, 6}), gates({1, 1, 6, 3, 6}, true),
      one({1, 1, 6, 1, 6}, true);
  const dnnl::memory::desc zero;
  std::string gru[2], vanilla[2];
  for (const int i : {0, 1}) {
    const md none = i == 0 ? nullptr : zero.get();
    dnnl_rnn_desc_t desc;
    dnnl_gru_forward_desc_init(&desc, dnnl_forward_training, l2r, x, none, gates, gates, none, x,
                               none, 0);
    const made forward = create(desc, nullptr);
    EXPECT_TRUE(is_as_expected(forward, dnnl_success));
    dnnl_gru_backward_desc_init(&desc, dnnl_backward, l2r, x, none, gates, gates, none, x, none, x,
                                none, gates, gates, none, x, none, 0);
    gru[i] = text_of(forward) + text_of(create(desc, &forward));
    dnnl_gru_backward_desc_init(&desc, dnnl_backward, l2r, x, h, gates, gates, none, x, none, x,
                                none, gates, gates, none, x, none, 0);
    EXPECT_TRUE(is_as_expected(create(desc, &forward), dnnl_invalid_arguments));
    dnnl_vanilla_rnn_forward_desc_init(&desc, dnnl_forward_training, dnnl_eltwise_tanh, l2r, x,
                                       none, one, one, none, x, none, 0, 0, 0);
    const made plain = create(desc, nullptr);
    EXPECT_TRUE(is_as_expected(plain, dnnl_success));
    dnnl_vanilla_rnn_backward_desc_init(&desc, dnnl_backward, dnnl_eltwise_tanh, l2r, x, none, one,
                                        one, none, x, none, x, none, one, one, none, x, none, 0, 0,
                                        0);
    vanilla[i] = text_of(plain) + text_of(create(desc, &plain));
  }
  EXPECT_EQ(gru[0], gru[1]);
  EXPECT_EQ(vanilla[0], vanilla[1]);
}

}  // namespace
}  // namespace dnnlet::test
