# SPDX-License-Identifier: Apache-2.0
# The library: the core, the plugins, and their tables, in one archive.

set(DNNLET_CPU_RUNTIME_MACRO DNNL_RUNTIME_${DNNLET_CPU_RUNTIME})
configure_file(include/oneapi/dnnl/dnnl_config.h.in
  "${CMAKE_CURRENT_BINARY_DIR}/include/oneapi/dnnl/dnnl_config.h" @ONLY)

# plugins/drivers is what all plugins have in common: compiled once, for any CPU.
set(dnnlet_drivers ${dnnlet_folders})
list(TRANSFORM dnnlet_drivers REPLACE ".+" "plugins/drivers/\\0/*.cpp")
file(GLOB dnnlet_core_sources CONFIGURE_DEPENDS core/*/*.cpp ${dnnlet_drivers})

# Of files that exist in several variants, a build has one: chosen is kept, the others go.
function(dnnlet_choose_variant chosen)
  foreach(other IN LISTS ARGN)
    list(FILTER dnnlet_core_sources EXCLUDE REGEX "/core/${other}\\.cpp$")
  endforeach()
  list(APPEND dnnlet_core_sources "${CMAKE_CURRENT_SOURCE_DIR}/core/${chosen}.cpp")
  set(dnnlet_core_sources ${dnnlet_core_sources} PARENT_SCOPE)
endfunction()

string(TOLOWER ${DNNLET_CPU_RUNTIME} runtime)
dnnlet_choose_variant(support/parallel_${runtime}
  support/parallel_threadpool support/parallel_seq support/parallel_omp)
if(DNNLET_CPU_RUNTIME STREQUAL "THREADPOOL")
  dnnlet_choose_variant(api/threadpool api/threadpool api/threadpool_none)
else()
  dnnlet_choose_variant(api/threadpool_none api/threadpool api/threadpool_none)
endif()
dnnlet_choose_variant(support/cpu_features_${DNNLET_CPU_DETECTION}
  support/cpu_features_cpuinfo support/cpu_features_fixed)
dnnlet_choose_variant(support/cpu_itself_${dnnlet_architecture}
  support/cpu_itself_x86 support/cpu_itself_arm support/cpu_itself_none)
if(DNNLET_HEAP)
  dnnlet_choose_variant(memory/heap memory/heap memory/no_heap)
else()
  dnnlet_choose_variant(memory/no_heap memory/heap memory/no_heap)
endif()
if(DNNLET_VERBOSE)
  dnnlet_choose_variant(support/log_hosted support/log_hosted support/log_none)
  dnnlet_choose_variant(primitives/verbose primitives/verbose primitives/verbose_none)
else()
  dnnlet_choose_variant(support/log_none support/log_hosted support/log_none)
  dnnlet_choose_variant(primitives/verbose_none primitives/verbose primitives/verbose_none)
endif()
if(dnnlet_hosted)
  dnnlet_choose_variant(support/environment_hosted
    support/environment_hosted support/environment_none)
else()
  dnnlet_choose_variant(support/environment_none
    support/environment_hosted support/environment_none)
endif()

# What reading the library's own headers takes, for tests too.
add_library(dnnlet_internals INTERFACE)
target_compile_features(dnnlet_internals INTERFACE cxx_std_17)
target_include_directories(dnnlet_internals INTERFACE
  "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/include"
  "${CMAKE_CURRENT_BINARY_DIR}/include" "${dnnlet_generated}")
target_compile_definitions(dnnlet_internals INTERFACE DNNLET_MAX_NDIMS=${DNNLET_MAX_NDIMS})
if(dnnlet_type_bits)
  target_compile_definitions(dnnlet_internals INTERFACE "DNNLET_BUILT_TYPES=${dnnlet_type_bits}")
endif()
# With times of files in its precompiled headers, what Clang compiles with them is new to a compiler
# cache in every clone.
target_compile_options(dnnlet_internals INTERFACE
  "$<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:SHELL:-Xclang -fno-pch-timestamp>")

# What the core and the plugins are compiled with.
add_library(dnnlet_build INTERFACE)
target_link_libraries(dnnlet_build INTERFACE dnnlet_internals)
target_compile_options(dnnlet_build INTERFACE
  -fno-exceptions -fno-rtti -fno-threadsafe-statics -ffunction-sections -fdata-sections
  -fno-asynchronous-unwind-tables -fno-math-errno -ffp-contract=off -Wall -Wextra -Wshadow
  $<$<BOOL:${DNNLET_WERROR}>:-Werror>)

set(dnnlet_objects "")
foreach(name IN LISTS dnnlet_plugins)
  if(NOT dnnlet_${name}_all_sources)
    continue()
  endif()
  add_library(dnnlet_${name} OBJECT ${dnnlet_${name}_all_sources})
  target_link_libraries(dnnlet_${name} PRIVATE dnnlet_build)
  target_compile_definitions(dnnlet_${name} PRIVATE DNNLET_PLUGIN=${name})
  target_compile_options(dnnlet_${name} PRIVATE ${dnnlet_${name}_OPTIONS})
  if(dnnlet_${name}_HIGHWAY_TARGET)
    target_link_libraries(dnnlet_${name} PRIVATE dnnlet_highway)
    target_include_directories(dnnlet_${name} PRIVATE
      ${dnnlet_${name}_own_headers} "${dnnlet_${name}_folder}")
    set(beside ${dnnlet_${name}_whole})
    target_compile_definitions(dnnlet_${name} PRIVATE
      DNNLET_BESIDE=${beside}
      DNNLET_IS_WHOLE=$<STREQUAL:${beside},${name}>
      HWY_BASELINE_TARGETS=${dnnlet_${name}_HIGHWAY_TARGET}
      DNNLET_HIGHWAY_TARGET=${dnnlet_${name}_HIGHWAY_TARGET})
    # What GCC leaves free before targets of jumps is 2% of kernels; CPUs with a cache of decoded
    # instructions do not need it.
    target_compile_options(dnnlet_${name} PRIVATE
      $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-fno-align-jumps>)
    # With -Os GCC leaves upper halves of registers in use, which SSE then waits for
    # (plugins/kernels/support/leave-inl.h).
    if(dnnlet_${name}_HIGHWAY_TARGET MATCHES "AVX")
      target_compile_options(dnnlet_${name} PRIVATE
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:MinSizeRel>>:-O2>)
    endif()
    # Reading this takes a compiler longer than most kernels. GCC crashes where it has types of SVE,
    # and forgets that Highway has switched off these warnings, which are wrong of its own intrinsics
    # (gcc.gnu.org/PR105593).
    if(NOT dnnlet_${name}_HIGHWAY_TARGET MATCHES "SVE" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_precompile_headers(dnnlet_${name} PRIVATE <hwy/highway.h>)
      target_compile_options(dnnlet_${name} PRIVATE
        "$<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized;-Wno-maybe-uninitialized>")
    endif()
  endif()
  set_target_properties(dnnlet_${name} PROPERTIES POSITION_INDEPENDENT_CODE ${dnnlet_hosted})
  list(APPEND dnnlet_objects $<TARGET_OBJECTS:dnnlet_${name}>)
endforeach()

# Where -O3 would only add kilobytes: the core makes objects and checks them; the reference and the
# walks over tensors call a function for each element or row; drivers call kernels, but for a few
# that walk windows and elements themselves; rows are vectors already, and so are readers of pixels,
# which -O3 makes three times as large. What runs in every execution stays fast; what plans, and what
# is said, is small. These files read Highway themselves, as tiles do below: GCC compiles what a
# precompiled header has by the options that it was made with.
set(small "/core/[^/]+/[^/]+$")
set(cold "/core/kernel/(attributes|convolution|eltwise|workspace)\\.cpp"
  "|/core/support/(data_type|text|log_hosted|status|cpu_.*|environment.*|parallel_.*)\\.cpp"
  "|/reference/(eltwise_.*|post_ops|random)\\.cpp"
  "|/kernels/(support/convert|rows/(bf16|binary)_rows|eltwise/relu_narrow)\\.cpp"
  "|/avx512_bf16/kernels/eltwise/|/avx512_amx/kernels/gemm/matrix_unit\\.cpp|/drivers/rows/row_post_ops|/drivers/rows/row_walk|/kernels/gemm/few_rows_int8\\.cpp"
  "|/drivers/eltwise/|/drivers/convolution/(gemm_sweeps|sweep_cut|weights_cut|pointwise_planes|depthwise|fused_depthwise|channels_innermost|transposed_planes)\\.cpp"
  "|/drivers/matmul/(matmul|packed|sparse)\\.cpp|/drivers/reorder/packed\\.cpp|/kernels/matmul/sparse_rows\\.cpp|/drivers/gemm/(matrix_product|multiply_cut.*|few_rows|decompressed_rows|multiply|multiply_ways|one_step|stacked)\\.cpp")
string(CONCAT cold ${cold})
set(medium "/core/(kernel|support)/|/core/api/primitive.cpp|/core/primitives/arguments|/reference/"
  "|/drivers/|/kernels/(support/convert|(layer_)?normalization/(apply|(channel|row)_numbers|.*_sums|.*_rows)|rows/(.*_rows|row_formula)|eltwise/relu|gemm/(read_|write_|finish_|few_rows_|lane_dots)|softmax/forward_planes|rnn/(row_products|cell_gradients)|lrn/lrn_backward|prelu/prelu_backward|reorder/quantize|reduction/folds)")
string(CONCAT medium ${medium})
set(fast "/drivers/(reduction|resampling|shuffle|concat)/|/drivers/pooling/.*(planes|global|padded|blocks|scatter|gather)")
set(sources ${dnnlet_core_sources})
foreach(name IN LISTS dnnlet_plugins)
  list(APPEND sources ${dnnlet_${name}_all_sources})
endforeach()
list(REMOVE_DUPLICATES sources)
# What is small, and what prepares calls of kernels, zeroes and copies structs by calls: GCC's `rep
# stos` and `rep movs` take some dozens of cycles to begin, a third of what the creation of a primitive
# took, a tenth of the smallest products.
set(struct_options "")
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-mstringop-strategy=libcall dnnlet_has_stringop_strategy)
if(dnnlet_has_stringop_strategy)
  set(struct_options -mstringop-strategy=libcall)
endif()
set(prepares "/drivers/|/core/kernel/")
# Loops that call kernels, and many loops of many types, each of which runs for long: what GCC leaves
# free before loops and jumps is 2%.
set(aligned_less
  "/core/|/reference/|/drivers/|/kernels/(reorder/quantize|reduction/folds|prelu/|gemm/few_rows_widened|normalization/apply|rows/row_formula"
  "|softmax/softmax_backward|pooling/pooling_forward|resampling/weighted_)")
string(CONCAT aligned_less ${aligned_less})
# Whose loops GCC would make vectors of once more where Highway's have one element: 39 KB.
set(lines "/kernels/resampling/weighted_")
foreach(source IN LISTS sources)
  set(options "")
  if(source MATCHES "${medium}" AND NOT source MATCHES "${cold}" AND NOT source MATCHES "${fast}")
    set(options -O2)
    if(source MATCHES "${prepares}")
      list(APPEND options ${struct_options})
    endif()
  elseif(source MATCHES "${small}|${cold}")
    set(options -Os ${struct_options})
  elseif(source MATCHES "${prepares}")
    set(options ${struct_options})
  elseif(source MATCHES "${lines}")
    set(options $<$<CXX_COMPILER_ID:GNU>:-fvect-cost-model=very-cheap>)
  endif()
  if(source MATCHES "${aligned_less}" AND NOT source MATCHES "${fast}")
    list(APPEND options $<$<CXX_COMPILER_ID:GNU>:-fno-align-loops$<SEMICOLON>-fno-align-jumps>)
  endif()
  if(options)
    set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS "$<$<CONFIG:Release>:${options}>")
    set_property(SOURCE "${source}" PROPERTY SKIP_PRECOMPILE_HEADERS ON)
  endif()
endforeach()

# Tiles say in which order they load and multiply. GCC's scheduler, which runs before registers are
# chosen where the CPU may execute in order, would load everything first, and spill accumulators.
file(GLOB dnnlet_tile_sources CONFIGURE_DEPENDS plugins/kernels/gemm/tile_*.cpp
  plugins/*/kernels/gemm/tile_*.cpp)
set_property(SOURCE ${dnnlet_tile_sources} APPEND PROPERTY
  COMPILE_OPTIONS $<$<CXX_COMPILER_ID:GNU>:-fno-schedule-insns>)
set_property(SOURCE ${dnnlet_tile_sources} PROPERTY SKIP_PRECOMPILE_HEADERS ON)

file(GLOB dnnlet_blas_sources CONFIGURE_DEPENDS plugins/drivers/blas/*.cpp)
set_property(SOURCE ${dnnlet_blas_sources} APPEND PROPERTY
  COMPILE_DEFINITIONS DNNLET_STACK_KB=${DNNLET_STACK_KB})

add_library(dnnlet STATIC ${dnnlet_core_sources} ${dnnlet_table_sources} ${dnnlet_objects})
add_library(dnnlet::dnnlet ALIAS dnnlet)
set_target_properties(dnnlet PROPERTIES POSITION_INDEPENDENT_CODE ${dnnlet_hosted})
target_link_libraries(dnnlet PRIVATE $<BUILD_INTERFACE:dnnlet_build>)
target_include_directories(dnnlet PUBLIC
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${CMAKE_CURRENT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:include>)
if(DNNLET_CPU_DETECTION STREQUAL "cpuinfo")
  target_link_libraries(dnnlet PRIVATE $<BUILD_INTERFACE:dnnlet_cpuinfo>)
else()
  set(features 0)
  foreach(feature IN LISTS DNNLET_CPU_FEATURES)
    string(APPEND features "|dnnlet::cpu::${feature}")
  endforeach()
  set_source_files_properties("${CMAKE_CURRENT_SOURCE_DIR}/core/support/cpu_features_fixed.cpp"
    PROPERTIES COMPILE_DEFINITIONS "DNNLET_FIXED_CPU_FEATURES=${features}")
endif()
if(DNNLET_CPU_RUNTIME STREQUAL "OMP")
  find_package(OpenMP REQUIRED COMPONENTS CXX)
  target_link_libraries(dnnlet PUBLIC OpenMP::OpenMP_CXX)
endif()
if(dnnlet_hosted)
  target_link_libraries(dnnlet PUBLIC m)
endif()
