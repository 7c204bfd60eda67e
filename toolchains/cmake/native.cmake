# SPDX-License-Identifier: Apache-2.0
# DNNLET_PLUGINS=native: which plugins this machine's CPU runs.

# dnnlet_features_here(<result>): the CPU's features, names of core/support/cpu_features.h.
function(dnnlet_features_here result)
  if(CMAKE_CROSSCOMPILING)
    message(FATAL_ERROR "DNNLET_PLUGINS=native is for the machine that builds: name the plugins, or take all")
  endif()
  set(support "${PROJECT_SOURCE_DIR}/core/support")
  try_run(runs compiles
    SOURCES "${PROJECT_SOURCE_DIR}/toolchains/cmake/features_here.cpp" "${support}/cpu_features.cpp"
      "${support}/cpu_itself.cpp" "${support}/cpu_itself_${dnnlet_architecture}.cpp"
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}"
    RUN_OUTPUT_VARIABLE features
    CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
  if(NOT compiles OR NOT runs EQUAL 0)
    message(FATAL_ERROR "DNNLET_PLUGINS=native: this machine's CPU cannot be asked; name the plugins, or take all")
  endif()
  set(${result} "${features}" PARENT_SCOPE)
endfunction()

# dnnlet_native_plugins(<result> <plugin>...): of plugins that can be built, best first, those that an
# engine here takes kernels of: down to the first that has all of them, and what these build on.
function(dnnlet_native_plugins result)
  dnnlet_features_here(features)
  set(chosen reference)
  foreach(name IN LISTS ARGN)
    set(missing ${dnnlet_${name}_NEEDS})
    list(REMOVE_ITEM missing ${features} "")
    if(missing)
      continue()
    endif()
    list(APPEND chosen ${name} ${dnnlet_${name}_HALF})
    if(dnnlet_${name}_HIGHWAY_TARGET AND NOT dnnlet_${name}_BESIDE AND NOT dnnlet_${name}_PRIMITIVES)
      break()
    endif()
  endforeach()
  set(plugins ${ARGN})
  foreach(name IN LISTS ARGN)
    if(NOT name IN_LIST chosen)
      list(REMOVE_ITEM plugins ${name})
    endif()
  endforeach()
  set(${result} ${plugins} PARENT_SCOPE)
endfunction()
