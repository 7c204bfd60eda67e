// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/picture_set.h"

#include <fstream>
#include <iterator>

#include "examples/cnn_training/gunzip.h"

namespace cnn {

namespace {

using bytes = std::vector<uint8_t>;

uint32_t big_endian(const bytes &file, size_t at) {
  return uint32_t(file[at]) << 24 | uint32_t(file[at + 1]) << 16 | uint32_t(file[at + 2]) << 8 |
         file[at + 3];
}

// Reads a file, or the same one with .gz after its name. Returns what is wrong.
std::string read_file(const std::string &path, bytes &content) {
  const auto read = [](const std::string &name) {
    std::ifstream stream(name, std::ios::binary);
    return bytes{std::istreambuf_iterator<char>(stream), {}};
  };
  content = read(path);
  if (!content.empty()) return "";
  const bytes packed = read(path + ".gz");
  if (packed.empty()) return "cannot read " + path + ", nor " + path + ".gz";
  return gunzip(packed, content) ? "" : path + ".gz is damaged";
}

// An IDX file is 0, 0, 8 (the elements are bytes), the number of dimensions, then the dimensions in
// 32 bits each, then the elements. The result has the elements only.
std::string read_idx(const std::string &path, const std::vector<uint32_t> &dims_of_one,
                     bytes &elements, int *count) {
  bytes file;
  const std::string wrong = read_file(path, file);
  if (!wrong.empty()) return wrong;
  const size_t ndims = 1 + dims_of_one.size(), header = 4 + 4 * ndims;
  if (file.size() < header || big_endian(file, 0) != (8u << 8 | ndims))
    return path + " is not an IDX file of bytes in " + std::to_string(ndims) + " dimensions";
  uint64_t size = *count = int(big_endian(file, 4) & 0x7fffffff);
  for (size_t d = 1; d < ndims; ++d) {
    if (big_endian(file, 4 + 4 * d) != dims_of_one[d - 1])
      return path + " has pictures of another size than " + std::to_string(picture_side) + " x " +
             std::to_string(picture_side);
    size *= dims_of_one[d - 1];
  }
  if (file.size() - header != size) return path + " has another length than its header says";
  elements.assign(file.begin() + ptrdiff_t(header), file.end());
  return "";
}

picture_set part(const bytes &pixels, const bytes &labels, int begin, int end) {
  return {{pixels.begin() + begin * picture_size, pixels.begin() + end * picture_size},
          {labels.begin() + begin, labels.begin() + end}};
}

}  // namespace

picture_set draw_pictures(int count, uint64_t seed) {
  random numbers(seed);
  picture_set set{bytes(size_t(count) * picture_size), bytes(size_t(count))};
  for (int i = 0; i < count; ++i) {
    set.labels[size_t(i)] = uint8_t(numbers.below(10));
    draw_digit(numbers, set.labels[size_t(i)], &set.pixels[size_t(i) * picture_size]);
  }
  return set;
}

std::string read_mnist(const std::string &folder, int held_out_from, picture_set &training,
                       picture_set &held_out) {
  bytes pixels, labels;
  int count = 0, label_count = 0;
  std::string wrong =
      read_idx(folder + "/t10k-images-idx3-ubyte", {picture_side, picture_side}, pixels, &count);
  if (wrong.empty()) wrong = read_idx(folder + "/t10k-labels-idx1-ubyte", {}, labels, &label_count);
  if (!wrong.empty()) return wrong;
  if (count != label_count || count <= held_out_from)
    return folder + " has " + std::to_string(count) + " pictures and " +
           std::to_string(label_count) + " labels, expected more than " +
           std::to_string(held_out_from) + " of both";
  for (const uint8_t label : labels)
    if (label > 9) return folder + " has a label that is not a digit";
  training = part(pixels, labels, 0, held_out_from);
  held_out = part(pixels, labels, held_out_from, count);
  return "";
}

}  // namespace cnn
