// SPDX-License-Identifier: Apache-2.0
#include "tests/support/tensor.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dnnlet::test {

int64_t count(const dims &shape) {
  int64_t product = 1;
  for (const int64_t extent : shape) product *= extent;
  return product;
}

std::string text(const dims &shape) {
  std::string result;
  for (const int64_t extent : shape) result += (result.empty() ? "" : "x") + std::to_string(extent);
  return result;
}

tensor::tensor(dims shape, data_type type, double value)
    : shape(std::move(shape)), type(type), values(size_t(count(this->shape)), value) {}

size_t tensor::position(const dims &index) const {
  int64_t position = 0;
  for (size_t d = 0; d < shape.size(); ++d) position = position * shape[d] + index[d];
  return size_t(position);
}

fill fill_of(data_type type) {
  if (!is_integer(type)) return {};
  if (type == data_type::u8) return {0, 16, 16};
  if (type == data_type::u4) return {0, 8, 8};
  return small_integers;
}

namespace {
// A step of splitmix64: every bit of the answer depends on every bit of the state.
uint64_t mixed(uint64_t state) {
  state += 0x9e3779b97f4a7c15u;
  state = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
  state = (state ^ state >> 27) * 0x94d049bb133111ebu;
  return state ^ state >> 31;
}
}  // namespace

tensor random_tensor(const dims &shape, data_type type, uint64_t seed) {
  return random_tensor(shape, type, seed, fill_of(type));
}

tensor random_tensor(const dims &shape, data_type type, uint64_t seed, const fill &how) {
  tensor result(shape, type);
  for (size_t i = 0; i < result.values.size(); ++i) {
    const auto level = int(mixed(mixed(seed) + i) % uint64_t(how.levels + 1));
    result.values[i] = rounded(type, how.low + (how.high - how.low) * level / how.levels);
  }
  return result;
}

layout::layout(const dnnl::memory::desc &md)
    : shape_(md.get_dims()),
      padded_(md.get_padded_dims()),
      parts_(padded_.size()),
      start_(md.get_submemory_offset()) {
  if (md.get_format_kind() != dnnl::memory::format_kind::blocked)
    throw std::invalid_argument("only blocked layouts can be read element by element");
  const dims strides = md.get_strides(), blocks = md.get_inner_blks(), of = md.get_inner_idxs();
  for (size_t d = 0; d < padded_.size(); ++d)
    for (int64_t index = 0; index < padded_[d]; ++index) {
      int64_t part = 0, inside = 1, outer = index;
      for (size_t b = blocks.size(); b-- > 0; inside *= blocks[b]) {
        if (size_t(of[b]) != d) continue;
        part += outer % blocks[b] * inside;
        outer /= blocks[b];
      }
      parts_[d].push_back(part + outer * strides[d]);
    }
}

int64_t layout::offset(const dims &index) const {
  int64_t position = start_;
  for (size_t d = 0; d < index.size(); ++d) position += parts_[d][size_t(index[d])];
  return position;
}

int64_t layout::extent() const {
  if (count(padded_) == 0) return 0;
  dims last = padded_;
  for (int64_t &x : last) --x;
  return offset(last) + 1;
}

placed::placed(const dnnl::memory::desc &md, const dnnl::engine &engine, size_t misalignment)
    : md_(md),
      layout_(md),
      buffer_(
          std::max(md.get_size(), size_t((layout_.extent() * bits_of(md.get_data_type()) + 7) / 8)),
          misalignment),
      memory_(md, engine, buffer_.data()) {}

placed::placed(const dnnl::memory::desc &md, const dnnl::engine &engine, const tensor &content,
               size_t misalignment)
    : placed(md, engine, misalignment) {
  write(content);
}

void placed::write(const tensor &content) {
  if (content.shape != layout_.shape() || content.type != md_.get_data_type())
    throw std::invalid_argument("a tensor of " + text(content.shape) + " " + name_of(content.type) +
                                " does not fit " + text(layout_.shape()) + " " +
                                name_of(md_.get_data_type()));
  if (layout_.padded() != layout_.shape() && count(layout_.padded()) > 0) {
    dims index(layout_.padded().size(), 0);
    do {
      store(content.type, buffer_.data(), layout_.offset(index), 0);
    } while (next_index(index, layout_.padded()));
  }
  if (content.values.empty()) return;
  dims index(content.shape.size(), 0);
  size_t i = 0;
  do {
    store(content.type, buffer_.data(), layout_.offset(index), content.values[i++]);
  } while (next_index(index, content.shape));
}

tensor placed::read() const {
  tensor result(layout_.shape(), md_.get_data_type());
  if (result.values.empty()) return result;
  dims index(result.shape.size(), 0);
  size_t i = 0;
  do {
    result.values[i++] = load(result.type, buffer_.data(), layout_.offset(index));
  } while (next_index(index, result.shape));
  return result;
}

std::string placed::damage() const {
  const std::string beside = buffer_.damage();
  if (!beside.empty()) return beside;
  const dims &shape = layout_.shape(), &padded = layout_.padded();
  if (padded == shape || count(padded) == 0) return {};
  dims index(padded.size(), 0);
  do {
    bool inside = true;
    for (size_t d = 0; d < shape.size(); ++d) inside &= index[d] < shape[d];
    const double value =
        inside ? 0 : load(md_.get_data_type(), buffer_.data(), layout_.offset(index));
    if (value != 0)
      return "the padding at " + text(index) + " is " + std::to_string(value) + ", expected 0";
  } while (next_index(index, padded));
  return {};
}

}  // namespace dnnlet::test
