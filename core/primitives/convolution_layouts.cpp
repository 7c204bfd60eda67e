// SPDX-License-Identifier: Apache-2.0
#include "core/engine/isa.h"
#include "core/primitives/convolution.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

constexpr dim_t few_channels = 4;  // fewer are planes: of a picture, for most

// Channels of a block on CPUs of the best plugin that the engine uses; 0: oneDNN has none there.
dim_t channels_of_block(const dnnl_engine &engine) noexcept {
  int best = 0;
  while (best + 1 < plugin_count && !(engine.usable >> best & 1)) ++best;
  if (admits(plugins[best].isa, dnnl_cpu_isa_avx512_core)) return 16;
  if (admits(plugins[best].isa, dnnl_cpu_isa_avx2)) return 8;
  return 0;
}

bool has_type_of_blocks(const memory_desc &md) noexcept {
  return md.data_type == dnnl_f32 || md.data_type == dnnl_bf16;
}

// Channels of one pixel follow each other anyhow, in the plain layouts of products.
bool has_one_pixel(const memory_desc &md) noexcept {
  return elements(md) == md.dims[0] * md.dims[1];
}

// Left open where channels do not fill blocks, or bytes are too many to be counted.
void lay_out(memory_desc &md, dim_t block) noexcept {
  constexpr int order[] = {0, 1, 2, 3, 4}, channels[] = {1};
  const bool are_few = md.dims[1] < few_channels;
  memory_desc chosen = md;
  if (!are_few && md.dims[1] % block != 0) return;
  if (set_layout(chosen, order, are_few ? 0 : 1, &block, channels)) md = chosen;
}

}  // namespace

void lay_out_blocks(convolution_op &op, const dnnl_engine &engine) noexcept {
  const dim_t block = channels_of_block(engine);
  if (block == 0 || op.head.prop == dnnl_forward_inference || !is_any(op.src) || !is_any(op.dst) ||
      !has_type_of_blocks(op.src) || !has_type_of_blocks(op.dst) || has_one_pixel(op.dst))
    return;
  lay_out(op.src, block);
  lay_out(op.dst, block);
}

}  // namespace dnnlet
