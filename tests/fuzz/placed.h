// SPDX-License-Identifier: Apache-2.0
// Tensors in memory: numbers at the places that a memory descriptor names, canaries in its gaps,
// and unreadable pages beside it. Places are computed here from the public queries.
#ifndef DNNLET_TESTS_FUZZ_PLACED_H
#define DNNLET_TESTS_FUZZ_PLACED_H

#include <string>
#include <vector>

#include "tests/fuzz/pages.h"
#include "tests/fuzz/problem.h"

namespace dnnlet::fuzz {

/// What queries say of a blocked descriptor.
struct geometry {
  dnnl_format_kind_t kind = dnnl_format_kind_undef;
  dnnl_data_type_t type = dnnl_data_type_undef;
  dims shape, padded, strides, blocks, block_dims;
  int64_t start = 0;
  size_t bytes = 0;

  int64_t offset(const dims &index) const;  // in elements
  /// The bytes of a buffer: of a region, with what is before it.
  size_t reach() const;
  bool overlaps() const;  // elements share memory
  bool operator==(const geometry &other) const;
};
geometry ask(const_dnnl_memory_desc_t md);

/// The numbers of a tensor in row-major order, each one a number of its type. The same for the same
/// seed and argument, whatever the layout.
std::vector<double> draw_numbers(const tensor_spec &t, const dims &shape, uint64_t seed);

class placed_tensor {
 public:
  /// `content` may be empty: then there are canaries only (an output, a scratchpad).
  placed_tensor(const_dnnl_memory_desc_t md, dnnl_engine_t engine,
                const std::vector<double> &content, bool is_at_end);
  ~placed_tensor();
  placed_tensor(placed_tensor &&other) noexcept;

  dnnl_memory_t memory() const { return memory_; }
  const geometry &where() const { return where_; }
  std::vector<double> read() const;
  /// The buffer, with one NaN for all: sums have one of those that met, whichever operand a
  /// compiler put first.
  std::vector<unsigned char> copy() const;
  const unsigned char *bytes() const { return buffer_.data(); }
  size_t size() const { return buffer_.size(); }
  unsigned char *bytes() { return buffer_.data(); }

  /// There is more in the buffer than elements, or elements are nobody knows where.
  bool hides_its_layout() const;
  /// From now on, this is how it was.
  void take_as_it_is() { before_.assign(bytes(), bytes() + size()); }
  /// As it was when it was made.
  void restore();
  bool is_untouched() const;
  /// Empty if nothing but elements has changed, and padding is zero; otherwise what is wrong.
  std::string damage() const;

 private:
  bool is_plain_memory() const { return where_.kind != dnnl_blocked; }
  void write(const std::vector<double> &content);

  geometry where_;
  std::vector<int64_t> elements_, padding_;  // their places
  paged_buffer buffer_;
  std::vector<unsigned char> before_;
  dnnl_memory_t memory_ = nullptr;
};

}  // namespace dnnlet::fuzz

#endif
