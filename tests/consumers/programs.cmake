# SPDX-License-Identifier: Apache-2.0
# The programs of the CMake consumers, which differ in where dnnlet::dnnlet comes from.
foreach(source program_c.c program_cpp.cpp)
  get_filename_component(program ${source} NAME_WE)
  add_executable(${program} "${CMAKE_CURRENT_LIST_DIR}/${source}")
  target_link_libraries(${program} PRIVATE dnnlet::dnnlet)
endforeach()

# Builds both, then runs both: what `ctest --build-and-test` is told to build.
add_custom_target(run ALL
  COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:program_c>
  COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:program_cpp>
  DEPENDS program_c program_cpp VERBATIM)
