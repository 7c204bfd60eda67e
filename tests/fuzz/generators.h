// SPDX-License-Identifier: Apache-2.0
// The generators, one per primitive, and the few that are about something else.
#ifndef DNNLET_TESTS_FUZZ_GENERATORS_H
#define DNNLET_TESTS_FUZZ_GENERATORS_H

#include "tests/fuzz/choices.h"
#include "tests/fuzz/session.h"

namespace dnnlet::fuzz {

#define GENERATOR(name) void run_##name(choices &c, session &s);
#include "generators.inc"  // made by CMakeLists.txt
#undef GENERATOR

}  // namespace dnnlet::fuzz

#endif
