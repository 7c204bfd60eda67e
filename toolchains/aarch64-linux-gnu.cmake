# SPDX-License-Identifier: Apache-2.0
# Linux on 64-bit Arm (ARMv8-A and later), with gcc. The plugins are neon, sve and sve2; for
# neon_bf16 see aarch64-linux-gnu-clang.cmake.
#
# The environment variable QEMU_CPU chooses the CPU that is emulated, when a program is run:
#   QEMU_CPU=cortex-a72                                         NEON only: Raspberry Pi 4
#   QEMU_CPU=neoverse-n1                                        NEON with dot products and f16
#   QEMU_CPU=a64fx                                              SVE of 512 bits, no SVE2
#   QEMU_CPU=max,sve-max-vq=2,sve-default-vector-length=32      SVE2 of 256 bits; the numbers are
#                                                               n and 16 n for 128 n bits, n <= 16
# Without it, qemu takes `max`: SVE2 with vectors of 512 bits.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
list(APPEND CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
if(NOT CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu CACHE STRING "")
endif()
