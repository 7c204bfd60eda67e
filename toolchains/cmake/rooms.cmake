# SPDX-License-Identifier: Apache-2.0
# What this build consists of, from the rows of primitives.cmake:
#
# dnnlet_room(<name> [NEEDS <name>...]) is a folder of plugins/drivers and plugins/kernels in which
# several primitives find something; it is compiled only if one of them is.
#
# dnnlet_primitive(<name> OPERATIONS <operation>... [NEEDS <name>...] [TESTED_AS <name>])
# is a folder of the same kind, for itself. Each operation has a table of kernels, <operation>_kernels,
# and its rows are in a file of its name: plugins/kernels/<primitive>/<operation>.cpp,
# plugins/reference/<operation>.cpp. Those called ..._backward... are for training. NEEDS are the
# rooms, and the primitives, whose functions it calls, and those that they need themselves.
# TESTED_AS: the name of its group in tests/conformance and of its generator in tests/fuzz, where that
# is not the primitive's.
#
# From these follow the tables and their header (tables.cmake), the files that are compiled for the
# library and for each plugin (plugins.cmake), and the tests' lists of operations, plugins and groups.

set(dnnlet_primitives "")
macro(dnnlet_room name)
  cmake_parse_arguments(R "" "" "NEEDS" ${ARGN})
  set(dnnlet_needs_${name} "${R_NEEDS}")
endmacro()
macro(dnnlet_primitive name)
  cmake_parse_arguments(R "" "TESTED_AS" "OPERATIONS;NEEDS" TESTED_AS ${name} ${ARGN})
  list(APPEND dnnlet_primitives ${name})
  set(dnnlet_operations_${name} "${R_OPERATIONS}")
  set(dnnlet_needs_${name} "${R_NEEDS}")
  set(dnnlet_tested_as_${name} ${R_TESTED_AS})
endmacro()
include("${CMAKE_CURRENT_LIST_DIR}/primitives.cmake")

# dnnlet_folders_of(<result> <name>...): the folders of these, and of all that they need.
function(dnnlet_folders_of result)
  set(folders "")
  set(open ${ARGN})
  while(open)
    list(POP_FRONT open name)
    if(NOT DEFINED dnnlet_needs_${name})
      message(FATAL_ERROR "primitives.cmake: there is no room or primitive ${name}")
    endif()
    if(NOT name IN_LIST folders)
      list(APPEND folders ${name})
      list(APPEND open ${dnnlet_needs_${name}})
    endif()
  endwhile()
  set(${result} ${folders} PARENT_SCOPE)
endfunction()

# dnnlet_operations_of(<result> <primitive>...): the operations of these in this build.
function(dnnlet_operations_of result)
  set(operations "")
  foreach(primitive IN LISTS ARGN)
    list(APPEND operations ${dnnlet_operations_${primitive}})
  endforeach()
  if(DNNLET_WORKLOAD STREQUAL "inference")
    list(FILTER operations EXCLUDE REGEX "_backward")
  endif()
  set(${result} ${operations} PARENT_SCOPE)
endfunction()

set(dnnlet_present_primitives ${dnnlet_primitives})
if(NOT DNNLET_PRIMITIVES STREQUAL "all")
  foreach(primitive IN LISTS DNNLET_PRIMITIVES)
    if(NOT primitive IN_LIST dnnlet_primitives)
      message(FATAL_ERROR "DNNLET_PRIMITIVES: there is no ${primitive}, only ${dnnlet_primitives}")
    endif()
  endforeach()
  set(dnnlet_present_primitives ${DNNLET_PRIMITIVES})
endif()
set(dnnlet_absent_primitives ${dnnlet_primitives})
list(REMOVE_ITEM dnnlet_absent_primitives ${dnnlet_present_primitives} "")

set(dnnlet_all_operations "")  # also of other builds: each has a table
foreach(primitive IN LISTS dnnlet_primitives)
  list(APPEND dnnlet_all_operations ${dnnlet_operations_${primitive}})
endforeach()
dnnlet_operations_of(dnnlet_operations ${dnnlet_present_primitives})
dnnlet_folders_of(dnnlet_folders ${dnnlet_present_primitives})
