// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/placed.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "tests/fuzz/element.h"

namespace dnnlet::fuzz {

namespace {

dims list(const_dnnl_memory_desc_t md, dnnl_query_t what, int n) {
  const dnnl_dims_t *numbers = nullptr;
  if (dnnl_memory_desc_query(md, what, &numbers) != dnnl_success || !numbers)
    return dims(size_t(n), 0);
  return dims(*numbers, *numbers + n);
}

bool next_index(dims &index, const dims &shape) {
  for (size_t d = shape.size(); d-- > 0;) {
    if (++index[d] < shape[d]) return true;
    index[d] = 0;
  }
  return false;
}

}  // namespace

geometry ask(const_dnnl_memory_desc_t md) {
  geometry g;
  int n = 0, blocks = 0;
  if (!md) return g;
  g.bytes = dnnl_memory_desc_get_size(md);
  dnnl_memory_desc_query(md, dnnl_query_ndims_s32, &n);
  dnnl_memory_desc_query(md, dnnl_query_data_type, &g.type);
  dnnl_memory_desc_query(md, dnnl_query_format_kind, &g.kind);
  g.shape = list(md, dnnl_query_dims, n);
  if (g.kind != dnnl_blocked) return g;
  dnnl_memory_desc_query(md, dnnl_query_inner_nblks_s32, &blocks);
  dnnl_memory_desc_query(md, dnnl_query_submemory_offset_s64, &g.start);
  g.padded = list(md, dnnl_query_padded_dims, n);
  g.strides = list(md, dnnl_query_strides, n);
  g.blocks = list(md, dnnl_query_inner_blks, blocks);
  g.block_dims = list(md, dnnl_query_inner_idxs, blocks);
  return g;
}

bool geometry::operator==(const geometry &o) const {
  return kind == o.kind && type == o.type && shape == o.shape && padded == o.padded &&
         strides == o.strides && blocks == o.blocks && block_dims == o.block_dims &&
         start == o.start && bytes == o.bytes;
}

int64_t geometry::offset(const dims &index) const {
  dims outer = index;
  int64_t position = start, inside = 1;
  for (size_t b = blocks.size(); b-- > 0;) {
    int64_t &x = outer[size_t(block_dims[b])];
    position += x % blocks[b] * inside;
    x /= blocks[b];
    inside *= blocks[b];
  }
  for (size_t d = 0; d < outer.size(); ++d) position += outer[d] * strides[d];
  return position;
}

// Blocks are dense; then, sorted by stride, each dimension has to begin where the ones before it
// have ended.
bool geometry::overlaps() const {
  if (kind != dnnl_blocked || count(padded) == 0) return false;
  dims outer = padded;
  int64_t reach = 1;
  for (size_t b = 0; b < blocks.size(); ++b) {
    outer[size_t(block_dims[b])] /= blocks[b];
    reach *= blocks[b];
  }
  std::vector<std::pair<int64_t, int64_t>> axes;
  for (size_t d = 0; d < outer.size(); ++d)
    if (outer[d] > 1) axes.emplace_back(strides[d], outer[d]);
  std::sort(axes.begin(), axes.end());
  for (const auto &[stride, extent] : axes) {
    if (stride < reach) return true;
    reach += stride * (extent - 1);
  }
  return false;
}

size_t geometry::reach() const {
  if (kind == dnnl_format_kind_host_scalar) return 8;
  if (kind != dnnl_blocked || count(padded) == 0) return bytes;
  dims last = padded;
  for (int64_t &x : last) --x;
  return std::max(bytes, size_t((offset(last) + 1) * bits_of(type) + 7) / 8);
}

placed_tensor::placed_tensor(const_dnnl_memory_desc_t md, dnnl_engine_t engine,
                             const std::vector<double> &content, bool is_at_end)
    : where_(ask(md)), buffer_(where_.reach(), is_at_end) {
  if (where_.kind == dnnl_blocked && count(where_.padded) > 0) {
    dims index(where_.padded.size(), 0);
    do {
      bool is_inside = true;
      for (size_t d = 0; d < index.size(); ++d) is_inside &= index[d] < where_.shape[d];
      (is_inside ? elements_ : padding_).push_back(where_.offset(index));
    } while (next_index(index, where_.padded));
  }
  write(content);
  before_.assign(bytes(), bytes() + size());
  if (where_.kind == dnnl_format_kind_host_scalar)
    dnnl_memory_create_host_scalar(&memory_, md, bytes());
  else
    dnnl_memory_create(&memory_, md, engine, bytes());
}

placed_tensor::~placed_tensor() {
  dnnl_memory_destroy(memory_);
}

placed_tensor::placed_tensor(placed_tensor &&other) noexcept
    : where_(std::move(other.where_)),
      elements_(std::move(other.elements_)),
      padding_(std::move(other.padding_)),
      buffer_(std::move(other.buffer_)),
      before_(std::move(other.before_)),
      memory_(std::exchange(other.memory_, nullptr)) {}

// An input's padding is zero, as the API promises to the library.
void placed_tensor::write(const std::vector<double> &content) {
  if (content.empty()) return;
  if (is_plain_memory()) return store(where_.type, bytes(), 0, content[0]);
  for (const int64_t at : padding_) store(where_.type, bytes(), at, 0);
  for (size_t i = 0; i < elements_.size() && i < content.size(); ++i)
    store(where_.type, bytes(), elements_[i], content[i]);
}

std::vector<double> placed_tensor::read() const {
  std::vector<double> content(elements_.size());
  for (size_t i = 0; i < content.size(); ++i) content[i] = load(where_.type, bytes(), elements_[i]);
  return content;
}

std::vector<unsigned char> placed_tensor::copy() const {
  std::vector<unsigned char> buffer(bytes(), bytes() + size());
  if (is_integer(where_.type)) return buffer;
  for (const int64_t at : elements_)
    if (std::isnan(load(where_.type, buffer.data(), at)))
      store(where_.type, buffer.data(), at, std::nan(""));
  return buffer;
}

bool placed_tensor::hides_its_layout() const {
  if (where_.kind != dnnl_blocked) return where_.kind != dnnl_format_kind_host_scalar;
  dims last = where_.padded;
  for (int64_t &x : last) --x;
  return !elements_.empty() && int64_t(where_.bytes) * 8 >
                                   (where_.offset(last) - where_.start + 1) * bits_of(where_.type);
}

void placed_tensor::restore() {
  std::copy(before_.begin(), before_.end(), bytes());
}

bool placed_tensor::is_untouched() const {
  return std::equal(before_.begin(), before_.end(), bytes()) && buffer_.is_whole();
}

std::string placed_tensor::damage() const {
  if (!buffer_.is_whole()) return "something beside the buffer was written";
  if (is_plain_memory()) return {};
  const double zero = where_.type == dnnl_e8m0 ? 0x1p-127 : 0;  // what the bits 0 stand for
  for (const int64_t at : padding_)
    if (load(where_.type, bytes(), at) != zero)
      return "the padding at element " + std::to_string(at) + " is not zero";
  std::vector<unsigned char> expected = before_;
  for (const auto *places : {&elements_, &padding_})
    for (const int64_t at : *places) copy_element(where_.type, bytes(), expected.data(), at);
  for (size_t i = 0; i < expected.size(); ++i)
    if (expected[i] != bytes()[i])
      return "byte " + std::to_string(i) + " of " + std::to_string(expected.size()) +
             ", which belongs to no element, was written";
  return {};
}

}  // namespace dnnlet::fuzz
