# SPDX-License-Identifier: Apache-2.0
# Linux on x86-64, with clang: the newest of those that are installed beside gcc's libraries.
# Emulated CPUs: see x86_64-linux-gnu.cmake.
find_program(DNNLET_CLANG NAMES clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 clang REQUIRED)
string(REGEX REPLACE "clang([^/]*)$" "clang++\\1" DNNLET_CLANGXX "${DNNLET_CLANG}")
set(CMAKE_C_COMPILER "${DNNLET_CLANG}")
set(CMAKE_CXX_COMPILER "${DNNLET_CLANGXX}")
set(CMAKE_C_COMPILER_TARGET x86_64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET x86_64-linux-gnu)
