// SPDX-License-Identifier: Apache-2.0
// What dnnlet adds to oneDNN's API: where memory comes from and how much is used, which plugins
// there are and why one was or was not chosen, and the reason of every failure in words.
//
// Nothing here is needed to run a oneDNN program in a hosted build. Without a heap, a program gives
// the library its memory first:
//
//     static unsigned char buffer[1 << 20];
//     dnnlet_arena_t arena;
//     dnnlet_arena_init(&arena, buffer, sizeof buffer);
//     dnnlet_arena_use(arena);
//
// All functions may be called from any thread.
#ifndef DNNLET_DNNLET_H
#define DNNLET_DNNLET_H

#include "oneapi/dnnl/dnnl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- memory

/// A memory source inside a buffer of the caller's. It needs no destruction: when everything taken
/// from it has been destroyed and it is no longer in use, the buffer may be put to other use.
typedef struct dnnlet_arena *dnnlet_arena_t;

/// Makes an arena at the beginning of a buffer, which must stay in place as long as anything taken
/// from it lives. The arena's own bookkeeping takes 1 to 4 KB of it.
/// @param arena receives the arena
/// @param buffer any alignment
/// @param size bytes of the buffer
/// @returns dnnl_success; dnnl_invalid_arguments if a pointer is null or the buffer is too small
dnnl_status_t dnnlet_arena_init(dnnlet_arena_t *arena, void *buffer, size_t size);

/// Chooses where objects created from now on, and buffers for DNNL_MEMORY_ALLOCATE, come from.
/// Objects remember where they came from and may be destroyed at any time, in any order.
/// @param arena an arena, or null for the heap
/// @returns dnnl_success; dnnl_unimplemented for the heap in builds without one (DNNLET_HEAP=OFF)
dnnl_status_t dnnlet_arena_use(dnnlet_arena_t arena);

/// What a memory source has given out, in bytes, headers and alignment included.
typedef struct {
  size_t in_use;    ///< of blocks that live now
  size_t peak;      ///< the most that in_use has been since the beginning or the last reset
  size_t blocks;    ///< the number of blocks that live now
  size_t capacity;  ///< what there is in all; 0 for the heap
} dnnlet_footprint_t;

/// Asks how much memory is used. Run a model once on the host in a generous arena; `peak`, and some
/// room for another pointer size, is what the device's arena needs.
/// @param arena an arena, or null for the heap
/// @returns dnnl_success; dnnl_invalid_arguments if `footprint` is null; dnnl_unimplemented for the
///     heap in builds without one
dnnl_status_t dnnlet_get_footprint(dnnlet_arena_t arena, dnnlet_footprint_t *footprint);

/// Forgets the peak: it becomes what is in use now. Arguments and results as above.
dnnl_status_t dnnlet_reset_peak(dnnlet_arena_t arena);

// ---- plugins

/// A plugin: the kernels of one instruction set.
typedef struct {
  const char *name;  ///< "avx2", "neon", "reference", ...
  int is_usable;     ///< whether engines created now use it
  char reason[88];   ///< why not; an empty string if it is usable
} dnnlet_plugin_t;

/// The number of plugins in this build.
int dnnlet_plugin_count(void);

/// Asks about a plugin. Its name lives as long as the program.
/// @param index from 0, best plugin first, to dnnlet_plugin_count() - 1
/// @returns dnnl_success; dnnl_invalid_arguments if the index is out of range or `plugin` is null
dnnl_status_t dnnlet_get_plugin(int index, dnnlet_plugin_t *plugin);

/// Caps the choice: engines created from now on use the named plugin and those after it in the list
/// only. The environment variable DNNLET_MAX_PLUGIN does the same in hosted builds.
/// @param name a plugin's name; null or empty for no cap
/// @returns dnnl_success; dnnl_invalid_arguments if this build has no such plugin
dnnl_status_t dnnlet_set_max_plugin(const char *name);

/// Goes on to the next implementation, as dnnl_primitive_desc_next_impl() does, but of every
/// primitive: as in oneDNN, that one ends at once for reorder, concat and sum.
/// @returns dnnl_success; dnnl_last_impl_reached if there is none, and the descriptor stays as it
/// is
dnnl_status_t dnnlet_next_impl(dnnl_primitive_desc_t primitive_desc);

// ---- diagnostics

/// Hears of every call that fails: the status it returns, and a sentence that says what is wrong
/// ("convolution: dim 1 of bias is 3, expected 4"). The sentence lives during the call only.
/// With dnnl_success, it is a remark about a call that succeeds: dnnl_engine_create says so where
/// the CPU's features could not be found out in the usual way.
typedef void (*dnnlet_diagnostics_t)(void *context, dnnl_status_t status, const char *sentence);

/// Sets the listener of the whole program; null for none. It is called on the thread of the failing
/// call and must not call the library.
void dnnlet_set_diagnostics(dnnlet_diagnostics_t listener, void *context);

#ifdef __cplusplus
}
#endif

#endif
