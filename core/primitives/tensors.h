// SPDX-License-Identifier: Apache-2.0
// The tensors of an operation: where their descriptors are, and how they are known from outside.
#ifndef DNNLET_CORE_PRIMITIVES_TENSORS_H
#define DNNLET_CORE_PRIMITIVES_TENSORS_H

#include <climits>

#include "core/kernel/op.h"

namespace dnnlet {

// A slot for queries alone has this plus the argument that it answers for.
constexpr int for_query = INT_MIN / 2;

// A tensor, or as many as the operation descriptor says. One with a zero descriptor is not there.
struct tensor_slot {
  int arg;  // DNNL_ARG_..., below 0: for queries alone
  bool is_output;
  dnnl_query_t query;  // dnnl_query_src_md and so on, with this index
  int index;
  size_t offset;  // of its memory_desc in the operation descriptor
  // Of the int that says how many there are, one behind the other, whose arguments and indices
  // count up from those above; 0: it is one.
  size_t count_offset = 0;
};

// Md is memory_desc, const or not, as the operation descriptor is.
template <class Md>
struct op_tensor {
  const tensor_slot &slot;
  int item;    // of the slot, from 0
  int number;  // among all tensors of the operation, from 0
  Md &md;

  int arg() const noexcept { return slot.arg + item; }
  int index() const noexcept { return slot.index + item; }
};

inline int tensor_count(const op_header &op, const tensor_slot &slot) noexcept {
  if (slot.count_offset == 0) return 1;
  return *reinterpret_cast<const int *>(reinterpret_cast<const char *>(&op) + slot.count_offset);
}
inline const memory_desc &tensor_at(const op_header &op, const tensor_slot &slot,
                                    int item) noexcept {
  const char *first = reinterpret_cast<const char *>(&op) + slot.offset;
  return reinterpret_cast<const memory_desc *>(first)[item];
}
inline memory_desc &tensor_at(op_header &op, const tensor_slot &slot, int item) noexcept {
  char *first = reinterpret_cast<char *>(&op) + slot.offset;
  return reinterpret_cast<memory_desc *>(first)[item];
}

// For range-based loops over all tensors, those with zero descriptors too. Op is op_header.
template <class Op, class Md>
class op_tensors {
 public:
  op_tensors(Op &op, const tensor_slot *slots, int slot_count) noexcept
      : op_(op), slots_(slots), slot_count_(slot_count) {}

  struct sentinel {};
  class iterator {
   public:
    op_tensor<Md> operator*() const noexcept {
      return {*slot_, item_, number_, tensor_at(op_, *slot_, item_)};
    }
    iterator &operator++() noexcept {
      ++item_;
      ++number_;
      skip_ended();
      return *this;
    }
    bool operator!=(sentinel) const noexcept { return slot_ != end_; }

   private:
    friend class op_tensors;
    iterator(Op &op, const tensor_slot *slot, const tensor_slot *end) noexcept
        : op_(op), slot_(slot), end_(end) {
      skip_ended();
    }
    void skip_ended() noexcept {
      for (; slot_ != end_ && item_ >= tensor_count(op_, *slot_); item_ = 0) ++slot_;
    }

    Op &op_;
    const tensor_slot *slot_, *end_;
    int item_ = 0, number_ = 0;
  };
  iterator begin() const noexcept { return {op_, slots_, slots_ + slot_count_}; }
  sentinel end() const noexcept { return {}; }

 private:
  Op &op_;
  const tensor_slot *slots_;
  int slot_count_;
};

}  // namespace dnnlet

#endif
