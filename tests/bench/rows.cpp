// SPDX-License-Identifier: Apache-2.0
// Which layers are measured in which directions, types and layouts.
#include <algorithm>

#include "layers.h"

namespace bench {

namespace {

using directions = std::vector<direction>;
using layouts = std::vector<layout>;

constexpr data_type f32_type = data_type::f32, bf16_type = data_type::bf16, u8 = data_type::u8,
                    s8 = data_type::s8;
constexpr types f32 = {f32_type, f32_type, f32_type};
constexpr types bf16 = {bf16_type, bf16_type, bf16_type};
constexpr types f16 = {data_type::f16, data_type::f16, data_type::f16};
constexpr types u8s8u8 = {u8, s8, u8}, u8s8s8 = {u8, s8, s8}, u8s8s32 = {u8, s8, data_type::s32},
                s8s8s32 = {s8, s8, data_type::s32};
constexpr types only_u8 = {u8, u8, u8}, only_s8 = {s8, s8, s8};

constexpr types convert(data_type from, data_type to) {
  return {from, to, to};
}

const directions inference = {direction::inference},
                 passes = {direction::inference, direction::backward},
                 training = {direction::training, direction::backward},
                 weighted_passes = {direction::inference, direction::backward_data,
                                    direction::backward_weights};
const layouts pictures = {layout::nhwc, layout::nchw}, blocks = {layout::blocked, layout::blocked8};

layers only(operation op, layers list) {
  list.erase(std::remove_if(list.begin(), list.end(), [op](const layer &l) { return l.op != op; }),
             list.end());
  return list;
}

struct row_list {
  std::vector<row> rows;

  void add(const layers &list, const directions &dirs, const std::vector<types> &all_types,
           const layouts &tensors) {
    for (const types &type : all_types)
      for (const layout l : tensors)
        for (const direction dir : dirs)
          for (const layer &what : list) rows.push_back({what, dir, type, l});
  }
};

void add_convolutions(row_list &list) {
  for (const layers &network :
       {alexnet(), resnet50(), mobilenet_v1(), deconvolutions(), inner_products()}) {
    list.add(network, weighted_passes, {f32}, {layout::any, layout::nchw});
    list.add(network, weighted_passes, {bf16}, {layout::any});
    list.add(network, inference, {u8s8u8, u8s8s8}, {layout::any});
  }
  list.add(vgg16(), weighted_passes, {f32}, {layout::any});
  list.add(vgg16(), inference, {f32}, {layout::nchw});
  for (const layers &network :
       {mobilenet_v2(), mobilenet_v3(), grouped(), large_windows(), unusual_channels()}) {
    list.add(network, weighted_passes, {f32}, {layout::any});
    list.add(network, inference, {bf16, u8s8u8}, {layout::any});
  }
  list.add(grouped(), {direction::backward_data, direction::backward_weights}, {bf16},
           {layout::any});
  for (const layers &network : {resnet50(), mobilenet_v2()})
    list.add(network, inference, {f32}, {layout::plain});
  list.add(only(operation::convolution, lenet()), inference, {f32}, {layout::any});
  list.add(only(operation::pooling, lenet()), inference, {f32}, pictures);
  list.add(small_networks(), inference, {f32, bf16, u8s8u8}, {layout::any});
}

void add_products(row_list &list) {
  list.add(gemms(), inference, {f32, u8s8s32}, {layout::nn, layout::nt, layout::tn});
  list.add(matmuls(), inference, {f32, bf16, u8s8s32, u8s8u8},
           {layout::any, layout::nn, layout::nt});
  list.add(matmuls(), inference, {f16, s8s8s32}, {layout::any});
  list.add(matmuls(), inference, {u8s8s32}, {layout::packed});
  list.add(attention_products(), inference, {f32, bf16}, {layout::nn, layout::nt});
  list.add(ukernels(), inference, {f32, {bf16_type, bf16_type, f32_type}, u8s8s32}, {layout::nn});
  list.add(lstms(), {direction::inference, direction::step}, {f32, bf16}, {layout::any});
  list.add(lstms(), inference, {u8s8u8}, {layout::any});
}

void add_normalizations(row_list &list) {
  const directions all = {direction::inference, direction::training, direction::backward};
  list.add(pools(), all, {f32, bf16}, pictures);
  list.add(pools(), all, {f32}, blocks);
  list.add(pools(), inference, {bf16}, {layout::blocked});
  list.add(pools(), inference, {only_u8}, {layout::nhwc});
  list.add(lrns(), training, {f32, bf16}, pictures);
  list.add(lrns(), training, {f32}, blocks);
  list.add(batch_normalizations(), all, {f32, bf16, f16}, pictures);
  list.add(batch_normalizations(), all, {f32}, blocks);
  list.add(layer_normalizations(), all, {f32, bf16, f16}, {layout::rows});
  list.add(layer_normalizations(), inference, {convert(f32_type, s8)}, {layout::rows});
  list.add(group_normalizations(), all, {f32, bf16}, pictures);
  list.add(softmaxes(), passes, {f32, bf16}, pictures);
  list.add(softmaxes(), passes, {f32}, blocks);
  list.add(row_softmaxes(), passes, {f32, bf16, f16}, {layout::rows});
  list.add(row_softmaxes(), inference, {convert(f32_type, u8)}, {layout::rows});
  list.add(reductions(), inference, {f32, bf16, convert(u8, f32_type)}, pictures);
  list.add(row_reductions(), inference, {f32, bf16}, {layout::rows});
  list.add({row_reductions().front()}, inference, {convert(u8, f32_type)}, {layout::rows});
}

void add_elementwise(row_list &list) {
  list.add(eltwises(), passes, {f32, bf16}, pictures);
  list.add(eltwises(), inference, {f16, only_s8, only_u8}, {layout::nhwc});
  list.add(more_eltwises(), passes, {f32, bf16}, {layout::nhwc});
  list.add(more_eltwises(), inference, {f16, only_s8, only_u8}, {layout::nhwc});
  list.add(rounds(), inference, {f32, bf16}, {layout::nhwc});
  list.add(prelus(), passes, {f32, bf16}, pictures);
  list.add(prelus(), passes, {f32}, blocks);
  list.add(prelus(), inference, {only_s8}, {layout::nhwc});
  list.add(binaries(), inference, {f32, bf16, f16, only_s8}, pictures);
  list.add(binaries(), inference, {convert(f32_type, s8), {s8, f32_type, f32_type}},
           {layout::nhwc});
  list.add(binaries(), inference, {f32}, blocks);
  list.add({binaries()[1]}, inference, {f32, bf16}, {layout::nhwc_and_nchw});
  list.add(row_binaries(), inference, {f32, bf16}, {layout::rows});
  list.add(sums(), inference, {f32, bf16, only_s8}, {layout::nhwc});
  list.add(concats(), inference, {f32, bf16, only_u8, convert(f32_type, bf16_type)}, pictures);
  list.add(concats(), inference, {f32}, blocks);
  list.add(shuffles(), passes, {f32, bf16}, pictures);
  list.add(shuffles(), inference, {only_s8}, {layout::nhwc});
  list.add(resamplings(), passes, {f32, bf16}, pictures);
  list.add(resamplings(), passes, {f32}, blocks);
  list.add(resamplings(), inference, {only_u8}, {layout::nhwc});
}

void add_reorders(row_list &list) {
  list.add(reorders(), inference, {f32, bf16},
           {layout::nchw_to_nhwc, layout::nhwc_to_nchw, layout::nchw_to_blocked,
            layout::nchw_to_blocked8, layout::blocked_to_nchw, layout::nhwc_to_blocked});
  list.add(
      reorders(), inference,
      {f32, convert(f32_type, bf16_type), convert(bf16_type, f32_type),
       convert(f32_type, data_type::f16), convert(data_type::f16, f32_type), convert(f32_type, u8),
       convert(u8, f32_type), convert(f32_type, s8), convert(s8, f32_type)},
      {layout::nchw});
  list.add(reorders(), inference, {convert(f32_type, u8)}, {layout::nchw_to_nhwc});
  list.add(heads(), inference, {f32, bf16, convert(f32_type, s8), convert(bf16_type, f32_type)},
           {layout::heads_to_rows});
  list.add(weights_reorders(), inference, {f32, bf16, convert(f32_type, bf16_type)}, {layout::any});
}

// What a call costs beside its work; and what the test of this benchmark runs.
void add_tiny(row_list &list) {
  const layer conv_tiny = conv("tiny", "conv", 1, 16, 6, 16, 3, 1, 1);
  const layer relu =
      same_shape(operation::eltwise, algorithm::eltwise_relu, "tiny", "relu", 1, 16, 1);
  const layer matmul = product(operation::matmul, "tiny", "matmul", 4, 4, 4);
  list.add({conv_tiny, matmul}, {direction::inference, direction::creation}, {f32}, {layout::any});
  list.add({conv_tiny, matmul}, inference, {u8s8u8}, {layout::any});
  list.add({conv_tiny}, inference, {bf16}, {layout::any});
  list.add({relu}, {direction::inference, direction::creation}, {f32}, {layout::nchw});
  list.add({conv("tiny", "resnet50_3x3_64_56", 1, 64, 56, 64, 3, 1, 1)}, {direction::creation},
           {f32, bf16, u8s8u8}, {layout::any});
}

std::vector<row> make_rows() {
  row_list list;
  add_convolutions(list);
  add_products(list);
  add_normalizations(list);
  add_elementwise(list);
  add_reorders(list);
  add_tiny(list);
  list.add(growing_planes(), inference, {f32}, {layout::nchw, layout::nhwc});
  list.add(growing_channels(), weighted_passes, {f32}, {layout::any});
  list.add(growing_products(), inference, {f32, bf16, u8s8s32}, {layout::nn});
  return list.rows;
}

}  // namespace

const std::vector<row> &all_rows() {
  static const std::vector<row> list = make_rows();
  return list;
}

}  // namespace bench
