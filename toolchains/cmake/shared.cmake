# SPDX-License-Identifier: Apache-2.0
# DNNLET_BUILD_SHARED: the whole archive as the shared library of oneDNN, by its names, for programs
# that were linked with that. The archive's objects can be placed anywhere as they are; the version
# script binds them to each other, and hides all but the API.
if(NOT DNNLET_BUILD_SHARED)
  return()
endif()
if(NOT dnnlet_hosted OR APPLE OR WIN32)
  message(FATAL_ERROR "DNNLET_BUILD_SHARED: only for systems whose shared libraries are ELF files")
endif()

file(STRINGS include/oneapi/dnnl/dnnl_version.h text REGEX "define DNNL_VERSION_M")
string(REGEX REPLACE ".*MAJOR ([0-9]+).*" "\\1" major "${text}")
string(REGEX REPLACE ".*MINOR ([0-9]+).*" "\\1" minor "${text}")

file(CONFIGURE OUTPUT "${dnnlet_generated}/shared.c" CONTENT "/* all is in the archive */\n" @ONLY)
add_library(dnnlet_shared SHARED "${dnnlet_generated}/shared.c")
set(exports "${CMAKE_CURRENT_LIST_DIR}/shared.exports")
# Linked as C: nothing of it needs a C++ runtime library.
set_target_properties(dnnlet_shared PROPERTIES OUTPUT_NAME dnnl LINKER_LANGUAGE C
  VERSION ${major}.${minor} SOVERSION ${major} LINK_DEPENDS "${exports}")
target_link_libraries(dnnlet_shared PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,dnnlet>)
target_link_options(dnnlet_shared PRIVATE -Wl,--version-script=${exports} -Wl,-Bsymbolic
  -Wl,--gc-sections -Wl,--no-undefined -Wl,--as-needed -Wl,-z,relro -Wl,-z,now)

# Debian's oneDNN has a soname of its own.
foreach(name libdnnl.so.3.6)
  add_custom_command(TARGET dnnlet_shared POST_BUILD
    COMMAND "${CMAKE_COMMAND}" -E create_symlink $<TARGET_FILE_NAME:dnnlet_shared>
      $<TARGET_FILE_DIR:dnnlet_shared>/${name})
endforeach()
if(DNNLET_INSTALL)
  include(GNUInstallDirs)
  install(TARGETS dnnlet_shared LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
