// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_GUNZIP_H
#define DNNLET_EXAMPLES_CNN_TRAINING_GUNZIP_H

#include <stddef.h>
#include <stdint.h>

#include <vector>

namespace cnn {

// Unpacks a gzip file (RFC 1952 and 1951), in which MNIST comes. False if it is damaged.
bool gunzip(const std::vector<uint8_t> &packed, std::vector<uint8_t> &unpacked);

}  // namespace cnn

#endif
