// SPDX-License-Identifier: Apache-2.0
#include "examples/lstm_char_model/checkpoint.h"

#include <cstring>
#include <fstream>

namespace char_model {

namespace {

// All numbers of a checkpoint, in its order.
template <class Transfer>
void for_each_part(model &m, const Transfer &transfer) {
  for (parameter &p : m.parameters()) transfer(data_of(p.value), p.first.size());
  for (parameter &p : m.parameters()) transfer(p.first.data(), p.first.size());
  for (parameter &p : m.parameters()) transfer(p.second.data(), p.second.size());
  transfer(data_of(m.h()), count_of(m.h()));
  transfer(data_of(m.c()), count_of(m.c()));
}

bool read_header(std::ifstream &file, checkpoint_header &header) {
  file.read(reinterpret_cast<char *>(&header), sizeof(header));
  return file && std::memcmp(header.magic, CHAR_MODEL_MAGIC, sizeof(header.magic)) == 0;
}

}  // namespace

bool save(const std::string &path, model &m, const std::string &letters) {
  const model_spec &s = m.spec();
  checkpoint_header header = {};
  std::memcpy(header.magic, CHAR_MODEL_MAGIC, sizeof(header.magic));
  header.symbols = s.symbols;
  header.hidden = s.hidden;
  header.layers = s.layers;
  header.streams = s.streams;
  header.length = s.length;
  header.step = m.steps();
  std::memcpy(header.letters, letters.data(), letters.size());
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(&header), sizeof(header));
  for_each_part(m, [&](const float *numbers, size_t n) {
    file.write(reinterpret_cast<const char *>(numbers), std::streamsize(n * sizeof(float)));
  });
  file.close();
  return static_cast<bool>(file);
}

bool read_spec(const std::string &path, model_spec &spec, std::string &letters) {
  std::ifstream file(path, std::ios::binary);
  checkpoint_header header;
  if (!read_header(file, header) || header.symbols < 1 || header.symbols > 256) return false;
  spec.symbols = header.symbols;
  spec.hidden = header.hidden;
  spec.layers = header.layers;
  spec.streams = header.streams;
  spec.length = header.length;
  letters.assign(reinterpret_cast<const char *>(header.letters), size_t(header.symbols));
  return spec.hidden > 0 && spec.layers > 0 && spec.streams > 0 && spec.length > 0;
}

bool load(const std::string &path, model &m) {
  std::ifstream file(path, std::ios::binary);
  checkpoint_header header;
  if (!read_header(file, header)) return false;
  m.steps() = header.step;
  for_each_part(m, [&](float *numbers, size_t n) {
    file.read(reinterpret_cast<char *>(numbers), std::streamsize(n * sizeof(float)));
  });
  return static_cast<bool>(file);
}

}  // namespace char_model
