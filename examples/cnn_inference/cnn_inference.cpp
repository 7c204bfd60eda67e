// SPDX-License-Identifier: Apache-2.0
// A network of AlexNet's kind with the C++ API: convolution, LRN, pooling, inner product, softmax,
// with weights that it draws itself; in f32, and in u8 by s8 with the scales that the f32 network
// has shown to be right. Layouts are the library's choice, weights are packed once.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::algorithm;
using dnnl::memory;
using dnnl::prop_kind;
using tag = memory::format_tag;
using dt = memory::data_type;
using arguments = std::unordered_map<int, memory>;

enum class kind { convolution, lrn, pooling, inner_product };
struct layer {
  kind what;
  int out, kernel, stride, padding;
  bool relu;
};
constexpr layer layers[] = {
    {kind::convolution, 32, 11, 4, 0, true},   {kind::lrn, 0, 5, 0, 0, false},
    {kind::pooling, 0, 3, 2, 0, false},        {kind::convolution, 64, 5, 1, 2, true},
    {kind::pooling, 0, 3, 2, 0, false},        {kind::inner_product, 128, 0, 0, 0, true},
    {kind::inner_product, 10, 0, 0, 0, false},
};
constexpr int side = 67, classes = 10;

float drawn() {
  static uint32_t state = 7;
  state = state * 1664525u + 1013904223u;
  return float(state >> 8) / float(1 << 23) - 1;
}

memory::desc plain(const memory::dims &dims, dt type) {
  return {dims, type, dims.size() == 4 ? tag::nchw : dims.size() == 2 ? tag::nc : tag::a};
}

// What a layer has learned, had it been trained: {out, in, ...}, and a bias.
struct parameters {
  memory::dims dims;
  std::vector<float> weights, bias;
};
parameters draw(const memory::dims &dims) {
  parameters p = {dims, {}, std::vector<float>(size_t(dims[0]))};
  size_t count = 1;
  for (const auto d : dims) count *= size_t(d);
  const float spread = std::sqrt(3.0f / (float(count) / float(dims[0])));
  for (size_t i = 0; i < count; ++i) p.weights.push_back(spread * drawn());
  for (float &b : p.bias) b = 0.1f * drawn();
  return p;
}

class network {
 public:
  // `ranges`: the largest number that each layer, and before it the picture, gives; null: f32.
  network(const dnnl::engine &engine, const std::vector<parameters> &learned,
          const std::vector<float> *ranges)
      : engine_(engine), stream_(engine), ranges_(ranges) {
    input_ = memory(plain({1, 3, side, side}, dt::f32), engine_);
    values_ = input_;
    if (ranges_) values_ = convert(values_, dt::u8, 1, scale_of(0));
    size_t next = 0, number = 0;
    for (const layer &l : layers) {
      ++number;
      if (l.what == kind::lrn) add_lrn(l, number);
      if (l.what == kind::pooling) add_pooling(l);
      if (l.what == kind::convolution || l.what == kind::inner_product)
        add_product(l, learned[next++], number);
      outputs_.push_back(values_);
      if (ranges_ && l.what == kind::pooling) scales_.push_back(scales_.back());
    }
    add_softmax();
    stream_.wait();
  }

  std::vector<float> run(const std::vector<float> &picture) {
    std::copy(picture.begin(), picture.end(), static_cast<float *>(input_.get_data_handle()));
    for (size_t i = 0; i < steps_.size(); ++i) steps_[i].execute(stream_, arguments_[i]);
    stream_.wait();
    const auto *chances = static_cast<const float *>(values_.get_data_handle());
    return {chances, chances + classes};
  }
  double seconds() {
    using clock = std::chrono::steady_clock;
    const std::vector<float> picture(3 * side * side, 0.5f);
    const auto begin = clock::now();
    for (int i = 0; i < 5; ++i) run(picture);
    return std::chrono::duration<double>(clock::now() - begin).count() / 5;
  }

  // Of an f32 network.
  std::vector<float> ranges() {
    std::vector<float> list = {1};
    for (memory &m : outputs_) {
      memory values(plain(m.get_desc().get_dims(), dt::f32), engine_);
      dnnl::reorder(m, values).execute(stream_, m, values);
      stream_.wait();
      const auto *x = static_cast<const float *>(values.get_data_handle());
      float most = 0;
      for (size_t i = 0; i < values.get_desc().get_size() / sizeof(float); ++i)
        most = std::max(most, std::fabs(x[i]));
      list.push_back(most);
    }
    return list;
  }

 private:
  float scale_of(size_t number) { return (*ranges_)[number] / 255; }

  memory scalar(float value) {
    memory m(plain({1}, dt::f32), engine_);
    *static_cast<float *>(m.get_data_handle()) = value;
    return m;
  }

  void add(const dnnl::primitive &p, const arguments &args) {
    steps_.push_back(p);
    arguments_.push_back(args);
  }

  // A step that converts; numbers stand for `from` and `to` times what they are.
  memory convert(memory &src, dt type, float from, float to) {
    memory dst(plain(src.get_desc().get_dims(), type), engine_);
    dnnl::primitive_attr attr;
    attr.set_scales_mask(DNNL_ARG_SRC, 0);
    attr.set_scales_mask(DNNL_ARG_DST, 0);
    add(dnnl::reorder({engine_, src.get_desc(), engine_, dst.get_desc(), attr}),
        {{DNNL_ARG_FROM, src},
         {DNNL_ARG_TO, dst},
         {DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC, scalar(from)},
         {DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST, scalar(to)}});
    if (type == dt::u8) scales_.push_back(to);
    return dst;
  }

  // There is no LRN of integers.
  void add_lrn(const layer &l, size_t number) {
    if (ranges_) values_ = convert(values_, dt::f32, scales_.back(), 1);
    const memory::desc any(values_.get_desc().get_dims(), dt::f32, tag::any);
    const dnnl::lrn_forward::primitive_desc pd(engine_, prop_kind::forward_inference,
                                               algorithm::lrn_across_channels, values_.get_desc(),
                                               any, l.kernel, 1e-4f, 0.75f, 1);
    memory dst(pd.dst_desc(), engine_);
    add(dnnl::lrn_forward(pd), {{DNNL_ARG_SRC, values_}, {DNNL_ARG_DST, dst}});
    values_ = dst;
    if (ranges_) values_ = convert(values_, dt::u8, 1, scale_of(number));
  }

  void add_pooling(const layer &l) {
    const memory::desc src = values_.get_desc();
    memory::dims dims = src.get_dims();
    for (size_t d : {2, 3}) dims[d] = (dims[d] - l.kernel) / l.stride + 1;
    const dnnl::pooling_forward::primitive_desc pd(
        engine_, prop_kind::forward_inference, algorithm::pooling_max, src,
        {dims, src.get_data_type(), tag::any}, {l.stride, l.stride}, {l.kernel, l.kernel}, {0, 0},
        {0, 0}, {0, 0});
    memory dst(pd.dst_desc(), engine_);
    add(dnnl::pooling_forward(pd), {{DNNL_ARG_SRC, values_}, {DNNL_ARG_DST, dst}});
    values_ = dst;
  }

  // Weights as s8 with a scale for each output channel, or as they are.
  memory weights_of(const parameters &p, arguments &args) {
    memory weights(plain(p.dims, ranges_ ? dt::s8 : dt::f32), engine_);
    if (!ranges_) {
      std::copy(p.weights.begin(), p.weights.end(),
                static_cast<float *>(weights.get_data_handle()));
      return weights;
    }
    memory scales(plain({p.dims[0]}, dt::f32), engine_);
    const size_t each = p.weights.size() / size_t(p.dims[0]);
    for (size_t i = 0; i < p.bias.size(); ++i) {
      float most = 0;
      for (size_t k = 0; k < each; ++k) most = std::max(most, std::fabs(p.weights[i * each + k]));
      static_cast<float *>(scales.get_data_handle())[i] = most / 127;
      for (size_t k = 0; k < each; ++k)
        static_cast<int8_t *>(weights.get_data_handle())[i * each + k] =
            int8_t(std::lround(p.weights[i * each + k] * 127 / most));
    }
    args[DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS] = scales;
    return weights;
  }

  // A convolution or an inner product.
  void add_product(const layer &l, const parameters &p, size_t number) {
    arguments args;
    memory weights = weights_of(p, args);
    memory bias(plain({p.dims[0]}, dt::f32), engine_);
    std::copy(p.bias.begin(), p.bias.end(), static_cast<float *>(bias.get_data_handle()));
    const bool is_last = number == sizeof layers / sizeof layers[0];
    const dt type = ranges_ && !is_last ? dt::u8 : dt::f32;
    dnnl::primitive_attr attr;
    if (ranges_) {
      attr.set_scales_mask(DNNL_ARG_SRC, 0);
      attr.set_scales_mask(DNNL_ARG_WEIGHTS, 1);
      args[DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC] = scalar(scales_.back());
    }
    if (type == dt::u8) {
      attr.set_scales_mask(DNNL_ARG_DST, 0);
      args[DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST] = scalar(scale_of(number));
      scales_.push_back(scale_of(number));
    }
    dnnl::post_ops ops;
    if (l.relu) ops.append_eltwise(algorithm::eltwise_relu, 0, 0);
    attr.set_post_ops(ops);
    args[DNNL_ARG_BIAS] = bias;
    const memory::desc src = values_.get_desc();
    const memory::desc any_weights(p.dims, weights.get_desc().get_data_type(), tag::any);
    if (l.what == kind::inner_product) {
      const dnnl::inner_product_forward::primitive_desc pd(engine_, prop_kind::forward_inference,
                                                           src, any_weights, bias.get_desc(),
                                                           plain({1, l.out}, type), attr);
      finish(pd, dnnl::inner_product_forward(pd), weights, args);
      return;
    }
    const auto extent = (src.get_dims()[2] + 2 * l.padding - l.kernel) / l.stride + 1;
    const dnnl::convolution_forward::primitive_desc pd(
        engine_, prop_kind::forward_inference, algorithm::convolution_direct,
        {src.get_dims(), src.get_data_type(), tag::any}, any_weights, bias.get_desc(),
        {{1, l.out, extent, extent}, type, tag::any}, {l.stride, l.stride}, {l.padding, l.padding},
        {l.padding, l.padding}, attr);
    finish(pd, dnnl::convolution_forward(pd), weights, args);
  }

  // Reorders weights at once, and src in every run where the primitive wants another layout.
  template <class PrimitiveDesc>
  void finish(const PrimitiveDesc &pd, const dnnl::primitive &p, memory &weights, arguments &args) {
    memory packed(pd.weights_desc(), engine_), dst(pd.dst_desc(), engine_);
    dnnl::reorder(weights, packed).execute(stream_, weights, packed);
    if (values_.get_desc() != pd.src_desc()) {
      memory src(pd.src_desc(), engine_);
      add(dnnl::reorder(values_, src), {{DNNL_ARG_FROM, values_}, {DNNL_ARG_TO, src}});
      values_ = src;
    }
    args[DNNL_ARG_SRC] = values_;
    args[DNNL_ARG_WEIGHTS] = packed;
    args[DNNL_ARG_DST] = dst;
    add(p, args);
    values_ = dst;
    std::printf("  %s\n", pd.impl_info_str());
  }

  void add_softmax() {
    const memory::desc md = values_.get_desc();
    const dnnl::softmax_forward::primitive_desc pd(engine_, prop_kind::forward_inference,
                                                   algorithm::softmax_accurate, md, md, 1);
    add(dnnl::softmax_forward(pd), {{DNNL_ARG_SRC, values_}, {DNNL_ARG_DST, values_}});
  }

  dnnl::engine engine_;
  dnnl::stream stream_;
  const std::vector<float> *ranges_;
  std::vector<float> scales_;  // of the integers, step by step
  memory input_, values_;
  std::vector<memory> outputs_;
  std::vector<dnnl::primitive> steps_;
  std::vector<arguments> arguments_;
};

void infer(dnnl::engine::kind engine_kind) {
  const dnnl::engine engine(engine_kind, 0);
  const std::vector<parameters> learned = {draw({32, 3, 11, 11}), draw({64, 32, 5, 5}),
                                           draw({128, 64, 3, 3}), draw({classes, 128})};
  std::vector<float> picture(3 * side * side);
  for (float &x : picture) x = (drawn() + 1) / 2;

  std::printf("f32:\n");
  network in_f32(engine, learned, nullptr);
  const std::vector<float> expected = in_f32.run(picture), ranges = in_f32.ranges();
  std::printf("u8 by s8:\n");
  network in_int8(engine, learned, &ranges);
  const std::vector<float> got = in_int8.run(picture);

  std::printf("\nclass     f32    int8\n");
  double error = 0, sum = 0;
  for (size_t i = 0; i < classes; ++i) {
    std::printf("%5zu  %6.4f  %6.4f\n", i, expected[i], got[i]);
    error = std::max(error, std::fabs(double(expected[i]) - got[i]));
    sum += got[i];
  }
  std::printf("\nlargest difference %.4f; f32 %.0f us, int8 %.0f us\n", error,
              1e6 * in_f32.seconds(), 1e6 * in_int8.seconds());
  if (!(error < 0.02) || !(std::fabs(sum - 1) < 1e-4)) throw std::runtime_error("that is too much");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(infer, parse_engine_kind(argc, argv));
}
