// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/gunzip.h"

namespace cnn {

namespace {

constexpr int max_bits = 15;

// Bits of bytes, lowest first. Past the end there are zeros, and the reader has failed.
class bit_reader {
 public:
  bit_reader(const std::vector<uint8_t> &bytes, size_t at) : bytes_(bytes), at_(8 * at) {}

  unsigned take(int count) {
    unsigned value = 0;
    for (int i = 0; i < count; ++i, ++at_) {
      if (at_ / 8 < bytes_.size()) value |= ((bytes_[at_ / 8] >> (at_ % 8)) & 1u) << i;
    }
    return value;
  }
  void go_to_byte() { at_ = (at_ + 7) / 8 * 8; }
  bool has_failed() const { return at_ > 8 * bytes_.size(); }

 private:
  const std::vector<uint8_t> &bytes_;
  size_t at_;  // in bits
};

// A Huffman code in which codes of one length are consecutive, in the order of their symbols.
class huffman {
 public:
  huffman(const uint8_t *lengths, int symbols) {
    for (int length = 1; length <= max_bits; ++length)
      for (int s = 0; s < symbols; ++s)
        if (lengths[s] == length) {
          symbols_.push_back(s);
          ++count_[length];
        }
  }

  // The next symbol, or -1 if no code is what follows.
  int take(bit_reader &bits) const {
    int code = 0, first = 0, index = 0;
    for (int length = 1; length <= max_bits; ++length) {
      code |= int(bits.take(1));
      if (code - first < count_[length]) return symbols_[size_t(index + code - first)];
      index += count_[length];
      first = (first + count_[length]) * 2;
      code *= 2;
    }
    return -1;
  }

 private:
  int count_[max_bits + 1] = {};
  std::vector<int> symbols_;
};

// Repetitions are a length and a distance; each is a base, by symbol, plus extra bits.
bool take_symbols(bit_reader &bits, const huffman &literals, const huffman &distances,
                  std::vector<uint8_t> &out) {
  for (;;) {
    const int symbol = literals.take(bits);
    if (symbol < 0 || symbol > 285 || bits.has_failed()) return false;
    if (symbol == 256) return true;
    if (symbol < 256) {
      out.push_back(uint8_t(symbol));
      continue;
    }
    const int l = symbol - 257, length_bits = l < 8 || l == 28 ? 0 : l / 4 - 1;
    unsigned length = l < 8     ? unsigned(l + 3)
                      : l == 28 ? 258
                                : ((4u + unsigned(l) % 4) << length_bits) + 3;
    length += bits.take(length_bits);
    const int d = distances.take(bits);
    if (d < 0 || d > 29) return false;
    const int distance_bits = d < 4 ? 0 : d / 2 - 1;
    const size_t distance =
        (d < 4 ? unsigned(d + 1) : ((2u + unsigned(d) % 2) << distance_bits) + 1) +
        bits.take(distance_bits);
    if (distance > out.size()) return false;
    for (; length > 0; --length) out.push_back(out[out.size() - distance]);
  }
}

bool take_fixed(bit_reader &bits, std::vector<uint8_t> &out) {
  uint8_t lengths[288], distances[30];
  for (int s = 0; s < 288; ++s) lengths[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
  for (uint8_t &length : distances) length = 5;
  return take_symbols(bits, {lengths, 288}, {distances, 30}, out);
}

// The lengths of both codes are packed themselves: 16 repeats the last length, 17 and 18 zeros.
bool take_dynamic(bit_reader &bits, std::vector<uint8_t> &out) {
  static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  const int literals = int(bits.take(5)) + 257, distances = int(bits.take(5)) + 1;
  const int packed = int(bits.take(4)) + 4;
  uint8_t packed_lengths[19] = {}, lengths[288 + 32] = {};
  for (int i = 0; i < packed; ++i) packed_lengths[order[i]] = uint8_t(bits.take(3));
  const huffman code(packed_lengths, 19);
  for (int n = 0; n < literals + distances;) {
    const int symbol = code.take(bits);
    if (symbol < 0 || (symbol == 16 && n == 0)) return false;
    const uint8_t value = symbol < 16 ? uint8_t(symbol) : symbol == 16 ? lengths[n - 1] : 0;
    int times = symbol < 16    ? 1
                : symbol == 16 ? 3 + int(bits.take(2))
                : symbol == 17 ? 3 + int(bits.take(3))
                               : 11 + int(bits.take(7));
    if (times > literals + distances - n) return false;
    while (times-- > 0) lengths[n++] = value;
  }
  return take_symbols(bits, {lengths, literals}, {lengths + literals, distances}, out);
}

bool take_stored(bit_reader &bits, std::vector<uint8_t> &out) {
  bits.go_to_byte();
  const unsigned size = bits.take(16);
  if ((bits.take(16) ^ size) != 0xffff) return false;
  for (unsigned i = 0; i < size; ++i) out.push_back(uint8_t(bits.take(8)));
  return !bits.has_failed();
}

}  // namespace

bool gunzip(const std::vector<uint8_t> &packed, std::vector<uint8_t> &unpacked) {
  constexpr uint8_t has_name = 8, known = has_name | 1;
  if (packed.size() < 18 || packed[0] != 0x1f || packed[1] != 0x8b || (packed[3] & ~known))
    return false;
  size_t at = 10;
  if (packed[3] & has_name) {
    while (at < packed.size() && packed[at]) ++at;
    ++at;
  }
  bit_reader bits(packed, at);
  for (bool is_last = false; !is_last;) {
    is_last = bits.take(1);
    const unsigned kind = bits.take(2);
    if (kind == 3 || bits.has_failed()) return false;
    const bool is_good = kind == 0   ? take_stored(bits, unpacked)
                         : kind == 1 ? take_fixed(bits, unpacked)
                                     : take_dynamic(bits, unpacked);
    if (!is_good) return false;
  }
  return true;
}

}  // namespace cnn
