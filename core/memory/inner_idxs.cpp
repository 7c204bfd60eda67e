// SPDX-License-Identifier: Apache-2.0
// The dimensions that blocks split, as an array of numbers that programs can be pointed to. Two
// dimensions take turns at most, so there are few such arrays, and they overlap: behind x come
// y x y x for each y > x. Or the first three are split once each: groups, and channels of both
// sides, of which those of either may come before groups.
#include "core/memory/memory_desc.h"

namespace dnnlet {

namespace {

// Where the turns of x and x + 1 begin.
constexpr int begin_of(int x) noexcept {
  int begin = 0;
  for (int i = 0; i < x; ++i) begin += 1 + max_inner_blocks * (max_split_ndims - 1 - i);
  return begin;
}

constexpr int turns_end = begin_of(max_split_ndims);

struct turns {
  dim_t numbers[turns_end + max_ndims] = {};  // zeros for who copies more than there are

  constexpr turns() noexcept {
    int at = 0;
    for (int x = 0; x < max_split_ndims; ++x) {
      numbers[at++] = x;
      for (int y = x + 1; y < max_split_ndims; ++y)
        for (int turn = 0; turn < max_inner_blocks; ++turn) numbers[at++] = turn % 2 == 0 ? y : x;
    }
  }
};
constexpr turns all_turns;
constexpr dim_t once_each[][max_ndims] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}};

}  // namespace

bool splits_once_each(const memory_desc &md) noexcept {
  const int first = md.inner_idxs[0];
  return md.inner_nblks == 3 && first <= 2 && md.inner_idxs[1] == once_each[first][1] &&
         md.inner_idxs[2] == once_each[first][2];
}

const dim_t *inner_idxs_of(const memory_desc &md) noexcept {
  if (md.inner_nblks == 0) return all_turns.numbers + turns_end;
  const int first = md.inner_idxs[0];
  const int second = md.inner_nblks > 1 ? md.inner_idxs[1] : first > 0 ? 0 : 1;
  if (splits_once_each(md)) return once_each[first];
  const int x = first < second ? first : second, y = first < second ? second : first;
  return all_turns.numbers + begin_of(x) + max_inner_blocks * (y - x - 1) + (first == x ? 0 : 1);
}

}  // namespace dnnlet
