// SPDX-License-Identifier: Apache-2.0
#include "core/memory/arena.h"

#include <atomic>
#include <cstdint>

namespace dnnlet {

namespace {

// Sizes are counted in units. A class holds sizes that share their highest bit and the next
// `fine_bits` bits below it.
constexpr size_t unit = alignof(std::max_align_t);
constexpr int fine_bits = 3, fine_count = 1 << fine_bits;
constexpr int coarse_count = sizeof(size_t) == 4 ? 26 : 40;
constexpr size_t most_units = (size_t(1) << (coarse_count + fine_bits - 1)) - 1;

// Every block, used or free, begins with this; the blocks of an arena lie end to end.
struct block {
  block *before;       // the neighbour at the lower address, null for the first
  size_t units_twice;  // units of payload, times two, plus one when free
  // Only of free blocks: neighbours in the list of the class.
  block *next, *previous;

  size_t units() const noexcept { return units_twice >> 1; }
  bool is_free() const noexcept { return units_twice & 1; }
  void set(size_t units, bool free) noexcept { units_twice = units << 1 | size_t(free); }
};

constexpr size_t round_to_units(size_t bytes) noexcept {
  return (bytes + unit - 1) / unit;
}
constexpr size_t header_units = round_to_units(2 * sizeof(void *));
constexpr size_t least_units = round_to_units(2 * sizeof(void *));  // room for the links

struct size_class {
  int coarse, fine;
};

int highest_bit(size_t x) noexcept {
  return int(sizeof(unsigned long long)) * 8 - 1 - __builtin_clzll(x);
}

size_class class_of(size_t units) noexcept {
  if (units < fine_count) return {0, int(units)};
  const int high = highest_bit(units);
  return {high - fine_bits + 1, int(units >> (high - fine_bits)) - fine_count};
}

// The first class all of whose blocks are large enough.
size_class class_to_search(size_t units) noexcept {
  if (units >= fine_count) units += (size_t(1) << (highest_bit(units) - fine_bits)) - 1;
  return class_of(units);
}

class arena final : public memory_source {
 public:
  arena(void *first, size_t units) noexcept;
  void *take(size_t bytes) noexcept;
  void give_back(void *payload) noexcept;
  footprint measured() noexcept;
  void forget_peak() noexcept;

 private:
  struct guard {
    explicit guard(std::atomic_flag &f) noexcept : flag(f) {
      while (flag.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~guard() { flag.clear(std::memory_order_release); }
    std::atomic_flag &flag;
  };

  block *find(size_t units) noexcept;
  void insert(block *b) noexcept;
  void remove(block *b) noexcept;
  block *after(block *b) const noexcept;
  void split(block *b, size_t units) noexcept;

  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  footprint use_;
  char *end_;
  uint64_t coarse_map_ = 0;
  uint8_t fine_map_[coarse_count] = {};
  block *free_[coarse_count][fine_count] = {};
};
static_assert(fine_count <= 8 && coarse_count <= 64, "width of the maps");

arena &self(memory_source *source) noexcept {
  return *static_cast<arena *>(source);
}

arena::arena(void *first, size_t units) noexcept
    : memory_source{[](memory_source *s, size_t bytes) noexcept { return self(s).take(bytes); },
                    [](memory_source *s, void *payload) noexcept { self(s).give_back(payload); },
                    [](memory_source *s) noexcept { return self(s).measured(); },
                    [](memory_source *s) noexcept { self(s).forget_peak(); }} {
  auto *whole = static_cast<block *>(first);
  end_ = static_cast<char *>(first) + units * unit;
  whole->before = nullptr;
  whole->set(units - header_units, true);
  use_.capacity = units * unit;
  insert(whole);
}

block *arena::after(block *b) const noexcept {
  char *next = reinterpret_cast<char *>(b) + (header_units + b->units()) * unit;
  return next < end_ ? reinterpret_cast<block *>(next) : nullptr;
}

void arena::insert(block *b) noexcept {
  const size_class c = class_of(b->units());
  block *&head = free_[c.coarse][c.fine];
  b->previous = nullptr;
  b->next = head;
  if (head) head->previous = b;
  head = b;
  fine_map_[c.coarse] = uint8_t(fine_map_[c.coarse] | 1u << c.fine);
  coarse_map_ |= uint64_t(1) << c.coarse;
}

void arena::remove(block *b) noexcept {
  const size_class c = class_of(b->units());
  if (b->next) b->next->previous = b->previous;
  if (b->previous) {
    b->previous->next = b->next;
    return;
  }
  free_[c.coarse][c.fine] = b->next;
  if (b->next) return;
  fine_map_[c.coarse] = uint8_t(fine_map_[c.coarse] & ~(1u << c.fine));
  if (fine_map_[c.coarse] == 0) coarse_map_ &= ~(uint64_t(1) << c.coarse);
}

block *arena::find(size_t units) noexcept {
  const size_class c = class_to_search(units);
  if (c.coarse >= coarse_count) return nullptr;
  if (const unsigned fine = fine_map_[c.coarse] >> c.fine << c.fine)
    return free_[c.coarse][__builtin_ctz(fine)];
  const uint64_t coarse = c.coarse == 63 ? 0 : coarse_map_ >> (c.coarse + 1) << (c.coarse + 1);
  if (coarse == 0) return nullptr;
  const int larger = __builtin_ctzll(coarse);
  return free_[larger][__builtin_ctz(fine_map_[larger])];
}

// Leaves `units` in the block and makes a free one of the rest, if that is large enough.
void arena::split(block *b, size_t units) noexcept {
  if (b->units() < units + header_units + least_units) return;
  block *following = after(b);
  const size_t rest = b->units() - units - header_units;
  b->set(units, false);
  block *tail = after(b);
  tail->before = b;
  tail->set(rest, true);
  if (following) following->before = tail;
  insert(tail);
}

void *arena::take(size_t bytes) noexcept {
  if (bytes > most_units * unit) return nullptr;
  const size_t units = bytes <= least_units * unit ? least_units : round_to_units(bytes);
  const guard lock(busy_);
  block *b = find(units);
  if (!b) return nullptr;
  remove(b);
  b->set(b->units(), false);
  split(b, units);
  use_.in_use += (header_units + b->units()) * unit;
  if (use_.peak < use_.in_use) use_.peak = use_.in_use;
  ++use_.blocks;
  return reinterpret_cast<char *>(b) + header_units * unit;
}

void arena::give_back(void *payload) noexcept {
  auto *b = reinterpret_cast<block *>(static_cast<char *>(payload) - header_units * unit);
  const guard lock(busy_);
  use_.in_use -= (header_units + b->units()) * unit;
  --use_.blocks;
  block *following = after(b);
  if (following && following->is_free()) {
    remove(following);
    b->set(b->units() + header_units + following->units(), false);
    following = after(b);
  }
  if (b->before && b->before->is_free()) {
    remove(b->before);
    b->before->set(b->before->units() + header_units + b->units(), false);
    b = b->before;
  }
  if (following) following->before = b;
  b->set(b->units(), true);
  insert(b);
}

footprint arena::measured() noexcept {
  const guard lock(busy_);
  return use_;
}

void arena::forget_peak() noexcept {
  const guard lock(busy_);
  use_.peak = use_.in_use;
}

}  // namespace

memory_source *make_arena(void *buffer, size_t bytes) noexcept {
  const uintptr_t begin = uintptr_t(buffer);
  const uintptr_t control = (begin + unit - 1) / unit * unit;
  const uintptr_t first = control + round_to_units(sizeof(arena)) * unit;
  if (!buffer || bytes > UINTPTR_MAX - begin) return nullptr;
  const uintptr_t end = (begin + bytes) / unit * unit;
  if (first > end || (end - first) / unit < header_units + least_units) return nullptr;
  size_t units = (end - first) / unit;
  if (units > most_units) units = most_units;
  return new (reinterpret_cast<void *>(control)) arena(reinterpret_cast<void *>(first), units);
}

}  // namespace dnnlet
