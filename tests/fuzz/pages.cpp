// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace dnnlet::fuzz {

namespace {

size_t page_size() {
  static const size_t size = size_t(sysconf(_SC_PAGESIZE));
  return size;
}

// Regions that are free again, by the number of their pages: mapping one takes longer than most
// primitives.
std::vector<unsigned char *> &free_regions(size_t pages) {
  static std::vector<unsigned char *> lists[17];
  return lists[pages];
}
constexpr size_t most_kept = 16;

unsigned char *take(size_t pages) {
  if (pages <= most_kept && !free_regions(pages).empty()) {
    unsigned char *region = free_regions(pages).back();
    free_regions(pages).pop_back();
    return region;
  }
  const size_t page = page_size();
  void *all = mmap(nullptr, (pages + 2) * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) std::perror("mmap"), std::abort();
  unsigned char *region = static_cast<unsigned char *>(all) + page;
  if (mprotect(region, pages * page, PROT_READ | PROT_WRITE) != 0)
    std::perror("mprotect"), std::abort();
  return region;
}

void give_back(unsigned char *region, size_t pages) {
  if (pages <= most_kept && free_regions(pages).size() < 64)
    free_regions(pages).push_back(region);
  else
    munmap(region - page_size(), (pages + 2) * page_size());
}

}  // namespace

size_t paged_buffer::slack_ = 0;

paged_buffer::paged_buffer(size_t bytes, bool is_at_end)
    : bytes_(bytes), pages_((bytes + page_size() - 1) / page_size() + 2 * slack_) {
  if (pages_ == 0) pages_ = 1;
  region_ = take(pages_);
  data_ = region_ + slack_ * page_size();
  if (is_at_end) data_ += (pages_ - 2 * slack_) * page_size() - bytes;
  std::memset(region_, canary, pages_ * page_size());
}

paged_buffer::~paged_buffer() {
  if (region_) give_back(region_, pages_);
}

paged_buffer::paged_buffer(paged_buffer &&other) noexcept
    : region_(std::exchange(other.region_, nullptr)),
      data_(other.data_),
      bytes_(other.bytes_),
      pages_(other.pages_) {}

bool paged_buffer::is_whole() const {
  const unsigned char *end = region_ + pages_ * page_size();
  for (const unsigned char *p = region_; p < data_; ++p)
    if (*p != canary) return false;
  for (const unsigned char *p = data_ + bytes_; p < end; ++p)
    if (*p != canary) return false;
  return true;
}

}  // namespace dnnlet::fuzz
