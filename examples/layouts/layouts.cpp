// SPDX-License-Identifier: Apache-2.0
// Layouts and how they spread, with the C++ API: convolutions choose (`any`), the primitives after
// them take what they get, and reorders are needed at the ends only. Beside it, the same network
// with every tensor in nchw.
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::algorithm;
using dnnl::memory;
using tag = memory::format_tag;

constexpr int batch = 2, side = 28;
const memory::dims no_padding = {0, 0}, one = {1, 1}, two = {2, 2};

memory::desc describe(const memory::dims &dims, tag layout) {
  return {dims, memory::data_type::f32, layout};
}

// Primitives in the order in which they run, and their arguments.
class chain {
 public:
  explicit chain(dnnl::stream &stream) : stream_(stream), engine_(stream.get_engine()) {}

  void add(const char *what, const dnnl::primitive_desc_base &desc, const dnnl::primitive &made,
           std::unordered_map<int, memory> args) {
    const auto layout = args.at(DNNL_ARG_DST).get_desc();
    std::printf("  %-12s %-26s", what, desc.impl_info_str());
    for (const memory::dim stride : layout.get_strides()) std::printf(" %6lld", (long long)stride);
    std::printf("\n");
    made.execute(stream_, args);
    steps_.push_back({made, std::move(args)});
  }

  // The tensor in a layout: itself, if it is in that layout.
  memory in(const memory::desc &wanted, const memory &tensor) {
    if (tensor.get_desc() == wanted) return tensor;
    const memory result(wanted, engine_);
    const dnnl::reorder::primitive_desc desc(tensor, result);
    add("reorder", desc, dnnl::reorder(desc), {{DNNL_ARG_SRC, tensor}, {DNNL_ARG_DST, result}});
    return result;
  }

  // 3 x 3, padded, with a ReLU. Weights are reordered once, before the first execution.
  memory convolution(const memory &src, int channels, tag layout) {
    const memory::dims in_dims = src.get_desc().get_dims();
    dnnl::post_ops relu;
    relu.append_eltwise(algorithm::eltwise_relu, 0, 0);
    dnnl::primitive_attr attr;
    attr.set_post_ops(relu);
    const dnnl::convolution_forward::primitive_desc desc(
        engine_, dnnl::prop_kind::forward_inference, algorithm::convolution_direct,
        describe(in_dims, layout), describe({channels, in_dims[1], 3, 3}, tag::any),
        describe({batch, channels, in_dims[2], in_dims[3]}, layout), one, one, one, attr);
    memory weights(describe({channels, in_dims[1], 3, 3}, tag::oihw), engine_);
    float *w = static_cast<float *>(weights.get_data_handle());
    for (memory::dim i = 0; i < product(weights.get_desc().get_dims()); ++i)
      w[i] = float(i * 31 % 13 - 6) / 64;
    memory chosen(desc.weights_desc(), engine_);
    dnnl::reorder(weights, chosen).execute(stream_, weights, chosen);
    const memory dst(desc.dst_desc(), engine_), source = in(desc.src_desc(), src);
    add("convolution", desc, dnnl::convolution_forward(desc),
        {{DNNL_ARG_SRC, source}, {DNNL_ARG_WEIGHTS, chosen}, {DNNL_ARG_DST, dst}});
    return dst;
  }

  memory pooling(const memory &src) {
    memory::dims dims = src.get_desc().get_dims();
    dims[2] /= 2, dims[3] /= 2;
    const dnnl::pooling_forward::primitive_desc desc(
        engine_, dnnl::prop_kind::forward_inference, algorithm::pooling_max, src.get_desc(),
        describe(dims, tag::any), two, two, no_padding, no_padding, no_padding);
    const memory dst(desc.dst_desc(), engine_);
    add("pooling", desc, dnnl::pooling_forward(desc), {{DNNL_ARG_SRC, src}, {DNNL_ARG_DST, dst}});
    return dst;
  }

  double seconds() {
    double sum = 0;
    for (const auto &s : steps_) sum += examples::seconds_per_execution(s.first, stream_, s.second);
    return sum;
  }

 private:
  dnnl::stream &stream_;
  dnnl::engine engine_;
  std::vector<std::pair<dnnl::primitive, std::unordered_map<int, memory>>> steps_;
};

// Returns what the network makes of a picture, in nchw.
std::vector<float> run(dnnl::stream &stream, tag layout) {
  memory src(describe({batch, 16, side, side}, tag::nchw), stream.get_engine());
  float *numbers = static_cast<float *>(src.get_data_handle());
  for (int i = 0; i < batch * 16 * side * side; ++i) numbers[i] = float(i % 29) / 29;
  chain network(stream);
  memory data = network.convolution(src, 32, layout);
  data = network.pooling(network.convolution(data, 32, layout));
  data = network.convolution(data, 64, layout);
  data = network.in(describe(data.get_desc().get_dims(), tag::nchw), data);
  std::vector<float> result(data.get_desc().get_size() / sizeof(float));
  stream.wait();
  read_from_dnnl_memory(result.data(), data);
  std::printf("  %.1f us\n", 1e6 * network.seconds());
  return result;
}

void show(dnnl::engine::kind kind) {
  const dnnl::engine engine(kind, 0);  // which has to outlive the stream
  dnnl::stream stream(engine);
  std::printf("any layout; strides of N, C, H, W:\n");
  const std::vector<float> chosen = run(stream, tag::any);
  std::printf("nchw:\n");
  const std::vector<float> planes = run(stream, tag::nchw);
  for (size_t i = 0; i < planes.size(); ++i)
    if (std::abs(chosen[i] - planes[i]) > 1e-4f * std::max(1.0f, planes[i]))
      throw std::runtime_error("the results differ");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(show, parse_engine_kind(argc, argv));
}
