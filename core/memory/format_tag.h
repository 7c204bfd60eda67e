// SPDX-License-Identifier: Apache-2.0
// Format tags. The canonical name of a tag is its layout: "aBcd16b" lists the dimensions from the
// outermost to the innermost (a capital one is split into blocks), then the nested blocks.
#ifndef DNNLET_CORE_MEMORY_FORMAT_TAG_H
#define DNNLET_CORE_MEMORY_FORMAT_TAG_H

#include "core/memory/memory_desc.h"

namespace dnnlet {

struct tag_layout {
  int ndims = 0, inner_nblks = 0;
  int order[DNNL_MAX_NDIMS] = {};
  dim_t inner_blks[max_inner_blocks] = {};
  int inner_idxs[max_inner_blocks] = {};
};

// Null for undef, any and values that are no tag.
const char *tag_name(dnnl_format_tag_t tag) noexcept;
bool parse_tag(dnnl_format_tag_t tag, tag_layout &layout) noexcept;

}  // namespace dnnlet

#endif
