// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_FUZZ_PEER_H
#define DNNLET_TESTS_FUZZ_PEER_H

#include "tests/fuzz/loop.h"

namespace dnnlet::fuzz {

/// Runs each case here, and in a second process that writes records, and compares what they say.
void compare_with_peer(const options &o, loop &l);

}  // namespace dnnlet::fuzz

#endif
