# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: the archive, the headers, and what finds them, as a CMake package and for
# pkg-config. The installed tree can be moved.
if(NOT DNNLET_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS dnnlet EXPORT dnnlet_targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include/" "${CMAKE_CURRENT_BINARY_DIR}/include/"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# What a program has to link besides, for CMake (dnnlet_find_...) and for pkg-config.
set(dnnlet_find_cpuinfo "")
set(dnnlet_find_openmp "")
set(dnnlet_pc_requires "")
set(dnnlet_pc_libs "")
if(DNNLET_CPU_DETECTION STREQUAL "cpuinfo")
  target_link_libraries(dnnlet PRIVATE $<INSTALL_INTERFACE:dnnlet::cpuinfo>)
  if(dnnlet_cpuinfo_from_package)
    set(dnnlet_find_cpuinfo "find_dependency(cpuinfo CONFIG)
if(NOT TARGET dnnlet::cpuinfo)
  add_library(dnnlet::cpuinfo INTERFACE IMPORTED)
  target_link_libraries(dnnlet::cpuinfo INTERFACE cpuinfo::cpuinfo)
endif()")
    set(dnnlet_pc_requires "libcpuinfo")
  else()
    # In a folder of its own, so that it is never taken for the system's.
    install(FILES $<TARGET_FILE:cpuinfo> DESTINATION "${CMAKE_INSTALL_LIBDIR}/dnnlet")
    install(FILES "${cpuinfo_SOURCE_DIR}/LICENSE" RENAME LICENSE.cpuinfo
      DESTINATION "${CMAKE_INSTALL_DOCDIR}")
    set(dnnlet_find_cpuinfo "find_dependency(Threads)
if(NOT TARGET dnnlet::cpuinfo)
  add_library(dnnlet::cpuinfo STATIC IMPORTED)
  set_target_properties(dnnlet::cpuinfo PROPERTIES
    IMPORTED_LOCATION \"\${PACKAGE_PREFIX_DIR}/${CMAKE_INSTALL_LIBDIR}/dnnlet/libcpuinfo.a\"
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()")
    string(APPEND dnnlet_pc_libs " \${libdir}/dnnlet/libcpuinfo.a -pthread")
  endif()
endif()
if(DNNLET_CPU_RUNTIME STREQUAL "OMP")
  set(dnnlet_find_openmp "find_dependency(OpenMP COMPONENTS CXX)")
  string(APPEND dnnlet_pc_libs " ${OpenMP_CXX_FLAGS}")
endif()
if(dnnlet_hosted)
  string(APPEND dnnlet_pc_libs " -lm")
endif()

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/dnnlet")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/dnnlet-config.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/dnnlet-config.cmake" INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/dnnlet-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/dnnlet-config.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/dnnlet-config-version.cmake" DESTINATION "${package_folder}")
install(EXPORT dnnlet_targets NAMESPACE dnnlet:: DESTINATION "${package_folder}")

file(RELATIVE_PATH dnnlet_pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" dnnlet_pc_prefix "${dnnlet_pc_prefix}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/dnnlet.pc.in"
  "${CMAKE_CURRENT_BINARY_DIR}/dnnlet.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/dnnlet.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
