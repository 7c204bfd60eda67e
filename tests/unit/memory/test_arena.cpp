// SPDX-License-Identifier: Apache-2.0
// The arena under stress: blocks keep their contents, exhaustion loses nothing.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "core/memory/arena.h"
#include "tests/support/buffer.h"
#include "tests/unit/memory/descriptors.h"

namespace dnnlet::test {
namespace {

struct taken {
  unsigned char *bytes;
  size_t count;
  unsigned char pattern;
};

// Takes and gives back blocks at random, and checks that nobody else writes to them.
class stress {
 public:
  stress(memory_source *source, uint64_t seed, size_t largest)
      : source_(source), dice_(seed), largest_(largest) {}
  ~stress() {
    while (!blocks_.empty()) give_back(blocks_.size() - 1);
  }

  void run(int steps) {
    for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
      if (blocks_.empty() || dice_.below(100) < 55)
        take();
      else
        give_back(size_t(dice_.below(dim_t(blocks_.size()))));
    }
  }
  int refused() const { return refused_; }
  size_t live() const { return blocks_.size(); }

 private:
  void take() {
    // Small ones mostly, of all magnitudes.
    const size_t limit = largest_ >> dice_.below(14);
    const size_t count = size_t(dice_.below(dim_t(limit) + 1));
    auto *bytes = static_cast<unsigned char *>(source_->allocate(source_, count));
    if (!bytes) {
      ++refused_;
      return;
    }
    EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes) % alignof(std::max_align_t), 0u);
    const auto pattern = static_cast<unsigned char>(dice_.bits());
    std::memset(bytes, pattern, count);
    blocks_.push_back({bytes, count, pattern});
  }
  void give_back(size_t at) {
    const taken b = blocks_[at];
    for (size_t i = 0; i < b.count; ++i)
      if (b.bytes[i] != b.pattern) {
        ADD_FAILURE() << "byte " << i << " of a block of " << b.count << " was overwritten";
        break;
      }
    source_->release(source_, b.bytes);
    blocks_[at] = blocks_.back();
    blocks_.pop_back();
  }

  memory_source *source_;
  dice dice_;
  size_t largest_;
  std::vector<taken> blocks_;
  int refused_ = 0;
};

// The largest block that can be had now, to the byte.
size_t largest_block(memory_source *source) {
  size_t low = 0, high = source->measure(source).capacity;
  while (low < high) {
    const size_t middle = low + (high - low + 1) / 2;
    void *block = source->allocate(source, middle);
    if (block) source->release(source, block);
    (block ? low : high) = block ? middle : middle - 1;
  }
  return low;
}

TEST(arena, keeps_blocks_apart_and_loses_nothing) {
  for (const size_t size : {size_t(6000), size_t(50000), size_t(1) << 20})
    for (uint64_t seed = 0; seed < 6; ++seed) {
      guarded_buffer buffer(size, size_t(seed * 5));
      memory_source *source = make_arena(buffer.data(), size);
      ASSERT_NE(source, nullptr);
      const size_t largest = largest_block(source);
      EXPECT_GT(largest, size / 2 - 4096 / 2);
      {
        stress s(source, seed, largest);
        s.run(20000);
        EXPECT_GT(s.refused(), 0) << "it was never full";
        EXPECT_EQ(source->measure(source).blocks, s.live());
      }
      const footprint use = source->measure(source);
      EXPECT_EQ(use.in_use, 0u);
      EXPECT_EQ(use.blocks, 0u);
      EXPECT_EQ(largest_block(source), largest);
      EXPECT_EQ(buffer.damage(), "");
    }
}

TEST(arena, exhaustion_is_null_and_changes_nothing) {
  guarded_buffer buffer(20000);
  memory_source *source = make_arena(buffer.data(), 20000);
  std::vector<void *> blocks;
  while (void *block = source->allocate(source, 100)) blocks.push_back(block);
  EXPECT_GT(blocks.size(), 100u);
  const footprint full = source->measure(source);
  for (const size_t bytes :
       {size_t(100), size_t(5000), size_t(20000), SIZE_MAX / 2, SIZE_MAX - 63, SIZE_MAX})
    EXPECT_EQ(source->allocate(source, bytes), nullptr) << bytes;
  EXPECT_EQ(source->measure(source).in_use, full.in_use);
  // What one gives back, the next one gets.
  source->release(source, blocks[7]);
  EXPECT_EQ(source->allocate(source, 100), blocks[7]);
  for (void *block : blocks) source->release(source, block);
  EXPECT_EQ(source->measure(source).in_use, 0u);
}

TEST(arena, tiny_and_misaligned_buffers) {
  EXPECT_EQ(make_arena(nullptr, 100000), nullptr);
  int made = 0;
  for (size_t size = 0; size < 9000; size += size < 64 ? 1 : 37)
    for (const size_t misalignment : {0, 1, 7, 8, 15, 63}) {
      guarded_buffer buffer(size, misalignment);
      if (memory_source *source = make_arena(buffer.data(), size)) {
        ++made;
        const footprint use = source->measure(source);
        EXPECT_LE(use.capacity, size);
        if (void *block = source->allocate(source, 1)) source->release(source, block);
        stress(source, size, size).run(50);
        EXPECT_EQ(source->measure(source).in_use, 0u);
      }
      ASSERT_EQ(buffer.damage(), "") << size;
    }
  EXPECT_GT(made, 100);
  guarded_buffer buffer(8000);
  EXPECT_EQ(make_arena(buffer.data(), SIZE_MAX), nullptr);
}

TEST(arena, peak_is_the_most_that_was_in_use) {
  guarded_buffer buffer(100000);
  memory_source *source = make_arena(buffer.data(), 100000);
  void *a = source->allocate(source, 1000), *b = source->allocate(source, 2000);
  const footprint two = source->measure(source);
  EXPECT_EQ(two.blocks, 2u);
  EXPECT_EQ(two.peak, two.in_use);
  EXPECT_GE(two.in_use, 3000u);
  source->release(source, a);
  const footprint one = source->measure(source);
  EXPECT_EQ(one.peak, two.peak);
  EXPECT_LT(one.in_use, two.in_use);
  source->reset_peak(source);
  EXPECT_EQ(source->measure(source).peak, one.in_use);
  source->release(source, b);
  EXPECT_EQ(source->measure(source).in_use, 0u);
  EXPECT_EQ(source->measure(source).peak, one.in_use);
}

TEST(arena, serves_two_threads) {
  guarded_buffer buffer(1 << 20);
  memory_source *source = make_arena(buffer.data(), 1 << 20);
  const size_t largest = largest_block(source);
  {
    stress a(source, 1, largest), b(source, 2, largest);
    std::thread other([&] { b.run(30000); });
    a.run(30000);
    other.join();
    EXPECT_EQ(source->measure(source).blocks, a.live() + b.live());
  }
  EXPECT_EQ(source->measure(source).in_use, 0u);
  EXPECT_EQ(largest_block(source), largest);
  EXPECT_EQ(buffer.damage(), "");
}

// Objects of any alignment, through the function that everybody calls.
TEST(arena, alignment_of_objects) {
  guarded_buffer buffer(200000, 3);
  memory_source *source = make_arena(buffer.data(), 200000);
  use_source(source);
  std::vector<void *> blocks;
  for (size_t alignment = 1; alignment <= 4096; alignment *= 2)
    for (const size_t bytes : {0, 1, 100, 1000}) {
      void *block = allocate(bytes, alignment);
      ASSERT_NE(block, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignment, 0u);
      std::memset(block, 0x55, bytes);
      blocks.push_back(block);
    }
  EXPECT_EQ(allocate(SIZE_MAX), nullptr);
  EXPECT_EQ(allocate(SIZE_MAX - 100, 4096), nullptr);
  use_source(nullptr);
  // They remember where they came from.
  for (void *block : blocks) release(block);
  release(nullptr);
  EXPECT_EQ(source->measure(source).in_use, 0u);
  EXPECT_EQ(buffer.damage(), "");
}

}  // namespace
}  // namespace dnnlet::test
