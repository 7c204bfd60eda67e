# SPDX-License-Identifier: Apache-2.0
# Linux on 64-bit Arm, with clang and the libraries of the gcc cross compiler. clang 16 and later
# have the target that the plugin neon_bf16 needs.
# Emulated CPUs: as in aarch64-linux-gnu.cmake. bf16 needs QEMU_CPU=max (the default) without SVE:
#   QEMU_CPU=max,sve=off
include("${CMAKE_CURRENT_LIST_DIR}/aarch64-linux-gnu.cmake")
find_program(DNNLET_CLANG NAMES clang-19 clang-18 clang-17 clang-16 clang REQUIRED)
string(REGEX REPLACE "clang([^/]*)$" "clang++\\1" DNNLET_CLANGXX "${DNNLET_CLANG}")
set(CMAKE_C_COMPILER "${DNNLET_CLANG}")
set(CMAKE_CXX_COMPILER "${DNNLET_CLANGXX}")
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
