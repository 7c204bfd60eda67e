# SPDX-License-Identifier: Apache-2.0
# Plugins: reads plugins/<name>/plugin.cmake, compiles the kernels once for each plugin, and makes
# the tables through which the core finds them.

# The operations of each primitive. The kernels of an operation are in a file of its name:
# plugins/kernels/<primitive>/<operation>.cpp, plugins/reference/<operation>.cpp.
set(dnnlet_primitives reorder eltwise convolution pooling lrn blas)
set(dnnlet_operations_reorder reorder)
set(dnnlet_operations_eltwise eltwise_forward eltwise_backward)
set(dnnlet_operations_convolution
  convolution_forward convolution_backward_data convolution_backward_weights)
set(dnnlet_operations_pooling pooling_forward pooling_backward)
set(dnnlet_operations_lrn lrn_forward lrn_backward)
set(dnnlet_operations_blas sgemm gemm_int8)

# The primitives whose folders' functions each one calls: convolution packs its weights by
# reorder's loops.
set(dnnlet_uses_convolution reorder)

set(dnnlet_operations "")  # of this build
set(dnnlet_all_operations "")
set(dnnlet_absent_primitives "")
foreach(primitive IN LISTS dnnlet_primitives)
  if(NOT DNNLET_PRIMITIVES STREQUAL "all" AND NOT primitive IN_LIST DNNLET_PRIMITIVES)
    list(APPEND dnnlet_absent_primitives ${primitive})
  endif()
  foreach(operation IN LISTS dnnlet_operations_${primitive})
    list(APPEND dnnlet_all_operations ${operation})
    set(dnnlet_primitive_of_${operation} ${primitive})
    if(DNNLET_WORKLOAD STREQUAL "inference" AND operation MATCHES "_backward")
      continue()
    endif()
    if(NOT primitive IN_LIST dnnlet_absent_primitives)
      list(APPEND dnnlet_operations ${operation})
    endif()
  endforeach()
endforeach()
if(NOT DNNLET_PRIMITIVES STREQUAL "all")
  foreach(primitive IN LISTS DNNLET_PRIMITIVES)
    if(NOT primitive IN_LIST dnnlet_primitives)
      message(FATAL_ERROR "DNNLET_PRIMITIVES: there is no ${primitive}, only ${dnnlet_primitives}")
    endif()
  endforeach()
endif()

# dnnlet_with_used(<result> <primitive>...): these, and those whose functions they call.
function(dnnlet_with_used result)
  set(all ${ARGN})
  foreach(primitive IN LISTS ARGN)
    list(APPEND all ${dnnlet_uses_${primitive}})
  endforeach()
  set(${result} ${all} PARENT_SCOPE)
endfunction()

# The folders of primitives that nothing in this build calls.
set(dnnlet_absent_folders ${dnnlet_primitives})
set(dnnlet_present_folders ${dnnlet_primitives})
list(REMOVE_ITEM dnnlet_present_folders ${dnnlet_absent_primitives} "")
dnnlet_with_used(dnnlet_present_folders ${dnnlet_present_folders})
list(REMOVE_ITEM dnnlet_absent_folders ${dnnlet_present_folders} "")

# dnnlet_plugin(<name> RANK <number> [ARCHITECTURE <regex of CMAKE_SYSTEM_PROCESSOR>]
#   [HIGHWAY_TARGET <HWY_...>] [ISA <dnnl_cpu_isa_...>] [NEEDS <feature>...] [FUSED]
#   [PRIMITIVES <primitive>...] [SOURCES <pattern>...] [OPTIONS <compiler option>...]
#   [OPTIONAL])
# describes a plugin; it is what a plugin.cmake consists of. Plugins with a Highway target compile
# plugins/kernels (those of some PRIMITIVES only); SOURCES are files of the plugin's own folder.
# FUSED: its multiply-add rounds once, as the deterministic attribute asks for. OPTIONS are for the
# compiler, beside those of all plugins. OPTIONAL: not one of "all", DNNLET_PLUGINS has to name it.
macro(dnnlet_plugin name)
  cmake_parse_arguments(P "FUSED;OPTIONAL" "RANK;ARCHITECTURE;HIGHWAY_TARGET;ISA" "NEEDS;PRIMITIVES;SOURCES;OPTIONS" ${ARGN})
  set(dnnlet_plugin_name ${name})
  foreach(field FUSED OPTIONAL RANK ARCHITECTURE HIGHWAY_TARGET ISA NEEDS PRIMITIVES SOURCES OPTIONS)
    set(dnnlet_${name}_${field} "${P_${field}}")
  endforeach()
endmacro()

function(dnnlet_compiler_has_target target result)
  set(CMAKE_REQUIRED_INCLUDES "${dnnlet_highway_headers}")
  set(CMAKE_REQUIRED_DEFINITIONS -DHWY_COMPILE_ONLY_STATIC -DHWY_BASELINE_TARGETS=${target})
  set(CMAKE_REQUIRED_FLAGS -std=c++17)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  include(CheckCXXSourceCompiles)
  check_cxx_source_compiles("#include <hwy/highway.h>
    static_assert(HWY_TARGET == ${target}, \"another target\");" DNNLET_COMPILES_${target})
  set(${result} ${DNNLET_COMPILES_${target}} PARENT_SCOPE)
endfunction()

file(GLOB dnnlet_plugin_files CONFIGURE_DEPENDS
  "${CMAKE_CURRENT_SOURCE_DIR}/plugins/*/plugin.cmake")
foreach(folder IN LISTS DNNLET_EXTRA_PLUGINS)
  list(APPEND dnnlet_plugin_files "${folder}/plugin.cmake")
endforeach()

set(dnnlet_plugins "")  # "<rank> <name>", to be sorted
foreach(file IN LISTS dnnlet_plugin_files)
  include("${file}")
  set(name ${dnnlet_plugin_name})
  get_filename_component(dnnlet_${name}_folder "${file}" DIRECTORY)
  if(NOT DNNLET_PLUGINS STREQUAL "all" AND NOT name IN_LIST DNNLET_PLUGINS)
    continue()
  endif()
  if(DNNLET_PLUGINS STREQUAL "all" AND dnnlet_${name}_OPTIONAL)
    continue()
  endif()
  set(why_not "")
  set(architecture "${dnnlet_${name}_ARCHITECTURE}")
  if(architecture AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "${architecture}")
    set(why_not "it is for ${architecture}")
  elseif(dnnlet_${name}_HIGHWAY_TARGET)
    dnnlet_compiler_has_target(${dnnlet_${name}_HIGHWAY_TARGET} compiles)
    if(NOT compiles)
      set(why_not "this compiler does not have ${dnnlet_${name}_HIGHWAY_TARGET}")
      message(STATUS "dnnlet: no plugin ${name}: ${why_not}")
    endif()
  endif()
  if(NOT why_not)
    list(APPEND dnnlet_plugins "${dnnlet_${name}_RANK} ${name}")
  elseif(NOT DNNLET_PLUGINS STREQUAL "all")
    message(FATAL_ERROR "DNNLET_PLUGINS: ${name} cannot be built: ${why_not}")
  endif()
endforeach()
list(SORT dnnlet_plugins COMPARE NATURAL ORDER DESCENDING)
list(TRANSFORM dnnlet_plugins REPLACE "^[0-9]+ " "")
if(NOT DNNLET_PLUGINS STREQUAL "all")
  foreach(name IN LISTS DNNLET_PLUGINS)
    if(NOT name IN_LIST dnnlet_plugins)
      message(FATAL_ERROR "DNNLET_PLUGINS: there is no ${name}")
    endif()
  endforeach()
endif()
list(JOIN dnnlet_plugins ", " text)
message(STATUS "dnnlet: plugins, best first: ${text}")

# ---- the kernels of each plugin, as object libraries

function(dnnlet_plugin_sources name result)
  set(sources "")
  foreach(pattern IN LISTS dnnlet_${name}_SOURCES)
    file(GLOB files CONFIGURE_DEPENDS "${dnnlet_${name}_folder}/${pattern}")
    list(APPEND sources ${files})
  endforeach()
  if(dnnlet_${name}_HIGHWAY_TARGET)
    file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/plugins/kernels/*/*.cpp")
    list(APPEND sources ${files})
  endif()
  set(folders ${dnnlet_primitives})
  if(dnnlet_${name}_PRIMITIVES)
    dnnlet_with_used(folders ${dnnlet_${name}_PRIMITIVES})
  endif()
  # Files of operations and primitives that this build, or this plugin, leaves out stay out.
  foreach(source IN LISTS sources)
    get_filename_component(stem "${source}" NAME_WE)
    get_filename_component(folder "${source}" DIRECTORY)
    get_filename_component(folder "${folder}" NAME)
    if(stem IN_LIST dnnlet_all_operations)
      set(wanted "${dnnlet_operations}")
      if(dnnlet_${name}_PRIMITIVES AND NOT "${dnnlet_primitive_of_${stem}}" IN_LIST dnnlet_${name}_PRIMITIVES)
        set(wanted "")
      endif()
      if(NOT stem IN_LIST wanted)
        list(REMOVE_ITEM sources "${source}")
      endif()
    elseif(folder IN_LIST dnnlet_absent_folders
        OR (folder IN_LIST dnnlet_primitives AND NOT folder IN_LIST folders))
      list(REMOVE_ITEM sources "${source}")
    endif()
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

foreach(name IN LISTS dnnlet_plugins)
  dnnlet_plugin_sources(${name} dnnlet_${name}_all_sources)
  set(dnnlet_${name}_operations "")
  foreach(source IN LISTS dnnlet_${name}_all_sources)
    get_filename_component(stem "${source}" NAME_WE)
    if(stem IN_LIST dnnlet_operations)
      list(APPEND dnnlet_${name}_operations ${stem})
    endif()
  endforeach()
endforeach()

# ---- the tables

set(dnnlet_generated "${CMAKE_CURRENT_BINARY_DIR}/generated")
set(dnnlet_table_sources "")

# For tests/options, which builds the library with each of them alone.
list(JOIN dnnlet_primitives "\n" text)
file(WRITE "${dnnlet_generated}/primitives.txt" "${text}\n")

set(rows "")
foreach(name IN LISTS dnnlet_plugins)
  set(needs 0)
  foreach(feature IN LISTS dnnlet_${name}_NEEDS)
    string(APPEND needs " | cpu::${feature}")
  endforeach()
  set(isa 0)
  if(dnnlet_${name}_ISA)
    set(isa ${dnnlet_${name}_ISA})
  endif()
  set(fused false)
  if(dnnlet_${name}_FUSED)
    set(fused true)
  endif()
  string(APPEND rows "    {\"${name}\", ${needs}, ${isa}, ${fused}},\n")
endforeach()
list(LENGTH dnnlet_plugins count)
file(CONFIGURE OUTPUT "${dnnlet_generated}/plugins.cpp" CONTENT
"// Made by toolchains/cmake/plugins.cmake.
#include \"core/kernel/plugin.h\"
#include \"oneapi/dnnl/dnnl_types.h\"

namespace dnnlet {

const plugin plugins[] = {
@rows@};
const int plugin_count = @count@;

}  // namespace dnnlet
" @ONLY)
list(APPEND dnnlet_table_sources "${dnnlet_generated}/plugins.cpp")

foreach(operation IN LISTS dnnlet_all_operations)
  set(declarations "")
  set(rows "")
  set(index 0)
  set(count 0)
  foreach(name IN LISTS dnnlet_plugins)
    if(operation IN_LIST dnnlet_${name}_operations)
      string(APPEND declarations
        "namespace ${name} {\nextern const kernel_rows ${operation};\n}\n")
      string(APPEND rows "    {${index}, &${name}::${operation}},\n")
      math(EXPR count "${count} + 1")
    endif()
    math(EXPR index "${index} + 1")
  endforeach()
  if(count EQUAL 0)
    set(definition "const kernel_index ${operation}_kernels = {nullptr, 0};")
  else()
    set(definition "static constexpr kernel_set sets[] = {\n${rows}};
const kernel_index ${operation}_kernels = {sets, ${count}};")
  endif()
  file(CONFIGURE OUTPUT "${dnnlet_generated}/${operation}_kernels.cpp" CONTENT
"// Made by toolchains/cmake/plugins.cmake.
#include \"core/primitives/kernel_tables.h\"

namespace dnnlet {

@declarations@
@definition@

}  // namespace dnnlet
" @ONLY)
  list(APPEND dnnlet_table_sources "${dnnlet_generated}/${operation}_kernels.cpp")
endforeach()
