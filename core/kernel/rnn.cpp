// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/rnn.h"

#include "core/support/arithmetic.h"
#include "core/support/data_type.h"

namespace dnnlet {

rnn_sizes sizes_of(const rnn_op &op) noexcept {
  const dim_t *src = op[rnn_src_layer].dims, *weights = op[rnn_weights_layer].dims;
  rnn_sizes s;
  s.t = src[0];
  s.n = src[1];
  s.slc = src[2];
  s.l = weights[0];
  s.d = weights[1];
  s.dhc = weights[4];
  s.sic = op[rnn_weights_iter].dims[2];
  s.dic = is_zero(op[rnn_projection]) ? s.dhc : op[rnn_projection].dims[3];
  s.dlc = op[rnn_dst_layer].dims[2];
  s.gates = gate_count(op.head.alg);
  s.biases = bias_count(op.head.alg);
  return s;
}

double added_states(const rnn_op &op, const rnn_quantization &q, double sum) noexcept {
  const data_type states = op[rnn_src_layer].data_type, dst = op[rnn_dst_layer].data_type;
  if (!is_integer_type(states)) return sum;
  const double scale = double(q.data_scale), shift = double(q.data_shift);
  const double lowest = states == dnnl_u8 ? 0 : -128, highest = lowest + 255;
  const double elements = max(lowest, min(highest, sum * scale + 2 * shift));
  return (elements - (is_integer_type(dst) ? 1 : 2) * shift) / scale;
}

rnn_record record_of(const rnn_op &op) noexcept {
  const rnn_sizes s = sizes_of(op);
  const bool is_lstm = op.head.alg == dnnl_vanilla_lstm;
  const bool has_hidden = is_lbr(op.head.alg) || !is_zero(op[rnn_projection]);
  rnn_record r;
  r.gates = 0;
  r.c = s.gates * s.dhc;
  r.hidden = r.c + (is_lstm ? s.dhc : 0);
  r.h = r.hidden + (has_hidden ? s.dhc : 0);
  r.size = r.h + s.dic;
  return r;
}

bool count_records(const rnn_op &op, size_t *bytes) noexcept {
  const rnn_sizes s = sizes_of(op);
  dim_t count = record_of(op).size;
  const dim_t sizes[] = {s.l, s.d, s.t, s.n, dim_t(sizeof(float))};
  for (const dim_t size : sizes)
    if (!checked_mul(count, size, &count)) return false;
  *bytes = size_t(count);
  return count <= PTRDIFF_MAX / 4;
}

}  // namespace dnnlet
