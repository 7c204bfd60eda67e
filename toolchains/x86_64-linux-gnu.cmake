# SPDX-License-Identifier: Apache-2.0
# Linux on x86-64, with gcc. On such a machine no toolchain file is needed; elsewhere this one
# cross-compiles.
#
# Programs run natively where they can. Another CPU can be emulated anywhere, with
#   -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-x86_64;-cpu;Haswell"
# (Nehalem: SSE4.2 only, so the portable plugin; Haswell: AVX2. qemu-user has no AVX-512.)
set(CMAKE_C_COMPILER x86_64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER x86_64-linux-gnu-g++)
if(NOT CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_SYSTEM_PROCESSOR x86_64)
  list(APPEND CMAKE_FIND_ROOT_PATH /usr/x86_64-linux-gnu)
  set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
  set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
  set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
  set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-x86_64 -L /usr/x86_64-linux-gnu CACHE STRING "")
endif()
