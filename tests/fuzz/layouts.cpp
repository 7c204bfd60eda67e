// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/layouts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <utility>

namespace dnnlet::fuzz {

namespace {

struct tag_lists {
  std::array<std::vector<dnnl_format_tag_t>, DNNL_MAX_NDIMS + 1> all;
  std::array<size_t, DNNL_MAX_NDIMS + 1> plain = {};
};

// The name of a tag says it all: "aBc16b" has the dimensions a, b, c, of which b is blocked. The
// names that repeat others in words (nchw) do not come back from dnnl_fmt_tag2str().
tag_lists read_tags() {
  tag_lists lists;
  for (const bool is_blocked : {false, true})
    for (int tag = dnnl_a; tag < dnnl_format_tag_last; ++tag) {
      const char *name = dnnl_fmt_tag2str(dnnl_format_tag_t(tag));
      const bool has_digits = std::strpbrk(name, "0123456789") != nullptr;
      if (std::strncmp(name, "unknown", 7) == 0 || has_digits != is_blocked) continue;
      int last = 0;
      for (const char *p = name; *p; ++p)
        if (std::isalpha(static_cast<unsigned char>(*p)))
          last = std::max(last, std::tolower(static_cast<unsigned char>(*p)) - 'a' + 1);
      if (last > DNNL_MAX_NDIMS || last < 1) continue;
      lists.all[size_t(last)].push_back(dnnl_format_tag_t(tag));
      if (!is_blocked) ++lists.plain[size_t(last)];
    }
  return lists;
}

const tag_lists &tags() {
  static const tag_lists lists = read_tags();
  return lists;
}

void draw_strides(choices &c, tensor_spec &t) {
  std::vector<size_t> order(t.shape.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[c.below(i)]);
  t.layout = layout_kind::strided;
  t.strides.assign(t.shape.size(), 1);
  int64_t stride = c.chance(20) ? 2 : 1;
  for (size_t i = order.size(); i-- > 0;) {
    t.strides[order[i]] = stride;
    stride *= std::max<int64_t>(t.shape[order[i]], 1);
    if (c.chance(30)) stride += c.between(1, 5);
  }
}

void draw_region(choices &c, tensor_spec &t) {
  t.layout = layout_kind::region;
  t.whole = t.offsets = t.shape;
  for (size_t d = 0; d < t.shape.size(); ++d) {
    const bool is_far = c.chance(20);  // of a block
    t.offsets[d] = c.chance(50) ? 0 : is_far ? 16 : c.between(1, 3);
    t.whole[d] += t.offsets[d] + (c.chance(30) ? c.between(1, 3) : 0);
  }
}

void draw_tag(choices &c, tensor_spec &t) {
  const size_t n = t.shape.size(), plain = plain_tags_of(n);
  t.layout = layout_kind::tag;
  t.tag = tags_of(n)[c.below(c.chance(50) ? plain : tags_of(n).size())];
}

}  // namespace

const std::vector<dnnl_format_tag_t> &tags_of(size_t ndims) {
  return tags().all[ndims];
}
size_t plain_tags_of(size_t ndims) {
  return tags().plain[ndims];
}

// Mutated shapes overflow: then these are some numbers.
dims dense_strides(const dims &shape) {
  dims strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = int64_t(uint64_t(strides[d]) * uint64_t(std::max<int64_t>(shape[d], 1)));
  return strides;
}

void make_plain(tensor_spec &t) {
  t.layout = layout_kind::strided;
  t.strides = dense_strides(t.shape);
}

void make_channels_last(tensor_spec &t) {
  make_plain(t);
  if (t.shape.size() < 3) return;
  dims last = t.shape;
  std::rotate(last.begin() + 1, last.begin() + 2, last.end());
  t.strides = dense_strides(last);
  std::rotate(t.strides.begin() + 1, t.strides.end() - 1, t.strides.end());
}

void draw_channel_blocks(choices &c, tensor_spec &t) {
  constexpr dnnl_format_tag_t tags[][2] = {
      {dnnl_aBc8b, dnnl_aBc16b}, {dnnl_aBcd8b, dnnl_aBcd16b}, {dnnl_aBcde8b, dnnl_aBcde16b}};
  const size_t n = t.shape.size();
  if (n < 3 || n > 5) return make_plain(t);
  t.layout = layout_kind::tag;
  t.tag = tags[n - 3][c.below(2)];
}

void draw_channel_runs(choices &c, tensor_spec &t) {
  constexpr dnnl_format_tag_t tags[][4] = {
      {dnnl_aBc4b, dnnl_aBc8b, dnnl_aBc16b, dnnl_aBc32b},
      {dnnl_aBcd4b, dnnl_aBcd8b, dnnl_aBcd16b, dnnl_aBcd32b},
      {dnnl_aBcde4b, dnnl_aBcde8b, dnnl_aBcde16b, dnnl_aBcde32b}};
  const size_t n = t.shape.size();
  if (n < 3 || n > 5) return make_plain(t);
  const uint64_t which = c.below(8);
  if (which == 0) return make_plain(t);
  make_channels_last(t);
  if (which < 3) return;
  if (which == 3) {  // gaps between pixels, and perhaps between rows and images
    int64_t stride = std::max<int64_t>(t.shape[1], 1) + c.pick<int64_t>({1, 4, 8, 16, 13});
    if (c.chance(30)) stride = std::max(stride, c.pick<int64_t>({256, 512, 1024}));
    for (size_t d = n; d-- > 2;) {
      t.strides[d] = stride;
      stride = stride * std::max<int64_t>(t.shape[d], 1) + (c.chance(30) ? c.between(1, 40) : 0);
    }
    t.strides[0] = stride;
    return;
  }
  t.layout = layout_kind::tag;
  t.tag = tags[n - 3][c.pick<size_t>({1, 2, 0, 3, 1, 2})];
  if (which > 5) return;
  t.layout = layout_kind::region;
  t.whole = t.offsets = t.shape;
  for (size_t d = 0; d < n; ++d) {
    t.offsets[d] = c.chance(50) ? 0 : d == 1 ? c.pick<int64_t>({4, 8, 16, 32}) : c.between(1, 3);
    t.whole[d] += t.offsets[d] + (c.chance(30) ? c.between(1, 20) : 0);
  }
}

namespace {

// Channels first or last, in blocks or not, some of them with gaps between columns, rows or images.
void draw_channels(choices &c, tensor_spec &t) {
  if (c.chance(40)) return draw_channel_blocks(c, t);
  c.chance(60) ? make_channels_last(t) : make_plain(t);
  if (t.shape.size() < 2 || c.chance(70)) return;
  const size_t d = c.below(t.shape.size());  // it, and what is further out, is further apart
  const int64_t step = t.strides[d], gap = c.between(1, 3) * (c.chance(50) ? 8 : 1);
  if (step == 1) return;
  int64_t inner = 1;
  for (size_t i = 0; i < t.shape.size(); ++i)
    if (t.strides[i] < step)
      inner = std::max(inner, t.strides[i] * std::max<int64_t>(t.shape[i], 1));
  for (int64_t &stride : t.strides)
    if (stride >= step) stride = stride / step * (inner + gap);
}

}  // namespace

void draw_layout(choices &c, tensor_spec &t, bool may_be_any) {
  if (t.shape.empty() || t.shape.size() > 6) return make_plain(t);
  if (c.likes_blocks && c.chance(60)) return draw_channels(c, t);
  switch (c.below(8)) {
    case 0: make_plain(t); break;
    case 1:
    case 2: draw_tag(c, t); break;
    case 3:  // the layouts of most networks
      if (c.chance(30)) return draw_channel_blocks(c, t);
      make_channels_last(t);
      break;
    case 4: draw_strides(c, t); break;
    case 5:
      draw_tag(c, t);
      draw_region(c, t);
      break;
    default:
      if (may_be_any)
        t.layout = layout_kind::any;
      else
        draw_tag(c, t);
  }
}

void copy_layout(const tensor_spec &from, tensor_spec &to) {
  to.layout = from.layout;
  to.tag = from.tag;
  if (from.layout == layout_kind::strided && from.shape != to.shape) {
    // The same order of dimensions, without the gaps.
    std::vector<size_t> order(from.shape.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::pair(from.strides[a], a) < std::pair(from.strides[b], b);
    });
    int64_t stride = 1;
    to.strides.assign(to.shape.size(), 1);
    for (const size_t d : order) {
      to.strides[d] = stride;
      stride *= std::max<int64_t>(to.shape[d], 1);
    }
  } else {
    to.strides = from.strides;
  }
  to.offsets = from.offsets;
  to.whole = to.shape;
  for (size_t d = 0; d < to.offsets.size(); ++d) to.whole[d] += to.offsets[d];
}

dnnl_status_t make_descriptor(const tensor_spec &t, bool is_for_memory, dnnl_memory_desc_t *md) {
  const int ndims = int(t.shape.size());
  if (t.is_runtime && !is_for_memory) {
    dims shape = t.shape;
    const dims strides(t.shape.size(), DNNL_RUNTIME_DIM_VAL);
    for (size_t d = 0; d < shape.size(); ++d)
      if (t.unknown_dims >> d & 1) shape[d] = DNNL_RUNTIME_DIM_VAL;
    const std::string name = t.layout == layout_kind::tag ? dnnl_fmt_tag2str(t.tag) : "";
    const bool has_blocks = name.find_first_of("0123456789") != std::string::npos;
    if (t.layout == layout_kind::tag && (has_blocks || ~t.unknown_dims))
      return dnnl_memory_desc_create_with_tag(md, ndims, shape.data(), t.type, t.tag);
    return dnnl_memory_desc_create_with_strides(md, ndims, shape.data(), t.type, strides.data());
  }
  switch (t.layout) {
    case layout_kind::none:
      return dnnl_memory_desc_create_with_tag(md, 0, nullptr, t.type, dnnl_format_tag_any);
    case layout_kind::any:
      return dnnl_memory_desc_create_with_tag(md, ndims, t.shape.data(), t.type,
                                              dnnl_format_tag_any);
    case layout_kind::tag:
      return dnnl_memory_desc_create_with_tag(md, ndims, t.shape.data(), t.type, t.tag);
    case layout_kind::strided:
      return dnnl_memory_desc_create_with_strides(md, ndims, t.shape.data(), t.type,
                                                  t.strides.data());
    case layout_kind::scalar: return dnnl_memory_desc_create_host_scalar(md, t.type);
    case layout_kind::region: break;
  }
  dnnl_memory_desc_t whole = nullptr;
  dnnl_status_t status =
      dnnl_memory_desc_create_with_tag(&whole, ndims, t.whole.data(), t.type, t.tag);
  if (status != dnnl_success) return status;
  status = dnnl_memory_desc_create_submemory(md, whole, t.shape.data(), t.offsets.data());
  dnnl_memory_desc_destroy(whole);
  return status;
}

}  // namespace dnnlet::fuzz
