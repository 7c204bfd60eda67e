# SPDX-License-Identifier: Apache-2.0
# Highway (headers) and cpuinfo (static): the sources that FETCHCONTENT_SOURCE_DIR_HIGHWAY and
# FETCHCONTENT_SOURCE_DIR_CPUINFO name, or that toolchains/fetch_sources.sh has put into its usual
# place; else an installed package where it is new enough; else the pinned commit.
# All ways end in the targets dnnlet_highway and dnnlet_cpuinfo.
include(FetchContent)

foreach(dependency highway cpuinfo)
  string(TOUPPER FETCHCONTENT_SOURCE_DIR_${dependency} variable)
  set(fetched "${CMAKE_CURRENT_SOURCE_DIR}/build/_sources/${dependency}")
  if(NOT ${variable} AND EXISTS "${fetched}/CMakeLists.txt")
    set(${variable} "${fetched}")
  endif()
endforeach()

FetchContent_Declare(highway
  GIT_REPOSITORY https://github.com/google/highway.git
  GIT_TAG 457c891775a7397bdb0376bb1031e6e027af1c48)  # 1.2.0
FetchContent_Declare(cpuinfo
  GIT_REPOSITORY https://github.com/pytorch/cpuinfo.git
  GIT_TAG 877328f188a3c7d1fa855871a278eb48d530c4c0)

# Only Highway's headers are used, so that nothing of it is built.
add_library(dnnlet_highway INTERFACE)
# Its assertions, of builds without optimization or with sanitizers, print and abort: they need libhwy.
target_compile_definitions(dnnlet_highway INTERFACE HWY_COMPILE_ONLY_STATIC
  $<$<NOT:$<CONFIG:Release,RelWithDebInfo,MinSizeRel>>:HWY_IS_DEBUG_BUILD=0>)
if(NOT FETCHCONTENT_SOURCE_DIR_HIGHWAY)
  find_package(hwy 1.2.0 QUIET)
endif()
if(hwy_FOUND)
  get_target_property(dnnlet_highway_headers hwy::hwy INTERFACE_INCLUDE_DIRECTORIES)
else()
  FetchContent_GetProperties(highway)
  if(NOT highway_POPULATED)
    FetchContent_Populate(highway)
  endif()
  set(dnnlet_highway_headers "${highway_SOURCE_DIR}")
endif()
target_include_directories(dnnlet_highway SYSTEM INTERFACE "${dnnlet_highway_headers}")

# An installed cpuinfo serves only where it is a static library.
if(DNNLET_CPU_DETECTION STREQUAL "cpuinfo")
  add_library(dnnlet_cpuinfo INTERFACE)
  if(NOT FETCHCONTENT_SOURCE_DIR_CPUINFO)
    find_package(cpuinfo CONFIG QUIET)
  endif()
  if(TARGET cpuinfo::cpuinfo)
    get_target_property(dnnlet_cpuinfo_type cpuinfo::cpuinfo TYPE)
  endif()
  if(dnnlet_cpuinfo_type STREQUAL "STATIC_LIBRARY")
    set(dnnlet_cpuinfo_from_package ON)
    target_link_libraries(dnnlet_cpuinfo INTERFACE cpuinfo::cpuinfo)
  else()
    set(dnnlet_cpuinfo_from_package OFF)
    FetchContent_GetProperties(cpuinfo)
    if(NOT cpuinfo_POPULATED)
      FetchContent_Populate(cpuinfo)
      set(CPUINFO_LIBRARY_TYPE static CACHE STRING "" FORCE)
      foreach(part TOOLS UNIT_TESTS MOCK_TESTS BENCHMARKS PKG_CONFIG)
        set(CPUINFO_BUILD_${part} OFF CACHE BOOL "" FORCE)
      endforeach()
      set(CPUINFO_LOG_LEVEL none CACHE STRING "" FORCE)
      add_subdirectory("${cpuinfo_SOURCE_DIR}" "${cpuinfo_BINARY_DIR}" EXCLUDE_FROM_ALL)
      set_target_properties(cpuinfo PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    target_link_libraries(dnnlet_cpuinfo INTERFACE cpuinfo)
  endif()
endif()
