// SPDX-License-Identifier: Apache-2.0
// The generators, one per primitive, and the few that are about something else.
#ifndef DNNLET_TESTS_FUZZ_GENERATORS_H
#define DNNLET_TESTS_FUZZ_GENERATORS_H

#include "tests/fuzz/choices.h"
#include "tests/fuzz/session.h"

namespace dnnlet::fuzz {

void run_reorder(choices &c, session &s);
void run_eltwise(choices &c, session &s);
void run_convolution(choices &c, session &s);
void run_pooling(choices &c, session &s);
void run_lrn(choices &c, session &s);
void run_gemm(choices &c, session &s);
void run_descriptors(choices &c, session &s);
void run_calls(choices &c, session &s);

}  // namespace dnnlet::fuzz

#endif
