// SPDX-License-Identifier: Apache-2.0
// Layouts of tensors: drawn, and made into memory descriptors.
#ifndef DNNLET_TESTS_FUZZ_LAYOUTS_H
#define DNNLET_TESTS_FUZZ_LAYOUTS_H

#include "tests/fuzz/problem.h"

namespace dnnlet::fuzz {

/// Every tag of the API for so many dimensions: those without blocks first.
const std::vector<dnnl_format_tag_t> &tags_of(size_t ndims);
size_t plain_tags_of(size_t ndims);

/// A plain, dense, row-major layout.
void make_plain(tensor_spec &t);
dims dense_strides(const dims &shape);
/// The same with the second dimension innermost.
void make_channels_last(tensor_spec &t);

/// The second dimension in innermost blocks of 8 or 16.
void draw_channel_blocks(choices &c, tensor_spec &t);

/// Channels as kernels take them where they lie: all of a pixel side by side, with or without gaps
/// between pixels, in blocks of 4 to 32, or one by one; perhaps from the middle of a block on.
void draw_channel_runs(choices &c, tensor_spec &t);

/// Any layout that fits the shape: dense in any order, blocked, with gaps, part of a larger tensor,
/// or, where it may be left to the library, `any`.
void draw_layout(choices &c, tensor_spec &t, bool may_be_any);

/// The layout of another tensor of the same number of dimensions, where that is possible.
void copy_layout(const tensor_spec &from, tensor_spec &to);

/// The descriptor that a primitive descriptor is created with, or (`is_for_memory`) the one of the
/// tensor itself, which has no unknown sizes.
dnnl_status_t make_descriptor(const tensor_spec &t, bool is_for_memory, dnnl_memory_desc_t *md);

}  // namespace dnnlet::fuzz

#endif
