// SPDX-License-Identifier: Apache-2.0
/// The C API of oneDNN v3.12 for CPU engines, as dnnlet implements it. It works in three steps:
/// describe, create, execute. Describing is cheap, creating chooses a kernel, executing computes.
///
///     engine, stream      the processor, and where work runs on it     dnnl_common.h
///     memory descriptor   what a tensor looks like
///     memory              a tensor: descriptor and buffer
///     attributes          scratchpad, quantization, post-ops, ...
///     primitive desc.     an operation, with kernel and layouts chosen
///     primitive           the same, ready to run
///
/// dst = max(src, 0) for a batch of two images, in place:
///
///     dnnl_engine_t engine;
///     dnnl_stream_t stream;
///     dnnl_engine_create(&engine, dnnl_cpu, 0);
///     dnnl_stream_create(&stream, engine, dnnl_stream_default_flags);
///
///     const dnnl_dim_t dims[] = {2, 16, 8, 8};
///     dnnl_memory_desc_t md;
///     dnnl_memory_desc_create_with_tag(&md, 4, dims, dnnl_f32, dnnl_nhwc);
///
///     dnnl_primitive_desc_t pd;
///     dnnl_primitive_t relu;
///     dnnl_eltwise_forward_primitive_desc_create(&pd, engine, dnnl_forward_inference,
///                                                dnnl_eltwise_relu, md, md, 0, 0, NULL);
///     dnnl_primitive_create(&relu, pd);
///
///     dnnl_memory_t images;  // pixels: float[2 * 8 * 8 * 16]
///     dnnl_memory_create(&images, md, engine, pixels);
///     const dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, images}, {DNNL_ARG_DST, images}};
///     dnnl_primitive_execute(relu, stream, 2, args);
///
/// Conventions. They hold for every function and are not repeated there.
///
/// Statuses.
///  - dnnl_success: done.
///  - dnnl_invalid_arguments: the call makes no sense. A required pointer or handle is NULL, a
///    value is outside of its enum, a size is negative, tensors do not fit together, a product of
///    sizes overflows.
///  - dnnl_unimplemented: the call makes sense, but no kernel of this build does it: a combination
///    of types, layouts and attributes, or something left out when the library was built.
///  - dnnl_out_of_memory: the memory source is exhausted. Functions that create an object, or keep
///    a copy of what they are given, may return it. Nothing is lost.
///  - Others are named where they occur. Whatever the failure, outputs are not written, and
///    objects stay as they were. Functions that return something else than a status say what.
///
/// Memory. The library itself never calls malloc. Objects are taken from the memory source: an
/// arena in a buffer of yours (see dnnlet/dnnlet.h) or, in hosted builds, the heap. Executing
/// allocates nothing.
///
/// Ownership. What a function creates through an output parameter belongs to the caller, who
/// destroys it once; objects may be destroyed in any order, engines last. Destroying NULL succeeds.
/// Descriptors, attributes, post-ops and lists are copied when they are passed, and may be changed
/// or destroyed right after the call. Buffers are not copied: they stay the caller's. A const
/// pointer or const handle that a query returns belongs to the object that was asked, and lives as
/// long as that object stays unchanged.
///
/// Optional tensors. Where a descriptor is optional, "none" is NULL or a zero descriptor.
///
/// Threads. Different threads may use different objects, and read the same one. Changing an object
/// (destroy, set, append, next_impl) is for one thread at a time. One primitive may be executed by
/// several threads at once if its scratchpad is theirs (dnnl_scratchpad_mode_user).
///
/// Units. Dimensions, strides and offsets count elements; size_t sizes count bytes.
#ifndef ONEAPI_DNNL_DNNL_H
#define ONEAPI_DNNL_DNNL_H

#include "oneapi/dnnl/dnnl_common.h"
#include "oneapi/dnnl/dnnl_config.h"
#include "oneapi/dnnl/dnnl_types.h"
#include "oneapi/dnnl/dnnl_version.h"

#ifdef __cplusplus
extern "C" {
#endif

// Memory descriptors: what a tensor looks like.
//
// Rules for all that create one: 0 <= ndims <= DNNL_MAX_NDIMS, and 0 dimensions give a zero
// descriptor; dims[i] >= 0 or DNNL_RUNTIME_DIM_VAL; a tensor with a 0 among its dimensions is legal
// and has no elements. Anything else, and an undefined data type, is dnnl_invalid_arguments.

/// Describes a dense tensor by the name of its layout.
///
/// @param dims ndims sizes, in logical order (see dnnl_format_tag_t)
/// @param tag a layout for ndims dimensions, or dnnl_format_tag_any to leave it to a primitive
/// Status: dnnl_invalid_arguments if the tag is for another number of dimensions.
DNNL_API dnnl_status_t dnnl_memory_desc_create_with_tag(dnnl_memory_desc_t *memory_desc, int ndims,
                                                        const dnnl_dim_t *dims,
                                                        dnnl_data_type_t data_type,
                                                        dnnl_format_tag_t tag);

/// Describes a tensor by the distance of neighbours along each dimension.
///
/// @param strides ndims distances, at least 0, or DNNL_RUNTIME_DIM_VAL; 0 repeats one element along
/// the dimension; NULL means dense and row-major
/// Status: dnnl_invalid_arguments if two elements would overlap otherwise than by a stride of 0.
DNNL_API dnnl_status_t dnnl_memory_desc_create_with_strides(dnnl_memory_desc_t *memory_desc,
                                                            int ndims, const dnnl_dim_t *dims,
                                                            dnnl_data_type_t data_type,
                                                            const dnnl_dim_t *strides);

/// Describes a region of another tensor: it starts at offsets and has the given dims. A memory
/// object for it takes the buffer of the whole tensor.
///
/// @param dims as many as the parent has dimensions
/// @param offsets as many
/// Status: dnnl_invalid_arguments if the region is not inside of the parent; dnnl_unimplemented if
/// its offset is inside of a block, or if the parent is not blocked.
DNNL_API dnnl_status_t dnnl_memory_desc_create_submemory(
    dnnl_memory_desc_t *memory_desc, const_dnnl_memory_desc_t parent_memory_desc,
    const dnnl_dim_t *dims, const dnnl_dim_t *offsets);

/// Describes the same elements in the same places under other dimensions: dimensions of size 1 may
/// come and go, a dimension may be split, and dimensions that are next to each other in memory may
/// be joined. A layout of `any` stays `any`.
///
/// Status: dnnl_invalid_arguments if the number of elements changes, or if the layout cannot be
/// expressed for the new dimensions.
DNNL_API dnnl_status_t dnnl_memory_desc_reshape(dnnl_memory_desc_t *out_memory_desc,
                                                const_dnnl_memory_desc_t in_memory_desc, int ndims,
                                                const dnnl_dim_t *dims);

/// Describes the same elements in the same places with the dimensions renamed: what was dimension i
/// becomes dimension permutation[i]. With {1, 0} the result is the transposed matrix.
///
/// @param permutation every number from 0 to ndims - 1 once
/// Status: dnnl_invalid_arguments if it is no permutation.
DNNL_API dnnl_status_t dnnl_memory_desc_permute_axes(dnnl_memory_desc_t *out_memory_desc,
                                                     const_dnnl_memory_desc_t in_memory_desc,
                                                     const int *permutation);

/// Describes a sparse matrix in compressed rows.
///
/// @param ndims 2
/// @param nnz how many elements are stored
/// @param indices_dt type of buffer 1, see dnnl_csr: s32
/// @param pointers_dt type of buffer 2: s32
/// Status: dnnl_unimplemented for another number of dimensions.
DNNL_API dnnl_status_t dnnl_memory_desc_create_with_csr_encoding(
    dnnl_memory_desc_t *memory_desc, int ndims, const dnnl_dim_t *dims, dnnl_data_type_t data_type,
    dnnl_dim_t nnz, dnnl_data_type_t indices_dt, dnnl_data_type_t pointers_dt);

/// Describes a sparse tensor by the coordinates of its elements, see dnnl_coo.
///
/// @param nnz how many elements are stored
/// @param indices_dt type of the buffers 1 to ndims: s32
DNNL_API dnnl_status_t dnnl_memory_desc_create_with_coo_encoding(dnnl_memory_desc_t *memory_desc,
                                                                 int ndims, const dnnl_dim_t *dims,
                                                                 dnnl_data_type_t data_type,
                                                                 dnnl_dim_t nnz,
                                                                 dnnl_data_type_t indices_dt);

/// Describes sparse weights in a layout that the primitive will choose. It is for creating a
/// primitive descriptor; memory is created with the descriptor queried from that, and filled by a
/// reorder of dense weights. Before, the sizes of the buffers are 0.
///
/// @param data_type s8 for matmul, which alone takes such weights
/// @param nnz how many elements there is to be room for: those that are not zero, or more
DNNL_API dnnl_status_t dnnl_memory_desc_create_with_packed_encoding(dnnl_memory_desc_t *memory_desc,
                                                                    int ndims,
                                                                    const dnnl_dim_t *dims,
                                                                    dnnl_data_type_t data_type,
                                                                    dnnl_dim_t nnz);

/// Describes a single number that the memory object itself holds.
DNNL_API dnnl_status_t dnnl_memory_desc_create_host_scalar(dnnl_memory_desc_t *memory_desc,
                                                           dnnl_data_type_t data_type);

/// Writes a memory descriptor as bytes, for instance to store packed weights with their layout.
///
/// @param blob NULL to ask for the size only, else *size bytes to write to
/// @param size in: the room in blob; out: the size needed
/// Status: dnnl_invalid_arguments if there is too little room.
DNNL_API dnnl_status_t dnnl_memory_desc_get_blob(uint8_t *blob, size_t *size,
                                                 const_dnnl_memory_desc_t memory_desc);

/// Reads back what dnnl_memory_desc_get_blob() wrote. Bytes are checked, not trusted.
///
/// Status: dnnl_invalid_arguments if they are not a descriptor of this version of the library.
DNNL_API dnnl_status_t dnnl_memory_desc_create_with_blob(dnnl_memory_desc_t *memory_desc,
                                                         const uint8_t *blob);

/// Copies a memory descriptor.
DNNL_API dnnl_status_t dnnl_memory_desc_clone(dnnl_memory_desc_t *memory_desc,
                                              const_dnnl_memory_desc_t existing_memory_desc);

/// Destroys a memory descriptor.
DNNL_API dnnl_status_t dnnl_memory_desc_destroy(dnnl_memory_desc_t memory_desc);

/// Asks a memory descriptor about itself.
///
/// @param what from dnnl_query_ndims_s32 on, or dnnl_query_strides
/// @param result pointer to the type that dnnl_query_t gives for the question
/// Status: dnnl_invalid_arguments if the question is not for memory descriptors;
/// dnnl_unimplemented if this one has no answer, for instance blocks of a sparse tensor.
DNNL_API dnnl_status_t dnnl_memory_desc_query(const_dnnl_memory_desc_t memory_desc,
                                              dnnl_query_t what, void *result);

/// The same for a sparse tensor, where the data type differs from buffer to buffer.
///
/// @param index the buffer; 0 for questions that are not about one
DNNL_API dnnl_status_t dnnl_memory_desc_query_v2(const_dnnl_memory_desc_t memory_desc,
                                                 dnnl_query_t what, int index, void *result);

/// 1 if two descriptors have the same dimensions, type and places of elements, else 0. Strides of
/// dimensions of size 1 do not count. 0 if either is NULL.
DNNL_API int dnnl_memory_desc_equal(const_dnnl_memory_desc_t lhs, const_dnnl_memory_desc_t rhs);

/// The bytes of a buffer for this tensor, padding included. 0 for NULL, for zero descriptors and
/// for dnnl_format_tag_any; DNNL_RUNTIME_SIZE_VAL if something is not known yet.
DNNL_API size_t dnnl_memory_desc_get_size(const_dnnl_memory_desc_t memory_desc);

/// The same for buffer `index` of a sparse tensor.
DNNL_API size_t dnnl_memory_desc_get_size_v2(const_dnnl_memory_desc_t memory_desc, int index);

/// The bytes of one element; 1 for types of which two share a byte; (size_t)-1 for an undefined
/// type.
DNNL_API size_t dnnl_data_type_size(dnnl_data_type_t data_type);

// Memory: tensors.

/// Makes a tensor of a descriptor and a buffer.
///
/// @param memory_desc all sizes known, layout chosen; NULL for a tensor that is not there
/// @param handle the buffer, dnnl_memory_desc_get_size(memory_desc) bytes at least, which stays the
/// caller's; or DNNL_MEMORY_ALLOCATE, or DNNL_MEMORY_NONE
/// Status: dnnl_invalid_arguments for `any` layouts and unknown sizes.
DNNL_API dnnl_status_t dnnl_memory_create(dnnl_memory_t *memory,
                                          const_dnnl_memory_desc_t memory_desc,
                                          dnnl_engine_t engine, void *handle);

/// The same for tensors with several buffers, such as sparse ones.
///
/// @param nhandles what dnnl_query_num_handles_s32 gives
/// @param handles a buffer for each, as in dnnl_memory_create()
/// Status: dnnl_invalid_arguments for another number of them.
DNNL_API dnnl_status_t dnnl_memory_create_v2(dnnl_memory_t *memory,
                                             const_dnnl_memory_desc_t memory_desc,
                                             dnnl_engine_t engine, int nhandles, void **handles);

/// Makes a tensor of a single number, which is copied.
///
/// @param memory_desc from dnnl_memory_desc_create_host_scalar()
/// @param scalar_ptr a value of the descriptor's type
DNNL_API dnnl_status_t dnnl_memory_create_host_scalar(dnnl_memory_t *memory,
                                                      const_dnnl_memory_desc_t memory_desc,
                                                      void *scalar_ptr);

/// Destroys a memory object, and its buffer if that was DNNL_MEMORY_ALLOCATE.
DNNL_API dnnl_status_t dnnl_memory_destroy(dnnl_memory_t memory);

/// The descriptor that a memory object was created with.
DNNL_API dnnl_status_t dnnl_memory_get_memory_desc(const_dnnl_memory_t memory,
                                                   const_dnnl_memory_desc_t *memory_desc);

/// The engine that a memory object was created with.
DNNL_API dnnl_status_t dnnl_memory_get_engine(const_dnnl_memory_t memory, dnnl_engine_t *engine);

/// The buffer of a memory object, NULL if it has none.
DNNL_API dnnl_status_t dnnl_memory_get_data_handle(const_dnnl_memory_t memory, void **handle);

/// Gives a memory object another buffer. One that came by DNNL_MEMORY_ALLOCATE is freed.
///
/// @param handle the new buffer, or DNNL_MEMORY_NONE
DNNL_API dnnl_status_t dnnl_memory_set_data_handle(dnnl_memory_t memory, void *handle);

/// dnnl_memory_get_data_handle() for buffer `index`.
///
/// Status: dnnl_invalid_arguments if there is no such buffer.
DNNL_API dnnl_status_t dnnl_memory_get_data_handle_v2(const_dnnl_memory_t memory, void **handle,
                                                      int index);

/// dnnl_memory_set_data_handle() for buffer `index`.
///
/// Status: dnnl_invalid_arguments if there is no such buffer.
DNNL_API dnnl_status_t dnnl_memory_set_data_handle_v2(dnnl_memory_t memory, void *handle,
                                                      int index);

/// Makes the elements of a memory object visible to the caller. On a CPU they are: *mapped_ptr is
/// the buffer, or NULL if there is none.
DNNL_API dnnl_status_t dnnl_memory_map_data(const_dnnl_memory_t memory, void **mapped_ptr);

/// dnnl_memory_map_data() for buffer `index`.
DNNL_API dnnl_status_t dnnl_memory_map_data_v2(const_dnnl_memory_t memory, void **mapped_ptr,
                                               int index);

/// Ends what dnnl_memory_map_data() began. On a CPU there is nothing to do.
///
/// @param mapped_ptr what dnnl_memory_map_data() gave
DNNL_API dnnl_status_t dnnl_memory_unmap_data(const_dnnl_memory_t memory, void *mapped_ptr);

/// dnnl_memory_unmap_data() for buffer `index`.
DNNL_API dnnl_status_t dnnl_memory_unmap_data_v2(const_dnnl_memory_t memory, void *mapped_ptr,
                                                 int index);

/// Copies the number out of a host scalar.
///
/// @param value room for one element of its type
/// Status: dnnl_invalid_arguments if the memory is not a host scalar.
DNNL_API dnnl_status_t dnnl_memory_get_host_scalar_value(const_dnnl_memory_t memory, void *value);

/// Copies another number into a host scalar.
///
/// Status: dnnl_invalid_arguments if the memory is not a host scalar.
DNNL_API dnnl_status_t dnnl_memory_set_host_scalar_value(dnnl_memory_t memory, const void *value);

// Attributes: everything about a primitive that is not its operation.
//
// Setting an attribute checks it as such; whether a primitive supports it is found out when the
// primitive descriptor is created, which then returns dnnl_unimplemented.
//
// Where a mask is asked for, bit i says that values differ along dimension i of the tensor; 0 means
// one value for all of it. Groups make blocks: with ndims = 2 and group_dims = {32, 1}, each 32
// neighbours along the last dimension but one share a value. Without groups ndims is 0 and
// group_dims NULL.
//
// Arguments of an execution are named without their prefix DNNL_ARG_.

/// Makes attributes with the default settings: a scratchpad of the library's, no quantization, no
/// post-ops, the math mode of dnnl_get_default_fpmath_mode().
DNNL_API dnnl_status_t dnnl_primitive_attr_create(dnnl_primitive_attr_t *attr);

/// Copies attributes.
DNNL_API dnnl_status_t dnnl_primitive_attr_clone(dnnl_primitive_attr_t *attr,
                                                 const_dnnl_primitive_attr_t existing_attr);

/// Destroys attributes.
DNNL_API dnnl_status_t dnnl_primitive_attr_destroy(dnnl_primitive_attr_t attr);

/// Who keeps the scratchpad.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_scratchpad_mode(const_dnnl_primitive_attr_t attr,
                                                               dnnl_scratchpad_mode_t *mode);

/// Sets who keeps the scratchpad.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_scratchpad_mode(dnnl_primitive_attr_t attr,
                                                               dnnl_scratchpad_mode_t mode);

/// Which narrower types f32 may be rounded to.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_fpmath_mode(const_dnnl_primitive_attr_t attr,
                                                           dnnl_fpmath_mode_t *mode);

/// Sets which narrower types f32 may be rounded to. Primitives on integers ignore it.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_fpmath_mode(dnnl_primitive_attr_t attr,
                                                           dnnl_fpmath_mode_t mode);

/// The same two settings as dnnl_primitive_attr_set_fpmath_mode_v2() takes. Either output may be
/// NULL.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_fpmath_mode_v2(const_dnnl_primitive_attr_t attr,
                                                              dnnl_fpmath_mode_t *mode,
                                                              int *apply_to_int);

/// dnnl_primitive_attr_set_fpmath_mode(), which with apply_to_int != 0 holds for integer weights
/// as well: they are dequantized to that type and multiplied as floats.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_fpmath_mode_v2(dnnl_primitive_attr_t attr,
                                                              dnnl_fpmath_mode_t mode,
                                                              int apply_to_int);

/// 1 if results have to be the same bits on every run, else 0 (the default).
DNNL_API dnnl_status_t dnnl_primitive_attr_get_deterministic(const_dnnl_primitive_attr_t attr,
                                                             int *value);

/// Asks for the same bits on every run. dnnlet always gives these, with any number of threads; with
/// value != 0 they are also, for f32 and 8-bit integers, the same on every plugin, and so on every
/// machine. That costs some speed.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_deterministic(dnnl_primitive_attr_t attr, int value);

/// In which type sums are kept.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_accumulation_mode(const_dnnl_primitive_attr_t attr,
                                                                 dnnl_accumulation_mode_t *mode);

/// Sets in which type sums are kept. With `any`, products of f16 (convolution, inner product,
/// matmul) may have sums of f16 for up to 32 terms, which are then added up in f32: errors of 2^-7
/// of the terms' magnitudes, and infinity where such a part is beyond 65504. Plugins that calculate
/// in f16 (neon_fp16) do so, twice as fast.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_accumulation_mode(dnnl_primitive_attr_t attr,
                                                                 dnnl_accumulation_mode_t mode);

/// How argument `arg` is rounded.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_rounding(dnnl_primitive_attr_t attr, int arg,
                                                        dnnl_rounding_mode_t *mode);

/// Sets how a result is rounded.
///
/// @param arg DST, DIFF_SRC or DIFF_WEIGHTS
DNNL_API dnnl_status_t dnnl_primitive_attr_set_rounding(dnnl_primitive_attr_t attr, int arg,
                                                        dnnl_rounding_mode_t mode);

/// The mask descriptor that dnnl_primitive_attr_set_dropout() was given.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_dropout(const_dnnl_primitive_attr_t attr,
                                                       const_dnnl_memory_desc_t *mask_desc);

/// Drops elements of dst at random before the post-ops: an element is 0 with probability p, and
/// else divided by 1 - p. An execution also reads ATTR_DROPOUT_PROBABILITY (f32) and
/// ATTR_DROPOUT_SEED (s32), and writes ATTR_DROPOUT_MASK (1 where an element was kept). The same
/// seed drops the same elements.
///
/// @param mask_desc u8, with the dimensions and the layout of dst, or a layout that is any: then it
/// is dst's. One of no dimensions: no mask is written. NULL: there is no dropout
DNNL_API dnnl_status_t dnnl_primitive_attr_set_dropout(dnnl_primitive_attr_t attr,
                                                       const_dnnl_memory_desc_t mask_desc);

/// What dnnl_primitive_attr_set_dropout_v2() was given. Each output may be NULL.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_dropout_v2(const_dnnl_primitive_attr_t attr,
                                                          const_dnnl_memory_desc_t *mask_desc,
                                                          dnnl_data_type_t *seed_dt,
                                                          int *use_offset, int *use_host_scalars);

/// dnnl_primitive_attr_set_dropout() with a seed of 64 bits and an offset into the sequence of
/// random numbers, so that calls can go on where others stopped.
///
/// @param seed_dt s64 or s32
/// @param use_offset != 0: executions also read ATTR_DROPOUT_OFFSET (s64); else it is 0. With 0,
/// four neighbours in memory are kept or dropped together, as oneDNN 3.12.1 does
/// @param use_host_scalars != 0: seed and offset are host scalars
DNNL_API dnnl_status_t dnnl_primitive_attr_set_dropout_v2(dnnl_primitive_attr_t attr,
                                                          const_dnnl_memory_desc_t mask_desc,
                                                          dnnl_data_type_t seed_dt, int use_offset,
                                                          int use_host_scalars);

/// Says that a tensor is quantized with f32 scales: a stored number x stands for x * scale. Sources
/// and weights are multiplied by their scales, results divided by theirs just before rounding.
/// Executions read the scales, densely, as ATTR_SCALES | arg.
///
/// @param arg SRC, SRC_1, SRC_2, WEIGHTS, DST, MULTIPLE_SRC + i, ATTR_POST_OP_DW | WEIGHTS or | DST
/// @param mask along which dimensions scales differ, at least 0
/// Status: dnnl_invalid_arguments for other arguments.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_scales_mask(dnnl_primitive_attr_t attr, int arg,
                                                           int mask);

/// The same with groups, and scales of another type.
///
/// @param group_ndims 2, or 0 for no groups
/// @param group_dims two sizes, or NULL
/// @param data_type f32, bf16, f16, f8_e5m2, f8_e4m3 or e8m0
/// Status: dnnl_invalid_arguments for other types, and for groups with a mask of 0; the primitive
/// checks that the mask has their dimensions.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_scales(dnnl_primitive_attr_t attr, int arg, int mask,
                                                      int group_ndims, const dnnl_dim_t *group_dims,
                                                      dnnl_data_type_t data_type);

/// The same, which with is_on_host != 0 takes the scale as a host scalar; mask is then 0.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_scales_v2(dnnl_primitive_attr_t attr, int arg,
                                                         int mask, int ndims,
                                                         const dnnl_dim_t *group_dims,
                                                         dnnl_data_type_t data_type,
                                                         int is_on_host);

/// The same, which with a dynamic qmode has the library compute the scales of dst and write them.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_scales_v3(dnnl_primitive_attr_t attr, int arg,
                                                         int mask, int ndims,
                                                         const dnnl_dim_t *group_dims,
                                                         dnnl_data_type_t data_type, int is_on_host,
                                                         dnnl_quantization_mode_t qmode);

/// Says that a tensor is quantized with s32 zero points: a stored number x stands for
/// (x - zero point) * scale. Executions read them, densely, as ATTR_ZERO_POINTS | arg.
///
/// @param arg SRC, WEIGHTS or DST
/// @param mask along which dimensions zero points differ, at least 0
/// Status: dnnl_invalid_arguments for other arguments.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_zero_points_mask(dnnl_primitive_attr_t attr, int arg,
                                                                int mask);

/// The same with groups, and zero points of another type.
///
/// @param group_ndims 2, or 0 for no groups
/// @param group_dims two sizes, or NULL
/// @param data_type s32, s8, u8, s4 or u4; of DST: s32
/// Status: dnnl_invalid_arguments for other types.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_zero_points(dnnl_primitive_attr_t attr, int arg,
                                                           int mask, int group_ndims,
                                                           const dnnl_dim_t *group_dims,
                                                           dnnl_data_type_t data_type);

/// The same, which with is_on_host != 0 takes the zero point as a host scalar; mask is then 0.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_zero_points_v2(dnnl_primitive_attr_t attr, int arg,
                                                              int mask, int ndims,
                                                              const dnnl_dim_t *group_dims,
                                                              dnnl_data_type_t data_type,
                                                              int is_on_host);

/// Says that the caller knows the sums of a tensor over its groups, so that zero points of the
/// other factor need no pass over it. Executions read them as ATTR_PRECOMPUTED_REDUCTIONS | arg.
///
/// @param arg SRC, of matmul; WEIGHTS have zero points
/// @param mask every dimension
/// @param group_ndims as for scales
/// @param group_dims as for scales
/// @param data_type s32
DNNL_API dnnl_status_t dnnl_primitive_attr_set_precomputed_reductions(dnnl_primitive_attr_t attr,
                                                                      int arg, int mask,
                                                                      int group_ndims,
                                                                      const dnnl_dim_t *group_dims,
                                                                      dnnl_data_type_t data_type);

/// The post-ops of attributes; an empty list if none were set.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_post_ops(const_dnnl_primitive_attr_t attr,
                                                        const_dnnl_post_ops_t *post_ops);

/// Sets the post-ops. The list is copied: appending to it afterwards changes nothing here.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_post_ops(dnnl_primitive_attr_t attr,
                                                        const_dnnl_post_ops_t post_ops);

/// Sets how 8-bit recurrent networks store data: round(x * scale + shift).
DNNL_API dnnl_status_t dnnl_primitive_attr_set_rnn_data_qparams(dnnl_primitive_attr_t attr,
                                                                const float scale,
                                                                const float shift);

/// What dnnl_primitive_attr_set_rnn_data_qparams() was given. Either output may be NULL.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_rnn_data_qparams(const_dnnl_primitive_attr_t attr,
                                                                float *scale, float *shift);

/// Sets how 8-bit recurrent networks store weights: round(w * scale). A reorder with the same
/// attributes makes such weights out of floats.
///
/// @param count how many scales
/// @param scales that many, copied
/// @param mask 0 for one scale, (1 << 3) | (1 << 4) for one per gate and channel
/// Status: dnnl_invalid_arguments if count is not positive.
DNNL_API dnnl_status_t dnnl_primitive_attr_set_rnn_weights_qparams(dnnl_primitive_attr_t attr,
                                                                   dnnl_dim_t count, int mask,
                                                                   const float *scales);

/// What dnnl_primitive_attr_set_rnn_weights_qparams() was given. Each output may be NULL.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_rnn_weights_qparams(const_dnnl_primitive_attr_t attr,
                                                                   dnnl_dim_t *count, int *mask,
                                                                   const float **scales);

/// Sets how 8-bit LSTMs store the weights of their projection, like the other weights.
///
/// @param mask 0 for one scale, 1 << 3 for one per channel
DNNL_API dnnl_status_t dnnl_primitive_attr_set_rnn_weights_projection_qparams(
    dnnl_primitive_attr_t attr, dnnl_dim_t count, int mask, const float *scales);

/// What dnnl_primitive_attr_set_rnn_weights_projection_qparams() was given. Each output may be
/// NULL.
DNNL_API dnnl_status_t dnnl_primitive_attr_get_rnn_weights_projection_qparams(
    const_dnnl_primitive_attr_t attr, dnnl_dim_t *count, int *mask, const float **scales);

// Post-ops: operations on the result of a primitive, in f32 and in the order in which they were
// appended, before it is stored. A post-op that needs a tensor gets it as
// DNNL_ARG_ATTR_MULTIPLE_POST_OP(its index) | the argument named below.
//
// Functions that append return dnnl_out_of_memory if there are 32 already.

/// Makes an empty list.
DNNL_API dnnl_status_t dnnl_post_ops_create(dnnl_post_ops_t *post_ops);

/// Copies a list.
DNNL_API dnnl_status_t dnnl_post_ops_clone(dnnl_post_ops_t *post_ops,
                                           const_dnnl_post_ops_t existing_post_ops);

/// Destroys a list.
DNNL_API dnnl_status_t dnnl_post_ops_destroy(dnnl_post_ops_t post_ops);

/// How long a list is; 0 for NULL.
DNNL_API int dnnl_post_ops_len(const_dnnl_post_ops_t post_ops);

/// The kind of post-op `index`: dnnl_sum, dnnl_eltwise, dnnl_binary, dnnl_prelu, or
/// dnnl_convolution for a depthwise one; dnnl_undefined_primitive if there is no such post-op.
DNNL_API dnnl_primitive_kind_t dnnl_post_ops_get_kind(const_dnnl_post_ops_t post_ops, int index);

// The functions that read parameters back return dnnl_invalid_arguments if `index` is out of range
// or a post-op of another kind. Outputs that are of no interest may be NULL.

/// result + scale * (d - zero_point), where d is what dst held before.
///
/// @param zero_point 0 unless d is an integer
/// @param data_type read d as this type, of the same size as dst's; dnnl_data_type_undef: dst's own
DNNL_API dnnl_status_t dnnl_post_ops_append_sum(dnnl_post_ops_t post_ops, float scale,
                                                int32_t zero_point, dnnl_data_type_t data_type);

/// Reads back dnnl_post_ops_append_sum().
DNNL_API dnnl_status_t dnnl_post_ops_get_params_sum(const_dnnl_post_ops_t post_ops, int index,
                                                    float *scale, int32_t *zero_point,
                                                    dnnl_data_type_t *data_type);

/// f(result), with a dnnl_eltwise_ function.
///
/// Status: dnnl_invalid_arguments for other algorithms, and as the primitive for alpha and beta.
DNNL_API dnnl_status_t dnnl_post_ops_append_eltwise(dnnl_post_ops_t post_ops,
                                                    dnnl_alg_kind_t alg_kind, float alpha,
                                                    float beta);

/// Reads back dnnl_post_ops_append_eltwise().
DNNL_API dnnl_status_t dnnl_post_ops_get_params_eltwise(const_dnnl_post_ops_t post_ops, int index,
                                                        dnnl_alg_kind_t *alg_kind, float *alpha,
                                                        float *beta);

/// A depthwise convolution with bias of the result, which has to be that of a 1x1 convolution in
/// two dimensions. Its tensors are ATTR_POST_OP_DW | _WEIGHTS, _BIAS, with weights {C, 1, 1,
/// kernel_size, kernel_size}; dst is then {N, C, ceil(OH / stride_size), ceil(OW / stride_size)}.
///
/// @param bias_data_type dnnl_data_type_undef: no bias
/// @param kernel_size in both dimensions; likewise stride_size and padding_l_size
DNNL_API dnnl_status_t dnnl_post_ops_append_dw(dnnl_post_ops_t post_ops,
                                               dnnl_data_type_t weights_data_type,
                                               dnnl_data_type_t bias_data_type,
                                               dnnl_data_type_t dst_data_type,
                                               dnnl_dim_t kernel_size, dnnl_dim_t stride_size,
                                               dnnl_dim_t padding_l_size);

/// Reads back dnnl_post_ops_append_dw().
DNNL_API dnnl_status_t dnnl_post_ops_get_params_dw(const_dnnl_post_ops_t post_ops, int index,
                                                   dnnl_data_type_t *weights_data_type,
                                                   dnnl_data_type_t *bias_data_type,
                                                   dnnl_data_type_t *dst_data_type,
                                                   dnnl_dim_t *kernel_size, dnnl_dim_t *stride_size,
                                                   dnnl_dim_t *padding_l_size);

/// result op src1, with a dnnl_binary_ operation but select. Executions read SRC_1.
///
/// @param src1_desc dst's number of dimensions, each as in dst or 1; `any` is allowed
/// Status: dnnl_invalid_arguments for other algorithms.
DNNL_API dnnl_status_t dnnl_post_ops_append_binary(dnnl_post_ops_t post_ops,
                                                   dnnl_alg_kind_t alg_kind,
                                                   const_dnnl_memory_desc_t src1_desc);

/// Also dnnl_binary_select: src2 ? result : src1. Executions read SRC_1 and, for select, SRC_2.
///
/// @param src2_desc s8, dst's dimensions; for select only
DNNL_API dnnl_status_t dnnl_post_ops_append_binary_v2(dnnl_post_ops_t post_ops,
                                                      dnnl_alg_kind_t alg_kind,
                                                      const_dnnl_memory_desc_t src1_desc,
                                                      const_dnnl_memory_desc_t src2_desc);

/// Reads back dnnl_post_ops_append_binary().
DNNL_API dnnl_status_t dnnl_post_ops_get_params_binary(const_dnnl_post_ops_t post_ops, int index,
                                                       dnnl_alg_kind_t *alg_kind,
                                                       const_dnnl_memory_desc_t *src1_desc);

/// Reads back dnnl_post_ops_append_binary_v2().
DNNL_API dnnl_status_t dnnl_post_ops_get_params_binary_v2(const_dnnl_post_ops_t post_ops, int index,
                                                          dnnl_alg_kind_t *alg_kind,
                                                          const_dnnl_memory_desc_t *src1_desc,
                                                          const_dnnl_memory_desc_t *src2_desc);

/// result > 0 ? result : result * weights. Executions read WEIGHTS: f32, dense.
///
/// @param mask bit i: the weights differ along dimension i of dst
DNNL_API dnnl_status_t dnnl_post_ops_append_prelu(dnnl_post_ops_t post_ops, int mask);

/// Reads back dnnl_post_ops_append_prelu().
DNNL_API dnnl_status_t dnnl_post_ops_get_params_prelu(const_dnnl_post_ops_t post_ops, int index,
                                                      int *mask);

// Primitive descriptors: an operation with everything decided. They are made by the functions of
// the single primitives, further down.

/// Replaces the kernel of a primitive descriptor by the next best one that can do the same. Layouts
/// that were `any`, and sizes of scratchpad and workspace, may change.
///
/// Status: dnnl_last_impl_reached if there is none; the descriptor stays as it is. That is always
/// so for reorder, concat and sum, as in oneDNN; dnnlet_next_impl() walks theirs too.
DNNL_API dnnl_status_t dnnl_primitive_desc_next_impl(dnnl_primitive_desc_t primitive_desc);

/// Copies a primitive descriptor.
DNNL_API dnnl_status_t dnnl_primitive_desc_clone(
    dnnl_primitive_desc_t *primitive_desc, const_dnnl_primitive_desc_t existing_primitive_desc);

/// The attributes of a primitive descriptor; layouts that were `any` in them are filled in.
DNNL_API dnnl_status_t dnnl_primitive_desc_get_attr(const_dnnl_primitive_desc_t primitive_desc,
                                                    const_dnnl_primitive_attr_t *attr);

/// Destroys a primitive descriptor. Primitives made of it go on without.
DNNL_API dnnl_status_t dnnl_primitive_desc_destroy(dnnl_primitive_desc_t primitive_desc);

/// Asks a primitive descriptor about itself.
///
/// @param index which tensor, for the questions about tensors; else ignored
/// @param result pointer to the type that dnnl_query_t gives for the question
/// Status: dnnl_invalid_arguments if the question is not for primitive descriptors;
/// dnnl_unimplemented if this primitive has no such parameter.
DNNL_API dnnl_status_t dnnl_primitive_desc_query(const_dnnl_primitive_desc_t primitive_desc,
                                                 dnnl_query_t what, int index, void *result);

/// The descriptor of one of the tensors, with the layout that the kernel wants. If there is no such
/// tensor: a zero descriptor; NULL only if primitive_desc is NULL or `what` is no
/// dnnl_query_..._md.
DNNL_API const_dnnl_memory_desc_t dnnl_primitive_desc_query_md(
    const_dnnl_primitive_desc_t primitive_desc, dnnl_query_t what, int index);

/// The answer to a question whose name ends in _s32; 0 if there is none.
DNNL_API int dnnl_primitive_desc_query_s32(const_dnnl_primitive_desc_t primitive_desc,
                                           dnnl_query_t what, int index);

// Primitives: ready to run.

/// Makes a primitive, which takes its scratchpad from the memory source unless attributes leave
/// that to the caller.
DNNL_API dnnl_status_t dnnl_primitive_create(dnnl_primitive_t *primitive,
                                             const_dnnl_primitive_desc_t primitive_desc);

/// Makes a primitive from what dnnl_primitive_get_cache_blob() gave.
///
/// Status: dnnl_unimplemented always: there is nothing that takes time enough to be stored.
DNNL_API dnnl_status_t dnnl_primitive_create_from_cache_blob(
    dnnl_primitive_t *primitive, const_dnnl_primitive_desc_t primitive_desc, size_t size,
    const uint8_t *cache_blob);

/// Computes. Allocates nothing, and is complete when it returns.
///
/// @param args nargs different arguments. Those listed with the primitive are required, others are
/// ignored. Descriptors are those of the primitive descriptor, with unknown sizes filled in.
/// Status: dnnl_invalid_arguments if an argument is missing, given twice, has no buffer, or does
/// not fit its descriptor; dnnl_runtime_error if a thread pool failed.
DNNL_API dnnl_status_t dnnl_primitive_execute(const_dnnl_primitive_t primitive,
                                              dnnl_stream_t stream, int nargs,
                                              const dnnl_exec_arg_t *args);

/// The descriptor that a primitive was made of.
DNNL_API dnnl_status_t dnnl_primitive_get_primitive_desc(
    const_dnnl_primitive_t primitive, const_dnnl_primitive_desc_t *primitive_desc);

/// Compiled code of a primitive, to be stored and reused.
///
/// Status: dnnl_unimplemented always: there is no code but the library's own.
DNNL_API dnnl_status_t dnnl_primitive_get_cache_blob(const_dnnl_primitive_t primitive, size_t *size,
                                                     uint8_t *cache_blob);

/// Destroys a primitive, and its scratchpad.
DNNL_API dnnl_status_t dnnl_primitive_destroy(dnnl_primitive_t primitive);

// The single primitives. What all their ..._primitive_desc_create functions have in common:
//
// They check everything once, and offer the operation to the kernels, best first; the first that
// accepts wins. dnnl_unimplemented means that none did.
//
// prop_kind      dnnl_forward_training or dnnl_forward_inference in forward functions. Backward
//                functions that take one say which.
// ..._desc       descriptors of the tensors. A layout of dnnl_format_tag_any is the kernel's to
//                choose: query the primitive descriptor for it, create the memory accordingly, and
//                reorder into it if need be. Convolution, deconvolution, inner product, matmul and
//                recurrent networks take `any` for all tensors, the others for gradients, results
//                and weights, but not for their sources: that is dnnl_invalid_arguments.
// hint_fwd_pd    of a backward function: the descriptor of the forward primitive whose gradient it
//                computes, created with dnnl_forward_training and the same parameters. It may be
//                NULL: then layouts of `any` follow the descriptors that are given, and so does
//                the workspace's, which is the one of a forward pass with these layouts.
// attr           attributes, NULL for the defaults. Those that a primitive does not support are
//                dnnl_unimplemented. All of them take the scratchpad mode, deterministic, and the
//                math and accumulation modes, of which the last two change nothing, but for what
//                dnnl_primitive_attr_set_accumulation_mode() says of f16: products of floating
//                point types are summed up in f32, of f64 in f64, of integers in s32.
//
// Statuses, beside what "Conventions" above says:
//   dnnl_invalid_arguments  prop_kind or alg_kind is not one of the function's; a tensor that is
//                           not optional is NULL or a zero descriptor; dimensions do not fit
//                           together as the formula says
//   dnnl_unimplemented      data types outside of the primitive's list; a layout that is not by
//                           strides and blocks (sparse, host scalar); DNNL_RUNTIME_DIM_VAL, except
//                           in reorder; strides or an offset that no memory has room for;
//                           attributes outside of the primitive's list; a primitive, a data type
//                           or the backward passes that this build was made without
//   dnnl_out_of_memory      there is no room for the descriptor
//
// Layouts may be any strides and blocks, and may differ from tensor to tensor. Types and layouts
// that no SIMD kernel takes go to the reference, which is slow; README lists what the kernels take,
// and dnnl_query_impl_info_str names the one that was chosen. In the lists of types, f8 is f8_e5m2
// or f8_e4m3, and int8 s8 or u8. Results are rounded to nearest, halves to even, and integers
// saturate.
//
// "Reads" and "writes" list the arguments of an execution, without their prefix DNNL_ARG_; those in
// brackets exist only in the cases named. Arguments of attributes and post-ops come on top.
//
// Letters of dimensions: N batch, C channels, IC and OC input and output channels, G groups; D, H,
// W depth, height and width, which are I of sources, O of results, K of kernels. Tensors with one
// or two spatial dimensions leave out D, or D and H. Formulas are given for one spatial dimension
// where the others go alike. Gradients have the shapes of what they are gradients of.

// Reorder: dst = src, in another layout or data type.
//
//   dst = (src_scale * (src - src_zero_point) + sum_scale * (old dst - sum_zero_point)) / dst_scale
//         + dst_zero_point
//
// where what the attributes do not name is left out. src and dst have the same dimensions, 1 to
// DNNL_MAX_NDIMS, which may be DNNL_RUNTIME_DIM_VAL, and strides and blocks of any kind; padding of
// dst becomes 0. Their buffers are disjoint.
//
// Reads FROM; writes TO.
// Types: every pair of types. Those of 64 bits are converted in f64, all others in f32.
// Attributes:
//   scales       of FROM and TO, by any mask; of FROM also in groups, which divide the last two
//                dimensions, both in the mask. With src of s4 or u4, the mask of FROM is not 0
//   zero points  of FROM and TO, where that is of integers; by any mask or in groups
//   post-ops     one sum, whose data type has dst's size
// A dst of s8 may be packed sparse, in the layout that a primitive descriptor answers; then without
// sum and runtime dimensions. Nothing else is sparse.
// Status: dnnl_invalid_arguments if a layout is `any`, for zero points of floating point tensors,
// and for groups that do not fit; dnnl_unimplemented for other arguments and for dynamic scales.
// Execution: dnnl_invalid_arguments if more elements are not zero than a packed dst has room for;
// then its values are as they were, and nobody takes it for packed weights.
// Source of the formula: oneDNN's developer guide, "Reorder" and "Quantization".

/// Describes a reorder.
///
/// @param src_desc its layout is chosen, not `any`
/// @param dst_desc the same; the dimensions are those of src
/// @param src_engine a CPU engine, and so is dst_engine
DNNL_API dnnl_status_t dnnl_reorder_primitive_desc_create(
    dnnl_primitive_desc_t *reorder_primitive_desc, const_dnnl_memory_desc_t src_desc,
    dnnl_engine_t src_engine, const_dnnl_memory_desc_t dst_desc, dnnl_engine_t dst_engine,
    const_dnnl_primitive_attr_t attr);

// Concat: dst = src_0, src_1, ..., one after the other along a dimension.
//
// Reads MULTIPLE_SRC + i; writes DST. A source may be the buffer of its part of dst, if it lies
// there as it should: nothing is copied then. Types: every type, the same for all sources; dst may
// have another one. Attributes: a scale of mask 0 for each source, argument MULTIPLE_SRC + i.
// Status: dnnl_invalid_arguments where sizes other than along the dimension, or types of sources,
// differ; dnnl_unimplemented for runtime dimensions of sources and other attributes.

/// Describes a concatenation.
///
/// @param dst_desc NULL or `any` layout: the library chooses layout, and type of src_0 for NULL
/// @param n how many sources, at least 1
/// @param concat_dimension from 0 to ndims - 1; sources differ in size along this one only
/// @param src_descs n descriptors
DNNL_API dnnl_status_t dnnl_concat_primitive_desc_create(
    dnnl_primitive_desc_t *concat_primitive_desc, dnnl_engine_t engine,
    const_dnnl_memory_desc_t dst_desc, int n, int concat_dimension,
    const const_dnnl_memory_desc_t *src_descs, const_dnnl_primitive_attr_t attr);

// Sum: dst = scales[0] * src_0 + scales[1] * src_1 + ...
//
// Reads MULTIPLE_SRC + i; writes DST, which may be the buffer of src_0.
// Types: every type, and another one for each tensor if need be; sums are f32, in this order.
// Attributes: none.

/// Describes a weighted sum.
///
/// @param dst_desc NULL or `any` layout: the library chooses layout, and type of src_0 for NULL
/// @param n how many sources, at least 1
/// @param scales n factors
/// @param src_descs n descriptors; all tensors have the same dimensions
DNNL_API dnnl_status_t dnnl_sum_primitive_desc_create(dnnl_primitive_desc_t *sum_primitive_desc,
                                                      dnnl_engine_t engine,
                                                      const_dnnl_memory_desc_t dst_desc, int n,
                                                      const float *scales,
                                                      const const_dnnl_memory_desc_t *src_descs,
                                                      const_dnnl_primitive_attr_t attr);

// Binary: dst = src0 op src1, element by element.
//
// Reads SRC_0, SRC_1, [SRC_2: select]; writes DST. dst may be src0's buffer.
// Types: every type, and another one for each tensor if need be; the operation is of f32 numbers.
// Comparisons give 1 or 0.
// Attributes: a scale of mask 0 for each of src0 and src1, with which they are multiplied first;
// then sum, eltwise and binary post-ops. Status: dnnl_invalid_arguments for sizes that do not fit;
// dnnl_unimplemented for runtime dimensions, other scales, and a sum with a zero point.

/// Describes an operation on two tensors.
///
/// @param alg_kind a dnnl_binary_ operation but select
/// @param src1_desc src0's number of dimensions; where sizes differ, one is 1 and is repeated;
/// `any`: in src0's layout
/// @param dst_desc the larger size in every dimension; `any`: in src0's layout
DNNL_API dnnl_status_t dnnl_binary_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src0_desc, const_dnnl_memory_desc_t src1_desc,
    const_dnnl_memory_desc_t dst_desc, const_dnnl_primitive_attr_t attr);

/// The same with dnnl_binary_select: dst = src2 ? src0 : src1.
///
/// @param src2_desc s8, of dst's sizes or 1, which is repeated; for select only
DNNL_API dnnl_status_t dnnl_binary_primitive_desc_create_v2(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src0_desc, const_dnnl_memory_desc_t src1_desc,
    const_dnnl_memory_desc_t src2_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_primitive_attr_t attr);

// Convolution (cross-correlation):
//
//   dst[n, oc, ow] = bias[oc] + sum over ic, kw of
//                    src[n, ic, ow * stride + kw * (dilate + 1) - padding_l] * weights[oc, ic, kw]
//
// where src is 0 outside of its bounds.
//
//   src {N, IC, ID, IH, IW}, weights {OC, IC, KD, KH, KW}, bias {OC}, dst {N, OC, OD, OH, OW}
//   OW = (IW + padding_l + padding_r - ((KW - 1) * (dilate + 1) + 1)) / stride + 1, rounded down
//
// With groups, weights have one dimension more: {G, OC / G, IC / G, KD, KH, KW}. Output channels of
// a group see input channels of the same group only; OC = IC = G is a depthwise convolution.
//
// strides, dilates, padding_l, padding_r: a number for each spatial dimension. Strides are at least
// 1. Dilates count the gaps, 0 is dense; NULL means 0. padding_l is at least 0; padding_r is above
// -stride, and NULL means the same as padding_l.
//
// Layouts of `any` become channels-last for src and dst and packed panels for weights where a
// kernel has use for these. Backward passes need no hint_fwd_pd and look at none.
// Source of the formulas: oneDNN's developer guide, "Convolution".

/// Describes a convolution.
///
/// Reads SRC, WEIGHTS, [BIAS]; writes DST.
///
/// Types:
///     src, weights             dst                               bias
///     f32, f32 or bf16 or f16  f32, bf16, f16, f8, int8, s32     f32
///     bf16, bf16               the same                          f32, bf16
///     f16, f16                 the same                          f32, f16
///     f8, f8                   the same                          f32, bf16, f16, src's
///     int8, s8                 the same                          f32, bf16, f16, int8, s32
///     f64, f64                 f64                               f64
///
/// Attributes, in the order in which they take effect on the sums of (src - its zero point) *
/// weights, with src equal to its zero point outside of its bounds; scales, of f32, and zero
/// points, of s32, are for integer src only:
///     zero points  of SRC, by channel (mask 2) or one
///     scales       of SRC, one; of WEIGHTS, by output channel (mask 1, with groups 3) or one;
///                  then the bias is added
///     dropout
///     post-ops     sum (data type of dst's size; a zero point with integer src only), eltwise,
///                  binary, prelu, and one depthwise
///     scales       of DST, one
///     zero points  of DST, by channel (mask 2) or one
///     rounding     of DST, not with integer src
/// A depthwise post-op follows a 1x1 convolution in two dimensions and goes with no sum; its
/// padding is less than its kernel. Scales may be given of ATTR_POST_OP_DW | WEIGHTS (mask 3,
/// 1 or 0) and of ATTR_POST_OP_DW | DST, one. Its types are those of the list above, with the
/// dst of the 1x1 convolution as src.
///
/// Where layouts of src and dst are both dnnl_format_tag_any, f32 or bf16, and not for
/// dnnl_forward_inference, x86 CPUs with AVX-512 get blocks of 16 channels (nChw16c), those with
/// AVX2 of 8, as in oneDNN; fewer than 4 channels are planes (nchw). All others, and channels that
/// do not fill blocks, lie last (nhwc).
///
/// @param alg_kind dnnl_convolution_direct, or _auto, which means it; or _winograd, for f32, two
///     dimensions, 3x3 kernels without strides, dilation and groups, else dnnl_unimplemented. It
///     takes a quarter of the products: the error of an element is at most 2^-17 of the largest sum
///     of |src * weights| that any element of DST has. Weights are transformed at each execution:
///     for planes of few pixels and many channels that takes longer than it saves.
/// @param bias_desc optional
/// Status: dnnl_invalid_arguments if weights are empty, if OW is not what the formula gives, and
/// for types whose products have no type to be summed up in (s32 factors, for instance), as in
/// oneDNN; dnnl_unimplemented for other types, masks and groups.
DNNL_API dnnl_status_t dnnl_convolution_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_desc, const dnnl_dim_t *strides, const dnnl_dim_t *dilates,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r, const_dnnl_primitive_attr_t attr);

/// Describes the gradient of a convolution's source:
///
///   diff_src[n, ic, iw] = sum over oc, ow, kw of diff_dst[n, oc, ow] * weights[oc, ic, kw]
///
/// over all ow and kw with ow * stride + kw * (dilate + 1) - padding_l = iw.
///
/// Reads WEIGHTS, DIFF_DST; writes DIFF_SRC.
///
/// Types:
///     weights, diff_dst        diff_src
///     f32 or bf16 or f16, f32  f32, int8
///     bf16, bf16               f32, bf16, int8
///     f16, f16                 f32, f16, int8
///     f8, f8                   f32, bf16, f16, f8, int8
///     s8, int8                 f32, bf16, f16, int8, s32
///     f64, f64                 f64
/// Attributes: rounding of DIFF_SRC.
///
/// @param alg_kind as in the forward pass
/// Status: as in the forward pass.
DNNL_API dnnl_status_t dnnl_convolution_backward_data_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dim_t *strides, const dnnl_dim_t *dilates,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

/// Describes the gradient of a convolution's weights and bias:
///
///   diff_weights[oc, ic, kw] = sum over n, ow of diff_dst[n, oc, ow] *
///                              src[n, ic, ow * stride + kw * (dilate + 1) - padding_l]
///   diff_bias[oc]            = sum over n, ow of diff_dst[n, oc, ow]
///
/// Reads SRC, DIFF_DST; writes DIFF_WEIGHTS, [DIFF_BIAS].
///
/// Types:
///     src, diff_dst   diff_weights and diff_bias, each
///     f32, f32        f32
///     bf16, bf16      f32, bf16
///     f16, f16        f32, f16
///     f8, f8          f32, src's
///     f64, f64        f64
/// Attributes: rounding of DIFF_WEIGHTS.
///
/// @param alg_kind dnnl_convolution_direct or _auto; _winograd is dnnl_unimplemented
/// @param diff_bias_desc optional
/// Status: as in the forward pass.
DNNL_API dnnl_status_t dnnl_convolution_backward_weights_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t diff_weights_desc,
    const_dnnl_memory_desc_t diff_bias_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dim_t *strides, const dnnl_dim_t *dilates, const dnnl_dim_t *padding_l,
    const dnnl_dim_t *padding_r, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr);

// Deconvolution (transposed convolution): what the backward pass of a convolution does to dst. Each
// element of src adds weights, multiplied by it, to a window of dst:
//
//   dst[n, oc, iw * stride + kw * (dilate + 1) - padding_l] += src[n, ic, iw] * weights[oc, ic, kw]
//
//   src {N, IC, ID, IH, IW}, weights {OC, IC, KD, KH, KW}, bias {OC}, dst {N, OC, OD, OH, OW}
//   OW = (IW - 1) * stride + (KW - 1) * (dilate + 1) + 1 - padding_l - padding_r
//
// Groups, strides, dilates and padding are as in convolution; each of these sizes of src is what a
// convolution of dst would give. Layouts of `any` become those that the convolution would have.
// Backward passes need no hint_fwd_pd and look at none.

/// Describes a deconvolution.
///
/// Reads SRC, WEIGHTS, [BIAS]; writes DST.
///
/// Types:
///     src, weights             dst                               bias
///     f32, f32                 f32, bf16, f16, f8, int8          f32, bf16, f16, f8
///     f32, bf16 or f16         f32, bf16, f16, f8, int8, s32     the same
///     bf16, bf16; f16, f16     the same                          the same
///     f8, f8                   the same                          the same
///     int8, s8                 the same                          the same, and int8, s32
///
/// Attributes, in the order in which they take effect on the sums of (src - its zero point) *
/// weights:
///     zero points  of SRC, by channel (mask 2) or one, with integer src only
///     scales       of SRC, one; of WEIGHTS, by output channel (mask 1, with groups 3) or one; both
///                  with integer src only; then the bias is added
///     post-ops     sum (data type of dst's size; a zero point with integers only), eltwise,
///                  binary, prelu
///     scales       of DST, one; with integer src only
///     zero points  of DST, by channel (mask 2) or one, with integer src only
/// Scales are f32, zero points s32.
///
/// @param alg_kind dnnl_deconvolution_direct; _winograd is dnnl_unimplemented
/// @param bias_desc optional
/// Status: dnnl_invalid_arguments if weights are empty, if IW is not what the formula gives, and
/// for types whose products have no type to be summed up in, as in convolution;
/// dnnl_unimplemented for other types, masks and groups.
DNNL_API dnnl_status_t dnnl_deconvolution_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_desc, const dnnl_dim_t *strides, const dnnl_dim_t *dilates,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r, const_dnnl_primitive_attr_t attr);

/// Describes the gradient of a deconvolution's source: the convolution of diff_dst.
///
/// Reads WEIGHTS, DIFF_DST; writes DIFF_SRC.
///
/// Types:
///     weights, diff_dst        diff_src
///     f32, f32                 f32
///     bf16, bf16; f16, f16     f32, diff_dst's
///     bf16 or f16, f32         f32
/// Attributes: none. Status: as in the forward pass.
DNNL_API dnnl_status_t dnnl_deconvolution_backward_data_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dim_t *strides, const dnnl_dim_t *dilates,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

/// Describes the gradient of a deconvolution's weights and bias.
///
/// Reads SRC, DIFF_DST; writes DIFF_WEIGHTS, [DIFF_BIAS].
///
/// Types: src and diff_dst both f32, bf16 or f16; diff_weights and diff_bias, each, f32 or src's.
/// Attributes: none. Status: as in the forward pass.
///
/// @param diff_bias_desc optional
DNNL_API dnnl_status_t dnnl_deconvolution_backward_weights_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t diff_weights_desc,
    const_dnnl_memory_desc_t diff_bias_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dim_t *strides, const dnnl_dim_t *dilates, const dnnl_dim_t *padding_l,
    const dnnl_dim_t *padding_r, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr);

// Inner product (fully connected layer):
//
//   dst[n, oc] = bias[oc] + sum over ic and space of src[n, ic, ...] * weights[oc, ic, ...]
//
//   src {N, IC, ...}, weights {OC, IC, ...} with the same spatial sizes, if any; bias {OC};
//   dst {N, OC}
//
// Weights of `any` become panels, or the layout that goes with src; src of `any` becomes
// channels-last. Backward passes need no hint_fwd_pd and look at none.

/// Describes an inner product.
///
/// Reads SRC, WEIGHTS, [BIAS]; writes DST.
///
/// Types:
///     src, weights             dst                               bias
///     f32, f32                 f32                               f32
///     bf16, bf16; f16, f16     f32, src's                        f32, src's
///     f8, f8                   f32, f16, f8                      f32, bf16, f16, f8
///     int8, s8                 f32, bf16, int8, s32              the same
///
/// Attributes, in the order in which they take effect:
///     scales       of SRC, one; of WEIGHTS, by output channel (mask 1) or one; both with integer
///                  src only, and of f32; then the bias is added
///     post-ops     sum (data type of dst's size; a zero point with integers only), eltwise,
///                  binary, prelu
///     scales       of DST, one; with integer src only
///
/// Status: dnnl_invalid_arguments if sizes do not fit, and for types whose products have no type to
/// be summed up in, as in convolution; dnnl_unimplemented for other types and masks.
///
/// @param bias_desc optional
DNNL_API dnnl_status_t dnnl_inner_product_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_primitive_attr_t attr);

/// Describes the gradient of an inner product's source.
///
/// Reads WEIGHTS, DIFF_DST; writes DIFF_SRC.
///
/// Types: weights and diff_dst both f32, bf16 or f16; diff_src f32 or theirs. Attributes: none.
/// Status: as in the forward pass.
DNNL_API dnnl_status_t dnnl_inner_product_backward_data_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr);

/// Describes the gradient of an inner product's weights and bias.
///
/// Reads SRC, DIFF_DST; writes DIFF_WEIGHTS, [DIFF_BIAS].
///
/// Types: src and diff_dst both f32, bf16 or f16; diff_weights f32 or theirs; diff_bias of any
/// type. Attributes: none. Status: as in the forward pass.
///
/// @param diff_bias_desc optional
DNNL_API dnnl_status_t dnnl_inner_product_backward_weights_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr);

// Matmul: dst[..., m, n] = bias[..., m, n] + sum over k of src[..., m, k] * weights[..., k, n]
//
//   src {..., M, K}, weights {..., K, N}, dst {..., M, N}, 2 dimensions or more, all the same
//   number. Where batch dimensions of src and weights differ, one is 1 and is repeated.
//   bias: dst's number of dimensions, each as in dst or 1.
//
// Sizes and strides may be DNNL_RUNTIME_DIM_VAL, alike in all tensors that share the dimension; the
// memories of an execution say them, and must have the strides and blocks that are known. Without
// K, sums are 0, and bias and attributes make dst of them. Layouts of `any` become row-major, and
// panels for weights where a kernel has use for these.
// Source of the formulas: oneDNN's developer guide, "Matrix Multiplication".

/// Describes a multiplication of matrices.
///
/// Reads SRC, WEIGHTS, [BIAS]; writes DST.
///
/// Types:
///     src, weights                     dst                              bias
///     f32, f32                         f32, bf16, f16, f8, f4, int8     f32
///     f32 or bf16 or f16, bf16         the same, of f16: f32, f16       f32, bf16
///     f32 or bf16 or f16, f16          the same                         f32, f16
///     f8, f8; f4, the same f4          the same                         f32, bf16, f16, f8
///     f32, bf16, f16, f4_e3m0          the same                         f32, bf16, f16, f8
///     f32, bf16, f16, int8 or int4     the same                         f32, bf16, f16, f8
///     int8, int8 or int4               f32, bf16, f16, s32, int8        f32, bf16, f16, s32, int8
/// Integer weights of floats are made numbers of src's type before they are multiplied, which the
/// fpmath mode has to allow: set with apply_to_int; any mode for f32, bf16 or any for bf16, f16 or
/// any for f16. With 4-bit elements, one stride is 1 and all others are even.
///
/// Attributes, in the order in which they take effect on the sums of (src - its zero point) * its
/// scale * (weights - their zero point) * their scale. Bit d of a mask is dimension d; M, N and K
/// are the last two. Groups are of these two, one of them 1; they divide the extents, and with two
/// along K one divides the other. They need weights of integers, f8 or f4.
///     zero points  of SRC of int8: mask 0, K or M and K, groups along K of multiples of 32; of
///                  WEIGHTS of integers, f8 or f4: any mask, groups along N if converted
///     scales       of SRC: mask 0; with groups K, M and K or all, along K of int8, f8 and f4 only;
///                  of WEIGHTS: any mask; then the bias is added
///     precomputed reductions of SRC: for each group along K the sum of src less its zero point,
///                  which is multiplied by the zero points of weights, instead of reading src again
///     dropout
///     post-ops     sum (data type of dst's size; a zero point with int8 src only), eltwise,
///                  binary, prelu
///     scales       of DST: mask 0, N, M and N, or all. With dst of f8 or f4 and floats they may be
///                  computed: dynamic_mx (e8m0, all, groups 1 x 32) or dynamic_fp (f8_e4m3, 1 x
///                  16); the memory is written then
///     zero points  of DST, with int8 src: mask 0 or, in two dimensions, N
///     rounding     of DST
///
/// A sparse src or sparse weights (CSR or COO, indices of s32) go with two dimensions, all tensors
/// f32 or all f16, the others row-major, and without bias and attributes. Their indices are checked
/// at each execution.
///
/// Packed sparse weights, of s8 and with src of u8 or s8, go with everything that dense ones of
/// these types go with, except that their own dimensions are known. Each execution makes them dense
/// in the scratchpad. The layout is the same for all of these matmuls.
///
/// @param bias_desc optional
/// Status: dnnl_invalid_arguments for sizes that do not fit, and for types whose products have no
/// type to be summed up in; dnnl_unimplemented for other types, masks and groups. Execution:
/// dnnl_invalid_arguments if sizes that were open do not fit, values of attributes are missing or
/// too few, an index of a sparse matrix is not inside of it, or rows of packed weights begin where
/// there is no value.
DNNL_API dnnl_status_t dnnl_matmul_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_desc, const_dnnl_primitive_attr_t attr);

// Eltwise: dst = f(src), element by element.
//
// src and dst have the same dimensions, any number of them, and may be the same buffer if they have
// the same descriptor. The functions, and what alpha and beta mean, are listed at dnnl_alg_kind_t.
// clip wants alpha <= beta, relu and elu with ..._use_dst_for_bwd alpha >= 0.
// Source of the formulas: oneDNN's developer guide, "Eltwise".
//
// Types: every type, and another one for each tensor if need be; dnnl_eltwise_round takes src of
// f32 only.

/// Describes a function of each element.
///
/// Reads SRC; writes DST.
/// Attributes: dropout, then binary post-ops.
///
/// @param alg_kind a dnnl_eltwise_ function
/// @param dst_desc `any`: in src's layout
/// Status: dnnl_invalid_arguments for an alpha or beta that the function does not take, and for
/// dnnl_eltwise_round of other types.
DNNL_API dnnl_status_t dnnl_eltwise_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    float alpha, float beta, const_dnnl_primitive_attr_t attr);

/// Describes the gradient: diff_src = diff_dst * f'(src).
///
/// Reads SRC (with ..._use_dst_for_bwd: DST), DIFF_DST; writes DIFF_SRC.
/// Attributes: none of its own.
///
/// @param data_desc of src, or of dst for ..._use_dst_for_bwd; not `any`, while gradients may be:
/// then they lie like it
/// Status: dnnl_invalid_arguments for dnnl_eltwise_round, which has no gradient, else as in the
/// forward pass.
DNNL_API dnnl_status_t dnnl_eltwise_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t data_desc, float alpha, float beta,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

// PReLU: dst = src > 0 ? src : src * weights
//
// weights have src's number of dimensions, 1 to 5, each as in src or 1, where they are repeated.
//
// Types: all but f64, boolean and the floats of 4 bits; weights may be of another one than src.
// src and dst have one type and one layout, and may be the same buffer; so may diff_dst and
// diff_src.

/// Describes a PReLU.
///
/// Reads SRC, WEIGHTS; writes DST.
/// Attributes: none of its own.
///
/// @param weights_desc `any`: in src's layout
/// @param dst_desc `any`: in src's layout
/// Status: dnnl_invalid_arguments for sizes that do not fit, more than 5 dimensions, and src that
/// is `any`; dnnl_unimplemented for other types, for src and dst of different types or layouts, and
/// for dimensions that are not known yet.
DNNL_API dnnl_status_t dnnl_prelu_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t dst_desc, const_dnnl_primitive_attr_t attr);

/// Describes its gradients: diff_src = src > 0 ? diff_dst : diff_dst * weights, and diff_weights,
/// of src > 0 ? 0 : src * diff_dst, summed over repeated dimensions.
///
/// Reads SRC, WEIGHTS, DIFF_DST; writes DIFF_SRC, DIFF_WEIGHTS.
/// Attributes: none of its own. What is `any` lies like src, diff_weights like weights.
///
/// Status: as in the forward pass; dnnl_unimplemented for diff_src and diff_dst of different types
/// or layouts.
DNNL_API dnnl_status_t dnnl_prelu_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t diff_src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

// Softmax along one dimension, with m the largest src along it:
//
//   dnnl_softmax_accurate  dst = exp(src - m) / sum of exp(src - m)
//   dnnl_softmax_log       dst = src - m - log(sum of exp(src - m))
//
// src and dst have the same dimensions and may be the same buffer, and so may diff_dst and
// diff_src. NaN or +infinity in src make NaN of all that is summed up with them, and so does
// nothing but -infinity.

/// Describes a softmax.
///
/// Reads SRC; writes DST.
/// Types: f32, bf16, f16, f8, s8, u8, for src and dst each.
/// Attributes: with s8 or u8, scales of src and dst, one value each, by which the result is
/// multiplied and, after post-ops, divided; eltwise and binary post-ops; dropout.
///
/// @param softmax_axis from 0 to ndims - 1
DNNL_API dnnl_status_t dnnl_softmax_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    int softmax_axis, const_dnnl_primitive_attr_t attr);

/// Describes its gradient.
///
/// Reads DST, DIFF_DST; writes DIFF_SRC.
/// Types: f32, bf16, f16; dst and diff_dst have the same. Attributes: none of its own.
DNNL_API dnnl_status_t dnnl_softmax_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t dst_desc, int softmax_axis, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr);

// Pooling: the largest element, or the mean, of each window of src.
//
//   src {N, C, ID, IH, IW}, dst {N, C, OD, OH, OW}, OW as in convolution
//
// Padding is never the largest; it counts in the mean of ..._include_padding only. Of equal
// elements, the first one is the largest; NaN never is. The largest of a window without any is the
// least number of dst's type. strides, kernel, dilation, padding_l, padding_r: a number for each
// spatial dimension. A dilation of 0 is dense; NULL means 0. padding_l is at least 0; padding_r is
// at least -stride, and NULL means the same as padding_l.
// Source of the formulas: oneDNN's developer guide, "Pooling".
//
// The workspace of max pooling has the dimensions and the layout of dst. Its elements say which
// element of the window was the largest, row by row from 0; they are u8 for windows of up to 255
// elements, else s32. Query the primitive descriptor for it.

/// Describes a pooling.
///
/// Reads SRC; writes DST, [WORKSPACE: where the maxima were, in max pooling for training].
/// Types: f32, bf16, f16, f8, int8, s32, s64, f64, for src and dst each.
/// Attributes: eltwise and binary post-ops.
///
/// @param alg_kind a dnnl_pooling_ algorithm
/// @param dst_desc `any`: in src's layout
/// Status: dnnl_invalid_arguments if OW is not what the formula gives, and if the mean of
/// ..._exclude_padding might have no elements: padding, on either side, beyond the last element of
/// the kernel (KW - 1) * (dilation + 1), or a dilation of IW or more; dnnl_unimplemented if a
/// workspace would count more elements of a window than s32 can.
DNNL_API dnnl_status_t dnnl_pooling_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dim_t *strides, const dnnl_dim_t *kernel, const dnnl_dim_t *dilation,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r, const_dnnl_primitive_attr_t attr);

/// Describes its gradient: each element of diff_dst is added to the element of diff_src that was
/// the largest, or divided among those of its window.
///
/// Reads DIFF_DST, [WORKSPACE: max pooling]; writes DIFF_SRC.
/// Types: f32, bf16, f16, f64, for each tensor.
/// Attributes: none of its own.
///
/// @param hint_fwd_pd if given, `any` of diff_src is its src's layout, and the workspace is its own
/// Status: as in the forward pass; dnnl_unimplemented if the workspace of hint_fwd_pd is another
/// one, for instance none, because it was not created for training.
DNNL_API dnnl_status_t dnnl_pooling_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dim_t *strides, const dnnl_dim_t *kernel, const dnnl_dim_t *dilation,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

// Resampling: dst is src, enlarged or reduced.
//
//   src {N, C, ID, IH, IW}, dst {N, C, OD, OH, OW}
//
// With x = (ow + 0.5) * IW / OW - 0.5, dnnl_resampling_nearest takes src[round(x)], and
// dnnl_resampling_linear (1 - f) * src[floor(x)] + f * src[floor(x) + 1] for the fraction f of x,
// in each dimension. Positions outside of src count as the nearest inside; they are computed in
// f32.
//
// Types: every type, and another one for each tensor if need be.
// Attributes: forward sum, eltwise and binary post-ops; backward none.

/// Describes a resampling.
///
/// Reads SRC; writes DST.
///
/// @param factors O / I for each spatial dimension; NULL: the sizes of dst_desc decide
/// @param dst_desc NULL if there are factors: O is I * factor, rounded down. If both are given, the
/// sizes of dst_desc decide.
DNNL_API dnnl_status_t dnnl_resampling_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const float *factors, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t dst_desc, const_dnnl_primitive_attr_t attr);

/// Describes its gradient.
///
/// Reads DIFF_DST; writes DIFF_SRC.
DNNL_API dnnl_status_t dnnl_resampling_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const float *factors, const_dnnl_memory_desc_t diff_src_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr);

// Reduction: dst = op over the elements of src along the dimensions in which dst has size 1.
//
// Reads SRC; writes DST. The operations are listed at dnnl_alg_kind_t.

/// Describes a reduction.
///
/// Types: all numbers but those of f4, for src and dst each; norms: src of f32, bf16 or f16. NaN is
/// no maximum and no minimum; maxima of nothing are the least finite number of src's type.
/// Attributes: sum (in the type of dst), eltwise and binary post-ops.
///
/// @param alg_kind a dnnl_reduction_ operation
/// @param dst_desc each dimension as in src or 1, and 1 in at least one where src has more
/// @param p exponent of the norms, finite and at least 1; ignored by the others
/// @param eps see the norms; ignored by the others
DNNL_API dnnl_status_t dnnl_reduction_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, float p, float eps,
    const_dnnl_primitive_attr_t attr);

// Shuffle: with dimension `axis`, of size C, seen as a matrix of C / G rows and G columns for
// G = group_size, dst is src with that matrix transposed. The data type is arbitrary.
// Attributes: none.

/// Describes a shuffle.
///
/// Reads SRC; writes DST.
///
/// @param dst_desc src's type and layout; `any`: like src
/// @param axis from 0 to ndims - 1
/// @param group_size a divisor of that dimension
DNNL_API dnnl_status_t dnnl_shuffle_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, int axis,
    dnnl_dim_t group_size, const_dnnl_primitive_attr_t attr);

/// Describes its gradient, which puts elements back.
///
/// Reads DIFF_DST; writes DIFF_SRC.
///
/// @param diff_src_desc `any`: like dst of the hint, or row-major without one
/// @param diff_dst_desc diff_src's type and layout; `any`: like diff_src
DNNL_API dnnl_status_t dnnl_shuffle_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc, int axis,
    dnnl_dim_t group_size, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr);

// Local response normalization:
//
//   dst = src * (k + alpha / size * sum of src^2)^-beta
//
// over a window that reaches (local_size - 1) / 2, rounded down, to either side of the element, and
// where src is 0 outside of its bounds. dnnl_lrn_across_channels: the window is over channels, and
// size is local_size; dnnl_lrn_within_channel: it is over every spatial dimension, and size is
// local_size to the power of their number. (With an even local_size, the window has fewer elements
// than size says, as in oneDNN.)
//
//   src, dst {N, C, D, H, W}, of 2 to 5 dimensions
//
// Types: f32, bf16, f16, f64, for each tensor. Attributes: none of its own.
// Source of the formula: oneDNN's developer guide, "Local Response Normalization"; Krizhevsky,
// Sutskever, Hinton 2012, "ImageNet Classification with Deep Convolutional Neural Networks", 3.3.

/// Describes an LRN.
///
/// Reads SRC; writes DST. No kernel of dnnlet has a workspace, though oneDNN's API allows one.
///
/// @param alg_kind a dnnl_lrn_ algorithm
/// @param dst_desc `any`: in src's layout
/// @param local_size at least 1
DNNL_API dnnl_status_t dnnl_lrn_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    dnnl_dim_t local_size, float alpha, float beta, float k, const_dnnl_primitive_attr_t attr);

/// Describes its gradient. With base = k + alpha / size * sum of src^2 around an element,
///
///   diff_src = diff_dst * base^-beta - 2 * alpha / size * beta * src
///              * sum of diff_dst * src * base^(-beta - 1) over the window
///
/// Reads SRC, DIFF_DST; writes DIFF_SRC.
///
/// @param src_desc not `any`, while gradients may be: then they lie like it
DNNL_API dnnl_status_t dnnl_lrn_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, dnnl_dim_t local_size, float alpha, float beta, float k,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

// Batch, group and layer normalization:
//
//   dst = scale * (src - mean) / sqrt(variance + epsilon) + shift
//
// with mean and variance (of the population: divided by the number of elements) over
//
//   batch   all of src but its channels       src {N, C, ...}   statistics {C}
//   group   the space and C / G channels      src {N, C, ...}   statistics {N, G}
//   layer   the last dimension                src {..., C}      statistics: src without the last
//
// Statistics are f32. scale and shift are {C}; f32 but for layer normalization's _v2. flags are
// dnnl_normalization_flags_t. src and dst may be the same buffer in inference.
//
// Forward
//   reads SRC, [SCALE, SHIFT: with these flags], [MEAN, VARIANCE: dnnl_use_global_stats],
//         [SRC_1: dnnl_fuse_norm_add_relu]
//   writes DST, [MEAN, VARIANCE: in training without dnnl_use_global_stats],
//          [WORKSPACE: in training with a fused ReLU]
// Backward
//   reads SRC, DIFF_DST, MEAN, VARIANCE, [SCALE: dnnl_use_scale], [WORKSPACE: as above]
//   writes DIFF_SRC, [DIFF_SCALE, DIFF_SHIFT: with these flags, unless dnnl_backward_data],
//          [DIFF_SRC_1: dnnl_fuse_norm_add_relu]
// With dnnl_rms_norm there is no MEAN, and VARIANCE is the mean square. The fused ReLUs are for
// batch normalization: dst is max(0, dst), or max(0, dst + SRC_1), which lies like dst.
//
// Running averages for inference are up to the caller: mean' = a * mean' + (1 - a) * mean.
//
// Backward functions take dnnl_backward, or dnnl_backward_data where gradients of scale and shift
// are not wanted. Their diff_src_desc and diff_dst_desc come before src_desc. With
// r = 1 / sqrt(variance + epsilon), g = DIFF_DST * scale (0 where a fused ReLU was), and means over
// the elements that share a mean and a variance:
//
//   DIFF_SRC = r * (g - mean of g - (src - mean) * r^2 * mean of g * (src - mean))
//   DIFF_SCALE = sum of DIFF_DST * (src - mean) * r      DIFF_SHIFT = sum of DIFF_DST
//
// With dnnl_use_global_stats the statistics count as constants: DIFF_SRC = r * g. With
// dnnl_rms_norm, DIFF_SRC is as oneDNN computes it: the mean of g, which the derivative does not
// have, is in it.
//
// Types, otherwise dnnl_unimplemented:
//   batch   f32, bf16, f16, one for all tensors; s8 with dnnl_use_global_stats, forward
//   layer, group   f32, bf16, f16, for each tensor; forward also s8 and u8
// Attributes of forward passes:
//   batch   a ReLU as post-op, in training without slope; src and dst lie alike
//   layer   scales of SRC and DST, one value each, if one of them is s8 or u8; post-ops eltwise,
//           binary and sum: dst = post-ops(scale of SRC * normalized) / scale of DST
//   group   scales of those that are s8 or u8; post-ops eltwise and binary
// Sums: of f32, in an order that the shape fixes; mean and variance in two passes over parts that
// are combined by their means, so that a mean that is large against the deviation costs no digits.
// Source of the formulas: oneDNN's developer guide, "Batch Normalization", "Layer Normalization",
// "Group Normalization"; Ioffe and Szegedy 2015; Ba, Kiros and Hinton 2016; Wu and He 2018.
//
// dnnl_invalid_arguments: dimensions that differ; flags that are not the primitive's; src of a
// forward pass `any`; fewer than 2 dimensions, or more than 5 in layer normalization.

/// Describes a batch normalization.
///
/// @param dst_desc `any`: in src's layout
DNNL_API dnnl_status_t dnnl_batch_normalization_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, float epsilon,
    unsigned int flags, const_dnnl_primitive_attr_t attr);

/// Describes its gradients.
///
/// @param hint_fwd_pd of the forward training pass; needed where a ReLU is fused, for the workspace
DNNL_API dnnl_status_t dnnl_batch_normalization_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, float epsilon, unsigned int flags,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

/// Describes a group normalization.
///
/// @param groups a divisor of C
DNNL_API dnnl_status_t dnnl_group_normalization_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, dnnl_dim_t groups,
    float epsilon, unsigned int flags, const_dnnl_primitive_attr_t attr);

/// Describes its gradients.
DNNL_API dnnl_status_t dnnl_group_normalization_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, dnnl_dim_t groups, float epsilon, unsigned int flags,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

/// Describes a layer normalization.
///
/// @param stat_desc of mean and variance, f32; NULL or `any`: in the order of src, to be queried
DNNL_API dnnl_status_t dnnl_layer_normalization_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_memory_desc_t stat_desc, float epsilon, unsigned int flags,
    const_dnnl_primitive_attr_t attr);

/// Describes its gradients.
DNNL_API dnnl_status_t dnnl_layer_normalization_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t stat_desc, float epsilon,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

/// The same with a type for scale and shift: f32, bf16 or f16.
DNNL_API dnnl_status_t dnnl_layer_normalization_forward_primitive_desc_create_v2(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_memory_desc_t stat_desc, dnnl_data_type_t scale_shift_data_type, float epsilon,
    unsigned int flags, const_dnnl_primitive_attr_t attr);

/// The same with types for scale and shift and for their gradients, which must be one.
DNNL_API dnnl_status_t dnnl_layer_normalization_backward_primitive_desc_create_v2(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t stat_desc,
    dnnl_data_type_t diff_scale_shift_data_type, dnnl_data_type_t scale_shift_data_type,
    float epsilon, unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr);

// Recurrent networks: L layers of cells, unrolled over T time steps.
//
// Layer 0 reads src_layer, every other layer the outputs of the one before it in the same
// direction. State passes from step to step: it begins with src_iter (LSTM: and src_iter_c), 0 if
// there is none, and the last state is dst_iter (and dst_iter_c). dst_layer has the outputs of the
// last layer. D is 1 and DLC = DIC, but for the bidirectional kinds, where D is 2, and both outputs
// are side by side (DLC = 2 * DIC) or added. From right to left, the first step is the sequence's
// last.
//
//   src_layer           {T, N, SLC}          dst_layer           {T, N, DLC}
//   src_iter            {L, D, N, SIC}       dst_iter            {L, D, N, DIC}
//   src_iter_c          {L, D, N, DHC}       dst_iter_c          {L, D, N, DHC}
//   weights_layer       {L, D, SLC, G, DHC}  weights_iter        {L, D, SIC, G, DHC}
//   weights_peephole    {L, D, 3, DHC}       weights_projection  {L, D, DHC, DIC}
//   bias                {L, D, G, DHC}, for the lbr cells {L, D, G + 1, DHC}
//   attention           {T, N, 1}
//
// What a cell gives is what the next one takes: DIC = DHC unless there is a projection, SLC = DIC
// if L > 1, SIC = DIC if T > 1, SIC = DHC for all kinds of GRU. With T = 0 states are handed on.
// Attention is for one layer, from left to right.
//
// Optional, as NULL or as a zero descriptor, are bias, weights_peephole, weights_projection,
// src_iter (LSTM: with src_iter_c) and dst_iter (with dst_iter_c); backward, each with its
// gradient.
//
// The cells, for input x, state h' before the step and h after it. W are weights_layer, U
// weights_iter, B bias; sigma(x) = 1 / (1 + exp(-x)); * between vectors is element by element.
// Gates are in the order in which they are given here.
//
//   vanilla RNN  G = 1   h = activation(W x + U h' + B)
//   LSTM         G = 4   i = sigma(Wi x + Ui h' + Bi [+ Pi * c'])
//                        f = sigma(Wf x + Uf h' + Bf [+ Pf * c'])
//                        g = tanh(Wg x + Ug h' + Bg)
//                        c = f * c' + i * g
//                        o = sigma(Wo x + Uo h' + Bo [+ Po * c])
//                        h = tanh(c) * o, with a projection R: h = R (tanh(c) * o)
//                        P are weights_peephole {i, f, o}, if there are any
//   GRU          G = 3   u = sigma(Wu x + Uu h' + Bu)
//                        r = sigma(Wr x + Ur h' + Br)
//                        o = tanh(Wo x + Uo (r * h') + Bo)
//                        h = u * h' + (1 - u) * o
//   LBR GRU      G = 3   as GRU, but o = tanh(Wo x + r * (Uo h' + B4) + Bo), B4 a fourth bias
//   AUGRU        G = 3   as GRU, but h = v * h' + (1 - v) * o with v = (1 - attention) * u
//   LBR AUGRU    G = 3   both
//
// Source: oneDNN's developer guide, "RNN"; LSTM: S. Hochreiter, J. Schmidhuber, 1997; peepholes:
// F. Gers, J. Schmidhuber, 2000; projection: H. Sak et al., 2014; GRU: K. Cho et al., 2014; AUGRU:
// G. Zhou et al., 2019. Gradients are the derivatives, but for the AUGRUs: with them they are what
// oneDNN computes, the derivatives of o and h with u in the place of v, and
// -(sum of DIFF_DST * (h' - o) * u * (1 - u) * u) for the attention.
//
// Forward
//   reads SRC_LAYER, [SRC_ITER], [SRC_ITER_C], [AUGRU_ATTENTION], WEIGHTS_LAYER, WEIGHTS_ITER,
//         [WEIGHTS_PEEPHOLE], [WEIGHTS_PROJECTION], [BIAS]
//   writes DST_LAYER, [DST_ITER], [DST_ITER_C], [WORKSPACE: in training]
// Backward
//   reads all of that, results and WORKSPACE included, and DIFF_DST_LAYER, [DIFF_DST_ITER],
//         [DIFF_DST_ITER_C]
//   writes the DIFF_ of everything that the forward pass reads. Gradients of weights and bias are
//          added to what is there, unless flags have dnnl_rnn_flags_diff_weights_overwrite.
//
// Types: all f32; all bf16 or all f16, where bias, src_iter_c and dst_iter_c may be f32 as well and
// weights_peephole is; gradients are f32. LSTM without peephole and GRU, in forward_inference, have
// src_layer in u8 or s8, weights in s8, bias and c in f32, src_iter, dst_iter and dst_layer in
// src_layer's type or f32, and attributes that say what integers stand for:
// dnnl_primitive_attr_set_rnn_data_qparams and the two for weights. h is rounded to the type of
// src_layer after every step; c and sums are f32.
//
// Any layout, parts of larger tensors included; weights and their gradients may be
// dnnl_format_tag_any (ldigo, ldgoi, ldio and ldoi are as fast), other tensors as well. Layouts of
// weights may differ between forward and backward. No tensor may share memory with an output. The
// workspace is the forward pass's, and the caller's: its size and layout are the descriptor's
// (DNNL_ARG_WORKSPACE), and it lives until the backward pass has run; a forward pass may run again
// with another one.
//
// flags are dnnl_rnn_flags_t, 0 in forward functions. Backward functions take dnnl_backward, and
// hint_fwd_pd, the descriptor of the same network's forward_training, for the workspace.
// Attributes: scratchpad mode, deterministic, fpmath mode; with integers, those above.
//
// Status of all of them: dnnl_invalid_arguments if a tensor that must be there is NULL or a zero
// descriptor, if one of two that go together is missing, if a shape is none of the above, the
// direction or the activation is none, if the number of scales does not fit their mask, or if
// hint_fwd_pd is of another kind; dnnl_unimplemented for other types, propagation kinds, attributes
// and masks, sizes of DNNL_RUNTIME_DIM_VAL, and cells without channels; dnnl_out_of_memory. Queries
// beside those of the tensors: dnnl_query_cell_kind, dnnl_query_activation_kind,
// dnnl_query_direction, dnnl_query_alpha_f32, dnnl_query_beta_f32, dnnl_query_prop_kind.

/// Describes a vanilla RNN.
///
/// @param activation dnnl_eltwise_relu, dnnl_eltwise_tanh or dnnl_eltwise_logistic
/// @param alpha slope of relu for negative numbers; tanh and logistic have none
/// @param beta no activation has one
DNNL_API dnnl_status_t dnnl_vanilla_rnn_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const dnnl_alg_kind_t activation, const dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, unsigned int flags, float alpha, float beta,
    const_dnnl_primitive_attr_t attr);

/// Describes its gradients.
DNNL_API dnnl_status_t dnnl_vanilla_rnn_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const dnnl_alg_kind_t activation, const dnnl_rnn_direction_t direction,
    const_dnnl_memory_desc_t src_layer_desc, const_dnnl_memory_desc_t src_iter_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, float alpha, float beta, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr);

/// Describes an LSTM. weights_peephole_desc and weights_projection_desc, NULL or zero descriptors
/// in most networks, make it one with peepholes, with a projection, or with both.
DNNL_API dnnl_status_t dnnl_lstm_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t src_iter_c_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t weights_projection_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, unsigned int flags, const_dnnl_primitive_attr_t attr);

/// Describes its gradients.
DNNL_API dnnl_status_t dnnl_lstm_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t src_iter_c_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t weights_peephole_desc,
    const_dnnl_memory_desc_t weights_projection_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t dst_iter_c_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_src_iter_c_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc,
    const_dnnl_memory_desc_t diff_weights_peephole_desc,
    const_dnnl_memory_desc_t diff_weights_projection_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    const_dnnl_memory_desc_t diff_dst_iter_c_desc, unsigned int flags,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

/// Describes a GRU.
DNNL_API dnnl_status_t dnnl_gru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_attr_t attr);

/// Describes its gradients.
DNNL_API dnnl_status_t dnnl_gru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

/// Describes a GRU whose linear part comes before the reset gate.
DNNL_API dnnl_status_t dnnl_lbr_gru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_attr_t attr);

/// Describes its gradients.
DNNL_API dnnl_status_t dnnl_lbr_gru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t weights_layer_desc,
    const_dnnl_memory_desc_t weights_iter_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_layer_desc, const_dnnl_memory_desc_t dst_iter_desc,
    const_dnnl_memory_desc_t diff_src_layer_desc, const_dnnl_memory_desc_t diff_src_iter_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

/// Describes a GRU with attention.
DNNL_API dnnl_status_t dnnl_augru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t attention_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, unsigned int flags, const_dnnl_primitive_attr_t attr);

/// Describes its gradients.
DNNL_API dnnl_status_t dnnl_augru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t attention_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_attention_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

/// Describes a GRU with attention whose linear part comes before the reset gate.
DNNL_API dnnl_status_t dnnl_lbr_augru_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t attention_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, unsigned int flags, const_dnnl_primitive_attr_t attr);

/// Describes its gradients.
DNNL_API dnnl_status_t dnnl_lbr_augru_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_rnn_direction_t direction, const_dnnl_memory_desc_t src_layer_desc,
    const_dnnl_memory_desc_t src_iter_desc, const_dnnl_memory_desc_t attention_desc,
    const_dnnl_memory_desc_t weights_layer_desc, const_dnnl_memory_desc_t weights_iter_desc,
    const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_layer_desc,
    const_dnnl_memory_desc_t dst_iter_desc, const_dnnl_memory_desc_t diff_src_layer_desc,
    const_dnnl_memory_desc_t diff_src_iter_desc, const_dnnl_memory_desc_t diff_attention_desc,
    const_dnnl_memory_desc_t diff_weights_layer_desc,
    const_dnnl_memory_desc_t diff_weights_iter_desc, const_dnnl_memory_desc_t diff_bias_desc,
    const_dnnl_memory_desc_t diff_dst_layer_desc, const_dnnl_memory_desc_t diff_dst_iter_desc,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr);

// BLAS: matrices as arrays, without descriptors. All are row-major: A[m][k] is A[m * lda + k].

/// C = alpha * op(A) * op(B) + beta * C in f32, where op(X) is X for 'N' and 'n', and X transposed
/// for 'T' and 't'. C is not read if beta is 0. op(A) is M x K, op(B) is K x N and C is M x N.
///
/// Each element of C is one chain of fused multiply-adds in the order of k (in `portable`, products
/// and sums round one by one); or, of up to four rows or one column by a matrix that lies along K,
/// 64 of them side by side, added up in pairs. A and B are not read if alpha is 0; with K = 0, C is
/// beta * C; with M = 0 or N = 0, nothing happens. C overlaps neither A nor B.
///
/// There are no attributes and no engine: it runs on the best plugin that the caps allow at the
/// time of the call, on the caller's thread or OpenMP's. dnnl_threadpool_interop_sgemm() and its
/// siblings take a pool.
///
/// @param lda elements from row to row of A, at least the length of a row as stored; likewise ldb
/// and ldc
/// Status: dnnl_invalid_arguments for other letters, negative sizes, leading dimensions that are
/// too small, matrices that no memory has room for, and NULL matrices, whatever their size;
/// dnnl_unimplemented if this build was made without the BLAS functions.
DNNL_API dnnl_status_t dnnl_sgemm(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N,
                                  dnnl_dim_t K, float alpha, const float *A, dnnl_dim_t lda,
                                  const float *B, dnnl_dim_t ldb, float beta, float *C,
                                  dnnl_dim_t ldc);

/// C = alpha * (op(A) - ao) * (op(B) - bo) + beta * C + co, with A u8, B s8, and exact sums in s32
/// (beyond 2^31 they wrap around). The rest is computed in f64, and the result rounded to nearest,
/// halves to even, and saturated. Otherwise as dnnl_sgemm().
///
/// @param offsetc 'F': co is one number; 'C': a column, M numbers; 'R': a row, N numbers; or in
/// small letters
/// @param co not NULL
/// Status: dnnl_invalid_arguments for other letters and as dnnl_sgemm().
DNNL_API dnnl_status_t dnnl_gemm_u8s8s32(char transa, char transb, char offsetc, dnnl_dim_t M,
                                         dnnl_dim_t N, dnnl_dim_t K, float alpha, const uint8_t *A,
                                         dnnl_dim_t lda, uint8_t ao, const int8_t *B,
                                         dnnl_dim_t ldb, int8_t bo, float beta, int32_t *C,
                                         dnnl_dim_t ldc, const int32_t *co);

/// dnnl_gemm_u8s8s32() with A s8.
DNNL_API dnnl_status_t dnnl_gemm_s8s8s32(char transa, char transb, char offsetc, dnnl_dim_t M,
                                         dnnl_dim_t N, dnnl_dim_t K, float alpha, const int8_t *A,
                                         dnnl_dim_t lda, int8_t ao, const int8_t *B, dnnl_dim_t ldb,
                                         int8_t bo, float beta, int32_t *C, dnnl_dim_t ldc,
                                         const int32_t *co);

// Service: settings of the whole library. Those about its speed change no result.

/// The number that dnnl_set_primitive_cache_capacity() was given last.
DNNL_API dnnl_status_t dnnl_get_primitive_cache_capacity(int *capacity);

/// How many primitives may be kept for reuse. dnnlet keeps none: creating one is fast enough, and
/// nothing grows. The number is remembered for dnnl_get_primitive_cache_capacity().
///
/// Status: dnnl_invalid_arguments if it is negative.
DNNL_API dnnl_status_t dnnl_set_primitive_cache_capacity(int capacity);

/// Whether to write generated code to files. There is none, so it has no effect.
DNNL_API dnnl_status_t dnnl_set_jit_dump(int enable);

/// Which profilers to tell about generated code: DNNL_JIT_PROFILE_ flags. There is none, so they
/// have no effect.
DNNL_API dnnl_status_t dnnl_set_jit_profiling_flags(unsigned int flags);

/// Where to put files about generated code. There is none, so it has no effect.
DNNL_API dnnl_status_t dnnl_set_jit_profiling_jitdumpdir(const char *dir);

/// Limits engines created from now on to plugins that need no more than these x86 instructions.
/// Engines that exist keep their plugins, and plugins for other processors are not limited.
///
/// Status: dnnl_invalid_arguments for a value outside of the enum, for a second call, and after an
/// engine was made or dnnl_get_effective_cpu_isa() was asked.
DNNL_API dnnl_status_t dnnl_set_max_cpu_isa(dnnl_cpu_isa_t isa);

/// The x86 instructions that the processor has and dnnl_set_max_cpu_isa() allows, rounded down to
/// a value of the enum; dnnl_cpu_isa_default on other processors.
DNNL_API dnnl_cpu_isa_t dnnl_get_effective_cpu_isa(void);

/// Wishes about how instructions are used. They are kept for dnnl_get_cpu_isa_hints(); no kernel
/// has a choice that they could decide.
///
/// Status: dnnl_invalid_arguments for a value outside of the enum, dnnl_runtime_error for a second
/// call, and after they were read.
DNNL_API dnnl_status_t dnnl_set_cpu_isa_hints(dnnl_cpu_isa_hints_t isa_hints);

/// What dnnl_set_cpu_isa_hints() was given, dnnl_cpu_isa_no_hints at first.
DNNL_API dnnl_cpu_isa_hints_t dnnl_get_cpu_isa_hints(void);

#ifdef __cplusplus
}
#endif

#endif  // ONEAPI_DNNL_DNNL_H
