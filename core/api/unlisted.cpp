// SPDX-License-Identifier: Apache-2.0
// Functions that oneDNN's shared library exports although no header of it has them. Its own test
// programs call them, so that these can be linked with this library, too.
#include "core/api/stream.h"
#include "core/memory/memory.h"
#include "core/memory/source.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

extern "C" {
// A tensor by the name of its layout ("aBcd16b", see format_tag.h), be it that of a tag or not.
dnnl_status_t dnnl_memory_desc_create_with_string_tag(dnnl_memory_desc_t *memory_desc, int ndims,
                                                      const dnnl_dims_t dims,
                                                      dnnl_data_type_t data_type, const char *tag);
dnnl_status_t dnnl_memory_desc_set_data_type(dnnl_memory_desc_t memory_desc,
                                             dnnl_data_type_t data_type);
// Zeros where the layout is padded.
dnnl_status_t dnnl_impl_zero_pad(const dnnl_memory *memory, dnnl_stream *stream);
}

namespace {

struct named_layout {
  int order[max_ndims];
  int inner_nblks = 0;
  dim_t inner_blks[max_inner_blocks];
  int inner_idxs[max_inner_blocks];
};

bool is_digit(char c) noexcept {
  return '0' <= c && c <= '9';
}
// The dimension that a letter stands for, or -1.
int dimension_of(char c, int ndims) noexcept {
  const int d = c >= 'a' ? c - 'a' : c - 'A';
  return 0 <= d && d < ndims ? d : -1;
}

// Every dimension once.
bool read_order(const char *&text, int ndims, named_layout &layout) noexcept {
  unsigned seen = 0;
  for (int i = 0; i < ndims; ++i, ++text) {
    const int d = dimension_of(*text, ndims);
    if (d < 0 || (seen >> d & 1)) return false;
    seen |= 1u << d;
    layout.order[i] = d;
  }
  return true;
}

// Numbers with a letter behind them, up to the end.
bool read_blocks(const char *text, int ndims, named_layout &layout) noexcept {
  constexpr dim_t most = 1024;
  while (*text) {
    dim_t extent = 0;
    while (is_digit(*text) && extent <= most) extent = extent * 10 + (*text++ - '0');
    const int d = dimension_of(*text, ndims);
    if (d < 0 || extent < 1 || extent > most || layout.inner_nblks == max_inner_blocks)
      return false;
    layout.inner_blks[layout.inner_nblks] = extent;
    layout.inner_idxs[layout.inner_nblks++] = d;
    ++text;
  }
  return true;
}

}  // namespace

dnnl_status_t dnnl_memory_desc_create_with_string_tag(dnnl_memory_desc_t *memory_desc, int ndims,
                                                      const dnnl_dims_t dims,
                                                      dnnl_data_type_t data_type, const char *tag) {
  const char what[] = "memory_desc_create_with_string_tag";
  if (!memory_desc) return null_argument(what, "memory_desc");
  if (!tag) return null_argument(what, "tag");
  if (same_text(tag, "any"))
    return dnnl_memory_desc_create_with_tag(memory_desc, ndims, dims, data_type,
                                            dnnl_format_tag_any);
  dnnlet::memory_desc md;
  DNNLET_CHECK(init_by_strides(md, ndims, dims, data_type, nullptr));
  named_layout layout;
  const char *text = tag;
  if (!read_order(text, ndims, layout) || !read_blocks(text, ndims, layout) ||
      !set_layout(md, layout.order, layout.inner_nblks, layout.inner_blks, layout.inner_idxs))
    return invalid(what, ": ", tag, " is no layout of ", ndims, " dimensions");
  DNNLET_CHECK(check_desc(md));
  auto *made = create<dnnlet::memory_desc>();
  if (!made) return out_of_memory("memory descriptor", sizeof(md));
  *made = md;
  *memory_desc = made;
  return dnnl_success;
}

dnnl_status_t dnnl_memory_desc_set_data_type(dnnl_memory_desc_t memory_desc,
                                             dnnl_data_type_t data_type) {
  if (!memory_desc) return null_argument("memory_desc_set_data_type", "memory_desc");
  DNNLET_CHECK(check_type("memory_desc_set_data_type", data_type));
  dnnlet::memory_desc md = *memory_desc;
  md.data_type = data_type;
  DNNLET_CHECK(check_desc(md));  // elements that are larger may be too many
  memory_desc->data_type = data_type;
  return dnnl_success;
}

dnnl_status_t dnnl_impl_zero_pad(const dnnl_memory *memory, dnnl_stream *stream) {
  if (!memory) return null_argument("zero_pad", "memory");
  if (!stream) return null_argument("zero_pad", "stream");
  if (is_blocked(memory->md) && has_padding(memory->md) && data_of(*memory))
    zero_padding(memory->md, data_of(*memory));
  return dnnl_success;
}
