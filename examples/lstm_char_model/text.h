// SPDX-License-Identifier: Apache-2.0
// What is learned: a text, and its characters as numbers.
#ifndef DNNLET_EXAMPLES_LSTM_CHAR_MODEL_TEXT_H
#define DNNLET_EXAMPLES_LSTM_CHAR_MODEL_TEXT_H

#include <string>
#include <vector>

namespace char_model {

// A short text, written for this example.
std::string embedded_text();
// False if the file cannot be read.
bool read_text(const char *path, std::string &text);

struct symbols {
  std::string letters;       // the character of each symbol
  std::vector<int> of_text;  // the symbols of the text
};
symbols symbols_of(const std::string &text);

}  // namespace char_model

#endif
