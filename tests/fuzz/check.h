// SPDX-License-Identifier: Apache-2.0
// Everything that is asked of a problem, whatever the primitive.
#ifndef DNNLET_TESTS_FUZZ_CHECK_H
#define DNNLET_TESTS_FUZZ_CHECK_H

#include "tests/fuzz/execution.h"
#include "tests/fuzz/session.h"

namespace dnnlet::fuzz {

/// All of the below, as the choices have it; mutates the problem first in some cases.
void check(problem p, choices &c, session &s);

/// Changes a valid problem into one that may make no sense.
void mutate(choices &c, problem &p);

/// Argument lists that are wrong, and null handles: a status, and nothing is written.
void check_wrong_arguments(const problem &p, dnnl_primitive_t primitive, dnnl_stream_t stream,
                           arguments &args, choices &c, session &s);

/// Creates the whole in arenas of any size: what fails, fails with out_of_memory and loses nothing.
void check_arenas(const problem &p, choices &c, session &s);

/// Empty if two results of one type agree; otherwise where they differ.
struct agreement {
  dnnl_data_type_t type;
  double absolute, relative;
  std::vector<double> of_elements = {};  // on top of these; infinite where anything is right
};
std::string difference(const std::vector<double> &a, const std::vector<double> &b,
                       const agreement &how);

/// Infinite for each element of dst where numbers leave f32 on the way through the post-ops.
std::vector<double> errors_of_overflows(const problem &p, dnnl_engine_t engine,
                                        dnnl_stream_t stream);

}  // namespace dnnlet::fuzz

#endif
