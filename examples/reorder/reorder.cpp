// SPDX-License-Identifier: Apache-2.0
// Reorder, with the C++ API: the same picture in other layouts and in another data type.
#include <numeric>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::memory;
using tag = memory::format_tag;
using type = memory::data_type;

// Reorders, and prints what that took.
void run(const char *what, dnnl::stream &stream, const memory &from, const memory &to,
         const dnnl::primitive_attr &attr, std::unordered_map<int, memory> args) {
  const dnnl::reorder::primitive_desc pd(stream.get_engine(), from.get_desc(), stream.get_engine(),
                                         to.get_desc(), attr);
  args[DNNL_ARG_FROM] = from;
  args[DNNL_ARG_TO] = to;
  const double taken = examples::seconds_per_execution(dnnl::reorder(pd), stream, args);
  const double bytes = double(from.get_desc().get_size() + to.get_desc().get_size());
  std::printf("%-28s %-28s %8.2f us  %6.2f GB/s\n", what, pd.impl_info_str(), 1e6 * taken,
              1e-9 * bytes / taken);
}

void check(bool is_right, const char *what) {
  if (!is_right) throw std::runtime_error(std::string(what) + " is not where it should be");
}

void show_layouts(dnnl::stream &stream) {
  const dnnl::engine engine = stream.get_engine();
  constexpr int channels = 3, height = 48, width = 64, size = channels * height * width;
  std::vector<float> planes(size), pixels(size), back(size);
  std::iota(planes.begin(), planes.end(), 0.0f);
  const auto tensor = [&](tag layout, std::vector<float> &data) {
    return memory({{1, channels, height, width}, type::f32, layout}, engine, data.data());
  };
  run("nchw to nhwc", stream, tensor(tag::nchw, planes), tensor(tag::nhwc, pixels), {}, {});
  std::printf("  the first pixels: %g %g %g, %g %g %g, ...\n", pixels[0], pixels[1], pixels[2],
              pixels[3], pixels[4], pixels[5]);
  for (int i = 0; i < size; ++i)
    check(pixels[i] == planes[i % channels * height * width + i / channels], "a pixel");

  // Blocks of 8 channels: 3 become 8, and the rest is filled with zeros.
  const memory blocks({{1, channels, height, width}, type::f32, tag::nChw8c}, engine);
  run("nhwc to nChw8c", stream, tensor(tag::nhwc, pixels), blocks, {}, {});
  const float *block = static_cast<const float *>(blocks.get_data_handle());
  std::printf("  the first block: %g %g %g %g %g %g %g %g\n", block[0], block[1], block[2],
              block[3], block[4], block[5], block[6], block[7]);
  check(block[3] == 0 && block[7] == 0, "padding");
  run("nChw8c to nchw", stream, blocks, tensor(tag::nchw, back), {}, {});
  check(back == planes, "a value");
}

// x = (q - zero point) * scale: with 8 bits, and steps of a thirty-second from -1 on.
void show_quantization(dnnl::stream &stream) {
  const dnnl::engine engine = stream.get_engine();
  std::vector<float> values(4096);
  std::vector<uint8_t> quantized(values.size());
  for (size_t i = 0; i < values.size(); ++i) values[i] = -1 + float(i % 256) / 128;

  dnnl::primitive_attr attr;
  attr.set_scales_mask(DNNL_ARG_TO, 0);
  attr.set_zero_points_mask(DNNL_ARG_TO, 0);
  float scale = 1.0f / 32;
  int32_t zero_point = 32;
  const memory::dims dims = {memory::dim(values.size())};
  run("f32 to u8", stream, memory({dims, type::f32, tag::a}, engine, values.data()),
      memory({dims, type::u8, tag::a}, engine, quantized.data()), attr,
      {{DNNL_ARG_ATTR_SCALES | DNNL_ARG_TO, memory({{1}, type::f32, tag::a}, engine, &scale)},
       {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_TO,
        memory({{1}, type::s32, tag::a}, engine, &zero_point)}});
  std::printf("  %g is %d, %g is %d, %g is %d\n", values[0], quantized[0], values[128],
              quantized[128], values[252], quantized[252]);
  check(quantized[0] == 0 && quantized[128] == 32 && quantized[252] == 63, "a number");
}

void show(dnnl::engine::kind kind) {
  const examples::static_arena<256 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  show_layouts(stream);
  show_quantization(stream);
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(show, parse_engine_kind(argc, argv));
}
