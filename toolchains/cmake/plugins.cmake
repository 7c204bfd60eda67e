# SPDX-License-Identifier: Apache-2.0
# Plugins: reads plugins/<name>/plugin.cmake, and says which files and operations each plugin has.
include(native)

# dnnlet_plugin(<name> RANK <number> [ARCHITECTURE <regex of CMAKE_SYSTEM_PROCESSOR>]
#   [HIGHWAY_TARGET <HWY_...>] [ISA <dnnl_cpu_isa_...>] [NEEDS <feature>...] [FUSED]
#   [PRIMITIVES <primitive>...] [SOURCES <pattern>...] [OPTIONS <compiler option>...]
#   [BESIDE <plugin> KERNELS <folder/file>...] [HALF <plugin>] [INSTRUCTION <text>] [OPTIONAL])
# describes a plugin; it is what a plugin.cmake consists of. Plugins with a Highway target compile
# plugins/kernels (those of some PRIMITIVES only); SOURCES are files of the plugin's own folder.
# BESIDE: the plugin from which this one differs in some KERNELS only, the files of plugins/kernels
# that are compiled for it; all else is taken from there (kernels/support/beside.h). HALF: the plugin
# with vectors of half the length that runs wherever this one does (kernels/support/half_vectors.h).
# FUSED: its multiply-add rounds once, as the deterministic attribute asks for. OPTIONS are for the
# compiler, beside those of all plugins. INSTRUCTION: one that the plugin writes in assembly and an old
# assembler may not know. OPTIONAL: not one of "all", DNNLET_PLUGINS has to name it.
macro(dnnlet_plugin name)
  cmake_parse_arguments(P "FUSED;OPTIONAL" "RANK;ARCHITECTURE;HIGHWAY_TARGET;ISA;BESIDE;HALF;INSTRUCTION" "NEEDS;PRIMITIVES;SOURCES;OPTIONS;KERNELS" ${ARGN})
  set(dnnlet_plugin_name ${name})
  foreach(field FUSED OPTIONAL RANK ARCHITECTURE HIGHWAY_TARGET ISA BESIDE HALF INSTRUCTION NEEDS PRIMITIVES SOURCES OPTIONS KERNELS)
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

function(dnnlet_assembler_has_instruction instruction result)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  include(CheckCXXSourceCompiles)
  check_cxx_source_compiles("void f() { __asm__ volatile(\"${instruction}\"); }" DNNLET_ASSEMBLES_${instruction})
  set(${result} ${DNNLET_ASSEMBLES_${instruction}} PARENT_SCOPE)
endfunction()

file(GLOB dnnlet_plugin_files CONFIGURE_DEPENDS
  "${CMAKE_CURRENT_SOURCE_DIR}/plugins/*/plugin.cmake")
foreach(folder IN LISTS DNNLET_EXTRA_PLUGINS)
  list(APPEND dnnlet_plugin_files "${folder}/plugin.cmake")
endforeach()

set(dnnlet_known_plugins "")  # also those that this build does not have
set(dnnlet_plugins "")  # "<rank> <name>", to be sorted
# Those that are asked for by name have to be there.
set(are_named ON)
if(DNNLET_PLUGINS MATCHES "^(all|native)$")
  set(are_named OFF)
endif()
foreach(file IN LISTS dnnlet_plugin_files)
  include("${file}")
  set(name ${dnnlet_plugin_name})
  get_filename_component(dnnlet_${name}_folder "${file}" DIRECTORY)
  list(APPEND dnnlet_known_plugins ${name})
  if(are_named AND NOT name IN_LIST DNNLET_PLUGINS)
    continue()
  endif()
  if(dnnlet_${name}_OPTIONAL AND NOT are_named)
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
    endif()
  endif()
  if(NOT why_not AND dnnlet_${name}_INSTRUCTION)
    dnnlet_assembler_has_instruction(${dnnlet_${name}_INSTRUCTION} assembles)
    if(NOT assembles)
      set(why_not "this assembler does not know ${dnnlet_${name}_INSTRUCTION}")
    endif()
  endif()
  if(NOT why_not)
    list(APPEND dnnlet_plugins "${dnnlet_${name}_RANK} ${name}")
  elseif(are_named)
    message(FATAL_ERROR "DNNLET_PLUGINS: ${name} cannot be built: ${why_not}")
  elseif(NOT why_not MATCHES "^it is for")
    message(STATUS "dnnlet: no plugin ${name}: ${why_not}")
  endif()
endforeach()
list(SORT dnnlet_plugins COMPARE NATURAL ORDER DESCENDING)
list(TRANSFORM dnnlet_plugins REPLACE "^[0-9]+ " "")
if(DNNLET_PLUGINS STREQUAL "native")
  dnnlet_native_plugins(dnnlet_plugins ${dnnlet_plugins})
elseif(are_named)
  foreach(name IN LISTS DNNLET_PLUGINS)
    if(NOT name IN_LIST dnnlet_plugins)
      message(FATAL_ERROR "DNNLET_PLUGINS: there is no ${name}")
    endif()
  endforeach()
endif()
foreach(name IN LISTS dnnlet_plugins)
  set(other "${dnnlet_${name}_BESIDE}")
  if(other AND NOT other IN_LIST dnnlet_plugins)
    message(FATAL_ERROR "DNNLET_PLUGINS: ${name} has kernels of ${other}, which is not in the list")
  endif()
  # The one that is whole, where that one is beside another.
  set(dnnlet_${name}_whole ${name})
  while(dnnlet_${dnnlet_${name}_whole}_BESIDE)
    set(dnnlet_${name}_whole ${dnnlet_${dnnlet_${name}_whole}_BESIDE})
  endwhile()
endforeach()
list(JOIN dnnlet_plugins ", " text)
message(STATUS "dnnlet: plugins, best first: ${text}")

# ---- the files of each plugin
#
# A plugin with a Highway target may have files of its own in folders kernels/<folder> and
# drivers/<folder>, which stand for those of the same path in plugins/ in what is compiled for it:
# kernels/gemm/tile_int8.cpp is compiled instead of plugins/kernels/gemm/tile_int8.cpp, and whatever
# includes plugins/kernels/gemm/dots-inl.h sees kernels/gemm/dots-inl.h. They are compiled like all
# other kernels, in namespace dnnlet::<plugin>. A driver, which all other plugins go on sharing, needs
# its header too: with namespace dnnlet::DNNLET_PLUGIN::drivers { using namespace dnnlet::drivers; ... }
# its functions come before the shared ones in the rows of the plugin.

# dnnlet_own_sources(<plugin> <folder> <result> <variable of replaced files>)
function(dnnlet_own_sources name folder result replaced)
  file(GLOB drivers CONFIGURE_DEPENDS "${dnnlet_${name}_folder}/drivers/${folder}/*.cpp")
  file(GLOB kernels CONFIGURE_DEPENDS "${dnnlet_${name}_folder}/kernels/${folder}/*.cpp")
  set(${result} ${drivers} ${kernels} PARENT_SCOPE)
  list(TRANSFORM kernels REPLACE "^.*/" "${PROJECT_SOURCE_DIR}/plugins/kernels/${folder}/")
  set(${replaced} ${kernels} PARENT_SCOPE)
endfunction()

# dnnlet_own_headers(<plugin> <result>): a folder in which the plugin's own headers are found under
# the paths of those that they stand for; nothing if it has none.
function(dnnlet_own_headers name result)
  set(overlay "${CMAKE_CURRENT_BINARY_DIR}/generated/headers_of_${name}")
  file(GLOB headers RELATIVE "${dnnlet_${name}_folder}" CONFIGURE_DEPENDS
    "${dnnlet_${name}_folder}/kernels/*/*.h" "${dnnlet_${name}_folder}/drivers/*/*.h")
  file(GLOB old RELATIVE "${overlay}/plugins" "${overlay}/plugins/*/*/*.h")
  list(REMOVE_ITEM old ${headers} "")
  foreach(header IN LISTS old)
    file(REMOVE "${overlay}/plugins/${header}")
  endforeach()
  foreach(header IN LISTS headers)
    file(CONFIGURE OUTPUT "${overlay}/plugins/${header}" CONTENT
      "#include \"${dnnlet_${name}_folder}/${header}\"\n" @ONLY)
  endforeach()
  set(${result} "")
  if(headers)
    set(${result} "${overlay}")
  endif()
  set(${result} "${${result}}" PARENT_SCOPE)
endfunction()

# dnnlet_kernel_sources(<plugin> <result> <folder>...): the kernels of these folders, as the plugin
# has them.
function(dnnlet_kernel_sources name result)
  set(sources "")
  foreach(folder IN LISTS ARGN)
    file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/plugins/kernels/${folder}/*.cpp")
    dnnlet_own_sources(${name} ${folder} own replaced)
    list(REMOVE_ITEM files ${replaced} "")
    foreach(file IN LISTS files)
      get_filename_component(stem "${file}" NAME_WE)
      if(NOT dnnlet_${name}_BESIDE OR "${folder}/${stem}" IN_LIST dnnlet_${name}_KERNELS)
        list(APPEND sources "${file}")
      endif()
    endforeach()
    list(APPEND sources ${own})
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# dnnlet_choose_files(<plugin>): sets dnnlet_<plugin>_all_sources and dnnlet_<plugin>_operations.
function(dnnlet_choose_files name)
  set(primitives ${dnnlet_present_primitives})
  if(dnnlet_${name}_PRIMITIVES)
    set(primitives ${dnnlet_${name}_PRIMITIVES})
    foreach(primitive IN LISTS primitives)
      if(NOT primitive IN_LIST dnnlet_primitives)
        message(FATAL_ERROR "plugin ${name}: there is no primitive ${primitive}, only ${dnnlet_primitives}")
      endif()
    endforeach()
    list(REMOVE_ITEM primitives ${dnnlet_absent_primitives} "")
  endif()
  dnnlet_operations_of(wanted ${primitives})
  dnnlet_folders_of(folders ${primitives})

  set(candidates "")
  foreach(pattern IN LISTS dnnlet_${name}_SOURCES)
    file(GLOB files CONFIGURE_DEPENDS "${dnnlet_${name}_folder}/${pattern}")
    list(APPEND candidates ${files})
  endforeach()
  if(dnnlet_${name}_HIGHWAY_TARGET)
    dnnlet_kernel_sources(${name} files ${folders})
    list(APPEND candidates ${files})
  endif()

  # Files of operations that this build, or this plugin, leaves out stay out.
  set(sources "")
  set(operations "")
  foreach(source IN LISTS candidates)
    get_filename_component(stem "${source}" NAME_WE)
    if(NOT stem IN_LIST dnnlet_all_operations OR source MATCHES "/drivers/[^/]*/[^/]*$")
      list(APPEND sources "${source}")
    elseif(stem IN_LIST wanted)
      list(APPEND sources "${source}")
      list(APPEND operations ${stem})
    endif()
  endforeach()
  set(dnnlet_${name}_all_sources ${sources} PARENT_SCOPE)
  set(dnnlet_${name}_operations ${operations} PARENT_SCOPE)
endfunction()

foreach(name IN LISTS dnnlet_plugins)
  dnnlet_choose_files(${name})
  dnnlet_own_headers(${name} dnnlet_${name}_own_headers)
endforeach()

# dnnlet_plugins_with(<result> <operation>): the plugins that have kernels of it, best first.
function(dnnlet_plugins_with result operation)
  set(names "")
  foreach(name IN LISTS dnnlet_plugins)
    if(operation IN_LIST dnnlet_${name}_operations)
      list(APPEND names ${name})
    endif()
  endforeach()
  set(${result} ${names} PARENT_SCOPE)
endfunction()
