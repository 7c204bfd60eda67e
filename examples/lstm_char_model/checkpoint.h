// SPDX-License-Identifier: Apache-2.0
// Training, to a file and back: after loading it goes on as if it had not been stopped.
#ifndef DNNLET_EXAMPLES_LSTM_CHAR_MODEL_CHECKPOINT_H
#define DNNLET_EXAMPLES_LSTM_CHAR_MODEL_CHECKPOINT_H

#include <string>

#include "examples/lstm_char_model/model.h"

namespace char_model {

bool save(const std::string &path, model &m, const std::string &letters);
// What the model of a file is like; false if it is none.
bool read_spec(const std::string &path, model_spec &spec, std::string &letters);
// Into a model of that kind.
bool load(const std::string &path, model &m);

}  // namespace char_model

#endif
