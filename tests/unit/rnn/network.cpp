// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/rnn/network.h"

#include <cmath>

#include "oneapi/dnnl/dnnl_debug.h"

namespace dnnlet::test {

namespace {

constexpr bool is_weights(int arg) {
  return arg == DNNL_ARG_WEIGHTS_LAYER || arg == DNNL_ARG_WEIGHTS_ITER ||
         arg == DNNL_ARG_WEIGHTS_PROJECTION;
}

// Those that are f32 in networks of other types, too.
constexpr bool is_wide(int arg) {
  return arg == DNNL_ARG_BIAS || arg == DNNL_ARG_WEIGHTS_PEEPHOLE || arg == DNNL_ARG_SRC_ITER_C ||
         arg == DNNL_ARG_DST_ITER_C;
}

using desc = dnnl::memory::desc;

desc desc_of(const network &net, int arg, const dims &shape, bool is_gradient,
             const network_layouts &layouts) {
  const data_type type = is_gradient || is_wide(arg) ? data_type::f32 : net.type;
  using tag = dnnl::memory::format_tag;
  if (is_weights(arg)) {
    const data_type of_weights = net.is_integer() ? data_type::s8 : type;
    if (layouts.has_gaps_in_weights) {
      dims gaps(shape.size(), 2);
      for (size_t i = shape.size() - 1; i > 0; --i) gaps[i - 1] = gaps[i] * shape[i] + 1;
      return {shape, of_weights, gaps};
    }
    const bool is_any = layouts.weights == tag::any || arg == DNNL_ARG_WEIGHTS_PROJECTION;
    return {shape, of_weights, is_any ? tag::any : layouts.weights};
  }
  dims strides(shape.size(), 1);
  for (size_t i = shape.size() - 1; i > 0; --i) strides[i - 1] = strides[i] * shape[i];
  if (layouts.has_gaps && shape.size() == 3)
    strides = {shape[1] * (shape[2] + 3) + 5, shape[2] + 3, 1};
  return {shape, type, strides};
}

// The descriptors of one pass, where a call wants them; null for those that are not there.
struct descriptors {
  std::map<int, desc> made;

  descriptors(const network &net, bool is_gradient, const network_layouts &layouts) {
    for (const auto &[arg, shape] : input_shapes(net))
      made[arg] = desc_of(net, arg, shape, is_gradient, layouts);
    for (const auto &[arg, shape] : output_shapes(net))
      made[arg] = desc_of(net, arg, shape, is_gradient, layouts);
  }
  const_dnnl_memory_desc_t operator[](int arg) const {
    const auto at = made.find(arg);
    return at == made.end() ? nullptr : at->second.get();
  }
};

dnnl::primitive_desc owned(dnnl_primitive_desc_t pd) {
  dnnl::primitive_desc result;
  if (pd) result.reset(pd);
  return result;
}

}  // namespace

int64_t network::d() const {
  return direction == dnnl_bidirectional_concat || direction == dnnl_bidirectional_sum ? 2 : 1;
}
int64_t network::gates() const {
  return cell == dnnl_vanilla_rnn ? 1 : is_lstm() ? 4 : 3;
}
int64_t network::biases() const {
  return gates() + (is_lbr() ? 1 : 0);
}
std::string network::name() const {
  std::string s = std::string(dnnl_alg_kind2str(cell)) + " " + dnnl_rnn_direction2str(direction);
  for (const auto &[what, size] : std::map<std::string, int64_t>{
           {"t", t}, {"n", n}, {"l", l}, {"slc", slc}, {"dhc", dhc}, {"dic", dic}})
    s += " " + what + std::to_string(size);
  return s + (has_peephole ? " peephole" : "") + (has_states ? "" : " no states") +
         (has_bias ? "" : " no bias");
}

std::map<int, dims> input_shapes(const network &net) {
  const int64_t d = net.d(), out = net.outputs();
  std::map<int, dims> shapes = {{DNNL_ARG_SRC_LAYER, {net.t, net.n, net.slc}},
                                {DNNL_ARG_WEIGHTS_LAYER, {net.l, d, net.slc, net.gates(), net.dhc}},
                                {DNNL_ARG_WEIGHTS_ITER, {net.l, d, out, net.gates(), net.dhc}}};
  if (net.has_states) shapes[DNNL_ARG_SRC_ITER] = {net.l, d, net.n, out};
  if (net.has_states && net.is_lstm()) shapes[DNNL_ARG_SRC_ITER_C] = {net.l, d, net.n, net.dhc};
  if (net.has_attention()) shapes[DNNL_ARG_AUGRU_ATTENTION] = {net.t, net.n, 1};
  if (net.has_peephole) shapes[DNNL_ARG_WEIGHTS_PEEPHOLE] = {net.l, d, 3, net.dhc};
  if (net.dic) shapes[DNNL_ARG_WEIGHTS_PROJECTION] = {net.l, d, net.dhc, net.dic};
  if (net.has_bias) shapes[DNNL_ARG_BIAS] = {net.l, d, net.biases(), net.dhc};
  return shapes;
}

std::map<int, dims> output_shapes(const network &net) {
  const int64_t d = net.d(), out = net.outputs();
  const int64_t width = net.direction == dnnl_bidirectional_concat ? 2 * out : out;
  std::map<int, dims> shapes = {{DNNL_ARG_DST_LAYER, {net.t, net.n, width}}};
  if (net.has_states) shapes[DNNL_ARG_DST_ITER] = {net.l, d, net.n, out};
  if (net.has_states && net.is_lstm()) shapes[DNNL_ARG_DST_ITER_C] = {net.l, d, net.n, net.dhc};
  return shapes;
}

int diff_of(int arg) {
  return arg - DNNL_ARG_SRC_LAYER + DNNL_ARG_DIFF_SRC_LAYER;
}

dnnl::primitive_attr attributes_of(const network &net) {
  dnnl::primitive_attr attr;
  attr.set_deterministic(net.is_deterministic);
  if (!net.is_integer()) return attr;
  // A shift that is no whole number, which states of zeros that are not given would be rounded to,
  // and scales that differ.
  const float shift = net.has_states ? 3.5f : 3.0f;
  attr.set_rnn_data_qparams(60, net.type == data_type::u8 ? 128 : shift);
  std::vector<float> scales(size_t(net.gates() * net.dhc), 80);
  for (size_t i = 0; i < scales.size(); ++i) scales[i] += float(i % 7);
  attr.set_rnn_weights_qparams(1 << 3 | 1 << 4, scales);
  if (net.dic)
    attr.set_rnn_weights_projection_qparams(1 << 3, std::vector<float>(size_t(net.dic), 90));
  return attr;
}

tensors inputs_of(const network &net) {
  tensors inputs;
  for (const auto &[arg, shape] : input_shapes(net)) {
    const bool is_f32 =
        arg == DNNL_ARG_BIAS || arg == DNNL_ARG_WEIGHTS_PEEPHOLE || arg == DNNL_ARG_SRC_ITER_C;
    const bool is_weights = arg >= DNNL_ARG_WEIGHTS_LAYER && arg <= DNNL_ARG_WEIGHTS_PROJECTION;
    fill range = arg == DNNL_ARG_AUGRU_ATTENTION ? fill{0, 1, 64} : fill{-0.5, 0.5, 4096};
    data_type type = is_f32 ? data_type::f32 : net.type;
    if (net.is_integer() && is_weights) type = data_type::s8;
    if (net.is_integer() && !is_f32) range = type == data_type::u8 ? fill{0, 255} : fill{-100, 100};
    inputs.emplace(arg, random_tensor(shape, type, uint64_t(arg), range));
  }
  return inputs;
}

dnnl::primitive_desc forward_desc(const dnnl::engine &engine, const network &net,
                                  dnnl::prop_kind prop, const network_layouts &layouts) {
  const descriptors m(net, false, layouts);
  const auto kind = static_cast<dnnl_prop_kind_t>(prop);
  const dnnl::primitive_attr attributes = attributes_of(net);
  const const_dnnl_primitive_attr_t attr = attributes.get();
  dnnl_primitive_desc_t pd = nullptr;
  const auto sl = m[DNNL_ARG_SRC_LAYER], si = m[DNNL_ARG_SRC_ITER], sc = m[DNNL_ARG_SRC_ITER_C],
             a = m[DNNL_ARG_AUGRU_ATTENTION], wl = m[DNNL_ARG_WEIGHTS_LAYER],
             wi = m[DNNL_ARG_WEIGHTS_ITER], b = m[DNNL_ARG_BIAS], dl = m[DNNL_ARG_DST_LAYER],
             di = m[DNNL_ARG_DST_ITER], dc = m[DNNL_ARG_DST_ITER_C];
  if (net.cell == dnnl_vanilla_rnn)
    dnnl_vanilla_rnn_forward_primitive_desc_create(&pd, engine.get(), kind, net.activation,
                                                   net.direction, sl, si, wl, wi, b, dl, di, 0,
                                                   net.alpha, 0, attr);
  else if (net.is_lstm())
    dnnl_lstm_forward_primitive_desc_create(&pd, engine.get(), kind, net.direction, sl, si, sc, wl,
                                            wi, m[DNNL_ARG_WEIGHTS_PEEPHOLE],
                                            m[DNNL_ARG_WEIGHTS_PROJECTION], b, dl, di, dc, 0, attr);
  else if (net.has_attention())
    (net.is_lbr() ? dnnl_lbr_augru_forward_primitive_desc_create
                  : dnnl_augru_forward_primitive_desc_create)(
        &pd, engine.get(), kind, net.direction, sl, si, a, wl, wi, b, dl, di, 0, attr);
  else
    (net.is_lbr() ? dnnl_lbr_gru_forward_primitive_desc_create
                  : dnnl_gru_forward_primitive_desc_create)(&pd, engine.get(), kind, net.direction,
                                                            sl, si, wl, wi, b, dl, di, 0, attr);
  return owned(pd);
}

dnnl::primitive_desc backward_desc(const dnnl::engine &engine, const network &net, unsigned flags,
                                   const dnnl::primitive_desc &forward,
                                   const network_layouts &layouts) {
  const descriptors m(net, false, layouts), g(net, true, layouts);
  dnnl_primitive_desc_t pd = nullptr;
  const auto sl = DNNL_ARG_SRC_LAYER, si = DNNL_ARG_SRC_ITER, sc = DNNL_ARG_SRC_ITER_C,
             a = DNNL_ARG_AUGRU_ATTENTION, wl = DNNL_ARG_WEIGHTS_LAYER, wi = DNNL_ARG_WEIGHTS_ITER,
             wp = DNNL_ARG_WEIGHTS_PEEPHOLE, pr = DNNL_ARG_WEIGHTS_PROJECTION, b = DNNL_ARG_BIAS,
             dl = DNNL_ARG_DST_LAYER, di = DNNL_ARG_DST_ITER, dc = DNNL_ARG_DST_ITER_C;
  const dnnl::primitive_attr attributes = attributes_of(net);
  const const_dnnl_primitive_attr_t attr = attributes.get();
  const auto e = engine.get();
  const auto hint = forward.get();
  if (net.cell == dnnl_vanilla_rnn)
    dnnl_vanilla_rnn_backward_primitive_desc_create(&pd, e, dnnl_backward, net.activation,
                                                    net.direction, m[sl], m[si], m[wl], m[wi], m[b],
                                                    m[dl], m[di], g[sl], g[si], g[wl], g[wi], g[b],
                                                    g[dl], g[di], flags, net.alpha, 0, hint, attr);
  else if (net.is_lstm())
    dnnl_lstm_backward_primitive_desc_create(&pd, e, dnnl_backward, net.direction, m[sl], m[si],
                                             m[sc], m[wl], m[wi], m[wp], m[pr], m[b], m[dl], m[di],
                                             m[dc], g[sl], g[si], g[sc], g[wl], g[wi], g[wp], g[pr],
                                             g[b], g[dl], g[di], g[dc], flags, hint, attr);
  else if (net.has_attention())
    (net.is_lbr() ? dnnl_lbr_augru_backward_primitive_desc_create
                  : dnnl_augru_backward_primitive_desc_create)(
        &pd, e, dnnl_backward, net.direction, m[sl], m[si], m[a], m[wl], m[wi], m[b], m[dl], m[di],
        g[sl], g[si], g[a], g[wl], g[wi], g[b], g[dl], g[di], flags, hint, attr);
  else
    (net.is_lbr() ? dnnl_lbr_gru_backward_primitive_desc_create
                  : dnnl_gru_backward_primitive_desc_create)(
        &pd, e, dnnl_backward, net.direction, m[sl], m[si], m[wl], m[wi], m[b], m[dl], m[di], g[sl],
        g[si], g[wl], g[wi], g[b], g[dl], g[di], flags, hint, attr);
  return owned(pd);
}

namespace {

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

using row = std::vector<double>;

// One cell: takes the rows of h and c to those of the next step.
class cell {
 public:
  cell(const network &net, const tensors &in, int64_t l, int64_t d)
      : net_(net), in_(in), l_(l), d_(d) {}

  void step(const row &x, double attention, row &h, row &c) const {
    const int64_t n = net_.dhc;
    row next(size_t(n), 0.0);
    if (net_.cell == dnnl_vanilla_rnn) {
      for (int64_t j = 0; j < n; ++j) next[size_t(j)] = activate(linear(x, h, 0, j));
    } else if (net_.is_lstm()) {
      for (int64_t j = 0; j < n; ++j) next[size_t(j)] = lstm(x, h, c[size_t(j)], j);
    } else {
      row reset(h);
      for (int64_t j = 0; j < n; ++j) reset[size_t(j)] *= logistic(linear(x, h, 1, j));
      for (int64_t j = 0; j < n; ++j) {
        const double a = (1 - attention) * logistic(linear(x, h, 0, j));
        const double z = std::tanh(candidate(x, h, reset, j));
        next[size_t(j)] = a * h[size_t(j)] + (1 - a) * z;
      }
    }
    h = net_.dic ? projected(next) : next;
  }

 private:
  double value(int arg, const dims &index) const {
    const auto at = in_.find(arg);
    return at == in_.end() ? 0 : at->second.at(index);
  }
  double bias(int64_t g, int64_t j) const { return value(DNNL_ARG_BIAS, {l_, d_, g, j}); }
  double from(int arg, const row &x, int64_t g, int64_t j) const {
    double sum = 0;
    for (size_t k = 0; k < x.size(); ++k) sum += x[k] * value(arg, {l_, d_, int64_t(k), g, j});
    return sum;
  }
  double linear(const row &x, const row &h, int64_t g, int64_t j) const {
    return from(DNNL_ARG_WEIGHTS_LAYER, x, g, j) + from(DNNL_ARG_WEIGHTS_ITER, h, g, j) +
           bias(g, j);
  }
  double activate(double x) const {
    if (net_.activation == dnnl_eltwise_relu) return x > 0 ? x : double(net_.alpha) * x;
    return net_.activation == dnnl_eltwise_tanh ? std::tanh(x) : logistic(x);
  }
  double lstm(const row &x, const row &h, double &c, int64_t j) const {
    const auto peephole = [&](int64_t g) {
      return value(DNNL_ARG_WEIGHTS_PEEPHOLE, {l_, d_, g, j});
    };
    const double i = logistic(linear(x, h, 0, j) + peephole(0) * c);
    const double f = logistic(linear(x, h, 1, j) + peephole(1) * c);
    c = f * c + i * std::tanh(linear(x, h, 2, j));
    return logistic(linear(x, h, 3, j) + peephole(2) * c) * std::tanh(c);
  }
  double candidate(const row &x, const row &h, const row &reset, int64_t j) const {
    const double input = from(DNNL_ARG_WEIGHTS_LAYER, x, 2, j) + bias(2, j);
    if (!net_.is_lbr()) return input + from(DNNL_ARG_WEIGHTS_ITER, reset, 2, j);
    return input +
           logistic(linear(x, h, 1, j)) * (from(DNNL_ARG_WEIGHTS_ITER, h, 2, j) + bias(3, j));
  }
  row projected(const row &h) const {
    row out(size_t(net_.dic), 0.0);
    for (int64_t i = 0; i < net_.dic; ++i)
      for (int64_t j = 0; j < net_.dhc; ++j)
        out[size_t(i)] += h[size_t(j)] * value(DNNL_ARG_WEIGHTS_PROJECTION, {l_, d_, j, i});
    return out;
  }

  const network &net_;
  const tensors &in_;
  const int64_t l_, d_;
};

row row_of(const tensors &in, int arg, dims index, int64_t size) {
  row values(static_cast<size_t>(size), 0.0);
  const auto at = in.find(arg);
  if (at == in.end()) return values;
  for (int64_t i = 0; i < size; ++i) {
    index.back() = i;
    values[size_t(i)] = at->second.at(index);
  }
  return values;
}

void put(tensors &out, int arg, dims index, const row &values) {
  const auto at = out.find(arg);
  if (at == out.end()) return;
  for (const double v : values) {
    at->second.at(index) += v;
    ++index.back();
  }
}

}  // namespace

tensors evaluate(const network &net, const tensors &inputs) {
  tensors out;
  for (const auto &[arg, shape] : output_shapes(net))
    out.emplace(arg, tensor(shape, data_type::f64));
  for (int64_t d = 0; d < net.d(); ++d)
    for (int64_t n = 0; n < net.n; ++n) {
      const bool is_back = net.direction == dnnl_unidirectional_right2left || d == 1;
      const auto time = [&](int64_t step) { return is_back ? net.t - 1 - step : step; };
      std::vector<row> x;
      for (int64_t step = 0; step < net.t; ++step)
        x.push_back(row_of(inputs, DNNL_ARG_SRC_LAYER, {time(step), n, 0}, net.slc));
      for (int64_t l = 0; l < net.l; ++l) {
        row h = row_of(inputs, DNNL_ARG_SRC_ITER, {l, d, n, 0}, net.outputs());
        row c = row_of(inputs, DNNL_ARG_SRC_ITER_C, {l, d, n, 0}, net.dhc);
        for (int64_t step = 0; step < net.t; ++step) {
          const row a = row_of(inputs, DNNL_ARG_AUGRU_ATTENTION, {time(step), n, 0}, 1);
          cell(net, inputs, l, d).step(x[size_t(step)], a[0], h, c);
          x[size_t(step)] = h;
        }
        put(out, DNNL_ARG_DST_ITER, {l, d, n, 0}, h);
        put(out, DNNL_ARG_DST_ITER_C, {l, d, n, 0}, c);
      }
      const int64_t first = net.direction == dnnl_bidirectional_concat ? d * net.outputs() : 0;
      for (int64_t step = 0; step < net.t; ++step)
        put(out, DNNL_ARG_DST_LAYER, {time(step), n, first}, x[size_t(step)]);
    }
  return out;
}

}  // namespace dnnlet::test
