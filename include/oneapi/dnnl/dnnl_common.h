// SPDX-License-Identifier: Apache-2.0
/// Engines, streams, and settings of the whole library. "Conventions" in dnnl.h apply here too.
#ifndef ONEAPI_DNNL_DNNL_COMMON_H
#define ONEAPI_DNNL_DNNL_COMMON_H

#include "oneapi/dnnl/dnnl_common_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// Engine: the processor. Everything else is created with one, so it has to outlive the rest.

/// How many engines of a kind there are: 1 for dnnl_cpu, 0 for every other kind.
DNNL_API size_t dnnl_engine_get_count(dnnl_engine_kind_t kind);

/// Looks at the processor and ranks the plugins that it can run.
///
/// @param index less than dnnl_engine_get_count(kind)
/// Status: dnnl_invalid_arguments if there is no such engine (any GPU, any index but 0);
/// dnnl_out_of_memory.
DNNL_API dnnl_status_t dnnl_engine_create(dnnl_engine_t *engine, dnnl_engine_kind_t kind,
                                          size_t index);

/// The kind of an engine: dnnl_cpu.
DNNL_API dnnl_status_t dnnl_engine_get_kind(dnnl_engine_t engine, dnnl_engine_kind_t *kind);

/// Destroys an engine; everything that was created with it has to be gone. NULL is allowed.
DNNL_API dnnl_status_t dnnl_engine_destroy(dnnl_engine_t engine);

// Stream: where primitives are executed, one at a time.

/// Makes a stream that runs on the calling thread, or on OpenMP's threads in a build with OpenMP.
/// For a stream on a thread pool see dnnl_threadpool_interop_stream_create().
///
/// @param flags dnnl_stream_flags_t values; 0 is allowed
/// Status: dnnl_invalid_arguments for an unknown flag; dnnl_out_of_memory.
DNNL_API dnnl_status_t dnnl_stream_create(dnnl_stream_t *stream, dnnl_engine_t engine,
                                          unsigned int flags);

/// The engine that a stream was created with. It is not owned by the caller.
DNNL_API dnnl_status_t dnnl_stream_get_engine(const_dnnl_stream_t stream, dnnl_engine_t *engine);

/// Waits until everything given to the stream is complete. On a CPU it is already, so this returns
/// at once; programs call it to stay correct on other engines.
DNNL_API dnnl_status_t dnnl_stream_wait(dnnl_stream_t stream);

/// Destroys a stream. NULL is allowed.
DNNL_API dnnl_status_t dnnl_stream_destroy(dnnl_stream_t stream);

// Settings of the whole library.

/// The floating-point math mode that new attributes start with; dnnl_fpmath_mode_strict unless
/// dnnl_set_default_fpmath_mode() changed it.
DNNL_API dnnl_status_t dnnl_get_default_fpmath_mode(dnnl_fpmath_mode_t *mode);

/// Sets the floating-point math mode that attributes created from now on start with. Primitives
/// without attributes take it as well.
///
/// Status: dnnl_invalid_arguments for a value outside of the enum.
DNNL_API dnnl_status_t dnnl_set_default_fpmath_mode(dnnl_fpmath_mode_t mode);

/// How much the library reports in the line format of ONEDNN_VERBOSE.
///
/// @param level 0: nothing; 1: executions; 2: creations and executions
/// Status: dnnl_invalid_arguments for any other level; dnnl_unimplemented for 1 and 2 in a build
/// without verbose output (DNNLET_VERBOSE=OFF, the default where there is no operating system).
DNNL_API dnnl_status_t dnnl_set_verbose(int level);

/// The version of the linked library. The result is constant and lives for ever.
DNNL_API const dnnl_version_t *dnnl_version(void);

#ifdef __cplusplus
}
#endif

#endif  // ONEAPI_DNNL_DNNL_COMMON_H
