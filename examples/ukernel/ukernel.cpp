// SPDX-License-Identifier: Apache-2.0
// A fully connected layer by the micro-kernel API: the loops are the program's own, the tile is the
// library's. Weights are packed once; then each block of dst is one batch-reduce GEMM over blocks
// of K, and bias and ReLU come with the last step, while the sums are in the cache.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "oneapi/dnnl/dnnl_ukernel.hpp"

namespace {

using dnnl::memory;
using dnnl::ukernel::brgemm;
using dnnl::ukernel::pack_type;
using dnnl::ukernel::transform;
using type = memory::data_type;

constexpr int rows = 48, columns = 96, depth = 200;                 // of the layer
constexpr int row_block = 16, column_block = 32, depth_block = 64;  // of a kernel

uint16_t to_bf16(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
float from_bf16(uint16_t x) {
  const uint32_t bits = uint32_t(x) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

float drawn(int i) {
  return float(i * 37 % 29 - 14) / 16;
}

struct layer {
  std::vector<uint16_t> src, weights;  // rows x depth, depth x columns
  std::vector<float> bias;
};

layer make_layer() {
  layer made;
  for (int i = 0; i < rows * depth; ++i) made.src.push_back(to_bf16(drawn(i)));
  for (int i = 0; i < depth * columns; ++i) made.weights.push_back(to_bf16(drawn(3 * i)));
  for (int i = 0; i < columns; ++i) made.bias.push_back(drawn(5 * i));
  return made;
}

// Blocks of columns, each with all of K, in the layout that the kernel takes.
std::vector<uint16_t> pack_weights(const layer &l) {
  const bool packs = brgemm::get_B_pack_type(type::bf16, type::bf16) == pack_type::pack32;
  std::printf("weights %d x %d: %s\n", depth, columns,
              packs ? "pairs along K, 32 columns a block" : "rows, 32 columns a block");
  std::vector<uint16_t> packed(size_t(depth * columns));
  transform to_blocks(depth, columns, pack_type::no_trans, columns, column_block, type::bf16,
                      type::bf16);
  to_blocks.generate();
  to_blocks.execute(l.weights.data(), packed.data());
  return packed;
}

// So many blocks of K at once. The rest of K is another kernel's, which adds to the sums and
// finishes.
brgemm make_kernel(int k, int batch, bool adds, bool finishes) {
  brgemm kernel(row_block, column_block, k, batch, depth, column_block, column_block, type::bf16,
                type::bf16, type::f32);
  kernel.set_add_C(adds);
  if (finishes) {
    dnnl::post_ops ops;
    ops.append_binary(dnnl::algorithm::binary_add,
                      {{1, column_block}, type::f32, memory::format_tag::ab});
    ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
    kernel.set_post_ops(columns, type::f32, ops);
  }
  if (!kernel.finalize()) std::printf("there is no such kernel\n");
  kernel.generate();
  return kernel;
}

void run(const layer &l, const std::vector<uint16_t> &packed, std::vector<float> &dst) {
  constexpr int batch = depth / depth_block, rest = depth % depth_block;
  const brgemm sums = make_kernel(depth_block, batch, false, false);
  const brgemm end = make_kernel(rest, 1, true, true);
  std::vector<std::pair<memory::dim, memory::dim>> offsets;  // bytes
  for (int i = 0; i < batch; ++i)
    offsets.push_back({i * depth_block * 2, i * depth_block * column_block * 2});
  const size_t bytes = std::max(sums.get_scratchpad_size(), end.get_scratchpad_size());
  std::vector<char> scratchpad(bytes);
  std::vector<float> c(size_t(row_block * column_block));
  std::printf("%d x %d blocks of %d x %d; K is %d x %d + %d; scratchpad %zu bytes\n",
              rows / row_block, columns / column_block, row_block, column_block, batch, depth_block,
              rest, bytes);
  for (int row = 0; row < rows; row += row_block)
    for (int col = 0; col < columns; col += column_block) {
      const uint16_t *a = &l.src[size_t(row * depth)], *b = &packed[size_t(col * depth)];
      const void *operands[] = {&l.bias[size_t(col)]};
      dnnl::ukernel::attr_params params;
      params.set_post_ops_args(operands);
      sums.execute(a, b, offsets, c.data(), scratchpad.data());
      end.execute(a + batch * depth_block, b + batch * depth_block * column_block, {{0, 0}},
                  c.data(), &dst[size_t(row * columns + col)], scratchpad.data(), params);
    }
}

double largest_error(const layer &l, const std::vector<float> &dst) {
  double worst = 0;
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col) {
      double sum = l.bias[size_t(col)];
      for (int k = 0; k < depth; ++k)
        sum += double(from_bf16(l.src[size_t(row * depth + k)])) *
               from_bf16(l.weights[size_t(k * columns + col)]);
      worst = std::max(worst, std::fabs(dst[size_t(row * columns + col)] - std::max(sum, 0.0)));
    }
  return worst;
}

}  // namespace

int main() {
  const layer l = make_layer();
  std::vector<float> dst(size_t(rows * columns));
  run(l, pack_weights(l), dst);
  const double error = largest_error(l, dst);
  std::printf("relu(src * weights + bias), %d x %d: largest error %g\n", rows, columns, error);
  return error < 1e-4 ? 0 : 1;
}
