# SPDX-License-Identifier: Apache-2.0
# The tables through which the core finds plugins and kernels, and the tests what there is:
#
#   generated/plugins.cpp                        the plugins, best first
#   generated/<operation>_kernels.cpp            the kernels of an operation, plugin by plugin
#   generated/core/primitives/kernel_tables.h    declares them
#   generated/kernel_tables.inc                  the operations by name, {"lrn", "lrn_forward", &...},
#   generated/primitives.txt                     the primitives, one in each line

set(dnnlet_generated "${CMAKE_CURRENT_BINARY_DIR}/generated")
set(dnnlet_made_by "// Made by toolchains/cmake/tables.cmake.")
set(dnnlet_table_sources "")

list(JOIN dnnlet_primitives "\n" text)
file(CONFIGURE OUTPUT "${dnnlet_generated}/primitives.txt" CONTENT "${text}\n" @ONLY)

set(rows "")
foreach(name IN LISTS dnnlet_plugins)
  list(TRANSFORM dnnlet_${name}_NEEDS PREPEND " | cpu::" OUTPUT_VARIABLE needs)
  string(CONCAT needs 0 ${needs})
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
"@dnnlet_made_by@
#include \"core/kernel/plugin.h\"
#include \"oneapi/dnnl/dnnl_types.h\"

namespace dnnlet {

const plugin plugins[] = {
@rows@};
const int plugin_count = @count@;

}  // namespace dnnlet
" @ONLY)
list(APPEND dnnlet_table_sources "${dnnlet_generated}/plugins.cpp")

# dnnlet_kernel_table(<operation>)
function(dnnlet_kernel_table operation)
  dnnlet_plugins_with(names ${operation})
  set(declarations "")
  set(rows "")
  foreach(name IN LISTS names)
    list(FIND dnnlet_plugins ${name} index)
    string(APPEND declarations "namespace ${name} {\nextern const kernel_rows ${operation};\n}\n")
    string(APPEND rows "    {${index}, &${name}::${operation}},\n")
  endforeach()
  list(LENGTH names count)
  if(count EQUAL 0)
    set(definition "const kernel_index ${operation}_kernels = {nullptr, 0};")
  else()
    set(definition "static constexpr kernel_set sets[] = {\n${rows}};
const kernel_index ${operation}_kernels = {sets, ${count}};")
  endif()
  file(CONFIGURE OUTPUT "${dnnlet_generated}/${operation}_kernels.cpp" CONTENT
"@dnnlet_made_by@
#include \"core/primitives/kernel_tables.h\"

namespace dnnlet {

@declarations@
@definition@

}  // namespace dnnlet
" @ONLY)
endfunction()

set(declarations "")
set(rows "")
foreach(primitive IN LISTS dnnlet_primitives)
  foreach(operation IN LISTS dnnlet_operations_${primitive})
    dnnlet_kernel_table(${operation})
    list(APPEND dnnlet_table_sources "${dnnlet_generated}/${operation}_kernels.cpp")
    string(APPEND declarations "extern const kernel_index ${operation}_kernels;\n")
    string(APPEND rows "{\"${primitive}\", \"${operation}\", &dnnlet::${operation}_kernels},\n")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT "${dnnlet_generated}/core/primitives/kernel_tables.h" CONTENT
"@dnnlet_made_by@
// The kernels of each operation, one object each, so that programs link what they call.
#ifndef DNNLET_CORE_PRIMITIVES_KERNEL_TABLES_H
#define DNNLET_CORE_PRIMITIVES_KERNEL_TABLES_H

#include \"core/kernel/kernel.h\"

namespace dnnlet {

@declarations@
}  // namespace dnnlet

#endif
" @ONLY)
file(CONFIGURE OUTPUT "${dnnlet_generated}/kernel_tables.inc" CONTENT
"@dnnlet_made_by@
@rows@" @ONLY)

# Whether a plugin's HALF is in this build too.
set(halves "")
foreach(name IN LISTS dnnlet_plugins)
  set(is_there false)
  if(dnnlet_${name}_HALF AND dnnlet_${name}_HALF IN_LIST dnnlet_plugins)
    set(is_there true)
  endif()
  string(APPEND halves "constexpr bool ${name} = ${is_there};\n")
endforeach()
file(CONFIGURE OUTPUT "${dnnlet_generated}/plugins/halves.h" CONTENT
"@dnnlet_made_by@
// Whether a plugin of half its vectors' length is in this build, too (HALF of plugin.cmake).
#ifndef DNNLET_PLUGINS_HALVES_H
#define DNNLET_PLUGINS_HALVES_H

namespace dnnlet::halves {

@halves@
}  // namespace dnnlet::halves

#endif
" @ONLY)
