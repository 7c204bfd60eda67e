// SPDX-License-Identifier: Apache-2.0
#include "core/support/text.h"

namespace dnnlet {

text_writer &text_writer::operator<<(char c) noexcept {
  if (size_ + 1 < capacity_) {
    begin_[size_++] = c;
    begin_[size_] = 0;
  }
  return *this;
}

text_writer &text_writer::operator<<(const char *text) noexcept {
  while (*text) *this << *text++;
  return *this;
}

text_writer &text_writer::append(int64_t number) noexcept {
  char digits[20];
  int count = 0;
  uint64_t rest = number < 0 ? uint64_t(0) - uint64_t(number) : uint64_t(number);
  do {
    digits[count++] = char('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (number < 0) *this << '-';
  while (count > 0) *this << digits[--count];
  return *this;
}

text_writer &text_writer::operator<<(float number) noexcept {
  double x = number;
  if (x != x) return *this << "nan";
  if (x < 0) {
    *this << '-';
    x = -x;
  }
  if (x > 3.5e38) return *this << "inf";
  if (x == 0) return *this << '0';
  int exponent = 0;
  for (; x >= 10; x /= 10) ++exponent;
  for (; x < 1; x *= 10) --exponent;
  int64_t digits = int64_t(x * 100000 + 0.5);
  if (digits >= 1000000) {
    digits /= 10;
    ++exponent;
  }
  const bool scientific = exponent < -4 || exponent >= 6;
  int point = scientific ? 0 : exponent;  // digits before the decimal point, minus one
  int last = 5;                           // trailing zeros are not printed
  char text[6];
  for (int i = 5; i >= 0; --i, digits /= 10) text[i] = char('0' + digits % 10);
  while (last > 0 && text[last] == '0') --last;
  if (point < 0) {
    *this << "0.";
    for (int i = -1; i > point; --i) *this << '0';
    for (int i = 0; i <= last; ++i) *this << text[i];
    return *this;
  }
  for (int i = 0; i <= (last > point ? last : point); ++i) {
    *this << text[i];
    if (i == point && i < last) *this << '.';
  }
  if (scientific)
    *this << 'e' << (exponent < 0 ? '-' : '+') << (exponent < 0 ? -exponent : exponent);
  return *this;
}

text_writer &text_writer::operator<<(const text_part &part) noexcept {
  return part.text ? *this << part.text : *this << part.number;
}

bool same_text(const char *a, const char *b) noexcept {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

}  // namespace dnnlet
