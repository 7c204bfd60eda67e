// SPDX-License-Identifier: Apache-2.0
// The first program to read: a picture goes from the layout that the program has it in to the one
// that networks are often trained with, and through a ReLU, in place.
#include <vector>

#include "example_utils.hpp"

namespace {

using dnnl::memory;
using tag = memory::format_tag;

constexpr int channels = 3, height = 4, width = 5, pixels = height * width;

// Where element (c, h, w) is, if channels are the innermost dimension, and if they are not.
size_t at_nhwc(int c, int h, int w) {
  return size_t((h * width + w) * channels + c);
}
size_t at_nchw(int c, int h, int w) {
  return size_t((c * height + h) * width + w);
}

void print(const char *what, const float *plane) {
  std::cout << what << ":\n";
  for (int h = 0; h < height; ++h) {
    for (int w = 0; w < width; ++w) std::cout << '\t' << plane[h * width + w];
    std::cout << '\n';
  }
}

void tutorial(dnnl::engine::kind kind) {
  // 1. An engine is what computes, a stream is where primitives are run.
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);

  // 2. The program's data.
  std::vector<float> picture(size_t(channels * pixels));
  for (int c = 0; c < channels; ++c)
    for (int h = 0; h < height; ++h)
      for (int w = 0; w < width; ++w)
        picture[at_nhwc(c, h, w)] = float((c + 1) * (h * width + w - pixels / 2));

  // 3. Memory descriptors: dimensions are always given in the order N, C, H, W; where an element
  //    is in the buffer is said by a tag, or by a stride for each dimension.
  const memory::dims dims = {1, channels, height, width};
  const memory::desc by_tag(dims, memory::data_type::f32, tag::nhwc);
  const memory::desc by_strides(dims, memory::data_type::f32,
                                {channels * pixels, 1, width * channels, channels});
  const memory::desc planes_desc(dims, memory::data_type::f32, tag::nchw);
  if (by_tag != by_strides) throw std::runtime_error("two ways to say one layout differ");

  // 4. Memory objects: a descriptor and a buffer, the program's own or a new one.
  memory user(by_tag, engine, picture.data());
  memory planes(planes_desc, engine);

  // 5. A primitive is made once, for given descriptors, and run as often as one likes. This one
  //    copies, from one layout to the other.
  const dnnl::reorder to_planes(user, planes);
  to_planes.execute(stream, user, planes);

  // 6. Another one computes. With one memory object for source and result, it works in place.
  const dnnl::eltwise_forward::primitive_desc relu_desc(engine, dnnl::prop_kind::forward_inference,
                                                        dnnl::algorithm::eltwise_relu, planes_desc,
                                                        planes_desc, 0.f);
  const dnnl::eltwise_forward relu(relu_desc);
  std::cout << "ReLU is computed by " << relu_desc.impl_info_str() << '\n';
  std::vector<float> before(picture.size());
  stream.wait();
  read_from_dnnl_memory(before.data(), planes);
  relu.execute(stream, {{DNNL_ARG_SRC, planes}, {DNNL_ARG_DST, planes}});

  // 7. Streams may run primitives later: wait before looking at results.
  stream.wait();
  const float *result = static_cast<const float *>(planes.get_data_handle());
  print("the first channel", before.data());
  print("after ReLU", result);
  for (int c = 0; c < channels; ++c)
    for (int h = 0; h < height; ++h)
      for (int w = 0; w < width; ++w)
        if (result[at_nchw(c, h, w)] != std::max(0.0f, picture[at_nhwc(c, h, w)]))
          throw std::runtime_error("an element is not what it should be");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(tutorial, parse_engine_kind(argc, argv));
}
