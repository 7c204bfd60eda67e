# SPDX-License-Identifier: Apache-2.0
# What a build may choose. README explains each option.

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# An operating system gives a heap, an environment, standard output, and a CPU to ask.
if(CMAKE_SYSTEM_NAME STREQUAL "Generic")
  set(dnnlet_hosted OFF)
else()
  set(dnnlet_hosted ON)
endif()

function(dnnlet_choice name default doc)
  set(${name} "${default}" CACHE STRING "${doc}")
  set_property(CACHE ${name} PROPERTY STRINGS ${ARGN})
  if(NOT "${${name}}" IN_LIST ARGN)
    message(FATAL_ERROR "${name} is ${${name}}, expected one of: ${ARGN}")
  endif()
endfunction()

set(DNNLET_PLUGINS "all" CACHE STRING
  "Plugins to build, a list of folders of plugins/; all: what the architecture and compiler have")
set(DNNLET_EXTRA_PLUGINS "" CACHE STRING "Folders of plugins outside this tree")
set(DNNLET_PRIMITIVES "all" CACHE STRING "Primitives to build, a list; all: all of them")
set(DNNLET_TYPES "all" CACHE STRING
  "Data types that primitives take, a list, of which f32 is always one; all: all of them")
dnnlet_choice(DNNLET_WORKLOAD training "training has backward passes, inference has none"
  training inference)
option(DNNLET_HEAP "Take memory from the heap where no arena is in use" ${dnnlet_hosted})
option(DNNLET_VERBOSE "Verbose output (ONEDNN_VERBOSE)" ${dnnlet_hosted})
if(dnnlet_hosted)
  dnnlet_choice(DNNLET_CPU_DETECTION cpuinfo "How the CPU's features are found out" cpuinfo fixed)
else()
  dnnlet_choice(DNNLET_CPU_DETECTION fixed "How the CPU's features are found out" cpuinfo fixed)
endif()
set(DNNLET_CPU_FEATURES "" CACHE STRING
  "With DNNLET_CPU_DETECTION=fixed: the features of the CPU, names of core/support/cpu_features.h")
if(dnnlet_hosted)
  dnnlet_choice(DNNLET_CPU_RUNTIME THREADPOOL "Where parallel work runs" THREADPOOL SEQ OMP)
else()
  dnnlet_choice(DNNLET_CPU_RUNTIME SEQ "Where parallel work runs" THREADPOOL SEQ OMP)
endif()
set(DNNLET_MAX_NDIMS 12 CACHE STRING "The most dimensions a tensor may have, 5 to 12")
option(DNNLET_WERROR "Warnings are errors" OFF)
option(DNNLET_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(DNNLET_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(DNNLET_BUILD_BENCH "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(DNNLET_BUILD_SHARED "Also build libdnnl.so, which programs linked with oneDNN load" OFF)
option(DNNLET_INSTALL "Make the install target" ${PROJECT_IS_TOP_LEVEL})

set(known f16 bf16 f32 s32 s8 u8 f64 boolean f8_e5m2 f8_e4m3 s4 u4 e8m0 f4_e2m1 f4_e3m0 s64)
set(dnnlet_type_bits "1u<<dnnl_f32")
foreach(type IN LISTS DNNLET_TYPES)
  if(NOT type STREQUAL "all" AND NOT type IN_LIST known)
    message(FATAL_ERROR "DNNLET_TYPES: there is no ${type}, expected all, or some of: ${known}")
  endif()
  string(APPEND dnnlet_type_bits "|1u<<dnnl_${type}")
endforeach()
if("all" IN_LIST DNNLET_TYPES)
  set(dnnlet_type_bits "")
endif()

if(DNNLET_MAX_NDIMS LESS 5 OR DNNLET_MAX_NDIMS GREATER 12)
  message(FATAL_ERROR "DNNLET_MAX_NDIMS is ${DNNLET_MAX_NDIMS}, expected 5 to 12")
endif()
