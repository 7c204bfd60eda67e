// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/rnn_cells.h"

namespace dnnlet::fuzz {

namespace {

// Descriptors by argument; tensors that are not there are null, or zero descriptors

class descriptors {
 public:
  explicit descriptors(const creation &c) : c_(c) {
    if (!c.sizes(options)[has_null_descriptors])
      dnnl_memory_desc_create_with_tag(&zero_, 0, nullptr, dnnl_f32, dnnl_format_tag_undef);
  }
  ~descriptors() { dnnl_memory_desc_destroy(zero_); }
  descriptors(const descriptors &) = delete;
  descriptors &operator=(const descriptors &) = delete;

  const_dnnl_memory_desc_t operator[](int arg) const {
    for (size_t i = 0; i < c_.p.tensors.size(); ++i)
      if (c_.p.tensors[i].arg == arg && c_.md[i]) return c_.md[i];
    return zero_;
  }

 private:
  const creation &c_;
  dnnl_memory_desc_t zero_ = nullptr;
};

struct common_arguments {
  explicit common_arguments(const creation &c)
      : prop(dnnl_prop_kind_t(c.p.prop)),
        way(dnnl_rnn_direction_t(c.sizes(options)[direction])),
        bits(unsigned(c.sizes(options)[flags])) {}
  dnnl_prop_kind_t prop;
  dnnl_rnn_direction_t way;
  unsigned bits;
};

dnnl_status_t vanilla_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  const descriptors m(c);
  const common_arguments a(c);
  return dnnl_vanilla_rnn_forward_primitive_desc_create(
      pd, c.engine, a.prop, dnnl_alg_kind_t(c.p.algorithm), a.way, m[DNNL_ARG_SRC_LAYER],
      m[DNNL_ARG_SRC_ITER], m[DNNL_ARG_WEIGHTS_LAYER], m[DNNL_ARG_WEIGHTS_ITER], m[DNNL_ARG_BIAS],
      m[DNNL_ARG_DST_LAYER], m[DNNL_ARG_DST_ITER], a.bits, c.p.factors[0], c.p.factors[1], c.attr);
}
dnnl_status_t vanilla_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  const descriptors m(c);
  const common_arguments a(c);
  return dnnl_vanilla_rnn_backward_primitive_desc_create(
      pd, c.engine, a.prop, dnnl_alg_kind_t(c.p.algorithm), a.way, m[DNNL_ARG_SRC_LAYER],
      m[DNNL_ARG_SRC_ITER], m[DNNL_ARG_WEIGHTS_LAYER], m[DNNL_ARG_WEIGHTS_ITER], m[DNNL_ARG_BIAS],
      m[DNNL_ARG_DST_LAYER], m[DNNL_ARG_DST_ITER], m[DNNL_ARG_DIFF_SRC_LAYER],
      m[DNNL_ARG_DIFF_SRC_ITER], m[DNNL_ARG_DIFF_WEIGHTS_LAYER], m[DNNL_ARG_DIFF_WEIGHTS_ITER],
      m[DNNL_ARG_DIFF_BIAS], m[DNNL_ARG_DIFF_DST_LAYER], m[DNNL_ARG_DIFF_DST_ITER], a.bits,
      c.p.factors[0], c.p.factors[1], c.hint, c.attr);
}

dnnl_status_t lstm_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  const descriptors m(c);
  const common_arguments a(c);
  return dnnl_lstm_forward_primitive_desc_create(
      pd, c.engine, a.prop, a.way, m[DNNL_ARG_SRC_LAYER], m[DNNL_ARG_SRC_ITER],
      m[DNNL_ARG_SRC_ITER_C], m[DNNL_ARG_WEIGHTS_LAYER], m[DNNL_ARG_WEIGHTS_ITER],
      m[DNNL_ARG_WEIGHTS_PEEPHOLE], m[DNNL_ARG_WEIGHTS_PROJECTION], m[DNNL_ARG_BIAS],
      m[DNNL_ARG_DST_LAYER], m[DNNL_ARG_DST_ITER], m[DNNL_ARG_DST_ITER_C], a.bits, c.attr);
}
dnnl_status_t lstm_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  const descriptors m(c);
  const common_arguments a(c);
  return dnnl_lstm_backward_primitive_desc_create(
      pd, c.engine, a.prop, a.way, m[DNNL_ARG_SRC_LAYER], m[DNNL_ARG_SRC_ITER],
      m[DNNL_ARG_SRC_ITER_C], m[DNNL_ARG_WEIGHTS_LAYER], m[DNNL_ARG_WEIGHTS_ITER],
      m[DNNL_ARG_WEIGHTS_PEEPHOLE], m[DNNL_ARG_WEIGHTS_PROJECTION], m[DNNL_ARG_BIAS],
      m[DNNL_ARG_DST_LAYER], m[DNNL_ARG_DST_ITER], m[DNNL_ARG_DST_ITER_C],
      m[DNNL_ARG_DIFF_SRC_LAYER], m[DNNL_ARG_DIFF_SRC_ITER], m[DNNL_ARG_DIFF_SRC_ITER_C],
      m[DNNL_ARG_DIFF_WEIGHTS_LAYER], m[DNNL_ARG_DIFF_WEIGHTS_ITER],
      m[DNNL_ARG_DIFF_WEIGHTS_PEEPHOLE], m[DNNL_ARG_DIFF_WEIGHTS_PROJECTION], m[DNNL_ARG_DIFF_BIAS],
      m[DNNL_ARG_DIFF_DST_LAYER], m[DNNL_ARG_DIFF_DST_ITER], m[DNNL_ARG_DIFF_DST_ITER_C], a.bits,
      c.hint, c.attr);
}

template <auto create>
dnnl_status_t gru_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  const descriptors m(c);
  const common_arguments a(c);
  return create(pd, c.engine, a.prop, a.way, m[DNNL_ARG_SRC_LAYER], m[DNNL_ARG_SRC_ITER],
                m[DNNL_ARG_WEIGHTS_LAYER], m[DNNL_ARG_WEIGHTS_ITER], m[DNNL_ARG_BIAS],
                m[DNNL_ARG_DST_LAYER], m[DNNL_ARG_DST_ITER], a.bits, c.attr);
}
template <auto create>
dnnl_status_t gru_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  const descriptors m(c);
  const common_arguments a(c);
  return create(pd, c.engine, a.prop, a.way, m[DNNL_ARG_SRC_LAYER], m[DNNL_ARG_SRC_ITER],
                m[DNNL_ARG_WEIGHTS_LAYER], m[DNNL_ARG_WEIGHTS_ITER], m[DNNL_ARG_BIAS],
                m[DNNL_ARG_DST_LAYER], m[DNNL_ARG_DST_ITER], m[DNNL_ARG_DIFF_SRC_LAYER],
                m[DNNL_ARG_DIFF_SRC_ITER], m[DNNL_ARG_DIFF_WEIGHTS_LAYER],
                m[DNNL_ARG_DIFF_WEIGHTS_ITER], m[DNNL_ARG_DIFF_BIAS], m[DNNL_ARG_DIFF_DST_LAYER],
                m[DNNL_ARG_DIFF_DST_ITER], a.bits, c.hint, c.attr);
}
template <auto create>
dnnl_status_t augru_forward(const creation &c, dnnl_primitive_desc_t *pd) {
  const descriptors m(c);
  const common_arguments a(c);
  return create(pd, c.engine, a.prop, a.way, m[DNNL_ARG_SRC_LAYER], m[DNNL_ARG_SRC_ITER],
                m[DNNL_ARG_AUGRU_ATTENTION], m[DNNL_ARG_WEIGHTS_LAYER], m[DNNL_ARG_WEIGHTS_ITER],
                m[DNNL_ARG_BIAS], m[DNNL_ARG_DST_LAYER], m[DNNL_ARG_DST_ITER], a.bits, c.attr);
}
template <auto create>
dnnl_status_t augru_backward(const creation &c, dnnl_primitive_desc_t *pd) {
  const descriptors m(c);
  const common_arguments a(c);
  return create(pd, c.engine, a.prop, a.way, m[DNNL_ARG_SRC_LAYER], m[DNNL_ARG_SRC_ITER],
                m[DNNL_ARG_AUGRU_ATTENTION], m[DNNL_ARG_WEIGHTS_LAYER], m[DNNL_ARG_WEIGHTS_ITER],
                m[DNNL_ARG_BIAS], m[DNNL_ARG_DST_LAYER], m[DNNL_ARG_DST_ITER],
                m[DNNL_ARG_DIFF_SRC_LAYER], m[DNNL_ARG_DIFF_SRC_ITER],
                m[DNNL_ARG_DIFF_AUGRU_ATTENTION], m[DNNL_ARG_DIFF_WEIGHTS_LAYER],
                m[DNNL_ARG_DIFF_WEIGHTS_ITER], m[DNNL_ARG_DIFF_BIAS], m[DNNL_ARG_DIFF_DST_LAYER],
                m[DNNL_ARG_DIFF_DST_ITER], a.bits, c.hint, c.attr);
}

}  // namespace

const std::vector<cell_kind> &cell_kinds() {
  static const std::vector<cell_kind> cells = {
      {"lstm", dnnl_vanilla_lstm, 4, 4, lstm_forward, lstm_backward},
      {"gru", dnnl_vanilla_gru, 3, 3, gru_forward<dnnl_gru_forward_primitive_desc_create>,
       gru_backward<dnnl_gru_backward_primitive_desc_create>},
      {"vanilla rnn", dnnl_vanilla_rnn, 1, 1, vanilla_forward, vanilla_backward},
      {"lbr gru", dnnl_lbr_gru, 3, 4, gru_forward<dnnl_lbr_gru_forward_primitive_desc_create>,
       gru_backward<dnnl_lbr_gru_backward_primitive_desc_create>},
      {"augru", dnnl_vanilla_augru, 3, 3, augru_forward<dnnl_augru_forward_primitive_desc_create>,
       augru_backward<dnnl_augru_backward_primitive_desc_create>},
      {"lbr augru", dnnl_lbr_augru, 3, 4,
       augru_forward<dnnl_lbr_augru_forward_primitive_desc_create>,
       augru_backward<dnnl_lbr_augru_backward_primitive_desc_create>},
  };
  return cells;
}

}  // namespace dnnlet::fuzz
